// Coins on the steps of a staircase, drawn as piles from the ground on.

import { heapName, t } from "../texts/text.js";
import { describeHeaps, heapFields, oneHeap, pilesOf } from "./heaps.js";
import { MOST_HEAPS, drawPiles } from "./pile.js";

/** `[step, number]` @type {import("./draw.js").Board} */
export const steps = {
  ...oneHeap,
  // Coins are moved, not taken.
  took: undefined,
  draw: (view) => {
    const steps = view.position.steps ?? [];
    return steps.length > MOST_HEAPS ? heapFields(steps) : drawPiles(view, pilesOf(view, steps), "coin");
  },
  say: ([step, number]) => t("say.down", { n: number, heap: heapName(step) }),
  describe: ({ steps = [] }) => describeHeaps(steps),
};
