// Moore's Nim: from several heaps at once.

import { manyHeaps } from "../boards/heaps.js";
import { HEAPS, natural, numbers, spaced } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: manyHeaps,
  ownStart: {
    fields: [natural("k", 1, 100), { name: "cap", kind: "number", min: 0 }, HEAPS],
    make: ({ k, cap, heaps }) => ({
      params: { k: Number(k), cap: Number(cap) || null },
      start: { heaps: numbers(heaps) },
    }),
    read: ({ params, start }) => ({
      k: String(params.k),
      cap: String(params.cap ?? 0),
      heaps: spaced(start.heaps),
    }),
  },
  words: {
    en: {
      name: "Moore's Nim",
      rules: "Take any numbers of stones from up to {k} heaps at once.",
      "rules.cap": "Take stones from up to {k} heaps at once, at most {cap} from each.",
    },
    de: {
      name: "Moores Nim",
      rules: "Nimm beliebig viele Steine aus bis zu {k} Haufen zugleich.",
      "rules.cap": "Nimm Steine aus bis zu {k} Haufen zugleich, aus jedem höchstens {cap}.",
    },
    es: {
      name: "Nim de Moore",
      rules: "Quita piedras de hasta {k} montones a la vez.",
      "rules.cap": "Quita piedras de hasta {k} montones a la vez, {cap} como máximo de cada uno.",
    },
  },
};
