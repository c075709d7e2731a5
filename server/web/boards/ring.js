// Stacks of coins that stand in a ring: it is seen from above and a little from the front, so
// that each stack is as high as its number, and a front one hides none behind it.

import { s } from "../browser/dom.js";
import { heapName, number } from "../texts/text.js";
import { label, range, round } from "./draw.js";
import { once } from "./once.js";
import { KINDS, drawPile } from "./pile.js";

/** @typedef {import("./draw.js").View} View */
/** @typedef {import("./pile.js").Pile} Pile */
/** @typedef {{x: number, y: number}} Point */
/**
 * @typedef {object} Ring  Where the stacks stand, and how wide a coin is, in pixels.
 * @property {number} w
 * @property {Point} middle
 * @property {number} rx
 * @property {number} ry
 * @property {Point[]} at
 */

/** Widths of coins that are tried, from the largest. */
const WIDEST = 112;
const NARROWER = 4;
/** The least height of a coin that is touched. */
const LEAST = { wide: 18, narrow: 26 };
/** How far a coin's front edge reaches below its foot, in widths. */
const FRONT = 0.16;
/** The room for the number and the letter below a stack, on a phone beside each other. */
const FOOT = { wide: 46, narrow: 28 };
const MARGIN = 10;
/** The shapes of a ring that are tried: its height by its width. */
const SHAPES = range(12).map((i) => 1.5 - i * 0.1);

/** The stacks in a ring; nothing if there is no room for it. @param {View} view @param {Pile[]} piles */
export function drawRing(view, piles) {
  const rooms = piles.map(({ count, ghosts, room }) => Math.max(count + ghosts, room, 1));
  const ring = once(view.box, `ring ${view.narrow} ${rooms}`, () => ringFor(view, rooms));
  if (!ring) return null;
  const { w, middle, rx, ry, at } = ring;
  const size = { pitch: w * KINDS.copper.pitch, wide: 1, w };
  // From the back to the front.
  const order = range(piles.length).sort((a, b) => at[a].y - at[b].y);
  const nodes = order.flatMap((i) => [
    ...drawPile(view, piles[i], KINDS.copper, at[i].x, at[i].y, size, i),
    ...named(view.narrow, at[i].x, at[i].y + w * FRONT + 22, piles[i].count, heapName(i)),
  ]);
  // What a choice takes is told over all stacks.
  const isTag = (/** @type {import("../browser/dom.js").Tag} */ { props }) => props.key === "tag";
  const orbit = s("ellipse", {
    key: "orbit",
    class: "orbit",
    cx: round(middle.x),
    cy: round(middle.y),
    rx: round(rx),
    ry: round(ry),
  });
  const { width, height } = view.box;
  return { width, height, nodes: [orbit, ...nodes.filter((node) => !isTag(node)), ...nodes.filter(isTag)] };
}

/** @param {boolean} narrow @param {number} x @param {number} y @param {number} count @param {string} name */
function named(narrow, x, y, count, name) {
  const [left, right, below] = narrow ? [x - 10, x + 11, 0] : [x, x, 18];
  return [label(left, y, number(count), "count small"), label(right, y + below, name, "letter")];
}

/** The ring with the largest coins. @param {View} view @param {number[]} rooms @returns {Ring | null} */
function ringFor({ box, narrow }, rooms) {
  const size = narrow ? "narrow" : "wide";
  const [least, foot] = [LEAST[size], FOOT[size]];
  for (let w = WIDEST; w * KINDS.copper.pitch >= least; w -= NARROWER)
    for (const turn of [0, 0.5])
      for (const shape of SHAPES) {
        const ring = standing(box, rooms, w, turn, shape, foot);
        if (ring && isClear(ring, rooms, foot)) return ring;
      }
  return null;
}

/** @param {number} w */
const above = (w) => w * FRONT + 6;

/**
 * The stacks as far apart as the board allows; nothing if they are too high for it.
 * @param {View["box"]} box @param {number[]} rooms @param {number} w
 * @param {number} turn  In steps from one stack to the next. @param {number} shape @param {number} foot
 * @returns {Ring | null}
 */
function standing({ width, height }, rooms, w, turn, shape, foot) {
  const rx = (width - w) / 2 - MARGIN;
  const ry = rx * shape;
  const angles = rooms.map((_, i) => (2 * Math.PI * (i + turn)) / rooms.length - Math.PI / 2);
  const offsets = angles.map((angle) => ry * Math.sin(angle));
  const forTag = height > 380 ? 36 : 8;
  const highest = Math.max(
    ...rooms.map((n, i) => n * w * KINDS.copper.pitch + above(w) + forTag - offsets[i]),
  );
  const lowest = height - foot - w * FRONT - Math.max(...offsets);
  if (rx < w / 2 || highest > lowest) return null;
  const middle = { x: width / 2, y: (highest + lowest) / 2 };
  const at = angles.map((angle, i) => ({
    x: round(middle.x + rx * Math.cos(angle)),
    y: round(middle.y + offsets[i]),
  }));
  return { w, middle, rx, ry, at };
}

/** Whether no stack hides another, or its number. @param {Ring} ring @param {number[]} rooms @param {number} foot */
function isClear({ w, at }, rooms, foot) {
  return at.every((front, i) =>
    at.every((back, j) => {
      if (i === j || back.y > front.y || (back.y === front.y && i < j)) return true;
      if (Math.abs(front.x - back.x) > w * 1.1) return true;
      const top = front.y - rooms[i] * w * KINDS.copper.pitch - above(w);
      return top >= back.y + w * FRONT + foot;
    }),
  );
}
