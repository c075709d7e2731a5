// A knockout as a bracket: a column for each round, its winner at the right.

import { h } from "../browser/dom.js";
import { addressOf } from "../state/route.js";
import { t } from "../texts/text.js";

/** @typedef {import("./formats.js").Tournament} Tournament */
/** @typedef {import("./formats.js").Pairing} Pairing */
/** @typedef {import("../app.js").Act} Act */

/** @param {Tournament} tournament @param {Pairing[]} pairings @param {Act} act */
export function bracket({ tournament, entrants }, pairings, act) {
  if (pairings.length === 0) return null;
  const names = new Map(entrants.map(({ number, name }) => [number, name]));
  const rounds = roundsOf(pairings);
  return h(
    "section",
    { class: "card", key: "bracket" },
    h("h2", {}, t("tournament.bracket")),
    h(
      "div",
      { class: "wide", tabindex: 0, role: "group", "aria-label": t("tournament.bracket") },
      h(
        "ol",
        { class: "bracket" },
        rounds.map((round, i) =>
          h(
            "li",
            { class: "round", key: `round ${i}` },
            h(
              "h3",
              {},
              i === rounds.length - 1 && i > 0 ? t("bracket.final") : t("bracket.round", { n: i + 1 }),
            ),
            h(
              "ol",
              {},
              round.map((pairing, board) =>
                h(
                  "li",
                  { key: `board ${board}` },
                  pairing
                    ? duel(tournament, pairing, names, act)
                    : h("p", { class: "duel soft" }, t("bracket.later")),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * The rounds from the first to the final, with gaps for what has not been paired.
 * @param {Pairing[]} pairings
 * @returns {Array<Array<Pairing | null>>}
 */
export function roundsOf(pairings) {
  const first = pairings.filter(({ round }) => round === 1).length;
  /** @type {Array<Array<Pairing | null>>} */
  const rounds = [];
  for (let boards = first; boards >= 1; boards = Math.floor(boards / 2))
    rounds.push(Array(boards).fill(null));
  for (const pairing of pairings)
    if (rounds[pairing.round - 1]) rounds[pairing.round - 1][pairing.board - 1] = pairing;
  return rounds;
}

/** @param {string} tournament @param {Pairing} pairing @param {Map<number, string>} names @param {Act} act */
function duel(tournament, { round, board, first, second, games: [a, b], over }, names, act) {
  const side = (/** @type {number} */ number, /** @type {number} */ own, /** @type {number} */ other) =>
    h(
      "span",
      { class: over && own > other ? "rival won" : "rival" },
      h("span", {}, names.get(number) ?? String(number)),
      h("span", { class: "figures" }, own),
    );
  if (second === null)
    return h(
      "p",
      { class: "duel" },
      h("span", { class: "rival won" }, names.get(first) ?? String(first)),
      h("span", { class: "rival soft" }, t("bracket.bye")),
    );
  return h(
    "a",
    {
      class: over ? "duel" : "duel open",
      href: addressOf({ page: "tournament", id: tournament, rest: `${round}-${board}` }),
      on: { click: act.follow },
    },
    side(first, a, b),
    side(second, b, a),
  );
}
