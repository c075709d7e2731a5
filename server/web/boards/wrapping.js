// Rows too long for one line continue in the next: how many pieces a line holds.

/** A line that holds fewer pieces has to make them so much larger. */
const GAIN = 1.1;

/**
 * The lines in which pieces are largest, or large enough; null if none is possible.
 * @template {{pitch: number}} S  How pieces are drawn; `pitch` is the distance from one to the next.
 * @param {number} longest  The pieces of the longest row.
 * @param {(fit: number) => S | null | undefined} sizeAt  With this many pieces in a line: null if they
 *   would be too small, undefined if so would all with fewer in a line.
 * @param {number} easy  The pitch that is large enough.
 */
export function wrapped(longest, sizeAt, easy) {
  /** @type {(S & {fit: number}) | null} */
  let best = null;
  for (let parts = 1; parts <= longest; parts++) {
    const fit = Math.ceil(longest / parts);
    const size = sizeAt(fit);
    if (size === undefined) break;
    if (size && (!best || size.pitch > best.pitch * GAIN)) best = { ...size, fit };
    if (best && best.pitch >= easy) break;
  }
  return best;
}
