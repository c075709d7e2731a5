// The ground of each game, slate by default, and which games are played with matches. A theme
// changes pieces and ground, never their meaning.

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

/**
 * Growing rows, as in Marienbad, are of matches; so are heaps of subtraction games.
 * @param {{variant: string, start?: {heaps?: number[]} | null}} game
 */
export function isOfMatches({ variant, start }) {
  const heaps = start?.heaps ?? [];
  if (variant === "subtraction") return true;
  return (
    variant === "nim" &&
    heaps.length > 3 &&
    heaps.length < 7 &&
    heaps.every((n, i) => i === 0 || n > heaps[i - 1])
  );
}
