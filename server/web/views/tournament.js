// Tournaments: the list, and one of them with its standings, live.

import { h } from "../dom.js";
import { list, number, t } from "../text.js";
import { variantName } from "./words.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {"open" | "running" | "finished" | "cancelled"} Stage */
/** @typedef {{kind: string, cycles?: number, champions?: number, rounds?: number, seconds?: number}} Format */
/** @typedef {{tournament: string, name: string, format: Format, stage: Stage, entrants: number}} Line */
/**
 * @typedef {object} Tournament
 * @property {string} tournament
 * @property {{name: string, format: Format, entry: string, courses: Array<{variant: string, ending: string}>}} plan
 * @property {Stage} stage
 * @property {Array<{number: number, player: string, name: string}>} entrants
 * Points are in halves, Sonneborn-Berger in quarters.
 * @property {Array<{rank: number, number: number, score: number, pairs: number[], games: number[], buchholz: number, sonneborn_berger: number}>} standings
 * @property {number} rounds
 * @property {number} played
 * @property {number} pairs
 */

export const texts = ["tournament"];
export const styles = ["/ladder.css"];

const LIST = "/api/tournaments";

/** @param {State} state @param {string} id */
export function needs(state, id) {
  return [{ path: id ? `${LIST}/${id}` : LIST }];
}

/** @param {State} state @param {Act} act @param {string} id */
export function view(state, act, id) {
  const answer = state.answers[id ? `${LIST}/${id}` : LIST];
  if (!answer) return h("p", { class: "soft", role: "status" }, t("home.loading"));
  if (!answer.ok) return h("section", { class: "card" }, h("h1", {}, t("tournament.none")));
  return id ? one(state, answer.value, act) : all(answer.value.tournaments, act);
}

/** @param {Line[]} lines @param {Act} act */
function all(lines, act) {
  return h("section", { class: "card" },
    h("h1", {}, t("tournament.title")),
    lines.length === 0 ? h("p", {}, t("tournament.empty")) : table(t("tournament.title"), ["tournament.name", "tournament.format", "tournament.stage", "tournament.entrants"],
      lines.map(({ tournament, name, format, stage, entrants }) => [
        h("a", { href: `/tournament/${tournament}`, on: { click: act.follow } }, name), formatName(format), t(`stage.${stage}`), number(entrants)])));
}

/** @param {State} state @param {Tournament} tournament @param {Act} act */
function one({ me, registered }, { tournament, plan, stage, entrants, standings, rounds, played, pairs }, act) {
  const names = new Map(entrants.map((entrant) => [entrant.number, entrant]));
  const entered = entrants.some(({ player }) => player === me);
  const tell = (/** @type {string} */ t) => act.tell({ t, tournament });
  return [
    h("h1", {}, plan.name, " ", h("span", { class: "soft" }, t(`stage.${stage}`))),
    h("section", { class: "card" },
      h("p", {}, formatName(plan.format), " · ", list(plan.courses.map(({ variant, ending }) => `${variantName(variant)}, ${t(`ending.${ending}`)}`))),
      h("p", { class: "soft", role: "status" }, t("tournament.progress", { rounds, played, pairs })),
      (stage === "open" || entered) && stage !== "finished" && stage !== "cancelled" && h("p", { class: "buttons" },
        entered
          ? h("button", { key: "leave", on: { click: () => tell("leave") } }, t("tournament.leave"))
          : h("button", { key: "enter", class: "primary", disabled: !registered || plan.entry !== "open", on: { click: () => tell("enter") } }, t("tournament.enter")),
        !entered && !registered && h("a", { href: "/account", on: { click: act.follow } }, t("frame.account")))),
    h("section", { class: "card" },
      h("h2", {}, t("tournament.standings")),
      standings.length === 0 ? h("p", { class: "soft" }, t("tournament.nobody")) : table(t("tournament.standings"), ["tournament.rank", "tournament.player", "tournament.score", "tournament.pairs", "tournament.games", "tournament.buchholz", "tournament.sb"],
        standings.map(({ rank, number: of, score, pairs, games, buchholz, sonneborn_berger }) => {
          const entrant = names.get(of);
          return [number(rank), entrant ? h("a", { href: `/player/${entrant.player}`, on: { click: act.follow } }, entrant.name) : String(of),
            h("strong", {}, number(score / 2)), pairs.map((n) => number(n)).join(" – "), games.map((n) => number(n)).join(" – "), number(buchholz / 2), number(sonneborn_berger / 4)];
        }))),
  ];
}

/** @param {Format} format */
function formatName({ kind, rounds = 0, seconds = 0 }) {
  return t(`format.${kind}`, { n: rounds, minutes: Math.round(seconds / 60) });
}

/** @param {string} caption @param {string[]} heads @param {Array<import("../dom.js").Child[]>} rows */
function table(caption, heads, rows) {
  return h("div", { class: "wide", tabindex: 0, role: "group", "aria-label": caption },
    h("table", { class: "ranks" },
      h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, t(head))))),
      h("tbody", {}, rows.map((cells) => h("tr", {}, cells.map((cell) => h("td", {}, cell)))))));
}
