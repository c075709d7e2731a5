// Form fields for a custom start, shared by several variants.

/** @typedef {import("./index.js").Field} Field */
/** @typedef {import("./index.js").OwnStart} OwnStart */

/** @type {Field} */
export const HEAPS = { name: "heaps", kind: "numbers" };

/** Variants with heaps alone. @type {OwnStart} */
export const OF_HEAPS = {
  fields: [HEAPS],
  make: ({ heaps }) => ({ params: {}, start: { heaps: numbers(heaps) } }),
  read: ({ start }) => ({ heaps: spaced(start.heaps) }),
};

/** Variants with coins on a strip. @type {OwnStart} */
export const OF_COINS = {
  fields: [{ name: "coins", kind: "numbers" }],
  make: ({ coins }) => ({ params: {}, start: { coins: numbers(coins) } }),
  read: ({ start }) => ({ coins: spaced(/** @type {number[]} */ (start.coins)) }),
};

/** Variants that count up to a target. @type {OwnStart} */
export const OF_TOTAL = {
  fields: [natural("step", 1, 1000), natural("target", 2, 1_000_000)],
  make: ({ step, target }) => ({
    params: { step: Number(step), target: Number(target) },
    start: { total: 0 },
  }),
  read: ({ params }) => ({ step: String(params.step), target: String(params.target) }),
};

/** Whole numbers, however they are separated. @param {string} text */
export function numbers(text) {
  return (text.match(/\d+/g) ?? []).map(Number);
}

/** Whole numbers in pairs. @param {string} text */
export function edgesOf(text) {
  const all = numbers(text);
  return upTo(Math.floor(all.length / 2)).map((i) => [all[2 * i], all[2 * i + 1]]);
}

/** @param {number[] | undefined} list */
export function spaced(list) {
  return (list ?? []).join(" ");
}

/** @param {string[]} known @param {string} one */
export function oneOf(known, one) {
  return known.includes(one) ? one : known[0];
}

/** @param {string} name @param {number} min @param {number} max @returns {Field} */
export function natural(name, min, max) {
  return { name, kind: "number", min, max };
}

/** @param {number} n */
export function upTo(n) {
  return Array.from({ length: n }, (_, i) => i);
}

/** @param {number} a @param {number} b @returns {[number, number]} */
export function edge(a, b) {
  return a < b ? [a, b] : [b, a];
}
