// Rules of games with coins on strips, and in circles. JSON of docs/games.md.

import { changed, range } from "./small_lists.js";

/** @typedef {import("../net/wire.js").Position} Position */
/** @typedef {import("./small.js").SmallGame} SmallGame */

/** Coins that go to lower squares. @param {(coins: number[], to: number, from: number) => boolean} mayGo @returns {SmallGame} */
const strip = (mayGo) => ({
  moves: ({ coins }) =>
    numbersOf(coins).flatMap((from, coin, all) =>
      range(0, from - 1)
        .filter((to) => mayGo(all, to, from))
        .map((to) => [coin, to]),
    ),
  apply: ({ coins }, [coin, to]) => ({ coins: changed(numbersOf(coins), coin, to) }),
});

/** @param {Position["coins"]} coins @returns {number[]} */
const numbersOf = (coins) => (Array.isArray(coins) ? coins : []);

/** So many neighbours on a circle, from each place. @param {number} size @param {number} n */
const arcs = (size, n) => range(0, size - 1).map((first) => range(0, n - 1).map((i) => (first + i) % size));

/** @type {Record<string, SmallGame>} */
export const ROWS = {
  nimble: strip(() => true),
  silver_dollar: strip((coins, to, from) => !coins.some((other) => other >= to && other < from)),
  welter: strip((coins, to) => !coins.includes(to)),
  turning: {
    moves: ({ coins }, { rule }) =>
      [...String(coins)].flatMap((coin, last) => (coin === "H" ? (TURNED[rule]?.(last) ?? []) : [])),
    apply: ({ coins }, turned) => ({
      coins: [...String(coins)]
        .map((coin, i) => (turned.includes(i) ? (coin === "H" ? "T" : "H") : coin))
        .join(""),
    }),
  },
  circular: {
    moves: ({ circle = "" }, { k }) => {
      const runs = range(1, Math.min(k, circle.length)).flatMap((n) => arcs(circle.length, n));
      const there = runs.filter((places) => places.every((place) => circle[place] === "1"));
      return distinct(there.map((places) => places.sort((a, b) => a - b)));
    },
    apply: ({ circle = "" }, places) => ({
      circle: [...circle].map((piece, i) => (places.includes(i) ? "0" : piece)).join(""),
    }),
  },
  circular_stacks: {
    moves: ({ heaps = [] }, { k }) =>
      distinct(arcs(heaps.length, Math.min(k, heaps.length)).flatMap((places) => takesAt(heaps, places))),
    apply: ({ heaps = [] }, taken) => ({ heaps: heaps.map((size, i) => size - taken[i]) }),
    inCircle: true,
  },
};

/** All ways to take something from the stacks at these places. @param {number[]} heaps @param {number[]} places @returns {number[][]} */
function takesAt(heaps, places) {
  /** @type {number[][]} */
  let all = [[]];
  for (const [i, size] of heaps.entries())
    all = all.flatMap((taken) => range(0, places.includes(i) ? size : 0).map((n) => [...taken, n]));
  return all.filter((taken) => taken.some((n) => n > 0));
}

/** Each of these moves once. @template T @param {T[]} moves @returns {T[]} */
function distinct(moves) {
  return [...new Map(moves.map((move) => [JSON.stringify(move), move])).values()];
}

/** The coins turned together with the last one, by rule. @type {Record<string, (last: number) => number[][]>} */
const TURNED = {
  turtles: (last) => [[last], ...range(0, last - 1).map((a) => [a, last])],
  mock_turtles: (last) => [...TURNED.turtles(last), ...TURNED.triplets(last)],
  ruler: (last) => range(0, last).map((first) => range(first, last)),
  twins: (last) => range(0, last - 1).map((a) => [a, last]),
  triplets: (last) => range(0, last - 1).flatMap((b) => range(0, b - 1).map((a) => [a, b, last])),
};
