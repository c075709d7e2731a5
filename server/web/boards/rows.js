// Boards of rows: Grundy's game cuts a row in two unequal parts, an octal game
// knocks a run of pins out of it and may leave two rows.

import { s } from "../browser/dom.js";
import { heapName, list, t } from "../texts/text.js";
import { describeHeaps } from "./heaps.js";
import { pin as pinShape } from "../matter/pieces.js";
import { body, label, piece, range, stone, target, widthOf } from "./draw.js";

/** @typedef {import("./draw.js").Board} Board */
/** @typedef {import("./draw.js").View} View */
/** @typedef {import("./draw.js").Tag} Tag */
/** @typedef {import("../state/selection.js").Marks} Marks */

/** The most pins in all; beyond that, numbers are shown. */
const MOST_PINS = 200;
export const PITCH = 34;
const LINE = 54;

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
    return drawRows(view, heaps, (at, heap, i) => [
      s(
        "g",
        { key: `stone ${heap} ${i}`, transform: `translate(${at(i + 0.5).join(" ")})` },
        stone(31, i * 3 + heap),
      ),
      ...(i > 0 ? [cut(view, at, heap, i, heaps[heap])] : []),
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
    return drawRows(view, heaps, (at, heap, i) => [pin(view, at, heap, i)]);
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
 * Rows one under the other; one too long for the screen continues in the next line.
 * @param {View} view @param {number[]} heaps
 * @param {(at: (place: number) => [number, number], heap: number, i: number) => Tag[]} drawPlace
 */
export function drawRows(view, heaps, drawPlace) {
  const left = view.narrow ? 34 : 44;
  const fit = Math.floor((widthOf(view) - left - 8) / PITCH);
  // As wide as at the start, so that the board does not jump.
  const longest = Math.min(fit, Math.max(...heaps, ...(view.game.start.heaps ?? []), 4));
  /** @type {Tag[]} */
  const nodes = [];
  let y = 34;
  heaps.forEach((size, heap) => {
    const lines = Math.max(1, Math.ceil(size / fit));
    nodes.push(label(left - 22, y + 6, heapName(heap), "label strong"));
    for (const line of range(lines)) {
      const held = Math.min(fit, size - line * fit);
      nodes.push(
        s("rect", {
          key: `rail ${heap} ${line}`,
          class: "rail",
          x: left,
          y: y + line * LINE + 15,
          width: Math.max(held, 0.3) * PITCH,
          height: 4,
          rx: 2,
        }),
      );
    }
    const top = y;
    const at = (/** @type {number} */ place) => {
      const line = Math.min(lines - 1, Math.floor(place / fit));
      return /** @type {[number, number]} */ ([left + (place - line * fit) * PITCH, top + line * LINE]);
    };
    for (const i of range(size)) nodes.push(...drawPlace(at, heap, i));
    y += lines * LINE;
  });
  return { width: left + longest * PITCH + 8, height: y + 4, nodes };
}

/** @param {View} view @param {(place: number) => [number, number]} at @param {number} heap @param {number} i @param {number} size */
function cut(view, at, heap, i, size) {
  const [x, y] = at(i);
  return piece(
    view,
    { slot: `h${heap}`, value: i, x, y },
    () => t("piece.cut", { heap: heapName(heap), a: i, b: size - i }),
    () => [target(PITCH, 46), s("line", { class: "cut", y1: -20, y2: 20 })],
  );
}

/** @param {View} view @param {(place: number) => [number, number]} at @param {number} heap @param {number} i */
function pin(view, at, heap, i) {
  const [x, y] = at(i + 0.5);
  return piece(
    view,
    { slot: `h${heap}.${i}`, x, y },
    () => t("piece.pin", { heap: heapName(heap), place: i + 1 }),
    () => [target(PITCH, 46), body(pinShape(0, 19, 46))],
  );
}
