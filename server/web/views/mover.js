// Who made a move, where moves are listed or told.

import { t } from "../texts/text.js";

/** "Ada:", before a move in a list. @param {Array<{name: string}>} players @param {number | null} seat  Mine. @param {number} ply */
export function moverName(players, seat, ply) {
  const mover = ply % players.length;
  return mover === seat ? t("player.youSay") : t("player.says", { name: players[mover].name });
}
