// One tournament, live: its standings, the pairings, the running games, and the organizer's
// actions.

import { h } from "../browser/dom.js";
import { refusalText } from "../net/refusal.js";
import { addressOf } from "../state/route.js";
import { language, list, t } from "../texts/text.js";
import { tournamentName } from "./beginning.js";
import { bracket } from "./bracket.js";
import { correcting, mayCorrect } from "./correcting.js";
import { crosstable } from "./crosstable.js";
import { entering, ordering } from "./entering.js";
import { PATH, formatName } from "./formats.js";
import { RATINGS } from "./sheets.js";
import { standings } from "./standings.js";
import { tilePicture } from "./tile.js";
import { clockInShort, variantName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("./formats.js").Tournament} Tournament */
/** @typedef {import("./formats.js").Met} Met */
/** @typedef {import("./formats.js").Detail} Detail */
/** @typedef {Map<number, import("./formats.js").Entrant>} Names */

export const texts = ["home", "tournament"];
export const styles = ["/styles/forms.css", ...RATINGS, "/styles/tournament.css"];

const pairingsOf = (/** @type {string} */ id) => ({ path: `${PATH}/${id}/pairings` });
const pairingOf = (/** @type {string} */ id, /** @type {string} */ at) => ({
  path: `${PATH}/${id}/pairings/${at.replace("-", "/")}`,
});

/** @param {State} state @param {string} id */
export function needs({ route }, id) {
  const whole = [{ path: `${PATH}/${id}` }, pairingsOf(id)];
  return route.rest ? [...whole, pairingOf(id, route.rest)] : whole;
}

/** @param {State} state @param {Act} act @param {string} id */
export function view(state, act, id) {
  const answer = state.answers[`${PATH}/${id}`];
  if (!answer) return h("p", { class: "soft", role: "status" }, t("frame.loading"));
  if (!answer.ok)
    return [
      h("header", { class: "page-head" }, h("h1", {}, t("tournament.none"))),
      h(
        "p",
        {},
        h(
          "a",
          { class: "button", href: "/tournaments", on: { click: act.follow } },
          t("home.allTournaments"),
        ),
      ),
    ];
  /** @type {Tournament} */
  const tournament = answer.value;
  const answered = state.answers[pairingsOf(id).path];
  /** @type {Met} */
  const met = answered?.ok ? answered.value : { pairings: [], count: 0, running: [] };
  const names = new Map(tournament.entrants.map((entrant) => [entrant.number, entrant]));
  const { kind } = tournament.plan.format;
  return [
    head(state, tournament, names, act),
    state.route.rest && pairing(state, tournament, names, act),
    running(met, names, act),
    kind === "knockout" && bracket(tournament, met.pairings, act),
    standings(tournament, names, act),
    kind !== "knockout" && met.pairings.length > 0 && crosstable(tournament, met.pairings, act),
    checkable(tournament),
  ];
}

/** @param {State} state @param {Tournament} tournament @param {Names} names @param {Act} act */
function head(state, tournament, names, act) {
  const { plan, stage, entrants, rounds, played, pairs, begins_at_ms } = tournament;
  const begins = stage === "open" && begins_at_ms;
  return h(
    "section",
    { class: "cup" },
    h(
      "div",
      { class: "headed" },
      h("h1", {}, tournamentName(plan.name)),
      h("span", { class: `stage ${stage}` }, t(`stage.${stage}`)),
    ),
    stage === "finished" && winner(tournament, names),
    h(
      "p",
      {},
      [
        formatName(plan.format),
        t("tournament.each", { n: plan.pairs }),
        plan.clock ? clockInShort(plan.clock) : t("home.paceNone"),
      ].join(" · "),
    ),
    h(
      "p",
      { class: "soft", role: "status" },
      stage === "open"
        ? t("tournament.places", { n: entrants.length, most: plan.entrants })
        : t("tournament.progress", { rounds, played, pairs }),
    ),
    begins && h("p", {}, t("tournament.beginsAt", { time: moment(begins_at_ms) })),
    h(
      "ul",
      { class: "course-tiles", "aria-label": t("tournament.courses") },
      plan.courses.map(({ variant, ending }) =>
        h(
          "li",
          { key: `${variant} ${ending}` },
          tilePicture(variant),
          `${variantName(variant)}, ${t(`ending.${ending}`)}`,
        ),
      ),
    ),
    (stage === "open" || stage === "running") && [
      entering(state, tournament, act),
      ordering(state, tournament, act),
    ],
    state.refused && h("p", { class: "bad", role: "alert" }, refusalText(state.refused)),
  );
}

/** Who won it. @param {Tournament} tournament @param {Names} names */
function winner({ standings }, names) {
  const first = standings.filter(({ rank, score }) => rank === 1 && score > 0);
  const named = first.map(({ number }) => names.get(number)?.name ?? String(number));
  return (
    first.length > 0 &&
    h("p", { class: "winner" }, t("tournament.wonBy", { n: first.length, names: list(named) }))
  );
}

/** "22 Nov 2026, 14:00" @param {number} at */
function moment(at) {
  return new Date(at).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
}

/** Running games, to watch. @param {Met} met @param {Names} names @param {Act} act */
function running({ running }, names, act) {
  return (
    running.length > 0 &&
    h(
      "section",
      { class: "card", key: "running" },
      h("h2", {}, t("tournament.running")),
      h(
        "ul",
        { class: "list" },
        running.map(({ round, board, pair, seats, tables }) =>
          h(
            "li",
            { key: tables[0] },
            h(
              "p",
              {},
              seats.map((seat) => names.get(seat)?.name ?? seat).join(" – "),
              " ",
              h("span", { class: "soft" }, t("tournament.where", { round, board, pair })),
            ),
            h(
              "p",
              { class: "buttons" },
              tables.map((table, i) =>
                h(
                  "a",
                  { class: "button small", href: `/table/${table}`, on: { click: act.follow } },
                  t("tournament.game", { n: i + 1 }),
                ),
              ),
            ),
          ),
        ),
      ),
    )
  );
}

/** One pairing with its games. @param {State} state @param {Tournament} whole @param {Names} names @param {Act} act */
function pairing(state, whole, names, act) {
  const { answers, route } = state;
  const { tournament } = whole;
  const answer = answers[pairingOf(tournament, route.rest).path];
  /** @type {Detail | null} */
  const detail = answer?.ok ? answer.value : null;
  const name = (/** @type {number | null} */ of) => (of === null ? "" : (names.get(of)?.name ?? String(of)));
  return h(
    "section",
    { class: "card", key: "pairing" },
    h(
      "div",
      { class: "headed" },
      h("h2", {}, detail ? `${name(detail.first)} – ${name(detail.second)}` : t("frame.loading")),
      h(
        "a",
        {
          class: "button small",
          href: addressOf({ page: "tournament", id: tournament, rest: "" }),
          on: { click: act.follow },
        },
        t("tournament.close"),
      ),
    ),
    detail && detail.pairs.length === 0 && h("p", { class: "soft" }, t("tournament.notPlayed")),
    detail && h("ul", { class: "list" }, games(state, whole, detail, name, act)),
  );
}

/**
 * The games of a pairing.
 * @param {State} state
 * @param {Tournament} whole
 * @param {Detail} detail
 * @param {(of: number | null) => string} name
 * @param {Act} act
 */
function games(state, whole, { round, board, first, second, pairs }, name, act) {
  const corrects = mayCorrect(state, whole, round);
  /** Who else could have won. @param {number | null} winner @returns {Array<[number | null, string]>} */
  const others = (winner) =>
    [first, second, null]
      .filter((of) => of !== winner)
      .map((of) => [of, of === null ? t("tournament.noWinner") : name(of)]);
  return pairs.flatMap(({ pair, seats, games, corrected = [] }) =>
    games.map(({ winner, how, table }, i) =>
      h(
        "li",
        { key: `${pair} ${i}` },
        h(
          "p",
          {},
          t("tournament.played", { pair, game: i + 1, first: name(seats[i]) }),
          " ",
          h(
            "strong",
            {},
            winner === null ? t("tournament.nobodyWon") : t("tournament.won", { name: name(winner) }),
          ),
          corrected[i]
            ? h("span", { class: "soft" }, ` ${t("how.corrected", { why: corrected[i] })}`)
            : how === "played"
              ? ""
              : h("span", { class: "soft" }, ` ${t(`how.${how}`)}`),
        ),
        table &&
          h(
            "a",
            { class: "button small", href: `/game/${table}`, on: { click: act.follow } },
            t("tournament.look"),
          ),
        corrects &&
          correcting(state, whole.tournament, { round, board, pair, game: i + 1 }, others(winner), act),
      ),
    ),
  );
}

/** The data with which anybody can check it. @param {Tournament} tournament */
function checkable({ tournament, plan, stage, commitment, key, seed }) {
  const done = stage === "finished";
  return h(
    "section",
    { class: "card", key: "checkable" },
    h("h2", {}, t("check.title")),
    h("p", { class: "soft" }, t("check.says")),
    done &&
      h(
        "p",
        { class: "buttons" },
        h(
          "a",
          { class: "button", href: `${PATH}/${tournament}/export`, download: `${tournament}.ndjson` },
          t("check.export"),
        ),
        plan.format.kind !== "arena" &&
          h(
            "a",
            { class: "button", href: `${PATH}/${tournament}/trf`, download: `${tournament}.trf` },
            t("check.trf"),
          ),
      ),
    h(
      "details",
      {},
      h("summary", {}, t("check.numbers")),
      h(
        "dl",
        { class: "numbers-long" },
        [
          ["commitment", commitment],
          ["seed", seed],
          ["key", key],
        ].map(
          ([name, value]) => value && [h("dt", {}, t(`check.${name}`)), h("dd", {}, h("code", {}, value))],
        ),
      ),
    ),
  );
}
