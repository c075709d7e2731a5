// Name and password, to register or to sign in: on the account page, and wherever an account
// is required.

import { h } from "../browser/dom.js";
import { t } from "../texts/text.js";
import { refusalText } from "../net/refusal.js";
import { field } from "./fields.js";
import { UNNAMED } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */

/** As in the server's answer: docs/protocol.md. */
const PASSWORD = { minlength: 10, maxlength: 200 };

/** The form. @param {State} state @param {Act} act @param {string} then  The path to open afterwards. */
export function credentials({ name, link }, act, then) {
  const send = (/** @type {any} */ event) => {
    event.preventDefault();
    const data = new FormData(event.target);
    const path = event.submitter?.id === "register" ? "/api/register" : "/api/login";
    act.become(path, { name: data.get("name"), password: data.get("password") }, then);
  };
  const offline = link.status !== "online";
  return h(
    "form",
    { class: "stacked", key: "credentials", on: { submit: send } },
    field(
      "account-name",
      t("account.name"),
      h("input", {
        id: "account-name",
        name: "name",
        // No name that one would choose.
        initial: UNNAMED.test(name) ? "" : name,
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
      h("button", { id: "login", type: "submit", class: "primary", disabled: offline }, t("account.login")),
      h("button", { id: "register", type: "submit", disabled: offline }, t("account.register")),
    ),
  );
}

/**
 * Shown where an account is needed to continue.
 * @param {State} state
 * @param {Act} act
 * @param {string} why
 * @param {string} then
 */
export function accountWanted(state, act, why, then) {
  return [
    h("p", {}, why),
    credentials(state, act, then),
    state.refused && h("p", { class: "bad", role: "alert" }, refusalText(state.refused)),
  ];
}
