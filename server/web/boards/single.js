// Boards with one number: the rising total of 21 and 100, and the heap of
// Fibonacci Nim with its limit.

import { s } from "../browser/dom.js";
import { number, t } from "../texts/text.js";
import { rodbead, seed } from "../matter/pieces.js";
import { body, hollowRound, label, piece, range, round, tag, taken, target } from "./draw.js";
import { drawPiles } from "./pile.js";
import { takesWith } from "./heaps.js";

/** @typedef {import("./draw.js").Board} Board */
/** @typedef {import("./draw.js").View} View */

/** With more beads than this, a number is clearer. */
const MOST_TILES = 120;

/** Beads from 1 to the target. @type {Board} */
export const total = {
  draw: (view) => {
    const { target: end, step } = view.game.params;
    const now = view.position.total ?? 0;
    if (end > MOST_TILES) {
      return [
        { slot: "d", label: t("field.total", { total: now, target: end }), max: Math.min(step, end - now) },
      ];
    }
    return rods(view, now, end);
  },
  show: (move) => [{ d: move }],
  read: ({ d }) => d ?? null,
  covers: takesWith,
  say: (move) => t("say.raise", { n: move }),
  describe: ({ total = 0 }, { params }) => t("board.total", { total, target: params.target }),
};

/** @type {Board} */
export const fibonacci = {
  draw: (view) => {
    const { heap = 0 } = view.position;
    return drawSeeds(view, heap) ?? drawHeap(view, heap);
  },
  show: (move) => [{ d: move }],
  read: ({ d }) => d ?? null,
  covers: takesWith,
  took: (move) => move,
  tray: () => body(seed(0, 0, 42, 70)),
  say: (move) => t("say.takeOf", { n: move }),
  describe: ({ heap = 0, limit = 0 }) => {
    if (heap === 0) return t("board.empty");
    return limit < heap ? t("board.fibonacci", { n: heap, limit }) : t("board.fibonacciAll", { n: heap });
  },
};

/** A heap too large for a flower. @param {View} view @param {number} heap */
function drawHeap(view, heap) {
  const pile = {
    slot: "d",
    count: heap,
    ghosts: view.last.d ?? 0,
    room: 0,
    name: limitOf(view.position),
    field: t("field.heapOf", { n: heap }),
    sayTake: (/** @type {number} */ n) => t("piece.takeOf", { n, size: heap }),
  };
  return drawPiles(view, [pile], "seed");
}

/** How many may be taken, while any may: that it is all is worth more than their number. @param {View["position"]} position */
function limitOf({ heap = 0, limit = 0 }) {
  if (heap === 0) return "";
  return limit < heap ? t("board.limit", { n: limit }) : t("board.limitAll");
}

/** The golden angle, between successive seeds of a sunflower. */
const GOLDEN = 2.39996;

/** A sunflower: seeds are taken from the outside. @param {View} view @param {number} heap */
function drawSeeds(view, heap) {
  const { width, height } = view.box;
  const room = Math.max(heap + (view.last.d ?? 0), view.game.start.heap ?? 0, 8);
  const radius = Math.min(width, height - 64) / 2 - 4;
  // The outermost seed reaches half its length farther out.
  const step = radius / (Math.sqrt(room) + 0.9);
  if (step < (view.narrow ? 17 : 10)) return null;
  const size = Math.min(step * 0.84, 44);
  const [cx, cy] = [width / 2, (height - 52) / 2 + 4];
  const at = (/** @type {number} */ i) => {
    const r = Math.min(step, 54) * Math.sqrt(i + 0.6);
    return [cx + r * Math.cos(i * GOLDEN), cy + r * Math.sin(i * GOLDEN)];
  };
  const shape = (/** @type {number} */ i) => body(seed(0, 0, size, Math.round(i * GOLDEN * 57.3 + 90) % 360));
  const nodes = range(room).flatMap((i) => {
    const [x, y] = at(i);
    if (i >= heap)
      return i < heap + (view.last.d ?? 0)
        ? taken(view, x, y, `d ${i}`, i - heap, hollowRound(size * 0.7), shape(i))
        : [];
    const value = heap - i;
    return [
      piece(
        view,
        { slot: "d", value, x, y },
        () => t("piece.takeOf", { n: value, size: heap }),
        () => [target(size * 1.7, size * 1.7), shape(i)],
      ),
    ];
  });
  nodes.push(
    ...takeTag(view, cx, cy, Math.min(step, 54) * Math.sqrt(heap) + size * 0.6),
    label(cx, height - 34, number(heap), "count"),
    label(cx, height - 12, limitOf(view.position), "letter"),
  );
  return { width, height, nodes, reach: round(size) };
}

/**
 * How many seeds are chosen: above the flower, or where that has no room at its side, for on a seed it would be in
 * the way of the next touch.
 * @param {View} view @param {number} cx @param {number} cy @param {number} radius  Of the flower.
 */
function takeTag(view, cx, cy, radius) {
  if (!view.mayMove || !view.going.d) return [];
  const text = t("tag.take", { n: view.going.d });
  const beside = cy - radius < 46 && cx - radius > 150;
  return [
    beside ? tag(view, cx + radius, cy, text, "right") : tag(view, cx, Math.max(46, cy - radius), text),
  ];
}

/**
 * @typedef {object} Rods  Where beads are, in pixels: a rod every `pitch`, on it a bead every `w`; those
 *   not yet counted lie `gap` further right.
 * @property {number} columns
 * @property {number} rows
 * @property {number} w
 * @property {number} gap
 * @property {number} pitch
 * @property {number} tall
 * @property {number} left
 * @property {number} top
 */

/** Beads on rods; those already counted lie on the left. @param {View} view @param {number} now @param {number} end */
function rods(view, now, end) {
  const { width, height } = view.box;
  const place = rodsFor(view, end);
  const { columns, rows } = place;
  const nodes = range(rows).flatMap((row) => [
    rod(place, row),
    ...range(Math.min(columns, end - row * columns)).map((column) =>
      bead(view, place, row, column, now, end),
    ),
  ]);
  const { left, top, gap, w, pitch } = place;
  if (view.mayMove && view.going.d && top >= 46) {
    const column = (now + view.going.d - 1) % columns;
    nodes.push(tag(view, left + gap + (column + 0.5) * w, top + pitch * 0.05, `+${number(view.going.d)}`));
  }
  const says = now === 0 ? t("board.totalStart") : t("board.total", { total: now, target: end });
  nodes.push(label(width / 2, height - 12, says, "letter"));
  return { width, height, nodes };
}

/** @param {View} view @param {number} end @returns {Rods} */
function rodsFor({ box: { width, height }, narrow }, end) {
  const columns = end % 10 === 0 ? 10 : end <= 35 ? 7 : 10;
  const rows = Math.ceil(end / columns);
  const margin = narrow ? 10 : 28;
  // Beads stay wide enough for a finger on the smallest phone.
  const gap = narrow ? 28 : (width - 2 * margin) * 0.14;
  const w = Math.min(58, (width - 2 * margin - gap) / columns);
  const pitch = Math.min((height - 40) / rows, w * 1.9);
  const tall = Math.min(pitch * 0.82, w * 1.5);
  const left = (width - columns * w - gap) / 2;
  const top = (height - 26 - pitch * rows) / 2;
  return { columns, rows, w, gap, pitch, tall, left, top };
}

/** @param {Rods} place @param {number} row */
function rod({ columns, w, gap, pitch, left, top }, row) {
  return s("rect", {
    key: `rod ${row}`,
    class: "rod",
    x: round(left - 14),
    y: round(top + (row + 0.5) * pitch - 1.5),
    width: round(columns * w + gap + 28),
    height: 3,
    rx: 1.5,
  });
}

/** @param {View} view @param {Rods} place @param {number} row @param {number} column @param {number} now @param {number} end */
function bead(view, { columns, w, gap, pitch, tall, left, top }, row, column, now, end) {
  const value = row * columns + column + 1;
  const said = value <= now;
  const [x, y] = [left + (column + 0.5) * w + (said ? 0 : gap), top + (row + 0.5) * pitch];
  const colour = beadColour(row, column, value, said, end);
  const bright = said || colour === "bdN" || value === end;
  const shapes = () => [
    body(rodbead(0, 0, w * 0.94, tall, colour)),
    s("text", { class: bright ? "number light" : "number", y: 5, "text-anchor": "middle" }, number(value)),
  ];
  if (!said)
    return piece(
      view,
      { slot: "d", value: value - now, x, y },
      () => t("piece.raise", { n: value - now, total: value }),
      () => [target(w, pitch), ...shapes()],
    );
  const passed = value > now - (view.last.d ?? 0);
  const name = ["bead said", value === now && "now", passed && "passed"].filter(Boolean).join(" ");
  return s(
    "g",
    { key: `bead ${value}`, class: name, transform: `translate(${round(x)} ${round(y)})` },
    shapes(),
  );
}

/**
 * In a frame of a hundred, fives alternate so that they can be counted.
 * @param {number} row @param {number} column @param {number} value @param {boolean} said @param {number} end
 */
function beadColour(row, column, value, said, end) {
  if (value === end) return "bdR";
  if (said) return "bdT";
  const alternates = end > 35 && (Math.floor(column / 5) + Math.floor(row / 5)) % 2 === 1;
  return alternates ? "bdN" : "bdB";
}
