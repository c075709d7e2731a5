// The home page: a game at once, and the lobby.

import { boardOf } from "../boards/index.js";
import { h } from "../dom.js";
import { VARIANTS, featuredOf, startOf } from "../state.js";
import { t } from "../text.js";
import { chips, field, houseBots, variantSelect } from "./fields.js";
import { gameTitle, kindOf, rules, startInShort, variantName } from "./words.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../app.js").Act} Act */

export const needs = () => [VARIANTS];

/** @param {State} state @param {Act} act @param {string} _id @param {import("../app.js").Parts} parts */
export function view(state, act, _id, { picture }) {
  return [
    h("h1", { class: "hidden" }, t("frame.title")),
    runningGames(state, act),
    waiting(state, act),
    h("div", { class: "columns" },
      h("div", { class: "column" }, playNow(state, act), picture && featured(state, picture, act), learn(state, act)),
      h("div", { class: "column" }, seeks(state, act), tables(state, act))),
  ];
}

/** @param {State} state @param {Act} act */
function runningGames({ tables }, act) {
  const running = Object.entries(tables).filter(([, table]) => table.seat !== null && !table.state.over);
  return running.map(([id, table]) =>
    h("section", { key: `running ${id}`, class: "card strip" },
      h("p", {}, t("home.running", { game: variantName(table.game.variant), names: others(table) }),
        " ", h("strong", {}, table.state.to_move === table.seat ? t("turn.mine") : "")),
      h("a", { class: "button primary", href: `/table/${id}`, on: { click: act.follow } }, t("home.continue"))));
}

/** @param {import("../types.js").Table} table */
function others({ players, seat }) {
  return players.filter((_, i) => i !== seat).map(({ name }) => name).join(", ");
}

/** @param {State} state @param {Act} act */
function waiting({ offers }, act) {
  return offers.map((offer) => {
    const link = `${location.origin}/seek/${offer.id}`;
    return h("section", { key: `offer ${offer.id}`, class: "card strip waiting" },
      h("div", {},
        h("p", {}, h("strong", {}, t(`home.waiting.${offer.kind}`)), " ", gameTitle(offer.game)),
        offer.kind === "link" && h("p", { class: "share" },
          h("input", { readonly: true, value: link, "aria-label": t("home.link"), on: { focus: (event) => event.target.select() } }),
          h("button", { on: { click: () => act.share(link) } }, t("home.share")))),
      h("button", { on: { click: () => act.cancel(offer.id) } }, t("home.cancel")));
  });
}

/** A game at once: which, against which bot, and go. @param {State} state @param {Act} act */
function playNow(state, act) {
  const { form, lobby, link } = state;
  const bots = houseBots(state);
  const game = startOf(state);
  const several = game?.params.players > 2;
  return h("section", { class: "card new" },
    h("h2", {}, t("home.now")),
    h("form", { on: { submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      if (game) act.playNow(game);
    } } },
      field("variant", t("home.variant"), variantSelect(state, act)),
      h("p", { class: "rules" }, game ? rules(game) : t("home.loading")),
      bots.length > 1 && chips("bot", t("home.bot"), bots.some(({ name }) => name === form.bot) ? form.bot : bots[0].name, bots.map(({ name }) => [name, name]), (bot) => act.form({ bot })),
      h("button", { class: "primary big", type: "submit", disabled: link.status !== "online" || !game || several || bots.length === 0 }, t("home.start.bot")),
      lobby && bots.length === 0 && h("p", { class: "soft" }, t("home.noBot")),
      several && h("p", { class: "soft" }, t("home.several"))),
    h("p", { class: "buttons more" },
      way("link", t("home.withFriend"), act),
      way("open", t("home.withAnybody"), act),
      way("bot", t("home.more"), act)));
}

/** A running game, as it is now. @param {State} state @param {typeof import("./picture.js")} part @param {Act} act */
function featured(state, { picture }, act) {
  const id = featuredOf(state);
  const table = id && state.tables[id];
  const drawn = table && boardOf(table.game.variant);
  if (!drawn) return null;
  const { players, game } = table;
  return h("section", { key: `featured ${id}`, class: "card featured" },
    h("h2", {}, t("home.featured")),
    h("p", {}, players.map(({ name }) => name).join(" – "), " ", h("span", { class: "soft" }, gameTitle(game))),
    picture(state, table, drawn),
    h("p", { class: "buttons" }, h("a", { class: "button", href: `/table/${id}`, on: { click: act.follow } }, t("home.watch"))));
}

/** For whoever is new here. @param {State} state @param {Act} act */
function learn({ seats }, act) {
  if (Object.keys(seats).length > 20) return null;
  return h("section", { key: "learn", class: "card strip" },
    h("p", {}, t("home.learn")),
    h("a", { class: "button", href: "/learn", on: { click: act.follow } }, t("frame.learn")));
}

/** The way to the form, with the opponent chosen. @param {"link" | "open" | "bot"} opponent @param {string} name @param {Act} act */
function way(opponent, name, act) {
  return h("a", { key: opponent, class: "button", href: "/new", on: { click: (/** @type {MouseEvent} */ event) => {
    act.form({ opponent });
    act.follow(event);
  } } }, name);
}

/** @param {State} state @param {Act} act */
function seeks({ lobby, me }, act) {
  const open = (lobby?.seeks ?? []).filter(({ by }) => by.id !== me);
  return h("section", { class: "card" },
    h("h2", {}, t("home.seeks")),
    open.length === 0 && h("p", { class: "soft" }, t(lobby ? "home.noSeeks" : "home.loading")),
    h("ul", { class: "list" }, open.map(({ seek, by, game, missing = 1 }) =>
      h("li", { key: seek },
        h("div", {},
          h("p", {}, h("strong", {}, by.name), " ", h("span", { class: "soft" }, kindOf(by))),
          h("p", {}, gameTitle(game)),
          h("p", { class: "soft" }, startInShort(game), missing > 1 ? ` ${t("home.missing", { n: missing })}` : "")),
        h("button", { "aria-label": t("home.acceptOf", { name: by.name }), on: { click: () => act.accept(seek) } }, t("home.accept"))))));
}

/** @param {State} state @param {Act} act */
function tables({ lobby }, act) {
  const running = lobby?.tables ?? [];
  return h("section", { class: "card" },
    h("h2", {}, t("home.tables")),
    running.length === 0 && h("p", { class: "soft" }, t(lobby ? "home.noTables" : "home.loading")),
    h("ul", { class: "list" }, running.map(({ table, variant, players }) =>
      h("li", { key: table },
        h("p", {}, players.map(({ name }) => name).join(" – "), " ", h("span", { class: "soft" }, variantName(variant))),
        h("a", { class: "button", href: `/table/${table}`, "aria-label": t("home.watchOf", { names: players.map(({ name }) => name).join(", ") }), on: { click: act.follow } }, t("home.watch"))))),
    lobby && h("p", { class: "soft" }, t("home.counts", { players: lobby.player_count, tables: lobby.table_count })));
}
