// Nim on neighbouring stacks of a circle.

import { circularStacks } from "../boards/stacks.js";
import { HEAPS, natural, numbers, spaced } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: circularStacks,
  ownStart: {
    fields: [natural("k", 1, 100), HEAPS],
    make: ({ k, heaps }) => ({ params: { k: Number(k) }, start: { heaps: numbers(heaps) } }),
    read: ({ params, start }) => ({ k: String(params.k), heaps: spaced(start.heaps) }),
  },
  words: {
    en: {
      name: "Circle of stacks",
      hint: "Take from neighbouring stacks on a ring",
      rules: "Take any numbers of coins from up to {k} neighbouring stacks of the circle.",
    },
    de: {
      name: "Stapel im Kreis",
      hint: "Nimm von Stapeln nebeneinander im Ring",
      rules: "Nimm beliebig viele Münzen von bis zu {k} benachbarten Stapeln des Kreises.",
    },
    es: {
      name: "Pilas en círculo",
      hint: "Quita de pilas vecinas en un anillo",
      rules: "Quita las monedas que quieras de hasta {k} pilas vecinas del círculo.",
    },
    fr: {
      name: "Cercle de piles",
      hint: "Prenez dans des piles voisines en cercle",
      rules: "Prenez autant de pièces que vous voulez sur {k} piles voisines du cercle au plus.",
    },
  },
};
