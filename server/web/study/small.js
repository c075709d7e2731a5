// Games decided by searching every position that can follow: for small starts of lessons and
// free play without the server, whose theories are not repeated here.

import { BOARDS } from "./small_boards.js";
import { HEAPS } from "./small_heaps.js";
import { TooLarge } from "./small_lists.js";
import { ROWS } from "./small_rows.js";

/** @typedef {import("../net/wire.js").Setup} Setup */
/** @typedef {import("../net/wire.js").Position} Position */
/**
 * @typedef {object} SmallGame
 * @property {(position: Position, params: Setup["params"]) => any[]} moves
 * @property {(position: Position, move: any, params: Setup["params"]) => Position} apply
 * @property {boolean} [inCircle]  Heaps stand beside each other; everywhere else their order changes nothing.
 */

/** @type {Record<string, SmallGame>} */
export const SMALL = { ...HEAPS, ...ROWS, ...BOARDS };

/** The most positions searched: a tenth of a second. */
const MOST_POSITIONS = 10_000;
/** The longest line of play followed: a longer one, of coins turned to and fro, would overflow the stack. */
const MOST_MOVES = 1000;

/**
 * The value of positions, each searched once: in normal play the Grundy value, in misère play
 * 1 if the player to move wins, else 0.
 * @param {SmallGame} rules @param {Setup} game
 */
export function search({ moves, apply, inCircle }, { params, ending }) {
  /** @type {Map<string, number>} */
  const known = new Map();
  /** @param {Position} position */
  const alike = (position) =>
    position.heaps && !inCircle
      ? { ...position, heaps: [...position.heaps].sort((a, b) => a - b) }
      : position;
  /** @param {Position} position @param {number} [made]  Moves before it. @returns {number} */
  const value = (position, made = 0) => {
    const key = JSON.stringify(alike(position));
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= MOST_POSITIONS || made > MOST_MOVES) throw new TooLarge();
    const next = moves(position, params).map((move) => apply(position, move, params));
    const after = new Set(next.map((one) => value(one, made + 1)));
    let least = 0;
    if (ending === "normal") while (after.has(least)) least += 1;
    else least = after.size === 0 || after.has(0) ? 1 : 0;
    known.set(key, least);
    return least;
  };
  return { value, positions: () => known.size };
}
