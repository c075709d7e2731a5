// Poset games: an element and all above it.

import { poset } from "../boards/poset.js";
import { edge, oneOf, upTo } from "./fields.js";

const ORDERS = ["tree", "grid", "cube", "zigzag", "diamond", "chains"];

/** @type {import("./index.js").VariantFile} */
export default {
  board: poset,
  ownStart: {
    fields: [{ name: "shape", kind: "choice", choices: ORDERS }],
    make: ({ shape }) => {
      const { elements, covers } = posetOf(shape);
      return { params: { elements, covers, poset: shape }, start: { present: upTo(elements) } };
    },
    read: ({ params }) => ({ shape: oneOf(ORDERS, params.poset) }),
  },
  words: {
    en: {
      name: "Poset game",
      rules: "Remove an element, and with it all that is above it.",
    },
    de: {
      name: "Ordnungsspiel",
      rules: "Entferne ein Element und mit ihm alles, was darüber liegt.",
    },
    es: {
      name: "Juego de orden",
      rules: "Quita un elemento y con él todo lo que está encima.",
    },
  },
};

/** @param {string} shape @returns {{elements: number, covers: Array<[number, number]>}} */
function posetOf(shape) {
  switch (shape) {
    case "grid":
      return {
        elements: 12,
        covers: upTo(12).flatMap((x) => [
          ...(x % 4 < 3 ? [edge(x, x + 1)] : []),
          ...(x < 8 ? [edge(x, x + 4)] : []),
        ]),
      };
    case "cube":
      return {
        elements: 8,
        covers: upTo(8).flatMap((x) => [1, 2, 4].flatMap((bit) => (x & bit ? [] : [edge(x, x | bit)]))),
      };
    case "zigzag":
      return {
        elements: 7,
        covers: [
          [0, 1],
          [2, 1],
          [2, 3],
          [4, 3],
          [4, 5],
          [6, 5],
        ],
      };
    case "diamond":
      return {
        elements: 4,
        covers: [
          [0, 1],
          [0, 2],
          [1, 3],
          [2, 3],
        ],
      };
    case "chains":
      return {
        elements: 9,
        covers: [
          [0, 1],
          [2, 3],
          [3, 4],
          [5, 6],
          [6, 7],
          [7, 8],
        ],
      };
    default:
      return {
        elements: 10,
        covers: [
          [0, 1],
          [0, 2],
          [1, 3],
          [1, 4],
          [2, 5],
          [2, 6],
          [3, 7],
          [5, 8],
          [6, 9],
        ],
      };
  }
}
