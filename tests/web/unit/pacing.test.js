// A bot's answer is held back for a moment, and only where that costs nobody anything.

import assert from "node:assert/strict";
import test from "node:test";

import { Clock } from "../../../clients/javascript/test/fake.js";
import { heldFor, Pacing } from "../../../server/web/net/pacing.js";

const ada = { id: "a", kind: "person" };
const bot = { id: "b", kind: "bot" };
const AT = 1000;

/** A table where I, on seat 0, moved at `AT`. */
const table = (more = {}) => ({ seat: 0, players: [ada, bot], at: AT, state: { ply: 1 }, ...more });
const answer = (more = {}) => ({ t: "state", table: "T", ply: 2, ...more });
const held = (message = answer(), more = {}, known = {}, now = AT + 200) =>
  heldFor({ still: false, tables: { T: table(more) }, ...known }, message, now);

test("a bot's answer is held back until a moment after my move", () => {
  assert.equal(held(), 500);
  assert.equal(held(answer(), {}, {}, AT + 700), 0);
  assert.equal(held(answer(), {}, {}, AT + 5000), 0, "never for less than no time");
  // The second of two bots, and the one who begins.
  assert.equal(held(answer({ ply: 3 }), { players: [ada, ada, bot], state: { ply: 2 } }), 500);
  assert.equal(held(answer({ ply: 5 }), { seat: 1, players: [bot, ada], state: { ply: 4 } }), 500);
});

test("other messages, other moves and other people's tables are shown at once", () => {
  assert.equal(held({ ...answer(), t: "table" }), 0);
  assert.equal(held(answer({ table: "U" })), 0, "a table that is not known");
  assert.equal(held(answer(), { seat: null }), 0, "a watcher's");
  assert.equal(held(answer(), {}, { still: true }), 0, "without animation");
  for (const ply of [0, 1, 3, 4])
    assert.equal(held(answer({ ply }), { players: [bot, bot] }), 0, `ply ${ply}`);
  assert.equal(held(answer(), { players: [bot, ada] }), 0, "a person's move");
  assert.equal(held(answer(), { seat: 1, players: [bot, bot] }), 0, "my own, as a bot");
  assert.equal(held(answer(), { players: [] }), 0, "nobody's");
});

test("nothing is held back with less than a minute on my clock", () => {
  const left = (mine, theirs) => held(answer({ clock: { left_ms: [mine, theirs], running: true } }));
  assert.equal(left(59_999, 90_000), 0);
  assert.equal(left(60_000, 10), 500);
  assert.equal(held(answer({ clock: { left_ms: [], running: true } })), 500);
});

test("messages of a table stay in order behind one that is held back, those of others pass", async (t) => {
  const clock = new Clock(t);
  const heard = [];
  const pacing = new Pacing(({ n }) => heard.push(n));
  const state = (name, n) => ({ t: "state", table: name, n });
  pacing.hear(state("T", 1), 0);
  pacing.hear(state("T", 2), 300);
  pacing.hear(state("T", 3), 0);
  pacing.hear(state("U", 4), 0);
  pacing.hear(state("U", 5), 400);
  pacing.hear({ t: "notice", table: "T", n: 6 }, 0);
  assert.deepEqual(heard.splice(0), [1, 4, 6]);
  await clock.pass(299);
  assert.deepEqual(heard, []);
  await clock.pass(1);
  assert.deepEqual(heard.splice(0), [2, 3]);
  pacing.hear(state("T", 7), 0);
  assert.deepEqual(heard.splice(0), [7], "nothing is waiting any more");
  await clock.pass(100);
  assert.deepEqual(heard.splice(0), [5]);
});

test("what is held back can be shown at once, of a table or of all, and is shown once", async (t) => {
  const clock = new Clock(t);
  const heard = [];
  const pacing = new Pacing(({ table: name }) => heard.push(name));
  for (const name of ["T", "U", "V"]) pacing.hear({ t: "state", table: name }, 50);
  pacing.release("U");
  assert.deepEqual(heard.splice(0), ["U"]);
  pacing.release();
  assert.deepEqual(heard.splice(0), ["T", "V"]);
  await clock.pass(50);
  assert.deepEqual(heard, []);
});
