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
      hint: "Take any from one heap",
      rules: "Take any number of stones from one heap.",
      "rules.matches": "Take any number of matches from one heap.",
    },
    de: {
      name: "Nim",
      hint: "Nimm beliebig viele aus einem Haufen",
      rules: "Nimm beliebig viele Steine aus einem Haufen.",
      "rules.matches": "Nimm beliebig viele Streichhölzer aus einem Haufen.",
    },
    es: {
      name: "Nim",
      hint: "Quita las que quieras de un montón",
      rules: "Quita cualquier número de piedras de un montón.",
      "rules.matches": "Quita cualquier número de cerillas de un montón.",
    },
    fr: {
      name: "Nim",
      hint: "Prenez ce que vous voulez dans un tas",
      rules: "Prenez autant de pierres que vous voulez dans un tas.",
      "rules.matches": "Prenez autant d’allumettes que vous voulez dans un tas.",
    },
  },
};
