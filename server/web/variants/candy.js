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
      hint: "Take the last, and the most",
      rules: "Take any number of candies from one heap.",
      goal: "Whoever takes the last one wins; the more candies, the better.",
    },
    de: {
      name: "Bonbon-Nim",
      hint: "Nimm das letzte Bonbon, und die meisten",
      rules: "Nimm beliebig viele Bonbons aus einem Haufen.",
      goal: "Wer das letzte nimmt, gewinnt; je mehr Bonbons, desto besser.",
    },
    es: {
      name: "Nim de caramelos",
      hint: "Quita el último, y más caramelos",
      rules: "Quita cualquier número de caramelos de un montón.",
      goal: "Quien se lleva el último gana; cuantos más caramelos, mejor.",
    },
    fr: {
      name: "Nim aux bonbons",
      hint: "Prenez le dernier bonbon, et le plus",
      rules: "Prenez autant de bonbons que vous voulez dans un tas.",
      goal: "Celui qui prend le dernier gagne ; plus il y a de bonbons, mieux c’est.",
    },
  },
};
