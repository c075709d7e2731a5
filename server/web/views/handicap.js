// How the chances of a game were made nearly even.

import { h } from "../browser/dom.js";
import { clockText } from "../state/clock.js";
import { number, t } from "../texts/text.js";
import { shownName } from "./words.js";

/** What the server counts for a player without a rating. */
const UNRATED = 1500;

/** @param {import("../state/types.js").Table} table */
export function handicapped({ handicap, players, clock, clocks }) {
  if (!handicap) return null;
  const [first, second] = players.map(shownName);
  const [one, two] = handicap.ratings.map((rating) =>
    t(rating === null ? "handicap.unrated" : "handicap.rated", { rating: number(rating ?? UNRATED) }),
  );
  const { chance } = handicap;
  const less = clocks?.findIndex(({ base_ms }) => base_ms !== clock?.base_ms) ?? -1;
  const ms = (/** @type {{base_ms?: number} | undefined} */ of) => clockText(of?.base_ms ?? 0, true);
  return h(
    "div",
    { key: "handicap", class: "bids" },
    h("p", {}, h("b", {}, t("handicap.title"))),
    h("p", {}, t("handicap.begins", { first, one, second, two })),
    handicap.by === "time" &&
      less >= 0 &&
      h(
        "p",
        {},
        t("handicap.time", { name: shownName(players[less]), time: ms(clocks?.[less]), full: ms(clock) }),
      ),
    h("p", {}, t("handicap.chance", { first, chance: number(chance), second, rest: number(100 - chance) })),
    handicap.by === "time" && h("p", { class: "soft assumed" }, t("handicap.assumed")),
  );
}
