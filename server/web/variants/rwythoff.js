// Fraenkel's generalization of Wythoff's game.

import { manyHeaps } from "../boards/heaps.js";
import { HEAPS, natural, numbers, spaced } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: manyHeaps,
  ownStart: {
    fields: [natural("r", 1, 1000), HEAPS],
    make: ({ r, heaps }) => ({ params: { r: Number(r) }, start: { heaps: numbers(heaps) } }),
    read: ({ params, start }) => ({ r: String(params.r), heaps: spaced(start.heaps) }),
  },
  words: {
    en: {
      name: "r-Wythoff",
      rules: "Take stones from one heap, or from both, in numbers that differ by less than {r}.",
    },
    de: {
      name: "r-Wythoff",
      rules:
        "Nimm Steine aus einem Haufen oder aus beiden, in Anzahlen, die sich um weniger als {r} unterscheiden.",
    },
    es: {
      name: "r-Wythoff",
      rules: "Quita piedras de un montón, o de ambos, en cantidades que difieran en menos de {r}.",
    },
  },
};
