// The selection on a board, as part of the state: fetched with the first board.

import { boardOf } from "../variants/index.js";
import { once } from "../boards/once.js";
import { choices, put, touch } from "./selection.js";
import { isMyTurn } from "./tables.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./selection.js").Marks} Marks */

/** @param {State} state @param {Table} table @param {string} slot @param {number} value @returns {State} */
export function touched(state, table, slot, value) {
  return select(state, table, (marks, choices) => touch(marks, slot, value, choices));
}

/** @param {State} state @param {Table} table @param {string} slot @param {number} value @returns {State} */
export function entered(state, table, slot, value) {
  return select(state, table, (marks, choices) => put(marks, slot, value, choices));
}

/** @param {State} state @param {Table} table @param {Marks} marks @returns {State} */
export function selected(state, table, marks) {
  return select(state, table, () => marks);
}

/**
 * Whether my next move may be chosen already, while others are to move: where their move does
 * not change what mine says.
 * @param {Table} table
 */
export function mayPremove({ seat, state: { over, to_move }, game, live }) {
  const waits = live && seat !== null && !over && to_move !== null && to_move !== seat;
  return waits && boardOf(game.variant)?.renumbers !== true;
}

/** The moves that may be chosen at this table now. @param {Table} table */
export function choicesAt(table) {
  const {
    game,
    state: { position, ply },
    legal,
  } = table;
  const board = boardOf(game.variant);
  // What is legal after the others' moves is not known yet.
  const ahead = !isMyTurn(table) && mayPremove(table);
  const moves = ahead ? null : legal?.ply === ply ? legal.moves : [];
  if (!board)
    return choices(
      [],
      () => null,
      () => [],
    );
  // Cached, because every render asks.
  return once(moves ?? position, "choices", () =>
    choices(
      moves,
      (marks) => board.read(marks, game, position),
      (move) => board.show(move, game, position),
    ),
  );
}

/** The marks selected at this table. @param {State} state @param {Table} table */
export function marksAt({ selection }, { state: { table, ply } }) {
  return selection.table === table && selection.ply === ply ? selection.marks : {};
}

/**
 * @param {State} state
 * @param {Table} table
 * @param {(marks: Marks, choices: import("./selection.js").Choices) => Marks} change
 * @returns {State}
 */
function select(state, table, change) {
  if (!isMyTurn(table) && !mayPremove(table)) return state;
  const marks = change(marksAt(state, table), choicesAt(table));
  return {
    ...state,
    selection: { ...state.selection, table: table.state.table, ply: table.state.ply, marks },
  };
}
