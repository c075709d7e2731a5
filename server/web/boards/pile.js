// A heap as a pile of stones, and the layout of several. Stones are taken from
// the top, so touching one takes it and all above it.

import { ghost, label, piece, range, stone, target } from "./draw.js";

/** @typedef {import("./draw.js").View} View */
/** @typedef {import("./draw.js").Tag} Tag */

const PITCH_X = 42;
const PITCH_Y = 25;
const LEAST_GAP = 6;
/** A finger needs room, in the width that a phone has. */
const FINGER = { pixels: 27, width: 282, most: 32 };
/** Rows of a pile before it grows a second stone wide. */
const TALL = 10;
const TALL_ON_A_PHONE = 8;
/** Beyond these sizes numbers tell more than stones. */
export const MOST_IN_A_PILE = 72;
const MOST_STONES = 300;

/** Whether heaps of these sizes are better shown as numbers. @param {number[]} heaps */
export function areNumbers(heaps) {
  return (
    heaps.some((heap) => heap > MOST_IN_A_PILE) ||
    heaps.reduce((a, b) => a + b, 0) > MOST_STONES ||
    heaps.length > 40
  );
}

/**
 * @typedef {object} Pile
 * @property {string} slot
 * @property {number} count
 * @property {number} ghosts  Stones taken from it with the last move.
 * @property {number} room  Stones to keep room for, so that the board does not jump.
 * @property {string} name
 * @property {string} [counted]  What is said of its size, if more than the number.
 * @property {(take: number) => string} sayTake
 */

/** @param {Pile} pile */
function roomOf({ count, ghosts, room }) {
  return Math.max(count + ghosts, room, 1);
}

/** Stones side by side in a pile. @param {Pile} pile @param {number} tall */
function widthOfPile(pile, tall) {
  return Math.ceil(roomOf(pile) / tall);
}

/**
 * Piles side by side, in as many lines as they need.
 * @param {View} view @param {Pile[]} piles @param {number} width @param {number} [tall]
 */
export function drawPiles(view, piles, width, tall = view.narrow ? TALL_ON_A_PHONE : TALL) {
  const lines = inLines(piles, width, tall);
  const stones = (/** @type {Pile[]} */ line) =>
    line.reduce((sum, pile) => sum + widthOfPile(pile, tall) * PITCH_X, 0);
  // As far apart as there is room.
  const gap = (/** @type {Pile[]} */ line) =>
    Math.max(LEAST_GAP, Math.min(22, (width - stones(line)) / line.length));
  const widthOf = (/** @type {Pile[]} */ line) => stones(line) + line.length * gap(line);
  const widest = Math.max(200, ...lines.map(widthOf)) + 16;
  const pitch = view.narrow
    ? Math.max(PITCH_Y, Math.min(FINGER.most, (FINGER.pixels * widest) / FINGER.width))
    : PITCH_Y;
  /** @type {Tag[]} */
  const nodes = [];
  let top = 8;
  for (const line of lines) {
    const rows = Math.max(...line.map((pile) => Math.ceil(roomOf(pile) / widthOfPile(pile, tall))));
    const base = top + rows * pitch;
    let x = (widest - widthOf(line)) / 2;
    for (const pile of line) {
      const wide = widthOfPile(pile, tall) * PITCH_X;
      nodes.push(...drawPile(view, pile, x + gap(line) / 2, base, widthOfPile(pile, tall), pitch));
      nodes.push(label(x + (wide + gap(line)) / 2, base + 20, pile.name, "label strong"));
      nodes.push(label(x + (wide + gap(line)) / 2, base + 38, pile.counted ?? String(pile.count), "label"));
      x += wide + gap(line);
    }
    top = base + 52;
  }
  return { width: widest, height: top, nodes };
}

/** @param {Pile[]} piles @param {number} width @param {number} tall */
function inLines(piles, width, tall) {
  const space = (/** @type {Pile} */ pile) => widthOfPile(pile, tall) * PITCH_X + LEAST_GAP;
  const total = piles.reduce((sum, pile) => sum + space(pile), 0);
  const share = total / Math.max(1, Math.ceil(total / width));
  /** @type {Pile[][]} */
  const lines = [];
  let used = Infinity;
  for (const pile of piles) {
    if (used + space(pile) > width || used >= share) {
      lines.push([]);
      used = 0;
    }
    lines[lines.length - 1].push(pile);
    used += space(pile);
  }
  return lines;
}

/** @param {View} view @param {Pile} pile @param {number} left @param {number} base @param {number} wide @param {number} pitch */
function drawPile(view, { slot, count, ghosts, sayTake }, left, base, wide, pitch) {
  const ry = Math.round(pitch * 4.2) / 10;
  return range(count + ghosts).map((i) => {
    const x = left + ((i % wide) + 0.5) * PITCH_X;
    const y = base - (Math.floor(i / wide) + 0.5) * pitch;
    if (i >= count) return ghost(x, y, 17, ry - 1, `${slot} ${i}`);
    const value = count - i;
    return piece(
      view,
      { slot, value, x, y },
      () => sayTake(value),
      () => [target(PITCH_X, pitch), stone(18, ry, i + slot.charCodeAt(slot.length - 1))],
    );
  });
}
