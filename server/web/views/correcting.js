// How the organizer corrects the result of a game.

import { h } from "../browser/dom.js";
import { t } from "../texts/text.js";
import { field } from "./fields.js";
import { PATH } from "./formats.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("./formats.js").Tournament} Tournament */

/** The server's limit, in characters. */
const LONGEST_REASON = 200;

/**
 * Whether this browser's player may correct results of a round now.
 * @param {State} state
 * @param {Tournament} whole
 * @param {number} round
 */
export function mayCorrect({ founded }, { tournament, plan, stage, rounds }, round) {
  const wentOn = plan.format.kind === "knockout" && round < rounds;
  return tournament in founded && stage === "running" && !plan.sprt && !wentOn;
}

/**
 * The button and, once it is pressed, the form.
 * @param {State} state
 * @param {string} tournament
 * @param {{round: number, board: number, pair: number, game: number}} place  The game, 1 or 2.
 * @param {Array<[number | null, string]>} winners  Who could have won instead, with their names.
 * @param {Act} act
 */
export function correcting({ asking, founded }, tournament, place, winners, act) {
  const what = `correct ${Object.values(place).join(" ")}`;
  if (asking?.what !== what)
    return h("button", { class: "small", on: { click: () => act.ask(what) } }, t("tournament.correct"));
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    const data = new FormData(event.target);
    const winner = winners[Number(data.get("winner"))][0];
    const why = String(data.get("why")).trim();
    const body = { organizer: founded[tournament].organizer, ...place, winner, why };
    act.post({ path: `${PATH}/${tournament}/corrections`, body }, (now, answer) =>
      answer.ok ? { ...now, asking: null } : now,
    );
  };
  const options = winners.map(([, name], i) => h("option", { key: String(i), value: String(i) }, name));
  return h(
    "form",
    { class: "correcting", key: "correcting", on: { submit } },
    field(
      "right-winner",
      t("tournament.winner"),
      h("select", { id: "right-winner", name: "winner" }, options),
    ),
    field(
      "right-why",
      t("tournament.why"),
      h("input", {
        id: "right-why",
        name: "why",
        required: true,
        maxlength: LONGEST_REASON,
        autocomplete: "off",
      }),
    ),
    h(
      "p",
      { class: "buttons" },
      h("button", { type: "submit", class: "primary" }, t("tournament.correctNow")),
      h("button", { type: "button", id: "stay", on: { click: () => act.ask(null) } }, t("tournament.goOn")),
    ),
  );
}
