// The ladder: one board from the top, and what is known of a player.

import { h, s } from "../dom.js";
import { addressOf } from "../route.js";
import { known, language, number, t } from "../text.js";
import { chips, field } from "./fields.js";
import { table } from "./tables.js";
import { kindOf, variantName } from "./words.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../wire.js").Player} Player */
/** @typedef {{rating: number, deviation: number, provisional: boolean, bouts: number}} Stands */
/** @typedef {{board: string, at: number, bout: string, opponent: Player | null, won: number, games: number, before: number, after: number}} Changed */
/**
 * @typedef {object} Career
 * @property {Player} player
 * @property {Array<{board: string} & Stands>} ratings
 * @property {Changed[]} changes  The newest first.
 * @property {Array<{player: Player | null, bouts: number, games: number, won: number}>} opponents
 * @property {{games: number, decisions: number, kept: number}} accuracy
 */

export const texts = ["ladder"];
export const styles = ["/ladder.css"];

const LADDER = "/api/ladder";
const LANES = ["people", "open", "bots"];
const OVERALL = "overall";
/** The board that is shown when the address names none, if anybody stands on it. */
const FIRST = `${LANES[0]}/${OVERALL}`;
/** Ratings that are drawn. */
const MOST_GRAPHS = 4;
/** Changes that are listed. */
const MOST_LISTED = 30;

/** @param {State} state @param {string} id */
export function needs(state, id) {
  if (state.route.page === "player") return [careerOf(id)];
  const board = boardShown(state);
  return board ? [{ path: LADDER }, rankingOf(board)] : [{ path: LADDER }];
}

/** @param {State} state @param {Act} act @param {string} id */
export function view(state, act, id) {
  return state.route.page === "player" ? career(state, act, id) : ladder(state, act);
}

/** @param {string} id */
const careerOf = (id) => ({ path: `/api/players/${id}/ratings` });
/** @param {string} board */
const rankingOf = (board) => ({ path: `${LADDER}?${new URLSearchParams({ board })}` });

/** @param {State} state @returns {Array<{board: string, players: number}> | null} */
function boardsOf({ answers }) {
  const answer = answers[LADDER];
  return answer ? (answer.ok ? answer.value : []) : null;
}

/** @param {State} state @returns {string | undefined} */
function boardShown(state) {
  const boards = boardsOf(state) ?? [];
  return state.route.rest || (boards.find(({ board }) => board === FIRST) ?? boards[0])?.board;
}

/** @param {State} state @param {Act} act */
function ladder(state, act) {
  const boards = boardsOf(state);
  const board = boardShown(state);
  const [lane] = (board ?? FIRST).split("/");
  const show = (/** @type {string} */ rest) => act.change((now) => ({ ...now, route: { ...now.route, rest } }));
  const overall = `${lane}/${OVERALL}`;
  const pools = (boards ?? []).filter((one) => one.board.startsWith(`${lane}/`) && one.board !== overall).sort((a, b) => b.players - a.players);
  return h("section", { class: "card" },
    h("h1", {}, t("ladder.title")),
    h("p", { class: "soft" }, t("ladder.about")),
    h("div", { class: "board-choice" },
      chips("lane", t("ladder.lane"), lane, LANES.map((one) => [one, t(`lane.${one}`)]), (one) => show(`${one}/${OVERALL}`)),
      field("board-name", t("ladder.board"),
        h("select", { id: "board-name", value: board ?? FIRST, on: { change: (event) => show(event.target.value) } },
          h("option", { value: overall }, t("ladder.overall")),
          pools.map(({ board, players }) => h("option", { value: board }, `${poolName(board)} · ${t("ladder.players", { n: players })}`))))),
    ranking(state, board ?? FIRST, act));
}

/** @param {State} state @param {string} board @param {Act} act */
function ranking(state, board, act) {
  const answer = state.answers[rankingOf(board).path];
  if (!answer && boardsOf(state)?.length !== 0) return h("p", { class: "soft", role: "status" }, t("home.loading"));
  /** @type {Array<{rank: number | null, player: Player} & Stands>} */
  const ranked = answer?.ok ? answer.value : [];
  return ranked.length === 0 ? h("p", { class: "empty" }, t("ladder.empty")) : table(boardName(board), [t("ladder.rank"), t("ladder.player"), t("ladder.rating"), t("ladder.bouts")],
    ranked.map(({ rank, player, bouts, ...stands }) => [rank === null ? "–" : number(rank), named(player, act), points(stands), number(bouts)]));
}

/** @param {State} state @param {Act} act @param {string} id */
function career(state, act, id) {
  const answer = state.answers[careerOf(id).path];
  if (!answer) return h("p", { class: "soft", role: "status" }, t("home.loading"));
  if (!answer.ok) return h("section", { class: "card" }, h("h1", {}, t("career.none")), h("p", {}, t("career.noneWhy")));
  /** @type {Career} */
  const { player, ratings, changes, opponents, accuracy } = answer.value;
  const overallFirst = [...ratings].sort((a, b) => Number(b.board.endsWith(OVERALL)) - Number(a.board.endsWith(OVERALL)) || b.bouts - a.bouts);
  const boards = overallFirst.filter(({ board }) => changes.filter((change) => change.board === board).length > 1).slice(0, MOST_GRAPHS);
  return [
    h("h1", {}, player.name, " ", h("span", { class: "soft" }, kindOf(player))),
    h("div", { class: "columns" },
      h("div", { class: "column" },
        h("section", { class: "card" }, h("h2", {}, t("career.ratings")),
          table(t("career.ratings"), [t("ladder.board"), t("ladder.rating"), t("ladder.bouts")],
            overallFirst.map(({ board, bouts, ...stands }) => [h("a", { href: addressOf({ page: "ladder", id: "", rest: board }), on: { click: act.follow } }, boardName(board)), points(stands), number(bouts)])),
          boards.map(({ board }) => graph(board, changes.filter((change) => change.board === board).reverse()))),
        h("section", { class: "card" }, h("h2", {}, t("career.last")),
          table(t("career.last"), [t("career.when"), t("ladder.player"), t("career.won"), t("ladder.rating")],
            changes.filter(({ board }) => !board.endsWith(OVERALL)).slice(0, MOST_LISTED).map(({ at, opponent, won, games, before, after, bout }) => [
              games === 1 ? h("a", { href: `/game/${bout}`, on: { click: act.follow } }, day(at)) : day(at),
              opponent ? named(opponent, act) : "–",
              `${number(won)} / ${number(games)}`,
              `${number(Math.round(after))} (${after >= before ? "+" : "−"}${number(Math.abs(Math.round(after - before)))})`])))),
      h("div", { class: "column" },
        h("section", { class: "card" }, h("h2", {}, t("career.accuracy")),
          h("p", {}, accuracy.decisions === 0 ? t("career.noDecisions") : t("career.decisions", { percent: Math.round((100 * accuracy.kept) / accuracy.decisions), kept: accuracy.kept, n: accuracy.decisions, games: accuracy.games }))),
        h("section", { class: "card" }, h("h2", {}, t("career.opponents")),
          table(t("career.opponents"), [t("ladder.player"), t("career.won")],
            opponents.map(({ player, won, games }) => [player ? named(player, act) : "–", `${number(won)} / ${number(games)}`]))))),
  ];
}

/** "People · Nim, last move wins · fast" @param {string} board */
function boardName(board) {
  const lane = `lane.${board.split("/")[0]}`;
  return `${known(lane) ? t(lane) : lane} · ${poolName(board)}`;
}

/** The same without the lane. @param {string} board */
function poolName(board) {
  const [, family, ending, speed] = board.split("/");
  const word = (/** @type {string} */ key) => (known(key) ? t(key) : key);
  return family === OVERALL ? t("ladder.overall") : `${variantName(family)}, ${word(`ending.${ending}`)} · ${word(`speed.${speed}`)}`;
}

/** @param {Player} player @param {Act} act */
function named({ id, name, ...kind }, act) {
  return h("span", {}, h("a", { href: `/player/${id}`, on: { click: act.follow } }, name), " ", h("span", { class: "soft" }, kindOf({ id, name, ...kind })));
}

/** "1612 ± 45", with a question mark while it is provisional. @param {{rating: number, deviation: number, provisional: boolean}} stands */
function points({ rating, deviation, provisional }) {
  return `${number(Math.round(rating))}${provisional ? "?" : ""} ± ${number(Math.round(deviation))}`;
}

/** @param {number} at */
function day(at) {
  const date = new Date(at);
  const thisYear = date.getFullYear() === new Date().getFullYear();
  return date.toLocaleDateString(language(), { day: "numeric", month: "short", ...(!thisYear && { year: "numeric" }) });
}

/** The rating over the bouts of a board, the oldest first. @param {string} board @param {Changed[]} changes */
function graph(board, changes) {
  const ratings = [changes[0].before, ...changes.map(({ after }) => after)];
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const spread = Math.max(high - low, 50);
  const at = (/** @type {number} */ rating, /** @type {number} */ i) => `${Math.round((i / (ratings.length - 1)) * 580) + 10} ${Math.round(((high - rating) / spread) * 120) + 20}`;
  return h("figure", { key: `graph ${board}`, class: "rating" },
    h("figcaption", { class: "soft" }, boardName(board)),
    s("svg", { viewBox: "0 0 600 160", role: "img", "aria-label": t("career.graph", { first: Math.round(ratings[0]), last: Math.round(ratings[ratings.length - 1]), n: changes.length }) },
      s("path", { class: "course", d: `M${ratings.map(at).join("L")}` }),
      s("text", { x: 10, y: 14 }, number(Math.round(high))),
      s("text", { x: 10, y: 157 }, number(Math.round(high - spread))),
      s("text", { x: 590, y: 157, "text-anchor": "end" }, day(changes[changes.length - 1].at)),
      s("circle", { class: "now", r: 4, cx: 590, cy: Math.round(((high - ratings[ratings.length - 1]) / spread) * 120) + 20 })));
}
