// Grundy's game: split a heap into two of different sizes.

import { grundy } from "../boards/rows.js";
import { OF_HEAPS } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: grundy,
  ownStart: OF_HEAPS,
  words: {
    en: {
      name: "Grundy's game",
      rules: "Split one heap into two of different sizes.",
    },
    de: {
      name: "Grundys Spiel",
      rules: "Teile einen Haufen in zwei verschieden große.",
    },
    es: {
      name: "Juego de Grundy",
      rules: "Divide un montón en dos de distinto tamaño.",
    },
  },
};
