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
      hint: "Split a heap unequally",
      rules: "Split one heap into two of different sizes.",
    },
    de: {
      name: "Grundys Spiel",
      hint: "Teile einen Haufen ungleich",
      rules: "Teile einen Haufen in zwei verschieden große.",
    },
    es: {
      name: "Juego de Grundy",
      hint: "Divide un montón en dos desiguales",
      rules: "Divide un montón en dos de distinto tamaño.",
    },
    fr: {
      name: "Jeu de Grundy",
      hint: "Coupez un tas en deux parts inégales",
      rules: "Coupez un tas en deux parts de tailles différentes.",
    },
  },
};
