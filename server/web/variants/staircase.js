// Staircase Nim: coins that come down step by step.

import { steps } from "../boards/steps.js";
import { numbers, spaced } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: steps,
  ownStart: {
    fields: [{ name: "steps", kind: "numbers" }],
    make: ({ steps }) => ({ params: {}, start: { steps: numbers(steps) } }),
    read: ({ start }) => ({ steps: spaced(start.steps) }),
  },
  words: {
    en: {
      name: "Staircase Nim",
      hint: "Move coins down one step",
      rules: "Move any number of coins from one step to the step just below. The first one is the ground.",
    },
    de: {
      name: "Treppen-Nim",
      hint: "Schieb Münzen eine Stufe hinab",
      rules:
        "Schiebe beliebig viele Münzen von einer Stufe auf die nächste darunter. Die erste ist der Boden.",
    },
    es: {
      name: "Nim de la escalera",
      hint: "Baja monedas un escalón",
      rules: "Baja cualquier número de monedas de un escalón al siguiente. El primero es el suelo.",
    },
    fr: {
      name: "Nim de l’escalier",
      hint: "Descendez des pièces d’une marche",
      rules:
        "Descendez autant de pièces que vous voulez d’une marche à celle d’en dessous. La première est le sol.",
    },
  },
};
