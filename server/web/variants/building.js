// Building Nim: first the stacks are built, then Nim is played on them.

import { building } from "../boards/stacks.js";
import { natural } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: building,
  ownStart: {
    fields: [natural("remaining", 0, 1000), natural("stacks", 1, 100)],
    make: ({ remaining, stacks }) => ({
      params: {},
      start: { remaining: Number(remaining), stacks: Array(Number(stacks)).fill(0) },
    }),
    read: ({ start }) => ({ remaining: String(start.remaining), stacks: String(start.stacks?.length ?? 0) }),
  },
  words: {
    en: {
      name: "Building Nim",
      hint: "Build the heaps, then take them down",
      rules: "First put the blocks on the stacks, one a move; then play Nim with them.",
    },
    de: {
      name: "Bau-Nim",
      hint: "Baue erst die Haufen, dann nimm",
      rules: "Erst setzt ihr abwechselnd je einen Klotz auf die Stapel; dann spielt ihr damit Nim.",
    },
    es: {
      name: "Nim de construcción",
      hint: "Construye los montones y luego quita",
      rules: "Primero se colocan los bloques en las pilas, uno por jugada; luego se juega al Nim con ellas.",
    },
    fr: {
      name: "Nim à bâtir",
      hint: "Bâtissez les tas, puis prenez",
      rules: "Posez d’abord les cubes sur les piles, un par coup ; puis jouez au Nim avec ces piles.",
    },
  },
};
