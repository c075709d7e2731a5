// Greedy Nim: only from a largest heap.

import { oneHeap } from "../boards/heaps.js";
import { OF_HEAPS } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: oneHeap,
  ownStart: OF_HEAPS,
  words: {
    en: {
      name: "Greedy Nim",
      hint: "From the largest heap only",
      rules: "Take any number of coins, but only from a largest heap.",
    },
    de: {
      name: "Gieriges Nim",
      hint: "Nimm nur aus dem größten Haufen",
      rules: "Nimm beliebig viele Münzen, aber nur aus einem größten Haufen.",
    },
    es: {
      name: "Nim codicioso",
      hint: "Quita solo del montón mayor",
      rules: "Quita cualquier número de monedas, pero solo del montón más grande.",
    },
    fr: {
      name: "Nim glouton",
      hint: "Prenez seulement dans le plus grand tas",
      rules: "Prenez autant de pièces que vous voulez, mais seulement dans le plus grand tas.",
    },
  },
};
