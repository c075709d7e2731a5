// What to do in a position, in plain words: the winning move and how to go on after it, or what the other
// player will do. Numbers that need a theory are for `why.js`. Pure.

import { modulusOf } from "../boards/multiple.js";
import { once } from "../boards/once.js";
import { copying, rowsAfter } from "./copying.js";
import { countsOf } from "./counts.js";
import { isLast, isOver } from "./ending.js";
import { isPlain, pairsUp, valuesOf } from "./pairing.js";

/** @typedef {import("./study.js").Ply} Ply */
/** @typedef {import("./study.js").Facts} Facts */
/** @typedef {import("../net/wire.js").Setup} Setup */
/** @typedef {import("../net/wire.js").Move} Move */
/**
 * @typedef {object} Said  A text, and what it is filled with.
 * @property {string} key
 * @property {Record<string, string | number | Array<string | number>>} [params]
 * @property {Move} [move]  To be said in the text as `move`.
 */

/** Stops that are looked for: more than are named. */
const MOST_STOPS = 5;
/** Games whose heaps are their own values: their reasons need no translation. */
const HEAPS = ["nim", "candy", "building", "circular_stacks"];

/** Games of rows, of which each is a game by itself. */
const ROWS = ["octal", "subtraction", "lasker", "nim_pass", "grundy"];

/** The sentences of a plan; none where there is no plain one. @param {Setup} game @param {Ply} ply @returns {Said[]} */
export const planOf = (game, ply) => once(ply, "plan", () => ended(game, ply, made(game, ply)));

/**
 * After the last move there is nothing to do, and where it wins, no more to say than that.
 * @param {Setup} game @param {Ply} ply @param {Said[]} plan @returns {Said[]}
 */
function ended(game, { position }, plan) {
  if (plan.length === 0 || isOver(game, position)) return [];
  const last = plan.find(({ move }) => move !== undefined && isLast(game, position, move));
  return last ? [{ key: "plan.last", move: last.move }] : plan;
}

/** @param {Setup} game @param {Ply} ply @returns {Said[]} */
function made(game, ply) {
  const { outcome, winning_moves, mover_survives, why } = ply;
  if (!outcome || mover_survives !== undefined) return [];
  const copied = copying(game, ply);
  if (copied !== undefined) return [copied ? { key: "why.copy.N", move: copied } : { key: "why.copy.P" }];
  const move = winning_moves?.[0];
  const { kind } = why.facts;
  if ((outcome === "N" && move === undefined) || !Object.hasOwn(PLANS, kind)) return [];
  return PLANS[kind](why.facts, outcome === "N" ? move : undefined, game, ply).filter(
    (said) => said !== null,
  );
}

/** The move that a plan names, or else any that wins. @param {Setup} game @param {Ply} ply @returns {Move | null} */
export function planned(game, ply) {
  return planOf(game, ply).find(({ move }) => move !== undefined)?.move ?? ply.winning_moves?.[0] ?? null;
}

/**
 * By the kind of facts, with a winning move where there is one.
 * @typedef {(facts: Facts, move: Move | undefined, game: Setup, ply: Ply) => Array<Said | null>} Planner
 * @type {Record<string, Planner>}
 */
const PLANS = {
  nim_sum: sums,
  tame: sums,
  quotient: (_, move, game, ply) => [answered(move, game, ply)],
  remainder: ({ left, modulus, wanted }, move, game, { position: { total } }) => {
    if (total === undefined) return [];
    const first = move === undefined ? total + modulus : total + /** @type {number} */ (move);
    const stops = stopsFrom(first, modulus, (stop) => stop <= total + left - wanted);
    return [stops.length > 0 ? stopping("stops", stops, modulus, move, game) : null];
  },
  arms: (_, move, __, { position: { rows = [] } }) => [arms(rows, move)],
  ratio: ({ small, large }, move) => {
    if (small === 0 || small === large) return [];
    if (move === undefined) return [{ key: "plan.ratio.P" }];
    const rest = large - small * /** @type {number[]} */ (move)[0];
    if (rest === 0) return [{ key: "plan.last", move }];
    const [low, high] = [Math.min(small, rest), Math.max(small, rest)];
    return [{ key: "plan.ratio.N", params: { low, high }, move }];
  },
  mirror: ({ first }, move, { variant }, { winning_moves }) => {
    const found = winning_moves?.find((move) => isOf(move, first));
    if (move === undefined || found === undefined) return [];
    return [{ key: variant === "chomp" ? "plan.arms.N" : "plan.mirror.N", move: found }];
  },
};

/** @param {Facts} facts @param {Move | undefined} move @param {Setup} game @param {Ply} ply @returns {Array<Said | null>} */
function sums(facts, move, game, ply) {
  const values = valuesOf(game, ply);
  if (ply.position.pass || HEAPS.includes(game.variant) || values.length === 0) return [];
  const multiples = single(move, game, ply);
  if (multiples) return [multiples];
  if (pairsUp(game, ply) && values.filter(Boolean).length > 1) {
    const key = game.ending === "misere" ? "plan.pairs.misere" : "plan.pairs";
    return [countsOf(game, ply), move === undefined ? { key: `${key}.P` } : { key: `${key}.N`, move }];
  }
  return [answered(move, game, ply)];
}

/**
 * One heap from which up to so many may be taken: the numbers to leave.
 * @param {Move | undefined} move @param {Setup} game @param {Ply} ply
 */
function single(move, game, { position }) {
  const modulus = game.variant === "subtraction" ? modulusOf(game) : 0;
  const [left, ...more] = (position.heaps ?? []).filter(Boolean);
  if (!modulus || left === undefined || more.length > 0) return null;
  const first = left - (move === undefined ? modulus : /** @type {number[]} */ (move)[1]);
  const stops = stopsFrom(first, -modulus, (stop) => stop >= 0);
  return stops.length > 0 ? stopping("leave", stops, modulus, move, game) : null;
}

/**
 * The numbers to go for: after a move to the last of them nothing is to be answered any more.
 * @param {"stops" | "leave"} kind @param {number[]} stops @param {number} modulus @param {Move | undefined} move
 * @param {Setup} game @returns {Said}
 */
function stopping(kind, stops, modulus, move, { ending }) {
  const params = { stops, modulus };
  if (move === undefined) return { key: `plan.${kind}.P`, params };
  if (stops.length > 1) return { key: `plan.${kind}.N`, params, move };
  return { key: ending === "misere" ? "plan.misere.N" : "plan.last", move };
}

/**
 * Rows that are not paired but balance, or no more than that there is an answer.
 * @param {Move | undefined} move @param {Setup} game @param {Ply} ply @returns {Said}
 */
function answered(move, game, { position: { heaps = [] } }) {
  const { variant, ending } = game;
  const to = move === undefined ? "P" : "N";
  if (ending === "misere") return { key: `plan.misere.${to}`, move };
  const after = () => (move === undefined ? heaps : rowsAfter(variant, heaps, move));
  const rows = ROWS.includes(variant) ? after().filter((n) => !isOver(game, { heaps: [n] })).length : 0;
  return { key: `plan.${rows > 1 ? "rows" : "answer"}.${to}`, move };
}

/** Chomp with two rows, two columns, or two arms. @param {number[]} rows @param {Move | undefined} move @returns {Said | null} */
function arms(rows, move) {
  const left = rows.filter(Boolean);
  const isDouble = left.length === 2 || left[0] === 2;
  if (move === undefined) {
    // The green square alone has no other answer.
    if (left.length === 1 && left[0] === 1) return null;
    return { key: isDouble ? "plan.shorter.P" : "plan.arms.P" };
  }
  const [row, column] = /** @type {number[]} */ (move);
  const after = left.map((n, i) => (i < row ? n : Math.min(n, column)));
  if (after.reduce((a, b) => a + b, 0) === 1) return { key: "plan.green", move };
  return { key: isDouble ? "plan.shorter.N" : "plan.arms.N", move };
}

/** Whether a move takes just these. @param {Move} move @param {number[]} places */
function isOf(move, places) {
  return JSON.stringify(Array.isArray(move) ? move : [move]) === JSON.stringify(places);
}

/** The first numbers at a distance. @param {number} first @param {number} step @param {(stop: number) => boolean} isWithin */
function stopsFrom(first, step, isWithin) {
  return Array.from({ length: MOST_STOPS }, (_, i) => first + i * step).filter(isWithin);
}

/**
 * A reason for a hint, of a few words: null where none is so short.
 * @param {Setup} game @param {Ply} ply @param {Move} move @returns {Said | null}
 */
export function because(game, ply, move) {
  const [plan] = planOf(game, ply);
  const { facts } = ply.why;
  if (plan?.key === "plan.last") return { key: "choose.because.last" };
  if (plan?.key === "why.copy.N") return { key: "choose.because.rows" };
  if (plan?.key === "plan.arms.N") return { key: "choose.because.arms" };
  if (plan?.key === "plan.mirror.N") return { key: "choose.because.mirror" };
  if (plan?.key === "plan.stops.N") {
    const stops = /** @type {number[]} */ (plan.params?.stops ?? []).slice(1, 3);
    return { key: "choose.because.stops", params: { stops } };
  }
  if (plan?.key === "plan.leave.N") return leaving(plan, game.ending === "misere");
  if (!isPlain(game)) return null;
  if (facts.kind === "ones") return { key: "choose.because.odd" };
  if (!pairsUp(game, ply)) return null;
  const [heap, taken] = /** @type {number[]} */ (move);
  const isLast = ply.position.heaps?.every((n, i) => n === (i === heap ? taken : 0));
  return { key: isLast ? "choose.because.last" : "choose.because.pairs" };
}

/** @param {Said} plan @param {boolean} misere @returns {Said} */
function leaving({ params }, misere) {
  const [left] = /** @type {number[]} */ (params?.stops ?? []);
  const modulus = params?.modulus ?? 0;
  return { key: `choose.because.${misere ? "oneMore" : "multiple"}`, params: { left, modulus } };
}
