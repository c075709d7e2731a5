// One tournament, live: its standings, who has met whom, what is being played, and
// what its organizer may say.

import { h } from "../browser/dom.js";
import { addressOf } from "../state/route.js";
import { refusalText } from "../net/refusal.js";
import { language, list, number, t } from "../texts/text.js";
import { bracket } from "./bracket.js";
import { crosstable } from "./crosstable.js";
import { formatName } from "./formats.js";
import { table } from "./tables.js";
import { clockInShort, variantName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("./formats.js").Tournament} Tournament */
/** @typedef {import("./formats.js").Met} Met */
/** @typedef {import("./formats.js").Detail} Detail */
/** @typedef {Map<number, import("./formats.js").Entrant>} Names */

export const texts = ["home", "tournament"];
export const styles = ["/styles/forms.css", "/styles/ladder.css"];

const PATH = "/api/tournaments";
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
    return h(
      "section",
      { class: "card" },
      h("h1", {}, t("tournament.none")),
      h(
        "p",
        {},
        h(
          "a",
          { class: "button", href: "/tournaments", on: { click: act.follow } },
          t("home.allTournaments"),
        ),
      ),
    );
  /** @type {Tournament} */
  const tournament = answer.value;
  const answered = state.answers[pairingsOf(id).path];
  /** @type {Met} */
  const met = answered?.ok ? answered.value : { pairings: [], count: 0, running: [] };
  const names = new Map(tournament.entrants.map((entrant) => [entrant.number, entrant]));
  const { kind } = tournament.plan.format;
  return [
    head(state, tournament, act),
    state.route.rest && pairing(state, tournament, names, act),
    running(met, names, act),
    kind === "knockout" && bracket(tournament, met.pairings, act),
    standings(tournament, names, act),
    kind !== "knockout" && met.pairings.length > 0 && crosstable(tournament, met.pairings, act),
    checkable(tournament),
  ];
}

/** @param {State} state @param {Tournament} tournament @param {Act} act */
function head(state, { tournament, plan, stage, entrants, rounds, played, pairs, begins_at_ms }, act) {
  const courses = plan.courses.map(
    ({ variant, ending }) => `${variantName(variant)}, ${t(`ending.${ending}`)}`,
  );
  return h(
    "section",
    { class: "card" },
    h(
      "div",
      { class: "headed" },
      h("h1", {}, plan.name),
      h("span", { class: `stage ${stage}` }, t(`stage.${stage}`)),
    ),
    h(
      "p",
      {},
      [
        formatName(plan.format),
        t("tournament.each", { n: plan.pairs }),
        plan.clock ? clockInShort(plan.clock) : t("home.paceNone"),
      ].join(" · "),
    ),
    h("p", { class: "soft" }, list(courses)),
    h(
      "p",
      { class: "soft", role: "status" },
      stage === "open"
        ? t("tournament.places", { n: entrants.length, most: plan.entrants })
        : t("tournament.progress", { rounds, played, pairs }),
    ),
    stage === "open" &&
      begins_at_ms &&
      h(
        "p",
        {},
        t("tournament.beginsAt", {
          time: new Date(begins_at_ms).toLocaleString(language(), {
            dateStyle: "medium",
            timeStyle: "short",
          }),
        }),
      ),
    (stage === "open" || stage === "running") && [
      entering(state, tournament, plan, stage, entrants, act),
      ordering(state, tournament, stage, entrants.length, act),
    ],
    state.refused && h("p", { class: "bad", role: "alert" }, refusalText(state.refused)),
  );
}

/** To enter and to leave. @param {State} state @param {string} tournament @param {Tournament["plan"]} plan @param {string} stage @param {Tournament["entrants"]} entrants @param {Act} act */
function entering({ me, registered, founded, calls }, tournament, plan, stage, entrants, act) {
  const own = entrants.find(({ player, withdrawn }) => player === me && !withdrawn);
  const opponent = calls[tournament];
  if (own && opponent)
    return h(
      "p",
      { class: "buttons more", key: "ready" },
      h("span", {}, t("tournament.readyCheck", { name: opponent })),
      h(
        "button",
        { class: "primary", on: { click: () => act.tell({ t: "ready", tournament }) } },
        t("tournament.ready"),
      ),
    );
  if (own)
    return h(
      "p",
      { class: "buttons more", key: "leave" },
      h("span", {}, t("tournament.in")),
      h("button", { on: { click: () => act.tell({ t: "leave", tournament }) } }, t("tournament.leave")),
    );
  if (stage === "running" && !["swiss", "arena"].includes(plan.format.kind)) return null;
  if (!registered)
    return h(
      "p",
      { class: "more", key: "guest" },
      t("tournament.guest"),
      " ",
      h("a", { href: "/account", on: { click: act.follow } }, t("frame.account")),
    );
  const enter = (/** @type {any} */ event) => {
    event.preventDefault();
    const invitation = String(new FormData(event.target).get("invitation") ?? "").trim();
    act.tell({ t: "enter", tournament, nonce: nonce(), ...(invitation && { invitation }) });
  };
  return h(
    "form",
    { class: "buttons more", key: "enter", on: { submit: enter } },
    plan.entry === "invited" &&
      h("input", {
        name: "invitation",
        required: true,
        pattern: "[0-9a-f]{64}",
        initial: founded[tournament]?.invitation ?? "",
        placeholder: t("tournament.invitation"),
        "aria-label": t("tournament.invitation"),
        autocomplete: "off",
        spellcheck: "false",
      }),
    h("button", { type: "submit", class: "primary" }, t("tournament.enter")),
  );
}

/** What we add to the lots: 32 bytes of chance, so that the server does not draw alone. */
function nonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What only the organizer may say. @param {State} state @param {string} tournament @param {string} stage @param {number} entrants @param {Act} act */
function ordering({ founded, asking }, tournament, stage, entrants, act) {
  const own = founded[tournament];
  if (!own) return null;
  const order = (/** @type {string} */ what) => () =>
    act.post({ path: `${PATH}/${tournament}/${what}`, body: { organizer: own.organizer } }, (now) => ({
      ...now,
      asking: null,
    }));
  return h(
    "div",
    { class: "organizer", key: "organizer" },
    h("p", {}, h("strong", {}, t("tournament.yours"))),
    own.invitation &&
      stage === "open" &&
      h(
        "p",
        { class: "share" },
        h("input", {
          readonly: true,
          value: own.invitation,
          "aria-label": t("tournament.invitation"),
          on: { focus: (event) => event.target.select() },
        }),
        h("button", { on: { click: () => act.copy(own.invitation ?? "") } }, t("tournament.copy")),
      ),
    h(
      "p",
      { class: "buttons" },
      stage === "open" &&
        h(
          "button",
          { key: "begin", class: "primary", disabled: entrants < 2, on: { click: order("begin") } },
          t("tournament.begin"),
        ),
      stage === "open" && entrants < 2 && h("span", { key: "few", class: "soft" }, t("tournament.few")),
      asking?.what === "cancel"
        ? [
            h(
              "button",
              { key: "sure", class: "danger", on: { click: order("cancel") } },
              t("tournament.cancelSure"),
            ),
            h("button", { key: "no", on: { click: () => act.ask(null) } }, t("tournament.goOn")),
          ]
        : h("button", { key: "cancel", on: { click: () => act.ask("cancel") } }, t("tournament.cancel")),
    ),
  );
}

/** What is being played, to be watched. @param {Met} met @param {Names} names @param {Act} act */
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

/** One pairing with its games. @param {State} state @param {Tournament} tournament @param {Names} names @param {Act} act */
function pairing({ answers, route }, { tournament }, names, act) {
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
    h(
      "ul",
      { class: "list" },
      (detail?.pairs ?? []).flatMap(({ pair, seats, games }) =>
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
              how === "played" ? "" : h("span", { class: "soft" }, ` ${t(`how.${how}`)}`),
            ),
            table &&
              h(
                "a",
                { class: "button small", href: `/game/${table}`, on: { click: act.follow } },
                t("tournament.look"),
              ),
          ),
        ),
      ),
    ),
  );
}

/** @param {Tournament} tournament @param {Names} names @param {Act} act */
function standings({ standings, stage, sprt, plan }, names, act) {
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
function named({ player, name, withdrawn }, act) {
  return h(
    "span",
    {},
    h("a", { href: `/player/${player}`, on: { click: act.follow } }, name),
    withdrawn ? ` (${t("tournament.gone")})` : "",
  );
}

/** What anybody can check it with. @param {Tournament} tournament */
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
