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
      hint: "A coin left, to a free square",
      rules: "Move one coin to any lower square that is free. It may jump over others.",
    },
    de: {
      name: "Welters Spiel",
      hint: "Münze nach links, aufs freie Feld",
      rules: "Ziehe eine Münze auf ein beliebiges niedrigeres freies Feld. Sie darf über andere springen.",
    },
    es: {
      name: "Juego de Welter",
      hint: "Moneda a la izquierda, a casilla libre",
      rules: "Mueve una moneda a cualquier casilla inferior libre. Puede saltar sobre otras.",
    },
    fr: {
      name: "Jeu de Welter",
      hint: "Une pièce à gauche, case libre",
      rules: "Déplacez une pièce vers une case libre plus basse. Elle peut sauter par-dessus d’autres.",
    },
  },
};
