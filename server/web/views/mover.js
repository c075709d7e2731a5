// Who made a move, where moves are listed or told.

import { t } from "../texts/text.js";
import { shownName } from "./words.js";

/**
 * "Ada:", before a move in a list.
 * @param {Array<{name: string, house?: boolean}>} players @param {number | null} seat  Mine. @param {number} ply
 */
export function moverName(players, seat, ply) {
  const mover = ply % players.length;
  return mover === seat ? t("player.youSay") : t("player.says", { name: shownName(players[mover]) });
}

/**
 * The last move in words.
 * @param {import("../state/types.js").Table} table @param {import("../boards/draw.js").Board} drawn
 */
export function lastMove({ game, state, players, seat }, drawn) {
  const move = state.last_move;
  if (move === null || state.ply === 0) return t("move.none");
  const mover = (state.ply - 1) % players.length;
  const what = drawn.say(move, game);
  return mover === seat
    ? t("move.mine", { move: what })
    : t("move.by", { name: shownName(players[mover]), move: what });
}
