// Graph Nim: connected vertices, or a vertex with its neighbours.

import { graph } from "../boards/graph.js";
import { edge, natural, oneOf, upTo } from "./fields.js";

const SHAPES = ["path", "cycle", "star", "wheel", "complete", "grid", "cube", "petersen"];

/** @type {import("./index.js").VariantFile} */
export default {
  board: graph,
  ownStart: {
    fields: [
      { name: "shape", kind: "choice", choices: SHAPES },
      natural("n", 1, 60),
      { name: "rule", kind: "choice", choices: ["kayles", "arc_kayles", "star"] },
    ],
    make: ({ shape, n, rule }) => {
      const { vertices, edges } = graphOf(shape, Number(n));
      const limits =
        rule === "star" ? { rule } : { rule: "connected", min: rule === "kayles" ? 1 : 2, max: 2 };
      return { params: { vertices, edges, graph: shape, ...limits }, start: { present: upTo(vertices) } };
    },
    read: ({ params }) => {
      const shape = oneOf(SHAPES, String(params.graph).toLowerCase());
      const n = shape === "grid" ? Math.round(Math.sqrt(params.vertices)) : params.vertices;
      return {
        shape,
        n: String(n),
        rule: params.rule === "star" ? "star" : params.min === 2 ? "arc_kayles" : "kayles",
      };
    },
  },
  words: {
    en: {
      name: "Graph Nim",
      hint: "Take points that are joined",
      "rules.connected": "Remove {min} to {max} points that are joined.",
      "rules.exact": "Remove {max} points that are joined.",
      "rules.star": "Remove a point, and with it any of its neighbours.",
    },
    de: {
      name: "Nim auf Graphen",
      hint: "Nimm Punkte, die verbunden sind",
      "rules.connected": "Entferne {min} bis {max} Punkte, die zusammenhängen.",
      "rules.exact": "Entferne {max} Punkte, die zusammenhängen.",
      "rules.star": "Entferne einen Punkt und mit ihm beliebige seiner Nachbarn.",
    },
    es: {
      name: "Nim en grafos",
      hint: "Quita puntos unidos",
      "rules.connected": "Quita de {min} a {max} puntos conectados.",
      "rules.exact": "Quita {max} puntos conectados.",
      "rules.star": "Quita un punto y con él los vecinos que quieras.",
    },
    fr: {
      name: "Nim des graphes",
      hint: "Prenez des points reliés",
      "rules.connected": "Retirez de {min} à {max} points reliés entre eux.",
      "rules.exact": "Retirez {max} points reliés entre eux.",
      "rules.star": "Retirez un point, et ceux de ses voisins que vous voulez.",
    },
  },
};

/** @param {string} shape @param {number} n @returns {{vertices: number, edges: Array<[number, number]>}} */
function graphOf(shape, n) {
  const ring = (/** @type {number} */ size, from = 0) =>
    upTo(size > 2 ? size : 0).map((i) => edge(from + i, from + ((i + 1) % size)));
  switch (shape) {
    case "path":
      return { vertices: n, edges: upTo(n - 1).map((i) => edge(i, i + 1)) };
    case "cycle":
      return { vertices: n, edges: ring(n) };
    case "star":
      return { vertices: n, edges: upTo(n - 1).map((i) => edge(0, i + 1)) };
    case "wheel":
      return { vertices: n, edges: [...upTo(n - 1).map((i) => edge(0, i + 1)), ...ring(n - 1, 1)] };
    case "complete":
      return { vertices: n, edges: upTo(n).flatMap((i) => upTo(i).map((j) => edge(j, i))) };
    case "grid": {
      const side = Math.max(1, Math.min(n, 7));
      const at = (/** @type {number} */ row, /** @type {number} */ column) => row * side + column;
      return {
        vertices: side * side,
        edges: upTo(side).flatMap((i) =>
          upTo(side - 1).flatMap((j) => [edge(at(i, j), at(i, j + 1)), edge(at(j, i), at(j + 1, i))]),
        ),
      };
    }
    case "cube":
      return {
        vertices: 8,
        edges: upTo(8).flatMap((v) => [1, 2, 4].flatMap((bit) => (v & bit ? [] : [edge(v, v | bit)]))),
      };
    default:
      return {
        vertices: 10,
        edges: [
          ...ring(5),
          ...upTo(5).map((i) => edge(i, i + 5)),
          ...upTo(5).map((i) => edge(5 + i, 5 + ((i + 2) % 5))),
        ],
      };
  }
}
