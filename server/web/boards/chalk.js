// Strokes of chalk on a board: cuts, rings, arcs and notes at places of its pieces.

import { s } from "../browser/dom.js";
import { drawing } from "../matter/markup.js";
import { chalk } from "../matter/pieces.js";
import { round } from "./draw.js";

/** @typedef {{x: number, y: number}} Point */

/** Colours used in turn, one for each group. */
export const CHALKS = ["#8FD6E0", "#F5A9BA", "#BFE08A", "#CDB4F5", "#F4F1E6"];
export const PLAIN = "#EDF1EC";
/** What is to be done now, and nothing else. */
export const LIT = "#FFC469";
/** Half the length of a cut. */
const REACH = 34;
/** How far apart two pieces of a row may be; further ones are in another row. */
const IN_A_ROW = 3.2 * REACH;
/** How far two stones of one column may be from being one above the other. */
const LEAN = 12;
/** How far a line reaches beyond a pile, and its number beyond the line. */
const OVER = 8;
const BESIDE = 16;

/**
 * A line between the piece of this value and the next; after the last piece, the same distance
 * beyond it.
 * @param {Map<number, Point>} pieces @param {number} k @param {string} colour @param {boolean} lit
 * @param {string} [text]  Beside it: what is left.
 * @param {number} [apart]  How far apart two pieces beside each other may be.
 * @param {number} [reach]  Half its length.
 */
export function cut(pieces, k, colour, lit, text = "", apart = IN_A_ROW, reach = REACH) {
  const here = pieces.get(k);
  const [before, after] = [pieces.get(k - 1), pieces.get(k + 1)];
  const other = near(here, after, apart) ?? near(here, before, apart);
  if (!here) return null;
  if (!other) return ringed(here, colour, lit, text, `cut ${k}`);
  const side = other === after ? 1 : -1;
  const [dx, dy] = [side * (other.x - here.x), side * (other.y - here.y)];
  const [x, y] = [here.x + dx / 2, here.y + dy / 2];
  const long = Math.hypot(dx, dy) || 1;
  const [nx, ny] = [(-dy / long) * reach, (dx / long) * reach];
  const flat = Math.abs(ny) < Math.abs(nx);
  return s(
    "g",
    { key: `cut ${k}`, class: lit ? "chalk-cut near" : "chalk-cut" },
    stroke(`M${round(x - nx)} ${round(y - ny)}L${round(x + nx)} ${round(y + ny)}`, colour, lit ? 4 : 2.6),
    text &&
      s(
        "text",
        {
          class: "chalk-note",
          fill: colour,
          x: round(flat ? x + Math.abs(nx) + 16 : x),
          y: round(flat ? y + 5 : y - 1.8 * Math.abs(ny)),
          "text-anchor": "middle",
        },
        text,
      ),
  );
}

/**
 * The columns of a pile, from left to right. @param {Map<number, Point>} pieces
 * @returns {Array<Array<[number, Point]>>}  In each the values of its pieces, and where they are.
 */
export function columnsOf(pieces) {
  /** @type {Array<Array<[number, Point]>>} */
  const columns = [];
  for (const piece of [...pieces].sort(([, a], [, b]) => a.x - b.x)) {
    const last = columns.at(-1);
    // Stones lean a little.
    if (last && piece[1].x - last[0][1].x < LEAN) last.push(piece);
    else columns.push([piece]);
  }
  return columns;
}

/**
 * A line across a pile under the pieces up to this value, which are taken, and over those that stay:
 * with a step where a row is taken in part. What stays is said at its end.
 * @param {Map<number, Point>} pieces @param {number} k @param {string} colour @param {boolean} lit
 * @param {string} text @param {number} width  Of the board.
 */
export function level(pieces, k, colour, lit, text, width) {
  const columns = columnsOf(pieces);
  const [[, first], [, second]] = [columns[0][0], columns[1]?.[0] ?? columns[0][0]];
  const half = columns.length > 1 ? (second.x - first.x) / 2 : REACH - OVER;
  const heights = [...pieces.values()].map(({ y }) => y).sort((a, b) => a - b);
  const rows = heights.map((y, i) => y - heights[i - 1]).filter((high) => high > 2);
  const pitch = Math.min(half * 2, ...rows);
  const corners = columns.flatMap((column, i) => {
    const at = (/** @type {boolean} */ taken) =>
      column.filter(([value]) => value <= k === taken).map(([, { y }]) => y);
    const [gone, kept] = [Math.max(...at(true)) + pitch / 2, Math.min(...at(false)) - pitch / 2];
    const y = Number.isFinite(kept) ? kept : gone;
    const middle = column[0][1].x;
    const [left, right] = [i === 0 ? OVER : 0, i === columns.length - 1 ? OVER : 0];
    return [
      [middle - half - left, y],
      [middle + half + right, y],
    ];
  });
  const [start, end] = [corners[0], corners[corners.length - 1]];
  const path = corners.map(([x, y]) => `${round(x)} ${round(y)}`).join("L");
  const fits = end[0] + 2 * BESIDE <= width;
  const [x, y] = fits ? [end[0] + BESIDE, end[1]] : [start[0] - BESIDE, start[1]];
  return s(
    "g",
    { key: `level ${k}`, class: lit ? "chalk-cut near" : "chalk-cut" },
    stroke(`M${path}`, colour, lit ? 4 : 2.6),
    note(x, y + 5, text, colour, "left"),
  );
}

/**
 * A piece alone: a ring around it, and what is left above.
 * @param {Point} here @param {string} colour @param {boolean} lit @param {string} text @param {string} key
 */
function ringed(here, colour, lit, text, key) {
  const around = ring(here, 24, colour, lit, "ring");
  return s("g", { key }, around, text && note(here.x, here.y - 36, text, colour, "left"));
}

/**
 * A stroke of chalk, with a dark edge where the ground or the piece under it is as light as chalk.
 * @param {string} path @param {string} colour @param {number} width
 */
function stroke(path, colour, width) {
  const edge = s("path", { class: "chalk-edge", d: path, "stroke-width": width + 4 });
  return [edge, drawing(chalk(path, colour, width))];
}

/** A neighbour in the same row. @param {Point | undefined} here @param {Point | undefined} other @param {number} apart */
function near(here, other, apart) {
  return here && other && Math.hypot(other.x - here.x, other.y - here.y) < apart ? other : undefined;
}

/** @param {number} x @param {number} y @param {string} text @param {string} colour @param {string} key */
export function note(x, y, text, colour, key) {
  return s(
    "text",
    { key, class: "chalk-note", fill: colour, x: round(x), y: round(y), "text-anchor": "middle" },
    text,
  );
}

/** @param {Point} at @param {number} r @param {string} colour @param {boolean} lit @param {string} key */
export function ring({ x, y }, r, colour, lit, key) {
  return s(
    "g",
    { key, class: lit ? "chalk-ring near" : "chalk-ring" },
    s("circle", { class: "chalk-edge", cx: x, cy: y, r, "stroke-width": lit ? 8 : 6 }),
    s("circle", {
      cx: x,
      cy: y,
      r,
      fill: lit ? colour : "none",
      "fill-opacity": 0.25,
      stroke: colour,
    }),
  );
}

/**
 * A patch of chalk, to lie under a piece that shows marks of its own.
 * @param {Point} at @param {number} r @param {string} colour @param {boolean} lit @param {string} key
 */
export function patch({ x, y }, r, colour, lit, key) {
  const name = lit ? "chalk-patch near" : "chalk-patch";
  return s("circle", { key, class: name, cx: x, cy: y, r, fill: colour });
}

/** @param {Point} a @param {Point} b @param {string} colour @param {string} key @param {number} [bend]  Of its length. */
export function arc(a, b, colour, key, bend = 0.18) {
  const [mx, my] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const path = `M${round(a.x)} ${round(a.y)}Q${round(mx - dy * bend)} ${round(my + dx * bend)} ${round(b.x)} ${round(b.y)}`;
  return s(
    "g",
    { key, class: "chalk-arc" },
    stroke(path, colour, 3),
    [a, b].map((end, i) =>
      s("circle", { key: `end ${i}`, class: "chalk-end", cx: end.x, cy: end.y, r: 6, fill: colour }),
    ),
  );
}
