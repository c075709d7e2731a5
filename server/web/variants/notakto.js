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
      start: { boards: Array(Number(boards)).fill(".........") },
    }),
    read: ({ start }) => ({ boards: String(start.boards?.length ?? 0) }),
  },
  words: {
    en: {
      name: "Notakto",
      hint: "Three crosses close a board",
      rules: "Both players set crosses. A board with three in a line is closed.",
      "goal.normal": "Whoever closes the last board wins.",
      "goal.misere": "Whoever closes the last board loses.",
    },
    de: {
      name: "Notakto",
      hint: "Zeichne Kreuze; drei schließen ein Brett",
      rules: "Beide setzen Kreuze. Ein Brett mit drei in einer Reihe ist geschlossen.",
      "goal.normal": "Wer das letzte Brett schließt, gewinnt.",
      "goal.misere": "Wer das letzte Brett schließt, verliert.",
    },
    es: {
      name: "Notakto",
      hint: "Pon cruces; tres cierran un tablero",
      rules: "Ambos ponen cruces. Un tablero con tres en raya queda cerrado.",
      "goal.normal": "Quien cierra el último tablero gana.",
      "goal.misere": "Quien cierra el último tablero pierde.",
    },
    fr: {
      name: "Notakto",
      hint: "Tracez des croix ; trois ferment la grille",
      rules: "Les deux joueurs tracent des croix. Une grille avec trois croix alignées est fermée.",
      "goal.normal": "Celui qui ferme la dernière grille gagne.",
      "goal.misere": "Celui qui ferme la dernière grille perd.",
    },
  },
};
