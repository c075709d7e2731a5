// A board and the move about to be made on it: the same at a table, in the
// analysis and in a lesson.

import { h, s } from "../dom.js";
import { meaning, reach, touch } from "../selection.js";
import { choicesAt, isMyTurn, marksAt } from "../state.js";
import { t } from "../text.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../state.js").Table} Table */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../boards/draw.js").Board} Board */
/** @typedef {import("../boards/draw.js").View} View */
/** @typedef {import("../boards/draw.js").Field} Field */
/** @typedef {import("../boards/draw.js").Scene} Scene */
/** @typedef {import("../selection.js").Choices} Choices */
/** @typedef {import("../selection.js").Marks} Marks */
/**
 * @typedef {object} Shown  What is shown besides the position.
 * @property {Marks} [going]  A move that is shown as made here.
 * @property {Marks} [hint]  A move that is pointed out.
 * @property {Map<string, boolean>} [worth]  Whether the move that is this one mark, as `slot:value`, wins.
 * @property {(move: import("../wire.js").Move) => void} [play]  What playing does, if it is not played on the server.
 * @property {boolean} [noList]  The moves are listed elsewhere.
 */

/** Moves that the list of moves offers: more would be no help. */
const MOST_OFFERED = 300;

/**
 * The board of a table, with the move bar if it may be moved on.
 * @param {State} state @param {Table} table @param {Board} drawn @param {Act} act @param {Shown} [shown]
 */
export function board(state, table, drawn, act, shown = {}) {
  const choices = choicesAt(table);
  const marks = marksAt(state, table);
  const meant = isMyTurn(table) ? meaning(marks, choices) : null;
  return [
    picture(state, table, drawn, choices, marks, shown.going ?? meant?.face ?? marks, act, shown),
    isMyTurn(table) && moveBar(state, table, drawn, choices, marks, meant, act, shown),
    isMyTurn(table) && !shown.noList && moveList(table, drawn, choices, meant, act),
  ];
}

/** @param {State} state @param {Table} table @param {Board} drawn @param {Choices} choices @param {Marks} marks @param {Marks} going @param {Act} act @param {Shown} shown */
function picture(state, table, drawn, choices, marks, going, act, shown) {
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
    hint: shown.hint ?? {},
    worth: shown.worth,
    ...reach(marks, choices),
    covers,
    focus,
    on: {
      touch: (slot, value) => act.touch(table, slot, value),
      put: (slot, value) => act.put(table, slot, value),
      hover: act.hover,
      focus: act.focus,
    },
  };
  const scene = drawn.draw(view);
  const description = drawn.describe(position, game);
  return h("div", { class: "board", key: "board" },
    Array.isArray(scene) ? fields(view, scene, description) : drawing(table, view, scene, description, act),
    h("p", { class: "hidden", role: "status", "aria-live": "polite" }, t("board.now", { board: description })));
}

/** What the touch under the pointer would select. @param {Marks} marks @param {string} hover @param {Choices} choices */
function foreseen(marks, hover, choices) {
  const at = hover.lastIndexOf(":");
  const next = touch(marks, hover.slice(0, at), Number(hover.slice(at + 1)), choices);
  return meaning(next, choices)?.face ?? next;
}

/** @param {Table} table @param {View} view @param {Scene} scene @param {string} description @param {Act} act */
function drawing(table, view, { width, height, nodes }, description, act) {
  return s("svg", {
    id: "board",
    viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`,
    width: Math.ceil(width * (width < 360 ? 1.5 : 1.25)),
    role: view.mayMove ? "group" : "img",
    "aria-label": view.mayMove ? `${t("board.label")} ${description}` : description,
    tabindex: view.mayMove ? 0 : -1,
    class: view.mayMove ? "active" : "",
    on: { keydown: (event) => act.key(event, table) },
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

/** @param {State} state @param {Table} table @param {Board} drawn @param {Choices} choices @param {Marks} marks @param {ReturnType<typeof meaning>} meant @param {Act} act @param {Shown} shown */
function moveBar({ link }, table, drawn, choices, marks, meant, act, { play = (move) => act.play(table.state.table, move) }) {
  const { game, state, legal } = table;
  const known = legal?.ply === state.ply;
  const { say } = drawn;
  const some = Object.keys(marks).length > 0;
  const hint = !known ? t("choose.loading") : some ? t("choose.more") : t("choose.any");
  return h("div", { class: "move-bar", key: "move-bar" },
    h("p", { class: "preview", role: "status" }, meant ? say(meant.move, game) : hint),
    h("div", { class: "buttons" },
      h("button", { id: "play", class: "primary", disabled: !meant || link.status !== "online", on: { click: () => meant && play(meant.move) } }, t("choose.play")),
      h("button", { disabled: !some, on: { click: () => act.select(table, {}) } }, t("choose.clear"))),
    known && legal.moves === null && h("p", { class: "soft" }, t("choose.many")));
}

/** All moves in words, for whoever would rather read than point. @param {Table} table @param {Board} drawn @param {Choices} choices @param {ReturnType<typeof meaning>} meant @param {Act} act */
function moveList(table, drawn, choices, meant, act) {
  const { game, state, legal } = table;
  const offered = legal?.ply === state.ply && legal.moves ? legal.moves : [];
  if (offered.length === 0 || offered.length > MOST_OFFERED) return null;
  return h("label", { key: "move-list", class: "all-moves" },
    h("span", {}, t("choose.list", { n: offered.length })),
    h("select", {
      value: meant ? JSON.stringify(meant.move) : "",
      on: { change: (event) => act.select(table, event.target.value ? choices.show(JSON.parse(event.target.value))[0] : {}) },
    }, h("option", { value: "" }, "–"), offered.map((move) => h("option", { value: JSON.stringify(move) }, drawn.say(move, game)))));
}
