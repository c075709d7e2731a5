// The course: Nim step by step, a lesson on each other game, and free play against the same opponent. The
// learner plays on the usual board; the opponent's answers come from the server's analysis of
// the position, or from the page's own without a network.

import { FAMILIES } from "../variants/index.js";
import { continued, reviewOf } from "./study.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("./study.js").Study} Study */
/** @typedef {import("./study.js").Review} Review */
/** @typedef {import("./study.js").Valued} Valued */
/** @typedef {import("../net/wire.js").Setup} Setup */
/**
 * @typedef {object} Lesson
 * @property {string} name  Its texts are `lesson.{name}.title`, `.text` and `.done`.
 * @property {Setup} game
 * @property {0 | 1} seat  The learner's seat: always the one that can win.
 * @property {boolean} [free]  Whether mistakes stand, as in any game.
 * @property {boolean} [why]  Whether the reason is drawn next to the board.
 */

/** @param {number[]} heaps @param {import("../net/wire.js").Ending} [ending] @returns {Setup} */
const nim = (heaps, ending = "normal") => ({ variant: "nim", params: {}, ending, start: { heaps } });
/**
 * A game that the last move wins.
 * @param {string} variant @param {Setup["params"]} params @param {Setup["start"]} start @returns {Setup}
 */
const normal = (variant, params, start) => ({ variant, params, ending: "normal", start });
/** The same, but the last move loses. @type {typeof normal} */
const misere = (...game) => ({ ...normal(...game), ending: "misere" });
/** Two points that are joined, each with two more. */
const BRIDGE = {
  vertices: 6,
  edges: [
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 4],
    [1, 5],
  ],
  rule: "connected",
  min: 1,
  max: 2,
};
/** Two chains of two, and one element above both. */
const ROOF = {
  elements: 5,
  covers: [
    [0, 1],
    [2, 3],
    [1, 4],
    [3, 4],
  ],
};
/** Five points in a row. */
const ROW = { vertices: 5, edges: [0, 1, 2, 3].map((x) => [x, x + 1]) };
/** A stalk with a branch of one edge and one of two, and a stalk of two edges beside it. */
const TREE = [
  [0, 1],
  [1, 2],
  [2, 3],
  [1, 4],
  [0, 5],
  [5, 6],
];

/** @type {Lesson[]} */
export const LESSONS = [
  { name: "one", game: nim([4]), seat: 0 },
  { name: "equal", game: nim([3, 3]), seat: 1 },
  { name: "unequal", game: nim([2, 5]), seat: 0 },
  { name: "pairs", game: nim([1, 2, 3]), seat: 1, why: true },
  { name: "sum", game: nim([3, 4, 5]), seat: 0, why: true },
  { name: "large", game: nim([7, 9, 12, 15]), seat: 0, why: true },
  { name: "ones", game: nim([1, 1, 2], "misere"), seat: 0 },
  { name: "misere", game: nim([3, 4, 5], "misere"), seat: 0, why: true },
  {
    name: "count",
    game: { variant: "game21", params: { step: 3, target: 21 }, ending: "misere", start: { total: 0 } },
    seat: 1,
    why: true,
  },
  { name: "hundred", game: normal("game100", { step: 10, target: 100 }, { total: 60 }), seat: 0, why: true },
  { name: "left", game: normal("subtraction", { take: [1, 2, 3] }, { heaps: [5, 7] }), seat: 0 },
  { name: "euclid", game: normal("euclid", {}, { pair: [4, 17] }), seat: 0, why: true },
  { name: "wythoff", game: normal("multiheap", { scope: "all" }, { heaps: [4, 5] }), seat: 0, why: true },
  { name: "nearly", game: normal("rwythoff", { r: 2 }, { heaps: [3, 6] }), seat: 0, why: true },
  { name: "moore", game: normal("moore", { k: 2, cap: null }, { heaps: [2, 3, 4] }), seat: 0 },
  { name: "greedy", game: normal("greedy", {}, { heaps: [2, 4, 4, 5] }), seat: 0 },
  { name: "lasker", game: normal("lasker", {}, { heaps: [1, 2, 3] }), seat: 0 },
  { name: "grundy", game: normal("grundy", {}, { heaps: [8] }), seat: 0 },
  { name: "candy", game: normal("candy", {}, { heaps: [4, 5, 6] }), seat: 0, why: true },
  { name: "building", game: normal("building", {}, { remaining: 4, stacks: [0, 0] }), seat: 1 },
  { name: "fibonacci", game: normal("fibonacci", {}, { heap: 11, limit: 10 }), seat: 0, why: true },
  { name: "staircase", game: normal("staircase", {}, { steps: [0, 3, 2, 1] }), seat: 0 },
  { name: "pass", game: normal("nim_pass", {}, { heaps: [1, 2, 3], pass: true }), seat: 0, why: true },
  { name: "kayles", game: normal("octal", { code: "0.77" }, { heaps: [7] }), seat: 0 },
  { name: "ring", game: normal("circular", { k: 2 }, { circle: "111111" }), seat: 1 },
  { name: "stacks", game: normal("circular_stacks", { k: 2 }, { heaps: [3, 2, 1, 4] }), seat: 0 },
  { name: "nimble", game: normal("nimble", {}, { coins: [1, 2, 6] }), seat: 0, why: true },
  { name: "dollar", game: normal("silver_dollar", {}, { coins: [1, 4, 7] }), seat: 0 },
  { name: "welter", game: normal("welter", {}, { coins: [2, 7] }), seat: 0, why: true },
  { name: "heads", game: normal("turning", { rule: "turtles" }, { coins: "THHTH" }), seat: 0, why: true },
  { name: "grid", game: normal("ndim", { dims: [3, 3] }, { board: "111111111" }), seat: 0 },
  { name: "dominoes", game: normal("cram", { dims: [2, 4] }, { board: "11111111" }), seat: 1 },
  { name: "chomp", game: misere("chomp", {}, { rows: [4, 4, 4, 4] }), seat: 0 },
  { name: "crosses", game: misere("notakto", {}, { boards: ["........."] }), seat: 0 },
  { name: "bridge", game: normal("graph", BRIDGE, { present: [0, 1, 2, 3, 4, 5] }), seat: 0 },
  { name: "points", game: normal("node_kayles", ROW, { present: [0, 1, 2, 3, 4] }), seat: 0 },
  {
    name: "tree",
    game: normal("hackenbush", { edges: TREE }, { present: [0, 1, 2, 3, 4, 5] }),
    seat: 0,
    why: true,
  },
  { name: "above", game: normal("poset", ROOF, { present: [0, 1, 2, 3, 4] }), seat: 0 },
];

const LESSON_ID = "learn ";
const FREE_ID = `${LESSON_ID}free`;

/**
 * The games of free play, which the page knows without a server: each deals a small start, which
 * nobody wins with the first move, for the opponent may make it.
 * `upTo(n)` is a random number from 1 to n.
 * @type {Array<(upTo: (n: number) => number) => Setup>}
 */
const DEALS = [
  (upTo) => nim(threeHeaps(upTo)),
  (upTo) => nim(threeHeaps(upTo), "misere"),
  (upTo) => {
    const params = { step: 3, target: 17 + upTo(8) };
    return { variant: "game21", params, ending: "misere", start: { total: 0 } };
  },
  (upTo) => {
    const small = 2 + upTo(7);
    return normal("multiheap", { scope: "all" }, { heaps: [small, small + upTo(6)] });
  },
  (upTo) => {
    const small = 3 + upTo(9);
    return normal("euclid", {}, { pair: [small, small * (1 + upTo(2)) + upTo(small - 1)] });
  },
  (upTo) => normal("nim_pass", {}, { heaps: [upTo(3), 2 + upTo(3), 3 + upTo(3)], pass: true }),
  (upTo) => normal("silver_dollar", {}, { coins: climbing(upTo, 4) }),
  (upTo) => normal("welter", {}, { coins: climbing(upTo, 3) }),
  (upTo) => ({ ...normal("chomp", {}, { rows: Array(2 + upTo(2)).fill(3 + upTo(4)) }), ending: "misere" }),
  (upTo) => {
    const dims = [2 + upTo(2), 2 + upTo(2)];
    return normal("cram", { dims }, { board: "1".repeat(dims[0] * dims[1]) });
  },
];

/** @param {(n: number) => number} upTo */
const threeHeaps = (upTo) => [2 + upTo(3), 3 + upTo(4), 4 + upTo(5)];

/** Squares of so many coins, ascending from 2. @param {(n: number) => number} upTo @param {number} n */
function climbing(upTo, n) {
  let square = 1;
  return Array.from({ length: n }, () => (square += upTo(3)));
}

/** A start of each game of free play. @param {() => number} luck  In [0, 1). @returns {Setup[]} */
export function freeStarts(luck) {
  return DEALS.map((deal) => deal((n) => 1 + Math.floor(luck() * n)));
}

/** The games that the page analyses without a server, as the server offers its own. @returns {import("../net/wire.js").OfferedVariant[]} */
export function knownAlone() {
  return TAUGHT.map((variant) => {
    const own = LESSONS.filter(({ game }) => game.variant === variant);
    const endings = [...new Set(own.map(({ game }) => game.ending))];
    return { variant, endings, presets: own.map(({ name, game }) => ({ name, game })) };
  });
}

/** The variants of the lessons and of free play. */
export const TAUGHT = [
  ...new Set([...LESSONS.map(({ game }) => game), ...freeStarts(() => 0)].map(({ variant }) => variant)),
];

/** Free play of this game, from its beginning. @param {Setup} game @param {0 | 1} seat @returns {Study} */
export function freelyBegun(game, seat) {
  return { id: FREE_ID, game, text: "", line: [], ply: 0, seat };
}

/** @param {string} name @param {Study | null} [study]  The game of free play, if that is what is played. @returns {Lesson} */
export function lessonOf(name, study) {
  if (name === "free") {
    const own = study?.id === FREE_ID ? study : null;
    return { name, game: own?.game ?? nim([3, 5, 7]), seat: own?.seat ?? 0, free: true };
  }
  return LESSONS.find((lesson) => lesson.name === name) ?? LESSONS[0];
}

/**
 * The lesson that an address means: without a name the one that was begun, or else the first that
 * has not been won.
 * @param {State} state @param {string} id
 */
export function lessonMeant({ study, learnt }, id) {
  const begun = study?.id.startsWith(LESSON_ID) ? study.id.slice(LESSON_ID.length) : "";
  const next = LESSONS.find(({ name }) => !learnt.includes(name)) ?? LESSONS[0];
  return lessonOf(id || begun || next.name, study);
}

/** The parts of the course: Nim itself, then the other games by family. */
const PARTS = ["nim", "count", "heaps", "rows", "boards"];

/** @returns {Array<[string, Lesson[]]>} */
export function parts() {
  return PARTS.map((part) => [part, LESSONS.filter(({ game }) => partOf(game) === part)]);
}

/** @param {Setup} game */
function partOf({ variant }) {
  const families = Object.entries(FAMILIES);
  return variant === "nim" ? "nim" : families.find(([, variants]) => variants.includes(variant))?.[0];
}

/** A lesson that has been won counts for good. @param {State} state @param {Lesson} lesson @param {boolean} won @returns {State} */
export function learning(state, { name, free }, won) {
  if (!won || free || state.learnt.includes(name)) return state;
  return { ...state, learnt: [...state.learnt, name] };
}

/** The game of a lesson, from its beginning. @param {Lesson} lesson @returns {Study} */
export function begun(lesson) {
  return { id: `${LESSON_ID}${lesson.name}`, game: lesson.game, text: "", line: [], ply: 0 };
}

/**
 * How a lesson stands: it is the learner's turn, they have given the win away, the
 * game is over, or something is still to come from the server or the opponent.
 * @param {Lesson} lesson @param {Study} study @param {Review | null} review
 * @returns {"turn" | "threw" | "won" | "lost" | "waiting"}
 */
export function standing({ seat, game, free }, { line }, review) {
  if (!review) return "waiting";
  const last = line.length - 1;
  const mine = (/** @type {number} */ ply) => ply % 2 === seat;
  if (review.values?.length === 0) return mine(last) === (game.ending === "normal") ? "won" : "lost";
  if (!free && last >= 0 && mine(last) && review.plies[last].mark === "threw") return "threw";
  return mine(line.length) ? "turn" : "waiting";
}

/**
 * The opponent's answer, as soon as it is known: a winning move if there is one, otherwise a
 * varying one.
 * @param {State} state
 * @param {Lesson} lesson
 * @returns {State}
 */
export function answeredIn(state, lesson) {
  const { study } = state;
  const review = study && reviewOf(state, study);
  if (!study || !review?.values || standing(lesson, study, review) !== "waiting") return state;
  return { ...state, study: continued(study, reply(review.values, study.line.length)) };
}

/** @param {Valued[]} values @param {number} ply */
function reply(values, ply) {
  const good = values.filter(({ outcome }) => outcome === "P");
  const from = good.length > 0 ? good : values;
  return from[from.length - 1 - ((ply * 2) % from.length)].move;
}
