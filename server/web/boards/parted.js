// The parts of a Fibonacci sum in chalk, around the seeds or under them.

import { CHALKS, LIT, patch, ring } from "./chalk.js";

/** Green and pink are those of moves that win and that were played. */
const PARTS = [CHALKS[0], CHALKS[3], CHALKS[4]];

/**
 * A number in Fibonacci parts: each part in its own colour, those to take lit.
 * @param {number[]} parts  The smallest first; it is taken first.
 * @param {number | null} take @param {import("./chalked.js").Places} places
 * @param {number} [reach]  Half the length of a piece, if there is room for chalk around it.
 */
export function parted(parts, take, places, reach) {
  const pieces = places.get("d") ?? new Map();
  let end = 0;
  return parts.flatMap((part, i) => {
    const begin = end + 1;
    end += part;
    const lit = take !== null && end <= take;
    const colour = lit ? LIT : PARTS[i % PARTS.length];
    const around = (/** @type {import("./chalk.js").Point} */ at, /** @type {string} */ key) =>
      reach ? patch(at, reach, colour, lit, key) : ring(at, lit ? 15 : 13, colour, lit, key);
    return Array.from({ length: part }, (_, k) => pieces.get(begin + k)).map((at, k) =>
      at ? around(at, `part ${i} ${k}`) : null,
    );
  });
}
