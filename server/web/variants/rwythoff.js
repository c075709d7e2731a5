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
      hint: "Take from one heap, or about as many from both",
      rules: "Take stones from one heap, or from both, in numbers that differ by less than {r}.",
    },
    de: {
      name: "r-Wythoff",
      hint: "Nimm aus einem oder fast gleich viele aus beiden",
      rules:
        "Nimm Steine aus einem Haufen oder aus beiden, in Anzahlen, die sich um weniger als {r} unterscheiden.",
    },
    es: {
      name: "r-Wythoff",
      hint: "Quita de un montón, o casi igual de ambos",
      rules: "Quita piedras de un montón, o de ambos, en cantidades que difieran en menos de {r}.",
    },
    fr: {
      name: "r-Wythoff",
      hint: "Prenez dans un tas, ou presque autant dans les deux",
      rules: "Prenez dans un tas, ou dans les deux, en nombres qui diffèrent de moins de {r}.",
    },
  },
};
