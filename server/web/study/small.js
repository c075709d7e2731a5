// Games decided by searching every position that can follow: for small starts of lessons and
// free play without the server, whose theories are not repeated here. JSON of docs/games.md.

/** @typedef {import("../net/wire.js").Setup} Setup */
/** @typedef {import("../net/wire.js").Position} Position */
/**
 * @typedef {object} SmallGame
 * @property {(position: Position, params: Setup["params"]) => any[]} moves
 * @property {(position: Position, move: any, params: Setup["params"]) => Position} apply
 */

/** The most positions searched: a tenth of a second. */
const MOST_POSITIONS = 10_000;

/** The numbers from `from` to `to`. @param {number} from @param {number} to */
const range = (from, to) => Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);

/** A list with another item in one place. @template T @param {T[]} list @param {number} place @param {T} item */
const changed = (list, place, item) => list.map((old, i) => (i === place ? item : old));

/** @param {number[]} heaps */
const takes = (heaps) => heaps.flatMap((size, heap) => range(1, size).map((take) => [heap, take]));

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

/** @type {Record<string, SmallGame>} */
export const SMALL = {
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
  nimble: strip(() => true),
  silver_dollar: strip((coins, to, from) => !coins.some((other) => other >= to && other < from)),
  welter: strip((coins, to) => !coins.includes(to)),
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
  turning: {
    moves: ({ coins }, { rule }) =>
      [...String(coins)].flatMap((coin, last) => (coin === "H" ? (TURNED[rule]?.(last) ?? []) : [])),
    apply: ({ coins }, turned) => ({
      coins: [...String(coins)]
        .map((coin, i) => (turned.includes(i) ? (coin === "H" ? "T" : "H") : coin))
        .join(""),
    }),
  },
  chomp: {
    moves: ({ rows = [] }) =>
      rows.flatMap((length, row) => range(0, length - 1).map((column) => [row, column])),
    apply: ({ rows = [] }, [row, column]) => ({
      rows: rows.map((length, i) => (i < row ? length : Math.min(length, column))),
    }),
  },
  cram: {
    moves: ({ board = "" }, { dims }) =>
      [...board].flatMap((_, cell) =>
        neighbours(cell, dims)
          .filter((other) => board[cell] === "1" && board[other] === "1")
          .map((other) => [cell, other]),
      ),
    apply: ({ board = "" }, cells) => ({
      board: [...board].map((cell, i) => (cells.includes(i) ? "0" : cell)).join(""),
    }),
  },
  node_kayles: {
    moves: ({ present = [] }) => present,
    apply: ({ present = [] }, chosen, { edges }) => ({
      present: present.filter((vertex) => vertex !== chosen && !joined(edges, vertex, chosen)),
    }),
  },
  hackenbush: {
    moves: ({ present = [] }) => present,
    apply: ({ present = [] }, cut, { edges }) => ({
      present: standing(
        present.filter((edge) => edge !== cut),
        edges,
      ),
    }),
  },
};

/** The coins turned together with the last one, by rule. @type {Record<string, (last: number) => number[][]>} */
const TURNED = {
  turtles: (last) => [[last], ...range(0, last - 1).map((a) => [a, last])],
  mock_turtles: (last) => [...TURNED.turtles(last), ...TURNED.triplets(last)],
  ruler: (last) => range(0, last).map((first) => range(first, last)),
  twins: (last) => range(0, last - 1).map((a) => [a, last]),
  triplets: (last) => range(0, last - 1).flatMap((b) => range(0, b - 1).map((a) => [a, b, last])),
};

/** The next cell along each axis; the last coordinate runs fastest. @param {number} cell @param {number[]} dims */
function neighbours(cell, dims) {
  const found = [];
  let stride = 1;
  for (const length of [...dims].reverse()) {
    if (Math.floor(cell / stride) % length < length - 1) found.push(cell + stride);
    stride *= length;
  }
  return found;
}

/** @param {number[][]} edges @param {number} a @param {number} b */
const joined = (edges, a, b) => edges.some(([x, y]) => (x === a && y === b) || (x === b && y === a));

/** The edges that are still joined to the ground, vertex 0. @param {number[]} present @param {number[][]} edges */
function standing(present, edges) {
  const reached = new Set([0]);
  for (let before = 0; before < reached.size;) {
    before = reached.size;
    for (const edge of present)
      if (edges[edge].some((vertex) => reached.has(vertex)))
        edges[edge].forEach((vertex) => reached.add(vertex));
  }
  return present.filter((edge) => reached.has(edges[edge][0]));
}

/** Thrown when a search would take too long. */
export class TooLarge extends Error {}

/**
 * The value of positions, each searched once: in normal play the Grundy value, in misère play
 * 1 if the player to move wins, else 0.
 * @param {SmallGame} rules @param {Setup} game
 */
export function search({ moves, apply }, { params, ending }) {
  /** @type {Map<string, number>} */
  const known = new Map();
  /** @param {Position} position @returns {number} */
  const value = (position) => {
    const key = JSON.stringify(position);
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= MOST_POSITIONS) throw new TooLarge();
    const after = new Set(moves(position, params).map((move) => value(apply(position, move, params))));
    let least = 0;
    if (ending === "normal") while (after.has(least)) least += 1;
    else least = after.size === 0 || after.has(0) ? 1 : 0;
    known.set(key, least);
    return least;
  };
  return { value, positions: () => known.size };
}
