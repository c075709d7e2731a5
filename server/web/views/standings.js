// The table of points of a tournament.

import { h } from "../browser/dom.js";
import { number, signed, t } from "../texts/text.js";
import { avatar } from "./icons.js";
import { table } from "./tables.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("./formats.js").Tournament} Tournament */
/** @typedef {Map<number, import("./formats.js").Entrant>} Names */

/** Its columns. */
const COLUMNS = [
  ...["rank", "player", "score", "pairs", "games"],
  ...["elo", "direct", "sb", "buchholz", "wins"],
];

/** @param {Tournament} tournament @param {Names} names @param {Act} act */
export function standings(tournament, names, act) {
  const { standings, stage } = tournament;
  return h(
    "section",
    { class: "card", key: "standings" },
    h("h2", {}, t(stage === "open" ? "tournament.entrants" : "tournament.standings")),
    standings.length === 0
      ? h("p", { class: "empty" }, t("tournament.nobody"))
      : stage === "open"
        ? entrants(names, act)
        : ranking(tournament, names, act),
  );
}

/** @param {Names} names @param {Act} act */
function entrants(names, act) {
  const all = [...names.values()];
  return h(
    "ol",
    { class: "list" },
    all.map((entrant) => h("li", { key: entrant.player }, named(entrant, act))),
  );
}

/** @param {Tournament} tournament @param {Names} names @param {Act} act */
function ranking({ standings, sprt, plan }, names, act) {
  return [
    table(
      t("tournament.standings"),
      COLUMNS.map((column) => t(`tournament.${column}`)),
      standings.map((standing) => line(standing, names.get(standing.number), act)),
      "ranks scores",
    ),
    h("p", { class: "soft" }, t("tournament.eloSays")),
    sprt &&
      h(
        "p",
        { role: "status" },
        t(`sprt.${sprt.decision ?? "open"}`, {
          name: names.get(sprt.number)?.name ?? String(sprt.number),
          elo0: number(plan.sprt?.elo0 ?? 0),
          elo1: number(plan.sprt?.elo1 ?? 0),
          ratio: number(sprt.ratio),
          low: number(sprt.bounds[0]),
          high: number(sprt.bounds[1]),
        }),
      ),
  ];
}

/**
 * One entrant's line, in the order of the columns.
 * @param {Tournament["standings"][number]} standing
 * @param {import("./formats.js").Entrant | undefined} entrant
 * @param {Act} act
 */
function line({ rank, number: of, elo, wins, ...scores }, entrant, act) {
  return [
    number(rank),
    entrant ? named(entrant, act) : String(of),
    h("strong", {}, number(scores.score / 2)),
    scores.pairs.map((n) => number(n)).join(" – "),
    scores.games.map((n) => number(n)).join(" – "),
    // Of a few games that all went one way it would say nothing.
    elo && (elo.low !== null || elo.high !== null) ? h("span", { class: "elo" }, eloInWords(elo)) : "–",
    number(scores.direct / 2),
    number(scores.sonneborn_berger / 4),
    number(scores.buchholz / 2),
    number(wins),
  ];
}

/** +191 (+148 … +240): the estimate, and what it may be. @param {import("./formats.js").Elo} elo */
function eloInWords({ pairs: [won], likely, low, high }) {
  const within = (/** @type {number | null} */ points, /** @type {string} */ beyond) =>
    points === null ? beyond : signed(points);
  const range = `(${within(low, "−∞")} … ${within(high, "∞")})`;
  return [h("span", {}, within(likely, won > 0 ? "∞" : "−∞")), " ", h("span", { class: "soft" }, range)];
}

/** @param {import("./formats.js").Entrant} entrant @param {Act} act */
export function named({ player, name, withdrawn }, act) {
  return h(
    "span",
    { class: "who-row" },
    avatar(name),
    h("a", { href: `/player/${player}`, on: { click: act.follow } }, name),
    withdrawn ? ` (${t("tournament.gone")})` : "",
  );
}
