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
      hint: "Move or jump a coin left",
      rules: "Move one coin to any lower square that is free. It may jump over others.",
    },
    de: {
      name: "Welters Spiel",
      hint: "Zieh eine Münze nach links, auch im Sprung",
      rules: "Ziehe eine Münze auf ein beliebiges niedrigeres freies Feld. Sie darf über andere springen.",
    },
    es: {
      name: "Juego de Welter",
      hint: "Mueve una moneda a la izquierda; puede saltar",
      rules: "Mueve una moneda a cualquier casilla inferior libre. Puede saltar sobre otras.",
    },
    fr: {
      name: "Jeu de Welter",
      hint: "Poussez une pièce à gauche, même en sautant",
      rules:
        "Déplacez une pièce vers n’importe quelle case libre plus basse. Elle peut sauter par-dessus d’autres.",
    },
  },
};
