// A season of the ladder: who leads or came first, and what each player has gained in it.

import { h } from "../browser/dom.js";
import { isSeason, seasonAt, seasonFrom } from "../state/season.js";
import { number, signed, t } from "../texts/text.js";
import { daysLeft, months } from "./dates.js";
import { icon, avatar } from "./icons.js";
import { named } from "./ranks.js";
import { points } from "./standing.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/**
 * @typedef {object} InSeason
 * @property {number | null} rank
 * @property {import("../net/wire.js").Player} player
 * @property {number} rating
 * @property {number} deviation
 * @property {number} gained
 * @property {number} rated_matches
 */

/** @param {string} leaderboard @param {string} season */
export const seasonOf = (leaderboard, season) => ({
  path: `/api/ladder/season?${new URLSearchParams({ leaderboard, season })}`,
});

/**
 * The standings of a season, and the way to those next to it.
 * @param {State} state @param {string} leaderboard @param {string} season
 * @param {(season: string) => void} show @param {Act} act
 */
export function seasonView(state, leaderboard, season, show, act) {
  const answer = state.answers[seasonOf(leaderboard, season).path];
  /** @type {InSeason[]} */
  const ranking = answer?.ok ? answer.value.ranking : [];
  return h(
    "div",
    { key: `season ${season}`, class: "season" },
    choice(season, seasonAt(state.now), ranking.length > 0, show),
    !answer
      ? h("p", { class: "empty", role: "status" }, t("frame.loading"))
      : ranking.length === 0
        ? h("p", { class: "empty" }, t("season.empty"))
        : [
            h("p", { class: "lead" }, saying(ranking, season, state.now)),
            standings(state, ranking, act),
            ranking.some(({ rank }) => rank === null) && h("p", { class: "soft" }, t("season.unranked")),
          ],
  );
}

/**
 * Before a season in which nobody played there is nothing to see, unless it has just begun.
 * @param {string} season @param {string} now @param {boolean} played @param {(season: string) => void} show
 */
function choice(season, now, played, show) {
  const [earlier, later] = [seasonFrom(season, -1), seasonFrom(season, 1)];
  const way = (
    /** @type {string} */ to,
    /** @type {boolean} */ there,
    /** @type {"earlier" | "later"} */ key,
  ) =>
    h(
      "button",
      {
        class: "bare",
        type: "button",
        disabled: !there,
        "aria-label": t(`season.${key}`),
        on: { click: () => show(to) },
      },
      icon(key === "earlier" ? "back" : "next"),
    );
  return h(
    "div",
    { class: "season-choice" },
    way(earlier, played || season === now, "earlier"),
    h("h3", {}, months(season)),
    way(later, later <= now, "later"),
  );
}

/** "Ada leads; 38 days to go. Bob has gained most: +84." @param {InSeason[]} ranking @param {string} season @param {number} now */
function saying(ranking, season, now) {
  const running = season === seasonAt(now);
  const first = ranking.find(({ rank }) => rank === 1);
  const most = ranking.reduce((best, one) => (one.gained > best.gained ? one : best));
  return [
    first && t(running ? "season.leads" : "season.won", { name: first.player.name }),
    running && t("season.left", { n: daysLeft(seasonFrom(season, 1), now) }),
    most.gained >= 1 &&
      t("season.gained", { name: most.player.name, points: signed(Math.round(most.gained)) }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** @param {State} state @param {InSeason[]} ranking @param {Act} act */
function standings({ me }, ranking, act) {
  const heads = ["ladder.rank", "ladder.player", "ladder.rating", "season.change", "ladder.rated"];
  return h(
    "div",
    { class: "wide", tabindex: 0, role: "group", "aria-label": t("season.title") },
    h(
      "table",
      { class: "ranks standings" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((head) => h("th", { scope: "col" }, t(head))),
        ),
      ),
      h(
        "tbody",
        {},
        ranking.map(({ rank, player, gained, rated_matches, ...stands }) =>
          h(
            "tr",
            { key: player.id, class: player.id === me ? "me" : null },
            h("td", { class: "rank num" }, rank === null ? "–" : number(rank)),
            h(
              "th",
              { scope: "row" },
              h("span", { class: "who-row" }, avatar(player.name), named(player, act)),
            ),
            h("td", {}, points(stands)),
            h("td", {}, change(gained)),
            h("td", { class: "figures" }, number(rated_matches)),
          ),
        ),
      ),
    ),
  );
}

/** @param {number} gained */
function change(gained) {
  const whole = Math.round(gained);
  return h("b", { class: `gain num ${whole > 0 ? "won" : whole < 0 ? "lost" : ""}` }, signed(whole));
}

/** The leaderboard and the season that an address names. @param {string} rest */
export function boardAndSeason(rest) {
  const [leaderboard, season = ""] = rest.split(";");
  return { leaderboard, season: isSeason(season) ? season : "" };
}
