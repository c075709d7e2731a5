// Green Hackenbush: edges that stand on the ground.

import { picture } from "../boards/picture.js";
import { edgesOf, spaced, upTo } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: picture,
  ownStart: {
    fields: [{ name: "edges", kind: "numbers" }],
    make: ({ edges }) => ({
      params: { edges: edgesOf(edges) },
      start: { present: upTo(edgesOf(edges).length) },
    }),
    read: ({ params }) => ({ edges: spaced(params.edges.flat()) }),
  },
  words: {
    en: {
      name: "Green Hackenbush",
      hint: "Cut a branch; what hangs falls",
      rules: "Cut one edge. Whatever no longer hangs on the ground falls.",
    },
    de: {
      name: "Grünes Hackenbush",
      hint: "Ast ab, was hängt, fällt",
      rules: "Schneide eine Kante durch. Was nicht mehr am Boden hängt, fällt.",
    },
    es: {
      name: "Hackenbush verde",
      hint: "Corta una rama; cae lo que cuelga",
      rules: "Corta una arista. Lo que ya no llega al suelo cae.",
    },
    fr: {
      name: "Hackenbush vert",
      hint: "Couper ; ce qui pend tombe",
      rules: "Coupez une arête. Ce qui ne tient plus au sol tombe.",
    },
  },
};
