// A player's page: ratings and their course, what changed them, decisions, opponents, and the
// latest games of any kind.

import { h } from "../browser/dom.js";
import { inPoints, number, percent, t } from "../texts/text.js";
import { changesOf } from "./changes.js";
import { challenging, isChallenging } from "./challenging.js";
import { course, sparkline } from "./course.js";
import { ago } from "./dates.js";
import { decided } from "./decided.js";
import { avatar } from "./icons.js";
import { OVERALL, boardName, boardPicture, named, poolName } from "./ranks.js";
import { USUAL } from "../state/offers.js";
import { careerQuery } from "../state/puzzles.js";
import { followButton } from "./following.js";
import { played } from "./played.js";
import { personOf, presenceOf } from "./presence.js";
import { blocksNeeded, reporting } from "./report.js";
import { RATINGS } from "./sheets.js";
import { bar, keptShare, points } from "./standing.js";
import { atPuzzles, strengths } from "./strengths.js";
import { table } from "./tables.js";
import { kindOf, shownName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../net/wire.js").Player} Player */
/** @typedef {import("./ladder.js").Own} Own */
/** @typedef {import("./changes.js").Changed} Changed */
/**
 * @typedef {object} Career
 * @property {Player} player
 * @property {Own[]} ratings
 * @property {Changed[]} changes  The newest first.
 * @property {Array<{player: Player | null, rated_matches: number, games: number, won: number}>} opponents
 * @property {import("./decided.js").Kept} accuracy
 * @property {import("./decided.js").Decided[]} decisions
 * @property {import("./decided.js").DecidedAt[]} by_time
 * @property {import("./strengths.js").Trait[]} traits
 */

export const texts = ["ladder", "report", "home", "new", "person", "archive"];
export const styles = ["/styles/forms.css", ...RATINGS, "/styles/people.css"];

/** From this width of the window the graph of a rating is drawn wide. */
const WIDE_GRAPH = 600;

/** @param {State} state @param {string} id */
export function needs(state, id) {
  const forms = [...(isChallenging(state) ? [USUAL] : []), ...blocksNeeded(state)];
  return [careerOf(id), personOf(id), gamesOf(id), careerQuery(id), ...forms];
}

/** @param {string} id */
const careerOf = (id) => ({ path: `/api/players/${id}/ratings` });
/** @param {string} id */
const gamesOf = (id) => ({ path: `/api/games?${new URLSearchParams({ player: id, limit: "8" })}` });

/** @param {State} state @param {Act} act @param {string} id */
export function view(state, act, id) {
  const answer = state.answers[careerOf(id).path];
  if (!answer) return h("p", { class: "soft", role: "status" }, t("frame.loading"));
  if (!answer.ok)
    return [
      head(unrated(state, id) ?? t("career.none"), t("career.noneWhy"), present(state, act, id)),
      meeting(state, act, id),
      h("div", { class: "columns" }, games(state, id, act), puzzles(state, id, act)),
      reporting(state, act, [{ id, name: unrated(state, id) ?? "–" }]),
    ];
  /** @type {Career} */
  const { player, ratings, changes, opponents, accuracy, decisions, by_time, traits } = answer.value;
  const boards = overallFirst(ratings);
  const board = boards.find(({ leaderboard }) => leaderboard === state.people.board) ?? boards[0];
  const drawn = board ? ofBoard(changes, board.leaderboard) : [];
  return [
    head(shownName(player), kindOf(player), present(state, act, id)),
    meeting(state, act, id),
    h(
      "div",
      { class: "rating-tiles", role: "group", "aria-label": t("career.ratings") },
      boards.map((one) => tile(one, one === board, ofBoard(changes, one.leaderboard), act)),
    ),
    h(
      "div",
      { class: "columns" },
      h("div", { class: "column" }, board && standing(board, drawn, state), changesOf(state, changes, act)),
      h(
        "div",
        { class: "column" },
        strengths(traits),
        decided(accuracy, decisions, by_time),
        puzzles(state, id, act),
        opponents.length > 0 && met(opponents, act),
        games(state, id, act),
      ),
    ),
    !player.house && reporting(state, act, [player]),
  ];
}

/** @param {State} state @param {string} id @param {Act} act */
const puzzles = (state, id, act) => atPuzzles(state.answers[careerQuery(id).path], act);

/** @param {string} name @param {string} how @param {import("../browser/dom.js").Child} where */
function head(name, how, where) {
  return h(
    "header",
    { class: "person" },
    avatar(name),
    h(
      "div",
      {},
      h("h1", {}, name),
      h("p", { class: "soft" }, how),
      // Its line is there before the answer, so that nothing moves.
      where !== false && h("p", { class: "where" }, where ?? "\u00a0"),
    ),
  );
}

/** Who they are and where, once the server has answered. @param {State} state @param {string} id */
function personKnown({ answers }, id) {
  const answer = answers[personOf(id).path];
  /** @type {import("./presence.js").Person | null} */
  const person = answer?.ok ? answer.value : null;
  return person;
}

/** @param {State} state @param {Act} act @param {string} id */
function present(state, act, id) {
  if (id === state.me) return false;
  const person = personKnown(state, id);
  return person && presenceOf(person, act);
}

/** @param {State} state @param {Act} act @param {string} id */
function meeting(state, act, id) {
  const person = personKnown(state, id);
  return person && [challenging(state, act, person), followButton(state, act, person)];
}

/** @param {Own[]} ratings */
function overallFirst(ratings) {
  return [...ratings].sort(
    (a, b) =>
      Number(b.leaderboard.endsWith(OVERALL)) - Number(a.leaderboard.endsWith(OVERALL)) ||
      b.rated_matches - a.rated_matches,
  );
}

/** The oldest first. @param {Changed[]} changes @param {string} board */
function ofBoard(changes, board) {
  return changes.filter(({ leaderboard }) => leaderboard === board).reverse();
}

/** One rating; a touch shows its course. @param {Own} own @param {boolean} chosen @param {Changed[]} changes @param {Act} act */
function tile({ leaderboard, rank, ...stands }, chosen, changes, act) {
  return h(
    "button",
    {
      key: leaderboard,
      class: "rating-tile",
      "aria-pressed": chosen ? "true" : "false",
      on: {
        click: () => act.change((now) => ({ ...now, people: { ...now.people, board: leaderboard } })),
      },
    },
    boardPicture(leaderboard),
    h("span", { class: "tile-name" }, poolName(leaderboard)),
    points(stands),
    rank !== null && h("span", { class: "soft" }, t("career.rank", { rank, n: stands.ranked })),
    sparkline(changes),
  );
}

/** A player's standing on one leaderboard, and its history. @param {Own} own @param {Changed[]} changes @param {State} state */
function standing(own, changes, { screen, now }) {
  const facts = [
    [t("ladder.rating"), points(own)],
    [
      t("ladder.rank"),
      own.rank === null ? t("ladder.unsure") : t("career.rank", { rank: own.rank, n: own.ranked }),
    ],
    own.percentile !== null && [t("career.better"), percent(own.percentile / 100)],
    own.peak !== null && [t("ladder.peak"), inPoints(own.peak)],
    [t("career.byDecisions"), inPoints(own.by_decisions)],
    [t("ladder.kept"), keptShare(own)],
    [t("ladder.last"), ago(own.at, now)],
  ];
  return h(
    "section",
    { class: "card", key: "standing" },
    h("h2", {}, boardName(own.leaderboard)),
    h(
      "dl",
      { class: "facts-row" },
      facts.map((fact) => fact && h("div", {}, h("dt", {}, fact[0]), h("dd", {}, fact[1]))),
    ),
    changes.length > 1 && course(own.leaderboard, changes, screen.width < WIDE_GRAPH),
  );
}

/** @param {Career["opponents"]} opponents @param {Act} act */
function met(opponents, act) {
  return h(
    "section",
    { class: "card", key: "opponents" },
    h("h2", {}, t("career.opponents")),
    table(
      t("career.opponents"),
      [t("ladder.player"), t("career.won"), h("span", { class: "hidden" }, t("career.share"))],
      opponents
        .slice(0, 12)
        .map(({ player, won, games }) => [
          player ? named(player, act) : "–",
          `${number(won)} / ${number(games)}`,
          bar(games && won / games),
        ]),
    ),
  );
}

/** The name of a player without ratings. @param {State} state @param {string} id @returns {string | undefined} */
function unrated(state, id) {
  const [last] = gamesKnown(state, id);
  const known = personKnown(state, id)?.player.name;
  return id === state.me ? state.name : (known ?? last?.players.find((player) => player.id === id)?.name);
}

/** @param {State} state @param {string} id @returns {import("./played.js").Story[]} */
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
        { class: "list latest" },
        own.map((story) => played(story, id, act)),
      ),
      h(
        "p",
        { class: "more" },
        h("a", { href: `/archive?player=${id}`, on: { click: act.follow } }, t("career.all")),
      ),
    )
  );
}
