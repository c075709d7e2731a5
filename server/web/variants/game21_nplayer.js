// 21 for more than two players.

import { total } from "../boards/single.js";
import { OF_TOTAL, natural } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: total,
  ownStart: {
    fields: [natural("players", 2, 16), ...OF_TOTAL.fields],
    make: ({ players, step, target }) => ({
      params: { players: Number(players), step: Number(step), target: Number(target) },
      start: { total: 0 },
    }),
    read: (game) => ({ players: String(game.params.players), ...OF_TOTAL.read(game) }),
  },
  words: {
    en: {
      name: "21 for several",
      hint: "Count on, three or more",
      rules: "{players} players in turn raise the total by 1 to {step}.",
      goal: "Whoever says {target} loses, all others survive.",
    },
    de: {
      name: "21 für mehrere",
      hint: "Zähl weiter, zu dritt oder mehr",
      rules: "Alle {players} erhöhen reihum die Summe um 1 bis {step}.",
      goal: "Wer {target} sagt, verliert, alle anderen überleben.",
    },
    es: {
      name: "21 para varios",
      hint: "Cuenta, entre tres o más",
      rules: "{players} jugadores aumentan por turno el total de 1 a {step}.",
      goal: "Quien dice {target} pierde, los demás se salvan.",
    },
    fr: {
      name: "21 à plusieurs",
      hint: "Comptez, à trois ou plus",
      rules: "{players} joueurs à tour de rôle augmentent le total de 1 à {step}.",
      goal: "Celui qui dit {target} perd, tous les autres survivent.",
    },
  },
};
