// A reason in chalk: it finds the pieces of any board, and draws on those it speaks of.

import assert from "node:assert/strict";
import { test } from "node:test";

import { canChalk, chalked, placesIn } from "../../../server/web/boards/chalked.js";

const piece = (mark, x, y) => ({
  tag: "g",
  svg: true,
  props: { key: mark, class: "piece open", transform: `translate(${x} ${y})` },
  children: [],
});
const scene = (marks) => ({ width: 400, height: 300, nodes: marks.map(([mark, x, y]) => piece(mark, x, y)) });
const row = (slot, n) => Array.from({ length: n }, (_, i) => [`${slot}:${i + 1}`, 20 + 30 * i, 50]);
const game = { variant: "any", params: {}, ending: "normal", start: {} };
const ply = (facts, position = {}, winning_moves = undefined) => ({
  why: { facts, sentence: "" },
  position,
  winning_moves,
});
const drawnOn = (on, facts, { of = game, position, winning } = {}) =>
  chalked(on, of, ply(facts, position, winning))
    .nodes.slice(on.nodes.length)
    .flatMap((group) => group.children);
const keysOf = (marks, name) =>
  marks.filter(({ props }) => props.class.split(" ").includes(name)).map(({ props }) => props.key);

test("pieces are found by their marks, wherever they are in the scene", () => {
  const inner = { tag: "g", svg: true, props: { transform: "scale(1)" }, children: [piece("c7:1", 1.5, -2)] };
  const places = placesIn([piece("h0:3", 10, 20), "text", inner]);
  assert.deepEqual(places.get("h0").get(3), { x: 10, y: 20 });
  assert.deepEqual(places.get("c7").get(1), { x: 1.5, y: -2 });
});

test("what is left to the other is cut off after the right pieces, the one to make now alight", () => {
  const marks = drawnOn(scene(row("d", 10)), { kind: "remainder", left: 10, modulus: 4, wanted: 0 });
  assert.deepEqual(keysOf(marks, "chalk-cut"), ["cut 2", "cut 6"], "nothing is left after the last");
  assert.deepEqual(keysOf(marks, "near"), ["cut 2"]);
  const of = { ...game, params: { take: [1, 2, 3] } };
  const heaps = { heaps: [9] };
  const subtraction = drawnOn(scene(row("h0", 9)), { kind: "nim_sum", values: [1] }, { of, position: heaps });
  assert.deepEqual(keysOf(subtraction, "near"), ["cut 1"]);
  const misere = drawnOn(
    scene(row("h0", 11)),
    { kind: "nim_sum", values: [3] },
    { of: { ...of, ending: "misere" }, position: { heaps: [11] } },
  );
  assert.deepEqual(keysOf(misere, "near"), ["cut 2"], "9 are left, one more than a multiple of 4");
});

test("the last heap of Nim is not said to count what stands under it", () => {
  const one = ply({ kind: "nim_sum", values: [0, 4] });
  assert.equal(canChalk({ ...game, variant: "nim" }, one), false);
  assert.equal(canChalk({ ...game, variant: "subtraction" }, one), true);
});

test("the parts to take of a Fibonacci sum are alight, and no other", () => {
  const marks = drawnOn(scene(row("d", 7)), { kind: "zeckendorf", parts: [2, 5], take: 2 });
  assert.equal(marks.length, 7);
  assert.deepEqual(keysOf(marks, "near"), ["part 0 0", "part 0 1"]);
});

test("where seeds have room, their parts lie under them and hide no mark", () => {
  const on = { ...scene(row("d", 7)), reach: 20 };
  const { nodes } = chalked(on, game, ply({ kind: "zeckendorf", parts: [2, 5], take: 2 }));
  assert.equal(nodes[0].props.key, "chalked");
  assert.deepEqual(keysOf(nodes[0].children, "near"), ["part 0 0", "part 0 1"]);
});

test("the value of each heap stands where the board says, also of heaps too small to cut", () => {
  const notes = [
    { x: 10, y: 20 },
    { x: 30, y: 60 },
  ];
  const board = { ...scene([["h0:1", 10, 50]]), notes };
  const marks = drawnOn(board, { kind: "nim_sum", values: [1, 0] }, { position: { heaps: [3, 1] } });
  assert.deepEqual(
    marks.map(({ props: { x, y } }) => ({ x, y })),
    notes,
  );
  const other = drawnOn(
    { ...board, notes: notes.slice(1) },
    { kind: "nim_sum", values: [1, 0] },
    { position: { heaps: [3, 1] } },
  );
  assert.deepEqual(other, [], "values of other heaps are not drawn");
});

test("each heap of a pair is cut where the lost pair ends", () => {
  const board = scene([...row("h0", 5), ...row("h1", 8)]);
  const marks = drawnOn(board, { kind: "golden_pair", pair: [4, 7], heaps: [5, 8] });
  assert.deepEqual(keysOf(marks, "near"), ["level 0", "level 1"]);
});

test("across two stones side by side the line runs between what goes and what stays, with a step", () => {
  // Two to a row, from below; the fifth lies alone at the top. The value counts from the top.
  const heap = (slot, left) =>
    [5, 4, 3, 2, 1].map((value, i) => [
      `${slot}:${value}`,
      left + (i % 2) * 50,
      300 - Math.floor(i / 2) * 30,
    ]);
  const board = { ...scene([...heap("h0", 100), ...heap("h1", 300)]), width: 380 };
  const [first, second] = drawnOn(board, { kind: "golden_pair", pair: [3, 5], heaps: [5, 5] });
  const pathOf = ({ children }) => children[0].props.d;
  assert.equal(pathOf(first), "M67 255L125 255L125 285L183 285", "three stay: two, and one above them");
  assert.equal(pathOf(second), "M267 225L325 225L325 255L383 255", "all stay");
  const numbers = [first, second].map(({ children }) => children.at(-1).props.x);
  assert.deepEqual(numbers, [199, 251], "the number stands where the board has room");
});

test("partners by symmetry are joined, and what goes first is alight", () => {
  const board = scene(Array.from({ length: 9 }, (_, i) => [`c${i}:1`, (i % 3) * 60, Math.floor(i / 3) * 60]));
  const partners = [
    [[0], [8]],
    [[2], [6]],
  ];
  const facts = { kind: "mirror", first: [4], partners };
  assert.ok(canChalk(game, ply(facts)));
  const marks = drawnOn(board, facts);
  assert.equal(keysOf(marks, "chalk-arc").length, 2);
  assert.deepEqual(keysOf(marks, "near"), ["first 0"]);
  assert.ok(!canChalk(game, ply({ kind: "searched", positions: 3 })));
});

test("values stand over their parts only where each part has one", () => {
  const board = scene([...row("h0", 3), ...row("h1", 2)]);
  assert.equal(drawnOn(board, { kind: "columns", values: [3, 2] }).length, 2);
  assert.equal(chalked(board, game, ply({ kind: "columns", values: [3, 2, 1] })), board);
});

test("the largest heaps of Greedy Nim go in pairs, and the one without a partner is alight", () => {
  const board = scene([...row("h0", 3), ...row("h1", 3), ...row("h2", 2), ...row("h3", 3)]);
  const position = { heaps: [3, 3, 2, 3] };
  const marks = drawnOn(board, { kind: "tallest", size: 3, count: 3 }, { position });
  assert.deepEqual([keysOf(marks, "chalk-arc"), keysOf(marks, "near")], [["arc 1"], ["alone 2"]]);
  const misere = { ...game, ending: "misere" };
  assert.ok(!canChalk(misere, ply({ kind: "tallest", size: 1, count: 3 })), "ones follow another rule");
});

test("stacks that are built go in pairs, and only where a pairing decides", () => {
  const board = scene([0, 1, 2, 3].map((i) => [`p${i}:1`, 60 * i, 50]));
  const nearly = { kind: "building", total: 12, remaining: 5, stacks: [2, 1, 3, 1] };
  const marks = drawnOn(board, nearly);
  assert.deepEqual([keysOf(marks, "chalk-arc"), keysOf(marks, "near")], [["arc 1"], ["grow"]]);
  assert.equal(marks.at(-1).children[0].props.cx, 0, "the stack of two is to grow");
  const even = drawnOn(board, { ...nearly, remaining: 4, stacks: [2, 1, 2, 1] });
  assert.deepEqual([keysOf(even, "chalk-arc").length, keysOf(even, "near").length], [2, 0]);
  for (const other of [
    { remaining: 4, stacks: [2, 1, 3, 1] },
    { remaining: 5, stacks: [2, 1, 2, 1] },
    { remaining: 5, stacks: [2, 1, 4, 1] },
  ])
    assert.ok(!canChalk(game, ply({ ...nearly, ...other })), JSON.stringify(other));
});

test("what a winning move leaves of Euclid's numbers and of stacks in a circle is cut off", () => {
  const euclid = drawnOn(
    scene(row("d", 4)),
    { kind: "ratio", small: 7, large: 30, quotients: [4, 3, 2] },
    { winning: [[3]] },
  );
  assert.deepEqual(keysOf(euclid, "near"), ["cut 3"]);
  assert.deepEqual(euclid[0].children.at(-1).children, ["9"]);
  const board = scene([0, 1, 2, 3].flatMap((i) => row(`h${i}`, 5)));
  const facts = { kind: "circle", stacks: [5, 3, 2, 3], neighbours: 2 };
  const circle = drawnOn(board, facts, { winning: [[3, 0, 0, 0]] });
  assert.deepEqual(keysOf(circle, "near"), ["stack 0"]);
  const lost = drawnOn(board, { ...facts, stacks: [2, 3, 2, 3] }, { winning: [] });
  assert.equal(keysOf(lost, "chalk-arc").length, 2, "opposite stacks are equal");
  // Stacks side by side, near each other and far apart.
  for (const [apart, where] of [
    [60, "over its stack"],
    [160, "beside the cut"],
  ]) {
    const stack = (slot, x) => [1, 2, 3, 4, 5].map((value) => [`${slot}:${value}`, x, 40 + 12 * value]);
    const stacks = scene([0, 1, 2, 3].flatMap((i) => stack(`h${i}`, 50 + i * apart)));
    const marks = drawnOn(stacks, facts, { winning: [[3, 0, 0, 0]] });
    const note = marks.find(({ props }) => props.key === "left 0");
    assert.equal(note ? "over its stack" : "beside the cut", where);
    if (note) assert.deepEqual([note.children, note.props.x, note.props.y < 40], [["2"], 50, true]);
    else assert.deepEqual(marks[0].children.at(-1).children, ["2"]);
  }
  assert.ok(!canChalk(game, ply({ ...facts, neighbours: 3 }, {}, [])), "nothing to show of a lost one");
});

test("the arms of Chomp are joined square by square, and nothing lies on a square without partner", () => {
  const squares = (rows) =>
    scene(rows.flatMap((n, r) => Array.from({ length: n }, (_, c) => [`s${r}.${c}:1`, 60 * c, 60 * r])));
  const keys = (rows) => {
    const marks = drawnOn(squares(rows), { kind: "arms", arms: [1, 1] }, { position: { rows } });
    return [keysOf(marks, "chalk-arc").length, keysOf(marks, "near").length];
  };
  assert.deepEqual(keys([5, 1, 1]), [2, 0]);
  assert.deepEqual(keys([3, 1, 1]), [2, 0]);
  assert.deepEqual(keys([4, 3]), [3, 0]);
  assert.deepEqual(keys([4, 4]), [3, 0]);
  assert.deepEqual(keys([5, 2]), [2, 0]);
  assert.deepEqual(keys([2, 2, 1]), [2, 0]);
  assert.deepEqual(keys([2, 2, 2]), [2, 0]);
  assert.equal(canChalk(game, ply({ kind: "arms", arms: [3, 0] })), false, "there is no partner to join");
});

test("the word of each open board of Notakto, and the value of each row of a circle, stands beside it", () => {
  const notakto = { ...game, variant: "notakto" };
  const board = scene(["s0.4", "s0.5", "s2.1"].map((slot, i) => [`${slot}:1`, 60 * i, 90]));
  const words = drawnOn(board, { kind: "quotient", words: ["c", "ad"], product: "acd" }, { of: notakto });
  assert.deepEqual(
    words.map(({ props, children }) => [props.x, children[0]]),
    [
      [30, "c"],
      [120, "ad"],
    ],
  );
  assert.ok(!canChalk({ ...game, variant: "octal" }, ply({ kind: "quotient", words: ["a"] })));
  // From the first gap on: two pieces, then the three that go around the end. Each value is
  // beside the middle one, towards the centre at 180.
  const circle = "1011011";
  const places = [...circle].flatMap((one, i) => (one === "1" ? [[`c${i}:1`, 60 * i, 90]] : []));
  const values = drawnOn(
    scene(places),
    { kind: "nim_sum", values: [2, 3], sum: 1 },
    { position: { circle } },
  );
  assert.deepEqual(
    values.map(({ props }) => props.x),
    [180, 360 - 46],
  );
});
