// Subtraction games: the numbers that may be taken are listed.

import { oneHeap } from "../boards/heaps.js";
import { HEAPS, numbers, spaced } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: oneHeap,
  ownStart: {
    fields: [{ name: "take", kind: "numbers" }, HEAPS],
    make: ({ take, heaps }) => ({ params: { take: numbers(take) }, start: { heaps: numbers(heaps) } }),
    read: ({ params, start }) => ({ take: spaced(params.take), heaps: spaced(start.heaps) }),
  },
  words: {
    en: {
      name: "Subtraction",
      hint: "Take one, two or three",
      rules: "Take matches from one heap. Allowed numbers: {take}.",
    },
    de: {
      name: "Subtraktion",
      hint: "Nimm eins, zwei oder drei aus der Reihe",
      rules: "Nimm Streichhölzer aus einem Haufen. Erlaubt sind: {take}.",
    },
    es: {
      name: "Sustracción",
      hint: "Quita una, dos o tres de la fila",
      rules: "Quita cerillas de un montón. Números permitidos: {take}.",
    },
    fr: {
      name: "Soustraction",
      hint: "Prenez-en une, deux ou trois",
      rules: "Prenez des allumettes dans un tas. Nombres permis : {take}.",
    },
  },
};
