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
      hint: "Take, or pass: once for both",
      rules: "Take any number of stones from one heap. Once in the game, one player may pass.",
    },
    de: {
      name: "Nim mit Aussetzen",
      hint: "Nimm, oder setz aus: einmal für beide",
      rules: "Nimm beliebig viele Steine aus einem Haufen. Einmal je Partie darf eine Seite aussetzen.",
    },
    es: {
      name: "Nim con un pase",
      hint: "Quita, o pasa: una vez entre ambos",
      rules: "Quita cualquier número de piedras de un montón. Una vez por partida, alguien puede pasar.",
    },
    fr: {
      name: "Nim avec tour passé",
      hint: "Prenez, ou passez : une fois pour les deux",
      rules:
        "Prenez autant de pierres que vous voulez dans un tas. Une fois par partie, un joueur peut passer.",
    },
  },
};
