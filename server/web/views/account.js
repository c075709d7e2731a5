// Who I am: to register, to sign in and out.

import { h } from "../browser/dom.js";
import { t } from "../texts/text.js";
import { refusalText } from "../net/refusal.js";
import { credentials } from "./credentials.js";
import { nameField } from "./name.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */

export const texts = ["account"];
export const styles = ["/styles/forms.css"];

/** @param {State} state @param {Act} act */
export function view(state, act) {
  const { refused } = state;
  return h(
    "section",
    { class: "card invitation" },
    h("h1", {}, t("account.title")),
    state.registered ? signedIn(state, act) : forms(state, act),
    refused && h("p", { class: "bad", role: "alert" }, refusalText(refused)),
  );
}

/** @param {State} state @param {Act} act */
function signedIn({ name, me }, act) {
  return [
    h("p", {}, t("account.in", { name })),
    h(
      "p",
      { class: "buttons" },
      me &&
        h("a", { class: "button", href: `/player/${me}`, on: { click: act.follow } }, t("account.ratings")),
      h(
        "button",
        { id: "logout", on: { click: () => act.become("/api/logout", {}, "/") } },
        t("account.out"),
      ),
    ),
  ];
}

/** @param {State} state @param {Act} act */
function forms(state, act) {
  const { name, me } = state;
  return [
    nameField(name, act),
    h("p", {}, t("account.why")),
    credentials(state, act, "/"),
    me && h("p", {}, h("a", { href: `/player/${me}`, on: { click: act.follow } }, t("account.ratings"))),
  ];
}
