// Home: the position of the day on a live board, quick play, all games, and current activity.

import { isLow, isUpright } from "../boards/room.js";
import { h } from "../browser/dom.js";
import { DAILY, isFolded } from "../state/daily.js";
import { isForSeveral } from "../state/filling.js";
import { USUAL, botOf, startOf } from "../state/offers.js";
import { featuredOf } from "../state/wishes.js";
import { inPoints, number, t } from "../texts/text.js";
import { current, stageOf, tournamentName } from "./beginning.js";
import { daily, hintQueries } from "./daily.js";
import { liveBoard } from "./live.js";
import { seeks, waiting } from "./offers.js";
import { playNow, startForm } from "./quick_play.js";
import { BOARD } from "./sheets.js";
import { tilePicture } from "./tile.js";
import { games } from "./tiles.js";
import { rules, shownName, variantName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../state/types.js").Table} Table */
/** @typedef {import("../app.js").Act} Act */

/** Keep in sync with `HOME_TEXTS`. */
export const texts = ["board", "table", "home"];
export const styles = [
  ...BOARD,
  "/styles/forms.css",
  "/styles/home.css",
  "/styles/tiles.css",
  "/styles/live.css",
];

const LADDER = { path: "/api/ladder?leaderboard=people/overall&limit=5" };
const TOURNAMENTS = { path: "/api/tournaments?limit=5" };
/** @param {State} state */
export const needs = (state) => [DAILY, USUAL, LADDER, TOURNAMENTS, ...hintQueries(state)];

/** @param {State} state @param {Act} act @param {string} _ @param {import("../state/types.js").Parts} parts */
export function view(state, act, _, parts) {
  const beside = state.narrow && isLow(state.screen) && !isFolded(state);
  return [
    !beside && welcome(state, act),
    runningGames(state, act),
    waiting(state, act),
    h(
      "div",
      { class: isFolded(state) ? "hero done" : "hero" },
      // On a phone that lies, what is played and a game at once are in sight beside the board.
      daily(state, act, beside && welcome(state, act)),
      h(
        "aside",
        { class: "side", id: "play-now" },
        playNow(state, act),
        parts.followed?.followedHere(state, act),
        seeks(state, act),
        beingPlayed(state, act) ?? meanwhile(state, act),
      ),
    ),
    games(state, act),
    h(
      "section",
      { class: "section cards" },
      learn(state, act),
      puzzles(act),
      tournaments(state, act),
      ladder(state, act),
    ),
  ];
}

/**
 * What is played, to whoever has not played here. On a phone a game at once too, as the board fills its screen:
 * for whoever comes back in a line.
 * @param {State} state @param {Act} act
 */
function welcome(state, act) {
  const { narrow, newcomer, screen } = state;
  if (newcomer)
    return h(
      "section",
      { class: "welcome", key: "welcome" },
      h("p", {}, h("b", {}, whatIsPlayed(state)), " ", t("home.welcomeHow")),
      narrow && startForm(state, act),
    );
  if (!isUpright(screen) || runningOf(state).length > 0) return null;
  return h("section", { class: "shortcut", key: "welcome" }, startForm(state, act, chosenInShort(state)));
}

/** The game that is chosen, and how it is played. @param {State} state */
function whatIsPlayed(state) {
  const { variant, ending } = state.form;
  if (variant === "nim" && ending !== "misere") return t("home.welcome");
  const game = startOf(state);
  return game && t("home.welcomeTo", { game: variantName(variant), rules: rules(game) });
}

/** The game that is chosen, and the bot. @param {State} state */
function chosenInShort(state) {
  const { variant } = state.form;
  const game = startOf(state);
  // Names come late: each has its line from the beginning.
  return h(
    "p",
    { class: "chosen" },
    tilePicture(variant),
    h("b", { class: "h3" }, variantName(variant)),
    h("span", { class: "soft" }, game && !isForSeveral(game) ? shownName(botOf(state)) : ""),
  );
}

/** While nobody plays: what can be done alone, beside the board. @param {State} state @param {Act} act */
function meanwhile({ narrow, lobby }, act) {
  if (narrow || !lobby) return null;
  const way = (
    /** @type {string} */ href,
    /** @type {string} */ variant,
    /** @type {string} */ title,
    /** @type {string} */ text,
  ) =>
    h(
      "a",
      { key: href, class: "strip", href, on: { click: act.follow } },
      tilePicture(variant),
      h("span", {}, h("b", {}, t(title)), h("br"), h("span", { class: "soft" }, t(text))),
    );
  return h(
    "section",
    { class: "open meanwhile", key: "meanwhile" },
    h("h3", {}, t("home.quiet")),
    way("/learn", "nim", "home.learnTitle", "home.learn"),
    way("/puzzles", "chomp", "home.missed", "home.missedWhat"),
  );
}

/** My games, besides that of the day. @param {State} state */
function runningOf({ tables, daily }) {
  return Object.entries(tables).filter(
    ([id, table]) => table.seat !== null && !table.state.over && id !== daily.table,
  );
}

/** Games of mine come first, and of them those that wait for me. @param {State} state @param {Act} act */
function runningGames(state, act) {
  const isMine = (/** @type {Table} */ { state, seat }) => state.to_move === seat;
  const running = runningOf(state)
    .sort(([, a], [, b]) => Number(isMine(b)) - Number(isMine(a)))
    .map(([id, table]) => runningGame(id, table, isMine(table), act));
  if (running.length === 0) return null;
  const rest = running.splice(state.narrow ? 1 : 4);
  return h(
    "section",
    { class: "mine", key: "mine" },
    h("h2", {}, t("home.mine")),
    h("div", { class: "mine-games" }, running),
    rest.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, t("home.rest", { n: rest.length })),
        h("div", { class: "mine-games" }, rest),
      ),
  );
}

/** @param {string} id @param {Table} table @param {boolean} isMine  Whether I am to move. @param {Act} act */
function runningGame(id, table, isMine, act) {
  return h(
    "a",
    { key: id, class: "strip", href: `/table/${id}`, on: { click: act.follow } },
    tilePicture(table.game.variant),
    h(
      "span",
      {},
      t("home.running", { game: variantName(table.game.variant), names: others(table) }),
      isMine && h("strong", { class: "turn-now" }, t("turn.mine")),
    ),
    h("b", { class: "button light" }, t("home.continue")),
  );
}

/** @param {Table} table */
function others({ players, seat }) {
  return players
    .filter((_, i) => i !== seat)
    .map(shownName)
    .join(", ");
}

/** Running games, as they are now. @param {State} state @param {Act} act */
function beingPlayed(state, act) {
  const shown = featuredOf(state).flatMap((id) => liveBoard(state, id, act) ?? []);
  const count = state.lobby?.table_count ?? 0;
  if (shown.length === 0) return null;
  return h(
    "section",
    { class: "live-now featured", key: "live" },
    h(
      "p",
      { class: "against" },
      h("b", { class: "h3" }, t("home.featured")),
      h("a", { href: "/watch", on: { click: act.follow } }, t("home.games", { n: count })),
    ),
    h("div", { class: "lives" }, shown),
  );
}

/** @param {State} state @param {Act} act */
function ladder({ answers }, act) {
  const answer = answers[LADDER.path];
  /** @type {Array<{player: import("../net/wire.js").Player, rating: number, provisional: boolean}>} */
  const top = answer?.ok ? answer.value.ranking : [];
  return h(
    "div",
    { class: "card" },
    h("h3", {}, t("home.ladder")),
    top.length === 0 && h("p", { class: "soft" }, t(answer ? "home.noLadder" : "frame.loading")),
    h(
      "ol",
      { class: "top-list" },
      top.map(({ player, rating, provisional }, i) =>
        h(
          "li",
          { key: player.id },
          h("i", { class: "num" }, number(i + 1)),
          h("a", { href: `/player/${player.id}`, on: { click: act.follow } }, shownName(player)),
          h("span", { class: "figures" }, inPoints(rating), provisional ? "?" : ""),
        ),
      ),
    ),
    h("p", { class: "more" }, h("a", { href: "/ladder", on: { click: act.follow } }, t("home.wholeLadder"))),
  );
}

/** @param {State} state @param {Act} act */
function tournaments({ answers }, act) {
  const answer = answers[TOURNAMENTS.path];
  /** @type {Array<{tournament: string, name: string, stage: string, entrants: number, begins_at_ms?: number}>} */
  const all = answer?.ok ? answer.value.tournaments : [];
  const now = current(all);
  return h(
    "div",
    { class: "card" },
    h("h3", {}, t("home.tournaments")),
    now.length === 0 && h("p", { class: "soft" }, t(answer ? "home.noTournaments" : "frame.loading")),
    h(
      "ul",
      { class: "list" },
      now
        .slice(0, 4)
        .map((line) =>
          h(
            "li",
            { key: line.tournament },
            h(
              "a",
              { href: `/tournament/${line.tournament}`, on: { click: act.follow } },
              tournamentName(line.name),
            ),
            h("span", { class: "soft" }, stageOf(line), " · ", t("home.entrants", { n: line.entrants })),
          ),
        ),
    ),
    h(
      "p",
      { class: "buttons more" },
      h(
        "a",
        { class: "button", href: "/tournaments/new", on: { click: act.follow } },
        t("home.newTournament"),
      ),
      h("a", { href: "/tournaments", on: { click: act.follow } }, t("home.allTournaments")),
    ),
  );
}

/** For newcomers. @param {State} state @param {Act} act */
function learn({ learnt }, act) {
  return h(
    "div",
    { class: "card" },
    h("h3", {}, t("home.learnTitle")),
    h("p", { class: "soft" }, learnt.length > 0 ? t("home.learnt", { n: learnt.length }) : t("home.learn")),
    h(
      "p",
      { class: "more" },
      h(
        "a",
        { class: "button", href: "/learn", on: { click: act.follow } },
        t(learnt.length > 0 ? "home.learnGoOn" : "home.learnGo"),
      ),
    ),
  );
}

/** Wins that others missed, one by one and against the clock. @param {Act} act */
function puzzles(act) {
  return h(
    "div",
    { class: "card" },
    h("h3", {}, t("frame.puzzles")),
    h("p", { class: "soft" }, t("home.puzzles")),
    h(
      "p",
      { class: "buttons more" },
      h("a", { class: "button", href: "/puzzles", on: { click: act.follow } }, t("home.solve")),
      h("a", { class: "button", href: "/puzzles/rush", on: { click: act.follow } }, t("home.rush")),
    ),
  );
}
