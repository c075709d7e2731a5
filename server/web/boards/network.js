// Drawings of vertices and lines, for graphs and posets.

import { s } from "../browser/dom.js";
import { bead } from "../matter/pieces.js";
import { body, hollowRound, piece, range, taken, target } from "./draw.js";

/** @typedef {import("./draw.js").View} View */
/** @typedef {{points: Array<[number, number]>, width: number, height: number}} Layout */

/**
 * @param {View} view
 * @param {number} count
 * @param {Array<[number, number]>} lines
 * @param {Layout} layout
 * @param {(i: number) => string} name
 */
export function drawNetwork(view, count, lines, { points, width, height }, name) {
  const present = new Set(view.position.present ?? []);
  const colour = view.game.variant === "poset" ? "bdN" : "br";
  return {
    width: Math.max(width, 200),
    height,
    nodes: [
      ...lines.map(([a, b], i) =>
        s("line", {
          key: `line ${i}`,
          class: present.has(a) && present.has(b) ? "edge" : "edge cut-off",
          x1: points[a][0],
          y1: points[a][1],
          x2: points[b][0],
          y2: points[b][1],
        }),
      ),
      ...range(count).flatMap((i) => {
        const [x, y] = points[i];
        if (!present.has(i)) {
          return [
            s("circle", { key: `gap ${i}`, class: "gap", cx: x, cy: y, r: 5 }),
            ...(view.last[`c${i}`]
              ? taken(
                  view,
                  x,
                  y,
                  String(i),
                  0,
                  hollowRound(17),
                  body(bead(0, 0, 18, colour, { paper: true })),
                )
              : []),
          ];
        }
        return [
          piece(
            view,
            { slot: `c${i}`, x, y },
            () => name(i),
            () => [
              target(46, 46),
              body(bead(0, 0, 18, colour, { paper: true })),
              ...(colour === "bdN" ? [s("circle", { class: "lit", r: 18, fill: "url(#bdA)" })] : []),
              s(
                "text",
                { class: colour === "bdN" ? "number light" : "number", y: 5, "text-anchor": "middle" },
                String(i + 1),
              ),
            ],
          ),
        ];
      }),
    ],
  };
}
