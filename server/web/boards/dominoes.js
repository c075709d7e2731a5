// A grid on which dominoes are put: free cells are empty squares, covered ones halves of dominoes.

import { s } from "../browser/dom.js";
import { list, t } from "../texts/text.js";
import { PITCH, cellName, drawGrid, grid } from "./cells.js";
import { body, piece, range, target } from "./draw.js";

/** @typedef {import("./draw.js").Board} Board */
/** @typedef {import("./draw.js").View} View */

/** The most free cells that are named. */
const MOST_NAMED = 40;

const square = (/** @type {number} */ side, /** @type {string} */ more) =>
  `<rect x="${-side / 2}" y="${-side / 2}" width="${side}" height="${side}" ${more}/>`;
const FREE = square(36, 'rx="5" class="free"');
/** Around the halves of the last domino. */
const NEWEST = square(38, 'rx="6" fill="none" stroke="#EDF1EC" stroke-width="2.2" stroke-dasharray="7 6"');
const RIM = square(38, 'rx="6" class="rim"');
// Nobody sees which halves belong together, because a position does not say so.
const HALF =
  `<rect x="-18" y="-16" width="40" height="40" rx="6" fill="#04080A" opacity=".35"/>` +
  square(40, 'rx="6" fill="url(#wd)" stroke="#8A6337" stroke-opacity=".6"') +
  `<circle r="4.6" fill="#5B4024"/>`;

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
  if (free)
    return [
      piece(view, { slot, x, y }, name, () => [
        target(PITCH, PITCH),
        body(FREE),
        s("g", { class: "half" }, body(HALF)),
        body(RIM),
      ]),
    ];
  return [
    s(
      "g",
      {
        key: `half ${slot}`,
        class: view.last[slot] ? "set last" : "set",
        transform: `translate(${x} ${y})`,
      },
      body(HALF),
      view.last[slot] ? body(NEWEST) : null,
    ),
  ];
}
