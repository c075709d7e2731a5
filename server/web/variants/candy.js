// Candy Nim: the candies taken are counted.

import { oneHeap } from "../boards/heaps.js";
import { OF_HEAPS } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: oneHeap,
  ownStart: OF_HEAPS,
  words: {
    en: {
      name: "Candy Nim",
      rules: "Take any number of candies from one heap.",
      goal: "Whoever takes the last one wins; the more candies, the better.",
    },
    de: {
      name: "Bonbon-Nim",
      rules: "Nimm beliebig viele Bonbons aus einem Haufen.",
      goal: "Wer den letzten nimmt, gewinnt; je mehr Bonbons, desto besser.",
    },
    es: {
      name: "Nim de caramelos",
      rules: "Quita cualquier número de caramelos de un montón.",
      goal: "Quien se lleva el último gana; cuantos más caramelos, mejor.",
    },
  },
};
