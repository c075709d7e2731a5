// Welter's game: coins that go to the left, one on a square.

import { strip } from "../boards/strip.js";
import { OF_COINS } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: strip,
  ownStart: OF_COINS,
  words: {
    en: {
      name: "Welter's game",
      rules: "Move one coin to any lower square that is free. It may jump over others.",
    },
    de: {
      name: "Welters Spiel",
      rules: "Ziehe eine Münze auf ein beliebiges niedrigeres freies Feld. Sie darf über andere springen.",
    },
    es: {
      name: "Juego de Welter",
      rules: "Mueve una moneda a cualquier casilla inferior libre. Puede saltar sobre otras.",
    },
  },
};
