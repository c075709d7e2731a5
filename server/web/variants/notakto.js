// Notakto: crosses on several boards.

import { notakto } from "../boards/squares.js";
import { natural } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: notakto,
  ownStart: {
    fields: [natural("boards", 1, 12)],
    make: ({ boards }) => ({
      params: {},
      start: { boards: Array(Math.min(1000, Number(boards))).fill(".........") },
    }),
    read: ({ start }) => ({ boards: String(start.boards?.length ?? 0) }),
  },
  words: {
    en: {
      name: "Notakto",
      rules: "Both players set crosses. A board with three in a line is closed.",
      "goal.normal": "Whoever closes the last board wins.",
      "goal.misere": "Whoever closes the last board loses.",
    },
    de: {
      name: "Notakto",
      rules: "Beide setzen Kreuze. Ein Brett mit drei in einer Reihe ist geschlossen.",
      "goal.normal": "Wer das letzte Brett schließt, gewinnt.",
      "goal.misere": "Wer das letzte Brett schließt, verliert.",
    },
    es: {
      name: "Notakto",
      rules: "Ambos ponen cruces. Un tablero con tres en raya queda cerrado.",
      "goal.normal": "Quien cierra el último tablero gana.",
      "goal.misere": "Quien cierra el último tablero pierde.",
    },
  },
};
