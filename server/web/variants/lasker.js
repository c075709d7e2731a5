// Lasker's Nim: take from a heap, or split it. A stone takes itself and all to
// its right, the gap before it splits.

import { heapName, t } from "../texts/text.js";
import { piece, round, stone, target } from "../boards/draw.js";
import { describeHeaps, heapFields } from "../boards/heaps.js";
import { areNumbers, cut, drawRows } from "../boards/rows.js";
import { OF_HEAPS } from "./fields.js";

/** @typedef {import("../boards/draw.js").View} View */
/** @typedef {import("../boards/rows.js").Row} Row */

/** A mark `t0` takes from the first heap, a mark `h0` splits it. @type {import("../boards/draw.js").Board} */
const board = {
  renumbers: true,
  draw: (view) => {
    const heaps = view.position.heaps ?? [];
    if (areNumbers(heaps)) {
      const takes = heapFields(heaps).map((field) => ({ ...field, slot: field.slot.replace("h", "t") }));
      const splits = heaps.flatMap((n, i) =>
        n > 1 ? [{ slot: `h${i}`, label: t("field.cut", { heap: heapName(i), n }), max: n - 1 }] : [],
      );
      return [...takes, ...splits];
    }
    return drawRows(view, heaps, 1.36, (row, i) => [
      ...(i > 0 ? [cut(view, row, i, row.pitch * 0.36)] : []),
      taken(view, row, i),
    ]);
  },
  show: ([heap, take, parts]) =>
    parts ? [...new Set(parts)].map((part) => ({ [`h${heap}`]: part })) : [{ [`t${heap}`]: take }],
  read: (marks, _, { heaps = [] }) => {
    const [[slot, n], ...more] = Object.entries(marks);
    const heap = Number(slot.slice(1));
    if (more.length > 0) return null;
    return slot[0] === "t" ? [heap, n] : [heap, 0, [n, heaps[heap] - n].sort((a, b) => a - b)];
  },
  covers: ([slot, n], [other, value]) => slot === other && (slot[0] === "t" ? value <= n : value === n),
  took: ([, take]) => take,
  say: ([heap, take, parts]) =>
    parts
      ? t("say.split", { heap: heapName(heap), a: parts[0], b: parts[1] })
      : t("say.take", { n: take, heap: heapName(heap) }),
  describe: ({ heaps = [] }) => describeHeaps(heaps),
};

/** @param {View} view @param {Row} row @param {number} i */
function taken(view, { at, heap, size, pitch }, i) {
  const [x, y] = at(i + 0.5);
  return piece(
    view,
    { slot: `t${heap}`, value: size - i, x, y },
    () => t("piece.take", { n: size - i, heap: heapName(heap), size }),
    () => [target(round(pitch * 0.64), round(pitch * 1.34)), stone(round(pitch * 0.82), i * 3 + heap)],
  );
}

/** @type {import("./index.js").VariantFile} */
export default {
  board,
  ownStart: OF_HEAPS,
  words: {
    en: {
      name: "Lasker's Nim",
      hint: "Take, or split a heap in two",
      rules: "Take any number of stones from one heap, or split a heap into two.",
    },
    de: {
      name: "Laskers Nim",
      hint: "Nimm, oder teile einen Haufen",
      rules: "Nimm beliebig viele Steine aus einem Haufen, oder teile einen Haufen in zwei.",
    },
    es: {
      name: "Nim de Lasker",
      hint: "Quita, o divide un montón en dos",
      rules: "Quita cualquier número de piedras de un montón, o divide un montón en dos.",
    },
    fr: {
      name: "Nim de Lasker",
      hint: "Prenez, ou coupez un tas en deux",
      rules: "Prenez autant de pierres que vous voulez dans un tas, ou coupez un tas en deux.",
    },
  },
};
