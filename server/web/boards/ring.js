// Stacks of coins that stand in a ring: it is seen from above and a little from the front, so
// that each stack is as high as its number, and a front one hides none behind it.

import { s } from "../browser/dom.js";
import { heapName, number } from "../texts/text.js";
import { range, round } from "./draw.js";
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
/** The room for the number and the letter below a stack, side by side. */
const FOOT = 28;
/** The path from stack to stack: of so many points, as far as this from stacks and their labels. */
const PATH = { points: 240, apart: 8 };
const MARGIN = 10;
/** The shapes of a ring that are tried: its height by its width. */
const SHAPES = range(12).map((i) => 1.5 - i * 0.1);

/** The stacks in a ring; nothing if there is no room for it. @param {View} view @param {Pile[]} piles */
export function drawRing(view, piles) {
  const rooms = piles.map(({ count, ghosts, room }) => Math.max(count + ghosts, room, 1));
  const ring = once(view.box, `ring ${view.narrow} ${rooms}`, () => ringFor(view, rooms));
  if (!ring) return null;
  const { w, at } = ring;
  const size = { pitch: w * KINDS.copper.pitch, wide: 1, w };
  // From the back to the front.
  const order = range(piles.length).sort((a, b) => at[a].y - at[b].y);
  const nodes = order.flatMap((i) => [
    ...(piles[i].count + piles[i].ghosts === 0 ? [vacant(i, at[i], w)] : []),
    ...drawPile(view, piles[i], KINDS.copper, at[i].x, at[i].y, size, i),
    ...named(i, at[i].x, at[i].y + w * FRONT + 22, piles[i].count),
  ]);
  // What a choice takes is told over all stacks.
  const isTag = (/** @type {import("../browser/dom.js").Tag} */ { props }) => props.key === "tag";
  const drawn = piles.map(({ count, ghosts }) => count + ghosts);
  const orbit = s("path", { key: "orbit", class: "orbit", d: pathOf(ring, drawn) });
  const { width, height } = view.box;
  return { width, height, nodes: [orbit, ...nodes.filter((node) => !isTag(node)), ...nodes.filter(isTag)] };
}

/** The path from stack to stack, without what lies behind stacks and labels. @param {Ring} ring @param {number[]} drawn */
function pathOf({ w, middle, rx, ry, at }, drawn) {
  const isFree = (/** @type {Point} */ { x, y }) =>
    at.every(
      (stack, i) =>
        Math.abs(x - stack.x) > w / 2 + PATH.apart ||
        y < stack.y - drawn[i] * w * KINDS.copper.pitch - above(w) ||
        y > stack.y + w * FRONT + FOOT,
    );
  let on = false;
  const steps = range(PATH.points + 1).map((i) => {
    const angle = (2 * Math.PI * i) / PATH.points;
    const point = { x: round(middle.x + rx * Math.cos(angle)), y: round(middle.y + ry * Math.sin(angle)) };
    const was = on;
    on = isFree(point);
    return on ? `${was ? "L" : "M"}${point.x} ${point.y}` : "";
  });
  return steps.join("");
}

/** The place of a stack that is gone. @param {number} i @param {Point} at @param {number} w */
function vacant(i, { x, y }, w) {
  const place = { cx: x, cy: y, rx: round(w / 2), ry: round(w * FRONT) };
  return s("ellipse", { key: `vacant ${i}`, class: "orbit", ...place });
}

/**
 * The number and the letter of a stack, however wide each is.
 * @param {number} i @param {number} x @param {number} y @param {number} count
 */
function named(i, x, y, count) {
  const shown = number(count);
  const between = round(x + (shown.length - 1) * 6);
  return [
    s(
      "text",
      { key: `count ${i}`, class: "count small", x: between - 1, y: round(y), "text-anchor": "end" },
      shown,
    ),
    s("text", { key: `letter ${i}`, class: "letter", x: between + 5, y: round(y) }, heapName(i)),
  ];
}

/** The ring with the largest coins. @param {View} view @param {number[]} rooms @returns {Ring | null} */
function ringFor({ box, narrow }, rooms) {
  const least = narrow ? LEAST.narrow : LEAST.wide;
  for (let w = WIDEST; w * KINDS.copper.pitch >= least; w -= NARROWER)
    for (const turn of [0, 0.5])
      for (const shape of SHAPES) {
        const ring = standing(box, rooms, w, turn, shape);
        if (ring && isClear(ring, rooms)) return ring;
      }
  return null;
}

/** @param {number} w */
const above = (w) => w * FRONT + 6;

/**
 * The stacks as far apart as the board allows; nothing if they are too high for it.
 * @param {View["box"]} box @param {number[]} rooms @param {number} w
 * @param {number} turn  In steps from one stack to the next. @param {number} shape
 * @returns {Ring | null}
 */
function standing({ width, height }, rooms, w, turn, shape) {
  const rx = (width - w) / 2 - MARGIN;
  const ry = rx * shape;
  const angles = rooms.map((_, i) => (2 * Math.PI * (i + turn)) / rooms.length - Math.PI / 2);
  const offsets = angles.map((angle) => ry * Math.sin(angle));
  const forTag = height > 380 ? 36 : 8;
  const highest = Math.max(
    ...rooms.map((n, i) => n * w * KINDS.copper.pitch + above(w) + forTag - offsets[i]),
  );
  const lowest = height - FOOT - w * FRONT - Math.max(...offsets);
  if (rx < w / 2 || highest > lowest) return null;
  const middle = { x: width / 2, y: (highest + lowest) / 2 };
  const at = angles.map((angle, i) => ({
    x: round(middle.x + rx * Math.cos(angle)),
    y: round(middle.y + offsets[i]),
  }));
  return { w, middle, rx, ry, at };
}

/** Whether no stack hides another, or its number. @param {Ring} ring @param {number[]} rooms */
function isClear({ w, at }, rooms) {
  return at.every((front, i) =>
    at.every((back, j) => {
      if (i === j || back.y > front.y || (back.y === front.y && i < j)) return true;
      if (Math.abs(front.x - back.x) > w * 1.1) return true;
      const top = front.y - rooms[i] * w * KINDS.copper.pitch - above(w);
      return top >= back.y + w * FRONT + FOOT;
    }),
  );
}
