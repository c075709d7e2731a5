// Heaps as rows of matches, the rows of Marienbad: a touched match burns, with those to
// its right.

import { s } from "../browser/dom.js";
import { match } from "../matter/pieces.js";
import { number, t } from "../texts/text.js";
import { body, label, piece, range, tag, taken, target } from "./draw.js";

/** @typedef {import("./draw.js").View} View */
/** @typedef {import("./pile.js").Pile} Pile */

/** The margin for the names of rows. */
const MARGIN = { wide: 118, narrow: 64 };

/** The distance and length of matches; nothing if they would be too small. @param {View} view @param {Pile[]} piles */
function sizeOf({ box, narrow }, piles) {
  const most = Math.max(...piles.map(({ count, ghosts, room }) => Math.max(count + ghosts, room, 1)));
  const margin = narrow ? MARGIN.narrow : MARGIN.wide;
  const row = (box.height - 12) / Math.max(piles.length, 2);
  const length = Math.min(row * 0.78, 150);
  const apart = Math.min((box.width - margin - (narrow ? 16 : 60)) / most, length * 0.72);
  return row < 46 || apart < (narrow ? 24 : 17)
    ? null
    : { row, length: Math.min(length, apart * 3.4), apart, margin };
}

/** @param {View} view @param {Pile[]} piles */
export function drawMatches(view, piles) {
  const size = sizeOf(view, piles);
  if (!size) return null;
  const { row, length, apart, margin } = size;
  const { width, height } = view.box;
  const middle = view.narrow ? margin + (width - margin - 12) / 2 : Math.max(width / 2, margin + 60);
  const top = (height - row * piles.length) / 2;
  const nodes = piles.flatMap(({ slot, count, ghosts, room, name, sayTake }, heap) => {
    const y = top + (heap + 0.5) * row;
    const held = Math.max(count + ghosts, room);
    const at = (/** @type {number} */ i) => middle + (i - (held - 1) / 2) * apart;
    const shape = (/** @type {number} */ i) =>
      body(match(0, -length * 0.42, length, heap * 16 + i, { paper: view.game.variant === "subtraction" }));
    const take = view.mayMove ? view.going[slot] : undefined;
    return [
      label(margin * 0.58, y + 2, number(count), "count"),
      label(margin * 0.58, y + 24, name, "letter"),
      ...range(count + ghosts).flatMap((i) => {
        if (i >= count) return taken(view, at(i), y, `${slot} ${i}`, i - count, outline(length), shape(i));
        const value = count - i;
        return [
          piece(
            view,
            { slot, value, x: at(i), y },
            () => sayTake(value),
            () => [target(apart, row * 0.94), shape(i)],
          ),
        ];
      }),
      ...(take && at(count - 1) + apart * 0.4 + 124 < width
        ? [tag(view, at(count - 1) + apart * 0.4, y, t("tag.take", { n: take }), "right")]
        : []),
    ];
  });
  return { width, height, nodes };
}

/** @param {number} length */
function outline(length) {
  const thick = length * 0.1;
  return s("rect", {
    class: "hollow thin",
    x: -thick / 2,
    y: -length * 0.5,
    width: thick,
    height: length * 1.06,
    rx: thick / 2,
  });
}
