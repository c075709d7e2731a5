// The tables known to the page, as part of the state: tables opened, events there, and my
// moves.

import { notify } from "./notices.js";
import { NOTHING, sameMove } from "./selection.js";

/**
 * @template {import("../net/wire.js").Message["t"]} T
 * @typedef {import("../net/wire.js").MessageOf<T>} MessageOf
 */
/** @typedef {import("../net/wire.js").Move} Move */
/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Table} Table */

/**
 * The answer to `attach` or `watch`.
 * @param {State} state
 * @param {string} id
 * @param {MessageOf<"table"> | MessageOf<"seated">} view
 * @param {number | null} seat
 * @returns {State}
 */
export function tableOpened(state, id, view, seat) {
  const {
    game,
    players,
    moves,
    clock,
    clocks,
    rated,
    pair,
    division,
    ratings,
    drawn,
    bid,
    handicap,
    pie,
    excluded,
  } = view;
  const before = state.tables[id];
  const same = before && JSON.stringify(before.game) === JSON.stringify(game);
  const table = {
    // The same object for the same game, because layouts are cached by it.
    game: same ? before.game : game,
    players,
    moves,
    clock: clock ?? undefined,
    clocks,
    rated,
    pair,
    division,
    ratings,
    drawn,
    bid,
    handicap,
    pie,
    // What the server tells once only, as the game begins.
    again: before?.again ?? state.seats[id]?.again,
    promised: before?.promised,
    whole: before?.whole,
    excluded,
    state: view.state,
    seat,
    live: true,
    legal: before?.legal ?? null,
    sent: before?.sent && before.sent.ply === view.state.ply ? before.sent : null,
    premove: null,
    at: state.now,
  };
  const { [id]: _, ...missing } = state.missing;
  return follow({ ...state, missing, tables: { ...state.tables, [id]: table } }, id);
}

/** @param {State} state @param {string} id @param {string} why @returns {State} */
export function tableMissing(state, id, why) {
  return { ...state, missing: { ...state.missing, [id]: why } };
}

/** The answer to `moves`. @param {State} state @param {MessageOf<"moves">} answer @returns {State} */
export function movesListed(state, answer) {
  const listed = changeTable(state, answer.table, {
    legal: { ply: answer.ply, count: answer.count ?? null, moves: answer.moves ?? null },
  });
  return premovePlayed(listed, answer.table, answer.ply);
}

/**
 * The player chooses the next move while others are to move; null takes it back.
 * @param {State} state @param {string} id @param {Move | null} move @returns {State}
 */
export function premoved(state, id, move) {
  const selection = { ...NOTHING, focus: state.selection.focus };
  return changeTable({ ...state, selection, introduced: introducedWith(state, id) }, id, {
    premove: move,
  });
}

/** The variants in which a move was chosen here, and this table's. @param {State} state @param {string} id */
function introducedWith({ introduced, tables }, id) {
  const { variant } = tables[id].game;
  return introduced.includes(variant) ? introduced : [...introduced, variant];
}

/**
 * A premove is played if the position allows it, and dropped if not. Where there are too many
 * moves to list, the server judges it.
 * @param {State} state @param {string} id @param {number} ply @returns {State}
 */
function premovePlayed(state, id, ply) {
  const table = state.tables[id];
  const move = table?.premove;
  if (!move || table.state.ply !== ply || !isMyTurn(table)) return state;
  const done = changeTable(state, id, { premove: null });
  const legal = table.legal?.moves;
  if (!legal || legal.some((one) => sameMove(one, move))) return played(done, id, move);
  return notify(done, "info", "notice.premoveGone");
}

/** @param {State} state @param {string} id @param {number} ply @returns {State} */
export function movesUnknown(state, id, ply) {
  return changeTable(state, id, { legal: { ply, count: null, moves: null } });
}

/** The player has chosen a move. @param {State} state @param {string} id @param {Move} move @returns {State} */
export function played(state, id, move) {
  const table = state.tables[id];
  return changeTable({ ...state, introduced: introducedWith(state, id) }, id, {
    sent: { ply: table.state.ply, move },
    sentAt: state.now,
  });
}

/** How long a move may be on its way before it is said that the server does not answer. */
const ANSWER_MS = 2000;

/** Whether my move has been on its way for long. @param {Table} table @param {number} now */
export function isUnanswered({ sent, sentAt }, now) {
  return sent !== null && sentAt !== undefined && now - sentAt >= ANSWER_MS;
}

/** The move was refused. @param {State} state @param {string} id @returns {State} */
export function unplayed(state, id) {
  return changeTable(state, id, { sent: null });
}

/** The player asks for a takeback no longer: that it is gone is not a refusal. @param {State} state @param {string} id @returns {State} */
export function withdrawn(state, id) {
  const { takeback: _, ...rest } = state.tables[id].state;
  return changeTable(state, id, { state: rest });
}

/** @param {State} state @param {string} id @returns {State} */
export function unwatched(state, id) {
  const { [id]: _, ...tables } = state.tables;
  return { ...state, tables };
}

/** @param {State} state @param {import("../net/wire.js").TableState} next @returns {State} */
export function stateChanged(state, next) {
  const table = state.tables[next.table];
  if (!table) return state;
  const asked = table.seat !== null && table.state.takeback?.agreed.includes(table.seat);
  const refused = asked && !next.takeback && !next.over && next.ply === table.state.ply;
  if (refused) state = notify(state, "info", "notice.takebackRefused");
  const moved = next.ply === table.state.ply + 1 && next.last_move !== null;
  // Moves that were taken back are removed from the list too.
  const kept = table.moves.slice(
    0,
    Math.max(0, table.moves.length - Math.max(0, table.state.ply - next.ply)),
  );
  return follow(
    changeTable(state, next.table, {
      state: next,
      at: state.now,
      moves: moved ? [...table.moves, /** @type {Move} */ (next.last_move)] : kept,
      sent: table.sent && table.sent.ply === next.ply && !next.over ? table.sent : null,
      // It waits for one position; moves taken back lead to another.
      premove: next.over || next.ply < table.state.ply ? null : table.premove,
    }),
    next.table,
  );
}

/** Whether I may move now. @param {Table} table */
export function isMyTurn({ seat, state, sent }) {
  return seat !== null && state.to_move === seat && sent === null;
}

/** Whether I must choose the first player. @param {Table} table */
export function isMyChoice({ seat, state }) {
  return seat !== null && !state.over && state.choosing === seat;
}

/** Whether I must bid for the seat. @param {Table} table */
export function isMyBid({ seat, state }) {
  return seat !== null && !state.over && state.bidding?.[seat] === false;
}

/**
 * The second game of a rated pair whose first one is over. It has the same start, so until it
 * is over too, the server reveals nothing about either.
 * @param {Table | undefined} table
 */
export function sequelOf(table) {
  return table?.rated && table.pair?.game === 1 && table.state.over?.winners.length
    ? table.pair.other
    : undefined;
}

/** A selection ends with its position. @param {State} state @param {string} id @returns {State} */
function follow(state, id) {
  const table = state.tables[id];
  const stale = state.selection.table === id && state.selection.ply !== table.state.ply;
  return {
    ...state,
    selection: stale
      ? { ...NOTHING, table: id, ply: table.state.ply, focus: state.selection.focus }
      : state.selection,
  };
}

/** @param {State} state @param {string} id @param {Partial<Table>} change @returns {State} */
export function changeTable(state, id, change) {
  const table = state.tables[id];
  return table ? { ...state, tables: { ...state.tables, [id]: { ...table, ...change } } } : state;
}
