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

/**
 * A line between the piece of this value and the next; after the last piece, the same distance
 * beyond it.
 * @param {Map<number, Point>} pieces @param {number} k @param {string} colour @param {boolean} lit @param {string} [text]
 */
export function cut(pieces, k, colour, lit, text = "") {
  const here = pieces.get(k);
  const [before, after] = [pieces.get(k - 1), pieces.get(k + 1)];
  const other = near(here, after) ?? near(here, before);
  if (!here || !other) return here ? ring(here, 24, colour, lit, `cut ${k}`) : null;
  const side = other === after ? 1 : -1;
  const [dx, dy] = [side * (other.x - here.x), side * (other.y - here.y)];
  const [x, y] = [here.x + dx / 2, here.y + dy / 2];
  const long = Math.hypot(dx, dy) || 1;
  const [nx, ny] = [(-dy / long) * REACH, (dx / long) * REACH];
  const flat = Math.abs(ny) < Math.abs(nx);
  return s(
    "g",
    { key: `cut ${k}`, class: lit ? "chalk-cut near" : "chalk-cut" },
    drawing(
      chalk(`M${round(x - nx)} ${round(y - ny)}L${round(x + nx)} ${round(y + ny)}`, colour, lit ? 4 : 2.6),
    ),
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

/** A neighbour in the same row. @param {Point | undefined} here @param {Point | undefined} other */
function near(here, other) {
  return here && other && Math.hypot(other.x - here.x, other.y - here.y) < 3.2 * REACH ? other : undefined;
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
  return s("circle", {
    key,
    class: lit ? "chalk-ring near" : "chalk-ring",
    cx: x,
    cy: y,
    r,
    fill: lit ? colour : "none",
    "fill-opacity": 0.25,
    stroke: colour,
  });
}

/** @param {Point} a @param {Point} b @param {string} colour @param {string} key */
export function arc(a, b, colour, key) {
  const [mx, my] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const bend = 0.18;
  const path = `M${round(a.x)} ${round(a.y)}Q${round(mx - dy * bend)} ${round(my + dx * bend)} ${round(b.x)} ${round(b.y)}`;
  return s(
    "g",
    { key, class: "chalk-arc" },
    drawing(chalk(path, colour, 3)),
    [a, b].map((end, i) => s("circle", { key: `end ${i}`, cx: end.x, cy: end.y, r: 6, fill: colour })),
  );
}
