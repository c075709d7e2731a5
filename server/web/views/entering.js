// The actions of a tournament's entrants and organizer.

import { h } from "../browser/dom.js";
import { nonce } from "../client/hex.js";
import { t } from "../texts/text.js";
import { choices } from "./entrant.js";
import { PATH } from "./formats.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("./formats.js").Tournament} Tournament */

/** To enter and to leave. @param {State} state @param {Tournament} whole @param {Act} act */
export function entering({ me, registered, signs, founded, calls }, whole, act) {
  const { tournament, plan, stage, entrants } = whole;
  const own = entrants.find(({ player, withdrawn }) => player === me && !withdrawn);
  const opponent = calls[tournament];
  if (own && opponent)
    return h(
      "p",
      { class: "buttons more", key: "ready" },
      h("span", {}, t("tournament.readyCheck", { name: opponent })),
      h(
        "button",
        { class: "primary", on: { click: () => act.tell({ t: "ready", tournament }) } },
        t("tournament.ready"),
      ),
    );
  if (own)
    return [
      h(
        "p",
        { class: "buttons more", key: "leave" },
        h("span", {}, t("tournament.in")),
        h("button", { on: { click: () => act.tell({ t: "leave", tournament }) } }, t("tournament.leave")),
      ),
      ...choices(whole, own, act),
    ];
  if (stage === "running" && !["swiss", "arena"].includes(plan.format.kind)) return null;
  if (!registered)
    return h(
      "p",
      { class: "more", key: "guest" },
      t("tournament.guest"),
      " ",
      h("a", { href: "/account", on: { click: act.follow } }, t("frame.account")),
    );
  const enter = (/** @type {any} */ event) => {
    event.preventDefault();
    const invitation = String(new FormData(event.target).get("invitation") ?? "").trim();
    act.tell({ t: "enter", tournament, nonce: nonce(), ...(invitation && { invitation }) });
  };
  return h(
    "form",
    { class: "buttons more", key: "enter", on: { submit: enter } },
    plan.entry === "invited" &&
      h("input", {
        name: "invitation",
        required: true,
        pattern: "[0-9a-f]{64}",
        initial: founded[tournament]?.invitation ?? "",
        placeholder: t("tournament.invitation"),
        "aria-label": t("tournament.invitation"),
        autocomplete: "off",
        spellcheck: "false",
      }),
    h("button", { type: "submit", class: "primary" }, t("tournament.enter")),
    h("span", { class: "soft" }, t(signs ? "tournament.signs" : "tournament.unsigned")),
  );
}

/** The organizer's actions. @param {State} state @param {Tournament} whole @param {Act} act */
export function ordering({ founded, asking }, whole, act) {
  const { tournament, plan, stage } = whole;
  const entrants = whole.entrants.length;
  const own = founded[tournament];
  if (!own) return null;
  const order = (/** @type {string} */ what) => () =>
    act.post({ path: `${PATH}/${tournament}/${what}`, body: { organizer: own.organizer } }, (now) => ({
      ...now,
      asking: null,
    }));
  return h(
    "div",
    { class: "organizer", key: "organizer" },
    h("p", {}, h("strong", {}, t("tournament.yours"))),
    own.invitation &&
      stage === "open" &&
      h(
        "p",
        { class: "share" },
        h("input", {
          readonly: true,
          value: own.invitation,
          "aria-label": t("tournament.invitation"),
          on: { focus: (event) => event.target.select() },
        }),
        h("button", { on: { click: () => act.copy(own.invitation ?? "") } }, t("tournament.copy")),
      ),
    h(
      "p",
      { class: "buttons" },
      stage === "open" &&
        h(
          "button",
          { key: "begin", class: "primary", disabled: entrants < 2, on: { click: order("begin") } },
          t("tournament.begin"),
        ),
      stage === "open" && entrants < 2 && h("span", { key: "few", class: "soft" }, t("tournament.few")),
      stage === "running" &&
        plan.close === "on_request" && [
          h(
            "button",
            { key: "end", class: "primary", disabled: !isPlayed(whole), on: { click: order("close") } },
            t("tournament.end"),
          ),
          h("span", { key: "ends", class: "soft" }, t("tournament.endSays")),
        ],
      asking?.what === "cancel"
        ? [
            h(
              "button",
              { key: "sure", class: "danger", on: { click: order("cancel") } },
              t("tournament.cancelSure"),
            ),
            h("button", { key: "no", on: { click: () => act.ask(null) } }, t("tournament.goOn")),
          ]
        : h("button", { key: "cancel", on: { click: () => act.ask("cancel") } }, t("tournament.cancel")),
    ),
  );
}

/** Whether everything has been played; the server knows better whether a further round follows. @param {Tournament} whole */
function isPlayed({ plan, rounds, played, pairs }) {
  const { kind, rounds: last = 0 } = plan.format;
  return pairs > 0 && played === pairs && (kind !== "swiss" || rounds >= last);
}
