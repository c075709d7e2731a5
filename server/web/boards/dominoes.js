// A grid on which dominoes are put: free cells are empty squares, covered ones halves of dominoes.

import { s } from "../browser/dom.js";
import { list, t } from "../texts/text.js";
import { PITCH, cellName, drawGrid, grid } from "./cells.js";
import { body, piece, placesRead, range, target } from "./draw.js";

/** @typedef {import("./draw.js").Board} Board */
/** @typedef {import("./draw.js").View} View */

/** The most free cells that are named. */
const MOST_NAMED = 40;
/** The outline of the last domino. */
const NEWEST = 'rx="6" fill="none" stroke="#EDF1EC" stroke-width="2.2" stroke-dasharray="7 6"';

const square = (/** @type {number} */ side, /** @type {string} */ more) => box(side, 0, 0, more);
/** @param {number} side @param {number} right @param {number} down  How much longer than a square. @param {string} more */
const box = (side, right, down, more) =>
  `<rect x="${-side / 2}" y="${-side / 2}" width="${side + right}" height="${side + down}" ${more}/>`;
const FREE = square(36, 'rx="5" class="free"');
const RIM = square(38, 'rx="6" class="rim"');

/** A domino, as far as it is known which halves are one: around the first, as much longer. @param {number} right @param {number} down */
const wood = (right, down) =>
  `<rect x="-18" y="-16" width="${40 + right}" height="${40 + down}" rx="6" fill="#04080A" opacity=".35"/>` +
  box(40, right, down, 'rx="6" fill="url(#wd)" stroke="#8A6337" stroke-opacity=".6"') +
  `<circle r="4.6" fill="#5B4024"/>` +
  (right || down
    ? `<path d="M${right ? 21 : -13} ${right ? -13 : 21}${right ? "v" : "h"}26" stroke="#8A6337" stroke-width="1.6"/>` +
      `<circle cx="${right}" cy="${down}" r="4.6" fill="#5B4024"/>`
    : "");
const HALF = wood(0, 0);

/**
 * How much longer than its first cell, and in which direction, a domino is; null if its cells are in
 * two layers, or if there is no domino.
 * @param {import("../state/selection.js").Marks} marks @param {number[]} dims
 */
function joined(marks, dims) {
  const [first, second, ...more] = placesRead(marks);
  if (second === undefined || more.length > 0) return null;
  const [columns = 1, rows = 1] = [...dims].reverse();
  const layer = (/** @type {number} */ place) => Math.floor(place / columns / rows);
  if (layer(first) !== layer(second)) return null;
  const isInRow = Math.floor(first / columns) === Math.floor(second / columns);
  return { first, second, right: isInRow ? PITCH : 0, down: isInRow ? 0 : PITCH };
}

/** The two cells of a domino, the lower number first. @type {Board} */
export const dominoes = {
  ...grid,
  draw: (view) => drawGrid(view, cell),
  // A domino is put down, not taken.
  took: undefined,
  say: (/** @type {number[]} */ move, { params }) =>
    t("say.domino", { places: list(move.map((place) => cellName(place, params.dims))) }),
  describe: ({ board = "" }, { params }) => {
    const free = range(board.length).filter((i) => board[i] === "1");
    if (free.length === 0) return t("board.full");
    const named = free.slice(0, MOST_NAMED).map((i) => cellName(i, params.dims));
    return t("board.free", { n: free.length, cells: list(named) });
  },
};

/** @param {View} view @param {number} place @param {boolean} free @param {number} x @param {number} y @param {() => string} name */
function cell(view, place, free, x, y, name) {
  const slot = `c${place}`;
  const at = `translate(${x} ${y})`;
  const { dims } = view.game.params;
  if (free) {
    const chosen = joined(view.going, dims);
    return [
      // Instead of its two cells.
      ...(chosen?.first === place
        ? [
            s(
              "g",
              { key: "chosen", class: "domino going", transform: at },
              body(wood(chosen.right, chosen.down)),
              body(box(38, chosen.right, chosen.down, 'rx="6" class="rim"')),
            ),
          ]
        : []),
      piece(view, { slot, x, y }, name, () => [
        target(PITCH, PITCH),
        body(FREE),
        s("g", { class: "half" }, body(HALF)),
        body(RIM),
      ]),
    ];
  }
  const last = joined(view.last, dims);
  if (last?.second === place) return [];
  const { right, down } = last?.first === place ? last : { right: 0, down: 0 };
  return [
    s(
      "g",
      { key: `half ${slot}`, class: view.last[slot] ? "set last" : "set", transform: at },
      // Of the others nobody sees which halves belong together, because a position does not say so.
      body(wood(right, down)),
      view.last[slot] ? body(box(38, right, down, NEWEST)) : null,
    ),
  ];
}
