// Boards with one number: the rising total of 21 and 100, and the heap of
// Fibonacci Nim with its limit.

import { s } from "../browser/dom.js";
import { number, t } from "../texts/text.js";
import { label, piece, range, target, widthOf } from "./draw.js";
import { drawPiles } from "./pile.js";
import { takesWith } from "./heaps.js";

/** @typedef {import("./draw.js").Board} Board */
/** @typedef {import("./draw.js").View} View */

/** Beyond so many tiles or stones a number tells more. */
const MOST_TILES = 120;
const MOST_STONES = 120;
const TILE = 44;

/** A path of tiles from 1 to the target. @type {Board} */
export const total = {
  draw: (view) => {
    const { target: end, step } = view.game.params;
    const now = view.position.total ?? 0;
    if (end > MOST_TILES) {
      return [
        { slot: "d", label: t("field.total", { total: now, target: end }), max: Math.min(step, end - now) },
      ];
    }
    return tiles(view, now, end);
  },
  show: (move) => [{ d: move }],
  read: ({ d }) => d ?? null,
  covers: takesWith,
  say: (move) => t("say.raise", { n: move }),
  describe: ({ total = 0 }, { params }) => t("board.total", { total, target: params.target }),
};

/** @type {Board} */
export const fibonacci = {
  draw: (view) => {
    const { heap = 0, limit = 0 } = view.position;
    const most = Math.min(heap, limit);
    if (heap > MOST_STONES)
      return [
        { slot: "d", label: t("field.heapOf", { n: heap }), max: most, note: t("board.limit", { n: most }) },
      ];
    const pile = {
      slot: "d",
      count: heap,
      ghosts: Math.min(view.last.d ?? 0, 24),
      room: Math.min(view.game.start.heap ?? 0, MOST_STONES),
      name: t("board.limit", { n: most }),
      counted: t("board.stones", { n: heap }),
      sayTake: (/** @type {number} */ n) => t("piece.takeOf", { n, size: heap }),
    };
    const room = Math.max(heap + pile.ghosts, pile.room, 1);
    const columns = Math.min(Math.ceil(Math.sqrt(room * 1.4)), view.narrow ? 7 : 14);
    return drawPiles(view, [pile], widthOf(view), Math.ceil(room / columns));
  },
  show: (move) => [{ d: move }],
  read: ({ d }) => d ?? null,
  covers: takesWith,
  say: (move) => t("say.takeOf", { n: move }),
  describe: ({ heap = 0, limit = 0 }) => t("board.fibonacci", { n: heap, limit: Math.min(heap, limit) }),
};

/** @param {View} view @param {number} now @param {number} end */
function tiles(view, now, end) {
  const columns = end % 10 === 0 ? 10 : end <= 35 ? 7 : 10;
  const came = now - (view.last.d ?? 0);
  const nodes = range(end).map((i) => {
    const value = i + 1;
    const x = ((i % columns) + 0.5) * TILE + 8;
    const y = (Math.floor(i / columns) + 0.5) * TILE + 8;
    const name = [
      "tile",
      value <= now && "said",
      value === now && "now",
      value > came && value < now && "passed",
      value === end && `end ${view.game.ending}`,
    ];
    const tile = () => [
      s("rect", { class: name.filter(Boolean).join(" "), x: -19, y: -19, width: 38, height: 38, rx: 9 }),
      s("text", { class: "number", y: 5, "text-anchor": "middle" }, number(value)),
    ];
    return value <= now
      ? s("g", { key: `tile ${value}`, transform: `translate(${x} ${y})` }, tile())
      : piece(
          view,
          { slot: "d", value: value - now, x, y },
          () => t("piece.raise", { n: value - now, total: value }),
          () => [...tile(), target(TILE, TILE)],
        );
  });
  const rows = Math.ceil(end / columns);
  if (now === 0) nodes.push(label((columns * TILE) / 2 + 8, rows * TILE + 30, t("board.totalStart")));
  return { width: columns * TILE + 16, height: rows * TILE + (now === 0 ? 42 : 16), nodes };
}
