// What follows from the server's answers to the page's wishes, and from its refusals.

import assert from "node:assert/strict";
import test from "node:test";

import { denied, fulfilled } from "../../../server/web/state/replies.js";
import { initial } from "../../../server/web/state/state.js";
import { speak } from "../../../server/web/texts/text.js";

await speak("en");

const players = [{ id: "a" }, { id: "b" }];
const game = { variant: "nim", params: {}, ending: "normal", start: { heaps: [3] } };
const now = { table: "T", ply: 2, position: { heaps: [1] }, to_move: 0, last_move: [0, 1], over: null };
const view = { t: "table", game, players, moves: [[0, 1], [0, 1]], state: now }; // prettier-ignore
const OK = { t: "ok" };
const route = (page) => ({ page, id: "", rest: "" });
const told = ({ notices }) => notices.map(({ kind, key }) => [kind, key]);

test("the lists and the tournament that were asked for are those that come", () => {
  const lists = (message) => fulfilled(initial({ lists: "old" }), { t: "lobby", ...message }, OK).lists;
  assert.equal(lists({ on: true, show: ["seeks", "players"] }), "seeks,players");
  assert.equal(lists({ on: false }), "");
  for (const answer of [
    (...asked) => fulfilled(...asked, OK),
    (...asked) => denied(...asked, { code: "x" }),
  ]) {
    const followed = (on) => answer(initial({ followed: "old" }), { t: "follow", tournament: "T", on });
    assert.equal(followed(true).followed, "T");
    assert.equal(followed(false).followed, "");
    assert.deepEqual(told(followed(true)), [], "the page says that there is none");
  }
});

test("a player who is ready is called no longer", () => {
  const state = initial({ calls: { T: "Bob", U: "Eve" } });
  assert.deepEqual(fulfilled(state, { t: "ready", tournament: "T" }, OK).calls, { U: "Eve" });
});

test("a table is opened on the seat that is mine", () => {
  const opened = (t, more) => fulfilled(initial(more), { t, table: "T" }, view).tables.T;
  const seats = { T: { seat: 0, token: "secret" } };
  assert.equal(opened("attach", { me: "b", seats }).seat, 1, "the first player was chosen while I was away");
  assert.equal(opened("attach", { me: "c", seats }).seat, 0, "another player's seat, by its secret");
  assert.equal(opened("attach", { me: "c" }).seat, null);
  assert.equal(opened("watch", { me: "b", seats }).seat, 0);
  assert.equal(opened("watch", { me: "b" }).seat, null);
  const { live, moves, state } = opened("watch", {});
  assert.deepEqual([live, moves, state], [true, view.moves, now]);
});

test("moves are listed, or judged by the server where they cannot be", () => {
  const state = fulfilled(initial({}), { t: "watch", table: "T" }, view);
  const asked = { t: "moves", table: "T" };
  const legal = { ply: 2, count: 1, moves: [[0, 1]] };
  assert.deepEqual(fulfilled(state, asked, { t: "moves", table: "T", ...legal }).tables.T.legal, legal);
  const refused = denied(state, asked, { code: "busy" });
  assert.deepEqual(refused.tables.T.legal, { ply: 2, count: null, moves: null });
  assert.deepEqual(told(refused), []);
  const gone = initial({});
  assert.equal(denied(gone, asked, { code: "not_found" }), gone);
});

test("a table that is watched no longer is gone, whatever the server says", () => {
  const state = initial({ tables: { T: {}, U: {} } });
  const message = { t: "unwatch", table: "T" };
  for (const next of [fulfilled(state, message, OK), denied(state, message, { code: "not_found" })])
    assert.deepEqual(next, { ...state, tables: { U: {} } });
});

test("a seat that is not mine is given up, and a table that is not there is missing", () => {
  const state = initial({ seats: { T: { seat: 0 }, U: { seat: 1 } }, tables: { T: {}, U: {} } });
  const why = { code: "not_found" };
  const unseated = denied(state, { t: "attach", table: "T" }, why);
  assert.deepEqual(unseated, { ...state, seats: { U: { seat: 1 } }, tables: { U: {} } });
  const missing = denied(state, { t: "watch", table: "T" }, why);
  assert.deepEqual(missing, { ...state, missing: { T: "not_found" } });
});

test("a move that is refused may be made again, and the player is told why", () => {
  const state = initial({ tables: { T: { sent: { ply: 2, move: [0, 9] } } } });
  const next = denied(state, { t: "move", table: "T" }, { code: "illegal_move" });
  assert.equal(next.tables.T.sent, null);
  assert.deepEqual(told(next), [["error", "error.illegal_move"]]);
});

test("other refusals are told, other answers need nothing, and after a lost connection all is asked again", () => {
  const state = initial({ followed: "old", route: route("home") });
  const resign = { t: "resign", table: "T" };
  assert.deepEqual(told(denied(state, resign, { code: "not_found" })), [["error", "error.not_found"]]);
  assert.equal(fulfilled(state, resign, OK), state);
  for (const message of [resign, { t: "follow", tournament: "T", on: true }])
    assert.equal(denied(state, message, { code: "lost" }), state);
});
