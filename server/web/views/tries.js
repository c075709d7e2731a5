// The last tries at puzzles, as a row of dots.

import { h } from "../browser/dom.js";
import { t } from "../texts/text.js";

/** Tries that are shown as dots: the last. */
const MOST_DOTS = 20;

/** The last tries, the oldest first, and what their signs mean. @param {Array<{puzzle: number, solved: boolean}>} all  The newest first. */
export function dots(all) {
  const tries = all.slice(0, MOST_DOTS);
  const said = (/** @type {boolean} */ solved) => t(solved ? "puzzles.right" : "puzzles.missed");
  const sign = (/** @type {boolean} */ solved) => (solved ? "kept" : "threw");
  const kinds = [true, false].filter((kind) => tries.some(({ solved }) => solved === kind));
  return [
    h(
      "ol",
      { class: "tries", "aria-label": t("puzzles.last") },
      [...tries]
        .reverse()
        .map(({ puzzle, solved }) =>
          h(
            "li",
            { key: String(puzzle), class: sign(solved), title: said(solved) },
            h("span", { class: "hidden" }, said(solved)),
          ),
        ),
    ),
    h(
      "p",
      { class: "soft tries meaning", "aria-hidden": "true" },
      kinds.map((solved) => [h("i", { class: sign(solved) }), h("span", {}, said(solved))]),
    ),
  ];
}
