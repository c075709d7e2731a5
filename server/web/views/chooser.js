// Above the analysis board: the choice of game, a known start or a game in notation.

import { h } from "../browser/dom.js";
import { refusalText } from "../net/refusal.js";
import { VARIANTS } from "../state/answers.js";
import { offeredBy } from "../state/offers.js";
import { knownAlone } from "../study/learn.js";
import { answerOf } from "../study/study.js";
import { t } from "../texts/text.js";
import { field } from "./fields.js";
import { presetName } from "./presets.js";
import { variantName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../net/wire.js").Setup} Setup */

/** The analysis among what is studied. */
export const ID = "analysis";
/** The default game, when the address names none. */
export const FIRST = "nim 3,5,7";

/** @param {State} state @param {Act} act */
export function chooser(state, act) {
  const refused = state.study && answerOf(state, state.study);
  const bad = Boolean(refused && !refused.ok);
  return h(
    "section",
    { class: "card chooser", key: "chooser" },
    knownStarts(state, act),
    notation(state, bad, act),
    refused && !refused.ok && h("p", { class: "refused", role: "alert" }, refusalText(refused)),
  );
}

/** @param {State} state @param {Act} act */
function knownStarts(state, act) {
  const known = offeredBy(state);
  const offered = known.length === 0 && state.answers[VARIANTS.path]?.ok === false ? knownAlone() : known;
  const game = state.study?.game;
  const presets = offered.find(({ variant }) => variant === game?.variant)?.presets ?? [];
  const chosen = presets.find((preset) => game && JSON.stringify(preset.game) === JSON.stringify(game));
  const start = (/** @type {Setup | undefined} */ setup) =>
    setup &&
    act.change((now) => ({
      ...now,
      study: { id: ID, game: setup, text: "", line: [], ply: 0, address: now.route.rest || FIRST },
    }));
  return h(
    "div",
    { class: "pair" },
    choice(
      "look-variant",
      t("analysis.variant"),
      game?.variant ?? "",
      offered.map(({ variant }) => [variant, variantName(variant)]),
      (wanted) => start(offered.find(({ variant }) => variant === wanted)?.presets[0]?.game),
    ),
    choice(
      "look-preset",
      t("analysis.preset"),
      chosen?.name ?? "",
      [
        ...(chosen ? [] : [/** @type {[string, string]} */ (["", "–"])]),
        ...presets.map((preset) => /** @type {[string, string]} */ ([preset.name, presetName(preset)])),
      ],
      (wanted) => start(presets.find(({ name }) => name === wanted)?.game),
    ),
  );
}

/**
 * @param {string} id @param {string} title @param {string} value
 * @param {Array<[string, string]>} all  Value and text.
 * @param {(value: string) => void} choose
 */
function choice(id, title, value, all, choose) {
  const on = { change: (/** @type {any} */ event) => choose(event.target.value) };
  return field(
    id,
    title,
    h(
      "select",
      { id, value, on },
      all.map(([value, text]) => h("option", { value }, text)),
    ),
  );
}

/** @param {KeyboardEvent} event */
function sent(event) {
  if (event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  /** @type {HTMLTextAreaElement} */ (event.target).form?.requestSubmit();
}

/** @param {State} state @param {boolean} bad  Whether the server refused it. @param {Act} act */
function notation({ route }, bad, act) {
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    const rest = event.target.elements.notation.value.trim();
    act.change((now) => ({ ...now, route: { ...now.route, rest } }));
  };
  return h(
    "form",
    { class: "notation", on: { submit } },
    field(
      "notation",
      t("analysis.notation"),
      // It shows a long game whole, and Enter sends it as from a field of one line.
      h("textarea", {
        id: "notation",
        initial: route.rest || FIRST,
        rows: 2,
        spellcheck: "false",
        autocapitalize: "off",
        maxlength: 20000,
        "aria-invalid": bad ? "true" : null,
        on: { keydown: sent },
      }),
    ),
    h("button", { type: "submit" }, t("analysis.show")),
  );
}
