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
      rules: "Take any number of stones, but only from a largest heap.",
    },
    de: {
      name: "Gieriges Nim",
      rules: "Nimm beliebig viele Steine, aber nur aus einem größten Haufen.",
    },
    es: {
      name: "Nim codicioso",
      rules: "Quita cualquier número de piedras, pero solo del montón más grande.",
    },
  },
};
