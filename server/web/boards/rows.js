// Boards of rows: Grundy's game cuts a row in two unequal parts, an octal game
// knocks a run of pins out of it and may leave two rows.

import { s } from "../browser/dom.js";
import { heapName, list, number, t } from "../texts/text.js";
import { describeHeaps } from "./heaps.js";
import { pin as pinShape } from "../matter/pieces.js";
import { TAG, body, label, piece, range, round, stone, tag, tagWidth, target } from "./draw.js";
import { wrapped } from "./wrapping.js";

/** @typedef {import("./draw.js").Board} Board */
/** @typedef {import("./draw.js").View} View */
/** @typedef {import("./draw.js").Tag} Tag */
/** @typedef {import("../state/selection.js").Marks} Marks */

/** The most pins in all; beyond that, numbers are shown. */
const MOST_PINS = 200;
/** The margin for the number and the name of a row. */
const MARGIN = { wide: 118, narrow: 58 };
/** From one piece to the next: the least that can be touched, enough to keep a row in one line, and the most. */
const PITCH = { wide: { least: 34, easy: 44, most: 96 }, narrow: { least: 34, easy: 40, most: 64 } };
/** The height of a line, in pitches, and the least. */
const LINE = { pins: 1.7, stones: 1.36, least: 50 };
/** The height of a stone, in pitches. */
const STONE = 0.57;
/** How high a pin is, and how far it reaches below the middle of its line, in pitches. */
const PIN = { tall: 1.36, foot: 0.56 };

/**
 * @typedef {object} Row  How a row is drawn.
 * @property {number} pitch  From one piece to the next, in pixels.
 * @property {number} line  The height of a line.
 * @property {(place: number) => [number, number]} at  The left end of a place; half a place further is its middle.
 * @property {number} heap
 * @property {number} size
 * @property {number[]} starts  The place with which each of its lines begins.
 */

/** `[heap, a, b]` @type {Board} */
export const grundy = {
  renumbers: true,
  draw: (view) => {
    const heaps = view.position.heaps ?? [];
    if (areNumbers(heaps)) {
      return heaps.flatMap((n, i) =>
        n > 2 ? [{ slot: `h${i}`, label: t("field.cut", { heap: heapName(i), n }), max: n - 1 }] : [],
      );
    }
    return drawRows(view, heaps, LINE.stones, (row, i) => [
      s(
        "g",
        { key: `stone ${row.heap} ${i}`, transform: `translate(${row.at(i + 0.5).join(" ")})` },
        stone(round(row.pitch * 0.91), i * 3 + row.heap),
      ),
      ...(i > 0 ? [cut(view, row, i, row.pitch)] : []),
    ]);
  },
  show: ([heap, a, b]) => [{ [`h${heap}`]: a }, { [`h${heap}`]: b }],
  read: (marks, _, { heaps = [] }) => {
    const [[slot, at], ...more] = Object.entries(marks);
    const heap = Number(slot.slice(1));
    const rest = heaps[heap] - at;
    return more.length ? null : [heap, Math.min(at, rest), Math.max(at, rest)];
  },
  say: ([heap, a, b]) => t("say.split", { heap: heapName(heap), a, b }),
  describe: ({ heaps = [] }) => describeHeaps(heaps),
};

/** `[heap, take, [parts]]` @type {Board} */
export const octal = {
  renumbers: true,
  draw: (view) => {
    const heaps = view.position.heaps ?? [];
    if (areNumbers(heaps)) {
      return heaps.flatMap((n, i) =>
        n === 0
          ? []
          : [
              { slot: `t${i}`, label: t("field.knock", { heap: heapName(i), n }), max: n },
              { slot: `l${i}`, label: t("field.left", { heap: heapName(i) }), max: n - 1 },
            ],
      );
    }
    return drawRows(view, heaps, LINE.pins, (row, i) => [pin(view, row, i)]);
  },
  show: ([heap, take, parts], _, { heaps = [] }) => {
    if (areNumbers(heaps)) {
      const lefts = new Set(parts.length === 1 ? [0, parts[0]] : [parts[0] ?? 0, parts[1] ?? 0]);
      return [...lefts].map((left) => ({ [`t${heap}`]: take, ...(left && { [`l${heap}`]: left }) }));
    }
    const starts = new Set(parts.length === 1 ? [0, parts[0]] : parts.length === 2 ? parts : [0]);
    return [...starts].map((start) =>
      Object.fromEntries(range(take).map((i) => [`h${heap}.${start + i}`, 1])),
    );
  },
  read: (marks, _, { heaps = [] }) => (areNumbers(heaps) ? readFields(marks, heaps) : readRun(marks, heaps)),
  took: ([, take]) => take,
  tray: () => body(pinShape(0, 42, 84)),
  say: ([heap, take, parts]) =>
    parts.length === 0
      ? t("say.knockAll", { n: take, heap: heapName(heap) })
      : t("say.knock", { n: take, heap: heapName(heap), parts: list(parts) }),
  describe: ({ heaps = [] }) => describeHeaps(heaps),
};

/** @param {number[]} heaps */
export function areNumbers(heaps) {
  return heaps.reduce((a, b) => a + b, 0) > MOST_PINS || heaps.length > 60;
}

/** @param {Marks} marks @param {number[]} heaps */
function readFields(marks, heaps) {
  const places = new Set(Object.keys(marks).map((slot) => Number(slot.slice(1))));
  const [heap] = places;
  const take = marks[`t${heap}`] ?? 0;
  const left = marks[`l${heap}`] ?? 0;
  const parts = [left, heaps[heap] - take - left].filter((n) => n > 0).sort((a, b) => a - b);
  return places.size === 1 ? [heap, take, parts] : null;
}

/** The run between the outermost pins selected. @param {Marks} marks @param {number[]} heaps */
function readRun(marks, heaps) {
  const pins = Object.keys(marks).map((slot) => slot.slice(1).split(".").map(Number));
  const heap = pins[0][0];
  if (pins.some(([other]) => other !== heap)) return null;
  const places = pins.map(([, place]) => place);
  const start = Math.min(...places);
  const end = Math.max(...places) + 1;
  const parts = [start, heaps[heap] - end].filter((n) => n > 0).sort((a, b) => a - b);
  return [heap, end - start, parts];
}

/**
 * The pieces of a row in a line, from left to right, as large as the board allows; a row too long for
 * one line continues in the next.
 * @param {View} view @param {number[]} heaps @param {number} ratio  The height of a line, in pitches.
 */
function sizeOf({ box, narrow, game: { start } }, heaps, ratio) {
  const size = narrow ? "narrow" : "wide";
  const margin = MARGIN[size];
  const { least, easy } = PITCH[size];
  const most = Math.max(PITCH.narrow.most, Math.min(PITCH.wide.most, box.width * 0.15));
  const room = box.width - margin - (narrow ? 12 : 40);
  // As large as at the start, so that the board does not jump.
  const longest = Math.max(...heaps, ...(start.heaps ?? []), 4);
  const linesOf = (/** @type {number} */ fit) =>
    heaps.reduce((lines, n) => lines + Math.max(1, Math.ceil(n / fit)), 0);
  const sizeAt = (/** @type {number} */ fit) => {
    const lines = linesOf(fit);
    const pitch = Math.min(most, room / fit, (box.height - TAG - 8) / lines / ratio);
    return pitch < least ? null : { pitch, lines };
  };
  // With no room for all lines, the board scrolls.
  const scrolled = Math.max(1, Math.floor(room / least));
  const best = wrapped(longest, sizeAt, easy) ?? { pitch: least, fit: scrolled, lines: linesOf(scrolled) };
  // The label of a choice has room between two lines of stones, if all lines then have.
  const forTag = Math.min(best.pitch * STONE + TAG, (box.height - TAG - 8) / best.lines);
  return { ...best, margin, line: Math.max(LINE.least, best.pitch * ratio, forTag) };
}

/**
 * Rows one under the other.
 * @param {View} view @param {number[]} heaps @param {number} ratio  The height of a line, in pitches.
 * @param {(row: Row, i: number) => Tag[]} drawPlace
 * @returns {import("./draw.js").Scene}
 */
export function drawRows(view, heaps, ratio, drawPlace) {
  const { pitch, fit: most, lines, margin, line } = sizeOf(view, heaps, ratio);
  const height = Math.max(view.box.height, lines * line + TAG + 8);
  /** @type {Tag[]} */
  const nodes = [];
  /** @type {Tag[]} */
  const tags = [];
  /** @type {Array<{x: number, y: number}>} */
  const notes = [];
  // With little room it is above, where the label of a choice then stands.
  const above = Math.max((height - lines * line) / 2, TAG);
  let top = above;
  heaps.forEach((size, heap) => {
    const own = Math.max(1, Math.ceil(size / most));
    // In several lines, about as many in each: six in lines of up to five are three and three.
    const starts = range(own).map((down) => Math.ceil((down * size) / own));
    const first = top + line / 2;
    const at = (/** @type {number} */ place) => {
      const down = starts.filter((start) => start <= place).length - 1;
      return /** @type {[number, number]} */ ([
        round(margin + (place - starts[down]) * pitch),
        round(first + down * line),
      ]);
    };
    const row = { pitch, line, at, heap, size, starts };
    nodes.push(label(margin * 0.54, first + 2, number(size), view.narrow ? "count small" : "count"));
    nodes.push(label(margin * 0.54, first + (view.narrow ? 20 : 24), heapName(heap), "letter"));
    nodes.push(...starts.map((start, down) => rail(row, down, (starts[down + 1] ?? size) - start)));
    nodes.push(...range(size).flatMap((i) => drawPlace(row, i)));
    tags.push(...told(view, row, above));
    notes.push({
      x: at((starts[1] ?? size) / 2)[0],
      y: Math.max(16, first - pitch * (ratio === LINE.pins ? PIN.tall - PIN.foot : ratio / 2 - 0.22) - 4),
    });
    top += own * line;
  });
  return { width: view.box.width, height, nodes: [...nodes, ...tags], notes };
}

/** What stands under the pieces of a line. @param {Row} row @param {number} down @param {number} held */
function rail({ pitch, at, heap, line }, down, held) {
  const [left, y] = at(0);
  return s("rect", {
    key: `rail ${heap} ${down}`,
    class: "rail",
    x: left,
    y: round(y + down * line + pitch * 0.44),
    width: round(Math.max(held, 0.3) * pitch),
    height: round(pitch * 0.12),
    rx: round(pitch * 0.06),
  });
}

/**
 * The effect of the choice: the two parts of a cut, or how many are taken. It stands above, and where it
 * would hide stones of another line, to the right of the row, or, with no room there, over all rows.
 * @param {View} view @param {Row} row @param {number} top  Where the rows begin.
 */
function told(view, { at, heap, size, pitch, line, starts }, top) {
  if (!view.mayMove) return [];
  const [part, take] = [view.going[`h${heap}`], view.going[`t${heap}`]];
  if (!part && !take) return [];
  const text = part ? `${number(part)} + ${number(size - part)}` : t("tag.take", { n: take });
  const [x, y] = at(part ?? size - take / 2);
  const stone = y - (pitch * STONE) / 2;
  const isFirst = y - line < top;
  if (stone >= TAG && (isFirst || line >= pitch * STONE + TAG)) return [tag(view, x, stone, text)];
  const start = starts[starts.length - 1];
  const [left, last] = at(start);
  const end = round(left + (size - start) * pitch);
  if (end + tagWidth(text) + 14 <= view.box.width) return [tag(view, end, last, text, "right")];
  return [tag(view, x, Math.max(TAG, top - 4), text)];
}

/** The gap before a place, which divides a row. @param {View} view @param {Row} row @param {number} i @param {number} wide */
export function cut(view, { at, heap, size, pitch }, i, wide) {
  const [x, y] = at(i);
  const half = round(pitch * 0.6);
  return piece(
    view,
    { slot: `h${heap}`, value: i, x, y },
    () => t("piece.cut", { heap: heapName(heap), a: i, b: size - i }),
    () => [target(round(wide), round(pitch * 1.34)), s("line", { class: "cut", y1: -half, y2: half })],
  );
}

/** @param {View} view @param {Row} row @param {number} i */
function pin(view, { at, heap, pitch }, i) {
  const [x, y] = at(i + 0.5);
  const tall = pitch * PIN.tall;
  return piece(
    view,
    { slot: `h${heap}.${i}`, x, y },
    () => t("piece.pin", { heap: heapName(heap), place: i + 1 }),
    () => [target(round(pitch), round(tall)), body(pinShape(0, round(pitch * PIN.foot), round(tall)))],
  );
}
