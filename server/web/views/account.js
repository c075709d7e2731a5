// Who I am: to register, to sign in and out.

import { h } from "../browser/dom.js";
import { t } from "../texts/text.js";
import { refusalText } from "../net/refusal.js";
import { field } from "./fields.js";
import { nameField } from "./name.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */

export const texts = ["account"];
export const styles = ["/styles/forms.css"];

/** As the server has it: docs/protocol.md. */
const PASSWORD = { minlength: 10, maxlength: 200 };

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
      h("button", { id: "logout", on: { click: () => become(act, "/api/logout", {}) } }, t("account.out")),
    ),
  ];
}

/** @param {State} state @param {Act} act */
function forms({ name, link, me }, act) {
  const send = (/** @type {any} */ event) => {
    event.preventDefault();
    const data = new FormData(event.target);
    const register = event.submitter?.id === "register";
    become(act, register ? "/api/register" : "/api/login", {
      name: data.get("name"),
      password: data.get("password"),
    });
  };
  return [
    nameField(name, act),
    h("p", {}, t("account.why")),
    h(
      "form",
      { class: "stacked", on: { submit: send } },
      field(
        "account-name",
        t("account.name"),
        h("input", {
          id: "account-name",
          name: "name",
          initial: name,
          required: true,
          maxlength: 32,
          autocomplete: "username",
          spellcheck: "false",
        }),
      ),
      field(
        "password",
        t("account.password"),
        h("input", {
          id: "password",
          name: "password",
          type: "password",
          required: true,
          ...PASSWORD,
          autocomplete: "current-password",
        }),
      ),
      h(
        "p",
        { class: "buttons" },
        h(
          "button",
          { id: "login", type: "submit", class: "primary", disabled: link.status !== "online" },
          t("account.login"),
        ),
        h(
          "button",
          { id: "register", type: "submit", disabled: link.status !== "online" },
          t("account.register"),
        ),
      ),
    ),
    me && h("p", {}, h("a", { href: `/player/${me}`, on: { click: act.follow } }, t("account.ratings"))),
  ];
}

/** To register, to sign in or out: then I am somebody else, and everything begins anew. @param {Act} act @param {string} path @param {object} body */
function become(act, path, body) {
  act.post({ path, body }, (now, answer) => {
    if (answer.ok) location.assign("/");
    return now;
  });
}
