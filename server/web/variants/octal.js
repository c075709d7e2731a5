// Octal games: Kayles and all whose rules are a code.

import { octal } from "../boards/rows.js";
import { HEAPS, numbers, spaced } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: octal,
  ownStart: {
    fields: [
      { name: "code", kind: "choice", choices: ["0.77", "0.777", "0.137", "0.07", "0.6", "0.007"] },
      HEAPS,
    ],
    make: ({ code, heaps }) => ({ params: { code }, start: { heaps: numbers(heaps) } }),
    read: ({ params, start }) => ({ code: params.code, heaps: spaced(start.heaps) }),
  },
  words: {
    en: {
      name: "Kayles",
      hint: "Knock down one pin or two",
      rules:
        "Take neighbouring pins out of a row, as the code {code} allows. What is left may fall into two rows.",
      "rules.0.77": "Knock down one pin, or two neighbours. A gap splits a row in two.",
      "rules.0.777": "Knock down one, two or three neighbouring pins. A gap splits a row in two.",
      "rules.0.07": "Knock down two neighbouring pins. A gap splits a row in two.",
      "rules.0.007": "Knock down three neighbouring pins. A gap splits a row in two.",
      "rules.0.6": "Knock down one pin, but never one that stands alone. A gap splits a row in two.",
      "rules.0.137":
        "Knock down three neighbouring pins, two at the end of a row, or one that stands alone. A gap splits a row in two.",
    },
    de: {
      name: "Kayles",
      hint: "Wirf einen Kegel oder zwei Nachbarn um",
      rules:
        "Nimm benachbarte Kegel aus einer Reihe, wie der Code {code} es erlaubt. Der Rest kann in zwei Reihen zerfallen.",
      "rules.0.77": "Wirf einen Kegel um oder zwei benachbarte. Eine Lücke macht aus einer Reihe zwei.",
      "rules.0.777":
        "Wirf einen, zwei oder drei benachbarte Kegel um. Eine Lücke macht aus einer Reihe zwei.",
      "rules.0.07": "Wirf zwei benachbarte Kegel um. Eine Lücke macht aus einer Reihe zwei.",
      "rules.0.007": "Wirf drei benachbarte Kegel um. Eine Lücke macht aus einer Reihe zwei.",
      "rules.0.6":
        "Wirf einen Kegel um, aber nie einen, der allein steht. Eine Lücke macht aus einer Reihe zwei.",
      "rules.0.137":
        "Wirf drei benachbarte Kegel um, zwei am Ende einer Reihe oder einen, der allein steht. Eine Lücke macht aus einer Reihe zwei.",
    },
    es: {
      name: "Kayles",
      hint: "Derriba un bolo, o dos vecinos",
      rules: "Quita bolos vecinos de una fila, según el código {code}. El resto puede quedar en dos filas.",
      "rules.0.77": "Derriba un bolo, o dos vecinos. Un hueco divide una fila en dos.",
      "rules.0.777": "Derriba uno, dos o tres bolos vecinos. Un hueco divide una fila en dos.",
      "rules.0.07": "Derriba dos bolos vecinos. Un hueco divide una fila en dos.",
      "rules.0.007": "Derriba tres bolos vecinos. Un hueco divide una fila en dos.",
      "rules.0.6": "Derriba un bolo, pero nunca uno que esté solo. Un hueco divide una fila en dos.",
      "rules.0.137":
        "Derriba tres bolos vecinos, dos al final de una fila, o uno que esté solo. Un hueco divide una fila en dos.",
    },
    fr: {
      name: "Kayles",
      hint: "Abattez une quille, ou deux voisines",
      rules:
        "Retirez des quilles voisines dans une rangée, comme le code {code} le permet. Ce qui reste peut former deux rangées.",
      "rules.0.77": "Abattez une quille, ou deux voisines. Un vide coupe la rangée en deux.",
      "rules.0.777": "Abattez une, deux ou trois quilles voisines. Un vide coupe la rangée en deux.",
      "rules.0.07": "Abattez deux quilles voisines. Un vide coupe la rangée en deux.",
      "rules.0.007": "Abattez trois quilles voisines. Un vide coupe la rangée en deux.",
      "rules.0.6": "Abattez une quille, mais jamais une qui est seule. Un vide coupe la rangée en deux.",
      "rules.0.137":
        "Abattez trois quilles voisines, deux au bout d’une rangée, ou une qui est seule. Un vide coupe la rangée en deux.",
    },
  },
};
