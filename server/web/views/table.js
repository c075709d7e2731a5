// A table: who plays, the board, the move about to be made, and how it ended.

import { boardOf } from "../variants/index.js";
import { h } from "../browser/dom.js";
import { isLow, isMyChoice, timeLeft } from "../state/state.js";
import { known, list, t } from "../texts/text.js";
import { board } from "./board.js";
import { gameTitle, kindOf, ratingOf, rules } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../state/types.js").Table} Table */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../boards/draw.js").Board} Board */

export const texts = ["board", "table"];
export const styles = ["/styles/board.css", "/styles/table.css"];

/** @param {State} state @param {Act} act @param {string} id @param {import("../state/types.js").Parts} parts */
export function view(state, act, id, { review }) {
  const table = state.tables[id];
  if (id in state.missing && !table?.live) {
    return h(
      "section",
      { class: "card" },
      h("h1", {}, t("table.missing")),
      h("p", {}, t("table.missingWhy")),
      back(act),
    );
  }
  const drawn = table && boardOf(table.game.variant);
  if (!drawn) return h("p", { class: "soft", role: "status" }, t("table.loading"));
  const over = table.state.over !== null;
  const looked = over && table.moves.length === table.state.ply ? review : undefined;
  // On a phone the board needs the room, once the rules have been read.
  const early = !over && (!state.narrow || table.state.ply < 2);
  return [
    h(
      "h1",
      { class: "game" },
      gameTitle(table.game),
      table.rated ? ` · ${t("table.rated")}` : "",
      table.lane === "open" ? ` · ${t("terms.open")}` : "",
      table.pair ? ` · ${t("table.pair", { game: table.pair.game })}` : "",
    ),
    early && about(table),
    h(
      "div",
      { class: "play" },
      h(
        "div",
        { class: "ground" },
        players(state, table),
        status(table, drawn),
        isMyChoice(table) && choice(id, act),
        looked?.decision(state, id, table, drawn, act),
        over && ended(state, id, table, act),
        looked ? looked.reviewed(state, id, table, drawn, act) : board(state, table, drawn, act),
      ),
      h(
        "aside",
        { class: "side" },
        !over && !early && about(table),
        looked ? looked.remarks(state, id, table, drawn, act) : moves(table, drawn),
        actions(state, id, table, act),
      ),
    ),
  ];
}

/** The rules, and how the start came about. @param {Table} table */
function about({ game, drawn }) {
  return h(
    "p",
    { class: "rules", key: "rules" },
    rules(game),
    drawn
      ? ` ${t("table.drawn", { level: t(`level.${drawn.difficulty ?? "medium"}`), seed: String(drawn.seed) })}`
      : "",
  );
}

/** @param {State} state @param {Table} table */
function players({ now }, table) {
  const { players, state, seat, at, ratings } = table;
  return h(
    "ol",
    { class: "players" },
    players.map((player, i) => {
      const turn = state.to_move === i;
      const won = state.over?.winners.includes(i);
      const claim = state.over ? null : (state.claim_ms?.[i] ?? null);
      const left = timeLeft(table, i, now);
      return h(
        "li",
        { key: `player ${i}`, class: ["player", turn && "turn", won && "won"].filter(Boolean).join(" ") },
        h("span", { class: "who" }, player.name, seat === i ? ` (${t("player.you")})` : ""),
        h("span", { class: "soft" }, [kindOf(player), ratingOf(ratings?.[i])].filter(Boolean).join(" · ")),
        left !== undefined &&
          h("span", { class: isLow(table, i, now) ? "clock low" : "clock", role: "timer" }, minutes(left)),
        turn && h("span", { class: "badge" }, t("player.turn")),
        won && h("span", { class: "badge" }, t("player.won")),
        claim !== null &&
          h(
            "span",
            { class: "badge gone" },
            t("player.gone", { n: Math.max(0, Math.ceil((claim - (now - at)) / 1000)) }),
          ),
      );
    }),
  );
}

/** "4:05" @param {number} ms */
function minutes(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What happened last, whose turn it is, how it ended: also spoken. @param {Table} table @param {Board} drawn */
function status(table, drawn) {
  return h(
    "div",
    { class: `status ${tone(table)}`, role: "status", "aria-live": "polite", "aria-atomic": "true" },
    h("p", { class: "headline" }, headline(table)),
    h("p", { class: "soft" }, lastMove(table, drawn)),
  );
}

/** Whoever took the offer looks at the start and chooses. @param {string} id @param {Act} act */
function choice(id, act) {
  return h(
    "p",
    { key: "choice", class: "buttons" },
    h("button", { class: "primary", on: { click: () => act.choose(id, true) } }, t("choice.begin")),
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
    { class: "ended", key: "ended" },
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
            class: "primary",
            on: { click: async () => (await import("../state/offers.js")).again(now, act, id) },
          },
          t("table.again"),
        ),
      h("a", { class: "button", href: "/", on: { click: act.follow } }, t("table.home")),
    ),
  );
}

/** @param {Table} table @param {Board} drawn */
function moves({ game, moves, state, players }, drawn) {
  const first = state.ply - moves.length;
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("table.moves")),
    moves.length === 0
      ? h("p", { class: "soft" }, t("move.none"))
      : h(
          "ol",
          { class: "moves", start: first + 1, tabindex: 0, "aria-label": t("table.moves") },
          moves.map((move, i) =>
            h(
              "li",
              { key: `move ${first + i}` },
              h("span", { class: "soft" }, players[(first + i) % players.length].name),
              " ",
              drawn.say(move, game),
            ),
          ),
        ),
  );
}

/** @param {State} state @param {string} id @param {Table} table @param {Act} act */
function actions(state, id, table, act) {
  if (table.seat === null) return h("p", { class: "soft" }, t("table.watching"));
  if (table.state.over) return null;
  return h(
    "div",
    { class: "actions" },
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
      { key: "takeback", class: "card", role: "alert" },
      h("p", {}, t("takeback.asked", { name: players[asked.ply % players.length].name })),
      h(
        "p",
        { class: "buttons" },
        h("button", { on: { click: () => act.takeBack(id, asked.ply, true) } }, t("takeback.agree")),
        h("button", { on: { click: () => act.takeBack(id, asked.ply, false) } }, t("takeback.decline")),
      ),
    );
  }
  if (asked) return h("p", { key: "takeback", class: "soft", role: "status" }, t("takeback.waiting"));
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
      class: "card",
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

/** @param {Act} act */
function back(act) {
  return h("p", {}, h("a", { class: "button", href: "/", on: { click: act.follow } }, t("table.home")));
}
