// The position of the day: the same for everybody, easier at the beginning of the week than at
// its end. The player to move wins with best play; a test checks this with the solver.

import { levelOf } from "./levels.js";

/** @typedef {import("../net/wire.js").Setup} Setup */
/** @typedef {import("../net/wire.js").Move} Move */
/** @typedef {import("./types.js").State} State */
/**
 * @typedef {{last: number, streak: number, solved: Record<string, number>}} Streak  The last day solved, days
 *   in a row, and the tries of each.
 */

/** The query for how many have tried and solved it today. */
export const DAILY = { path: "/api/daily" };

/** Days are counted from here: a Monday. */
const FIRST_DAY = Date.UTC(2026, 5, 29);
const DAY_MS = 86_400_000;
/** The number of days whose results are kept. */
const MOST_DAYS = 60;

/** @param {number[]} heaps @returns {Setup} */
const nim = (...heaps) => ({ variant: "nim", params: {}, ending: "normal", start: { heaps } });
/** @param {number[]} take @param {number[]} heaps @returns {Setup} */
const subtraction = (take, ...heaps) => ({
  variant: "subtraction",
  params: { take },
  ending: "normal",
  start: { heaps },
});
/** @param {number} heap @returns {Setup} */
const fibonacci = (heap) => ({
  variant: "fibonacci",
  params: {},
  ending: "normal",
  start: { heap, limit: heap - 1 },
});
/** @param {number[]} rows @returns {Setup} */
const chomp = (...rows) => ({ variant: "chomp", params: {}, ending: "misere", start: { rows } });
/** @param {number[]} heaps @returns {Setup} */
const kayles = (...heaps) => ({
  variant: "octal",
  params: { code: "0.77" },
  ending: "normal",
  start: { heaps },
});

/** From Monday to Sunday, week after week. Keep in sync with `matchmaking/daily.rs`. @type {Setup[]} */
export const POSITIONS = [
  nim(2, 3, 4),
  subtraction([1, 2, 3], 15),
  nim(1, 3, 5, 6),
  kayles(7),
  nim(3, 5, 7),
  chomp(4, 4, 4),
  nim(1, 4, 6, 7),
  nim(1, 4, 4),
  fibonacci(12),
  nim(2, 4, 5),
  chomp(3, 3, 3),
  nim(1, 2, 4, 6),
  kayles(5, 3),
  nim(2, 5, 6, 7),
  subtraction([1, 2, 3, 4], 17),
  nim(3, 4, 6),
  nim(1, 3, 4, 7),
  fibonacci(17),
  nim(4, 5, 7),
  kayles(8),
  nim(3, 5, 6, 8),
];

/** @param {number} now  In milliseconds. @returns {{number: number, game: Setup}} */
export function dailyAt(now) {
  const day = Math.floor((now - FIRST_DAY) / DAY_MS);
  const index = ((day % POSITIONS.length) + POSITIONS.length) % POSITIONS.length;
  return { number: day + 1, game: POSITIONS[index] };
}

/** The game of the day, on the server or alone. @param {State} state */
export function dailyTable({ daily, tables }) {
  return daily.table ? tables[daily.table] : daily.alone;
}

/**
 * Whether this is a game of today's position: begun by me there, against the bot that never errs.
 * @param {State} state @param {import("./types.js").Table} table
 */
export function isOfToday({ now }, { game, players, seat }) {
  const { variant, params, start } = dailyAt(now).game;
  const same = (/** @type {any} */ one, /** @type {any} */ other) =>
    JSON.stringify(one) === JSON.stringify(other);
  return (
    seat === 0 &&
    players.length === 2 &&
    Boolean(players[1].house) &&
    levelOf(players[1].name) === "perfect" &&
    game.variant === variant &&
    same(game.params, params) &&
    same(game.start, start)
  );
}

/** Whether today's position is done, and nobody wants to see its board. @param {State} state */
export function isFolded(state) {
  const { daily, now } = state;
  const day = dailyAt(now).number;
  const table = daily.day === day ? dailyTable(state) : null;
  if (daily.open) return false;
  return table ? table.state.over !== null : String(day) in daily.streak.solved;
}

/**
 * This day's legal moves, and how many have tried and solved it, if the server has told.
 * @param {State} state @param {number} day
 * @returns {{moves: Move[], tried: number, solved: number} | null}
 */
export function dailyTold({ answers }, day) {
  const answer = answers[DAILY.path];
  return answer?.ok && answer.value.number === day ? answer.value : null;
}

/** A day was solved, in this many tries. @param {Streak} streak @param {number} day @param {number} tries @returns {Streak} */
export function solvedOn({ last, streak, solved }, day, tries) {
  if (String(day) in solved) return { last, streak, solved };
  const kept = Object.entries({ ...solved, [day]: tries }).slice(-MOST_DAYS);
  return { last: day, streak: last === day - 1 ? streak + 1 : 1, solved: Object.fromEntries(kept) };
}

/** Days in a row up to today: today does not break the streak while it is not over. @param {Streak} streak @param {number} day */
export function streakOn({ last, streak }, day) {
  return last >= day - 1 ? streak : 0;
}

/** @param {Record<string, any>} kept @returns {Streak} */
export function streakOf({ last = -1, streak = 0, solved = {} }) {
  return { last, streak, solved };
}
