// How a game ended: on the board, in words, and what comes next.

import { isLow } from "../boards/room.js";
import { h, s } from "../browser/dom.js";
import { drawing } from "../matter/markup.js";
import { hollow, pebble } from "../matter/pebbles.js";
import { chalk } from "../matter/pieces.js";
import { isOfToday } from "../state/daily.js";
import { dailyAnew } from "../state/days.js";
import { ADAPTS, levelOf, nextBot } from "../state/levels.js";
import { inPoints, known, list, signed, t } from "../texts/text.js";
import { shownName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../state/types.js").Table} Table */
/** @typedef {import("../boards/draw.js").Board} Board */

/**
 * Who won, over the board on which no move is left: the last piece that was taken stays lit.
 * @param {State} state @param {Table} table @param {Board} drawn @param {string | null} [held]  Until when the loser could win.
 */
export function ending(state, table, drawn, held) {
  const { game, players, seat } = table;
  const { over } = table.state;
  const winners = over?.winners ?? [];
  // What a game that somebody left would have become stays in sight.
  if (winners.length === 0 || over?.reason !== "played") return null;
  const won = seat !== null && winners.includes(seat);
  const lost = seat !== null && !won;
  const line = drawing(chalk("M4 6C40 1 90 12 140 5", won ? "#FFB84D" : "#B9C4C3", 3));
  const piece = drawn.tray?.(game) ?? (drawn.took ? drawing(pebble(0, 0, 96, 1)) : null);
  return h(
    "div",
    { class: lost ? "end lost" : "end", key: "end", "aria-hidden": "true" },
    piece &&
      s(
        "svg",
        { viewBox: "-95 -50 190 100" },
        s(
          "g",
          { class: won ? "last going" : "last" },
          won && s("ellipse", { rx: 92, ry: 60, fill: "url(#halo)" }),
          // Of a stone that the other took, the outline is left.
          lost && isStone(piece) ? drawing(hollow(0, 0, 96, 1)) : piece,
        ),
      ),
    h(
      "strong",
      {},
      seat === null || !won
        ? t("result.wins", { n: winners.length, names: list(winners.map((i) => shownName(players[i]))) })
        : t("result.won"),
    ),
    !lost && s("svg", { viewBox: "0 0 144 12" }, s("g", { class: "line" }, line)),
    h("span", {}, (lost && held) || reason(table)),
  );
}

/** @param {import("../browser/dom.js").Tag | import("../browser/dom.js").Tag[]} piece */
const isStone = (piece) => Array.isArray(piece) || piece.props.class === "stone";

/**
 * @param {State} now @param {string} id @param {Table} table @param {Act} act
 * @param {import("../browser/dom.js").Child} [first]  The next step, before the others.
 */
export function ended(now, id, table, act, first) {
  const { seat, players, state, pair, excluded } = table;
  const wanting = (state.rematch ?? [])
    .filter((other) => other !== seat)
    .map((other) => shownName(players[other]));
  const asked = seat !== null && state.rematch?.includes(seat);
  const isNext = seat !== null && !pair && isStranger(players, seat);
  return h(
    "div",
    { class: "result", key: "ended" },
    ratingNow(now, id),
    wanting.length > 0 &&
      h("p", { role: "status" }, t("table.wantsAgain", { n: wanting.length, names: list(wanting) })),
    asked && h("p", { role: "status" }, t("table.askedAgain")),
    h(
      "div",
      { class: "buttons" },
      first,
      pair &&
        h(
          "a",
          { key: "other", class: "button", href: `/table/${pair.other}`, on: { click: act.follow } },
          t("table.other", { game: 3 - pair.game }),
        ),
      seat !== null &&
        !asked &&
        !excluded?.includes("rematch") &&
        (isOfToday(now, table) ? todayAnew(act) : again(now, id, wanting.length > 0, act)),
      nextLevel(now, table, act),
      isNext && next(now, table, act),
      // On a phone the way home stands in its head.
      !now.narrow &&
        !isLow(now.screen) &&
        h("a", { class: "button", href: "/", on: { click: act.follow } }, t("table.home")),
    ),
  );
}

/** The same game with the seats swapped. @param {State} now @param {string} id @param {boolean} wanted @param {Act} act */
function again(now, id, wanted, act) {
  return h(
    "button",
    {
      // The light is on one next step: to see why, unless somebody waits for a new game.
      class: wanted ? "light" : "primary",
      on: { click: async () => (await import("../state/offers.js")).again(now, act, id) },
    },
    // On a phone the sentence that somebody waits is below what is in sight.
    t(wanted ? "table.agreeAgain" : "table.again"),
  );
}

/** Whoever begins the position of the day can win it; with the seats swapped it would be lost. @param {Act} act */
function todayAnew(act) {
  const anew = (/** @type {MouseEvent} */ event) => {
    act.change(dailyAnew);
    act.follow(event);
  };
  return h("a", { key: "anew", class: "button primary", href: "/", on: { click: anew } }, t("daily.retry"));
}

/** After a win: the same game against the bot of the next level. @param {State} state @param {Table} table @param {Act} act */
function nextLevel(state, table, act) {
  const bot = state.link.status === "online" && !isOfToday(state, table) && nextBot(state, table);
  if (!bot) return null;
  const begin = async () => {
    const { pickBot, playAgain } = await import("../state/offers.js");
    // Home goes on from there too, unless its bot adapts by itself.
    if (state.form.bot !== ADAPTS) pickBot(act, bot.name);
    playAgain(act, bot.id, table);
  };
  const level = t(`level.${levelOf(bot.name)}`);
  return h("button", { key: "level", on: { click: begin } }, t("table.nextLevel", { level }));
}

/** Whether the other of two is a person, or somebody's bot. @param {Table["players"]} players @param {number} seat */
function isStranger(players, seat) {
  return players.length === 2 && !players[1 - seat].house;
}

/** Quick play of the same game, with the same clock. @param {State} state @param {Table} table @param {Act} act */
function next({ link }, { game: { variant, ending }, rated, clock }, act) {
  const terms = { ...(clock && { clock }), ...(rated && { rated: true, pair: true }) };
  const begin = async () => (await import("../state/offers.js")).quick(act, { variant, ending, ...terms });
  return h(
    "button",
    { class: "button", disabled: link.status !== "online", on: { click: begin } },
    t("table.next"),
  );
}

/** The effect of the result on my rating. @param {State} state @param {string} id */
function ratingNow({ answers, me, tables }, id) {
  const answer = answers[`/api/players/${me}/ratings`];
  if (!answer?.ok || tables[id].seat === null) return null;
  /**
   * The result and each game's decisions, the newest first.
   * @type {Array<{before: number, after: number, leaderboard: string, tables: string[]}>}
   */
  const changes = answer.value.changes.filter((/** @type {any} */ one) => one.tables?.includes(id));
  const own = changes.filter(({ leaderboard }) => leaderboard === changes[0].leaderboard);
  if (own.length === 0) return null;
  const [{ after }, { before }] = [own[0], own[own.length - 1]];
  const by = Math.round(after) - Math.round(before);
  return h(
    "p",
    { class: "rated", key: "rated" },
    h("b", { class: "num" }, inPoints(after)),
    t("table.yourRating"),
    h("em", { class: by < 0 ? "down" : "" }, signed(by)),
  );
}

/** @param {Table} table */
export function result(table) {
  const { bid, players, seat } = table;
  const { winners, reason: how } = table.state.over ?? { winners: [], reason: "played" };
  if (winners.length === 0) return t(`result.none.${bid && !bid.settled ? "unbid" : how}`);
  const who =
    seat === null
      ? t("result.wins", { n: winners.length, names: list(winners.map((i) => shownName(players[i]))) })
      : t(winners.includes(seat) ? "result.won" : "result.lost");
  return `${who} ${reason(table)}`;
}

/** Why the winners won, in a sentence. @param {Table} table */
function reason({ state: { over, ply }, players, seat, game }) {
  const winners = over?.winners ?? [];
  const names = list(winners.map((i) => shownName(players[i])));
  const losers = list(players.filter((_, i) => !winners.includes(i)).map(shownName));
  const how = over?.reason ?? "played";
  const played = ply === 0 ? "nothing" : game.ending;
  const why = `result.why.${how === "played" ? played : how}`;
  // Texts about me address me: winning by the last move, or losing in any way.
  const mine =
    seat !== null && winners.includes(seat) === (why === "result.why.normal") && known(`${why}.mine`);
  return t(mine ? `${why}.mine` : why, { names, losers });
}
