// A move chosen while others are to move: played as soon as the new position allows it,
// dropped and told where it does not.

import assert from "node:assert/strict";
import test from "node:test";

import { choicesAt, marksAt, mayPremove, touched } from "../../../server/web/state/choosing.js";
import { meaning } from "../../../server/web/state/selection.js";
import { cutOff, initial, received, welcomed } from "../../../server/web/state/state.js";
import { isMyTurn, movesListed, premoved } from "../../../server/web/state/tables.js";
import { wishes } from "../../../server/web/state/wishes.js";
import { fetchVariant } from "../../../server/web/variants/index.js";

for (const variant of ["nim", "grundy"]) await fetchVariant(variant);

const ID = "01234567-0123-0123-0123-0123456789ab";
const players = [
  { id: "a", name: "Ada", kind: "person" },
  { id: "b", name: "Bob", kind: "person" },
];
const at = (ply, heaps, more = {}) => ({
  t: "state",
  table: ID,
  ply,
  position: { heaps },
  to_move: ply % 2,
  last_move: ply ? [0, 1] : null,
  present: [true, true],
  over: null,
  ...more,
});
const game = { variant: "nim", params: {}, ending: "normal", start: { heaps: [3, 2] } };
/** Ada has seat 0, and it is Bob's turn. */
function waiting(variant = "nim") {
  const online = welcomed(initial({ route: { page: "home" } }), { t: "welcome", you: { id: "a" } });
  const seat = { offer: "o", seat: 0, token: "secret", game: { ...game, variant }, players, since: 0 };
  const seated = received(online, { t: "seated", ...seat, moves: [], state: at(0, [3, 2]) });
  return received(seated, at(1, [2, 2]));
}
const listed = (state, moves) =>
  movesListed(state, { t: "moves", table: ID, ply: 2, count: moves?.length, moves });
const sent = (state) => wishes(state).flatMap(({ message }) => (message.t === "move" ? [message] : []));

test("a piece is chosen while the other player thinks, and nothing is asked of the server", () => {
  let state = waiting();
  assert.ok(!isMyTurn(state.tables[ID]) && mayPremove(state.tables[ID]));
  state = touched(state, state.tables[ID], "h1", 2);
  assert.deepEqual(meaning(marksAt(state, state.tables[ID]), choicesAt(state.tables[ID])).move, [1, 2]);
  state = premoved(state, ID, [1, 2]);
  assert.deepEqual(marksAt(state, state.tables[ID]), {});
  assert.deepEqual(wishes(state), []);
});

test("a premove is sent once its position allows it", () => {
  const state = received(premoved(waiting(), ID, [1, 2]), at(2, [1, 2]));
  assert.deepEqual(sent(state), [], "not before it is known to be legal");
  const played = listed(state, [
    [0, 1],
    [1, 2],
  ]);
  assert.deepEqual(sent(played), [{ t: "move", table: ID, ply: 2, move: [1, 2] }]);
  assert.equal(played.tables[ID].premove, null);
  assert.deepEqual(sent(listed(state, null)).length, 1, "too many to list: the server judges it");
});

test("a premove that is no longer legal is dropped, and the player is told", () => {
  const state = listed(received(premoved(waiting(), ID, [1, 2]), at(2, [2, 1])), [[0, 1]]);
  assert.deepEqual(sent(state), []);
  assert.equal(state.tables[ID].premove, null);
  assert.ok(isMyTurn(state.tables[ID]));
  assert.equal(state.notices.at(-1).key, "notice.premoveGone");
});

test("a premove ends when it is taken back, with a takeback, the game or the connection", () => {
  const state = premoved(waiting(), ID, [1, 2]);
  const over = { winners: [1], reason: "resigned" };
  for (const after of [
    premoved(state, ID, null),
    received(state, at(0, [3, 2])),
    received(state, at(1, [2, 2], { over, to_move: null })),
    cutOff(state, { at: 5 }, 1006),
  ])
    assert.equal(after.tables[ID].premove ?? null, null);
});

test("nothing is chosen ahead where a move may give heaps other numbers, nor by watchers", () => {
  assert.ok(!mayPremove(waiting("grundy").tables[ID]));
  const { tables } = waiting();
  assert.ok(!mayPremove({ ...tables[ID], seat: null }));
  assert.ok(!mayPremove({ ...tables[ID], live: false }));
});
