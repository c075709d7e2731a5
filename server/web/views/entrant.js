// What an entrant may choose besides leaving: half-point byes in a Swiss tournament, and berserk in
// an arena for people.

import { h } from "../browser/dom.js";
import { refusalOf } from "../net/refusal.js";
import { notify } from "../state/notices.js";
import { t } from "../texts/text.js";

/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("./formats.js").Tournament} Tournament */
/** @typedef {import("./formats.js").Entrant} Entrant */

/** @param {Tournament} whole @param {Entrant} own @param {Act} act */
export function choices(whole, own, act) {
  return [...bye(whole, own, act), berserk(whole, own, act)];
}

/** @param {Tournament} whole @param {Entrant} own @param {Act} act */
function bye({ tournament, plan, rounds }, { byes: taken = [] }, act) {
  const { kind, rounds: last = 0 } = plan.format;
  if (kind !== "swiss" || !plan.byes) return [];
  const open = Array.from({ length: Math.max(0, last - rounds) }, (_, i) => rounds + 1 + i);
  const left = open.filter((round) => !taken.includes(round));
  const take = (/** @type {any} */ event) => {
    event.preventDefault();
    act.tell({ t: "bye", tournament, round: Number(new FormData(event.target).get("round")) });
  };
  return [
    taken.length > 0 &&
      h(
        "p",
        { class: "more", key: "byes" },
        t("tournament.byes", { rounds: [...taken].sort((a, b) => a - b).join(", ") }),
      ),
    taken.length < plan.byes &&
      left.length > 0 &&
      h(
        "form",
        { class: "buttons more", key: "bye", on: { submit: take } },
        h("label", { for: "bye-round" }, t("tournament.bye")),
        h(
          "select",
          { id: "bye-round", name: "round" },
          left.map((n) => h("option", { key: String(n), value: String(n) }, t("bracket.round", { n }))),
        ),
        h("button", { type: "submit" }, t("tournament.takeBye")),
        h("span", { class: "soft" }, t("tournament.byeSays")),
      ),
  ];
}

/** @param {Tournament} whole @param {Entrant} own @param {Act} act */
function berserk({ tournament, plan }, { berserk: on = false }, act) {
  const clocked = plan.clock && plan.clock.kind !== "days";
  if (plan.format.kind !== "arena" || plan.kinds !== "people" || !clocked) return null;
  const change = (/** @type {any} */ { target }) =>
    act.tell({ t: "berserk", tournament, on: target.checked }, undefined, (now, why) => {
      target.checked = !target.checked;
      return notify(now, "error", ...refusalOf(why));
    });
  return h(
    "p",
    { class: "buttons more", key: "berserk" },
    h(
      "label",
      { class: "check" },
      // Standings that come before the server's answer leave the box as it was set.
      h("input", { type: "checkbox", id: "berserk", initial: on, on: { change } }),
      h("span", {}, t("tournament.berserk")),
    ),
    h("span", { class: "soft" }, t("tournament.berserkSays")),
  );
}
