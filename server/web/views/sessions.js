// Where a player is signed in, and their bots with their tokens.

import { h } from "../browser/dom.js";
import { t } from "../texts/text.js";
import { staled } from "../state/answers.js";
import { field } from "./fields.js";
import { day } from "./dates.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/**
 * @typedef {{session: string, player: import("../net/wire.js").Player & {version?: string}, since: number, agent: string, current:
 *   boolean, connected: boolean}} Session
 */

/** The signed-in player, and their bots. */
export const ME = { path: "/api/me" };
/** The sessions of an account. */
export const SESSIONS = { path: "/api/sessions" };

/** @param {State} state @returns {Session[]} */
const all = (state) => told(state, SESSIONS)?.sessions ?? [];

/** The answer, if there is one. @param {State} state @param {{path: string}} query @returns {any} */
export function told(state, { path }) {
  const answer = state.answers[path];
  return answer?.ok ? answer.value : null;
}

/** Where I am signed in. @param {State} state @param {Act} act */
export function sessions(state, act) {
  const mine = all(state).filter(({ player }) => player.id === state.me);
  return h(
    "section",
    { key: "sessions", class: "card" },
    h("h2", {}, t("account.sessions")),
    h(
      "ul",
      { class: "list" },
      mine.map((session) => line(session, agentOf(session), act)),
    ),
    h(
      "p",
      { class: "buttons after" },
      h(
        "button",
        { id: "logout-all", on: { click: () => act.become("/api/sessions", undefined, "/", "DELETE") } },
        t("account.outAll"),
      ),
    ),
  );
}

/** My bots. @param {State} state @param {Act} act */
export function bots(state, act) {
  const { token } = state.account;
  const theirs = all(state).filter(({ player }) => player.id !== state.me);
  const send = (/** @type {any} */ event) => {
    event.preventDefault();
    const data = new FormData(event.target);
    const body = { name: data.get("name"), version: data.get("version") };
    act.post({ path: "/api/bots", body }, (now, answer) =>
      answer.ok
        ? staled(
            staled({ ...now, account: { ...now.account, token: answer.value.token } }, SESSIONS.path),
            ME.path,
          )
        : now,
    );
  };
  const titled = (/** @type {Session} */ session) =>
    [session.player.name, session.player.version].filter(Boolean).join(" · ");
  return h(
    "section",
    { key: "bots", class: "card" },
    h("h2", {}, t("account.bots")),
    h(
      "ul",
      { class: "list" },
      theirs.map((session) => line(session, titled(session), act)),
    ),
    theirs.length === 0 && h("p", { class: "soft" }, t("account.noBots")),
    token && given(token, act),
    h(
      "details",
      { key: "new-bot", class: "more" },
      h("summary", {}, t("account.newBot")),
      h(
        "form",
        { class: "stacked", key: "bot", on: { submit: send } },
        h("p", { class: "soft" }, t("account.botWhy")),
        field(
          "bot-name",
          t("account.name"),
          h("input", { id: "bot-name", name: "name", required: true, maxlength: 32 }),
        ),
        field(
          "bot-version",
          t("account.version"),
          h("input", {
            id: "bot-version",
            name: "version",
            required: true,
            maxlength: 32,
            pattern: "[!-~]+",
          }),
        ),
        h("p", { class: "buttons" }, h("button", { id: "make-bot", type: "submit" }, t("account.newToken"))),
      ),
    ),
  );
}

/** A bot's token, the only time that it is shown. @param {string} token @param {Act} act */
function given(token, act) {
  return h(
    "div",
    { class: "token", role: "status" },
    h("p", {}, t("account.token")),
    h("code", {}, token),
    h("button", { class: "small", on: { click: () => act.copy(token) } }, t("account.copy")),
  );
}

/** @param {Session} session @param {string} title @param {Act} act */
function line({ session, since, current, connected }, title, act) {
  const end = () =>
    act.post({ path: `${SESSIONS.path}/${session}`, method: "DELETE" }, (state) =>
      staled(state, SESSIONS.path),
    );
  return h(
    "li",
    { key: session },
    h(
      "p",
      {},
      h("b", {}, title),
      h("br"),
      h(
        "span",
        { class: "soft" },
        t("account.since", { day: day(since) }),
        current ? ` · ${t("account.here")}` : connected ? ` · ${t("account.connected")}` : "",
      ),
    ),
    !current &&
      h(
        "button",
        { class: "small", "aria-label": t("account.endOf", { name: title }), on: { click: end } },
        t("account.end"),
      ),
  );
}

/** @param {Session} session */
function agentOf({ agent }) {
  const known = /(Firefox|Edg|OPR|Chrome|Safari)\/(\d+)/.exec(agent);
  const system = /(Android|iPhone|iPad|Windows|Mac OS X|Linux)/.exec(agent);
  if (known) return [known[1], system?.[1]].filter(Boolean).join(", ");
  return agent || t("account.program");
}
