// Boards of stacks: Building Nim, whose stacks are first built and then taken
// down, and stacks in a circle.

import { s } from "../browser/dom.js";
import { heapName, t } from "../texts/text.js";
import { block, coin } from "../matter/pieces.js";
import { body, hollowRound, label, piece, range, taken, target, widthOf } from "./draw.js";
import { describeHeaps, drawHeaps, manyHeaps, takesWith } from "./heaps.js";

/** @typedef {import("./draw.js").Board} Board */
/** @typedef {import("./draw.js").View} View */

/** Larger circles are drawn as heaps in a row. */
const MOST_IN_A_RING = 16;
const TALLEST_IN_A_RING = 9;
/** On a phone taller stacks would be too small for a finger. */
const TALLEST_ON_A_PHONE = 5;
/** The width of a coin in a ring, and from one to the next: side by side they overlap a little. */
const COIN = 38;
const STEP = 29;

/** `["place", stack]`, then `["take", stack, number]` @type {Board} */
export const building = {
  draw: (view) => {
    const { remaining = 0, stacks = [] } = view.position;
    return remaining > 0 ? drawBuilding(view, remaining, stacks) : drawHeaps(view, stacks);
  },
  show: ([what, stack, number]) => (what === "place" ? [{ [`p${stack}`]: 1 }] : [{ [`h${stack}`]: number }]),
  read: (marks) => {
    const [[slot, value], ...more] = Object.entries(marks);
    const stack = Number(slot.slice(1));
    return more.length ? null : slot[0] === "p" ? ["place", stack] : ["take", stack, value];
  },
  covers: takesWith,
  took: ([what, , number]) => (what === "take" ? number : 0),
  say: ([what, stack, number]) =>
    what === "place"
      ? t("say.place", { heap: heapName(stack) })
      : t("say.take", { n: number, heap: heapName(stack) }),
  describe: ({ remaining = 0, stacks = [] }) =>
    remaining ? t("board.building", { n: remaining, heaps: describeHeaps(stacks) }) : describeHeaps(stacks),
};

/** A take for each stack of a circle. @type {Board} */
export const circularStacks = {
  ...manyHeaps,
  draw: (view) => {
    const stacks = view.position.heaps ?? [];
    // Based on the start, so that the layout does not change as the board empties.
    const tallest = Math.max(...stacks, ...(view.game.start.heaps ?? []));
    const ringed =
      stacks.length <= MOST_IN_A_RING && tallest <= (view.narrow ? TALLEST_ON_A_PHONE : TALLEST_IN_A_RING);
    if (ringed) return drawRing(view, stacks);
    const row = drawHeaps(view, stacks);
    return Array.isArray(row)
      ? row
      : { ...row, nodes: [...row.nodes, label(row.width / 2, 24, t("board.ring"))] };
  },
};

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
  const perLine = Math.min(stacks.length, Math.floor(widthOf(view) / 46));
  const pitch = Math.min(64, widthOf(view) / perLine);
  const width = Math.max(perLine * pitch, view.narrow ? 200 : 330);
  const rows = Math.max(...stacks) + 1;
  const lineHeight = rows * 25 + 66;
  const store = 40 + Math.ceil(Math.min(remaining, 60) / 20) * 16;
  return {
    width,
    height: store + lineHeight * Math.ceil(stacks.length / perLine),
    nodes: [
      label(width / 2, 20, t("board.remaining", { n: remaining }), "label strong"),
      ...range(Math.min(remaining, 60)).map((i) => {
        const held = Math.min(20, remaining - Math.floor(i / 20) * 20);
        return s(
          "g",
          {
            key: `store ${i}`,
            transform: `translate(${width / 2 + ((i % 20) - (held - 1) / 2) * 15} ${38 + Math.floor(i / 20) * 16})`,
          },
          body(block(-6, 6, 12)),
        );
      }),
      ...stacks.flatMap((n, i) => {
        const line = Math.floor(i / perLine);
        const inLine = Math.min(perLine, stacks.length - line * perLine);
        const x = width / 2 + ((i % perLine) - (inLine - 1) / 2) * pitch;
        const base = store + line * lineHeight + rows * 25 + 10;
        return buildingStack(view, n, i, x, base, pitch, rows);
      }),
    ],
  };
}

/**
 * @param {View} view
 * @param {number} n
 * @param {number} i
 * @param {number} x
 * @param {number} base
 * @param {number} pitch
 * @param {number} rows
 */
function buildingStack(view, n, i, x, base, pitch, rows) {
  const heap = heapName(i);
  const tall = rows * 25;
  return [
    ...range(n).map((k) =>
      s(
        "g",
        {
          key: `stone ${i} ${k}`,
          class: view.last[`p${i}`] && k === n - 1 ? "set last" : "set",
          transform: `translate(${x} ${base - (k + 0.5) * 25})`,
        },
        body(block(-13, 13, 25)),
      ),
    ),
    piece(
      view,
      { slot: `p${i}`, x, y: base - tall / 2 },
      () => t("piece.put", { heap, n }),
      () => [
        target(pitch - 4, tall + 8),
        s(
          "g",
          { class: "drop", transform: `translate(0 ${tall / 2 - (n + 0.5) * 25})` },
          body(block(-13, 13, 25)),
        ),
      ],
    ),
    label(x, base + 22, heap, "label strong"),
    label(x, base + 40, String(n)),
  ];
}

/** Stones of a stack lie on a ray from the middle. @param {View} view @param {number[]} stacks */
function drawRing(view, stacks) {
  const inner = Math.max(40, (stacks.length * 40) / (2 * Math.PI) - 12);
  const ray = (/** @type {number} */ i, /** @type {number} */ r) => {
    const angle = (2 * Math.PI * i) / stacks.length - Math.PI / 2;
    return [r * Math.cos(angle), r * Math.sin(angle)];
  };
  // No larger than the stacks reach at the start, so that they are as large as the board allows.
  const ends = (view.game.start.heaps ?? stacks).map((n, i) => ray(i, inner + (n - 0.5) * STEP));
  const across = [0, 1].map((axis) => ends.map((end) => end[axis]));
  const [left, top] = across.map((all) => Math.min(-inner, ...all) - COIN * 0.6);
  const [right, foot] = across.map((all) => Math.max(inner, ...all) + COIN * 0.6);
  const nodes = stacks.flatMap((count, i) => {
    const at = (/** @type {number} */ r) => ray(i, r).map((place, axis) => place - [left, top][axis]);
    const [lx, ly] = at(inner - 16);
    return [
      label(lx, ly + 5, heapName(i), "label strong"),
      ...range(count + (view.last[`h${i}`] ?? 0)).flatMap((k) => {
        const [x, y] = at(inner + (k + 0.5) * STEP);
        const one = body(coin(0, 0, COIN, k, { copper: true, thick: 0.3 }));
        if (k >= count) return taken(view, x, y, `${i} ${k}`, k - count, hollowRound(13), one);
        const value = count - k;
        return [
          piece(
            view,
            { slot: `h${i}`, value, x, y },
            () => t("piece.take", { n: value, heap: heapName(i), size: count }),
            () => [target(32, STEP), one],
          ),
        ];
      }),
    ];
  });
  const plate = s("circle", { key: "plate", class: "panel", cx: -left, cy: -top, r: inner - 2 });
  return { width: right - left, height: foot - top, nodes: [plate, ...nodes] };
}
