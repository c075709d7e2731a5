// The frame of every page: the head with navigation and account, notices, challenges, and the
// foot with preferences.

import { h, s } from "../browser/dom.js";
import { gradients } from "../matter/gradients.js";
import { drawing } from "../matter/markup.js";
import { symbols } from "../matter/pebbles.js";
import { TOO_MANY } from "../client/connection.js";
import { LANGUAGES, known, t } from "../texts/text.js";
import { avatar, icon, logoMark } from "./icons.js";
import { isMyChoice, isMyTurn } from "../state/tables.js";
import { gameTitle, ownName, shownName, startInShort, termsInShort } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../browser/dom.js").Children} Children */

/** Why the connection ended, for close codes with a helpful text. @type {Record<number, string>} */
const WHY = { 1012: "restart", 1013: "full", 4403: "banned", [TOO_MANY]: "tooMany", 4410: "revoked" };

/** The navigation in the head, and the tabs on a phone. @type {Array<[string, string]>} */
const WAYS = [
  ["/", "play"],
  ["/puzzles", "puzzles"],
  ["/learn", "learn"],
  ["/watch", "watch"],
  ["/ladder", "ladder"],
  ["/tournaments", "tournaments"],
];
/** @type {Array<[string, string, import("./icons.js").Icon]>} */
const TABS = [
  ["/", "play", "home"],
  ["/puzzles", "puzzles", "puzzles"],
  ["/learn", "learn", "learn"],
  ["/watch", "watch", "watch"],
  ["/account", "account", "you"],
];

/** What has no tab on a phone: in the menu of its head. @type {Array<[string, string]>} */
const MORE = [
  ["/ladder", "ladder"],
  ["/tournaments", "tournaments"],
  ["/archive", "archive"],
  ["/analysis", "analysis"],
];

/** Shapes and gradients shared by all drawings, included once. */
const DEFINITIONS = s(
  "svg",
  { class: "definitions", "aria-hidden": "true", focusable: "false" },
  s("defs", {}, drawing(gradients + symbols)),
);

/** @param {State} state @param {Act} act @param {...Children} content */
export function frame(state, act, ...content) {
  return [
    DEFINITIONS,
    h("a", { class: "skip", href: "#main" }, t("frame.skip")),
    h(
      "header",
      { class: "top" },
      h("a", { class: "brand", href: "/", on: { click: act.follow } }, logoMark(32), t("frame.title")),
      h(
        "nav",
        { class: "ways", "aria-label": t("frame.ways") },
        WAYS.map(([href, page]) => way(state, act, href, page)),
      ),
      connection(state, act),
      h(
        "a",
        {
          class: "button bare search",
          href: "/archive",
          "aria-label": t("frame.search"),
          title: t("frame.search"),
          on: { click: act.follow },
        },
        icon("search"),
      ),
      themeSwitch(state, act),
      h(
        "p",
        { class: "name" },
        h(
          "a",
          { class: "my-name", href: "/account", on: { click: act.follow } },
          avatar(state.name),
          h("span", {}, ownName(state)),
        ),
        !state.registered &&
          h("a", { class: "button", href: "/account", on: { click: act.follow } }, t("frame.account")),
      ),
      menu(state, act),
    ),
    h("main", { id: "main", tabindex: -1 }, challenges(state, act), content),
    notices(state, act),
    foot(state, act),
    h(
      "nav",
      { class: "tabs", "aria-label": t("frame.ways") },
      TABS.map(([href, page, sign]) => way(state, act, href, page === "account" ? "you" : page, sign)),
    ),
  ];
}

/** @param {State} state @param {Act} act @param {string} href @param {string} page @param {import("./icons.js").Icon} [sign] */
function way({ route }, act, href, page, sign) {
  const here =
    href === "/" ? route.page === "home" || route.page === "new" : href.startsWith(`/${route.page}`);
  return h(
    "a",
    { key: page, href, "aria-current": here ? "page" : null, on: { click: act.follow } },
    sign && icon(sign),
    h("span", {}, t(`frame.${page}`)),
  );
}

/** On a phone: the ways that have no tab. It closes with whatever is done next. @param {State} state @param {Act} act */
function menu(state, act) {
  const close = (/** @type {any} */ event) => (event.currentTarget.closest("details").open = false);
  const left = (/** @type {any} */ event) =>
    event.currentTarget.contains(event.relatedTarget) || (event.currentTarget.open = false);
  const on = {
    focusout: left,
    keydown: (/** @type {any} */ event) => event.key === "Escape" && close(event),
  };
  return h(
    "details",
    { class: "menu", on },
    h("summary", { "aria-label": t("frame.menu"), title: t("frame.menu") }, icon("menu")),
    h(
      "nav",
      { "aria-label": t("frame.menu"), on: { click: close } },
      MORE.map(([href, page]) => way(state, act, href, page)),
    ),
  );
}

/** @param {State} state @param {Act} act */
function themeSwitch({ dark }, act) {
  return h(
    "button",
    {
      id: "theme",
      class: "bare",
      "aria-label": t(dark ? "frame.light" : "frame.dark"),
      title: t(dark ? "frame.light" : "frame.dark"),
      on: { click: () => act.theme(dark ? "light" : "dark") },
    },
    icon(dark ? "sun" : "moon"),
  );
}

/** @param {State} state @param {Act} act */
function foot(state, act) {
  const check = (
    /** @type {"sound" | "motion" | "confirm"} */ id,
    /** @type {boolean} */ checked,
    /** @type {(on: boolean) => void} */ set,
  ) =>
    h(
      "label",
      { key: id, class: "check" },
      h("input", {
        id,
        type: "checkbox",
        checked,
        on: { change: (/** @type {any} */ event) => set(event.target.checked) },
      }),
      h("span", {}, t(`frame.${id}`)),
    );
  return h(
    "footer",
    { class: "foot" },
    h(
      "label",
      { class: "check" },
      h("span", {}, t("frame.language")),
      h(
        "select",
        { id: "language", value: state.language, on: { change: act.speak } },
        Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code }, name)),
      ),
    ),
    check("sound", state.sound, act.sound),
    check("motion", !state.still, (on) => act.still(!on)),
    check("confirm", state.confirm, act.confirm),
    h(
      "div",
      { class: "foot-ways" },
      h("a", { href: "/puzzles", on: { click: act.follow } }, t("frame.puzzles")),
      h("a", { href: "/tournaments", on: { click: act.follow } }, t("frame.tournaments")),
      h("a", { href: "/archive", on: { click: act.follow } }, t("frame.archive")),
      h("a", { href: "/analysis", on: { click: act.follow } }, t("frame.analysis")),
      h("a", { href: "/docs/protocol" }, t("frame.docs")),
    ),
  );
}

/** @param {State} state @param {Act} act */
function connection({ link, now }, act) {
  const seconds = Math.max(0, Math.ceil((link.at - now) / 1000));
  const waits = link.status === "waiting";
  const why = ["connecting", "online", "offline"].includes(link.status) ? undefined : WHY[link.code];
  const kind = why ?? (waits ? "lost" : link.status);
  const text = waits ? `${t(`link.${kind}`)}, ${t("link.next", { n: seconds })}` : t(`link.${kind}`);
  return h(
    "p",
    { class: `link ${link.status}` },
    h("span", { class: "dot", "aria-hidden": "true" }),
    // Only the kind of state is announced, not each second of the countdown.
    h("span", { class: "hidden", role: "status" }, t(`link.${kind}`)),
    h(
      "span",
      { class: "outage" },
      h("span", { "aria-hidden": "true" }, text),
      (waits || link.status === "ended") &&
        h("button", { class: "small", on: { click: act.reconnect } }, t("link.retry")),
    ),
  );
}

/** @param {State} state @param {Act} act */
function challenges({ challenges }, act) {
  return challenges.map(({ challenge, by, game, seat, ...terms }) =>
    h(
      "section",
      { key: `challenge ${challenge}`, class: "card challenge", role: "alert" },
      avatar(by.name),
      h(
        "div",
        {},
        h(
          "p",
          {},
          t("challenge.text", { name: shownName(by), game: gameTitle(game) }),
          " ",
          t(`challenge.seat.${seat}`),
        ),
        h("p", { class: "soft" }, [startInShort(game), termsInShort(terms)].filter(Boolean).join(" · ")),
      ),
      h(
        "p",
        { class: "buttons" },
        h(
          "button",
          { class: "light", on: { click: () => act.reply(challenge, true) } },
          t("challenge.accept"),
        ),
        h("button", { on: { click: () => act.reply(challenge, false) } }, t("challenge.decline")),
      ),
    ),
  );
}

/** @param {State} state @param {Act} act */
function notices({ notices }, act) {
  return h(
    "div",
    { class: "notices", role: "status", "aria-live": "polite" },
    notices.map(({ id, kind, key, params }) =>
      h(
        "p",
        { key: `notice ${id}`, class: `notice ${kind}` },
        h("span", {}, known(key) ? t(key, params) : t("error.other", { code: key.replace("error.", "") })),
        h(
          "button",
          { class: "small", "aria-label": t("notice.dismiss"), on: { click: () => act.dismiss(id) } },
          "×",
        ),
      ),
    ),
  );
}

/** The title names the page, and says when somebody waits for me. @param {State} state */
export function heading({ route, tables, challenges }) {
  const turn =
    challenges.length > 0 || Object.values(tables).some((table) => isMyTurn(table) || isMyChoice(table));
  const table = route.page === "table" ? tables[route.id] : undefined;
  const key = `title.${route.page}`;
  const said = table
    ? `${t(`variant.${table.game.variant}`)}: ${table.players.map(({ name }) => name).join(" – ")}`
    : known(key)
      ? t(key)
      : "";
  const title = [said, t("frame.title")].filter(Boolean).join(" · ");
  return { turn, title: turn ? `● ${t("turn.mine")} · ${title}` : title };
}
