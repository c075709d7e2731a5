// Circular Nim: neighbouring objects of a circle.

import { circle } from "../boards/cells.js";
import { natural } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: circle,
  ownStart: {
    fields: [natural("n", 1, 200), natural("k", 1, 100)],
    make: ({ n, k }) => ({ params: { k: Number(k) }, start: { circle: "1".repeat(Number(n)) } }),
    read: ({ params, start }) => ({ n: String(start.circle?.length ?? 0), k: String(params.k) }),
  },
  words: {
    en: {
      name: "Circular Nim",
      hint: "Take neighbours on a ring",
      rules: "Take 1 to {k} neighbouring beads from the circle. Gaps separate.",
    },
    de: {
      name: "Nim im Kreis",
      hint: "Nimm benachbarte Perlen im Ring",
      rules: "Nimm 1 bis {k} benachbarte Perlen aus dem Kreis. Lücken trennen.",
    },
    es: {
      name: "Nim circular",
      hint: "Quita vecinos en un anillo",
      rules: "Quita de 1 a {k} cuentas vecinas del círculo. Los huecos separan.",
    },
    fr: {
      name: "Nim circulaire",
      hint: "Prenez des voisines sur un cercle",
      rules: "Prenez de 1 à {k} perles voisines dans le cercle. Les vides séparent.",
    },
  },
};
