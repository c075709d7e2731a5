// A graph, laid out the same way every time.

import { bead } from "../matter/pieces.js";
import { once } from "./once.js";
import { list, t } from "../texts/text.js";
import { body, placesRead, placesShown, widthOf } from "./draw.js";
import { layOut } from "./layout.js";
import { drawNetwork } from "./network.js";

/** @typedef {import("./draw.js").Board} Board */

/** @type {Board} */
export const graph = {
  draw: (view) => {
    const { vertices, edges } = view.game.params;
    const layout = once(view.game, `layout ${view.narrow}`, () => layOut(vertices, edges, widthOf(view)));
    return drawNetwork(view, vertices, edges, layout, (vertex) => t("piece.vertex", { vertex: vertex + 1 }));
  },
  show: (/** @type {number[]} */ move) => [placesShown(move)],
  read: placesRead,
  took: (move) => move.length,
  tray: () => body(bead(0, 0, 36, "br")),
  say: (/** @type {number[]} */ move) =>
    t("say.vertices", { n: move.length, vertices: list(move.map((v) => v + 1)) }),
  describe: ({ present = [] }, { params }) => {
    if (present.length === 0) return t("board.empty");
    const lines = params.edges.filter((/** @type {number[]} */ edge) =>
      edge.every((v) => present.includes(v)),
    );
    return t("board.graph", {
      n: present.length,
      vertices: list(present.map((v) => v + 1)),
      edges:
        list(lines.slice(0, 60).map((/** @type {number[]} */ [a, b]) => `${a + 1}–${b + 1}`)) ||
        t("board.none"),
    });
  },
};
