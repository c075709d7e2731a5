// Boards of stacks: Building Nim, whose stacks are first built and then taken
// down, and stacks in a circle.

import { s } from "../browser/dom.js";
import { heapName, number, t } from "../texts/text.js";
import { block } from "../matter/pieces.js";
import { body, label, piece, range, round, target } from "./draw.js";
import { describeHeaps, drawHeaps, manyHeaps, pilesOf, takesWith, trayOf } from "./heaps.js";
import { MOST_HEAPS } from "./pile.js";
import { drawRing } from "./ring.js";

/** @typedef {import("./draw.js").Board} Board */
/** @typedef {import("./draw.js").View} View */

/** `["place", stack]`, then `["take", stack, number]` @type {Board} */
export const building = {
  draw: (view) => {
    const { remaining = 0, stacks = [] } = view.position;
    return remaining > 0 ? drawBuilding(view, remaining, stacks) : drawHeaps(view, stacks);
  },
  show: ([what, stack, take]) => (what === "place" ? [{ [`p${stack}`]: 1 }] : [{ [`h${stack}`]: take }]),
  read: (marks) => {
    const [[slot, value], ...more] = Object.entries(marks);
    const stack = Number(slot.slice(1));
    return more.length ? null : slot[0] === "p" ? ["place", stack] : ["take", stack, value];
  },
  covers: takesWith,
  took: ([what, , take]) => (what === "take" ? take : 0),
  tray: trayOf,
  say: ([what, stack, take]) =>
    what === "place"
      ? t("say.place", { heap: heapName(stack) })
      : t("say.take", { n: take, heap: heapName(stack) }),
  describe: ({ remaining = 0, stacks = [] }) =>
    remaining ? t("board.building", { n: remaining, heaps: describeHeaps(stacks) }) : describeHeaps(stacks),
};

/** A take for each stack of a circle. @type {Board} */
export const circularStacks = {
  ...manyHeaps,
  draw: (view) => {
    const stacks = view.position.heaps ?? [];
    const ring = stacks.length <= MOST_HEAPS && drawRing(view, pilesOf(view, stacks));
    if (ring) return ring;
    const row = drawHeaps(view, stacks);
    return Array.isArray(row)
      ? row
      : { ...row, nodes: [...row.nodes, label(row.width / 2, 24, t("board.ring"))] };
  },
};

/** Blocks to place that are drawn; the others are in the number above them. */
const MOST_STORED = 40;
/** The size of a block, and the least column that is touched. */
const BLOCK = { most: 72, least: 22, pitch: 0.98 };
const COLUMN = 46;
/** The room above the stacks, and below a line of them for number and letter. */
const [STORE, FOOT] = [84, 70];

/**
 * The size of blocks with which all that are to be placed find room, if the stacks grow alike.
 * @param {View} view @param {number} remaining @param {number[]} stacks
 */
function sizeOf({ box }, remaining, stacks) {
  const perLine = Math.max(1, Math.min(stacks.length, Math.floor(box.width / COLUMN)));
  const lines = Math.ceil(stacks.length / perLine);
  const column = Math.min(box.width / perLine, BLOCK.most * 2.1);
  const whole = remaining + stacks.reduce((a, b) => a + b, 0);
  const rows = Math.max(...stacks, Math.ceil(whole / stacks.length)) + 1;
  const tall = (box.height - STORE) / lines - FOOT;
  const w = Math.max(BLOCK.least, Math.min(BLOCK.most, column * 0.74, tall / rows / BLOCK.pitch));
  const line = Math.max(tall, rows * w * BLOCK.pitch) + FOOT;
  return { perLine, lines, column, w, rows, line };
}

/** @param {View} view @param {number} remaining @param {number[]} stacks */
function drawBuilding(view, remaining, stacks) {
  if (stacks.length > 40) {
    return stacks.map((n, i) => ({
      slot: `p${i}`,
      label: t("field.place", { heap: heapName(i), n }),
      name: heapName(i),
      max: 1,
    }));
  }
  const { perLine, lines, column, w, rows, line } = sizeOf(view, remaining, stacks);
  const { width, height } = view.box;
  return {
    width,
    height: Math.max(height, STORE + lines * line),
    nodes: [
      label(width / 2, 30, t("board.remaining", { n: remaining }), "letter strong"),
      ...stored(width, Math.min(remaining, MOST_STORED)),
      ...stacks.flatMap((n, i) => {
        const down = Math.floor(i / perLine);
        const inLine = Math.min(perLine, stacks.length - down * perLine);
        const x = round(width / 2 + ((i % perLine) - (inLine - 1) / 2) * column);
        const base = round(STORE + (down + 1) * line - FOOT);
        return buildingStack(view, n, i, { x, base, w, rows, column });
      }),
    ],
  };
}

/** The blocks that are still to be placed. @param {number} width @param {number} n */
function stored(width, n) {
  const w = Math.min(28, (width - 24) / n / 1.3);
  return range(n).map((i) =>
    s(
      "g",
      { key: `store ${i}`, transform: `translate(${round(width / 2 + (i - (n - 1) / 2) * w * 1.3)} 72)` },
      body(block(-w / 2, 0, w)),
    ),
  );
}

/**
 * @param {View} view
 * @param {number} n
 * @param {number} i
 * @param {{x: number, base: number, w: number, rows: number, column: number}} place
 */
function buildingStack(view, n, i, { x, base, w, rows, column }) {
  const heap = heapName(i);
  const pitch = w * BLOCK.pitch;
  const tall = rows * pitch;
  const shape = body(block(-w / 2, w / 2, w));
  return [
    ...range(n).map((k) =>
      s(
        "g",
        {
          key: `stone ${i} ${k}`,
          class: view.last[`p${i}`] && k === n - 1 ? "set last" : "set",
          transform: `translate(${x} ${round(base - (k + 0.5) * pitch)})`,
        },
        shape,
      ),
    ),
    piece(
      view,
      { slot: `p${i}`, x, y: round(base - tall / 2) },
      () => t("piece.put", { heap, n }),
      () => [
        target(round(Math.min(column - 4, w * 1.9)), round(tall + 8)),
        s("g", { class: "drop", transform: `translate(0 ${round(tall / 2 - (n + 0.5) * pitch)})` }, shape),
      ],
    ),
    label(x, base + 40, number(n), column < 60 ? "count small" : "count"),
    label(x, base + 62, heap, "letter"),
  ];
}
