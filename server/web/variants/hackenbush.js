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
      rules: "Cut one edge. Whatever no longer hangs on the ground falls.",
    },
    de: {
      name: "Grünes Hackenbush",
      rules: "Schneide eine Kante durch. Was nicht mehr am Boden hängt, fällt.",
    },
    es: {
      name: "Hackenbush verde",
      rules: "Corta una arista. Lo que ya no llega al suelo cae.",
    },
  },
};
