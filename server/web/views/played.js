// A game in a list of games: its tile, its players, its day and how it ended.

import { h } from "../browser/dom.js";
import { t } from "../texts/text.js";
import { day } from "./dates.js";
import { tilePicture } from "./tile.js";
import { gameWithStart, shownName } from "./words.js";

/** @typedef {import("../app.js").Act} Act */
/**
 * @typedef {object} Story  As the server tells it.
 * @property {string} table
 * @property {import("../net/wire.js").Setup} game
 * @property {import("../net/wire.js").Player[]} players
 * @property {import("../net/wire.js").Over | null} over
 * @property {string} [division]
 * @property {number} opened_at
 */

/** @param {Story} story @param {string} whose  The id or the name of the player whose game it is here, or "". @param {Act} act */
export function played({ table, game, players, over, division, opened_at }, whose, act) {
  const seat = players.findIndex(({ id, name }) => whose !== "" && (id === whose || name === whose));
  return h(
    "li",
    { key: table },
    h("span", { class: "mini" }, tilePicture(game.variant)),
    h(
      "p",
      {},
      h("a", { href: `/game/${table}`, on: { click: act.follow } }, gameWithStart(game)),
      h("br"),
      h(
        "span",
        { class: "soft" },
        [against(players, seat), t(`ending.${game.ending}`), day(opened_at), division && t("terms.rated")]
          .filter(Boolean)
          .join(" · "),
      ),
    ),
    ending(players, over, seat),
  );
}

/** @param {import("../net/wire.js").Player[]} players @param {number} seat */
function against(players, seat) {
  const names = players.filter((_, i) => i !== seat).map(shownName);
  return seat < 0 ? names.join(" – ") : t("career.against", { names: names.join(", ") });
}

/**
 * Who won, or how it ended for the player.
 * @param {import("../net/wire.js").Player[]} players @param {Story["over"]} over @param {number} seat
 */
function ending(players, over, seat) {
  const said = (/** @type {string} */ how) => h("span", { class: `outcome ${how}` }, t(`outcome.${how}`));
  if (!over) return said("running");
  if (over.winners.length === 0) return said("open");
  if (seat >= 0) return said(over.winners.includes(seat) ? "won" : "lost");
  const names = over.winners.map((winner) => shownName(players[winner]) || "–");
  return h("span", { class: "outcome" }, t("archive.wonBy", { name: names.join(", ") }));
}
