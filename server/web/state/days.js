// The game of the position of the day, and what home shows of it, as part of the state.

import { dailyAt, dailyTable, isOfToday } from "./daily.js";
import { played } from "./tables.js";

/** @typedef {import("../net/wire.js").Move} Move */
/** @typedef {import("./types.js").State} State */

/**
 * The first move of the day has been made: a game must now be created for it.
 * @param {State} state
 * @param {number} day
 * @param {Move} move
 * @returns {State}
 */
export function dailyBegun(state, day, move) {
  const tries = state.daily.day === day ? state.daily.tries : 0;
  return { ...state, daily: { ...state.daily, day, move, table: null, alone: null, tries, open: true } };
}

/** The game of the day has been created: its first move is sent. @param {State} state @param {string} id @returns {State} */
export function dailySeated(state, id) {
  const { move, tries } = state.daily;
  const next = { ...state, daily: { ...state.daily, table: id, move: null, tries: tries + 1 } };
  return move === null ? next : played(next, id, move);
}

/**
 * A game of today's position that begins elsewhere is a try too, as it is for the server.
 * @param {State} before @param {State} next @returns {State}
 */
export function dailyTried(before, next) {
  const { daily, route, tables } = next;
  const table = route.page === "table" ? tables[route.id] : null;
  const begins = table && !before.tables[route.id] && table.state.ply < 2 && !table.state.over;
  if (!begins || daily.table === route.id || !isOfToday(next, table)) return next;
  const { number: day } = dailyAt(next.now);
  const tries = daily.day === day ? daily.tries : 0;
  return { ...next, daily: { ...daily, day, table: route.id, alone: null, move: null, tries: tries + 1 } };
}

/** No game could be created for the first move: the move may be made again. @param {State} state @returns {State} */
export function dailyDropped(state) {
  return { ...state, daily: { ...state.daily, move: null } };
}

/** The position of the day from its beginning; its tries go on being counted. @param {State} state @returns {State} */
export function dailyAnew(state) {
  return {
    ...state,
    daily: { ...state.daily, table: null, alone: null, move: null, hint: false, open: true },
  };
}

/**
 * What home shows less of from the next visit on, so that nothing there moves under the eyes: a position of
 * the day that is over, and the greeting once there was a game.
 * @param {State} state @returns {State}
 */
export function homeLeft(state) {
  if (state.route.page === "home") return state;
  const { daily, newcomer, seats } = state;
  const done = daily.open && Boolean(dailyTable(state)?.state.over);
  const played = newcomer && Object.keys(seats).length > 0;
  if (!done && !played) return state;
  return { ...state, newcomer: newcomer && !played, daily: { ...daily, open: daily.open && !done } };
}
