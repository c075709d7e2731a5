// Rules of games on boards, graphs and orders. JSON of docs/games.md.

import { TooLarge, range } from "./small_lists.js";

/** @typedef {import("../net/wire.js").Position} Position */
/** @typedef {import("./small.js").SmallGame} SmallGame */

/** The most vertices of which all sets are tried. */
const MOST_SUBSETS = 10;

/** Lines of Notakto. */
const LINES = [
  ...[0, 3, 6].map((first) => [first, first + 1, first + 2]),
  ...[0, 1, 2].map((first) => [first, first + 3, first + 6]),
  [0, 4, 8],
  [2, 4, 6],
];

/** @type {Record<string, SmallGame>} */
export const BOARDS = {
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
  ndim: {
    moves: ({ board = "" }, { dims }) => {
      const is = (/** @type {number} */ cell) => board[cell] === "1";
      const singles = range(0, board.length - 1).filter(is);
      return [
        ...singles.map((cell) => [cell]),
        ...singles.flatMap((cell) =>
          neighbours(cell, dims).flatMap((next) => runs(cell, next - cell, dims, is)),
        ),
      ];
    },
    apply: ({ board = "" }, cells) => ({
      board: [...board].map((cell, i) => (cells.includes(i) ? "0" : cell)).join(""),
    }),
  },
  notakto: {
    moves: ({ boards = [] }) =>
      boards.flatMap((board, i) =>
        isDead(board) ? [] : [...board].flatMap((cell, at) => (cell === "X" ? [] : [[i, at]])),
      ),
    apply: ({ boards = [] }, [board, at]) => ({
      boards: boards.map((cells, i) =>
        i === board ? `${cells.slice(0, at)}X${cells.slice(at + 1)}` : cells,
      ),
    }),
  },
  graph: {
    moves: ({ present = [] }, { edges, rule, min = 1, max = present.length }) =>
      subsets(present).filter((set) =>
        rule === "star" ? isStar(set, edges) : isWithin(set, min, max) && isConnected(set, edges),
      ),
    apply: ({ present = [] }, set) => ({ present: present.filter((vertex) => !set.includes(vertex)) }),
  },
  poset: {
    moves: ({ present = [] }) => present,
    apply: ({ present = [] }, chosen, { covers }) => {
      const gone = above(chosen, covers);
      return { present: present.filter((element) => !gone.has(element)) };
    },
  },
};

/** @param {string} board */
const isDead = (board) => LINES.some((line) => line.every((cell) => board[cell] === "X"));

/** @param {number[]} set @param {number} min @param {number} max */
const isWithin = (set, min, max) => set.length >= min && set.length <= max;

/** The sets of these, but for the empty one: too many beyond a dozen. @param {number[]} all @returns {number[][]} */
function subsets(all) {
  if (all.length > MOST_SUBSETS) throw new TooLarge();
  return all
    .reduce((sets, one) => [...sets, ...sets.map((set) => [...set, one])], /** @type {number[][]} */ ([[]]))
    .slice(1);
}

/** A vertex with some of its neighbours. @param {number[]} set @param {number[][]} edges */
function isStar(set, edges) {
  return set.some((centre) => set.every((other) => other === centre || joined(edges, centre, other)));
}

/** @param {number[]} set @param {number[][]} edges */
function isConnected([first, ...rest], edges) {
  const reached = [first];
  for (const vertex of reached)
    reached.push(...rest.filter((other) => !reached.includes(other) && joined(edges, vertex, other)));
  return reached.length === rest.length + 1;
}

/** An element and all above it. @param {number} element @param {number[][]} covers */
function above(element, covers) {
  const reached = new Set([element]);
  for (const lower of reached) for (const [low, high] of covers) if (low === lower) reached.add(high);
  return reached;
}

/**
 * The runs of two or more pieces from a cell in one direction.
 * @param {number} cell @param {number} stride @param {number[]} dims @param {(cell: number) => boolean} is
 */
function runs(cell, stride, dims, is) {
  /** @type {number[][]} */
  const found = [];
  let run = [cell];
  let [last] = run;
  while (neighbours(last, dims).includes(last + stride) && is(last + stride)) {
    last += stride;
    run = [...run, last];
    found.push(run);
  }
  return found;
}

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
