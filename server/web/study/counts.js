// Why parts of a game are drawn as heaps of Nim: what each of them counts. Pure.

import { modulusOf } from "../boards/multiple.js";

/** @typedef {import("./study.js").Ply} Ply */
/** @typedef {import("../net/wire.js").Setup} Setup */
/** @typedef {import("./plan.js").Said} Said */

/** @type {Record<string, (game: Setup, ply: Ply) => Said | null>} */
const COUNTS = {
  nimble: () => ({ key: "counts.nimble" }),
  staircase: () => ({ key: "counts.staircase" }),
  silver_dollar: () => ({ key: "counts.gaps" }),
  welter: () => ({ key: "counts.welter" }),
  turning: ({ params }) => ({ key: params.rule === "turtles" ? "counts.turtles" : "counts.heads" }),
  subtraction: (game) => {
    const modulus = modulusOf(game);
    return modulus ? { key: "counts.rest", params: { modulus } } : { key: "counts.parts" };
  },
  lasker: (_, { position }) => {
    const swapped = [...new Set(position.heaps ?? [])].filter((n) => laskers(n) !== n).sort((a, b) => a - b);
    const swaps = swapped.map((n) => `${n} → ${laskers(n)}`);
    return swaps.length > 0 ? { key: "counts.lasker", params: { swaps } } : null;
  },
  hackenbush: ({ params }, { position }) => ({
    key: isOfStalks(params.edges, position.present ?? []) ? "counts.stalks" : "counts.plants",
  }),
  circular: ({ params }, { position }) => ({
    key: runsIn(position.circle ?? "").every((n) => n <= params.k) ? "counts.runs" : "counts.parts",
  }),
};
/** Games whose parts have values that need a table. */
const OTHERS = ["octal", "grundy", "cram", "ndim", "graph", "poset", "node_kayles", "notakto"];

/** What the parts count; null where heaps are just heaps. @param {Setup} game @param {Ply} ply @returns {Said | null} */
export function countsOf(game, ply) {
  if (OTHERS.includes(game.variant)) return { key: "counts.parts" };
  return Object.hasOwn(COUNTS, game.variant) ? COUNTS[game.variant](game, ply) : null;
}

/** The value of a heap of Lasker's Nim: 3 and 4 change places, 7 and 8, and so on. @param {number} n */
function laskers(n) {
  if (n > 0 && n % 4 === 0) return n - 1;
  return n % 4 === 3 ? n + 1 : n;
}

/** Whether all that stands on the ground are stalks without a fork. @param {number[][]} edges @param {number[]} present */
function isOfStalks(edges, present) {
  /** @type {Map<number, number>} */
  const ends = new Map();
  for (const v of present.flatMap((edge) => edges[edge])) ends.set(v, (ends.get(v) ?? 0) + 1);
  ends.delete(0);
  return ends.size === present.length && [...ends.values()].every((n) => n <= 2);
}

/** The lengths of the rows in a circle of places. @param {string} circle */
function runsIn(circle) {
  const gap = circle.indexOf("0");
  // A full circle is no row.
  if (gap < 0) return [Infinity];
  const turned = circle.slice(gap) + circle.slice(0, gap);
  return turned.split("0").flatMap((run) => (run ? [run.length] : []));
}
