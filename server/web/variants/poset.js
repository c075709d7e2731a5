// Poset games: an element and all above it.

import { poset } from "../boards/poset.js";
import { edge, oneOf, upTo } from "./fields.js";

/** Each order by its covers: whoever is second lies right above whoever is first. @type {Record<string, Array<[number, number]>>} */
const COVERS = {
  tree: pairs("01 02 13 14 25 26 37 58 69"),
  grid: upTo(12).flatMap((x) => [...(x % 4 < 3 ? [edge(x, x + 1)] : []), ...(x < 8 ? [edge(x, x + 4)] : [])]),
  cube: upTo(8).flatMap((x) => [1, 2, 4].flatMap((bit) => (x & bit ? [] : [edge(x, x | bit)]))),
  zigzag: pairs("01 21 23 43 45 65"),
  diamond: pairs("01 02 13 23"),
  chains: pairs("01 23 34 56 67 78"),
};
const ORDERS = Object.keys(COVERS);

/** @type {import("./index.js").VariantFile} */
export default {
  board: poset,
  ownStart: {
    fields: [{ name: "shape", kind: "choice", choices: ORDERS }],
    make: ({ shape }) => {
      const covers = COVERS[shape] ?? COVERS.tree;
      const elements = Math.max(...covers.flat()) + 1;
      return { params: { elements, covers, poset: shape }, start: { present: upTo(elements) } };
    },
    read: ({ params }) => ({ shape: oneOf(ORDERS, params.poset) }),
  },
  words: {
    en: {
      name: "Poset game",
      hint: "Take a bead and all above it",
      rules: "Remove a bead, and with it all that is above it.",
    },
    de: {
      name: "Ordnungsspiel",
      hint: "Nimm eine Perle und alle darüber",
      rules: "Entferne eine Perle und mit ihr alles, was darüber liegt.",
    },
    es: {
      name: "Juego de orden",
      hint: "Quita una cuenta y las de encima",
      rules: "Quita una cuenta y con ella todo lo que está encima.",
    },
    fr: {
      name: "Jeu des ordres",
      hint: "Prenez une perle et celles au-dessus",
      rules: "Retirez une perle, et tout ce qui est au-dessus.",
    },
  },
};

/** "01 23": 0 below 1, 2 below 3. @param {string} text @returns {Array<[number, number]>} */
function pairs(text) {
  return text.split(" ").map((pair) => [Number(pair[0]), Number(pair[1])]);
}
