// Wythoff's game and its kin: the same number from every heap.

import { manyHeaps } from "../boards/heaps.js";
import { HEAPS, numbers, spaced } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: manyHeaps,
  ownStart: {
    fields: [{ name: "scope", kind: "choice", choices: ["all", "nonempty"] }, HEAPS],
    make: ({ scope, heaps }) => ({ params: { scope }, start: { heaps: numbers(heaps) } }),
    read: ({ params, start }) => ({ scope: params.scope, heaps: spaced(start.heaps) }),
  },
  words: {
    en: {
      name: "Wythoff and beyond",
      "rules.all":
        "Take any number from one heap, or the same number from every heap. Once a heap is empty, only the first.",
      "rules.nonempty": "Take any number from one heap, or the same number from every heap that has stones.",
    },
    de: {
      name: "Wythoff und mehr",
      "rules.all":
        "Nimm beliebig viele aus einem Haufen oder gleich viele aus jedem. Ist ein Haufen leer, geht nur noch das Erste.",
      "rules.nonempty":
        "Nimm beliebig viele aus einem Haufen oder gleich viele aus jedem, der noch Steine hat.",
    },
    es: {
      name: "Wythoff y más allá",
      "rules.all":
        "Quita cualquier número de un montón, o el mismo número de todos. Con un montón vacío, solo lo primero.",
      "rules.nonempty":
        "Quita cualquier número de un montón, o el mismo número de todos los que tienen piedras.",
    },
  },
};
