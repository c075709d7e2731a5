// Where equal parts come in pairs, every move can be copied in the partner: a reason that needs no
// values. Pure.

/** @typedef {import("./study.js").Ply} Ply */
/** @typedef {import("../net/wire.js").Setup} Setup */
/** @typedef {import("../net/wire.js").Move} Move */

/** Games in which equal rows are looked for. */
const COPIED = ["octal", "grundy"];

/**
 * The rows after a move, its own last: split into two, or less what was taken, which may also split it.
 * @param {string} variant @param {number[]} rows @param {any} move @returns {number[]}
 */
export function rowsAfter(variant, rows, [row, ...how]) {
  const left = variant === "grundy" ? how : (how[1] ?? [rows[row] - how[0]]);
  return [...rows.filter((_, i) => i !== row), ...left];
}

/**
 * The winning move that leaves all rows equal in pairs, or null for no move where they are so already;
 * undefined where this is not the reason.
 * @param {Setup} game @param {Ply} ply @returns {Move | null | undefined}
 */
export function copying({ variant, ending }, { position, outcome, winning_moves }) {
  const { heaps } = position;
  if (!COPIED.includes(variant) || ending !== "normal" || !heaps) return undefined;
  if (outcome === "P") return isPaired(heaps) ? null : undefined;
  return winning_moves?.find((move) => isPaired(rowsAfter(variant, heaps, move)));
}

/** Whether there are rows, and each has an equal partner. @param {number[]} rows */
function isPaired(rows) {
  const sorted = rows.filter(Boolean).sort((a, b) => a - b);
  return sorted.length > 0 && sorted.length % 2 === 0 && sorted.every((n, i) => n === sorted[i ^ 1]);
}
