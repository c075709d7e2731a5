// Chomp: a bar of chocolate.

import { chomp } from "../boards/squares.js";
import { natural } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: chomp,
  ownStart: {
    fields: [natural("rows", 1, 100), natural("columns", 1, 100)],
    make: ({ rows, columns }) => ({
      params: {},
      start: { rows: Array(Number(rows)).fill(Number(columns)) },
    }),
    read: ({ start: { rows = [] } }) => ({ rows: String(rows.length), columns: String(rows[0] ?? 0) }),
  },
  words: {
    en: {
      name: "Chomp",
      hint: "Bite; the green square loses",
      rules: "Bite off a square and all that is below it and to its right.",
      "goal.normal": "Whoever takes the green square wins.",
      "goal.misere": "Whoever takes the green square loses.",
    },
    de: {
      name: "Chomp",
      hint: "Beiß ab; das grüne Stück verliert",
      rules: "Beiß ein Stück ab, mit allem, was darunter und rechts davon liegt.",
      "goal.normal": "Wer das grüne Stück nimmt, gewinnt.",
      "goal.misere": "Wer das grüne Stück nimmt, verliert.",
    },
    es: {
      name: "Chomp",
      hint: "Muerde; el trozo verde pierde",
      rules: "Muerde un trozo, con todo lo que está debajo y a su derecha.",
      "goal.normal": "Quien se come el trozo verde gana.",
      "goal.misere": "Quien se come el trozo verde pierde.",
    },
    fr: {
      name: "Chomp",
      hint: "Croquez ; le carré vert perd",
      rules: "Croquez un carré et tout ce qui est en dessous et à droite.",
      "goal.normal": "Celui qui prend le carré vert gagne.",
      "goal.misere": "Celui qui prend le carré vert perd.",
    },
  },
};
