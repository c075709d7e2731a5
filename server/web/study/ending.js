// Whether a game is over, or a move ends it: where the page knows the rules, and listing the moves is quick. Pure.

import { SMALL } from "./small.js";
import { TooLarge, sizeOf } from "./small_lists.js";

/** @typedef {import("../net/wire.js").Setup} Setup */
/** @typedef {import("../net/wire.js").Move} Move */
/** @typedef {import("../net/wire.js").Position} Position */

/** The largest position of which moves are listed, by the sum of its numbers. */
const MOST_OBJECTS = 120;

/** Whether no move is left; where that is not known, no. @param {Setup} game @param {Position} position */
export function isOver({ variant, params }, position) {
  if (!Object.hasOwn(SMALL, variant) || sizeOf(position) > MOST_OBJECTS) return false;
  try {
    return SMALL[variant].moves(position, params).length === 0;
  } catch (error) {
    if (error instanceof TooLarge) return false;
    throw error;
  }
}

/** Whether a move is the last; where that is not known, no. @param {Setup} game @param {Position} position @param {Move} move */
export function isLast(game, position, move) {
  const { variant, params } = game;
  return Object.hasOwn(SMALL, variant) && isOver(game, SMALL[variant].apply(position, move, params));
}
