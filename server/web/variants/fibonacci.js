// Fibonacci Nim: at most twice what was taken before.

import { fibonacci } from "../boards/single.js";
import { natural } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: fibonacci,
  ownStart: {
    fields: [natural("heap", 1, 1_000_000)],
    make: ({ heap }) => ({ params: {}, start: { heap: Number(heap), limit: Math.max(0, Number(heap) - 1) } }),
    read: ({ start }) => ({ heap: String(start.heap) }),
  },
  words: {
    en: {
      name: "Fibonacci Nim",
      hint: "At most twice the last move",
      rules: "Take seeds, at most twice as many as were taken before. The first move may not take all.",
    },
    de: {
      name: "Fibonacci-Nim",
      hint: "Nimm höchstens doppelt so viel wie zuvor",
      rules:
        "Nimm Kerne, höchstens doppelt so viele, wie zuvor genommen wurden. Im ersten Zug darfst du nicht alle nehmen.",
    },
    es: {
      name: "Nim de Fibonacci",
      hint: "Quita como mucho el doble que antes",
      rules:
        "Quita semillas, como máximo el doble de las que se quitaron antes. La primera jugada no puede quitarlas todas.",
    },
    fr: {
      name: "Nim de Fibonacci",
      hint: "Prenez au plus le double du coup d’avant",
      rules:
        "Prenez des graines, au plus le double de ce qui vient d’être pris. Le premier coup ne peut pas tout prendre.",
    },
  },
};
