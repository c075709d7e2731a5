// Nimble: coins that go to the left, any number on a square.

import { strip } from "../boards/strip.js";
import { OF_COINS } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: strip,
  ownStart: OF_COINS,
  words: {
    en: {
      name: "Nimble",
      hint: "Move a coin left, any distance",
      rules: "Move one coin to any lower square. A square holds any number of coins.",
    },
    de: {
      name: "Nimble",
      hint: "Schieb eine Münze beliebig weit nach links",
      rules: "Ziehe eine Münze auf ein beliebiges niedrigeres Feld. Auf ein Feld passen beliebig viele.",
    },
    es: {
      name: "Nimble",
      hint: "Mueve una moneda a la izquierda, a tu gusto",
      rules: "Mueve una moneda a cualquier casilla inferior. En una casilla caben todas las que quieras.",
    },
    fr: {
      name: "Nimble",
      hint: "Poussez une pièce à gauche, à volonté",
      rules:
        "Déplacez une pièce vers n’importe quelle case plus basse. Une case porte autant de pièces qu’on veut.",
    },
  },
};
