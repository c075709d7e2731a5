// What the passing of time alone changes.

import assert from "node:assert/strict";
import test from "node:test";

import { notify } from "../../../server/web/state/notices.js";
import { initial } from "../../../server/web/state/state.js";
import { ticked } from "../../../server/web/state/ticks.js";

const START = 1_000_000;
const blank = initial({ now: START, link: { status: "online", at: 0, code: 0 } });

test("nothing is redrawn or asked while no time is shown", () => {
  const quiet = { seen: false, due: [] };
  assert.deepEqual(ticked(blank, START + 900), { state: blank, ...quiet });
  assert.deepEqual(ticked(blank, START + 1000), { state: { ...blank, now: START + 1000 }, ...quiet });
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

test("time that runs anywhere is redrawn every second, and tenths of it at once", () => {
  const later = START + 1000;
  const seen = (more) => ticked({ ...blank, ...more }, later).seen;
  assert.equal(seen({}), false);
  assert.equal(seen({ link: { status: "waiting", at: 0, code: 0 } }), true);
  assert.equal(seen({ puzzles: { run: { over: true, ends: START + 60_000 } } }), false);
  assert.equal(seen({ puzzles: { run: null } }), false);
  const table = (left, state = {}) => ({
    players: [{}, {}],
    at: START,
    state: { over: null, ply: 5, to_move: 0, clock: { left_ms: [left, left], running: true }, ...state },
  });
  const still = { ...table(60_000), state: { over: null, ply: 5, to_move: 0 } };
  assert.equal(seen({ tables: { still } }), false);
  assert.equal(seen({ tables: { still, runs: table(60_000) } }), true);
  const soon = (tables) => ticked({ ...blank, now: START + 55_000, tables }, START + 55_100).seen;
  assert.equal(soon({ still, runs: table(60_000) }), true);
  assert.equal(soon({ still, runs: table(600_000) }), false);
  assert.equal(soon({ nobody: table(60_000, { to_move: null }) }), false);
});

test("a move is said to be unanswered after two seconds", () => {
  const table = (sentAt) => ({
    players: [{}, {}],
    sent: { ply: 0, move: [0, 1] },
    sentAt,
    state: { over: null, ply: 0, to_move: 0 },
  });
  const seen = (sentAt) => ticked({ ...blank, tables: { table: table(sentAt) } }, START + 1000).seen;
  assert.equal(seen(START), false);
  assert.equal(seen(START - 1000), true);
});

test("a phrase is redrawn for eight seconds, so that it is seen to go", () => {
  const said = (gone) =>
    ticked({ ...blank, said: { table: "T", seat: 0, phrase: "hello", at: START - gone } }, START + 1000);
  assert.equal(said(6999).seen, true);
  assert.equal(said(7000).seen, false);
});

test("a notice goes once its ten seconds are over, and the others stay as they are", () => {
  const notices = [START - 9000, START - 8999].map((at, id) => ({ id, kind: "info", key: `${id}`, at }));
  const both = { ...blank, notices };
  const first = ticked(both, START + 1000);
  assert.deepEqual([first.state.notices, first.seen], [notices, false]);
  assert.equal(first.state.notices, notices, "nothing has changed");
  const second = ticked({ ...both, now: START }, START + 1001);
  assert.deepEqual([second.state.notices, second.seen], [[notices[1]], true]);
});

test("a rush shows tenths from below ten seconds on", () => {
  const seen = (left) =>
    ticked({ ...blank, puzzles: { run: { over: false, ends: START + 100 + left } } }, START + 100).seen;
  assert.deepEqual([seen(10_000), seen(9_999)], [false, true]);
});

test("while the seats of a game for several fill, the server is asked every three seconds how many are in", () => {
  const game = { variant: "game21_nplayer", params: { players: 3 }, ending: "misere" };
  const path = "/api/seeks/S";
  const answers = { [path]: { ok: true, value: { seek: "S", game, missing: 1 } } };
  const at = Math.ceil(START / 3000) * 3000;
  const mine = { ...blank, now: at - 1000, offers: [{ id: "S", kind: "link", game }], answers };
  const theirs = { ...mine, offers: [], joined: ["S"], route: { page: "seek", id: "S", rest: "" } };
  for (const state of [mine, theirs]) {
    assert.equal(ticked(state, at).state.answers[path].stale, true);
    assert.deepEqual(ticked(state, at).due, [{ path }]);
    assert.equal(ticked({ ...state, now: at }, at + 1000).state.answers[path].stale, undefined, "not yet");
    assert.equal(
      ticked({ ...state, link: { ...state.link, status: "waiting" } }, at).state.answers[path].stale,
      undefined,
    );
  }
  const elsewhere = {
    ...theirs,
    lobby: { seeks: [{ seek: "S" }] },
    route: { page: "home", id: "", rest: "" },
  };
  assert.equal(ticked(elsewhere, at).state.answers[path].stale, undefined, "it stands in the lobby");
  // Out of the lobby, it has begun, was withdrawn, or newer ones have taken its place.
  const unlisted = { ...elsewhere, lobby: { seeks: [] } };
  assert.deepEqual(ticked(unlisted, at).due, [{ path }]);
  assert.deepEqual(ticked(unlisted, at).state.joined, ["S"], "that is not yet known");
  const gone = { ...unlisted, answers: { [path]: { ok: false, code: "not_found" } } };
  const told = ticked(gone, at);
  assert.deepEqual([told.state.joined, told.seen], [[], true]);
  assert.deepEqual(
    told.state.notices.map(({ key }) => key),
    ["notice.offerWithdrawn"],
  );
  const cut = { ...unlisted, answers: { [path]: { ok: false, code: "unreachable" } } };
  assert.deepEqual(ticked(cut, at).state.joined, ["S"]);
});
