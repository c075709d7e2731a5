// What the passing of time alone changes.

import assert from "node:assert/strict";
import test from "node:test";

import { notify } from "../../../server/web/state/notices.js";
import { initial } from "../../../server/web/state/state.js";
import { ticked } from "../../../server/web/state/ticks.js";

const START = 1_000_000;
const blank = initial({ now: START, link: { status: "online", at: 0, code: 0 } });

test("nothing is redrawn while no time is shown", () => {
  assert.deepEqual(ticked(blank, START + 900), { state: blank, seen: false });
  assert.deepEqual(ticked(blank, START + 1000), { state: { ...blank, now: START + 1000 }, seen: false });
});

test("a notice stays for ten seconds from when it appeared", () => {
  const told = notify({ ...blank, now: START + 5000 }, "info", "notice.closing");
  const shown = ticked(told, START + 15_000);
  assert.equal(shown.state.notices.length, 1);
  const gone = ticked(told, START + 16_000);
  assert.deepEqual([gone.state.notices, gone.seen], [[], true]);
});

test("a rush is redrawn every second, and in its last ten seconds at once", () => {
  const run = { over: false, ends: START + 60_000 };
  const rushing = { ...blank, puzzles: { run } };
  assert.equal(ticked(rushing, START + 1000).seen, true);
  assert.equal(ticked(rushing, START + 100).seen, false);
  const last = { ...rushing, now: START + 50_500 };
  assert.equal(ticked(last, START + 50_600).seen, true);
  assert.equal(ticked({ ...last, puzzles: { run: { ...run, over: true } } }, START + 50_600).seen, false);
});
