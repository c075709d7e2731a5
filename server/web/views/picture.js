// The picture of a board: as it is looked at, or, when it is somebody's turn, with
// what is chosen on it and what may be touched.

import { h, s } from "../browser/dom.js";
import { once } from "../state/once.js";
import { language, t } from "../texts/text.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../state/types.js").Table} Table */
/** @typedef {import("../boards/draw.js").Board} Board */
/** @typedef {import("../boards/draw.js").View} View */
/** @typedef {import("../boards/draw.js").Field} Field */
/** @typedef {import("../boards/draw.js").Scene} Scene */
/** @typedef {import("../state/selection.js").Marks} Marks */
/**
 * @typedef {object} Shown  What is shown besides the position.
 * @property {Marks} [going]  A move that is shown as made here.
 * @property {Marks} [hint]  A move that is pointed out.
 * @property {boolean} [silent]  Whether nobody is told of each move.
 * @property {Map<string, boolean>} [worth]  Whether the move that is this one mark, as `slot:value`, wins.
 *
 * @typedef {Pick<View, "marks" | "going" | "would" | "onward" | "anew"> & {on: Touched, pressed: (event: KeyboardEvent) => void}} Chosen
 * @typedef {{touch: (piece: string) => void, put: (slot: string, value: number) => void, hover: (piece: string | null) => void, focus: (piece: string) => void}} Touched
 */

export const texts = ["board"];
export const styles = ["/styles/board.css"];

/** Nothing may be touched. @type {Pick<View, "marks" | "going" | "would" | "onward" | "anew">} */
const LOOKED_AT = {
  marks: {},
  going: {},
  would: {},
  onward: new Set(),
  anew: new Set(),
};

/** @param {State} state @param {Table} table @param {Board} drawn @param {Shown} [shown] @param {Chosen} [chosen]  When it may be touched. */
export function picture(state, table, drawn, shown = {}, chosen) {
  const { game } = table;
  const { position, last_move } = table.state;
  /** @type {View} */
  const view = {
    game,
    position,
    last: last_move === null ? {} : drawn.show(last_move, game, position)[0],
    narrow: state.narrow,
    mayMove: chosen !== undefined,
    hint: shown.hint ?? {},
    worth: shown.worth,
    focus: state.selection.focus,
    drawn: once(position, `pieces ${language()} ${state.narrow} ${chosen !== undefined}`, () => new Map()),
    covers: (chosen, piece) =>
      drawn.covers ? drawn.covers(chosen, piece, game) : chosen[0] === piece[0] && chosen[1] === piece[1],
    ...LOOKED_AT,
    ...chosen,
  };
  if (shown.going) view.going = shown.going;
  const scene = drawn.draw(view);
  const description = once(position, `description ${language()}`, () => drawn.describe(position, game));
  return h(
    "div",
    { class: "board", key: "board" },
    Array.isArray(scene)
      ? fields(view, scene, description, chosen?.on.put)
      : drawing(view, scene, description, chosen),
    !shown.silent &&
      h(
        "p",
        { class: "hidden", role: "status", "aria-live": "polite" },
        t("board.now", { board: description }),
      ),
  );
}

/** @param {View} view @param {Scene} scene @param {string} description @param {Chosen} [chosen] */
function drawing({ mayMove }, { width, height, nodes }, description, chosen) {
  return s(
    "svg",
    {
      id: "board",
      viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`,
      width: Math.ceil(width * scaleOf(width, height)),
      role: mayMove ? "group" : "img",
      "aria-label": mayMove ? `${t("board.label")} ${description}` : description,
      tabindex: mayMove ? 0 : -1,
      class: mayMove ? "active" : "",
      on: chosen ? touches(chosen) : {},
    },
    nodes,
  );
}

/** What happens to a piece happens to the board. @param {Chosen} chosen */
function touches({ on, pressed }) {
  const pieceAt = (/** @type {Event} */ { target }) =>
    /** @type {SVGElement | null} */ (/** @type {Element} */ (target).closest("[data-piece]"))?.dataset
      .piece ?? null;
  return {
    keydown: pressed,
    click: (/** @type {Event} */ event) => {
      const piece = pieceAt(event);
      if (piece) on.touch(piece);
    },
    focusin: (/** @type {Event} */ event) => {
      const piece = pieceAt(event);
      if (piece) on.focus(piece);
    },
    pointerover: (/** @type {PointerEvent} */ event) =>
      event.pointerType === "mouse" && on.hover(pieceAt(event)),
    pointerleave: () => on.hover(null),
  };
}

/** Small boards are drawn larger, as far as the screen of a computer shows them whole; a phone's is the limit by itself. @param {number} width @param {number} height */
function scaleOf(width, height) {
  return Math.max(1.25, Math.min(1.9, 640 / width, 420 / height));
}

/** @param {View} view @param {Field[]} fields @param {string} description @param {(slot: string, value: number) => void} [enter] */
function fields(view, fields, description, enter = () => {}) {
  return h(
    "div",
    { class: "numbers" },
    h("p", {}, description),
    fields.map(({ slot, label, max, note }) => {
      const taken = view.marks[slot] ?? 0;
      const put = (/** @type {any} */ event) =>
        enter(slot, Math.max(0, Math.min(max, Math.floor(Number(event.target.value) || 0))));
      return h(
        "fieldset",
        { key: slot, class: "number-field", disabled: !view.mayMove },
        h("legend", {}, label),
        h("input", {
          type: "number",
          inputmode: "numeric",
          min: 0,
          max,
          value: String(taken),
          "aria-label": label,
          on: { input: put },
        }),
        h("input", {
          type: "range",
          min: 0,
          max,
          value: String(taken),
          "aria-label": label,
          on: { input: put },
        }),
        h("button", { type: "button", on: { click: () => enter(slot, max) } }, t("field.all")),
        note && h("p", { class: "soft" }, note),
      );
    }),
  );
}
