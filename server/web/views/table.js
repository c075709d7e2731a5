// A table: the players, the board, the move being chosen, and the result.

import { isLow, isSmall, isUpright } from "../boards/room.js";
import { h, s } from "../browser/dom.js";
import { drawing } from "../matter/markup.js";
import { marksAt } from "../state/choosing.js";
import { isMyBid, isMyChoice, isUnanswered } from "../state/tables.js";
import { t } from "../texts/text.js";
import { boardOf } from "../variants/index.js";
import { actions, phrases } from "./actions.js";
import { boardParts } from "./board.js";
import { hintAt, hintQueries } from "./hinting.js";
import { icon } from "./icons.js";
import { lastMove, moverName } from "./mover.js";
import { blocksNeeded, reporting } from "./report.js";
import { ended, ending, result } from "./result.js";
import { seats } from "./seats.js";
import { TABLE } from "./sheets.js";
import { gameWithStart, rules, shownName, termsInShort } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../state/types.js").Table} Table */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../boards/draw.js").Board} Board */

export const texts = ["board", "table", "report"];
export const styles = [...TABLE, "/styles/forms.css"];

/**
 * The effect of a rated result is requested when it is whole: for a pair after its second game, and once the
 * decisions of each game have been rated, which happens with its review.
 * @param {State} state @param {string} id
 */
export function needs(state, id) {
  const { tables, me, registered } = state;
  const table = tables[id];
  const blocks = [...blocksNeeded(state), ...hintQueries(table)];
  if (!table?.state.over || !table.rated || table.seat === null || table.pair?.game === 1) return blocks;
  if (!registered || !me) return blocks;
  const games = table.pair ? [id, table.pair.other] : [id];
  const reviews = games.map((game) => ({ path: `/api/games/${game}/review` }));
  const rated = reviews.every(({ path }) => path in state.answers);
  return [...reviews, ...(rated ? [{ path: `/api/players/${me}/ratings` }] : []), ...blocks];
}

/** @param {State} state @param {Act} act @param {string} id @param {import("../state/types.js").Parts} parts */
export function view(state, act, id, { review, fairness }) {
  const table = state.tables[id];
  if (id in state.missing && !table?.live) return missing(act);
  const drawn = table && boardOf(table.game.variant);
  if (!drawn) return h("p", { class: "soft", role: "status" }, t("table.loading"));
  const over = table.state.over !== null;
  const looked = over && table.moves.length === table.state.ply ? review : undefined;
  const played = !over || !looked?.isChosen(state, id);
  const low = isLow(state.screen);
  const small = isSmall(state.screen);
  // On a phone both stand below the board that one looks through, and not after all that can be said of it.
  const aside = played || !small;
  const shown = looked ? looked.movesShown(state, id, table) : table.state.ply;
  const held = looked?.heldUntil(state, id, table);
  const parts = boardParts(state, table, drawn, act, {
    place: low ? "low" : (small ? needsRoom(table) : over) ? "review" : "table",
    overlay: over ? ending(state, table, drawn, held) : undefined,
    ahead: true,
    advice: small && table.state.ply > 0 ? lastMove(table, drawn) : undefined,
    retry: act.reconnect,
    ...hintAt(state, table, drawn),
  });
  return h(
    "div",
    { class: ["play", over && (played ? "over" : "review"), low && "low"].filter(Boolean).join(" ") },
    small && phoneHead(state, table, act),
    ground(state, act, [id, table, drawn, shown], looked, parts.picture, over && !(small && played)),
    h(
      "aside",
      { class: "rail-card" },
      !small && h("h1", { class: "game" }, gameWithStart(table.game)),
      !small && h("p", { class: "meta" }, meta(table)),
      watched(table),
      backToTournament(state, id, act),
      !over && h("p", { class: "rules", key: "rules" }, rules(table.game)),
      fairness?.drawnBy(table),
      looked ? null : moves(table, drawn),
      aside && status(state, table, drawn, shown),
      isMyChoice(table) && choice(id, act),
      isMyBid(table) && fairness?.bidding(state, id, table, act),
      fairness?.bidsMade(table),
      fairness?.handicapped(table),
      over && ended(state, id, table, act, looked?.stepInBar(state, id, table, act)),
      looked?.accuracy(state, id, table),
      aside && looked?.decision(state, id, table, drawn, act),
      !over && introduction(state, table),
      parts.bar,
      actions(state, id, table, act),
      phrases(state, id, table, act),
      table.seat !== null && reporting(state, act, strangers(table), id),
      parts.list,
      looked && looked.remarks(state, id, table, drawn, act),
    ),
  );
}

/**
 * Whether the board is smaller on a phone: a bid is made in time, and of several players each has a line.
 * @param {Table} table
 */
const needsRoom = (table) => isMyBid(table) || table.players.length > 2;

/**
 * The board between its players; below it, where one looks through the game, what can be said of it.
 * @param {State} state @param {Act} act @param {[string, Table, Board, number]} shown  The last: how many moves led to it.
 * @param {import("../state/types.js").Parts["review"]} looked @param {ReturnType<typeof boardParts>["picture"]} picture
 * @param {boolean} above  Whether all players are above the board, with nobody between it and what is said of it.
 */
function ground(state, act, [id, table, drawn, played], looked, picture, above) {
  return h(
    "div",
    { class: "ground-column" },
    seats(state, table, drawn, above ? "all" : "above", played, act),
    looked ? looked.reviewed(state, id, table, drawn, act, picture) : picture,
    !above && seats(state, table, drawn, "below", played, act),
    looked &&
      h(
        "div",
        { class: "afterwards" },
        looked.below(state, id, table, drawn, act, status(state, table, drawn, played)),
      ),
  );
}

/**
 * The rules on a phone, where they have no place beside the board: until the first piece is touched, in the
 * place of the buttons of a move, and only in games that were never played here. Otherwise spoken, they are
 * only seen.
 * @param {State} state @param {Table} table
 */
function introduction(state, table) {
  const { game, state: at } = table;
  const known = state.introduced.includes(game.variant) || at.ply >= table.players.length;
  if (!isUpright(state.screen) || known || Object.keys(marksAt(state, table)).length > 0) return null;
  return h("p", { class: "introduction", key: "introduction", "aria-hidden": "true" }, rules(game));
}

/** The opponents, if they are strangers. @param {Table} table */
function strangers({ players }) {
  return players.filter(({ house }) => !house);
}

/** @param {Act} act */
function missing(act) {
  return h(
    "section",
    { class: "empty-state" },
    h(
      "span",
      { class: "ground ground-linen" },
      s("svg", { viewBox: "0 0 200 120", "aria-hidden": "true" }, BROKEN),
    ),
    h("h1", {}, t("table.missing")),
    h("p", { class: "soft" }, t("table.missingWhy")),
    h("a", { class: "button primary", href: "/", on: { click: act.follow } }, t("table.home")),
  );
}

/** A broken match. */
const BROKEN = drawing(
  '<g transform="translate(76 70) rotate(-128)"><rect x="-3" y="0" width="6" height="62" rx="1" fill="url(#mw)"/></g>' +
    '<g transform="translate(76 70) rotate(-68)">' +
    '<rect x="-3" y="0" width="6" height="40" rx="1" fill="url(#mw)"/>' +
    '<ellipse cx="0" cy="42" rx="5" ry="8" fill="url(#mh)"/></g>',
);

/** @param {Table} table */
function meta(table) {
  const { game, division, pair, rated } = table;
  return [
    t(`ending.${game.ending}`),
    t(rated ? "table.rated" : "table.casual"),
    division === "open" && t("terms.open"),
    pair && t("table.pair", { game: pair.game }),
    termsInShort({}),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** How many others watch, as of the last change. @param {Table} table */
function watched({ seat, state: { watching = 0 } }) {
  const others = seat === null ? watching - 1 : watching;
  if (others <= 0) return null;
  return h("p", { class: "watched", key: "watched" }, icon("eye"), t("table.watched", { n: others }));
}

/** On a phone the head of the page gives its room to the board. @param {State} state @param {Table} table @param {Act} act */
function phoneHead({ sound, link }, table, act) {
  return h(
    "div",
    { class: "phone-head", key: "phone-head" },
    h(
      "a",
      { class: "button bare", href: "/", "aria-label": t("table.home"), on: { click: act.follow } },
      icon("back"),
    ),
    h(
      "div",
      {},
      h("h1", { class: "game" }, gameWithStart(table.game, true)),
      h("p", { class: "meta" }, meta(table)),
    ),
    // During a game the board has it.
    table.state.over &&
      (link.status === "waiting" || link.status === "ended") &&
      h("button", { key: "retry", class: "small", on: { click: act.reconnect } }, t("link.retry")),
    h(
      "button",
      {
        class: "bare",
        "aria-pressed": sound ? "true" : "false",
        "aria-label": t("frame.sound"),
        on: { click: () => act.sound(!sound) },
      },
      icon(sound ? "sound" : "mute"),
    ),
  );
}

/** @param {State} state @param {string} id @param {Act} act */
function backToTournament({ cameFrom }, id, act) {
  const tournament = cameFrom[id];
  return (
    tournament &&
    h(
      "p",
      { class: "meta tournament", key: "tournament" },
      h("a", { href: `/tournament/${tournament}`, on: { click: act.follow } }, t("table.tournament")),
    )
  );
}

/**
 * The last event, whose turn it is, how it ended: also spoken. The last move is told while the board shows it.
 * @param {State} now @param {Table} table @param {Board} drawn
 * @param {number} shown  How many moves led to the position on the board.
 */
function status({ now }, table, drawn, shown) {
  return h(
    "div",
    {
      class: `status ${tone(table)}`,
      role: "status",
      "aria-live": "polite",
      "aria-atomic": "true",
      key: "status",
    },
    h("p", { class: "headline" }, h("span", {}, headline(table, now))),
    h("p", { class: "soft" }, shown === table.state.ply && lastMove(table, drawn)),
  );
}

/** The player who took the offer looks at the start and chooses. @param {string} id @param {Act} act */
function choice(id, act) {
  return h(
    "p",
    { key: "choice", class: "buttons" },
    h("button", { class: "light", on: { click: () => act.choose(id, true) } }, t("choice.begin")),
    h("button", { on: { click: () => act.choose(id, false) } }, t("choice.follow")),
  );
}

/** Whose bid is missing. @param {Table} table */
function bidder({ state, players }) {
  return shownName(players[state.bidding?.indexOf(false) ?? 0]);
}

/** @param {Table} table */
function tone({ state, seat }) {
  if (!state.over) return seat !== null && (state.to_move ?? state.choosing) === seat ? "mine" : "";
  if (seat === null || state.over.winners.length === 0) return "over";
  return state.over.winners.includes(seat) ? "over won" : "over lost";
}

/** @param {Table} table @param {number} now */
function headline(table, now) {
  const { state, players, seat, sent } = table;
  if (state.over) return result(table);
  if (sent) return t(isUnanswered(table, now) ? "turn.unanswered" : "turn.sent");
  if (isMyChoice(table)) return t("choice.mine");
  if (typeof state.choosing === "number")
    return t("choice.other", { name: shownName(players[state.choosing]) });
  if (isMyBid(table)) return t("bid.mine");
  if (state.bidding?.length) return t(seat === null ? "bid.both" : "bid.other", { name: bidder(table) });
  if (state.to_move === seat && seat !== null) return t("turn.mine");
  return t("turn.other", { name: shownName(players[state.to_move ?? 0]) });
}

/** @param {Table} table @param {Board} drawn */
function moves({ game, moves, state, players, seat }, drawn) {
  const first = state.ply - moves.length;
  return h(
    "div",
    { class: "moves", key: "moves", tabindex: 0, role: "group", "aria-label": t("table.moves") },
    h(
      "ol",
      { start: first + 1, "aria-label": t("table.moves") },
      moves.map((move, i) =>
        h(
          "li",
          { key: `move ${first + i}` },
          h("i", {}, String(first + i + 1)),
          h("span", {}, h("b", {}, moverName(players, seat, first + i)), ` ${drawn.say(move, game)}`),
        ),
      ),
    ),
  );
}
