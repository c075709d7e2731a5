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
      start: { remaining: Number(remaining), stacks: Array(Math.min(1000, Number(stacks))).fill(0) },
    }),
    read: ({ start }) => ({ remaining: String(start.remaining), stacks: String(start.stacks?.length ?? 0) }),
  },
  words: {
    en: {
      name: "Building Nim",
      hint: "Build the heaps, then play",
      rules: "First put the stones on the stacks, one a move; then play Nim with them.",
    },
    de: {
      name: "Bau-Nim",
      hint: "Erst Haufen bauen, dann spielen",
      rules: "Erst setzt reihum jeder einen Stein auf die Stapel; dann wird damit Nim gespielt.",
    },
    es: {
      name: "Nim de construcción",
      hint: "Construye los montones y juega",
      rules: "Primero se colocan las piedras en las pilas, una por jugada; luego se juega al Nim con ellas.",
    },
    fr: {
      name: "Nim à bâtir",
      hint: "Bâtir les tas, puis jouer",
      rules: "Posez d’abord les pierres sur les piles, une par coup ; puis jouez au Nim avec.",
    },
  },
};
