// A poset as its Hasse diagram.

import { once } from "./once.js";
import { list, t } from "../texts/text.js";
import { placesRead } from "./draw.js";
import { hasse } from "./hasse.js";
import { drawNetwork } from "./network.js";

/** @typedef {import("./draw.js").Board} Board */

/** @type {Board} */
export const poset = {
  draw: (view) => {
    const { elements, covers } = view.game.params;
    const layout = once(view.game, `layout ${view.narrow}`, () => hasse(elements, covers));
    return drawNetwork(view, elements, covers, layout, (x) => t("piece.element", { element: x + 1 }));
  },
  show: (move) => [{ [`c${move}`]: 1 }],
  read: (marks) => (Object.keys(marks).length === 1 ? placesRead(marks)[0] : null),
  // A move takes an element and all above it, along the lines that lead up.
  covers: ([slot], [other], { params }) =>
    slot === other || above(Number(slot.slice(1)), params.covers).has(Number(other.slice(1))),
  say: (move) => t("say.element", { element: move + 1 }),
  describe: ({ present = [] }, { params }) => {
    if (present.length === 0) return t("board.empty");
    const lines = params.covers.filter((/** @type {number[]} */ pair) =>
      pair.every((x) => present.includes(x)),
    );
    return t("board.poset", {
      n: present.length,
      elements: list(present.map((x) => x + 1)),
      covers:
        list(
          lines
            .slice(0, 60)
            .map((/** @type {number[]} */ [low, high]) => t("board.under", { low: low + 1, high: high + 1 })),
        ) || t("board.none"),
    });
  },
};

/** The elements above an element. @param {number} element @param {Array<[number, number]>} covers */
function above(element, covers) {
  const reached = new Set([element]);
  for (const low of reached) {
    for (const [a, b] of covers) if (a === low) reached.add(b);
  }
  reached.delete(element);
  return reached;
}
