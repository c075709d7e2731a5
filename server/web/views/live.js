// Running games as pictures that move: on home, and all of them at /watch.

import { boardOf } from "../variants/index.js";
import { h } from "../browser/dom.js";
import { byoyomiLeft, clockText, timeLeft } from "../state/clock.js";
import { othersHere } from "../state/lobby.js";
import { featuredOf } from "../state/wishes.js";
import { t } from "../texts/text.js";
import { picture } from "./picture.js";
import { BOARD } from "./sheets.js";
import { ratingOf, shownName, variantName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */

export const texts = ["board", "table", "home"];
export const styles = [...BOARD, "/styles/forms.css", "/styles/tiles.css", "/styles/live.css"];

/** How many people are here besides me. @param {import("../net/wire.js").Lobby} lobby @param {string | null} me */
export function whoIsHere(lobby, me) {
  const n = othersHere(lobby, me);
  return n > 0 ? t("home.here", { n }) : t("home.hereNone");
}

/** One game: its board and players; nothing until it is known. @param {State} state @param {string} id @param {Act} act */
export function liveBoard(state, id, act) {
  const table = state.tables[id];
  const drawn = table && boardOf(table.game.variant);
  if (!drawn) return null;
  const { players, ratings, state: now } = table;
  return h(
    "a",
    {
      key: `live ${id}`,
      class: "live",
      href: `/table/${id}`,
      on: { click: act.follow },
    },
    h("span", { class: "hidden" }, t("home.watch")),
    h("div", { "aria-hidden": "true" }, picture(state, table, drawn, { silent: true, place: "small" })),
    players.map((player, i) => {
      const left = timeLeft(table, i, state.now);
      return h(
        "span",
        { key: `p${i}`, class: now.to_move === i ? "live-player on" : "live-player" },
        h("b", {}, shownName(player)),
        h("i", {}, ratingOf(ratings?.[i])),
        left !== undefined && h("em", { class: "num" }, clockText(byoyomiLeft(table, i, left)?.ms ?? left)),
      );
    }),
  );
}

/** All running games that may be watched. @param {State} state @param {Act} act */
export function view(state, act) {
  const { lobby } = state;
  const shown = featuredOf(state);
  const boards = shown.flatMap((id) => liveBoard(state, id, act) ?? []);
  const rest = (lobby?.tables ?? []).filter(({ table }) => !shown.includes(table));
  return [
    h(
      "header",
      { class: "section-head" },
      h("h1", {}, t("watch.title")),
      lobby &&
        h(
          "p",
          { class: "soft" },
          [whoIsHere(lobby, state.me), t("home.counts", { n: lobby.table_count })].join(" · "),
        ),
    ),
    lobby &&
      lobby.tables.length === 0 &&
      h(
        "section",
        { class: "empty-state", key: "empty" },
        h("h2", {}, t("watch.none")),
        h("p", { class: "soft" }, t("watch.noneWhy")),
        h("a", { class: "button primary", href: "/", on: { click: act.follow } }, t("home.start.bot")),
      ),
    h("div", { class: "wall featured" }, boards),
    rest.length > 0 &&
      h(
        "ul",
        { class: "list", key: "rest" },
        rest.map(({ table, variant, players, ratings = [] }) =>
          h(
            "li",
            { key: table },
            h(
              "p",
              {},
              players
                .map((player, i) => [shownName(player), ratingOf(ratings[i])].filter(Boolean).join(" "))
                .join(" – "),
              " ",
              h("span", { class: "soft" }, variantName(variant)),
            ),
            h("a", { class: "button", href: `/table/${table}`, on: { click: act.follow } }, t("home.watch")),
          ),
        ),
      ),
  ];
}
