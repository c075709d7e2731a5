// The layout of a poset as a Hasse diagram.

import { range } from "./draw.js";

/** @typedef {[number, number]} Point */

/**
 * Points for a Hasse diagram: each element above all that it covers, and centred over them as
 * far as there is room.
 * @param {number} elements @param {Array<[number, number]>} covers pairs [lower, upper]
 * @returns {{points: Point[], width: number, height: number}}
 */
export function hasse(elements, covers) {
  const level = levels(elements, covers);
  const rows = range(Math.max(0, ...level) + 1).map((h) => range(elements).filter((x) => level[x] === h));
  /** @type {number[]} */
  const x = [];
  for (const row of rows) row.forEach((element, i) => (x[element] = i - (row.length - 1) / 2));
  for (const sweep of range(8)) {
    for (const row of sweep % 2 ? [...rows].reverse() : rows) settle(row, x, covers);
  }
  const [least, most] = [Math.min(0, ...x), Math.max(0, ...x)];
  const margin = 36;
  return {
    points: range(elements).map((e) => [
      margin + (x[e] - least) * 64,
      margin + (rows.length - 1 - level[e]) * 72,
    ]),
    width: 2 * margin + (most - least) * 64,
    height: 2 * margin + (rows.length - 1) * 72,
  };
}

/** The longest chain below each element. @param {number} elements @param {Array<[number, number]>} covers */
function levels(elements, covers) {
  const level = range(elements).map(() => 0);
  // A chain has at most this many steps; the bound also ends a cycle, which the server
  // refuses.
  for (const _ of range(elements)) {
    let moved = false;
    for (const [low, high] of covers) {
      if (level[high] <= level[low] && level[low] + 1 < elements) {
        level[high] = level[low] + 1;
        moved = true;
      }
    }
    if (!moved) break;
  }
  return level;
}

/**
 * Moves a row towards its neighbours, keeping elements apart.
 * @param {number[]} row
 * @param {number[]} x
 * @param {Array<[number, number]>} covers
 */
function settle(row, x, covers) {
  const wish = (/** @type {number} */ element) => {
    const near = covers.flatMap(([a, b]) => (a === element ? [x[b]] : b === element ? [x[a]] : []));
    return near.length ? near.reduce((a, b) => a + b, 0) / near.length : x[element];
  };
  const wished = row
    .map((element) => ({ element, at: wish(element) }))
    .sort((a, b) => a.at - b.at || a.element - b.element);
  let shift = 0;
  wished.forEach((place, i) => {
    if (i > 0) place.at = Math.max(place.at, wished[i - 1].at + 1);
  });
  wished.forEach((place) => (shift += (wish(place.element) - place.at) / wished.length));
  for (const { element, at } of wished) x[element] = at + shift;
}
