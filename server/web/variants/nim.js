// Nim.

import { oneHeap } from "../boards/heaps.js";
import { OF_HEAPS } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: oneHeap,
  ownStart: OF_HEAPS,
  words: {
    en: {
      name: "Nim",
      rules: "Take any number of stones from one heap.",
    },
    de: {
      name: "Nim",
      rules: "Nimm beliebig viele Steine aus einem Haufen.",
    },
    es: {
      name: "Nim",
      rules: "Quita cualquier número de piedras de un montón.",
    },
  },
};
