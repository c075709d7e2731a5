// The silver dollar game: coins that go to the left and do not pass each other.

import { strip } from "../boards/strip.js";
import { numbers, spaced } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: strip,
  ownStart: {
    fields: [{ name: "coins", kind: "numbers" }],
    make: ({ coins }) => ({ params: {}, start: { coins: numbers(coins) } }),
    read: ({ start }) => ({ coins: spaced(/** @type {number[]} */ (start.coins)) }),
  },
  words: {
    en: {
      name: "Silver Dollar",
      rules: "Move one coin to a lower square, not onto another coin and not past one.",
    },
    de: {
      name: "Silberdollar",
      rules: "Ziehe eine Münze auf ein niedrigeres Feld, nicht auf eine andere und nicht an ihr vorbei.",
    },
    es: {
      name: "Dólar de plata",
      rules: "Mueve una moneda a una casilla inferior, sin caer sobre otra ni pasarla.",
    },
  },
};
