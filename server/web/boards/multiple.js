// Heaps from which any number up to a limit may be taken.

/** @typedef {import("../net/wire.js").Setup} Setup */

/**
 * If any number from 1 to `take` may be taken, leaving a multiple of `take + 1` wins, or, where the
 * last move loses, one more; else 0.
 * @param {Setup} game
 */
export function modulusOf({ params: { take } }) {
  const whole = Array.isArray(take) && take.every((n, i) => n === i + 1);
  return whole ? take.length + 1 : 0;
}
