// What is selected on a board: at which table, in which position, and out of which moves.

import assert from "node:assert/strict";
import test from "node:test";

import {
  choicesAt,
  entered,
  marksAt,
  mayPremove,
  selected,
  touched,
} from "../../../server/web/state/choosing.js";
import { initial } from "../../../server/web/state/state.js";
import { fetchVariant } from "../../../server/web/variants/index.js";

await fetchVariant("nim");

/** My turn at a table of Nim, with these moves. */
const table = (state = {}, more = {}) => ({
  game: { variant: "nim", params: {}, ending: "normal", start: { heaps: [3, 2] } },
  seat: 0,
  live: true,
  sent: null,
  legal: { ply: 4, count: 2, moves: [[0, 1], [1, 2]] }, // prettier-ignore
  ...more,
  state: { table: "T", ply: 4, position: { heaps: [3, 2] }, to_move: 0, over: null, ...state },
});
const mine = table();

test("a mark is touched, entered or selected for the position that is shown", () => {
  const selection = { table: "T", ply: 4, marks: { h1: 2 }, hover: null, focus: null };
  const before = initial({});
  assert.deepEqual(touched(before, mine, "h1", 2).selection, selection);
  assert.deepEqual(entered(before, mine, "h1", 2).selection, selection);
  assert.deepEqual(selected(before, mine, { h1: 2 }).selection, selection);
  const state = selected(initial({}), mine, { h1: 2 });
  assert.deepEqual(touched(state, mine, "h1", 2).selection.marks, {}, "touched again");
  assert.deepEqual(entered(state, mine, "h1", 2).selection.marks, { h1: 2 }, "entered again");
  assert.deepEqual(touched(state, mine, "h0", 3).selection.marks, { h1: 2 }, "no move takes so many");
});

test("nothing is selected where I may not move", () => {
  const before = initial({});
  for (const here of [table({ over: {}, to_move: null }), table({}, { seat: null }), table({}, { sent: {} })])
    assert.equal(touched(before, here, "h1", 2), before);
});

test("marks belong to one position of one table", () => {
  const state = selected(initial({}), mine, { h1: 2 });
  assert.deepEqual(marksAt(state, mine), { h1: 2 });
  assert.deepEqual(marksAt(state, table({ ply: 6 })), {});
  assert.deepEqual(marksAt(state, table({ table: "U" })), {});
});

test("the choices are the moves of this position, none until they are known, and any while others think", () => {
  const faces = (here) => choicesAt(here).faces;
  assert.deepEqual(faces(mine), [{ h0: 1 }, { h1: 2 }]);
  assert.deepEqual(faces(table({ ply: 5 })), [], "those of an earlier position");
  assert.deepEqual(faces(table({}, { legal: null })), []);
  assert.deepEqual(faces(table({}, { legal: { ply: 4, count: null, moves: null } })), null, "too many");
  assert.equal(faces(table({ to_move: 1 })), null);
  assert.deepEqual(faces(table({ to_move: 1 }, { seat: null })), [{ h0: 1 }, { h1: 2 }], "of a watcher");
});

test("a move is chosen ahead only while another player is to move", () => {
  const may = (state, more) => mayPremove(table(state, more));
  assert.equal(may({ to_move: 1 }), true);
  assert.equal(may({ to_move: 0 }), false);
  assert.equal(may({ to_move: null }), false, "before the first player is chosen");
  assert.equal(may({ to_move: 1, over: {} }), false);
});

test("before its board has come a game has no marks, and its next move may be chosen ahead", () => {
  const game = { ...mine.game, variant: "chomp" };
  const { faces, moves, read, show } = choicesAt(table({}, { game }));
  assert.deepEqual([faces, moves, read({ h0: 1 }), show([0, 1])], [[], [], null, []]);
  assert.equal(mayPremove(table({ to_move: 1 }, { game })), true);
});
