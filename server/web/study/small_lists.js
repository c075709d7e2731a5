// What the rules of small games share.

/** Thrown when a search would take too long. */
export class TooLarge extends Error {}

/** The numbers from `from` to `to`. @param {number} from @param {number} to */
export const range = (from, to) => Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);

/** A list with another item in one place. @template T @param {T[]} list @param {number} place @param {T} item */
export const changed = (list, place, item) => list.map((old, i) => (i === place ? item : old));

/** The sum of the numbers and of the lengths of the texts in this. @param {unknown} value @returns {number} */
export function sizeOf(value) {
  if (typeof value === "number") return value;
  if (typeof value === "string") return value.length;
  return Object.values(value ?? {}).reduce((/** @type {number} */ sum, part) => sum + sizeOf(part), 0);
}
