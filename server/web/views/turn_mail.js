// Mail when it is my turn in a game of days and I am away: the switch among the settings, and what
// the links in mails lead to, which need no signing in.

import { h } from "../browser/dom.js";
import { t } from "../texts/text.js";
import { staled } from "../state/answers.js";
import { ME } from "./sessions.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */

const PATH = "/api/turn-mail";

/** @param {{email?: string, turn_mail: boolean}} me  As the server says. @param {Act} act */
export function byMail({ email, turn_mail: on }, act) {
  const click = () =>
    act.post({ path: PATH, method: on ? "DELETE" : "PUT" }, (state, { ok }) =>
      ok ? staled(done(state, on ? "mail.nowOff" : "mail.asked"), ME.path) : state,
    );
  return h(
    "div",
    { key: "by-mail", class: "stacked" },
    h("p", { class: "soft" }, t(email ? "mail.why" : "mail.none")),
    h(
      "p",
      { class: "buttons" },
      h(
        "button",
        { id: "by-mail", "aria-pressed": on ? "true" : "false", disabled: !email, on: { click } },
        t(on ? "mail.off" : "mail.on"),
      ),
    ),
  );
}

/** A button, so that a program that opens links for safety decides nothing. @param {string} what @param {string} token @param {Act} act */
export function mailLink(what, token, act) {
  const on = what === "mail";
  const query = on
    ? { path: `${PATH}/confirm`, body: { token } }
    : { path: `${PATH}/stop/${token}`, body: {} };
  const click = () =>
    act.post(query, (state, { ok }) =>
      ok ? staled(done(state, on ? "mail.nowOn" : "mail.nowOff"), ME.path) : state,
    );
  return [
    h("p", {}, t(on ? "mail.confirmWhy" : "mail.stopWhy")),
    h(
      "p",
      { class: "buttons" },
      h("button", { id: "mail-link", class: "primary", on: { click } }, t(on ? "mail.confirm" : "mail.off")),
    ),
  ];
}

/** The link has been used. @param {State} state @param {string} what  A text's key. @returns {State} */
export function done(state, what) {
  return { ...state, account: { ...state.account, link: null, done: what } };
}
