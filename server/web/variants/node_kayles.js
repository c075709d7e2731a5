// Node Kayles: a point of a graph goes with its neighbours.

import { graph } from "../boards/graph.js";
import { placesRead } from "../boards/draw.js";
import { t } from "../texts/text.js";
import { edgesOf, numbers, spaced, upTo } from "./fields.js";

/** The server has no graph with more, and says so. */
const MOST_POINTS = 128;

/** @type {import("../boards/draw.js").Board} */
const board = {
  ...graph,
  show: (move) => [{ [`c${move}`]: 1 }],
  read: (marks) => (Object.keys(marks).length === 1 ? placesRead(marks)[0] : null),
  covers: ([slot], [other], { params }) =>
    slot === other ||
    params.edges.some((/** @type {number[]} */ ends) =>
      [slot, other].every((one) => ends.includes(Number(one.slice(1)))),
    ),
  say: (move) => t("say.choose", { vertex: move + 1 }),
};

/** @type {import("./index.js").VariantFile} */
export default {
  board,
  ownStart: {
    fields: [{ name: "edges", kind: "numbers" }],
    make: ({ edges }) => {
      const vertices = Math.max(-1, ...numbers(edges)) + 1;
      const present = upTo(Math.min(vertices, MOST_POINTS));
      return { params: { vertices, edges: edgesOf(edges) }, start: { present } };
    },
    read: ({ params }) => ({ edges: spaced(params.edges.flat()) }),
  },
  words: {
    en: {
      name: "Node Kayles",
      hint: "A point and its neighbours",
      rules: "Choose a point. It goes, and all its neighbours with it.",
    },
    de: {
      name: "Knoten-Kayles",
      hint: "Nimm einen Punkt samt Nachbarn",
      rules: "Wähle einen Punkt. Er und alle seine Nachbarn verschwinden.",
    },
    es: {
      name: "Kayles de nodos",
      hint: "Quita un punto y sus vecinos",
      rules: "Elige un punto. Desaparece con todos sus vecinos.",
    },
    fr: {
      name: "Kayles des nœuds",
      hint: "Prenez un point et ses voisins",
      rules: "Choisissez un point. Il part avec tous ses voisins.",
    },
  },
};
