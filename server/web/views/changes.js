// What has changed a rating, and why: the decisions of a game and its result are listed
// separately, as the ladder counts them.

import { h } from "../browser/dom.js";
import { language, number, signed, t } from "../texts/text.js";
import { day } from "./dates.js";
import { chips } from "./fields.js";
import { OVERALL, named, poolName } from "./ranks.js";
import { shownName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/**
 * @typedef {object} Changed
 * @property {string} leaderboard
 * @property {number} at
 * @property {string} rated_match
 * @property {import("../net/wire.js").Player | null} opponent
 * @property {"result" | "decisions"} cause
 * @property {number} won  Games won, or decisions that kept the win.
 * @property {number} games  All games, or all decisions.
 * @property {number} expected  How many of them were expected.
 * @property {number} hard  Decisions in which at most one move in four kept the win.
 * @property {number} weight  How much a result counted, from 0 to 1.
 * @property {string[]} tables
 * @property {number} before
 * @property {number} after
 * @property {number} deviation
 */

/** The most changes listed. */
const MOST_LISTED = 15;
const CAUSES = /** @type {const} */ (["", "result", "decisions"]);

/** @param {State} state @param {Changed[]} changes  The newest first. @param {Act} act */
export function changesOf({ people }, changes, act) {
  const shown = changes
    .filter(({ leaderboard, cause }) => isPool(leaderboard) && (!people.cause || cause === people.cause))
    .slice(0, MOST_LISTED);
  return h(
    "section",
    { class: "card", key: "changes" },
    h(
      "div",
      { class: "headed" },
      h("h2", {}, t("career.changes")),
      chips(
        "cause",
        h("span", { class: "hidden" }, t("career.cause")),
        people.cause,
        CAUSES.map((cause) => [cause, t(`changed.${cause || "all"}`)]),
        (cause) => act.change((now) => ({ ...now, people: { ...now.people, cause } })),
      ),
    ),
    shown.length === 0
      ? h("p", { class: "empty" }, t("career.noChanges"))
      : h(
          "ul",
          { class: "list changes" },
          shown.map((one, i) => changed(one, i, act)),
        ),
  );
}

/** @param {string} leaderboard */
const isPool = (leaderboard) => !leaderboard.endsWith(OVERALL);

/** @param {Changed} one @param {number} i @param {Act} act */
function changed(one, i, act) {
  const { at, rated_match, leaderboard, opponent, cause, before, after, tables } = one;
  const name = shownName(opponent) || "–";
  return h(
    "li",
    { key: `${rated_match} ${cause} ${i}` },
    gained(Math.round(after) - Math.round(before)),
    h(
      "div",
      { class: "reason" },
      h("p", {}, reason(one)),
      h(
        "p",
        { class: "soft" },
        opponent ? named(opponent, act) : name,
        ` · ${poolName(leaderboard)} · `,
        day(at),
      ),
    ),
    h(
      "p",
      { class: "buttons" },
      tables.map((id, n) =>
        h(
          "a",
          {
            class: "button small",
            href: `/game/${id}`,
            "aria-label": t("career.game", { n: n + 1, name }),
            title: t("career.game", { n: n + 1, name }),
            on: { click: act.follow },
          },
          number(n + 1),
        ),
      ),
    ),
  );
}

/** "Kept 3 of 4 decisions; 2.6 were expected. 2 were hard." @param {Changed} one */
function reason({ cause, won, games, expected, hard, weight }) {
  const some = expected.toLocaleString(language(), { maximumFractionDigits: 1 });
  const said = t(`because.${cause}`, { won, n: games, expected: some });
  const more =
    cause === "decisions"
      ? hard > 0 && t("because.hard", { n: hard })
      : weight < 1 && t("because.weight", { percent: Math.round(100 * weight) });
  return [said, more].filter(Boolean).join(" ");
}

/** @param {number} points */
function gained(points) {
  return h("b", { class: `gain num ${points > 0 ? "won" : points < 0 ? "lost" : ""}` }, signed(points));
}
