// What is known of a player: ratings and their course, rated games, accuracy,
// opponents, and the latest games of any kind.

import { h, s } from "../browser/dom.js";
import { addressOf } from "../state/route.js";
import { number, t } from "../texts/text.js";
import { day } from "./dates.js";
import { OVERALL, boardName, named, points, poolName } from "./ranks.js";
import { table } from "./tables.js";
import { gameTitle, kindOf } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../net/wire.js").Player} Player */
/** @typedef {import("./ranks.js").Stands} Stands */
/**
 * @typedef {{leaderboard: string, at: number, rated_match: string, opponent: Player | null, won: number,
 *   games: number, tables: string[], before: number, after: number}} Changed
 */
/**
 * @typedef {object} Career
 * @property {Player} player
 * @property {Array<{leaderboard: string} & Stands>} ratings
 * @property {Changed[]} changes  The newest first.
 * @property {Array<{player: Player | null, rated_matches: number, games: number, won: number}>} opponents
 * @property {{games: number, decisions: number, kept: number}} accuracy
 *
 * @typedef {{table: string, game: import("../net/wire.js").Setup, players: Player[], over:
 *   import("../net/wire.js").Over | null, opened_at: number}} Story
 */

export const texts = ["ladder"];
export const styles = ["/styles/forms.css", "/styles/ladder.css"];

/** Ratings that are drawn. */
const MOST_GRAPHS = 4;
/** Changes that are listed. */
const MOST_LISTED = 30;

/** @param {State} _ @param {string} id */
export function needs(_, id) {
  return [careerOf(id), gamesOf(id)];
}

/** @param {string} id */
const careerOf = (id) => ({ path: `/api/players/${id}/ratings` });
/** @param {string} id */
const gamesOf = (id) => ({ path: `/api/games?${new URLSearchParams({ player: id, limit: "12" })}` });

/** @param {State} state @param {Act} act @param {string} id */
export function view(state, act, id) {
  const answer = state.answers[careerOf(id).path];
  if (!answer) return h("p", { class: "soft", role: "status" }, t("frame.loading"));
  if (!answer.ok) {
    return [
      h(
        "section",
        { class: "card" },
        h("h1", {}, unrated(state, id) ?? t("career.none")),
        h("p", {}, t("career.noneWhy")),
      ),
      games(state, id, act),
    ];
  }
  /** @type {Career} */
  const { player, ratings, changes, opponents, accuracy } = answer.value;
  const matches = changes.filter(({ leaderboard }) => !leaderboard.endsWith(OVERALL)).slice(0, MOST_LISTED);
  const overallFirst = [...ratings].sort(
    (a, b) =>
      Number(b.leaderboard.endsWith(OVERALL)) - Number(a.leaderboard.endsWith(OVERALL)) ||
      b.rated_matches - a.rated_matches,
  );
  const leaderboards = overallFirst
    .filter(({ leaderboard }) => changes.filter((change) => change.leaderboard === leaderboard).length > 1)
    .slice(0, MOST_GRAPHS);
  return [
    h("h1", {}, player.name, " ", h("span", { class: "soft" }, kindOf(player))),
    h(
      "div",
      { class: "columns" },
      h(
        "div",
        { class: "column" },
        h(
          "section",
          { class: "card" },
          h("h2", {}, t("career.ratings")),
          table(
            t("career.ratings"),
            [t("ladder.leaderboard"), t("ladder.rating"), t("ladder.rated")],
            overallFirst.map(({ leaderboard, rated_matches, ...stands }) => [
              h(
                "a",
                { href: addressOf({ page: "ladder", id: "", rest: leaderboard }), on: { click: act.follow } },
                boardName(leaderboard),
              ),
              points(stands),
              number(rated_matches),
            ]),
            "ranks loose",
          ),
          leaderboards.map(({ leaderboard }) =>
            graph(
              leaderboard,
              changes.filter((change) => change.leaderboard === leaderboard).reverse(),
              state.narrow,
            ),
          ),
        ),
        h(
          "section",
          { class: "card" },
          h("h2", {}, t("career.last")),
          h(
            "ul",
            { class: "list rated-matches" },
            matches.map((one) => changed(one, act)),
          ),
        ),
      ),
      h(
        "div",
        { class: "column" },
        h(
          "section",
          { class: "card" },
          h("h2", {}, t("career.accuracy")),
          accuracy.decisions === 0
            ? h("p", {}, t("career.noDecisions"))
            : [
                h(
                  "p",
                  {},
                  t("career.decisions", {
                    percent: Math.round((100 * accuracy.kept) / accuracy.decisions),
                    kept: accuracy.kept,
                    n: accuracy.decisions,
                    games: accuracy.games,
                  }),
                ),
                bar(accuracy.kept / accuracy.decisions),
              ],
        ),
        h(
          "section",
          { class: "card" },
          h("h2", {}, t("career.opponents")),
          table(
            t("career.opponents"),
            [t("ladder.player"), t("career.won"), h("span", { class: "hidden" }, t("career.share"))],
            opponents.map(({ player, won, games }) => [
              player ? named(player, act) : "–",
              `${number(won)} / ${number(games)}`,
              bar(games && won / games),
            ]),
          ),
        ),
        games(state, id, act),
      ),
    ),
  ];
}

/** What somebody is called whom the ladder does not know. @param {State} state @param {string} id @returns {string | undefined} */
function unrated(state, id) {
  const [last] = gamesKnown(state, id);
  return id === state.me ? state.name : last?.players.find((player) => player.id === id)?.name;
}

/** @param {State} state @param {string} id @returns {Story[]} */
function gamesKnown({ answers }, id) {
  const answer = answers[gamesOf(id).path];
  return answer?.ok ? answer.value.games : [];
}

/** The latest games, rated or not. @param {State} state @param {string} id @param {Act} act */
function games(state, id, act) {
  const own = gamesKnown(state, id);
  return (
    own.length > 0 &&
    h(
      "section",
      { class: "card", key: "games" },
      h("h2", {}, t("career.games")),
      h(
        "ul",
        { class: "list" },
        own.map(({ table, game, players, over, opened_at }) => {
          const seat = players.findIndex((player) => player.id === id);
          const others = players
            .filter((_, i) => i !== seat)
            .map((player) => player.name)
            .join(", ");
          const how =
            over === null
              ? "running"
              : over.winners.length === 0
                ? "open"
                : over.winners.includes(seat)
                  ? "won"
                  : "lost";
          return h(
            "li",
            { key: table },
            h(
              "p",
              {},
              h("a", { href: `/game/${table}`, on: { click: act.follow } }, gameTitle(game)),
              h("br"),
              h("span", { class: "soft" }, t("career.against", { names: others }), " · ", day(opened_at)),
            ),
            h("span", { class: `outcome ${how}` }, t(`outcome.${how}`)),
          );
        }),
      ),
    )
  );
}

/** What a pair, or a single game, has changed, with the way to its games. @param {Changed} changed @param {Act} act */
function changed({ at, rated_match, leaderboard, opponent, won, games, before, after, tables }, act) {
  return h(
    "li",
    { key: rated_match },
    h(
      "div",
      {},
      h("p", {}, opponent ? named(opponent, act) : "–"),
      h("p", { class: "soft" }, poolName(leaderboard), " · ", day(at)),
    ),
    h("p", { class: "figures" }, `${number(won)} / ${number(games)}`),
    h(
      "p",
      { class: "figures" },
      `${number(Math.round(after))} `,
      gained(Math.round(after) - Math.round(before)),
    ),
    h(
      "p",
      { class: "buttons" },
      tables.map((id, i) =>
        h(
          "a",
          {
            class: "button",
            href: `/game/${id}`,
            "aria-label": t("career.game", { n: i + 1, name: opponent?.name ?? "–" }),
            title: t("career.game", { n: i + 1, name: opponent?.name ?? "–" }),
            on: { click: act.follow },
          },
          number(i + 1),
        ),
      ),
    ),
  );
}

/** @param {number} points */
function gained(points) {
  return h(
    "span",
    { class: points > 0 ? "outcome won" : points < 0 ? "outcome lost" : "soft" },
    `${points < 0 ? "−" : points > 0 ? "+" : "±"}${number(Math.abs(points))}`,
  );
}

/** A share of a whole, which stands beside it in figures. @param {number} share */
function bar(share) {
  return s(
    "svg",
    { class: "share-bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { class: "whole", width: 100, height: 8 }),
    s("rect", { class: "part", width: Math.round(100 * share), height: 8 }),
  );
}

/**
 * The rating over the rated matches of a leaderboard, the oldest first.
 * @param {string} leaderboard
 * @param {Changed[]} changes
 * @param {boolean} narrow
 */
function graph(leaderboard, changes, narrow) {
  const ratings = [changes[0].before, ...changes.map(({ after }) => after)];
  const lines = levels(Math.min(...ratings), Math.max(...ratings));
  const [low, high] = [lines[0], lines[lines.length - 1]];
  // Room for the figures is at the left.
  const { left, right, top, bottom } = { left: 56, right: narrow ? 310 : 590, top: 14, bottom: 136 };
  const y = (/** @type {number} */ rating) =>
    Math.round(top + ((high - rating) / (high - low)) * (bottom - top));
  const x = (/** @type {number} */ i) => Math.round(left + (i / (ratings.length - 1)) * (right - left));
  const course = ratings.map((rating, i) => `${x(i)} ${y(rating)}`).join("L");
  return h(
    "figure",
    { key: `graph ${leaderboard}`, class: "rating" },
    h("figcaption", { class: "soft" }, boardName(leaderboard)),
    s(
      "svg",
      {
        viewBox: `0 0 ${right + 10} 160`,
        role: "img",
        "aria-label": t("career.graph", {
          first: Math.round(ratings[0]),
          last: Math.round(ratings[ratings.length - 1]),
          n: changes.length,
        }),
      },
      lines.map((level) => [
        s("line", { class: "level", x1: left, x2: right, y1: y(level), y2: y(level) }),
        s("text", { x: left - 8, y: y(level) + 5, "text-anchor": "end" }, number(level)),
      ]),
      s("path", { class: "under", d: `M${course}L${right} ${bottom}L${left} ${bottom}Z` }),
      s("path", { class: "course", d: `M${course}` }),
      s("text", { x: left, y: 157 }, day(changes[0].at)),
      s("text", { x: right, y: 157, "text-anchor": "end" }, day(changes[changes.length - 1].at)),
      s("circle", { class: "now", r: 5, cx: right, cy: y(ratings[ratings.length - 1]) }),
    ),
  );
}

/** Round ratings from below the least to above the greatest, a few. @param {number} least @param {number} greatest */
function levels(least, greatest) {
  const step = [10, 20, 50, 100, 200, 500, 1000].find((step) => (greatest - least) / step <= 3) ?? 2000;
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(greatest / step));
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}
