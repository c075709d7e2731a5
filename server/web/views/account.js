// The account page: registering, signing in and out; and for registered players, the settings
// of the account.

import { h } from "../browser/dom.js";
import { t } from "../texts/text.js";
import { refusalText } from "../net/refusal.js";
import { staled } from "../state/answers.js";
import { credentials } from "./credentials.js";
import { field } from "./fields.js";
import { following, needs as followingNeeded } from "./following.js";
import { avatar } from "./icons.js";
import { nameField } from "./name.js";
import { ownName } from "./words.js";
import { PUSH, notifying } from "./notifying.js";
import { byMail, done, mailLink } from "./turn_mail.js";
import { ME, SESSIONS, bots, sessions, told } from "./sessions.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */

export const texts = ["account", "person"];
export const styles = ["/styles/forms.css", "/styles/people.css"];

/** As in the server's answer: docs/protocol.md. */
const PASSWORD = { type: "password", required: true, minlength: 10, maxlength: 200 };

/** @param {State} state */
export function needs(state) {
  return state.registered ? [ME, SESSIONS, PUSH, ...followingNeeded(state)] : [];
}

/** @param {State} state @param {Act} act */
export function view(state, act) {
  const { refused, account } = state;
  return [
    account.done && h("p", { class: "said", role: "status" }, t(account.done)),
    refused && h("p", { class: "said bad", role: "alert" }, refusalText(refused)),
    account.link ? linked(account.link, act) : state.registered ? signedIn(state, act) : forms(state, act),
  ];
}

/** The player concerned. @param {State} state @param {string} how @param {any[]} buttons */
function person(state, how, ...buttons) {
  return h(
    "header",
    { class: "person" },
    avatar(state.name),
    h("div", {}, h("h1", {}, ownName(state)), h("p", { class: "soft" }, how)),
    h("p", { class: "buttons" }, buttons),
  );
}

/** @param {State} state @param {Act} act */
function signedIn(state, act) {
  const { name } = state;
  const own = told(state, ME);
  return [
    person(
      state,
      t("account.signedIn"),
      ratings(state, act),
      h(
        "button",
        { id: "logout", on: { click: () => act.become("/api/logout", {}, "/") } },
        t("account.out"),
      ),
    ),
    h(
      "div",
      { class: "columns" },
      h("div", { class: "column" }, following(state, act), sessions(state, act), bots(state, act)),
      h(
        "section",
        { class: "card settings" },
        h("h2", {}, t("account.settings")),
        part("password", t("account.newPassword"), password(act)),
        part("push", t("push.title"), notifying(state, act), own?.mail && byMail(own, act)),
        part("rename", t("account.rename"), rename(name, act)),
        own?.mail && part("email", t("account.email"), email(own.email ?? "", act)),
        part("delete", t("account.delete"), farewell(act)),
      ),
    ),
  ];
}

/** The way to what I have played; without an address until I am known, so that nothing moves then. @param {State} state @param {Act} act */
function ratings({ me }, act) {
  const href = me && `/player/${me}`;
  return h("a", { class: "button", href, on: href ? { click: act.follow } : {} }, t("account.ratings"));
}

/**
 * A rarely used section, collapsed at first.
 * @param {string} key
 * @param {string} title
 * @param {...any} inside
 */
function part(key, title, ...inside) {
  return h("details", { key, class: "more" }, h("summary", {}, title), inside);
}

/**
 * A form whose fields are sent by name.
 * @param {string} id
 * @param {string} label
 * @param {(data: Record<string, string>) => void} send
 * @param {any[]} inside
 */
function form(id, label, send, ...inside) {
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    send(/** @type {Record<string, string>} */ (Object.fromEntries(new FormData(event.target))));
  };
  return h(
    "form",
    { class: "stacked", key: id, on: { submit } },
    inside,
    h(
      "p",
      { class: "buttons" },
      h("button", { id, type: "submit", class: id === "delete-account" ? "danger" : null }, label),
    ),
  );
}

/** @param {string} id @param {string} name @param {string} label @param {string} complete */
function secret(id, name, label, complete) {
  return field(id, label, h("input", { id, name, ...PASSWORD, autocomplete: complete }));
}

/** @param {Act} act */
function password(act) {
  return form(
    "change-password",
    t("account.newPassword"),
    (data) => {
      const body = { old: data.old, new: data.new, keep_sessions: data.keep === "on" };
      act.become("/api/password", body, "/account");
    },
    secret("old-password", "old", t("account.password"), "current-password"),
    secret("new-password", "new", t("account.nextPassword"), "new-password"),
    h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", name: "keep" }),
      h("span", {}, t("account.keep")),
    ),
  );
}

/** @param {string} name @param {Act} act */
function rename(name, act) {
  return form(
    "change-name",
    t("account.rename"),
    (data) => act.become("/api/name", { name: data.name }, "/account"),
    h("p", { class: "soft" }, t("account.renameWhy")),
    field(
      "next-name",
      t("account.name"),
      h("input", {
        id: "next-name",
        name: "name",
        initial: name,
        required: true,
        maxlength: 32,
        spellcheck: "false",
      }),
    ),
  );
}

/** @param {string} now @param {Act} act */
function email(now, act) {
  return form(
    "change-email",
    t("account.emailKeep"),
    (data) =>
      act.post(
        { path: "/api/email", body: { password: data.password, email: data.email || null } },
        (state, { ok }) => (ok ? staled(done(state, "account.emailKept"), ME.path) : state),
      ),
    h("p", { class: "soft" }, t("account.emailWhy")),
    field(
      "mail-address",
      t("account.email"),
      h("input", { id: "mail-address", name: "email", type: "email", initial: now, autocomplete: "email" }),
    ),
    secret("email-password", "password", t("account.password"), "current-password"),
  );
}

/** @param {Act} act */
function farewell(act) {
  return form(
    "delete-account",
    t("account.deleteNow"),
    (data) => act.become("/api/account/delete", { password: data.password }, "/"),
    h("p", {}, t("account.deleteWhy")),
    secret("delete-password", "password", t("account.password"), "current-password"),
  );
}

/** What the link of a mail leads to. @param {{what: string, token: string}} link @param {Act} act */
function linked({ what, token }, act) {
  const [title, inside] =
    what === "reset"
      ? [t("account.title"), reset(token, act)]
      : [t("mail.title"), mailLink(what, token, act)];
  return [
    h("header", { class: "page-head" }, h("h1", {}, title)),
    h("section", { class: "card alone stacked" }, inside),
  ];
}

/** By the link of a mail. @param {string} token @param {Act} act */
function reset(token, act) {
  return form(
    "reset-password",
    t("account.newPassword"),
    (data) => act.become("/api/reset/confirm", { token, password: data.password }, "/account"),
    secret("reset-new", "password", t("account.nextPassword"), "new-password"),
  );
}

/** @param {State} state @param {Act} act */
function forms(state, act) {
  return [
    person(state, t("account.guest"), ratings(state, act)),
    h(
      "div",
      { class: "columns even" },
      h(
        "section",
        { class: "card stacked" },
        h("h2", {}, t("account.withAccount")),
        h("p", { class: "soft" }, t("account.why")),
        credentials(state, act, "/"),
        part("lost", t("account.lost"), lost(act)),
      ),
      h(
        "section",
        { class: "card stacked" },
        h("h2", {}, t("account.asGuest")),
        h("p", { class: "soft" }, t("account.guestWhy")),
        nameField(state.name, act),
      ),
    ),
  ];
}

/** @param {Act} act */
function lost(act) {
  return form(
    "lost-password",
    t("account.mailMe"),
    (data) =>
      act.post({ path: "/api/reset", body: { name: data.name } }, (state, { ok }) =>
        ok ? done(state, "account.mailed") : state,
      ),
    field(
      "lost-name",
      t("account.name"),
      h("input", { id: "lost-name", name: "name", required: true, maxlength: 32, autocomplete: "username" }),
    ),
  );
}
