// The silver dollar game: coins that go to the left and do not pass each other.

import { strip } from "../boards/strip.js";
import { OF_COINS } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: strip,
  ownStart: OF_COINS,
  words: {
    en: {
      name: "Silver Dollar",
      rules: "Move one coin to a lower square, not onto another coin and not past one.",
    },
    de: {
      name: "Silberdollar",
      rules: "Ziehe eine Münze auf ein niedrigeres Feld, nicht auf eine andere und nicht an ihr vorbei.",
    },
    es: {
      name: "Dólar de plata",
      rules: "Mueve una moneda a una casilla inferior, sin caer sobre otra ni pasarla.",
    },
  },
};
