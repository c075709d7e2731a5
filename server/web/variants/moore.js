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
      hint: "Take from one or two heaps",
      rules: "Take any numbers of stones from up to {k} heaps at once.",
      "rules.cap": "Take stones from up to {k} heaps at once, at most {cap} from each.",
    },
    de: {
      name: "Moores Nim",
      hint: "Nimm aus einem oder zwei Haufen",
      rules: "Nimm beliebig viele Steine aus bis zu {k} Haufen zugleich.",
      "rules.cap": "Nimm Steine aus bis zu {k} Haufen zugleich, aus jedem höchstens {cap}.",
    },
    es: {
      name: "Nim de Moore",
      hint: "Quita de uno o dos montones",
      rules: "Quita las piedras que quieras de hasta {k} montones a la vez.",
      "rules.cap": "Quita piedras de hasta {k} montones a la vez, {cap} como máximo de cada uno.",
    },
    fr: {
      name: "Nim de Moore",
      hint: "Prenez dans un ou deux tas",
      rules: "Prenez autant de pierres que vous voulez dans {k} tas au plus à la fois.",
      "rules.cap": "Prenez des pierres dans {k} tas au plus à la fois, au plus {cap} dans chacun.",
    },
  },
};
