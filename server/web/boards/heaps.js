// Boards of heaps from which objects are taken: from one heap per move (Nim and similar
// games), or from several (Moore, multi-heap).

import { isOfMatches } from "../matter/grounds.js";
import { match } from "../matter/pieces.js";
import { heapName, list, t } from "../texts/text.js";
import { body } from "./draw.js";
import { drawMatches } from "./matches.js";
import { KINDS, MOST_HEAPS, drawPiles } from "./pile.js";

/** @typedef {import("./draw.js").Board} Board */
/** @typedef {import("./draw.js").View} View */
/** @typedef {import("../state/selection.js").Marks} Marks */

/** `[heap, take]` @type {Board} */
export const oneHeap = {
  draw,
  show: ([heap, take]) => [{ [`h${heap}`]: take }],
  read: (marks) => (Object.keys(marks).length === 1 ? takes(marks)[0] : null),
  covers: takesWith,
  took: ([, take]) => take,
  tray: trayOf,
  say: ([heap, take]) => t("say.take", { n: take, heap: heapName(heap) }),
  describe: ({ heaps = [] }) => describeHeaps(heaps),
};

/** A take for each heap. @type {Board} */
export const manyHeaps = {
  draw,
  show: (/** @type {number[]} */ move) => [
    Object.fromEntries(move.flatMap((take, i) => (take ? [[`h${i}`, take]] : []))),
  ],
  read: (marks, _, { heaps = [] }) => heaps.map((_, i) => marks[`h${i}`] ?? 0),
  covers: takesWith,
  took: (/** @type {number[]} */ move) => move.reduce((all, n) => all + n, 0),
  tray: trayOf,
  say: (/** @type {number[]} */ move) =>
    t("say.takes", {
      takes: list(move.flatMap((n, i) => (n ? [t("say.from", { n, heap: heapName(i) })] : []))),
    }),
  describe: ({ heaps = [] }) => describeHeaps(heaps),
};

/**
 * The material of each variant's heaps; pebbles by default.
 * @type {Record<string, keyof typeof import("./pile.js").KINDS>}
 */
const MADE_OF = { greedy: "coin", candy: "candy", circular_stacks: "copper", building: "block" };
/** The width of a piece in a tray 120 wide and 88 high. @type {Record<string, number>} */
const IN_TRAY = { candy: 84, block: 62 };

/** A piece of the game as it lies in a player's tray. @param {import("../net/wire.js").Setup} game */
export function trayOf(game) {
  if (isOfMatches(game)) return body(`<g transform="rotate(66)">${match(0, -44, 96, 1, { t: 12 })}</g>`);
  const made = MADE_OF[game.variant] ?? "pebble";
  return KINDS[made].draw(IN_TRAY[made] ?? 100, 1);
}

/** @param {View} view */
function draw(view) {
  return drawHeaps(view, view.position.heaps ?? []);
}

/** Draws heaps in their material; as numbers if there are too many. @param {View} view @param {number[]} heaps */
export function drawHeaps(view, heaps) {
  if (heaps.length > MOST_HEAPS) return heapFields(heaps);
  const piles = pilesOf(view, heaps);
  if (isOfMatches(view.game)) return drawMatches(view, piles) ?? drawPiles(view, piles, "match");
  return drawPiles(view, piles, MADE_OF[view.game.variant]);
}

/** @param {View} view @param {number[]} heaps */
export function pilesOf(view, heaps) {
  return heaps.map((count, i) => ({
    slot: `h${i}`,
    count,
    ghosts: view.last[`h${i}`] ?? 0,
    room: view.game.start.heaps?.[i] ?? 0,
    name: heapName(i),
    field: t("field.heap", { heap: heapName(i) }),
    sayTake: (/** @type {number} */ n) => t("piece.take", { n, heap: heapName(i), size: count }),
  }));
}

/** @param {number[]} heaps */
export function heapFields(heaps) {
  return heaps.flatMap((max, i) =>
    max ? [{ slot: `h${i}`, label: t("field.heap", { heap: heapName(i) }), name: heapName(i), max }] : [],
  );
}

/** @param {Marks} marks @returns {Array<[number, number]>} */
export function takes(marks) {
  return Object.entries(marks).map(([slot, take]) => [Number(slot.slice(1)), take]);
}

/** @param {[string, number]} chosen @param {[string, number]} piece */
export function takesWith([slot, take], [pieceSlot, value]) {
  return slot === pieceSlot && value <= take;
}

/** @param {number[]} heaps */
export function describeHeaps(heaps) {
  if (!heaps.some(Boolean)) return t("board.empty");
  const shown = heaps.slice(0, 40).map((n, i) => t("board.heap", { heap: heapName(i), n }));
  return t("board.heaps", { heaps: list(heaps.length > 40 ? [...shown, "…"] : shown) });
}
