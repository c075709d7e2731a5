// Two numbers as bars: the longer one is cut into pieces as long as the shorter.

import { s } from "../browser/dom.js";
import { number, t } from "../texts/text.js";
import { takesWith } from "./heaps.js";
import { label, piece, range, target } from "./draw.js";

/** @typedef {import("./draw.js").Board} Board */
/** @typedef {import("./draw.js").View} View */

const BAR = 62;
/** The narrowest piece, in pixels. */
const LEAST = 26;

/** `[times]` @type {Board} */
export const bars = {
  renumbers: true,
  draw: (view) => {
    const [small, large] = ordered(view.position.pair);
    const most = small > 0 ? Math.floor(large / small) : 0;
    const width = Math.min(view.box.width, 720) - 24;
    if (most > 0 && (width * small) / large < LEAST)
      return [{ slot: "d", label: t("field.times", { small, large }), max: most }];
    return drawBars(view, small, large, width);
  },
  show: ([times]) => [{ d: times }],
  read: ({ d }) => (d ? [d] : null),
  covers: takesWith,
  say: ([times]) => t("say.times", { n: times }),
  describe: ({ pair }) => {
    const [small, large] = ordered(pair);
    return t("board.pair", { small, large });
  },
};

/** The smaller and the larger. @param {number[] | undefined} pair */
function ordered(pair = [0, 0]) {
  return [Math.min(...pair), Math.max(...pair)];
}

/** @param {View} view @param {number} small @param {number} large @param {number} width */
function drawBars(view, small, large, width) {
  const unit = width / Math.max(large, 1);
  const most = small > 0 ? Math.floor(large / small) : 0;
  const bar = (/** @type {string} */ key, /** @type {number} */ y, /** @type {number} */ length) =>
    s("rect", { key, class: "bar", x: 12, y, width: Math.max(length * unit, 2), height: BAR, rx: 6 });
  const rest = large - most * small;
  return {
    width: width + 24,
    height: 2 * BAR + 96,
    nodes: [
      bar("small", 18, small),
      label(12 + Math.max(small * unit, 60) / 2, 18 + BAR + 22, number(small), "count small"),
      bar("rest", BAR + 60, rest),
      // The last piece is taken first.
      ...range(most).map((i) => {
        const value = most - i;
        const length = small * unit;
        const x = 12 + (rest + (i + 0.5) * small) * unit;
        return piece(
          view,
          { slot: "d", value, x, y: BAR + 60 + BAR / 2 },
          () => t("piece.times", { n: value, small }),
          () => [
            target(length, BAR),
            s("rect", {
              class: "bar",
              x: 1 - length / 2,
              y: 1 - BAR / 2,
              width: Math.max(length - 2, 2),
              height: BAR - 2,
              rx: 6,
            }),
            s("text", { class: "count small", y: 8, "text-anchor": "middle" }, number(small)),
          ],
        );
      }),
      label(12 + width / 2, 2 * BAR + 84, number(large), "count small"),
    ],
  };
}
