// Coins on the steps of a staircase, the ground first: piles that each stand a step higher than the one before.

import { s } from "../browser/dom.js";
import { heapName, number, t } from "../texts/text.js";
import { TAG, label, range, round, tag } from "./draw.js";
import { describeHeaps, heapFields, oneHeap, pilesOf } from "./heaps.js";
import { KINDS, MOST_HEAPS, drawPile, drawPiles } from "./pile.js";

/** @typedef {import("./draw.js").View} View */
/** @typedef {import("./pile.js").Pile} Pile */
/**
 * @typedef {object} Stairs  In pixels of the screen.
 * @property {number} w  The width of a coin.
 * @property {number} pitch  From one coin to the next.
 * @property {number} tread  The width of a step.
 * @property {number} rise  How much higher each step is.
 */

/** The width of a coin, of its step, the most and the least; in pixels; how far it reaches below its foot, of its width. */
const COIN = { w: 0.8, least: 0.6, most: 160, narrowest: 44, front: 0.2 };
/** The least height of a coin that is touched. */
const LEAST = { wide: 18, narrow: 26 };
/** How much higher each step is, of a coin's width: at best, and at least. */
const RISE = { most: 0.5, least: 0.16, by: 0.02 };
/** The room for the tag of a move, and for the number and the letter on the front of the lowest step. */
const [ABOVE, FOOT] = [62, 76];

/** `[step, number]` @type {import("./draw.js").Board} */
export const steps = {
  ...oneHeap,
  // Coins are moved, not taken.
  took: undefined,
  draw: (view) => {
    const steps = view.position.steps ?? [];
    if (steps.length > MOST_HEAPS) return heapFields(steps);
    const piles = pilesOf(view, steps);
    return drawStairs(view, piles) ?? drawPiles(view, piles, "coin");
  },
  say: ([step, number]) => t("say.down", { n: number, heap: heapName(step) }),
  describe: ({ steps = [] }) => describeHeaps(steps),
};

/** Piles on stairs; nothing if there is no room for them. @param {View} view @param {Pile[]} piles */
function drawStairs(view, piles) {
  const { width, height } = view.box;
  const start = view.game.start.steps ?? [];
  const rooms = piles.map(({ count, ghosts }, i) => Math.max(count + ghosts, start[i] ?? 0, 1));
  const stairs = stairsFor(view, rooms);
  if (!stairs) return null;
  const { w, pitch, tread, rise } = stairs;
  const size = { pitch, wide: 1, w };
  const left = (width - tread * piles.length) / 2;
  const [mid, top] = [
    (/** @type {number} */ i) => round(left + (i + 0.5) * tread),
    (/** @type {number} */ i) => round(height - FOOT - i * rise),
  ];
  const nodes = piles.flatMap((pile, i) => {
    const foot = top(i) - w * COIN.front;
    // Its tag would say that coins are taken.
    const pieces = drawPile(view, pile, KINDS.coin, mid(i), foot, size, i);
    return pieces.filter(({ props }) => props.key !== "tag");
  });
  const labels = piles.flatMap(({ count, name }, i) => [
    label(mid(i), top(i) + 34, number(count), tread < 64 ? "count small" : "count"),
    label(mid(i), top(i) + 56, name, "letter"),
  ]);
  const moved = piles.flatMap(({ slot, count }, i) => {
    const n = view.mayMove ? view.going[slot] : undefined;
    const y = top(i) - w * (COIN.front + 0.15) - count * pitch;
    return n ? [tag(view, mid(i), Math.max(TAG, y), `↙ ${number(n)}`)] : [];
  });
  return {
    width,
    height,
    nodes: [ground(piles.length, left, stairs, height), ...nodes, ...labels, ...moved],
  };
}

/**
 * The highest steps, and on them the largest coins, with which all piles have room.
 * @param {View} view @param {number[]} rooms
 * @returns {Stairs | null}
 */
function stairsFor({ box: { width, height }, narrow }, rooms) {
  const tread = Math.min(width / rooms.length, COIN.most / COIN.w);
  const least = narrow ? LEAST.narrow : LEAST.wide;
  for (let rise = RISE.most; rise >= RISE.least; rise -= RISE.by)
    for (let part = COIN.w; part >= COIN.least; part -= 0.04) {
      const w = round(tread * part);
      // As thick as a finger needs, even if then a little of the coin below is seen.
      const pitch = Math.max(least, w * KINDS.coin.pitch);
      const tall = rooms.map((n, i) => n * pitch + w * COIN.front + i * rise * w);
      if (w >= COIN.narrowest && Math.max(...tall) <= height - FOOT - ABOVE)
        return { w, pitch, tread, rise: rise * w };
    }
  return null;
}

/** The steps, seen from the front. @param {number} n @param {number} left @param {Stairs} stairs @param {number} height */
function ground(n, left, { tread, rise }, height) {
  const edge = range(n).map((i) => `V${round(height - FOOT - i * rise)}h${round(tread)}`);
  const d = `M${round(left)} ${height}${edge.join("")}V${height}`;
  return s("path", { key: "stairs", class: "stairs", d });
}
