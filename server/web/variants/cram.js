// Cram: dominoes on a board.

import { dominoes } from "../boards/dominoes.js";
import { numbers, spaced } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: dominoes,
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
      hint: "Lay a domino wherever it fits",
      rules: "Put a domino on two free cells that are next to each other.",
    },
    de: {
      name: "Cram",
      hint: "Leg ein Domino, wo es passt",
      rules: "Lege einen Dominostein auf zwei freie Felder, die nebeneinander liegen.",
    },
    es: {
      name: "Cram",
      hint: "Pon un dominó donde quepa",
      rules: "Pon una ficha de dominó sobre dos casillas libres contiguas.",
    },
    fr: {
      name: "Cram",
      hint: "Posez un domino où il tient",
      rules: "Posez un domino sur deux cases libres côte à côte.",
    },
  },
};
