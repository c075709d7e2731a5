// The table of points of a tournament.

import { h } from "../browser/dom.js";
import { number, t } from "../texts/text.js";
import { avatar } from "./icons.js";
import { table } from "./tables.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("./formats.js").Tournament} Tournament */
/** @typedef {Map<number, import("./formats.js").Entrant>} Names */

/** @param {Tournament} tournament @param {Names} names @param {Act} act */
export function standings({ standings, stage, sprt, plan }, names, act) {
  return h(
    "section",
    { class: "card", key: "standings" },
    h("h2", {}, t(stage === "open" ? "tournament.entrants" : "tournament.standings")),
    standings.length === 0
      ? h("p", { class: "empty" }, t("tournament.nobody"))
      : stage === "open"
        ? h(
            "ol",
            { class: "list" },
            [...names.values()].map((entrant) => h("li", { key: entrant.player }, named(entrant, act))),
          )
        : [
            table(
              t("tournament.standings"),
              [
                t("tournament.rank"),
                t("tournament.player"),
                t("tournament.score"),
                t("tournament.pairs"),
                t("tournament.games"),
                t("tournament.elo"),
                t("tournament.direct"),
                t("tournament.sb"),
                t("tournament.buchholz"),
                t("tournament.wins"),
              ],
              standings.map(
                ({
                  rank,
                  number: of,
                  score,
                  pairs,
                  games,
                  elo,
                  direct,
                  sonneborn_berger,
                  buchholz,
                  wins,
                }) => {
                  const entrant = names.get(of);
                  return [
                    number(rank),
                    entrant ? named(entrant, act) : String(of),
                    h("strong", {}, number(score / 2)),
                    pairs.map((n) => number(n)).join(" – "),
                    games.map((n) => number(n)).join(" – "),
                    elo ? eloInWords(elo) : "–",
                    number(direct / 2),
                    number(sonneborn_berger / 4),
                    number(buchholz / 2),
                    number(wins),
                  ];
                },
              ),
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
          ],
  );
}

/** +191 (+148 … +240). @param {import("./formats.js").Elo} elo */
function eloInWords({ pairs: [won], likely, low, high }) {
  const signed = (/** @type {number | null} */ points, /** @type {string} */ beyond) =>
    points === null ? beyond : points < 0 ? `−${number(-points)}` : `+${number(points)}`;
  return `${signed(likely, won > 0 ? "∞" : "−∞")} (${signed(low, "−∞")} … ${signed(high, "∞")})`;
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
