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
      hint: "Cut a branch; what hangs on it falls",
      rules: "Cut one branch. Whatever is no longer joined to the ground falls.",
    },
    de: {
      name: "Grünes Hackenbush",
      hint: "Schneid einen Ast ab; was daran hängt, fällt",
      rules: "Schneide einen Ast durch. Was nicht mehr mit dem Boden verbunden ist, fällt.",
    },
    es: {
      name: "Hackenbush verde",
      hint: "Corta una rama; cae lo que cuelga",
      rules: "Corta una rama. Lo que ya no está unido al suelo cae.",
    },
    fr: {
      name: "Hackenbush vert",
      hint: "Coupez une branche ; ce qui y tient tombe",
      rules: "Coupez une branche. Ce qui ne tient plus au sol tombe.",
    },
  },
};
