// What can be said of a mistake, and which one of several teaches most.

import { once } from "../boards/once.js";
import { rulesOf } from "./offline.js";
import { TooLarge } from "./small_lists.js";

/** @typedef {import("../net/wire.js").Setup} Setup */
/** @typedef {import("./study.js").Review} Review */
/** @typedef {import("./study.js").Ply} Ply */

/**
 * Whether a winning move would have ended the game, or left the other with nothing but to end it: there is
 * nothing to learn from such a win. Where the rules are not known here, no.
 * @param {Setup} game @param {Ply} ply
 */
export function winsAtOnce(game, { position, winning_moves }) {
  const rules = rulesOf(game);
  if (!rules || !winning_moves) return false;
  const { moves, apply } = rules;
  try {
    return winning_moves.some((move) => {
      const after = apply(position, move, game);
      const replies = moves(after, game);
      if (game.ending !== "misere") return replies.length === 0;
      return replies.every((reply) => moves(apply(after, reply, game), game).length === 0);
    });
  } catch (error) {
    if (error instanceof TooLarge) return false;
    throw error;
  }
}

/**
 * The mistake to show of the player who made one at `ply`: that one, or, where it was to miss the win at once, the
 * last before it that was not.
 * @param {Review} review @param {number} ply
 */
export function taught(review, ply) {
  const { game, plies, seats } = review;
  return once(review, `taught ${ply}`, () => {
    const isOwn = (/** @type {number} */ at) => at <= ply && at % seats.length === ply % seats.length;
    const found = lastOf(plies, (one, at) => isOwn(at) && one.mark === "threw" && !winsAtOnce(game, one));
    return found < 0 ? ply : found;
  });
}

/**
 * How a player of two had the win that they threw away at `ply`: at every turn before, or by the other's mistake at
 * `given`. Null if neither is proven, or if they had it again later.
 * @param {Review} review @param {number} ply
 * @returns {{kind: "throughout"} | {kind: "given", given: number} | null}
 */
export function hadWin({ plies }, ply) {
  const own = plies.slice(0, ply).filter((_, at) => at % 2 === ply % 2);
  const again = plies.some(({ mark }, at) => at > ply && at % 2 === ply % 2 && mark === "threw");
  if (!again && own.every(({ mark }) => mark === "kept" || mark === "safe")) return { kind: "throughout" };
  const given = lastOf(plies, ({ mark }, at) => at < ply && at % 2 !== ply % 2 && mark !== "lost");
  return given >= 0 && plies[given].mark === "threw" ? { kind: "given", given } : null;
}

/** The index of the last of which this holds; -1 if there is none. @param {Ply[]} plies @param {(ply: Ply, at: number) => boolean} is */
function lastOf(plies, is) {
  return plies.reduce((last, ply, at) => (is(ply, at) ? at : last), -1);
}
