// What is around every page: the head with name and connection, notices,
// challenges, and the foot with the language.

import { REPLACED } from "../net/connection.js";
import { h } from "../browser/dom.js";
import { LANGUAGES, known, t } from "../texts/text.js";
import { gameTitle, startInShort, termsInShort } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../browser/dom.js").Children} Children */

/** Why the connection ended, where the server has said it in a way that helps. @type {Record<number, string>} */
const WHY = { 1012: "restart", 1013: "full", 4403: "banned", [REPLACED]: "replaced", 4410: "revoked" };

/** @param {State} state @param {Act} act @param {...Children} content */
export function frame(state, act, ...content) {
  return [
    h("a", { class: "skip", href: "#main" }, t("frame.skip")),
    h(
      "header",
      { class: "top" },
      h("a", { class: "brand", href: "/", on: { click: act.follow } }, t("frame.title")),
      h(
        "nav",
        { class: "ways", "aria-label": t("frame.ways") },
        [
          ["/learn", "learn"],
          ["/analysis", "analysis"],
          ["/ladder", "ladder"],
          ["/tournaments", "tournaments"],
        ].map(([href, page]) =>
          h(
            "a",
            {
              key: page,
              href,
              "aria-current": page.startsWith(state.route.page) ? "page" : null,
              on: { click: act.follow },
            },
            t(`frame.${page}`),
          ),
        ),
      ),
      connection(state, act),
      h(
        "p",
        { class: "name" },
        !state.registered &&
          h(
            "label",
            {},
            h("span", {}, t("frame.name")),
            " ",
            h("input", {
              id: "name",
              key: "name",
              initial: state.name,
              maxlength: 32,
              autocomplete: "nickname",
              spellcheck: "false",
              on: { change: act.rename },
            }),
          ),
        h(
          "a",
          { href: "/account", on: { click: act.follow } },
          state.registered ? state.name : t("frame.account"),
        ),
      ),
    ),
    h("main", { id: "main", tabindex: -1 }, challenges(state, act), content),
    notices(state, act),
    h(
      "footer",
      { class: "foot" },
      h(
        "label",
        {},
        h("span", {}, t("frame.language")),
        " ",
        h(
          "select",
          { id: "language", value: state.language, on: { change: act.speak } },
          Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code }, name)),
        ),
      ),
      h(
        "label",
        { class: "check" },
        h("input", {
          id: "sound",
          type: "checkbox",
          checked: state.sound,
          on: { change: (event) => act.sound(event.target.checked) },
        }),
        " ",
        h("span", {}, t("frame.sound")),
      ),
      h(
        "label",
        { class: "check" },
        h("input", {
          id: "motion",
          type: "checkbox",
          checked: !state.still,
          on: { change: (event) => act.still(!event.target.checked) },
        }),
        " ",
        h("span", {}, t("frame.motion")),
      ),
    ),
  ];
}

/** @param {State} state @param {Act} act */
function connection({ link, now }, act) {
  const seconds = Math.max(0, Math.ceil((link.at - now) / 1000));
  const waits = link.status === "waiting";
  const why = link.status === "connecting" || link.status === "online" ? undefined : WHY[link.code];
  const kind = why ?? (waits ? "lost" : link.status);
  const text = waits ? `${t(`link.${kind}`)}, ${t("link.next", { n: seconds })}` : t(`link.${kind}`);
  return h(
    "p",
    { class: `link ${link.status}` },
    h("span", { class: "dot", "aria-hidden": "true" }),
    // Only the kind of state is spoken, not each second of the countdown.
    h("span", { class: "hidden", role: "status" }, t(`link.${kind}`)),
    h("span", { "aria-hidden": "true" }, text),
    (link.status === "waiting" || link.status === "ended") &&
      h("button", { class: "small", on: { click: act.reconnect } }, t("link.retry")),
  );
}

/** @param {State} state @param {Act} act */
function challenges({ challenges }, act) {
  return challenges.map(({ challenge, by, game, seat, ...terms }) =>
    h(
      "section",
      { key: `challenge ${challenge}`, class: "card challenge", role: "alert" },
      h(
        "p",
        {},
        t("challenge.text", { name: by.name, game: gameTitle(game) }),
        " ",
        t(`challenge.seat.${seat}`),
      ),
      h("p", { class: "soft" }, [startInShort(game), termsInShort(terms)].filter(Boolean).join(" · ")),
      h(
        "p",
        { class: "buttons" },
        h(
          "button",
          { class: "primary", on: { click: () => act.reply(challenge, true) } },
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
        params?.detail ? h("span", { class: "detail", lang: "en" }, String(params.detail)) : null,
        h(
          "button",
          { class: "small", "aria-label": t("notice.dismiss"), on: { click: () => act.dismiss(id) } },
          "×",
        ),
      ),
    ),
  );
}
