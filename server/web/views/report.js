// Reporting a player to the operator, and blocking them: on their page and at the table. Guests
// report only at a table, whom they have played.

import { h } from "../browser/dom.js";
import { refusalText } from "../net/refusal.js";
import { staled } from "../state/answers.js";
import { notify } from "../state/notices.js";
import { t } from "../texts/text.js";
import { field } from "./fields.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {{id: string, name: string}} Person */

/** Whom I block. */
const BLOCKS = { path: "/api/blocks" };

/** As the server names them: docs/protocol.md. */
const COMPLAINTS = ["cheating", "conduct", "name", "other"];
/** As the server bounds it. */
const MAX_TEXT = 500;

/** What the player is asked while this is open. */
const OPEN = "report";

/** @param {State} state */
export function blocksNeeded({ asking }) {
  return asking?.what === OPEN ? [BLOCKS] : [];
}

/**
 * The button, and what it opens.
 * @param {State} state
 * @param {Act} act
 * @param {Person[]} people
 * @param {string} [table]  Where it happened.
 */
export function reporting(state, act, people, table) {
  const others = people.filter(({ id }) => id !== state.me);
  if (others.length === 0) return null;
  if (state.asking?.what !== OPEN)
    return h(
      "p",
      { key: "reporting", class: "buttons after" },
      h(
        "button",
        { id: "reporting", class: "small quiet", on: { click: () => open(act, true) } },
        t("report.open"),
      ),
    );
  return h(
    "section",
    {
      key: "report",
      class: table ? "sheet" : "card",
      role: "dialog",
      "aria-label": t("report.open"),
      on: { keydown: (event) => event.key === "Escape" && open(act, false) },
    },
    others.map((one) => blocking(state, one, act)),
    state.registered || table
      ? form(state, act, others, table)
      : h(
          "p",
          {},
          t("cause.account_required"),
          " ",
          h("a", { href: "/account", on: { click: act.follow } }, t("title.account")),
        ),
    h(
      "p",
      { class: "buttons" },
      h("button", { id: "close-report", on: { click: () => open(act, false) } }, t("report.close")),
    ),
  );
}

/**
 * Asks again whom I block, as that may have failed; moves the focus to the opened form.
 * @param {Act} act @param {boolean} on
 */
function open(act, on) {
  act.change((now) => staled({ ...now, refused: null, asking: on ? { what: OPEN } : null }, BLOCKS.path));
  requestAnimationFrame(() => document.getElementById(on ? "close-report" : "reporting")?.focus());
}

/** @param {State} state @param {Person} person @param {Act} act */
function blocking({ answers, link }, { id, name }, act) {
  const answer = answers[BLOCKS.path];
  /** @type {Array<{player: string}>} */
  const blocked = answer?.ok ? answer.value : [];
  const on = !blocked.some(({ player }) => player === id);
  const change = () =>
    act.post({ path: `${BLOCKS.path}/${id}`, method: on ? "PUT" : "DELETE" }, (now, { ok }) =>
      ok
        ? staled(notify(now, "info", on ? "report.blocked" : "report.unblocked", { name }), BLOCKS.path)
        : now,
    );
  return h(
    "div",
    { key: `block ${id}` },
    h("p", { class: "soft" }, t("report.blockWhy", { name })),
    h(
      "p",
      { class: "buttons" },
      h(
        "button",
        { disabled: !answer?.ok || link.status !== "online", on: { click: change } },
        t(on ? "report.block" : "report.unblock", { name }),
      ),
    ),
  );
}

/** @param {State} state @param {Act} act @param {Person[]} others @param {string} [table] */
function form({ refused, link }, act, others, table) {
  const send = (/** @type {any} */ event) => {
    event.preventDefault();
    const data = new FormData(event.target);
    const body = {
      player: data.get("player") ?? others[0].id,
      table,
      complaint: data.get("complaint"),
      text: data.get("text"),
    };
    act.post({ path: "/api/reports", body }, (now, { ok }) =>
      ok ? notify({ ...now, asking: null }, "info", "report.sent") : now,
    );
  };
  const option = (/** @type {string} */ value, /** @type {string} */ text) => h("option", { value }, text);
  return h(
    "form",
    { class: "stacked", key: "report", on: { submit: send } },
    others.length > 1 &&
      field(
        "report-player",
        t("report.whom"),
        h(
          "select",
          { id: "report-player", name: "player" },
          others.map(({ id, name }) => option(id, name)),
        ),
      ),
    field(
      "complaint",
      t("report.what"),
      h(
        "select",
        { id: "complaint", name: "complaint" },
        COMPLAINTS.map((complaint) => option(complaint, t(`complaint.${complaint}`))),
      ),
    ),
    field(
      "report-text",
      t("report.text"),
      h("input", { id: "report-text", name: "text", maxlength: MAX_TEXT, autocomplete: "off" }),
    ),
    refused && h("p", { class: "said bad", role: "alert" }, refusalText(refused)),
    h(
      "p",
      { class: "buttons" },
      h(
        "button",
        { id: "report", type: "submit", class: "primary", disabled: link.status !== "online" },
        t("report.send"),
      ),
    ),
  );
}
