// The position of the day without a house bot: the analysis answers in its place. Fetched with the
// first move that finds no bot.

import { refusalOf } from "../net/refusal.js";
import { answerTo } from "./query.js";
import { analysisQuery } from "../state/answers.js";
import { notify } from "../state/notices.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../state/types.js").Table} Table */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../net/wire.js").Setup} Setup */
/** @typedef {import("../net/wire.js").Move} Move */
/** @typedef {import("../study/study.js").Review} Review */

/** From my move to the answer, so that the two are seen one after the other. */
const MOMENT_MS = 700;

/**
 * Plays a move of mine, and the answer to it, at once if nothing shall move.
 * @param {boolean} still @param {Act["change"]} change @param {number} day @param {Table} table @param {Move} move
 */
export async function playAlone(still, change, day, table, move) {
  const { game, moves } = table;
  const show = (/** @type {Table} */ next) => change((now) => shown(now, day, next));
  change((now) => ({ ...now, daily: begun(now.daily, day, moves.length === 0) }));
  show({ ...table, sent: { ply: moves.length, move } });
  const after = await reviewOf(game, [...moves, move]);
  if (!after.ok) {
    show(table);
    return change((now) => notify(now, "error", ...refusalOf(after)));
  }
  const mine = positionAfter(table, after.value);
  show(mine);
  if (mine.state.over) return;
  const [answered] = await Promise.all([
    reviewOf(game, [...moves, move, answerIn(after.value)]),
    new Promise((done) => setTimeout(done, still ? 0 : MOMENT_MS)),
  ]);
  show(answered.ok ? positionAfter(table, answered.value) : table);
}

/** @param {State["daily"]} daily @param {number} day @param {boolean} first @returns {State["daily"]} */
function begun(daily, day, first) {
  const tries = (daily.day === day ? daily.tries : 0) + (first ? 1 : 0);
  return { ...daily, day, tries, table: null, move: null, open: true };
}

/**
 * Nothing is shown once another day, or a game on the server, has begun.
 * @param {State} now @param {number} day @param {Table} alone @returns {State}
 */
function shown(now, day, alone) {
  return now.daily.day === day && !now.daily.table ? { ...now, daily: { ...now.daily, alone } } : now;
}

/** @param {Setup} game @param {Move[]} moves */
function reviewOf(game, moves) {
  return answerTo(analysisQuery(game, moves));
}

/** A winning answer; where there is none, any. @param {Review} review @returns {Move} */
function answerIn({ plies, values }) {
  const winning = plies[plies.length - 1].winning_moves ?? [];
  const all = winning.length > 0 ? winning : (values ?? []).map(({ move }) => move);
  return all[Math.floor(Math.random() * all.length)];
}

/** The table at the end of these moves. I am the first player. @param {Table} table @param {Review} review @returns {Table} */
function positionAfter(table, { game, moves, plies, values, text }) {
  const ply = moves.length;
  const all = values?.map(({ move }) => move) ?? null;
  // Without a move, whoever has made the last one has won, or lost in misère play.
  const winner = (ply + (game.ending === "misere" ? 0 : 1)) % 2;
  const over = all?.length === 0 ? { winners: [winner], reason: /** @type {const} */ ("played") } : null;
  return {
    ...table,
    moves,
    text,
    sent: null,
    legal: { ply, count: all?.length ?? null, moves: all },
    state: {
      ...table.state,
      ply,
      position: plies[ply].position,
      to_move: over ? null : ply % 2,
      last_move: moves[ply - 1],
      over,
    },
  };
}
