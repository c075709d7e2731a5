// Heaps as rows of matches, the rows of Marienbad: a touched match burns, with those
// after it.

import { s } from "../browser/dom.js";
import { match } from "../matter/pieces.js";
import { number, t } from "../texts/text.js";
import { body, label, piece, range, round, tag, taken, target } from "./draw.js";
import { wrapped } from "./wrapping.js";

/** @typedef {import("./draw.js").View} View */
/** @typedef {import("./pile.js").Pile} Pile */

/** The margin for the names of rows. */
const MARGIN = { wide: 118, narrow: 64 };

/** From one match to the next: the least that can be touched, and enough to keep a row in one line. */
const APART = { wide: { least: 17, easy: 30 }, narrow: { least: 24, easy: 24 } };
/** The longest match, and how long one may be, by the distance to the next. */
const LONGEST = 220;
const [STOUT, SLIM] = [3.4, 5.6];
const LEAST_LINE = 46;
/** Over the first line, for flames and for numbers of what is left. */
const HEAD = 24;

/**
 * The distance and length of matches, as large as the board allows; a row too long for one line
 * continues in the next. Nothing if they would be too small.
 * @param {View} view @param {Pile[]} piles
 */
function sizeOf({ box, narrow }, piles) {
  const longest = Math.max(...piles.map(heldIn));
  const margin = narrow ? MARGIN.narrow : MARGIN.wide;
  const { least, easy } = narrow ? APART.narrow : APART.wide;
  const room = box.width - margin - (narrow ? 16 : 60);
  const sizeAt = (/** @type {number} */ fit) => {
    const lines = piles.reduce((all, pile) => all + Math.max(1, Math.ceil(heldIn(pile) / fit)), 0);
    const line = (box.height - 12 - HEAD) / lines;
    if (line < LEAST_LINE) return undefined;
    const tall = Math.min(line * 0.78, LONGEST);
    const pitch = Math.min(room / fit, tall * 0.72, 84);
    // A few lines have room for longer matches than many.
    const length = Math.min(tall, pitch * (lines < 3 ? SLIM : STOUT));
    return pitch < least ? null : { line: Math.min(line, length * 1.6), length, pitch, lines, margin };
  };
  return wrapped(longest, sizeAt, easy);
}

/** The matches that a row has room for, so that the board does not jump. @param {Pile} pile */
const heldIn = ({ count, ghosts, room }) => Math.max(count + ghosts, room, 1);

/** @param {View} view @param {Pile[]} piles */
export function drawMatches(view, piles) {
  const size = sizeOf(view, piles);
  if (!size) return null;
  const { line, length, pitch, fit, lines, margin } = size;
  const { width, height } = view.box;
  // In the middle of the board, if the names have room beside the longest line.
  const middle = view.narrow
    ? margin + (width - margin - 12) / 2
    : Math.max(width / 2, margin + 60, margin + (fit * pitch) / 2);
  let top = Math.max((height - line * lines) / 2, HEAD);
  const nodes = piles.flatMap((pile, heap) => {
    const { slot, count, ghosts, name, sayTake } = pile;
    const held = heldIn(pile);
    const own = Math.ceil(held / fit);
    const inLine = Math.ceil(held / own);
    const first = top + line / 2;
    top += own * line;
    const at = (/** @type {number} */ i) => [
      round(middle + ((i % inLine) - (inLine - 1) / 2) * pitch),
      round(first + Math.floor(i / inLine) * line),
    ];
    const shape = (/** @type {number} */ i) =>
      body(match(0, -length * 0.42, length, heap * 16 + i, { paper: view.game.variant === "subtraction" }));
    const take = view.mayMove ? view.going[slot] : undefined;
    const [lastX, lastY] = at(count - 1);
    return [
      ...named(margin, first, line, number(count), name),
      ...range(count + ghosts).flatMap((i) => {
        const [x, y] = at(i);
        if (i >= count) return taken(view, x, y, `${slot} ${i}`, i - count, outline(length), shape(i));
        const value = count - i;
        return [
          piece(
            view,
            { slot, value, x, y },
            () => sayTake(value),
            () => [target(pitch, line * 0.94), shape(i)],
          ),
        ];
      }),
      ...(take && lastX + pitch * 0.4 + 124 < width
        ? [tag(view, lastX + pitch * 0.4, lastY, t("tag.take", { n: take }), "right")]
        : []),
    ];
  });
  return { width, height, nodes, reach: length * 0.34 };
}

/**
 * The number of a row over its letter, or beside it where lines are low.
 * @param {number} margin @param {number} y @param {number} line @param {string} count @param {string} name
 */
function named(margin, y, line, count, name) {
  return line < 64
    ? [label(margin * 0.44, y + 7, count, "count small"), label(margin * 0.84, y + 6, name, "letter")]
    : [label(margin * 0.58, y + 2, count, "count"), label(margin * 0.58, y + 24, name, "letter")];
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
