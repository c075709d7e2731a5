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
  const here = (/** @type {string} */ variant) =>
    (state.lobby?.tables ?? []).filter((line) => line.variant === variant).length;
  const choose = (/** @type {string} */ variant) => {
    pickVariant(act, variant);
    document
      .getElementById("play-now")
      ?.scrollIntoView({ behavior: state.still ? "auto" : "smooth", block: "center" });
  };
  return h(
    "section",
    { class: "section", id: "games" },
    h(
      "div",
      { class: "section-head" },
      h("h2", {}, t("home.all", { n: offered.length })),
      h(
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
      ),
    ),
    h(
      "div",
      { class: "tiles" },
      shown.map((variant) =>
        h(
          "button",
          {
            key: variant,
            class: "tile",
            "data-variant": variant,
            "aria-pressed": state.form.variant === variant ? "true" : "false",
            on: { click: () => choose(variant) },
          },
          tilePicture(variant),
          h(
            "span",
            { class: "tile-name" },
            variantName(variant),
            here(variant) > 0 && h("i", { class: "here" }, number(here(variant))),
          ),
          h("span", { class: "tile-hint" }, known(`hint.${variant}`) ? t(`hint.${variant}`) : ""),
        ),
      ),
    ),
  );
}
