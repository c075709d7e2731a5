// Puzzles, as part of the state: the current one, the tries, and a rush against the clock. If
// the server has no puzzles from games, those of a rush are posed one after the other: they
// are unrated, and the page knows their answers. So is a position that somebody shares as a puzzle.

import { ANALYSIS, keyOf, staled } from "./answers.js";
import { sameMove } from "./selection.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("../net/wire.js").Setup} Setup */
/** @typedef {import("../net/wire.js").Move} Move */
/** @typedef {{rating: number, deviation: number, tried: number, solved: number}} Stands */
/**
 * @typedef {object} Posed
 * @property {number} [puzzle]  Its number; none if it is unrated.
 * @property {Setup} game
 * @property {Move[] | null} moves  The legal moves; null if there are too many.
 * @property {Move[]} [winning]  The answer, if it is known here.
 * @property {number} [rating]  None if it is a shared position.
 * @property {number} [tried]
 * @property {number} [solved]
 *
 * @typedef {object} Judged  The result of a try.
 * @property {boolean} solved
 * @property {Move[]} winning  Some of the moves that win.
 * @property {boolean} counted
 * @property {Stands | null} stands
 * @property {string} [table]  The game from which the puzzle comes.
 * @property {number} [ply]
 *
 * @typedef {object} Run  A rush.
 * @property {Posed[]} posed
 * @property {number} ends  When the time is up.
 * @property {Array<{posed: Posed, move: Move, solved: boolean}>} done
 * @property {boolean} over
 * @property {boolean} record  Whether it is a personal record.
 * @property {number | null} shown  The missed puzzle being viewed.
 *
 * @typedef {object} Puzzles
 * @property {string} of  The puzzle to which the other fields refer.
 * @property {number} step  How many puzzles were posed in this visit.
 * @property {Move | null} move  The last try.
 * @property {Judged | null} judged  Its result, once known.
 * @property {number} tries  Tries at the current puzzle.
 * @property {boolean} shown  Whether its answer is shown.
 * @property {number | null} before  The rating before the try.
 * @property {Run | null} run
 */

export const NEXT = "/api/puzzles/next";
export const TODAY = "/api/puzzles/today";
export const RUSH = "/api/puzzles/rush";
/** The route of a position as a puzzle, by its notation. */
export const POSITION = "position";
export const RUSH_MS = 180_000;
export const MOST_MISTAKES = 3;

const UNTRIED = { move: null, judged: null, tries: 0, shown: false, before: null };
/** @type {Puzzles} */
const NONE = { of: "", step: 0, ...UNTRIED, run: null };

/** @param {State} state */
export function puzzlesOf({ puzzles }) {
  return puzzles ?? NONE;
}

/** @param {string} id  Of a player. */
export const careerQuery = (id) => ({ path: `/api/players/${id}/puzzles` });

/** My puzzle rating, if known. @param {State} state @returns {Stands | null} */
export function standsOf(state) {
  const { answers, me, registered } = state;
  const answer = me && registered ? answers[careerQuery(me).path] : undefined;
  return puzzlesOf(state).judged?.stands ?? (answer?.ok ? answer.value : null);
}

/** The query for the position of the address. @param {State} state */
export const sharedQuery = ({ route }) => ({ path: ANALYSIS, body: { text: route.rest } });

/**
 * Whether a position can be a puzzle: of two players the one to move is proven to win, by moves that are known.
 * @param {import("../study/study.js").Ply} ply @param {number} seats
 */
export function isPuzzle({ outcome, certainty, winning_moves }, seats) {
  return seats === 2 && outcome === "N" && certainty === "proven" && (winning_moves ?? []).length > 0;
}

/** The position that is shared as a puzzle, if it is one. @param {State} state @returns {Posed | null} */
function sharedIn(state) {
  const answer = state.answers[keyOf(sharedQuery(state))];
  if (!answer?.ok) return null;
  /** @type {import("../study/study.js").Review} */
  const { game, plies, seats, values } = answer.value;
  const ply = plies[plies.length - 1];
  if (!isPuzzle(ply, seats.length)) return null;
  const moves = values?.map(({ move }) => move) ?? null;
  return { game: { ...game, start: ply.position }, moves, winning: ply.winning_moves ?? [] };
}

/** The current puzzle; null while it is not known. @param {State} state @returns {Posed | null} */
export function posedIn(state) {
  const { route, answers } = state;
  if (route.id === POSITION) return sharedIn(state);
  const answer = answers[route.id === "today" ? TODAY : NEXT];
  if (!answer || answer.stale) return null;
  if (answer.ok) return answer.value;
  if (route.id === "today") return null;
  const drawn = answers[RUSH];
  return drawn?.ok ? drawn.value.puzzles[puzzlesOf(state).step % drawn.value.puzzles.length] : null;
}

/**
 * The position of a puzzle as a table.
 * @param {Posed} one @param {string} id @param {boolean} open  Whether moves may be made. @returns {Table}
 */
export function puzzleTable({ game, moves }, id, open) {
  return {
    game,
    players: [],
    moves: [],
    seat: open ? 0 : null,
    live: false,
    sent: null,
    at: 0,
    legal: open ? { ply: 0, count: moves?.length ?? null, moves } : null,
    state: {
      table: id,
      ply: 0,
      position: game.start,
      to_move: open ? 0 : null,
      last_move: null,
      present: [],
      over: null,
    },
  };
}

/** Whether the server has no puzzles from games, so that generated ones are posed. @param {State} state */
export function isPractice({ route, answers }) {
  const answer = answers[route.id === "today" ? TODAY : NEXT];
  return answer !== undefined && !answer.ok && answer.code === "not_found";
}

/** A move has been tried and is to be judged. @param {State} state @param {Move} move @returns {State} */
export function tried(state, move) {
  const puzzles = puzzlesOf(state);
  const before = puzzles.tries === 0 ? (standsOf(state)?.rating ?? null) : puzzles.before;
  return { ...state, puzzles: { ...puzzles, move, judged: null, before } };
}

/** @param {State} state @param {Judged} judged @returns {State} */
export function judged(state, judged) {
  const { me, solved } = state;
  const puzzles = puzzlesOf(state);
  const first = puzzles.tries === 0 && !puzzles.shown;
  const next = {
    ...state,
    puzzles: { ...puzzles, judged, tries: puzzles.tries + 1 },
    solved: first ? { ...solved, row: judged.solved ? solved.row + 1 : 0 } : solved,
  };
  return judged.counted && me ? staled(next, careerQuery(me).path) : next;
}

/** Judges a try at a puzzle whose answer is known here. @param {Posed} posed @param {Move} move @returns {Judged} */
export function judgedHere({ winning = [] }, move) {
  return { solved: isAmong(winning, move), winning, counted: false, stands: null };
}

/** The try could not be judged and may be repeated. @param {State} state @returns {State} */
export function unjudged(state) {
  return { ...state, puzzles: { ...puzzlesOf(state), move: null } };
}

/** Goes on to another puzzle. @param {State} state @returns {State} */
export function following(state) {
  const { [NEXT]: _, ...answers } = state.answers;
  const { run, step } = puzzlesOf(state);
  const puzzles = { of: "", ...UNTRIED, run, step: step + 1 };
  return { ...state, puzzles, answers: isPractice(state) ? state.answers : answers };
}

/** Resets the tries if the puzzle has changed. @param {State} state @returns {State} */
export function posed(state) {
  const [puzzles, one] = [puzzlesOf(state), posedIn(state)];
  const { id, rest } = state.route;
  const of = one ? `${id} ${one.puzzle ?? (rest || puzzles.step)}` : puzzles.of;
  return of === puzzles.of ? state : { ...state, puzzles: { ...puzzles, ...UNTRIED, of } };
}

/** Shows the answer. @param {State} state @returns {State} */
export function shown(state) {
  return { ...state, puzzles: { ...puzzlesOf(state), shown: true } };
}

/** Begins a rush. @param {State} state @param {Posed[]} posed @param {number} now @returns {State} */
export function rushBegun(state, posed, now) {
  const { [RUSH]: _, ...answers } = state.answers;
  const run = { posed, ends: now + RUSH_MS, done: [], over: false, record: false, shown: null };
  return { ...state, answers, now, puzzles: { ...puzzlesOf(state), run } };
}

/** Makes a move in a rush. @param {State} state @param {Move} move @param {number} now @returns {State} */
export function rushed(state, move, now) {
  const puzzles = puzzlesOf(state);
  const { run } = puzzles;
  const posed = run?.posed[run.done.length];
  if (!run || run.over || !posed || now >= run.ends) return rushEnded({ ...state, now });
  const done = [...run.done, { posed, move, solved: isAmong(posed.winning ?? [], move) }];
  return rushEnded({ ...state, now, puzzles: { ...puzzles, run: { ...run, done } } });
}

/** Ends the rush once the time is up, three puzzles were missed, or all were solved. @param {State} state @returns {State} */
export function rushEnded(state) {
  const { solved } = state;
  const puzzles = puzzlesOf(state);
  const { run } = puzzles;
  if (!run || run.over) return state;
  const ended =
    state.now >= run.ends || missed(run).length >= MOST_MISTAKES || run.done.length === run.posed.length;
  if (!ended) return state;
  const score = scoreOf(run);
  const record = score > solved.best;
  return {
    ...state,
    puzzles: { ...puzzles, run: { ...run, over: true, record } },
    solved: { ...solved, best: Math.max(solved.best, score) },
  };
}

/** Views a missed puzzle. @param {State} state @param {number | null} shown @returns {State} */
export function looked(state, shown) {
  const puzzles = puzzlesOf(state);
  return puzzles.run ? { ...state, puzzles: { ...puzzles, run: { ...puzzles.run, shown } } } : state;
}

/** @param {Run} run */
export function scoreOf({ done }) {
  return done.filter(({ solved }) => solved).length;
}

/** @param {Run} run */
export function missed({ done }) {
  return done.filter(({ solved }) => !solved);
}

/** @param {Move[]} moves @param {Move} move */
function isAmong(moves, move) {
  return moves.some((other) => sameMove(other, move));
}
