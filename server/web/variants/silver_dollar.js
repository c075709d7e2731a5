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
      hint: "Slide a coin left, no jumps",
      rules: "Move one coin to a lower square, not onto another coin and not past one.",
    },
    de: {
      name: "Silberdollar",
      hint: "Schieb eine Münze nach links, ohne Sprung",
      rules: "Ziehe eine Münze auf ein niedrigeres Feld, nicht auf eine andere und an keiner vorbei.",
    },
    es: {
      name: "Dólar de plata",
      hint: "Desliza una moneda a la izquierda, sin saltar",
      rules: "Mueve una moneda a una casilla inferior, sin caer sobre otra ni pasarla.",
    },
    fr: {
      name: "Dollar d’argent",
      hint: "Poussez une pièce à gauche, sans sauter",
      rules: "Déplacez une pièce vers une case plus basse, ni sur une autre pièce ni par-dessus.",
    },
  },
};
