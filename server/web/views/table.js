// A table: who plays, the board, the move about to be made, and how it ended.

import { boardOf } from "../variants/index.js";
import { h, s } from "../browser/dom.js";
import { chalk } from "../matter/pieces.js";
import { drawing } from "../matter/markup.js";
import { pebble } from "../matter/pebbles.js";
import { isMyChoice } from "../state/state.js";
import { known, list, number, t } from "../texts/text.js";
import { boardParts } from "./board.js";
import { icon } from "./icons.js";
import { seats } from "./seats.js";
import { rules, startInShort, termsInShort, variantName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../state/types.js").Table} Table */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../boards/draw.js").Board} Board */

export const texts = ["board", "table"];
export const styles = ["/styles/board.css", "/styles/table.css"];

/** What a rated result has changed is asked when it is there: of a pair, after its second game. @param {State} state @param {string} id */
export function needs({ tables, me, registered }, id) {
  const table = tables[id];
  if (!table?.state.over || !table.rated || table.seat === null || table.pair?.game === 1) return [];
  return registered && me && table.ratings?.[table.seat] ? [{ path: `/api/players/${me}/ratings` }] : [];
}

/** @param {State} state @param {Act} act @param {string} id @param {import("../state/types.js").Parts} parts */
export function view(state, act, id, { review }) {
  const table = state.tables[id];
  if (id in state.missing && !table?.live) return missing(act);
  const drawn = table && boardOf(table.game.variant);
  if (!drawn) return h("p", { class: "soft", role: "status" }, t("table.loading"));
  const over = table.state.over !== null;
  const looked = over && table.moves.length === table.state.ply ? review : undefined;
  const parts = boardParts(state, table, drawn, act, { overlay: over ? ending(state, table, drawn) : null });
  return [
    state.narrow && phoneHead(state, table, act),
    h(
      "div",
      { class: "play" },
      h(
        "div",
        { class: "ground-column" },
        seats(state, table, drawn, "above", act),
        looked ? looked.reviewed(state, id, table, drawn, act, parts.picture) : parts.picture,
        seats(state, table, drawn, "below", act),
        looked?.below(state, id, table, drawn, act),
      ),
      h(
        "aside",
        { class: "rail-card" },
        !state.narrow && h("h1", { class: "game" }, title(table)),
        !state.narrow && h("p", { class: "meta" }, meta(table)),
        backToTournament(state, id, act),
        !over && h("p", { class: "rules", key: "rules" }, rules(table.game), drawnBy(table)),
        looked ? null : moves(table, drawn),
        status(table, drawn),
        isMyChoice(table) && choice(id, act),
        over && ended(state, id, table, act),
        looked?.accuracy(state, id, table),
        looked?.decision(state, id, table, drawn, act),
        parts.bar,
        actions(state, id, table, act),
        phrases(state, id, table, act),
        parts.list,
        looked && looked.remarks(state, id, table, drawn, act),
      ),
    ),
  ];
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
  '<g transform="translate(98 52) rotate(-128)"><rect x="-3" y="0" width="6" height="62" rx="1" fill="url(#mw)"/></g>' +
    '<g transform="translate(98 52) rotate(-68)"><rect x="-3" y="0" width="6" height="40" rx="1" fill="url(#mw)"/><ellipse cx="0" cy="42" rx="5" ry="8" fill="url(#mh)"/></g>',
);

/** "Nim 3–5–7" @param {Table} table */
function title({ game }) {
  const name = variantName(game.variant);
  return game.params.target ? name : `${name} ${startInShort(game)}`;
}

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

/** @param {Table} table */
function drawnBy({ drawn }) {
  return drawn
    ? ` ${t("table.drawn", { level: t(`level.${drawn.difficulty ?? "medium"}`), seed: String(drawn.seed) })}`
    : "";
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
    h("div", {}, h("h1", { class: "game" }, title(table)), h("p", { class: "meta" }, meta(table))),
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
      { class: "meta", key: "tournament" },
      h("a", { href: `/tournament/${tournament}`, on: { click: act.follow } }, t("table.tournament")),
    )
  );
}

/** Who won, on the emptied board: the last piece stays lit. @param {State} state @param {Table} table @param {Board} drawn */
function ending(state, { game, players, seat, state: { over, position } }, drawn) {
  const winners = over?.winners ?? [];
  if (winners.length === 0 || drawn.describe(position, game) !== t("board.empty")) return null;
  const won = seat !== null && winners.includes(seat);
  const line = drawing(chalk("M4 6C40 1 90 12 140 5", won ? "#FFB84D" : "#B9C4C3", 3));
  return h(
    "div",
    { class: "end", key: "end", "aria-hidden": "true" },
    s(
      "svg",
      { viewBox: "-95 -50 190 100" },
      s(
        "g",
        { class: "last" },
        won && s("ellipse", { rx: 92, ry: 60, fill: "url(#halo)" }),
        drawing(pebble(0, 0, 96, 1, { chosen: won })),
      ),
    ),
    h(
      "strong",
      {},
      seat === null || !won
        ? t("result.wins", { n: winners.length, names: list(winners.map((i) => players[i].name)) })
        : t("result.won"),
    ),
    s("svg", { viewBox: "0 0 144 12" }, s("g", { class: "line" }, line)),
  );
}

/** What happened last, whose turn it is, how it ended: also spoken. @param {Table} table @param {Board} drawn */
function status(table, drawn) {
  return h(
    "div",
    {
      class: `status ${tone(table)}`,
      role: "status",
      "aria-live": "polite",
      "aria-atomic": "true",
      key: "status",
    },
    h("p", { class: "headline" }, h("span", {}, headline(table))),
    h("p", { class: "soft" }, lastMove(table, drawn)),
  );
}

/** Whoever took the offer looks at the start and chooses. @param {string} id @param {Act} act */
function choice(id, act) {
  return h(
    "p",
    { key: "choice", class: "buttons" },
    h("button", { class: "light", on: { click: () => act.choose(id, true) } }, t("choice.begin")),
    h("button", { on: { click: () => act.choose(id, false) } }, t("choice.follow")),
  );
}

/** @param {Table} table */
function tone({ state, seat }) {
  if (!state.over) return seat !== null && (state.to_move ?? state.choosing) === seat ? "mine" : "";
  if (seat === null || state.over.winners.length === 0) return "over";
  return state.over.winners.includes(seat) ? "over won" : "over lost";
}

/** @param {Table} table */
function headline(table) {
  const { state, players, seat, sent } = table;
  if (state.over) return result(table);
  if (sent) return t("turn.sent");
  if (isMyChoice(table)) return t("choice.mine");
  if (state.choosing !== undefined) return t("choice.other", { name: players[state.choosing]?.name ?? "" });
  if (state.to_move === seat && seat !== null) return t("turn.mine");
  return t("turn.other", { name: players[state.to_move ?? 0]?.name ?? "" });
}

/** @param {Table} table */
function result({ state: { over, ply }, players, seat, game }) {
  const winners = over?.winners ?? [];
  const reason = over?.reason ?? "played";
  if (winners.length === 0) return t(`result.none.${reason}`);
  const names = list(winners.map((i) => players[i].name));
  const losers = list(players.filter((_, i) => !winners.includes(i)).map(({ name }) => name));
  const who =
    seat === null
      ? t("result.wins", { n: winners.length, names })
      : t(winners.includes(seat) ? "result.won" : "result.lost");
  const why =
    reason === "played"
      ? ply === 0
        ? "result.why.nothing"
        : `result.why.${game.ending}`
      : `result.why.${reason}`;
  // What is told of me is said to me: who won by the last move, or lost by whatever else.
  const mine =
    seat !== null && winners.includes(seat) === (why === "result.why.normal") && known(`${why}.mine`);
  return `${who} ${t(mine ? `${why}.mine` : why, { names, losers })}`;
}

/** @param {Table} table @param {Board} drawn */
function lastMove({ game, state, players, seat }, drawn) {
  const move = state.last_move;
  if (move === null || state.ply === 0) return t("move.none");
  const mover = (state.ply - 1) % players.length;
  const what = drawn.say(move, game);
  return mover === seat
    ? t("move.mine", { move: what })
    : t("move.by", { name: players[mover].name, move: what });
}

/** @param {State} now @param {string} id @param {Table} table @param {Act} act */
function ended(now, id, { seat, players, state, pair, without }, act) {
  const wanting = (state.rematch ?? []).filter((other) => other !== seat).map((other) => players[other].name);
  const asked = seat !== null && state.rematch?.includes(seat);
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
      pair &&
        h(
          "a",
          { key: "other", class: "button", href: `/table/${pair.other}`, on: { click: act.follow } },
          t("table.other", { game: 3 - pair.game }),
        ),
      seat !== null &&
        !asked &&
        !without?.includes("rematch") &&
        h(
          "button",
          {
            class: "light",
            on: { click: async () => (await import("../state/offers.js")).again(now, act, id) },
          },
          t("table.again"),
        ),
      h("a", { class: "button", href: "/", on: { click: act.follow } }, t("table.home")),
    ),
  );
}

/** What the result did to my rating. @param {State} state @param {string} id */
function ratingNow({ answers, me, tables }, id) {
  const answer = answers[`/api/players/${me}/ratings`];
  if (!answer?.ok || tables[id].seat === null) return null;
  /** @type {{before: number, after: number, tables: string[]} | undefined} */
  const change = answer.value.changes.find((/** @type {any} */ one) => one.tables?.includes(id));
  if (!change) return null;
  const by = Math.round(change.after) - Math.round(change.before);
  return h(
    "p",
    { class: "rated", key: "rated" },
    h("b", { class: "num" }, number(Math.round(change.after))),
    t("table.yourRating"),
    h("em", { class: by < 0 ? "down" : "" }, by < 0 ? `−${-by}` : `+${by}`),
  );
}

/** @param {Table} table @param {Board} drawn */
function moves({ game, moves, state, players, seat }, drawn) {
  const first = state.ply - moves.length;
  return h(
    "ol",
    { class: "moves", key: "moves", start: first + 1, tabindex: 0, "aria-label": t("table.moves") },
    moves.map((move, i) =>
      h(
        "li",
        { key: `move ${first + i}` },
        h("i", {}, String(first + i + 1)),
        h(
          "span",
          {},
          h(
            "b",
            {},
            (first + i) % players.length === seat
              ? t("player.youSay")
              : players[(first + i) % players.length].name,
          ),
          ` ${drawn.say(move, game)}`,
        ),
      ),
    ),
  );
}

/** What may be said, before and after. */
const PHRASES = {
  playing: ["good_luck", "nice_move", "thanks"],
  over: ["well_played", "good_game", "thanks"],
};

/** A few phrases instead of a chat. @param {State} state @param {string} id @param {Table} table @param {Act} act */
function phrases({ link }, id, { seat, state, players }, act) {
  if (seat === null || players.every((player, i) => i === seat || player.kind === "bot")) return null;
  return h(
    "div",
    { class: "phrases", key: "phrases", role: "group", "aria-label": t("phrase.label") },
    PHRASES[state.over ? "over" : "playing"].map((phrase) =>
      h(
        "button",
        {
          key: phrase,
          disabled: link.status !== "online",
          on: {
            click: () =>
              act.tell({ t: "say", table: id, phrase }, (now) => ({
                ...now,
                said: { table: id, seat, phrase, at: now.now },
              })),
          },
        },
        t(`phrase.${phrase}`),
      ),
    ),
  );
}

/** @param {State} state @param {string} id @param {Table} table @param {Act} act */
function actions(state, id, table, act) {
  if (table.seat === null) return h("p", { class: "soft watching", key: "watching" }, t("table.watching"));
  if (table.state.over) return null;
  return h(
    "div",
    { class: "actions", key: "actions" },
    claim(state, id, table, act),
    takeBack(id, table, act),
    leave(state, id, table, act),
  );
}

/** Who waits for somebody who is gone may end it, after a while. @param {State} state @param {string} id @param {Table} table @param {Act} act */
function claim({ now }, id, { state, seat, at, without }, act) {
  const may = state.claim_ms?.some((ms, i) => ms !== null && i !== seat && ms <= now - at);
  return (
    may &&
    state.to_move !== seat &&
    !without?.includes("claim") &&
    h(
      "p",
      { key: "claim", class: "buttons" },
      h("button", { class: "primary", on: { click: () => act.leave(id, "claim") } }, t("table.claim")),
    )
  );
}

/** @param {string} id @param {Table} table @param {Act} act */
function takeBack(id, { state, seat, players, rated, without }, act) {
  if (rated || without?.includes("takeback")) return null;
  const asked = state.takeback;
  if (asked && seat !== null && !asked.agreed.includes(seat)) {
    return h(
      "div",
      { key: "takeback", class: "sheet", role: "alert" },
      h("p", {}, t("takeback.asked", { name: players[asked.ply % players.length].name })),
      h(
        "p",
        { class: "buttons" },
        h("button", { on: { click: () => act.takeBack(id, asked.ply, true) } }, t("takeback.agree")),
        h("button", { on: { click: () => act.takeBack(id, asked.ply, false) } }, t("takeback.decline")),
      ),
    );
  }
  if (asked) return h("p", { key: "takeback", class: "soft wide", role: "status" }, t("takeback.waiting"));
  // My last move, counted back from the last one made.
  const mine = [...Array(players.length).keys()]
    .map((i) => state.ply - 1 - i)
    .find((ply) => ply >= 0 && ply % players.length === seat);
  return (
    mine !== undefined &&
    h(
      "p",
      { key: "takeback", class: "buttons" },
      h("button", { on: { click: () => act.takeBack(id, mine, true) } }, t("takeback.ask")),
    )
  );
}

/** @param {State} state @param {string} id @param {Table} table @param {Act} act */
function leave({ asking }, id, { state, rated, pair, without }, act) {
  // Who calls off a game of a rated pair loses it: that is to resign.
  const what = state.ply < 2 && !(rated && pair) && !without?.includes("abort") ? "abort" : "resign";
  if (asking?.what !== what)
    return h(
      "p",
      { key: "leave", class: "buttons" },
      h("button", { id: "leave", on: { click: () => act.ask(what) } }, t(`table.${what}`)),
    );
  return h(
    "div",
    {
      key: "sure",
      class: "sheet",
      role: "alertdialog",
      "aria-label": t(`table.${what}Sure`),
      on: { keydown: (event) => event.key === "Escape" && act.ask(null) },
    },
    h("p", {}, t(`table.${what}Sure`)),
    h(
      "p",
      { class: "buttons" },
      h(
        "button",
        { id: "sure", class: "danger", on: { click: () => act.leave(id, what) } },
        t(`table.${what}`),
      ),
      h("button", { id: "stay", on: { click: () => act.ask(null) } }, t("table.stay")),
    ),
  );
}
