// Bids for the seat: one's own, made in secret, and both once they are in.

import { h } from "../browser/dom.js";
import { clockText } from "../state/clock.js";
import { keepsCommitment } from "../state/commitment.js";
import { t } from "../texts/text.js";
import { chips } from "./fields.js";
import { shownName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../state/types.js").Table} Table */
/** @typedef {import("../app.js").Act} Act */

/** Bids are made in steps of this many milliseconds. */
const STEP_MS = 1000;

/**
 * The form for one's own bid. As time runs, its explanation comes last.
 * @param {State} state @param {string} id @param {Table} table @param {Act} act
 */
export function bidding(state, id, { bid }, act) {
  const max = bid?.max_ms ?? 0;
  const mine = state.bid?.table === id ? state.bid : { table: id, begin: true, ms: 0 };
  const set = (/** @type {Partial<typeof mine>} */ change) =>
    act.change((now) => ({ ...now, bid: { ...mine, ...change } }));
  const time = clockText(mine.ms, true);
  return h(
    "form",
    {
      key: "bidding",
      class: "bidding",
      on: {
        submit: (event) => {
          event.preventDefault();
          act.bid(id, mine.begin, mine.ms);
        },
      },
    },
    chips(
      "wish",
      t("bid.want"),
      mine.begin ? "begin" : "follow",
      ["begin", "follow"].map((wish) => [wish, t(`bid.${wish}`)]),
      (wish) => set({ begin: wish === "begin" }),
    ),
    h(
      "label",
      { class: "price", for: "price" },
      h("span", {}, t("bid.most", { time })),
      h("input", {
        id: "price",
        type: "range",
        min: 0,
        max,
        step: Math.min(STEP_MS, max),
        value: String(mine.ms),
        "aria-valuetext": time,
        on: { input: (/** @type {any} */ event) => set({ ms: Math.min(max, Number(event.target.value)) }) },
      }),
    ),
    h("button", { class: "light", type: "submit" }, t("bid.make", { time })),
    h("p", { class: "soft" }, t("bid.how")),
  );
}

/** What both bid, and what followed from it. @param {Table} table */
export function bidsMade({ bid, players }) {
  if (!bid?.settled) return null;
  const { bids, paid_by, lot, salt } = bid.settled;
  const name = (/** @type {number} */ seat) => shownName(players[seat]);
  const time = (/** @type {number} */ seat) => clockText(bids[seat].ms, true);
  const equal = bids[0].begin === bids[1].begin && bids[0].ms === bids[1].ms;
  const kept = keepsCommitment({ commitment: bid.commitment, salt, seed: lot }, undefined);
  return h(
    "div",
    { key: "bids", class: "bids" },
    bids.map(({ begin }, seat) =>
      h(
        "p",
        { key: `bid ${seat}` },
        t("bid.row", {
          name: name(seat),
          time: time(seat),
          wish: t(begin ? "bid.rowBegin" : "bid.rowFollow"),
        }),
      ),
    ),
    h(
      "p",
      {},
      h(
        "b",
        {},
        typeof paid_by === "number"
          ? t("bid.paid", { name: name(0), payer: name(paid_by), time: time(paid_by) })
          : t("bid.free", { name: name(0) }),
      ),
    ),
    equal && h("p", {}, t(kept ? "bid.lot" : "bid.broken")),
  );
}
