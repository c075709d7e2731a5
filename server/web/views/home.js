// The home page: a game at once, and the lobby.

import { h } from "../dom.js";
import { known, t } from "../text.js";
import { VARIANTS, setupOf, variantOf } from "../variants.js";
import { gameTitle, kindOf, rules, startInShort, variantName } from "./words.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../variants.js").Field} Field */

/** @param {State} state @param {Act} act */
export function home(state, act) {
  return [
    h("h1", { class: "hidden" }, t("frame.title")),
    runningGames(state, act),
    waiting(state, act),
    h("div", { class: "columns" },
      newGame(state, act),
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

/** @param {import("../state.js").Table} table */
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

/** @param {State} state @param {Act} act */
function newGame({ form, lobby, link }, act) {
  const variant = variantOf(form.variant) ?? VARIANTS[0];
  const bots = (lobby?.players ?? []).filter(({ kind }) => kind === "bot");
  const several = Number(form.values.players ?? 2) > 2;
  const opponent = several && form.opponent === "bot" ? "open" : form.opponent;
  return h("section", { class: "card new" },
    h("h2", {}, t("home.new")),
    h("form", { on: { submit: act.start } },
      h("div", { class: "pair" },
        field("variant", t("home.variant"),
          h("select", { id: "variant", value: form.variant, on: { change: (event) => act.pickVariant(event.target.value) } },
            VARIANTS.map(({ name }) => h("option", { value: name }, variantName(name))))),
        field("ending", t("home.ending"),
          h("select", { id: "ending", value: form.ending, on: { change: (event) => act.form({ ending: event.target.value }) } },
            variant.endings.map((ending) => h("option", { value: ending }, t(`ending.${ending}`)))))),
      h("p", { class: "rules" }, rules(setupOf(form.variant, form.values, form.ending))),
      starts(form, variant, act),
      h("details", {},
        h("summary", {}, t("home.custom")),
        h("div", { class: "pair" }, variant.fields.map((one) => valueField(one, form.values[one.name] ?? "", act)))),
      radios("seat", t("home.seat"), form.seat, ["first", "second", "random"], act),
      radios("opponent", t("home.opponent"), opponent, several ? ["link", "open"] : ["bot", "link", "open"], act),
      opponent === "bot" && bots.length > 1 && field("bot", t("home.bot"),
        h("select", { id: "bot", value: form.bot, on: { change: (event) => act.form({ bot: event.target.value }) } },
          h("option", { value: "" }, t("home.anyBot")),
          bots.map(({ id, name }) => h("option", { value: id }, name)))),
      h("button", { class: "primary big", type: "submit", disabled: link.status !== "online" }, t(`home.start.${opponent}`)),
      opponent === "bot" && lobby && bots.length === 0 && h("p", { class: "soft" }, t("home.noBot"))));
}

/** @param {State["form"]} form @param {import("../variants.js").Variant} variant @param {Act} act */
function starts(form, variant, act) {
  const chosen = JSON.stringify(form.values);
  return h("fieldset", { class: "chips" },
    h("legend", {}, t("home.starts")),
    variant.starts.map(({ name, values }) =>
      h("label", { key: name },
        h("input", { type: "radio", name: "start", value: name, checked: JSON.stringify(values) === chosen, on: { change: () => act.form({ values }) } }),
        h("span", {}, known(name) ? t(name) : name))));
}

/** @param {Field} one @param {string} value @param {Act} act */
function valueField({ name, kind, choices = [], min, max }, value, act) {
  const id = `value-${name}`;
  const set = (/** @type {any} */ event) => act.value(name, event.target.value);
  const input = kind === "choice"
    ? h("select", { id, value, on: { change: set } }, choices.map((choice) => h("option", { value: choice }, known(`choice.${choice}`) ? t(`choice.${choice}`) : choice)))
    : h("input", { id, value, type: kind === "number" ? "number" : "text", inputmode: "numeric", min, max, required: true, on: { input: set } });
  return field(id, t(`value.${name}`), input);
}

/** @param {string} id @param {string} name @param {import("../dom.js").Tag} input */
function field(id, name, input) {
  return h("label", { key: id, class: "field", for: id }, h("span", {}, name), input);
}

/** @param {"seat" | "opponent"} name @param {string} title @param {string} chosen @param {string[]} all @param {Act} act */
function radios(name, title, chosen, all, act) {
  return h("fieldset", { class: "chips" },
    h("legend", {}, title),
    all.map((value) =>
      h("label", { key: value },
        h("input", { type: "radio", name, value, checked: value === chosen, on: { change: () => act.form({ [name]: value }) } }),
        h("span", {}, t(`${name}.${value}`)))));
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
