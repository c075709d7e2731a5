// What a start is worth: how much holding it has turned out to help, and whether it leaves
// enough to decide for a rated game.

import { h } from "../browser/dom.js";
import { keyOf } from "../state/answers.js";
import { language, number, signed, t } from "../texts/text.js";
import { OVERALL } from "./ranks.js";
import { scaleOf, spread } from "./standing.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {{won_by: "N" | "P" | null, points: number, deviation: number}} Worth */
/**
 * @typedef {object} Value
 * @property {boolean} trivial
 * @property {"N" | "P" | null} won_by
 * @property {number | null} decisions
 * @property {boolean} enough
 */

const WON_BY = { N: "first", P: "second" };

/** What is asked about the starts of a leaderboard: all games together have none. @param {string} leaderboard */
export const startsOf = (leaderboard) =>
  leaderboard.endsWith(OVERALL)
    ? []
    : [{ path: `/api/ladder/starts?${new URLSearchParams({ leaderboard })}` }];

/** What holding a start is worth on a leaderboard, once that has been learnt. @param {State} state @param {string} leaderboard */
export function startsWorth({ answers }, leaderboard) {
  const [query] = startsOf(leaderboard);
  const answer = query && answers[query.path];
  /** @type {Worth[]} */
  const starts = answer?.ok ? answer.value.starts : [];
  if (starts.length === 0) return null;
  const all = starts.map(({ points, deviation }) => ({ rating: points, deviation }));
  const scale = scaleOf([...all, { rating: 0 }]);
  return h(
    "section",
    { class: "card", key: "starts" },
    h("h2", {}, t("starts.title")),
    h("p", { class: "soft" }, t("starts.about")),
    h(
      "dl",
      { class: "worths-of-starts" },
      starts.map(({ won_by, points, deviation }) =>
        h(
          "div",
          { key: String(won_by) },
          h("dt", {}, t(`starts.${won_by ? WON_BY[won_by] : "unknown"}`)),
          h(
            "dd",
            {},
            h("b", { class: "num" }, signed(Math.round(points))),
            h("span", { class: "soft" }, ` ± ${number(Math.round(deviation))}`),
            spread(scale, { rating: points, deviation }),
          ),
        ),
      ),
    ),
  );
}

/** @param {import("../net/wire.js").Draft} game */
export const valueOf = (game) => ({ path: "/api/ladder/start", body: { game } });

/** @param {State} state @param {import("../net/wire.js").Draft} game @returns {Value | null} */
export function valued({ answers }, game) {
  const answer = answers[keyOf(valueOf(game))];
  return answer?.ok ? answer.value : null;
}

/** What the ladder thinks of a start. @param {State} state @param {import("../net/wire.js").Draft} game */
export function startJudged(state, game) {
  const value = valued(state, game);
  const some = (value?.decisions ?? 0).toLocaleString(language(), { maximumFractionDigits: 1 });
  const says = !value
    ? keyOf(valueOf(game)) in state.answers
      ? ""
      : t("starts.judging")
    : value.trivial
      ? t("starts.trivial")
      : !value.enough
        ? t("starts.little")
        : [
            t(`starts.by.${value.won_by ? WON_BY[value.won_by] : "unknown"}`),
            t("starts.enough", { some }),
          ].join(" ");
  return h(
    "p",
    {
      class: value && !value.enough ? "start-judged bad" : "start-judged soft",
      key: "judged",
      role: "status",
    },
    says,
  );
}
