// Rules of games with heaps and numbers. JSON of docs/games.md.

import { changed, range } from "./small_lists.js";

/** @typedef {import("../net/wire.js").Position} Position */
/** @typedef {import("./small.js").SmallGame} SmallGame */

/** @param {number[]} heaps */
const takes = (heaps) => heaps.flatMap((size, heap) => range(1, size).map((take) => [heap, take]));

/** Takes from heaps: a number for each. @param {number[]} heaps @param {number[]} taken @returns {Position} */
const without = (heaps, taken) => ({ heaps: heaps.map((size, i) => size - taken[i]) });

/** The heap keeps the first part, the second goes to the end. @param {number[]} heaps @param {number} heap @param {number[]} parts */
const split = (heaps, heap, [first = 0, ...more]) => [...changed(heaps, heap, first), ...more];

/** The pairs that a number is the sum of, the smaller part first. @param {number} n @returns {number[][]} */
const pairsOf = (n) => range(1, Math.floor(n / 2)).map((small) => [small, n - small]);

/** All ways to take from `most` heaps of these, at least one object. @param {number[]} limits @param {number} most @returns {number[][]} */
function takesFrom(limits, most) {
  /** @type {number[][]} */
  let all = [[]];
  for (const limit of limits)
    all = all.flatMap((taken) => {
      const used = taken.filter((n) => n > 0).length;
      return range(0, used < most ? limit : 0).map((n) => [...taken, n]);
    });
  return all.filter((taken) => taken.some((n) => n > 0));
}

/** @type {Record<string, SmallGame>} */
export const HEAPS = {
  subtraction: {
    moves: ({ heaps = [] }, { take }) => takes(heaps).filter(([, taken]) => take.includes(taken)),
    apply: ({ heaps = [] }, [heap, take]) => ({ heaps: changed(heaps, heap, heaps[heap] - take) }),
  },
  multiheap: {
    moves: ({ heaps = [] }, { scope }) => {
      const single = takes(heaps).map(([heap, take]) => heaps.map((_, i) => (i === heap ? take : 0)));
      const left = heaps.filter((size) => size > 0);
      if (left.length < 2 || (scope === "all" && left.length < heaps.length)) return single;
      const same = range(1, Math.min(...left)).map((take) => heaps.map((size) => (size > 0 ? take : 0)));
      return [...single, ...same];
    },
    apply: ({ heaps = [] }, taken) => ({ heaps: heaps.map((size, i) => size - taken[i]) }),
  },
  nim_pass: {
    moves: ({ heaps = [], pass }) => [
      ...takes(heaps),
      ...(pass && heaps.some((size) => size > 0) ? [["pass"]] : []),
    ],
    apply: ({ heaps = [], pass }, [heap, take]) =>
      heap === "pass" ? { heaps, pass: false } : { heaps: changed(heaps, heap, heaps[heap] - take), pass },
  },
  staircase: {
    moves: ({ steps = [] }) => takes(steps).filter(([step]) => step > 0),
    apply: ({ steps = [] }, [step, coins]) => ({
      steps: changed(changed(steps, step, steps[step] - coins), step - 1, steps[step - 1] + coins),
    }),
  },
  euclid: {
    moves: ({ pair = [0, 0] }) => {
      const [small, large] = [Math.min(...pair), Math.max(...pair)];
      return small > 0 ? range(1, Math.floor(large / small)).map((times) => [times]) : [];
    },
    apply: ({ pair = [0, 0] }, [times]) => {
      const larger = pair[1] > pair[0] ? 1 : 0;
      return { pair: changed(pair, larger, pair[larger] - times * pair[1 - larger]) };
    },
  },
  rwythoff: {
    moves: ({ heaps = [] }, { r }) =>
      takesFrom(heaps, 2).filter(([a, b]) => a === 0 || b === 0 || Math.abs(a - b) < r),
    apply: ({ heaps = [] }, taken) => without(heaps, taken),
  },
  moore: {
    moves: ({ heaps = [] }, { k, cap }) =>
      takesFrom(
        heaps.map((size) => Math.min(size, cap ?? size)),
        k,
      ),
    apply: ({ heaps = [] }, taken) => without(heaps, taken),
  },
  greedy: {
    moves: ({ heaps = [] }) => takes(heaps).filter(([heap]) => heaps[heap] === Math.max(...heaps)),
    apply: ({ heaps = [] }, [heap, take]) => ({ heaps: changed(heaps, heap, heaps[heap] - take) }),
  },
  grundy: {
    moves: ({ heaps = [] }) =>
      heaps.flatMap((size, heap) =>
        pairsOf(size)
          .filter(([small, large]) => small < large)
          .map((parts) => [heap, ...parts]),
      ),
    apply: ({ heaps = [] }, [heap, ...parts]) => ({ heaps: split(heaps, heap, parts) }),
  },
  lasker: {
    moves: ({ heaps = [] }) => [
      ...takes(heaps),
      ...heaps.flatMap((size, heap) => pairsOf(size).map((parts) => [heap, 0, parts])),
    ],
    apply: ({ heaps = [] }, [heap, take, parts = [heaps[heap] - take]]) => ({
      heaps: split(heaps, heap, parts),
    }),
  },
  octal: {
    moves: ({ heaps = [] }, { code }) =>
      heaps.flatMap((size, heap) => leftBy(code, size).map(([take, parts]) => [heap, take, parts])),
    apply: ({ heaps = [] }, [heap, , parts]) => ({ heaps: split(heaps, heap, parts) }),
  },
  fibonacci: {
    moves: ({ heap = 0, limit = 0 }) => range(1, Math.min(heap, limit)),
    apply: ({ heap = 0 }, take) => ({ heap: heap - take, limit: 2 * take }),
  },
  building: {
    moves: ({ remaining = 0, stacks = [] }) =>
      remaining > 0 ? stacks.map((_, i) => ["place", i]) : takes(stacks).map((take) => ["take", ...take]),
    apply: ({ remaining = 0, stacks = [] }, [what, stack, take]) =>
      what === "place"
        ? { remaining: remaining - 1, stacks: changed(stacks, stack, stacks[stack] + 1) }
        : { remaining, stacks: changed(stacks, stack, stacks[stack] - take) },
  },
};

/**
 * What the code lets one do to a heap: how many to take, and the parts left. Its digit says how
 * many parts may be left: 1 for none, 2 for one, 4 for two, as a sum.
 * @param {string} code @param {number} size @returns {Array<[number, number[]]>}
 */
function leftBy(code, size) {
  return [...code.replace(".", "")].flatMap((digit, take) => {
    const [left, allows] = [size - take, Number(digit)];
    if (left < 0 || size === 0) return [];
    /** @type {number[][]} */
    const one = left > 0 && take > 0 ? [[left]] : [];
    const parts = [
      ...(allows & 1 && left === 0 ? [[]] : []),
      ...(allows & 2 ? one : []),
      ...(allows & 4 ? pairsOf(left) : []),
    ];
    return parts.map((parts) => /** @type {[number, number[]]} */ ([take, parts]));
  });
}
