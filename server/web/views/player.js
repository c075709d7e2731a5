// What is known of a player: ratings, rated games, accuracy, opponents, and the
// latest games of any kind.

import { h, s } from "../dom.js";
import { addressOf } from "../route.js";
import { number, t } from "../text.js";
import { OVERALL, boardName, day, named, points } from "./ranks.js";
import { table } from "./tables.js";
import { gameTitle, kindOf } from "./words.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../wire.js").Player} Player */
/** @typedef {import("./ranks.js").Stands} Stands */
/** @typedef {{board: string, at: number, bout: string, opponent: Player | null, won: number, games: number, before: number, after: number}} Changed */
/**
 * @typedef {object} Career
 * @property {Player} player
 * @property {Array<{board: string} & Stands>} ratings
 * @property {Changed[]} changes  The newest first.
 * @property {Array<{player: Player | null, bouts: number, games: number, won: number}>} opponents
 * @property {{games: number, decisions: number, kept: number}} accuracy
 *
 * @typedef {{table: string, game: import("../wire.js").Setup, players: Player[], over: import("../wire.js").Over | null, opened_at: number}} Story
 */

export const texts = ["ladder"];
export const styles = ["/ladder.css"];

/** Ratings that are drawn. */
const MOST_GRAPHS = 4;
/** Changes that are listed. */
const MOST_LISTED = 30;

/** @param {State} state @param {string} id */
export function needs(state, id) {
  const name = nameOf(state, id);
  return name ? [careerOf(id), gamesOf(name)] : [careerOf(id)];
}

/** @param {string} id */
const careerOf = (id) => ({ path: `/api/players/${id}/ratings` });
/** @param {string} name */
const gamesOf = (name) => ({ path: `/api/games?${new URLSearchParams({ player: name, limit: "20" })}` });

/** @param {State} state @param {string} id @returns {string | null} */
function nameOf({ answers, me, name }, id) {
  const answer = answers[careerOf(id).path];
  return answer?.ok ? answer.value.player.name : answer && id === me ? name : null;
}

/** @param {State} state @param {Act} act @param {string} id */
export function view(state, act, id) {
  const answer = state.answers[careerOf(id).path];
  if (!answer) return h("p", { class: "soft", role: "status" }, t("frame.loading"));
  if (!answer.ok) {
    return [
      h("section", { class: "card" }, h("h1", {}, id === state.me ? state.name : t("career.none")), h("p", {}, t("career.noneWhy"))),
      games(state, id, act),
    ];
  }
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
            opponents.map(({ player, won, games }) => [player ? named(player, act) : "–", `${number(won)} / ${number(games)}`]))),
        games(state, id, act))),
  ];
}

/** The latest games, rated or not. @param {State} state @param {string} id @param {Act} act */
function games(state, id, act) {
  const name = nameOf(state, id);
  const answer = name && state.answers[gamesOf(name).path];
  /** @type {Story[]} */
  const all = answer && answer.ok ? answer.value.games : [];
  // A guest's name may be another guest's too.
  const own = all.filter(({ players }) => players.some((player) => player.id === id));
  return own.length > 0 && h("section", { class: "card", key: "games" }, h("h2", {}, t("career.games")),
    h("ul", { class: "list" }, own.map(({ table, game, players, over, opened_at }) => {
      const seat = players.findIndex((player) => player.id === id);
      const others = players.filter((_, i) => i !== seat).map((player) => player.name).join(", ");
      const how = over === null ? "running" : over.winners.length === 0 ? "open" : over.winners.includes(seat) ? "won" : "lost";
      return h("li", { key: table },
        h("p", {}, h("a", { href: `/game/${table}`, on: { click: act.follow } }, gameTitle(game)), h("br"), h("span", { class: "soft" }, t("career.against", { names: others }), " · ", day(opened_at))),
        h("span", { class: `outcome ${how}` }, t(`career.${how}`)));
    })));
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
