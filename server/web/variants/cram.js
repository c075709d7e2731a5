// Cram: dominoes on a board.

import { grid } from "../boards/cells.js";
import { numbers, spaced } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: grid,
  ownStart: {
    fields: [{ name: "dims", kind: "numbers" }],
    make: ({ dims }) => {
      const [rows = 1, columns = 1] = numbers(dims);
      return {
        params: { dims: [rows, columns] },
        start: { board: "1".repeat(Math.min(10_000, rows * columns)) },
      };
    },
    read: ({ params }) => ({ dims: spaced(params.dims) }),
  },
  words: {
    en: {
      name: "Cram",
      rules: "Put a domino on two free cells that are next to each other.",
    },
    de: {
      name: "Cram",
      rules: "Lege einen Dominostein auf zwei freie Felder, die nebeneinander liegen.",
    },
    es: {
      name: "Cram",
      rules: "Pon una ficha de dominó sobre dos casillas libres contiguas.",
    },
  },
};
