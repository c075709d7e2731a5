// A table: who plays, the board, the move about to be made, and how it ended.

import { boardOf } from "../boards/index.js";
import { h, s } from "../dom.js";
import { meaning, reach, touch } from "../selection.js";
import { choicesAt, isMyTurn, marksAt } from "../state.js";
import { list, t } from "../text.js";
import { gameTitle, kindOf, rules } from "./words.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../state.js").Table} Table */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../boards/draw.js").Board} Board */
/** @typedef {import("../boards/draw.js").View} View */
/** @typedef {import("../boards/draw.js").Field} Field */
/** @typedef {import("../boards/draw.js").Scene} Scene */
/** @typedef {import("../selection.js").Choices} Choices */
/** @typedef {import("../selection.js").Marks} Marks */

/** Moves that the list of moves offers: more would be no help. */
const MOST_OFFERED = 300;

/** @param {State} state @param {Act} act @param {string} id */
export function table(state, act, id) {
  const table = state.tables[id];
  if (id in state.missing && !table?.live) {
    return h("section", { class: "card" }, h("h1", {}, t("table.missing")), h("p", {}, t("table.missingWhy")), back(act));
  }
  const drawn = table && boardOf(table.game.variant);
  if (!drawn) return h("p", { class: "soft", role: "status" }, t("table.loading"));
  const choices = choicesAt(table);
  const marks = marksAt(state, id);
  const meant = isMyTurn(table) ? meaning(marks, choices) : null;
  return [
    h("h1", { class: "game" }, gameTitle(table.game)),
    h("div", { class: "play" },
      h("div", { class: "stage" },
        players(state, table),
        status(table, drawn),
        board(state, id, table, drawn, choices, marks, meant?.face ?? marks, act),
        isMyTurn(table) && moveBar(state, id, table, drawn, choices, marks, meant, act),
        isMyTurn(table) && moveList(id, table, drawn, choices, meant, act),
        table.state.over && ended(id, table, act)),
      h("aside", { class: "side" },
        h("p", { class: "rules" }, rules(table.game)),
        moves(table, drawn),
        actions(state, id, table, act))),
  ];
}

/** @param {State} state @param {Table} table */
function players({ now }, { players, state, seat, at }) {
  return h("ol", { class: "players" }, players.map((player, i) => {
    const turn = state.to_move === i;
    const won = state.over?.winners.includes(i);
    const claim = state.over ? null : state.claim_ms?.[i] ?? null;
    const ran = turn && state.clock?.running && !state.over ? now - at : 0;
    return h("li", { key: `player ${i}`, class: ["player", turn && "turn", won && "won"].filter(Boolean).join(" ") },
      h("span", { class: "who" }, player.name, seat === i ? ` (${t("player.you")})` : ""),
      h("span", { class: "soft" }, kindOf(player)),
      state.clock && h("span", { class: "clock", role: "timer" }, minutes(state.clock.left_ms[i] - ran)),
      turn && h("span", { class: "badge" }, t("player.turn")),
      won && h("span", { class: "badge" }, t("player.won")),
      claim !== null && h("span", { class: "badge gone" }, t("player.gone", { n: Math.max(0, Math.ceil((claim - (now - at)) / 1000)) })));
  }));
}

/** "4:05" @param {number} ms */
function minutes(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What happened last, whose turn it is, how it ended: also spoken. @param {Table} table @param {Board} drawn */
function status(table, drawn) {
  return h("div", { class: `status ${tone(table)}`, role: "status", "aria-live": "polite", "aria-atomic": "true" },
    h("p", { class: "headline" }, headline(table)),
    h("p", { class: "soft" }, lastMove(table, drawn)));
}

/** @param {Table} table */
function tone({ state, seat }) {
  if (!state.over) return state.to_move === seat && seat !== null ? "mine" : "";
  if (seat === null || state.over.winners.length === 0) return "over";
  return state.over.winners.includes(seat) ? "over won" : "over lost";
}

/** @param {Table} table */
function headline(table) {
  const { state, players, seat, sent } = table;
  if (state.over) return result(table);
  if (sent) return t("turn.sent");
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
  const who = seat === null ? t("result.wins", { n: winners.length, names }) : t(winners.includes(seat) ? "result.won" : "result.lost");
  const why = reason === "played" ? (ply === 0 ? "result.why.nothing" : `result.why.${game.ending}`) : `result.why.${reason}`;
  return `${who} ${t(why, { names, losers })}`;
}

/** @param {Table} table @param {Board} drawn */
function lastMove({ game, state, players, seat }, drawn) {
  const move = state.last_move;
  if (move === null || state.ply === 0) return t("move.none");
  const mover = (state.ply - 1) % players.length;
  const what = drawn.say(move, game);
  return mover === seat ? t("move.mine", { move: what }) : t("move.by", { name: players[mover].name, move: what });
}

/** @param {State} state @param {string} id @param {Table} table @param {Board} drawn @param {Choices} choices @param {Marks} marks @param {Marks} going @param {Act} act */
function board(state, id, table, drawn, choices, marks, going, act) {
  const { game } = table;
  const { position, last_move } = table.state;
  const mayMove = isMyTurn(table);
  const { hover, focus } = state.selection;
  const covers = (/** @type {[string, number]} */ chosen, /** @type {[string, number]} */ piece) =>
    drawn.covers ? drawn.covers(chosen, piece, game) : chosen[0] === piece[0] && chosen[1] === piece[1];
  /** @type {View} */
  const view = {
    game,
    position,
    last: last_move === null ? {} : drawn.show(last_move, game, position)[0],
    narrow: state.narrow,
    mayMove,
    marks,
    going,
    would: mayMove && hover ? foreseen(marks, hover, choices) : {},
    ...reach(marks, choices),
    covers,
    focus,
    on: {
      touch: (slot, value) => act.touch(id, slot, value),
      put: (slot, value) => act.put(id, slot, value),
      hover: act.hover,
      focus: act.focus,
    },
  };
  const scene = drawn.draw(view);
  const description = drawn.describe(position, game);
  return h("div", { class: "board", key: "board" },
    Array.isArray(scene) ? fields(view, scene, description) : picture(id, view, scene, description, act),
    h("p", { class: "hidden", role: "status", "aria-live": "polite" }, t("board.now", { board: description })));
}

/** What the touch under the pointer would select. @param {Marks} marks @param {string} hover @param {Choices} choices */
function foreseen(marks, hover, choices) {
  const at = hover.lastIndexOf(":");
  const next = touch(marks, hover.slice(0, at), Number(hover.slice(at + 1)), choices);
  return meaning(next, choices)?.face ?? next;
}

/** @param {string} id @param {View} view @param {Scene} scene @param {string} description @param {Act} act */
function picture(id, view, { width, height, nodes }, description, act) {
  return s("svg", {
    id: "board",
    viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`,
    width: Math.ceil(width * (width < 360 ? 1.5 : 1.25)),
    role: view.mayMove ? "group" : "img",
    "aria-label": view.mayMove ? `${t("board.label")} ${description}` : description,
    tabindex: view.mayMove ? 0 : -1,
    class: view.mayMove ? "active" : "",
    on: { keydown: (event) => act.key(event, id) },
  }, nodes);
}

/** @param {View} view @param {Field[]} fields @param {string} description */
function fields(view, fields, description) {
  return h("div", { class: "numbers" },
    h("p", {}, description),
    fields.map(({ slot, label, max, note }) => {
      const taken = view.marks[slot] ?? 0;
      const put = (/** @type {any} */ event) => view.on.put(slot, Math.max(0, Math.min(max, Math.floor(Number(event.target.value) || 0))));
      return h("fieldset", { key: slot, class: "number-field", disabled: !view.mayMove },
        h("legend", {}, label),
        h("input", { type: "number", inputmode: "numeric", min: 0, max, value: String(taken), "aria-label": label, on: { input: put } }),
        h("input", { type: "range", min: 0, max, value: String(taken), "aria-label": label, on: { input: put } }),
        h("button", { type: "button", on: { click: () => view.on.put(slot, max) } }, t("field.all")),
        note && h("p", { class: "soft" }, note));
    }));
}

/** @param {State} state @param {string} id @param {Table} table @param {Board} drawn @param {Choices} choices @param {Marks} marks @param {ReturnType<typeof meaning>} meant @param {Act} act */
function moveBar({ link }, id, table, drawn, choices, marks, meant, act) {
  const { game, state, legal } = table;
  const known = legal?.ply === state.ply;
  const { say } = drawn;
  const some = Object.keys(marks).length > 0;
  const hint = !known ? t("choose.loading") : some ? t("choose.more") : t("choose.any");
  return h("div", { class: "move-bar", key: "move-bar" },
    h("p", { class: "preview", role: "status" }, meant ? say(meant.move, game) : hint),
    h("div", { class: "buttons" },
      h("button", { id: "play", class: "primary", disabled: !meant || link.status !== "online", on: { click: () => meant && act.play(id, meant.move) } }, t("choose.play")),
      h("button", { disabled: !some, on: { click: () => act.select(id, {}) } }, t("choose.clear"))),
    known && legal.moves === null && h("p", { class: "soft" }, t("choose.many")));
}

/** All moves in words, for whoever would rather read than point. @param {string} id @param {Table} table @param {Board} drawn @param {Choices} choices @param {ReturnType<typeof meaning>} meant @param {Act} act */
function moveList(id, { game, state, legal }, drawn, choices, meant, act) {
  const offered = legal?.ply === state.ply && legal.moves ? legal.moves : [];
  if (offered.length === 0 || offered.length > MOST_OFFERED) return null;
  return h("label", { key: "move-list", class: "all-moves" },
    h("span", {}, t("choose.list", { n: offered.length })),
    h("select", {
      value: meant ? JSON.stringify(meant.move) : "",
      on: { change: (event) => act.select(id, event.target.value ? choices.show(JSON.parse(event.target.value))[0] : {}) },
    }, h("option", { value: "" }, "–"), offered.map((move) => h("option", { value: JSON.stringify(move) }, drawn.say(move, game)))));
}

/** @param {string} id @param {Table} table @param {Act} act */
function ended(id, { seat, players, state }, act) {
  const wanting = (state.rematch ?? []).filter((other) => other !== seat).map((other) => players[other].name);
  const asked = seat !== null && state.rematch?.includes(seat);
  return h("div", { class: "ended", key: "ended" },
    wanting.length > 0 && h("p", { role: "status" }, t("table.wantsAgain", { n: wanting.length, names: list(wanting) })),
    asked && h("p", { role: "status" }, t("table.askedAgain")),
    h("div", { class: "buttons" },
      seat !== null && !asked && h("button", { class: "primary", on: { click: () => act.again(id) } }, t("table.again")),
      h("a", { class: "button", href: "/", on: { click: act.follow } }, t("table.home"))));
}

/** @param {Table} table @param {Board} drawn */
function moves({ game, moves, state, players }, drawn) {
  const first = state.ply - moves.length;
  return h("section", { class: "card" },
    h("h2", {}, t("table.moves")),
    moves.length === 0 ? h("p", { class: "soft" }, t("move.none")) : h("ol", { class: "moves", start: first + 1, tabindex: 0, "aria-label": t("table.moves") },
      moves.map((move, i) => h("li", { key: `move ${first + i}` }, h("span", { class: "soft" }, players[(first + i) % players.length].name), " ", drawn.say(move, game)))));
}

/** @param {State} state @param {string} id @param {Table} table @param {Act} act */
function actions(state, id, table, act) {
  if (table.seat === null) return h("p", { class: "soft" }, t("table.watching"));
  if (table.state.over) return null;
  return [claim(state, id, table, act), takeBack(id, table, act), leave(state, id, table, act)];
}

/** Who waits for somebody who is gone may end it, after a while. @param {State} state @param {string} id @param {Table} table @param {Act} act */
function claim({ now }, id, { state, seat, at }, act) {
  const may = state.claim_ms?.some((ms, i) => ms !== null && i !== seat && ms <= now - at);
  return may && state.to_move !== seat && h("p", { key: "claim", class: "buttons" }, h("button", { class: "primary", on: { click: () => act.leave(id, "claim") } }, t("table.claim")));
}

/** @param {string} id @param {Table} table @param {Act} act */
function takeBack(id, { state, seat, players }, act) {
  const asked = state.takeback;
  if (asked && seat !== null && !asked.agreed.includes(seat)) {
    return h("div", { key: "takeback", class: "card", role: "alert" },
      h("p", {}, t("takeback.asked", { name: players[asked.ply % players.length].name })),
      h("p", { class: "buttons" },
        h("button", { on: { click: () => act.takeBack(id, asked.ply, true) } }, t("takeback.agree")),
        h("button", { on: { click: () => act.takeBack(id, asked.ply, false) } }, t("takeback.decline"))));
  }
  if (asked) return h("p", { key: "takeback", class: "soft", role: "status" }, t("takeback.waiting"));
  // My last move, counted back from the last one made.
  const mine = [...Array(players.length).keys()].map((i) => state.ply - 1 - i).find((ply) => ply >= 0 && ply % players.length === seat);
  return mine !== undefined && h("p", { key: "takeback", class: "buttons" }, h("button", { on: { click: () => act.takeBack(id, mine, true) } }, t("takeback.ask")));
}

/** @param {State} state @param {string} id @param {Table} table @param {Act} act */
function leave({ asking }, id, { state }, act) {
  const what = state.ply < 2 ? "abort" : "resign";
  if (asking?.what !== what) return h("p", { key: "leave", class: "buttons" }, h("button", { on: { click: () => act.ask(what) } }, t(`table.${what}`)));
  return h("div", { key: "sure", class: "card", role: "alertdialog", "aria-label": t(`table.${what}Sure`) },
    h("p", {}, t(`table.${what}Sure`)),
    h("p", { class: "buttons" },
      h("button", { id: "sure", class: "danger", on: { click: () => act.leave(id, what) } }, t(`table.${what}`)),
      h("button", { on: { click: () => act.ask(null) } }, t("table.stay"))));
}

/** @param {Act} act */
function back(act) {
  return h("p", {}, h("a", { class: "button", href: "/", on: { click: act.follow } }, t("table.home")));
}
