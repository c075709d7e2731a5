// Nim's lesson, that the winner leaves all groups in pairs: where it holds, and what its last step says. Pure.

/** @typedef {import("./study.js").Ply} Ply */
/** @typedef {import("../net/wire.js").Setup} Setup */

/** Variants that are played in pairs like Nim also where the last move loses, until only ones are left. */
const LIKE_NIM = ["nim", "candy", "nim_pass", "building", "subtraction", "nimble", "lasker"];

/** Games whose heaps are their own values. */
const PLAIN = ["nim", "candy"];

/** Whether a position is read in heaps, of their own sizes. @param {Setup} game */
export const isPlain = ({ variant }) => PLAIN.includes(variant);

/** What is split into groups: the heaps, or their values where these differ. @param {Setup} game @param {Ply} ply @returns {number[]} */
export function valuesOf(game, ply) {
  return isPlain(game) ? (ply.position.heaps ?? []) : (ply.why.facts.values ?? []);
}

/**
 * Whether winning moves are just those that leave every group a partner. Where the last move loses this
 * needs two values above 1: with one of them, a winning move may leave an odd number of ones instead.
 * @param {Setup} game @param {Ply} ply
 */
export function pairsUp(game, ply) {
  if (ply.why.facts.kind !== "nim_sum") return false;
  // Of a pass no heap knows.
  if (ply.position.pass) return false;
  if (game.ending === "normal") return true;
  const large = valuesOf(game, ply).filter((value) => value > 1).length;
  return LIKE_NIM.includes(game.variant) && large > 1;
}

/**
 * The last of the three steps: "none" where all is in pairs; "take" where one group is alone, which is just
 * what the winning move takes; "shrink" where several are, of which taking one would lose. In other games
 * than Nim a move is more than taking: "even".
 * @param {Setup} game @param {Ply} ply @returns {"none" | "take" | "shrink" | "even"}
 */
export function lastStep(game, ply) {
  const sum = valuesOf(game, ply).reduce((a, b) => a ^ b, 0);
  if (sum === 0) return "none";
  if (!isPlain(game)) return "even";
  return (sum & (sum - 1)) === 0 ? "take" : "shrink";
}
