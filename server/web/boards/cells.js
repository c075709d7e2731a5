// Boards whose places are emptied in sets: the circle, and grids of up to four dimensions,
// drawn as layers.

import { s } from "../browser/dom.js";
import { list, t } from "../texts/text.js";
import { bead } from "../matter/pieces.js";
import {
  body,
  hollowRound,
  label,
  piece,
  placesRead,
  placesShown,
  range,
  taken,
  target,
  widthOf,
} from "./draw.js";

/** @typedef {import("./draw.js").Board} Board */
/** @typedef {import("./draw.js").View} View */
/** @typedef {import("./draw.js").Tag} Tag */

/** The side of a cell. */
export const PITCH = 42;

/** @type {Board} */
export const circle = {
  draw: (view) => {
    const places = [...(view.position.circle ?? "")];
    const radius = Math.max(64, (places.length * PITCH) / (2 * Math.PI));
    const middle = radius + 34;
    return {
      width: 2 * middle,
      height: 2 * middle,
      // A ring is as large as its board.
      most: 4,
      nodes: [
        s("circle", { key: "ring", class: "ring", cx: middle, cy: middle, r: radius }),
        ...places.flatMap((place, i) => {
          const angle = (2 * Math.PI * i) / places.length - Math.PI / 2;
          const [x, y] = [middle + radius * Math.cos(angle), middle + radius * Math.sin(angle)];
          return cell(view, i, place === "1", x, y, () => t("piece.place", { place: i + 1 }), String(i + 1));
        }),
      ],
    };
  },
  show: (/** @type {number[]} */ move) => [placesShown(move)],
  read: placesRead,
  took: (move) => move.length,
  tray: () => body(bead(0, 0, 36, "bdB")),
  say: (/** @type {number[]} */ move) =>
    t("say.places", { n: move.length, places: list(move.map((place) => place + 1)) }),
  describe: ({ circle = "" }) => {
    const full = [...circle].flatMap((place, i) => (place === "1" ? [i + 1] : []));
    return full.length
      ? t("board.circle", { n: full.length, size: circle.length, places: list(full) })
      : t("board.empty");
  },
};

/** @type {Board} */
export const grid = {
  draw: (view) => drawGrid(view, cell),
  show: (/** @type {number[]} */ move) => [placesShown(move)],
  read: placesRead,
  took: (move) => move.length,
  tray: () => body(bead(0, 0, 36, "gl")),
  say: (/** @type {number[]} */ move, { params }) => {
    const ends = move.length > 2 ? [move[0], move[move.length - 1]] : move;
    const names = ends.map((place) => cellName(place, params.dims));
    return move.length > 2
      ? t("say.run", { n: move.length, from: names[0], to: names[1] })
      : t("say.cells", { n: move.length, places: list(names) });
  },
  describe: ({ board = "" }, { params }) => {
    const full = range(board.length).filter((i) => board[i] === "1");
    if (full.length === 0) return t("board.empty");
    return t("board.grid", {
      n: full.length,
      cells: list(full.slice(0, 40).map((i) => cellName(i, params.dims))),
    });
  },
};

/**
 * The layers of a grid, each cell drawn by `one`.
 * @param {View} view
 * @param {(view: View, place: number, full: boolean, x: number, y: number, name: () => string) => Tag[]} one
 */
export function drawGrid(view, one) {
  const board = view.position.board ?? "";
  const { columns, rows, across, down } = shape(view.game.params.dims);
  const single = across * down === 1;
  const panel = { width: columns * PITCH + 20, height: rows * PITCH + (single ? 20 : 42) };
  const perLine = Math.max(
    1,
    Math.min(across, Math.floor(Math.max(widthOf(view), panel.width) / panel.width)),
  );
  const lines = Math.ceil(across / perLine) * down;
  /** @type {Tag[]} */
  const nodes = [];
  for (const layer of range(across * down)) {
    const [w, z] = [Math.floor(layer / across), layer % across];
    const left = (z % perLine) * panel.width + 10;
    const top = (w * Math.ceil(across / perLine) + Math.floor(z / perLine)) * panel.height + 10;
    nodes.push(
      s("rect", {
        key: `panel ${layer}`,
        class: "panel",
        x: left - 4,
        y: top - 4,
        width: columns * PITCH + 8,
        height: rows * PITCH + 8,
        rx: 12,
      }),
    );
    if (!single)
      nodes.push(label(left + (columns * PITCH) / 2, top + rows * PITCH + 22, layerName(w, z, down)));
    for (const i of range(rows * columns)) {
      const place = layer * rows * columns + i;
      const [x, y] = [left + ((i % columns) + 0.5) * PITCH, top + (Math.floor(i / columns) + 0.5) * PITCH];
      nodes.push(
        ...one(view, place, board[place] === "1", x, y, () => cellName(place, view.game.params.dims)),
      );
    }
  }
  return { width: perLine * panel.width, height: lines * panel.height, nodes };
}

/** @param {number[]} dims */
function shape(dims) {
  const [columns = 1, rows = 1, across = 1, down = 1] = [...dims].reverse();
  return { columns, rows, across, down };
}

/** The coordinates of a place, from 1, the column last. @param {number} place @param {number[]} dims */
export function cellName(place, dims) {
  const { columns, rows, across, down } = shape(dims);
  const column = (place % columns) + 1;
  const row = (Math.floor(place / columns) % rows) + 1;
  const layer = Math.floor(place / columns / rows);
  if (dims.length === 1) return t("cell.line", { column });
  if (dims.length === 2) return t("cell.plane", { row, column });
  return t("cell.space", { layer: layerName(Math.floor(layer / across), layer % across, down), row, column });
}

/** @param {number} w @param {number} z @param {number} down */
function layerName(w, z, down) {
  return t("cell.layer", { layer: down > 1 ? `${w + 1}.${z + 1}` : z + 1 });
}

/**
 * @param {View} view
 * @param {number} place
 * @param {boolean} full
 * @param {number} x
 * @param {number} y
 * @param {() => string} name
 * @param {string} [shown]
 */
function cell(view, place, full, x, y, name, shown) {
  if (full) {
    return [
      piece(view, { slot: `c${place}`, x, y }, name, () => [
        target(PITCH, PITCH),
        body(bead(0, 0, 16.5, shown ? "bdB" : "gl")),
        ...(shown ? [s("text", { class: "number", y: 5, "text-anchor": "middle" }, shown)] : []),
      ]),
    ];
  }
  return [
    s("circle", { key: `gap ${place}`, class: "gap", cx: x, cy: y, r: 4 }),
    ...(view.last[`c${place}`]
      ? taken(view, x, y, String(place), 0, hollowRound(15), body(bead(0, 0, 16.5, shown ? "bdB" : "gl")))
      : []),
  ];
}
