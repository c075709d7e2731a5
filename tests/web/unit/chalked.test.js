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
const ply = (facts, position = {}) => ({ why: { facts, sentence: "" }, position });
const drawnOn = (on, facts, { of = game, position } = {}) =>
  chalked(on, of, ply(facts, position))
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
  assert.deepEqual(keysOf(marks, "chalk-cut"), ["cut 2", "cut 6", "cut 10"]);
  assert.deepEqual(keysOf(marks, "near"), ["cut 2"]);
  const of = { ...game, params: { take: [1, 2, 3] } };
  const heaps = { heaps: [9] };
  const subtraction = drawnOn(scene(row("h0", 9)), { kind: "nim_sum", values: [1] }, { of, position: heaps });
  assert.deepEqual(keysOf(subtraction, "near"), ["cut 1"]);
});

test("the parts to take of a Fibonacci sum are alight, and no other", () => {
  const marks = drawnOn(scene(row("d", 7)), { kind: "zeckendorf", parts: [2, 5], take: 2 });
  assert.equal(marks.length, 7);
  assert.deepEqual(keysOf(marks, "near"), ["part 0 0", "part 0 1"]);
});

test("each heap of a pair is cut where the lost pair ends", () => {
  const board = scene([...row("h0", 5), ...row("h1", 8)]);
  const marks = drawnOn(board, { kind: "golden_pair", pair: [4, 7], heaps: [5, 8] });
  assert.deepEqual(keysOf(marks, "near"), ["level 0", "level 1"]);
});

test("partners by symmetry are joined, and what goes first is alight", () => {
  const board = scene(Array.from({ length: 9 }, (_, i) => [`c${i}:1`, (i % 3) * 60, Math.floor(i / 3) * 60]));
  const partners = [
    [[0], [8]],
    [[2], [6]],
  ];
  const facts = { kind: "mirror", first: [4], partners };
  assert.ok(canChalk(ply(facts)));
  const marks = drawnOn(board, facts);
  assert.equal(keysOf(marks, "chalk-arc").length, 2);
  assert.deepEqual(keysOf(marks, "near"), ["first 0"]);
  assert.ok(!canChalk(ply({ kind: "searched", positions: 3 })));
});

test("values stand over their parts only where each part has one", () => {
  const board = scene([...row("h0", 3), ...row("h1", 2)]);
  assert.equal(drawnOn(board, { kind: "columns", values: [3, 2] }).length, 2);
  assert.equal(chalked(board, game, ply({ kind: "columns", values: [3, 2, 1] })), board);
});
