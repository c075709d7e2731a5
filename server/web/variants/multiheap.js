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
      hint: "Take from one heap, or alike from all",
      "rules.all":
        "Take any number from one heap, or the same number from every heap. Once a heap is empty, from one heap only.",
      "rules.nonempty": "Take any number from one heap, or the same number from every heap that has stones.",
    },
    de: {
      name: "Wythoff und mehr",
      hint: "Nimm aus einem Haufen oder gleich viele aus allen",
      "rules.all":
        "Nimm beliebig viele aus einem Haufen oder gleich viele aus jedem. Ist ein Haufen leer, nur noch aus einem.",
      "rules.nonempty":
        "Nimm beliebig viele aus einem Haufen oder gleich viele aus jedem, der noch Steine hat.",
    },
    es: {
      name: "Wythoff y más allá",
      hint: "Quita de un montón, o igual de todos",
      "rules.all":
        "Quita cualquier número de un montón, o el mismo número de todos. Cuando un montón queda vacío, solo de uno.",
      "rules.nonempty":
        "Quita cualquier número de un montón, o el mismo número de todos los que tienen piedras.",
    },
    fr: {
      name: "Wythoff et au-delà",
      hint: "Prenez dans un tas, ou autant dans tous",
      "rules.all":
        "Prenez à volonté dans un tas, ou le même nombre dans chaque tas. Dès qu’un tas est vide, dans un seul.",
      "rules.nonempty": "Prenez à volonté dans un tas, ou le même nombre dans chaque tas qui a des pierres.",
    },
  },
};
