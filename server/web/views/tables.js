// Tables of figures: they may be wider than the screen, and can be scrolled with the
// keyboard too.

import { h } from "../browser/dom.js";

/** @typedef {import("../browser/dom.js").Child} Child */
/** @typedef {import("../browser/dom.js").Children} Children */

/** @param {string} caption @param {Child[]} heads @param {Children[][]} rows @param {string} [name]  What kind of table it is. */
export function table(caption, heads, rows, name = "ranks") {
  return h(
    "div",
    { class: "wide", tabindex: 0, role: "group", "aria-label": caption },
    h(
      "table",
      { class: name },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((head) => h("th", { scope: "col" }, head)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((cells) =>
          h(
            "tr",
            {},
            cells.map((cell, i) => (i === 0 ? h("th", { scope: "row" }, cell) : h("td", {}, cell))),
          ),
        ),
      ),
    ),
  );
}
