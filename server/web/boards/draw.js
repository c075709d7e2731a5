// Shared by all boards: a piece that can be touched, stones, labels.

import { s } from "../browser/dom.js";
import { drawing } from "../matter/markup.js";
import { hollow, pebble } from "../matter/pebbles.js";

/** @typedef {import("../browser/dom.js").Tag} Tag */
/** @typedef {import("../state/selection.js").Marks} Marks */
/** @typedef {import("../net/wire.js").Setup} Setup */
/** @typedef {import("../net/wire.js").Position} Position */
/** @typedef {import("../net/wire.js").Move} Move */

/**
 * @typedef {object} View  The input of a board's drawing.
 * @property {Setup} game
 * @property {Position} position
 * @property {Marks} last  The first face of the last move, or nothing.
 * @property {boolean} narrow  Whether the screen is a phone's.
 * @property {{width: number, height: number}} box  The room for it, in pixels of the screen.
 * @property {"up" | "down" | ""} taker  Where the pieces of the last move go: to the player above or below.
 * @property {boolean} mayMove
 * @property {Marks} marks  What is selected.
 * @property {Marks} going  The pieces that the selection would take: the face of its move, or the selection itself.
 * @property {boolean} [tiny]  Whether it is a picture of a board in small, without names of places.
 * @property {boolean} [named]  Whether words say which move was made and which wins.
 * @property {Marks} would  What the selection would take with the piece under the pointer.
 * @property {Marks} hint  A move to point out.
 * @property {Map<string, boolean>} [worth]  For moves of a single mark, as `slot:value`: whether they win.
 * @property {Set<string> | null} onward  See `reach`.
 * @property {Set<string> | null} anew  See `reach`.
 * @property {(chosen: [string, number], piece: [string, number]) => boolean} covers
 * @property {string | null} focus  The piece with the keyboard focus.
 * @property {Map<string, {look: string, tag: Tag}>} drawn  The pieces of this position as last drawn.
 *
 * @typedef {{slot: string, label: string, max: number, note?: string, name?: string}} Field  A number to
 *   enter; those with a name stand in a table of numbers.
 * @typedef {{width: number, height: number, nodes: Tag[], bundles?: Field[], most?: number,
 *   notes?: Array<{x: number, y: number}>, reach?: number}} Scene  `bundles` are the heaps of which only the top is
 *   drawn, `most` is the largest scale, `notes` is where the value of each heap stands, `reach` half the length of a
 *   cut between two pieces, or of a piece by itself.
 *
 * @typedef {object} Board  How a variant is drawn, touched and said in words.
 * @property {(view: View) => Scene | Field[]} draw  Fields if it is too large for pieces.
 * @property {(move: any, game: Setup, position: Position) => Marks[]} show  The faces of a move.
 * @property {(marks: Marks, game: Setup, position: Position) => Move | null} read  The move that the marks show.
 * @property {(chosen: [string, number], piece: [string, number], game: Setup) => boolean} [covers]  Whether a
 *   mark takes a piece with it; if equal, when absent.
 * @property {(move: any, game: Setup) => number} [took]  How many objects a move takes to the player's tray; in
 *   games without it, nothing is taken.
 * @property {(game: Setup) => Tag} [tray]  One of these objects, in a box 120 wide and 88 high around (0, 0); a
 *   pebble by default.
 * @property {boolean} [renumbers]  Whether a move may change what the numbers in other moves stand for; then no
 *   move can be chosen ahead.
 * @property {(move: any, game: Setup) => string} say
 * @property {(position: Position, game: Setup) => string} describe
 */

/** Widths to lay a board out in, in pixels at scale 1. */
export const widthOf = (/** @type {View} */ view) => (view.narrow ? 320 : 720);

/**
 * A piece that a move can touch, centred at (x, y). Within a position only its look can
 * change: while it does not, the tag is reused and nothing is redrawn.
 * @param {View} view
 * @param {{slot: string, value?: number, x: number, y: number}} place
 * @param {() => string} label @param {() => Tag[]} shapes
 */
export function piece(view, { slot, value = 1, x, y }, label, shapes) {
  const id = `${slot}:${value}`;
  const going = isCovered(view, view.going, slot, value);
  const onward = isIn(view.onward, id);
  const open = view.mayMove && (onward || isIn(view.anew, id) || view.marks[slot] === value);
  const classes = ["piece", open && "open", going && "going"];
  if (view.mayMove && Object.keys(view.marks).length > 0 && view.onward?.has(id)) classes.push("onward");
  if (!going && isCovered(view, view.would, slot, value)) classes.push("would");
  if (isCovered(view, view.hint, slot, value)) classes.push("hint");
  if (view.worth?.has(id)) classes.push(view.worth.get(id) ? "wins" : "loses");
  const name = classes.filter(Boolean).join(" ");
  const focused = view.focus === id;
  const look = `${name} ${focused}`;
  const before = view.drawn.get(id);
  if (before?.look === look) return before.tag;
  const touchable = {
    role: "button",
    tabindex: focused ? 0 : -1,
    "data-piece": id,
    "aria-label": view.mayMove && label(),
    "aria-pressed": going ? "true" : "false",
    "aria-disabled": open ? null : "true",
  };
  const tag = s(
    "g",
    {
      key: id,
      class: name,
      transform: `translate(${round(x)} ${round(y)})`,
      ...(view.mayMove ? touchable : { "aria-hidden": "true" }),
    },
    before?.tag.children ?? shapes(),
  );
  view.drawn.set(id, { look, tag });
  return tag;
}

/** @param {View} view @param {Marks} chosen @param {string} slot @param {number} value */
function isCovered(view, chosen, slot, value) {
  return Object.entries(chosen).some((mark) => view.covers(mark, [slot, value]));
}

/** @param {Set<string> | null} set @param {string} id */
function isIn(set, id) {
  return set === null || set.has(id);
}

/** A pebble around (0, 0), this many pixels wide. @param {number} w @param {number} seed */
export function stone(w, seed) {
  return shared(`stone ${w} ${seed % 16}`, () =>
    s("g", { class: "stone" }, drawing(pebble(0, 0, w, seed % 16))),
  );
}

/** A piece of any other kind, by its drawing. @param {string} text */
export function body(text) {
  return shared(text, () => s("g", {}, drawing(text)));
}

/**
 * A piece of the last move, which moves to its taker and leaves its outline, until a move is chosen whose
 * label stands there.
 * @param {View} view @param {number} x @param {number} y
 * @param {string} key  The slot comes first, if several pieces have the same.
 * @param {number} order  How many pieces went before it.
 * @param {Tag} outline @param {Tag} gone
 */
export function taken(view, x, y, key, order, outline, gone) {
  if (view.mayMove && view.going[key.split(" ")[0]]) return [];
  const place = `translate(${round(x)} ${round(y)})`;
  const leaving = s(
    "g",
    { key: `leaving ${key}`, class: "leaving-from", transform: place },
    s("g", { class: `leaving ${view.taker} d${Math.min(order, 7)}` }, gone),
  );
  return [
    s("g", { key: `ghost ${key}`, class: "ghost", transform: place }, outline),
    ...(view.taker ? [leaving] : []),
  ];
}

/** The outline of a pebble. @param {number} w @param {number} seed */
export function hollowStone(w, seed) {
  return body(hollow(0, 0, w, seed % 16));
}

/** The outline of something round. @param {number} r */
export function hollowRound(r) {
  return shared(`hollow ${r}`, () => s("circle", { class: "hollow thin", r }));
}

/** The height of a label of a choice, with its point. */
export const TAG = 46;
/** @param {string} text */
export const tagWidth = (text) => 26 + text.length * 10.5;

/**
 * A label with the effect of the choice, next to the piece; a touch on it plays.
 * @param {View} view
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {"up" | "right"} [where]
 */
export function tag(view, x, y, text, where = "up") {
  const w = tagWidth(text);
  const left = where === "up" ? Math.max(4, Math.min(view.box.width - w - 4, x - w / 2)) : x + 10;
  const top = where === "up" ? y - TAG : y - 18;
  const [px, py] = [round(x), round(y)];
  const point =
    where === "up"
      ? `M${px - 9} ${py - 11}L${px} ${py}L${px + 9} ${py - 11}Z`
      : `M${px + 12} ${py - 9}L${px} ${py}L${px + 12} ${py + 9}Z`;
  return s(
    "g",
    { key: "tag", class: "tag", "data-play": "", "aria-hidden": "true" },
    s("rect", { x: round(left), y: round(top), width: w, height: 36, rx: 5 }),
    s("path", { d: point }),
    s("text", { x: round(left + w / 2), y: round(top + 24), "text-anchor": "middle" }, text),
  );
}

/** The area that reacts to a pointer, around (0, 0). @param {number} w @param {number} h */
export function target(w, h) {
  return shared(`target ${w} ${h}`, () =>
    s("rect", { class: "target", x: -w / 2, y: -h / 2, width: w, height: h, rx: Math.min(w, h) / 4 }),
  );
}

/** @type {Map<string, Tag>} */
const shapes = new Map();

/** Equal shapes are one object, so redrawing them costs nothing. @param {string} key @param {() => Tag} make */
function shared(key, make) {
  const shape = shapes.get(key) ?? make();
  shapes.set(key, shape);
  return shape;
}

/** @param {number} x @param {number} y @param {string} text @param {string} [name] */
export function label(x, y, text, name = "label") {
  return s(
    "text",
    { key: `label ${round(x)} ${round(y)}`, class: name, x: round(x), y: round(y), "text-anchor": "middle" },
    text,
  );
}

/** @param {number} x */
export function round(x) {
  return Math.round(x * 10) / 10;
}

/** Numbers from 0 to n - 1. @param {number} n */
export function range(n) {
  return Array.from({ length: Math.max(0, n) }, (_, i) => i);
}

/**
 * The marks of a list of places; `placesRead` is the inverse.
 * @param {number[]} places
 * @returns {Marks}
 */
export function placesShown(places) {
  return Object.fromEntries(places.map((place) => [`c${place}`, 1]));
}

/** @param {Marks} marks */
export function placesRead(marks) {
  return Object.keys(marks)
    .map((slot) => Number(slot.slice(1)))
    .sort((a, b) => a - b);
}
