// Boards of vertices and lines: a graph, and a poset as its Hasse diagram.

import { s } from "../dom.js";
import { list, t } from "../text.js";
import { ghost, piece, placesRead, placesShown, range, target, widthOf } from "./draw.js";
import { hasse, layOut } from "./layout.js";

/** @typedef {import("./draw.js").Board} Board */
/** @typedef {import("./draw.js").View} View */
/** @typedef {import("../wire.js").Setup} Setup */
/** @typedef {{points: Array<[number, number]>, width: number, height: number}} Layout */

/** @type {Board} */
export const graph = {
  draw: (view) => {
    const { vertices, edges } = view.game.params;
    const layout = once(view.game, view.narrow, () => layOut(vertices, edges, widthOf(view)));
    return drawNetwork(view, vertices, edges, layout, (vertex) => t("piece.vertex", { vertex: vertex + 1 }));
  },
  show: (/** @type {number[]} */ move) => [placesShown(move)],
  read: placesRead,
  say: (/** @type {number[]} */ move) => t("say.vertices", { n: move.length, vertices: list(move.map((v) => v + 1)) }),
  describe: ({ present = [] }, { params }) => {
    if (present.length === 0) return t("board.empty");
    const lines = params.edges.filter((/** @type {number[]} */ edge) => edge.every((v) => present.includes(v)));
    return t("board.graph", {
      n: present.length,
      vertices: list(present.map((v) => v + 1)),
      edges: list(lines.slice(0, 60).map((/** @type {number[]} */ [a, b]) => `${a + 1}–${b + 1}`)) || t("board.none"),
    });
  },
};

/** @type {Board} */
export const poset = {
  draw: (view) => {
    const { elements, covers } = view.game.params;
    const layout = once(view.game, view.narrow, () => hasse(elements, covers));
    return drawNetwork(view, elements, covers, layout, (x) => t("piece.element", { element: x + 1 }));
  },
  show: (move) => [{ [`c${move}`]: 1 }],
  read: (marks) => (Object.keys(marks).length === 1 ? placesRead(marks)[0] : null),
  // What goes with an element is drawn as the lines that lead up from it.
  covers: ([slot], [other], { params }) => slot === other || above(Number(slot.slice(1)), params.covers).has(Number(other.slice(1))),
  say: (move) => t("say.element", { element: move + 1 }),
  describe: ({ present = [] }, { params }) => {
    if (present.length === 0) return t("board.empty");
    const lines = params.covers.filter((/** @type {number[]} */ pair) => pair.every((x) => present.includes(x)));
    return t("board.poset", {
      n: present.length,
      elements: list(present.map((x) => x + 1)),
      covers: list(lines.slice(0, 60).map((/** @type {number[]} */ [low, high]) => t("board.under", { low: low + 1, high: high + 1 }))) || t("board.none"),
    });
  },
};

/** @type {WeakMap<Setup, Map<boolean, Layout>>} */
const layouts = new WeakMap();

/** @param {Setup} game @param {boolean} narrow @param {() => Layout} make */
function once(game, narrow, make) {
  const made = layouts.get(game) ?? new Map();
  layouts.set(game, made);
  if (!made.has(narrow)) made.set(narrow, make());
  return /** @type {Layout} */ (made.get(narrow));
}

/** @param {number} element @param {Array<[number, number]>} covers */
function above(element, covers) {
  const reached = new Set([element]);
  for (const low of reached) {
    for (const [a, b] of covers) if (a === low) reached.add(b);
  }
  reached.delete(element);
  return reached;
}

/** @param {View} view @param {number} count @param {Array<[number, number]>} lines @param {Layout} layout @param {(i: number) => string} name */
function drawNetwork(view, count, lines, { points, width, height }, name) {
  const present = new Set(view.position.present ?? []);
  return {
    width: Math.max(width, 200),
    height,
    nodes: [
      ...lines.map(([a, b], i) => s("line", {
        key: `line ${i}`,
        class: present.has(a) && present.has(b) ? "edge" : "edge cut-off",
        x1: points[a][0], y1: points[a][1], x2: points[b][0], y2: points[b][1],
      })),
      ...range(count).flatMap((i) => {
        const [x, y] = points[i];
        if (!present.has(i)) {
          return [
            s("circle", { key: `gap ${i}`, class: "gap", cx: x, cy: y, r: 5 }),
            ...(view.last[`c${i}`] ? [ghost(x, y, 17, 17, String(i))] : []),
          ];
        }
        return [piece(view, { slot: `c${i}`, x, y, label: name(i) },
          target(46, 46),
          s("circle", { class: "vertex", r: 18 }),
          s("text", { class: "number on-stone", y: 5, "text-anchor": "middle" }, String(i + 1)))];
      }),
    ],
  };
}
