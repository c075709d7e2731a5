// The picture of each game as a tile, and all of them by family.

import { h } from "../browser/dom.js";
import { offeredBy, pickVariant } from "../state/offers.js";
import { known, number, t } from "../texts/text.js";
import { FAMILIES } from "../variants/index.js";
import { tilePicture } from "./tile.js";
import { variantName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */

/** @param {State} state @param {Act} act */
export function games(state, act) {
  const offered = offeredBy(state).map(({ variant }) => variant);
  const family = FAMILIES[state.family];
  const shown = offered.filter((variant) => !family || family.includes(variant));
  return h(
    "section",
    { class: "section", id: "games" },
    h(
      "div",
      { class: "section-head" },
      h("h2", {}, t("home.all", { n: offered.length })),
      filter(state, act),
    ),
    h(
      "div",
      { class: "tiles" },
      shown.map((variant) => tile(state, variant, act)),
    ),
  );
}

/** One family, or all. @param {State} state @param {Act} act */
function filter(state, act) {
  return h(
    "div",
    { class: "filter", role: "group", "aria-label": t("home.family") },
    ["", ...Object.keys(FAMILIES)].map((name) =>
      h(
        "button",
        {
          key: name,
          "aria-pressed": state.family === name ? "true" : "false",
          on: { click: () => act.change((now) => ({ ...now, family: name })) },
        },
        t(`family.${name || "all"}`),
      ),
    ),
  );
}

/** @param {State} state @param {string} variant @param {Act} act */
function tile(state, variant, act) {
  const here = (state.lobby?.tables ?? []).filter((line) => line.variant === variant).length;
  return h(
    "button",
    {
      key: variant,
      class: "tile",
      "data-variant": variant,
      "aria-pressed": state.form.variant === variant ? "true" : "false",
      on: { click: () => choose(state, variant, act) },
    },
    tilePicture(variant),
    h(
      "span",
      { class: "tile-name" },
      variantName(variant),
      here > 0 && h("i", { class: "here" }, number(here)),
    ),
    h("span", { class: "tile-hint" }, known(`hint.${variant}`) ? t(`hint.${variant}`) : ""),
  );
}

/** @param {State} state @param {string} variant @param {Act} act */
function choose(state, variant, act) {
  pickVariant(act, variant);
  document
    .getElementById("play-now")
    ?.scrollIntoView({ behavior: state.still ? "auto" : "smooth", block: "center" });
}
