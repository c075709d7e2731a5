// The position of the day, on a live board: the first move played makes it a game.

import { boardOf } from "../variants/index.js";
import { h, s } from "../browser/dom.js";
import { drawing } from "../matter/markup.js";
import { hollow, pebble } from "../matter/pebbles.js";
import { analysisQuery, keyOf } from "../state/answers.js";
import { DAILY, dailyAt, dailyTable, dailyTold, isFolded, streakOn } from "../state/daily.js";
import { botsOf, challenge } from "../state/offers.js";
import { once } from "../boards/once.js";
import { dailyAnew, dailyBegun } from "../state/days.js";
import { addressOf } from "../state/route.js";
import { isUnanswered } from "../state/tables.js";
import { date, number, t } from "../texts/text.js";
import { boardParts } from "./board.js";
import { advised } from "./hinting.js";
import { icon } from "./icons.js";
import { waitingBoard } from "./picture.js";
import { how } from "./pointing.js";
import { tilePicture } from "./tile.js";
import { rules, variantName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../state/types.js").Table} Table */
/** @typedef {import("../app.js").Act} Act */

/**
 * The table before the game exists; the first move creates it. Nothing can be chosen until the server has
 * told the legal moves; if it cannot tell, anything can.
 * @param {State} state @param {number} day @param {import("../net/wire.js").Setup} game @returns {Table}
 */
function unplayed(state, day, game) {
  const asked = DAILY.path in state.answers;
  const moves = dailyTold(state, day)?.moves ?? null;
  return once(game, `unplayed ${asked} ${moves?.length}`, () => ({
    game,
    players: [],
    moves: [],
    state: {
      table: "daily",
      ply: 0,
      position: game.start,
      to_move: 0,
      last_move: null,
      present: [true, true],
      over: null,
    },
    seat: 0,
    live: false,
    legal: asked ? { ply: 0, count: moves?.length ?? null, moves } : null,
    sent: null,
    at: 0,
  }));
}

/**
 * The game of the day; while it is being created, with its first move in flight.
 * @param {State} state
 * @param {number} day
 * @param {import("../net/wire.js").Setup} game
 * @returns {Table}
 */
function tableOf(state, day, game) {
  const { daily } = state;
  const table = dailyTable(state);
  if (table && daily.day === day) return table;
  const { move } = daily;
  const begun = unplayed(state, day, game);
  return move === null ? begun : { ...begun, sent: { ply: 0, move } };
}

/** @param {State} state @param {Act} act @param {import("../browser/dom.js").Child} welcome  Where it is beside the board. */
export function daily(state, act, welcome) {
  const { number: day, game } = dailyAt(state.now);
  const table = tableOf(state, day, game);
  const told = dailyTold(state, day);
  const drawn = boardOf(game.variant);
  const head = heading(state, day, game, told);
  if (isFolded(state)) return folded(state, table, game, day, head, act);
  const place = /** @type {const} */ ("home");
  const hint = drawn ? hintOf(state, game, table, drawn) : {};
  const parts =
    drawn &&
    boardParts(state, table, drawn, act, {
      place,
      noList: true,
      ...(table.players.length === 0 && { play: (move) => begin(state, act, day, table, move) }),
      ...hint,
    });
  return h(
    "section",
    { class: "daily" },
    table.state.ply === 0 && !table.sent && welcome,
    head,
    parts ? parts.picture : waitingBoard(state, place),
    // What is chosen stands in the place of the sentence, so that nothing moves.
    h(
      "div",
      { class: "under" },
      h(
        "div",
        { class: "daily-says" },
        said(state, table, game, day, drawn, hint.advice),
        buttons(state, table, game, day, act),
      ),
      parts?.bar,
    ),
  );
}

/** @param {State} state @param {number} day @param {import("../net/wire.js").Setup} game @param {ReturnType<typeof dailyTold>} told */
function heading(state, day, game, told) {
  const tried = told && told.tried > 0;
  return h(
    "header",
    { class: "daily-head" },
    h(
      "div",
      {},
      h("h1", {}, t("daily.title")),
      h(
        "p",
        {},
        t("daily.number", { number: day }),
        h("span", { class: "wide-only" }, ` · ${date(state.now)}`),
        // On a phone there is room for one of the two.
        h("span", { class: tried && "wide-only" }, ` · ${variantName(game.variant)}`),
        tried && ` · ${t("daily.tried", { n: told.tried, solved: told.solved })}`,
      ),
    ),
    streak(state, day),
  );
}

/**
 * A day that is done, on a later visit: how it went, and its ways on; the empty board would fill the screen.
 * @param {State} state @param {Table} table @param {import("../net/wire.js").Setup} game @param {number} day
 * @param {import("../browser/dom.js").Tag} head @param {Act} act
 */
function folded(state, table, game, day, head, act) {
  return h(
    "section",
    { class: "daily done" },
    head,
    h(
      "div",
      { class: "strip" },
      tilePicture(game.variant),
      h(
        "div",
        { class: "daily-says" },
        said(state, table, game, day),
        afterwards(state, table, game, day, act),
      ),
    ),
  );
}

/** Nothing before there is one: a newcomer has not missed a day. @param {State} state @param {number} day */
function streak({ daily }, day) {
  const days = streakOn(daily.streak, day);
  if (days === 0) return null;
  return h(
    "div",
    { class: "streak" },
    s(
      "svg",
      { class: "wide-only", viewBox: "0 0 178 22", "aria-hidden": "true" },
      Array.from({ length: 7 }, (_, i) =>
        drawing(i < days ? pebble(14 + i * 25, 11, 20, i) : hollow(14 + i * 25, 11, 20, i)),
      ),
    ),
    h("span", {}, h("b", { class: "num" }, number(days)), ` ${t("daily.days", { n: days })}`),
  );
}

/**
 * One sentence: what to do, or how it went.
 * @param {State} now
 * @param {Table} table
 * @param {import("../net/wire.js").Setup} game
 * @param {number} day
 * @param {import("../boards/draw.js").Board} [drawn]
 * @param {string} [advice]  The hint that was asked for.
 */
function said(now, table, game, day, drawn, advice) {
  const { state, seat, sent } = table;
  const { daily } = now;
  const tries = daily.streak.solved[day];
  if (state.over && seat !== null && state.over.winners.includes(seat))
    return h(
      "p",
      { class: "won", role: "status" },
      h("b", {}, t("daily.solved", { n: tries ?? daily.tries })),
      " ",
      t("daily.tomorrow"),
    );
  if (state.over)
    return h(
      "p",
      { class: "lost", role: "status" },
      h("b", {}, t("daily.failed")),
      " ",
      t("daily.failedWhy"),
    );
  if (state.ply > 0 || sent) {
    const mine = state.to_move === seat && !sent;
    const last = mine && drawn && state.last_move !== null ? drawn.say(state.last_move, game) : "";
    return h(
      "p",
      { role: "status" },
      last && `${t("daily.answer", { move: last })} `,
      h("b", {}, t(mine ? "daily.mine" : isUnanswered(table, now.now) ? "turn.unanswered" : "daily.thinks")),
      " ",
      rules(game),
    );
  }
  if (tries && !advice) return h("p", {}, h("b", {}, t("daily.solved", { n: tries })), " ", t("daily.again"));
  if (advice) return h("p", { role: "status" }, advice);
  return h("p", {}, h("b", {}, t("daily.begin")), " ", rules(game), " ", how(now));
}

/** @param {State} state @param {Table} table @param {import("../net/wire.js").Setup} game @param {number} day @param {Act} act */
function buttons(state, table, game, day, act) {
  const { daily, link } = state;
  if (table.state.over) return afterwards(state, table, game, day, act);
  const playing = table.state.ply > 0 || table.sent;
  return h(
    "p",
    { class: "buttons" },
    !playing &&
      h(
        "button",
        {
          id: "hint",
          disabled: link.status !== "online",
          on: { click: () => act.change((now) => ({ ...now, daily: { ...now.daily, hint: true } })) },
        },
        icon("bulb"),
        t("daily.hint"),
      ),
    share(daily.streak.solved[day], day, game, act),
  );
}

/**
 * What follows a day that is done.
 * @param {State} state @param {Table} table @param {import("../net/wire.js").Setup} game @param {number} day @param {Act} act
 */
function afterwards({ daily }, { state, text }, game, day, act) {
  const solved = day in daily.streak.solved;
  return h(
    "p",
    { class: "buttons" },
    state.over &&
      h(
        "a",
        {
          class: "button light",
          href: text ? addressOf({ page: "analysis", id: "0", rest: text }) : `/game/${state.table}/0`,
          on: {
            click: (/** @type {MouseEvent} */ event) => {
              act.change((now) => ({ ...now, opened: true, whyOf: state.table }));
              act.follow(event);
            },
          },
        },
        t("daily.why"),
      ),
    h("button", { on: { click: () => act.change(dailyAnew) } }, t("daily.retry")),
    share(daily.streak.solved[day], day, game, act),
    solved && asPicture(daily.streak, day, game, act),
  );
}

/** @param {number | undefined} tries @param {number} day @param {import("../net/wire.js").Setup} game @param {Act} act */
function share(tries, day, game, act) {
  const text = tries
    ? t("daily.shareSolved", { number: day, game: variantName(game.variant), n: tries })
    : t("daily.share", { number: day, game: variantName(game.variant) });
  return h(
    "button",
    { on: { click: () => act.share(`${location.origin}/`, text) } },
    icon("share"),
    t("home.share"),
  );
}

/** @param {State["daily"]["streak"]} streak @param {number} day @param {import("../net/wire.js").Setup} game @param {Act} act */
function asPicture(streak, day, game, act) {
  const card = {
    title: `${t("daily.title")} ${number(day)}`,
    said: `${variantName(game.variant)} · ${t("daily.solved", { n: streak.solved[day] })}`,
    address: location.host,
    days: streakOn(streak, day),
  };
  return h("button", { on: { click: () => act.picture(card) } }, icon("picture"), t("daily.picture"));
}

/** The query for the hint. @param {State} state */
export function hintQueries({ daily, now }) {
  return daily.hint ? [analysisQuery(dailyAt(now).game, [])] : [];
}

/**
 * The hint: a winning move.
 * @param {State} state
 * @param {import("../net/wire.js").Setup} game
 * @param {Table} table
 * @param {import("../boards/draw.js").Board} drawn
 * @returns {import("./hinting.js").Advice}
 */
function hintOf({ daily, answers }, game, table, drawn) {
  if (!daily.hint || table.sent || table.state.ply > 0) return {};
  const answer = answers[keyOf(analysisQuery(game, []))];
  return answer?.ok ? advised(answer.value.plies[0], table, drawn) : {};
}

/**
 * Plays the first move: creates its game, against the perfect bot. Without one the analysis
 * answers, to this move and to the others.
 * @param {State} state
 * @param {Act} act
 * @param {number} day
 * @param {Table} table
 * @param {import("../net/wire.js").Move} move
 */
function begin(state, act, day, table, move) {
  const bots = botsOf(state);
  const bot = bots[bots.length - 1];
  if (bot && table.moves.length === 0) {
    act.change((now) => dailyBegun(now, day, move));
    return challenge(act, bot.id, table.game, "first", {}, { kind: "daily" });
  }
  act.playAlone(day, table, move);
}
