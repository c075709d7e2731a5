// Euclid: multiples of the smaller number are taken from the larger.

import { bars } from "../boards/bars.js";
import { numbers, spaced } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: bars,
  ownStart: {
    fields: [{ name: "pair", kind: "numbers" }],
    make: ({ pair }) => {
      const [a = 0, b = 0] = numbers(pair);
      return { params: {}, start: { pair: [a, b] } };
    },
    read: ({ start }) => ({ pair: spaced(start.pair) }),
  },
  words: {
    en: {
      name: "Euclid",
      hint: "Take the smaller off the larger",
      rules: "Subtract the smaller number from the larger, once or more. The game ends at 0.",
    },
    de: {
      name: "Euklid",
      hint: "Zieh das Kleinere vom Größeren ab",
      rules: "Zieh die kleinere Zahl ein- oder mehrmals von der größeren ab. Bei 0 ist Schluss.",
    },
    es: {
      name: "Euclides",
      hint: "Resta el menor del mayor",
      rules: "Resta el número menor del mayor, una o más veces. La partida acaba en 0.",
    },
    fr: {
      name: "Euclide",
      hint: "Soustrayez le petit du grand",
      rules: "Soustrayez le plus petit nombre du plus grand, une fois ou plus. La partie finit à 0.",
    },
  },
};
