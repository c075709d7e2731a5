// The picture of a board: for viewing, or, on a player's turn, with the selection and the
// touchable pieces.

import { roomFor } from "../boards/room.js";
import { h, s } from "../browser/dom.js";
import { groundOf } from "../matter/grounds.js";
import { once } from "../boards/once.js";
import { isMyTurn } from "../state/tables.js";
import { language, number, t } from "../texts/text.js";
import { BOARD } from "./sheets.js";

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
 * @property {Marks} [hint]  A move to point out.
 * @property {string | null} [mark]  What the move that is shown as made was worth.
 * @property {import("../boards/room.js").Place} [place]  Where it is shown; default: at a table.
 * @property {(scene: Scene) => Scene} [over]  What is drawn over the pieces.
 * @property {import("../browser/dom.js").Tag | null} [overlay]  What is said on the board.
 * @property {boolean} [silent]  Whether moves are not announced.
 * @property {boolean} [ahead]  Whether the next move may be chosen while others are to move.
 * @property {Map<string, boolean>} [worth]  For moves of a single mark, as `slot:value`: whether they win.
 * @property {() => void} [retry]  Connects now, where the connection may be lost.
 *
 * @typedef {Pick<View, "marks" | "going" | "would" | "onward" | "anew"> & {on: Touched, pressed: (event: KeyboardEvent) => void}} Chosen
 * @typedef {{touch: (piece: string) => void, clear: () => void, put: (slot: string, value: number) => void,
 *   hover: (piece: string | null) => void, focus: (piece: string) => void}} Touched
 */

export const texts = ["board"];
export const styles = BOARD;

/** Nothing may be touched. @type {Pick<View, "marks" | "going" | "would" | "onward" | "anew">} */
const LOOKED_AT = {
  marks: {},
  going: {},
  would: {},
  onward: new Set(),
  anew: new Set(),
};

/**
 * The pieces of a position as last drawn, if that was in the same room: in another one they
 * stand elsewhere.
 * @param {View["box"]} box @param {Table["state"]["position"]} position @param {string} what
 * @returns {View["drawn"]}
 */
function piecesIn(box, position, what) {
  const last = once(position, what, () => ({ box, pieces: new Map() }));
  if (last.box !== box) Object.assign(last, { box, pieces: new Map() });
  return last.pieces;
}

/**
 * @param {State} state
 * @param {Table} table
 * @param {Board} drawn
 * @param {Shown} [shown]
 * @param {Chosen} [chosen]  Given if it may be touched.
 */
export function picture(state, table, drawn, shown = {}, chosen) {
  const { game } = table;
  const { position, last_move } = table.state;
  const place = shown.place ?? "table";
  const box = once(state.screen, `box ${place}`, () => roomFor(state.screen, place));
  /** @type {View} */
  const view = {
    game,
    position,
    last: last_move === null ? {} : drawn.show(last_move, game, position)[0],
    narrow: state.narrow,
    box,
    tiny: place === "small",
    taker: takerOf(table),
    mayMove: chosen !== undefined,
    hint: shown.hint ?? {},
    worth: shown.worth,
    focus: state.selection.focus,
    drawn: piecesIn(box, position, `pieces ${language()} ${place} ${chosen !== undefined}`),
    covers: (chosen, piece) =>
      drawn.covers ? drawn.covers(chosen, piece, game) : chosen[0] === piece[0] && chosen[1] === piece[1],
    ...LOOKED_AT,
    ...chosen,
  };
  if (table.sent?.ply === table.state.ply) view.going = drawn.show(table.sent.move, game, position)[0];
  if (table.premove) view.going = drawn.show(table.premove, game, position)[0];
  if (shown.going) [view.going, view.named] = [shown.going, true];
  const plain = drawn.draw(view);
  const scene = Array.isArray(plain) || !shown.over ? plain : shown.over(plain);
  const description = once(position, `description ${language()}`, () => drawn.describe(position, game));
  const live = place !== "small";
  return h(
    "div",
    {
      class: classOf(state, table, place, shown.mark, Boolean(chosen && shown.ahead)),
      key: "board",
    },
    h(
      "div",
      {
        class: `surface ground-${groundOf(game.variant)}`,
        tabindex: live && (Array.isArray(scene) || scene.height > view.box.height) ? 0 : null,
      },
      Array.isArray(scene)
        ? numbers(view, scene, description, chosen)
        : drawing(view, scene, description, place, chosen),
    ),
    !Array.isArray(scene) && view.mayMove && steppers(view, scene.bundles ?? [], chosen),
    shown.overlay,
    live && isOff(state, table) && lost(state, table, shown.retry),
    !shown.silent &&
      h(
        "p",
        { class: "hidden", role: "status", "aria-live": "polite" },
        t("board.now", { board: description }),
      ),
  );
}

/** Small games are not drawn larger than this, unless they say so. */
const MOST_SCALE = 2.3;

/**
 * A placeholder for a board that is still loading, so that nothing around it moves later.
 * @param {State} state @param {import("../boards/room.js").Place} place
 */
export function waitingBoard(state, place) {
  const { width, height } = roomFor(state.screen, place);
  return h(
    "div",
    { class: `board ${place}`, key: "board" },
    h(
      "div",
      { class: "surface ground-slate" },
      s("svg", { viewBox: `0 0 ${Math.round(width)} ${Math.round(height)}`, "aria-hidden": "true" }),
    ),
  );
}

/** Where taken pieces go: to the player below, which is me, or above. @param {Table} table */
function takerOf({ seat, players, state: { ply, last_move } }) {
  if (last_move === null || ply === 0) return "";
  return (ply - 1) % players.length === (seat ?? 0) ? "down" : "up";
}

/**
 * @param {State} state @param {Table} table @param {import("../boards/room.js").Place} place
 * @param {string | null | undefined} mark @param {boolean} ahead
 */
function classOf(state, table, place, mark, ahead) {
  const live = place !== "small";
  const edge = live && edgeOf(state, table);
  const chosenAhead = ahead && !isMyTurn(table) && "ahead";
  return ["board", place, edge, live && isOff(state, table) && "off", mark && `went-${mark}`, chosenAhead]
    .filter(Boolean)
    .join(" ");
}

/** The edge of the player to move is lit. @param {State} state @param {Table} table */
function edgeOf(state, table) {
  const { to_move, over } = table.state;
  if (over || to_move === null || isOff(state, table)) return "";
  return to_move === (table.seat ?? 0) ? "me" : "them";
}

/** Whether nothing that is shown here is live. @param {State} state @param {Table} table */
function isOff({ link, tables }, { state }) {
  return state.over === null && state.table in tables && !["online", "connecting"].includes(link.status);
}

/**
 * Beside the board, over what cannot be pressed now: it covers no piece and no clock, and nothing moves place.
 * @param {State} state @param {Table} table @param {(() => void) | undefined} retry
 */
function lost({ link, now }, { clock }, retry) {
  const seconds = Math.max(0, Math.ceil((link.at - now) / 1000));
  const said = {
    waiting: [t("lost.again", { n: seconds }), clock && ` ${t("lost.clocks")}`],
    offline: [t("lost.offline"), clock && ` ${t("lost.clocks")}`],
  };
  return h(
    "div",
    { class: "banner", key: "banner" },
    h("strong", {}, t("lost.title")),
    h(
      "span",
      {},
      link.status === "waiting" || link.status === "offline" ? said[link.status] : t("lost.ended"),
    ),
    retry &&
      link.status !== "offline" &&
      h("button", { class: "small", on: { click: retry } }, t("link.retry")),
  );
}

/**
 * @param {View} view
 * @param {Scene} scene
 * @param {string} description
 * @param {import("../boards/room.js").Place} place
 * @param {Chosen} [chosen]
 */
function drawing({ mayMove, box }, { width, height, nodes, most = MOST_SCALE }, description, place, chosen) {
  // Drawn for this box, or scaled into it; a picture that is too tall scrolls.
  const own = Math.round(width) === Math.round(box.width) && Math.round(height) >= Math.round(box.height);
  const least = place === "small" ? 0 : 0.8;
  const scale = own
    ? 1
    : Math.min((box.width - 16) / width, Math.max((box.height - 24) / height, least), most);
  const tall = Math.max(box.height, height * scale + (own ? 0 : 24));
  const put =
    `translate(${Math.round((box.width - width * scale) / 2)} ${Math.round((tall - height * scale) / 2)}) ` +
    `scale(${Math.round(scale * 1000) / 1000})`;
  const [w, t_] = [
    Math.round(box.width),
    Math.round(place === "small" ? Math.min(tall, box.height * 4) : tall),
  ];
  return s(
    "svg",
    {
      id: mayMove || place !== "small" ? "board" : null,
      viewBox: `0 0 ${w} ${t_}`,
      role: mayMove ? "group" : "img",
      "aria-label": mayMove ? `${t("board.label")} ${description}` : description,
      tabindex: mayMove ? 0 : place === "small" ? null : -1,
      class: [
        mayMove && "active",
        scale < 0.86 && "shrunk",
        scale > 1.5 && "grown",
        scale > MOST_SCALE && "vast",
      ]
        .filter(Boolean)
        .join(" "),
      on: chosen ? touches(chosen) : {},
    },
    own ? nodes : s("g", { transform: put }, nodes),
  );
}

/** The board handles events of its pieces. @param {Chosen} chosen */
function touches({ on, pressed }) {
  const pieceAt = (/** @type {Event} */ { target }) =>
    /** @type {SVGElement | null} */ (/** @type {Element} */ (target).closest("[data-piece]"))?.dataset
      .piece ?? null;
  return {
    keydown: pressed,
    click: (/** @type {Event} */ event) => {
      if (/** @type {Element} */ (event.target).closest("[data-play]"))
        return document.getElementById("play")?.click();
      const piece = pieceAt(event);
      if (piece) on.touch(piece);
      else on.clear();
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

/**
 * More heaps than can be drawn: a table of their numbers.
 * @param {View} view
 * @param {Field[]} fields
 * @param {string} description
 * @param {Chosen} [chosen]
 */
function numbers(view, fields, description, chosen) {
  const named = fields.filter(({ name }) => name !== undefined);
  const plain = fields.filter(({ name, slot }) => name === undefined || view.marks[slot]);
  const put = chosen?.on.put ?? (() => {});
  return h(
    "div",
    { class: "numbers" },
    named.length === 0 && h("p", {}, description),
    plain.map((one) => numberField(view, one, put)),
    named.length > 0 &&
      h(
        "div",
        { class: "heaps" },
        named.map(({ slot, name = "", label, max }) =>
          h(
            "button",
            {
              key: slot,
              type: "button",
              "aria-label": `${label}: ${number(max)}`,
              "aria-pressed": view.marks[slot] ? "true" : "false",
              disabled: !view.mayMove,
              on: { click: () => put(slot, view.marks[slot] ? 0 : max) },
            },
            h("b", {}, number(max)),
            h("span", {}, name),
          ),
        ),
      ),
  );
}

/** For chosen heaps of which only the top is drawn: how many. @param {View} view @param {Field[]} bundles @param {Chosen} [chosen] */
function steppers(view, bundles, chosen) {
  const open = bundles.filter(({ slot }) => view.marks[slot] !== undefined);
  if (!chosen || open.length === 0) return null;
  return h(
    "div",
    { class: "steppers", key: "steppers" },
    open.map((one) => numberField(view, one, chosen.on.put)),
  );
}

/** @param {View} view @param {Field} field @param {(slot: string, value: number) => void} enter */
function numberField(view, { slot, label, max, note }, enter) {
  const taken = view.marks[slot] ?? 0;
  const to = (/** @type {number} */ n) => enter(slot, Math.max(0, Math.min(max, Math.floor(n) || 0)));
  const put = (/** @type {any} */ event) => to(Number(event.target.value));
  return h(
    "fieldset",
    { key: slot, class: "number-field", disabled: !view.mayMove },
    h("legend", {}, label),
    h("button", { type: "button", "aria-label": t("field.less"), on: { click: () => to(taken - 1) } }, "−"),
    h("input", {
      type: "number",
      inputmode: "numeric",
      min: 0,
      max,
      value: String(taken),
      "aria-label": label,
      on: { input: put },
    }),
    h("button", { type: "button", "aria-label": t("field.more"), on: { click: () => to(taken + 1) } }, "+"),
    h("input", { type: "range", min: 0, max, value: String(taken), "aria-label": label, on: { input: put } }),
    h("button", { type: "button", on: { click: () => to(max) } }, t("field.all")),
    note && h("p", { class: "soft" }, note),
  );
}
