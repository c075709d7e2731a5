// Grid Nim: neighbouring pieces of a line on a board.

import { grid } from "../boards/cells.js";
import { numbers, spaced } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: grid,
  ownStart: {
    fields: [{ name: "dims", kind: "numbers" }],
    make: ({ dims }) => ({
      params: { dims: numbers(dims) },
      start: {
        board: "1".repeat(
          Math.min(
            10_000,
            numbers(dims).reduce((a, b) => a * b, 1),
          ),
        ),
      },
    }),
    read: ({ params }) => ({ dims: spaced(params.dims) }),
  },
  words: {
    en: {
      name: "Grid Nim",
      hint: "Take a run in one straight line",
      rules: "Take any number of marbles that lie next to each other in one straight line.",
    },
    de: {
      name: "Nim im Gitter",
      hint: "Nimm ein Stück einer geraden Reihe",
      rules: "Nimm beliebig viele Murmeln, die in einer geraden Linie nebeneinander liegen.",
    },
    es: {
      name: "Nim en cuadrícula",
      hint: "Quita una hilera en línea recta",
      rules: "Quita cualquier número de canicas contiguas en una línea recta.",
    },
    fr: {
      name: "Nim en grille",
      hint: "Prenez une suite en ligne droite",
      rules: "Prenez autant de billes que vous voulez, côte à côte en ligne droite.",
    },
  },
};
