// Nim with one pass in the whole game.

import { passing } from "../boards/passing.js";
import { HEAPS, numbers, spaced } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: passing,
  ownStart: {
    fields: [HEAPS],
    make: ({ heaps }) => ({ params: {}, start: { heaps: numbers(heaps), pass: true } }),
    read: ({ start }) => ({ heaps: spaced(start.heaps) }),
  },
  words: {
    en: {
      name: "Nim with a pass",
      hint: "Nim, and one pass for both",
      rules: "Take any number of stones from one heap. Once in the game, one player may pass.",
    },
    de: {
      name: "Nim mit Aussetzen",
      hint: "Nim, und einmal darf man aussetzen",
      rules: "Nimm beliebig viele Steine aus einem Haufen. Einmal je Partie darf einer von beiden aussetzen.",
    },
    es: {
      name: "Nim con un pase",
      hint: "Nim, con un solo pase para ambos",
      rules: "Quita cualquier número de piedras de un montón. Una vez por partida, alguien puede pasar.",
    },
    fr: {
      name: "Nim avec un passe",
      hint: "Nim, et un seul « passe »",
      rules:
        "Prenez autant de pierres que vous voulez dans un tas. Une fois par partie, un joueur peut passer.",
    },
  },
};
