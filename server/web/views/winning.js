// The moves that win a puzzle, in words.

import { t } from "../texts/text.js";

/** So many are named. */
const MOST_NAMED = 3;

/**
 * Without a number, for a server names no more than ten.
 * @param {import("../net/wire.js").Move[]} winning @param {import("../boards/draw.js").Board} drawn
 * @param {import("../net/wire.js").Setup} game
 */
export function winningSaid(winning, drawn, game) {
  const named = winning.slice(0, MOST_NAMED).map((move) => drawn.say(move, game));
  const said = winning.length > MOST_NAMED ? "puzzles.manyWin" : "puzzles.answer";
  return t(said, { n: winning.length, move: named.join("; ") });
}
