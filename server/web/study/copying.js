// Where equal parts come in pairs, every move can be copied in the partner: a reason that needs no
// values. Pure.

/** @typedef {import("./study.js").Ply} Ply */
/** @typedef {import("../net/wire.js").Setup} Setup */
/** @typedef {import("../net/wire.js").Move} Move */

/** What a move leaves of its row. @type {Record<string, (move: any) => number[]>} */
const LEAVES = {
  octal: ([, , parts]) => parts,
  grundy: ([, a, b]) => [a, b],
};

/**
 * The winning move that leaves all rows equal in pairs, or null for no move where they are so already;
 * undefined where this is not the reason.
 * @param {Setup} game @param {Ply} ply @returns {Move | null | undefined}
 */
export function copying({ variant, ending }, { position, outcome, winning_moves }) {
  const { heaps } = position;
  if (!Object.hasOwn(LEAVES, variant) || ending !== "normal" || !heaps) return undefined;
  if (outcome === "P") return isPaired(heaps) ? null : undefined;
  return winning_moves?.find((move) => {
    const [heap] = /** @type {number[]} */ (move);
    return isPaired([...heaps.filter((_, i) => i !== heap), ...LEAVES[variant](move)]);
  });
}

/** Whether there are rows, and each has an equal partner. @param {number[]} rows */
function isPaired(rows) {
  const sorted = rows.filter(Boolean).sort((a, b) => a - b);
  return sorted.length > 0 && sorted.length % 2 === 0 && sorted.every((n, i) => n === sorted[i ^ 1]);
}
