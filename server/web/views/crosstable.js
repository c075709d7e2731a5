// Everybody against everybody: the pairs that each has won, shared and lost.

import { h } from "../browser/dom.js";
import { addressOf } from "../state/route.js";
import { t } from "../texts/text.js";
import { table } from "./tables.js";

/** @typedef {import("./formats.js").Tournament} Tournament */
/** @typedef {import("./formats.js").Pairing} Pairing */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {{won: number, shared: number, lost: number, open: boolean, last: Pairing}} Meeting */

/** The most entrants: a larger table would be unreadable. */
const MOST = 40;

/** @param {Tournament} tournament @param {Pairing[]} pairings @param {Act} act */
export function crosstable({ tournament, standings, entrants }, pairings, act) {
  if (entrants.length > MOST) return null;
  const meetings = meetingsOf(pairings);
  const names = new Map(entrants.map(({ number, name }) => [number, name]));
  return h(
    "section",
    { class: "card", key: "crosstable" },
    h("h2", {}, t("tournament.crosstable")),
    h("p", { class: "soft" }, t("tournament.crosstableSays")),
    table(
      t("tournament.crosstable"),
      ["", ...standings.map(({ rank }) => String(rank))],
      standings.map(({ number, rank }) => [
        h("span", { class: "cross-name" }, `${rank}. ${names.get(number) ?? number}`),
        ...standings.map(({ number: other }) =>
          other === number
            ? h("span", { class: "self", "aria-hidden": "true" }, "■")
            : cell(tournament, meetings.get(`${number} ${other}`), act),
        ),
      ]),
      "ranks cross",
    ),
  );
}

/** @param {string} tournament @param {Meeting | undefined} meeting @param {Act} act */
function cell(tournament, meeting, act) {
  if (!meeting) return h("span", { class: "soft" }, "·");
  const { won, shared, lost, open, last } = meeting;
  const tone = open ? "open" : won > lost ? "good" : won < lost ? "bad" : "even";
  return h(
    "a",
    {
      class: tone,
      href: addressOf({ page: "tournament", id: tournament, rest: `${last.round}-${last.board}` }),
      on: { click: act.follow },
    },
    open && won + shared + lost === 0 ? "…" : metInWords(won, shared, lost),
  );
}

/** A single pair as the point it gave, more of them counted. @param {number} won @param {number} shared @param {number} lost */
function metInWords(won, shared, lost) {
  if (won + shared + lost > 1) return `+${won} =${shared} −${lost}`;
  return won ? "1" : shared ? "½" : "0";
}

/** The pairs of each against each other, by both numbers. @param {Pairing[]} pairings */
export function meetingsOf(pairings) {
  /** @type {Map<string, Meeting>} */
  const meetings = new Map();
  for (const last of pairings) {
    const {
      first,
      second,
      score: [a, even, b],
      over,
    } = last;
    if (second === null) continue;
    for (const [one, other, won, lost] of [
      [first, second, a, b],
      [second, first, b, a],
    ]) {
      const before = meetings.get(`${one} ${other}`) ?? { won: 0, shared: 0, lost: 0, open: false };
      meetings.set(`${one} ${other}`, {
        won: before.won + won,
        shared: before.shared + even,
        lost: before.lost + lost,
        open: before.open || !over,
        last,
      });
    }
  }
  return meetings;
}
