// The buttons, and the arrow keys, that go through the positions of a game.

import { h } from "../browser/dom.js";
import { t } from "../texts/text.js";

/** @typedef {import("../browser/dom.js").Children} Children */

/**
 * @param {number} ply @param {number} last @param {string} where  The position shown, in short.
 * @param {(ply: number) => void} go @param {...Children} more
 */
export function stepper(ply, last, where, go, ...more) {
  const button = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {number} */ to) =>
    h(
      "button",
      {
        key,
        class: "step",
        "aria-label": t(`step.${key}`),
        title: t(`step.${key}`),
        "aria-disabled": to === ply || to < 0 || to > last ? "true" : null,
        on: { click: () => go(Math.max(0, Math.min(last, to))) },
      },
      sign,
    );
  return h(
    "div",
    {
      class: "stepper",
      key: "stepper",
      role: "toolbar",
      "aria-label": t("step.label"),
      on: { keydown: (event) => pressed(event, ply, last, go) },
    },
    button("first", "«", 0),
    button("back", "‹", ply - 1),
    h("span", { class: "soft where", role: "status" }, where),
    button("on", "›", ply + 1),
    button("last", "»", last),
    more,
  );
}

/** @param {KeyboardEvent} event @param {number} ply @param {number} last @param {(ply: number) => void} go */
function pressed(event, ply, last, go) {
  const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  go(Math.max(0, Math.min(last, to)));
}
