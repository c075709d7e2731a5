// The choice of a bot to play against.

import { ADAPTS, LEVELS, levelOf } from "../state/levels.js";
import { botOf, botsOf, pickBot } from "../state/offers.js";
import { t } from "../texts/text.js";
import { chips } from "./fields.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */

/** The choice among the bots that are present. @param {State} state @param {Act} act */
export function botChips(state, act) {
  if (!state.lobby) return coming();
  const bots = botsOf(state);
  const said = (/** @type {string} */ name) => {
    const level = levelOf(name);
    return level ? t(`level.${level}`) : name;
  };
  return (
    bots.length > 1 &&
    chips(
      "bot",
      t("home.level"),
      state.form.bot === ADAPTS ? ADAPTS : (botOf(state)?.name ?? ""),
      // Without the house bots' levels there is nothing to adapt.
      [
        ...bots.map(({ name }) => /** @type {[string, string]} */ ([name, said(name)])),
        .../** @type {Array<[string, string, string]>} */ (
          bots[0].house ? [[ADAPTS, t("level.adapts"), t("level.adaptsHow")]] : []
        ),
      ],
      (bot) => pickBot(act, bot),
    )
  );
}

/** A placeholder until the bots are known, so that nothing below moves when they appear. */
function coming() {
  const levels = [...LEVELS, ADAPTS].map(
    (level) => /** @type {[string, string]} */ ([level, t(`level.${level}`)]),
  );
  const tag = chips("bot", t("home.level"), "", levels, () => {});
  return { ...tag, props: { ...tag.props, disabled: true } };
}
