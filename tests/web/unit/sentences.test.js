// Every board in words, its moves as marks, and which pieces a mark takes with it.

import assert from "node:assert/strict";
import test from "node:test";

import { NAMES, boardOf, fetchVariant } from "../../../server/web/variants/index.js";
import { choices } from "../../../server/web/state/selection.js";
import { speak } from "../../../server/web/texts/text.js";
import { viewOf } from "../view.js";

await speak("en", ["board", "table"]);
await Promise.all(NAMES.map(fetchVariant));

const path = [
  [0, 1],
  [1, 2],
  [2, 3],
];
const heaps = { heaps: [3, 5, 0] };
const inHeaps = "heaps A 3, B 5, and C 0";
const coins = (letter) => [
  [[0, 0], "coin A to square 0", [{ c0: 1, s0: 1 }]],
  [[2, 4], `coin ${letter} to square 4`, [{ c2: 1, s4: 1 }]],
];
const onSquares = [{}, { coins: [1, 3, 6] }, "coins on squares: A 1, B 3, and C 6", coins("C")];
const counting = [{ step: 3, target: 21 }, { total: 17 }, "total 17, target 21", [[3, "+3", [{ d: 3 }]]]];

/** By variant: parameters, a position, its description, and moves with their sentences and faces. */
const SAID = {
  building: [
    {},
    { remaining: 2, stacks: [1, 2] },
    "2 blocks to place; heaps A 1 and B 2",
    [
      [["place", 1], "put a block on stack B", [{ p1: 1 }]],
      [["take", 1, 2], "2 from heap B", [{ h1: 2 }]],
    ],
  ],
  candy: [{}, heaps, inHeaps, [[[1, 2], "2 from heap B", [{ h1: 2 }]]]],
  chomp: [
    {},
    { rows: [3, 2, 0] },
    "2 rows of 3 and 2 squares",
    [[[1, 0], "bite at row 2, column 1", [{ "s1.0": 1 }]]],
  ],
  circular: [
    { k: 2 },
    { circle: "11011" },
    "4 of 5 places taken: 1, 2, 4, and 5",
    [[[0, 4], "places 1 and 5", [{ c0: 1, c4: 1 }]]],
  ],
  circular_stacks: [{ k: 2 }, heaps, inHeaps, [[[1, 2, 0], "1 from A and 2 from B", [{ h0: 1, h1: 2 }]]]],
  cram: [
    { dims: [2, 2] },
    { board: "1101" },
    "3 free cells: row 1, column 1, row 1, column 2, and row 2, column 2",
    [[[1, 3], "a domino on row 1, column 2 and row 2, column 2", [{ c1: 1, c3: 1 }]]],
  ],
  euclid: [{}, { pair: [9, 4] }, "4 and 9", [[[2], "the smaller number, 2 times", [{ d: 2 }]]]],
  fibonacci: [
    {},
    { heap: 9, limit: 4 },
    "a heap of 9, at most 4 may be taken",
    [[4, "4 from the heap", [{ d: 4 }]]],
  ],
  game100: counting,
  game21: counting,
  game21_nplayer: counting,
  graph: [
    { vertices: 4, edges: path, rule: "star" },
    { present: [1, 2, 3] },
    "points 2, 3, and 4; lines 2–3 and 3–4",
    [[[2, 3], "points 3 and 4", [{ c2: 1, c3: 1 }]]],
  ],
  greedy: [{}, heaps, inHeaps, [[[1, 2], "2 from heap B", [{ h1: 2 }]]]],
  grundy: [{}, heaps, inHeaps, [[[1, 2, 3], "split heap B into 2 and 3", [{ h1: 2 }, { h1: 3 }]]]],
  hackenbush: [
    { edges: path },
    { present: [0, 2] },
    "2 branches: ⏚–1 and 2–3",
    [[2, "cut branch 3", [{ c2: 1 }]]],
  ],
  lasker: [
    {},
    heaps,
    inHeaps,
    [
      [[1, 2], "2 from heap B", [{ t1: 2 }]],
      [[1, 0, [1, 4]], "split heap B into 1 and 4", [{ h1: 1 }, { h1: 4 }]],
      [[1, 0, [2, 2]], "split heap B into 2 and 2", [{ h1: 2 }], { heaps: [3, 4] }],
    ],
  ],
  moore: [{ k: 2, cap: 2 }, heaps, inHeaps, [[[0, 2, 0], "2 from B", [{ h1: 2 }]]]],
  multiheap: [{ scope: "all" }, heaps, inHeaps, [[[1, 2, 0], "1 from A and 2 from B", [{ h0: 1, h1: 2 }]]]],
  ndim: [
    { dims: [2, 2] },
    { board: "0111" },
    "3 marbles: row 1, column 2, row 2, column 1, and row 2, column 2",
    [[[2, 3], "row 2, column 1 and row 2, column 2", [{ c2: 1, c3: 1 }]]],
  ],
  nim: [{}, heaps, inHeaps, [[[1, 2], "2 from heap B", [{ h1: 2 }]]]],
  nim_pass: [
    {},
    { heaps: [3, 5], pass: true },
    "heaps A 3 and B 5; the pass is available",
    [
      [[1, 2], "2 from heap B", [{ h1: 2 }]],
      [["pass"], "pass", [{ pass: 1 }]],
    ],
  ],
  nimble: onSquares,
  node_kayles: [
    { vertices: 4, edges: path },
    { present: [0, 1, 3] },
    "points 1, 2, and 4; lines 1–2",
    [[1, "point 2", [{ c1: 1 }]]],
  ],
  notakto: [
    {},
    { boards: ["X...X....", "XXX......"] },
    "board 1, crosses: row 1, column 1 and row 2, column 2 and board 2 is closed",
    [[[0, 5], "a cross on board 1, row 2, column 3", [{ "s0.5": 1 }]]],
  ],
  octal: [{ code: "0.77" }, heaps, inHeaps, [[[1, 2, [1, 2]], "2 from row B, leaving 1 and 2", null]]],
  poset: [
    { elements: 4, covers: path },
    { present: [0, 1, 3] },
    "beads 1, 2, and 4; 1 under 2",
    [[1, "bead 2 and all above it", [{ c1: 1 }]]],
  ],
  rwythoff: [{ r: 2 }, heaps, inHeaps, [[[2, 3, 0], "2 from A and 3 from B", [{ h0: 2, h1: 3 }]]]],
  silver_dollar: onSquares,
  staircase: [
    {},
    { steps: [1, 0, 2] },
    "heaps A 1, B 0, and C 2",
    [[[2, 1], "1 from step C to the next below", [{ h2: 1 }]]],
  ],
  subtraction: [{ take: [2, 5] }, heaps, inHeaps, [[[1, 2], "2 from heap B", [{ h1: 2 }]]]],
  turning: [
    { rule: "ruler" },
    { coins: "HHTH" },
    "heads at 1, 2, and 4, of 4 coins",
    [[[1, 2, 3], "coins 2, 3, and 4", [{ c1: 1, c2: 1, c3: 1 }]]],
  ],
  welter: onSquares,
};

test("every position and move is said with its own numbers, and a move is the marks that show it", () => {
  assert.deepEqual(Object.keys(SAID), [...NAMES].sort());
  for (const [variant, [params, start, described, moves]] of Object.entries(SAID)) {
    const board = boardOf(variant);
    const game = { variant, params, ending: "normal", start };
    assert.equal(board.describe(start, game), described, variant);
    for (const [move, sentence, faces, position = start] of moves) {
      assert.equal(board.say(move, game), sentence, variant);
      const shown = board.show(move, game, position);
      if (faces) assert.deepEqual(shown, faces, variant);
      for (const face of shown) assert.deepEqual(board.read(face, game, position), move, variant);
    }
  }
  const spent = { variant: "fibonacci", params: {}, ending: "normal", start: { heap: 9, limit: 4 } };
  assert.equal(boardOf("fibonacci").describe({ heap: 0, limit: 6 }, spent), "nothing is left");
});

test("a mark takes the pieces with it that its move takes, and of other heaps none", () => {
  const covered = (variant, params, mark, pieces) => {
    const { covers } = boardOf(variant);
    return pieces.filter((piece) => covers(mark, piece, { params }));
  };
  const pieces = ["h0", "h1"].flatMap((slot) => [1, 2, 3].map((n) => [slot, n]));
  for (const variant of ["nim", "moore", "building", "euclid", "fibonacci", "game21"])
    assert.deepEqual(covered(variant, {}, ["h1", 2], pieces), [
      ["h1", 1],
      ["h1", 2],
    ]);
  // A stone goes with all to its right, a cut is made in one place.
  const both = pieces.flatMap(([slot, n]) => [
    [slot, n],
    [slot.replace("h", "t"), n],
  ]);
  assert.deepEqual(covered("lasker", {}, ["t1", 2], both), [
    ["t1", 1],
    ["t1", 2],
  ]);
  assert.deepEqual(covered("lasker", {}, ["h1", 2], both), [["h1", 2]]);
  const squares = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => [`s${row}.${column}`, 1]));
  const bitten = covered("chomp", {}, ["s1.1", 1], squares).map(([slot]) => slot);
  assert.deepEqual(bitten, ["s1.1", "s1.2", "s2.1", "s2.2"]);
  const points = [0, 1, 2, 3].map((point) => [`c${point}`, 1]);
  assert.deepEqual(covered("node_kayles", { edges: path }, ["c1", 1], points), points.slice(0, 3));
  assert.deepEqual(covered("node_kayles", { edges: [] }, ["c1", 1], points), points.slice(1, 2));
  const covers = [
    [0, 1],
    [1, 3],
    [2, 3],
  ];
  assert.deepEqual(covered("poset", { covers }, ["c0", 1], points), [points[0], points[1], points[3]]);
  assert.deepEqual(covered("poset", { covers }, ["c2", 1], points), [points[2], points[3]]);
});

test("no move is chosen ahead where a move may give the others another meaning", () => {
  const renumber = NAMES.filter((variant) => boardOf(variant).renumbers);
  assert.deepEqual(renumber.sort(), ["euclid", "grundy", "lasker", "octal"]);
});

test("marks that show no move are none", () => {
  const read = (variant, marks) => boardOf(variant).read(marks, { params: {}, start: {} }, heaps);
  for (const [variant, one, two] of [
    ["nim", { h0: 1 }, { h1: 1 }],
    ["lasker", { t0: 1 }, { h1: 1 }],
    ["building", { p0: 1 }, { p1: 1 }],
    ["chomp", { "s0.0": 1 }, { "s1.1": 1 }],
    ["notakto", { "s0.0": 1 }, { "s1.1": 1 }],
    ["poset", { c0: 1 }, { c1: 1 }],
    ["node_kayles", { c0: 1 }, { c1: 1 }],
  ]) {
    assert.notEqual(read(variant, one), null, variant);
    assert.equal(read(variant, { ...one, ...two }), null, variant);
  }
  // A large bar is entered as numbers, both of them.
  assert.deepEqual(read("chomp", { row: 3, column: 2 }), [2, 1]);
  assert.deepEqual([read("chomp", { row: 3 }), read("chomp", { column: 2 })], [null, null]);
});

test("a piece is named by what touching it does, and a number to enter by what it is", () => {
  const anything = choices(
    null,
    () => null,
    () => [],
  );
  const drawn = (variant, start) => {
    const game = { variant, params: {}, ending: "normal", start };
    const view = { game, position: start, narrow: true, box: { width: 360, height: 480 } };
    return boardOf(variant).draw(viewOf(view, anything));
  };
  const pieces = drawn("lasker", { heaps: [1, 3] }).nodes.filter(({ props }) => props["data-piece"]);
  const names = pieces.map(({ props }) => [props["data-piece"], props["aria-label"]]);
  assert.deepEqual(Object.fromEntries(names), {
    "t0:1": "take 1 of 1 from heap A",
    "t1:1": "take 1 of 3 from heap B",
    "t1:2": "take 2 of 3 from heap B",
    "t1:3": "take 3 of 3 from heap B",
    "h1:1": "cut heap B into 1 and 2",
    "h1:2": "cut heap B into 2 and 1",
  });
  assert.deepEqual(drawn("lasker", { heaps: [1, 5000] }), [
    { slot: "t0", label: "Take from heap A", name: "A", max: 1 },
    { slot: "t1", label: "Take from heap B", name: "B", max: 5000 },
    { slot: "h1", label: "First part of heap B with 5,000", max: 4999 },
  ]);
  assert.deepEqual(drawn("chomp", { rows: Array(50).fill(20) }), [
    { slot: "row", label: "Row", max: 50 },
    { slot: "column", label: "Column", max: 20 },
  ]);
});
