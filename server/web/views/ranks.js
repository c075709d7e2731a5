// Words for rankings: leaderboards, players and ratings.

import { h } from "../browser/dom.js";
import { known, t } from "../texts/text.js";
import { logoMark } from "./icons.js";
import { tilePicture } from "./tile.js";
import { kindOf, shownName, variantName } from "./words.js";

/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../net/wire.js").Player} Player */
/**
 * @typedef {object} Stands
 * @property {number} rating
 * @property {number} deviation  The true rating is within this distance with probability 2/3.
 * @property {boolean} provisional
 * @property {number} by_decisions  The rating by decisions alone.
 * @property {number} rated_matches
 * @property {number} decisions
 * @property {number} kept
 * @property {number | null} peak
 * @property {number} at  When it last changed.
 */

/** The leaderboard of a division that counts every game. */
export const OVERALL = "overall";

/** "People · Nim, last move wins · fast" @param {string} board */
export function boardName(board) {
  const division = `division.${board.split("/")[0]}`;
  return `${known(division) ? t(division) : division}\u00a0· ${poolName(board)}`;
}

/** The variant of a leaderboard; undefined where all games count. @param {string} board */
function familyOf(board) {
  const [, family] = board.split("/");
  return family === OVERALL ? undefined : family;
}

/** The same without the division. @param {string} board */
export function poolName(board) {
  const [, family, ending, speed] = board.split("/");
  const word = (/** @type {string} */ key) => (known(key) ? t(key) : key);
  return family === OVERALL
    ? t("ladder.overall")
    : `${variantName(family)}, ${word(`ending.${ending}`)} · ${word(`speed.${speed}`)}`;
}

/** A player as a link; persons are not marked as such. @param {Player} player @param {Act} act */
export function named({ id, name, ...kind }, act) {
  return h(
    "span",
    {},
    h("a", { href: `/player/${id}`, on: { click: act.follow } }, shownName({ name, ...kind })),
    kind.kind !== "person" && h("span", { class: "soft" }, ` ${kindOf({ id, name, ...kind })}`),
  );
}

/** The picture of a leaderboard: that of its game, and the logo where all games count. @param {string} board */
export function boardPicture(board) {
  const family = familyOf(board);
  return family ? tilePicture(family) : h("span", { class: "ground ground-slate overall" }, logoMark(64));
}
