// Another player as I meet them: whether they are here, and what they play.

import { h } from "../browser/dom.js";
import { t } from "../texts/text.js";

/** @typedef {import("../app.js").Act} Act */
/**
 * @typedef {object} Person  As the server answers.
 * @property {import("../net/wire.js").Player} player
 * @property {boolean} online
 * @property {boolean} notified  Whether a challenge to a game of days reaches them while they are away.
 * @property {string[]} tables  Their running games.
 * @property {boolean} blocked  Whether I block them.
 * @property {boolean} followed  Whether I follow them.
 */

/** @param {string} id */
export const personOf = (id) => ({ path: `/api/players/${id}` });

/** Whether they are here, in words. @param {Person} person @param {Act} act */
export function presenceOf({ online, tables }, act) {
  const [table] = tables;
  return h(
    "span",
    { class: online ? "here" : "soft" },
    t(online ? "person.here" : "person.away"),
    table && " · ",
    table && h("a", { href: `/table/${table}`, on: { click: act.follow } }, t("person.plays")),
  );
}
