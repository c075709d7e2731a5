// Boards of stacks: Building Nim, whose stacks are first built and then taken
// down, and stacks in a circle.

import { s } from "../browser/dom.js";
import { heapName, t } from "../texts/text.js";
import { block } from "../matter/pieces.js";
import { body, label, piece, range, target, widthOf } from "./draw.js";
import { describeHeaps, drawHeaps, manyHeaps, pilesOf, takesWith } from "./heaps.js";
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
    const ring = stacks.length <= MOST_HEAPS && drawRing(view, pilesOf(view, stacks));
    if (ring) return ring;
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
