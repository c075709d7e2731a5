// The ground of each game, slate by default. A theme changes pieces and ground, never their
// meaning.

/** @typedef {"slate" | "felt" | "oak" | "linen"} Ground */

/** @type {Record<string, Ground>} */
const GROUNDS = {
  greedy: "felt",
  circular: "felt",
  circular_stacks: "felt",
  candy: "linen",
  building: "linen",
  fibonacci: "linen",
  subtraction: "linen",
  ndim: "linen",
  graph: "linen",
  poset: "linen",
  chomp: "linen",
  game21: "oak",
  game100: "oak",
  game21_nplayer: "oak",
  octal: "oak",
};

/** @param {string} variant @returns {Ground} */
export function groundOf(variant) {
  return GROUNDS[variant] ?? "slate";
}
