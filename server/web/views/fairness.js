// How a game was made fair: bids for the seat, a handicap, and a start that was committed to before it
// was drawn. Fetched with the first table that has any of these.

import { h } from "../browser/dom.js";
import { keepsCommitment } from "../state/commitment.js";
import { t } from "../texts/text.js";

export { bidding, bidsMade } from "./bids.js";
export { handicapped } from "./handicap.js";

/** @typedef {import("../state/types.js").Table} Table */

export const texts = ["table", "fairness"];

/** How the start was drawn, and whether that was settled before. @param {Table} table */
export function drawnBy({ again, drawn, promised }) {
  if (!drawn) return null;
  const kept = keepsCommitment(drawn, promised);
  const said = t("table.drawn", {
    level: t(`level.${drawn.difficulty ?? "medium"}`),
    seed: String(drawn.seed),
  });
  if (kept === null) return h("p", { class: "soft drawn", key: "drawn" }, said);
  // What was checked, and how, is for those who ask; a promise that was not kept is for everybody.
  return h(
    "details",
    { class: "soft drawn", key: "drawn", open: !kept },
    h("summary", {}, said),
    h(
      "p",
      {},
      h("b", { class: kept ? "kept" : "broken" }, t(kept ? "table.checked" : "table.broken")),
      " ",
      h(
        "span",
        { title: drawn.commitment ?? "" },
        t(!kept ? "table.brokenWhy" : again ? "table.sameStart" : "table.checkedWhy"),
      ),
      kept && [" ", h("span", { class: "unchecked" }, t("table.unchecked"))],
    ),
  );
}
