// Words for rankings: leaderboards, players and what they stand at.

import { h } from "../browser/dom.js";
import { known, number, t } from "../texts/text.js";
import { kindOf, ratingOf, variantName } from "./words.js";

/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../net/wire.js").Player} Player */
/** @typedef {{rating: number, deviation: number, provisional: boolean, rated_matches: number}} Stands */

/** The leaderboard of a division that counts every game. */
export const OVERALL = "overall";

/** "People · Nim, last move wins · fast" @param {string} board */
export function boardName(board) {
  const division = `division.${board.split("/")[0]}`;
  return `${known(division) ? t(division) : division} · ${poolName(board)}`;
}

/** The same without the division. @param {string} board */
export function poolName(board) {
  const [, family, ending, speed] = board.split("/");
  const word = (/** @type {string} */ key) => (known(key) ? t(key) : key);
  return family === OVERALL
    ? t("ladder.overall")
    : `${variantName(family)}, ${word(`ending.${ending}`)} · ${word(`speed.${speed}`)}`;
}

/** @param {Player} player @param {Act} act */
export function named({ id, name, ...kind }, act) {
  return h(
    "span",
    {},
    h("a", { href: `/player/${id}`, on: { click: act.follow } }, name),
    " ",
    h("span", { class: "soft" }, kindOf({ id, name, ...kind })),
  );
}

/** "1612 ± 45", with a question mark while it is provisional. @param {{rating: number, deviation: number, provisional: boolean}} stands */
export function points({ rating, deviation, provisional }) {
  return `${ratingOf({ rating, deviation, provisional })} ± ${number(Math.round(deviation))}`;
}
