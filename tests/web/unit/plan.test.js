// What is said of a position in plain words: the last step of Nim's lesson, the plan, the reason for a hint.

import assert from "node:assert/strict";
import test from "node:test";

import { copying, rowsAfter } from "../../../server/web/study/copying.js";
import { countsOf } from "../../../server/web/study/counts.js";
import { isLast, isOver } from "../../../server/web/study/ending.js";
import { lastStep, pairsUp } from "../../../server/web/study/pairing.js";
import { because, planOf, planned } from "../../../server/web/study/plan.js";

const setup = (variant, params = {}, ending = "normal") => ({ variant, params, ending, start: {} });
const nimSum = (values) => ({ kind: "nim_sum", values, sum: values.reduce((a, b) => a ^ b, 0) });
const ply = (facts, position, move) => ({
  position,
  outcome: move === undefined ? "P" : "N",
  winning_moves: move === undefined ? [] : [move],
  why: { sentence: "", facts },
});
const heaps = (...n) => ply(nimSum(n), { heaps: n }, n.reduce((a, b) => a ^ b, 0) ? [0, 1] : undefined);

test("taking what is left over is said only where one group is alone", () => {
  const step = (...n) => lastStep(setup("nim"), heaps(...n));
  assert.deepEqual(
    [step(1, 0, 2), step(3, 5, 0), step(3, 5, 7), step(1, 2, 3)],
    ["shrink", "shrink", "take", "none"],
  );
  assert.equal(lastStep(setup("nimble"), ply(nimSum([1, 2]), {}, [1, 1])), "even");
});

test("where the last move loses, pairs are the rule only beside two larger heaps", () => {
  const misere = (variant, ...values) =>
    pairsUp(setup(variant, {}, "misere"), ply(nimSum(values), {}, [0, 1]));
  assert.deepEqual(
    [misere("nimble", 1, 1, 3), misere("nimble", 3, 5), misere("welter", 3, 5)],
    [false, true, false],
  );
});

test("where the last move loses, everything is left in pairs only until nothing but ones would be left", () => {
  const nimble = setup("nimble", {}, "misere");
  const keys = (...values) =>
    planOf(nimble, ply(nimSum(values), { coins: values }, [0, 0])).map(({ key }) => key);
  assert.deepEqual(keys(2, 2, 3), ["counts.nimble", "plan.pairs.misere.N"]);
  const lost = ply(nimSum([2, 2]), { coins: [2, 2] });
  assert.equal(planOf(nimble, lost)[1].key, "plan.pairs.misere.P");
  // What parts of other games come to is not all that counts there: such a part may be 0 and yet change the loser.
  const tame = { kind: "tame", values: [2, 3], firm: true, sum: 1 };
  assert.equal(
    pairsUp(setup("octal", { code: "0.6" }, "misere"), ply(tame, { heaps: [3, 4] }, [0, 1, [3]])),
    false,
  );
});

test("a last move is said to be one, and after it nothing is said", () => {
  const only = (game, ply) => planOf(game, ply).map(({ key }) => key);
  const take = setup("subtraction", { take: [1, 2, 3] });
  assert.deepEqual(only(take, ply(nimSum([2]), { heaps: [2] }, [0, 2])), ["plan.last"]);
  assert.deepEqual(only(setup("nimble"), ply(nimSum([0, 3]), { coins: [0, 3] }, [1, 0])), ["plan.last"]);
  // Two rows of one are equal, but nothing can be taken from them.
  const pairs = setup("octal", { code: "0.07" });
  assert.deepEqual(only(pairs, ply(nimSum([1]), { heaps: [4] }, [0, 2, [1, 1]])), ["plan.last"]);
  assert.deepEqual(only(pairs, ply(nimSum([]), { heaps: [1, 1] })), []);
  assert.deepEqual(only(setup("welter"), ply(nimSum([0]), { coins: [1, 0] })), []);
  const mirror = { kind: "mirror", first: [0, 1], partners: [] };
  const dominoes = setup("cram", { dims: [1, 2] });
  assert.deepEqual(only(dominoes, ply(mirror, { board: "11" }, [0, 1])), ["plan.last"]);
  assert.equal(because(dominoes, ply(mirror, { board: "11" }, [0, 1]), [0, 1])?.key, "choose.because.last");
});

test("to the last number to stop on no answer is promised", () => {
  const said = (ending, total, move) => {
    const left = 21 - total;
    const facts = {
      kind: "remainder",
      left,
      modulus: 4,
      remainder: left % 4,
      wanted: ending === "misere" ? 1 : 0,
    };
    return planOf(setup("game21", { step: 3, target: 21 }, ending), ply(facts, { total }, move))[0].key;
  };
  assert.equal(said("normal", 19, 2), "plan.last");
  assert.equal(said("misere", 18, 2), "plan.misere.N");
  const take = setup("subtraction", { take: [1, 2, 3] }, "misere");
  assert.equal(planOf(take, ply(nimSum([2]), { heaps: [2] }, [0, 1]))[0].key, "plan.misere.N");
});

test("the numbers to stop on are named", () => {
  const facts = { kind: "remainder", left: 12, modulus: 4, remainder: 0, wanted: 1 };
  const game = setup("game21", { step: 3, target: 21 }, "misere");
  const [plan] = planOf(game, ply(facts, { total: 9 }, 3));
  assert.deepEqual(plan, { key: "plan.stops.N", params: { stops: [12, 16, 20], modulus: 4 }, move: 3 });
  assert.deepEqual(because(game, ply(facts, { total: 9 }, 3), 3)?.params, { stops: [16, 20] });
  const take = setup("subtraction", { take: [1, 2, 3] });
  assert.deepEqual(planOf(take, ply(nimSum([1]), { heaps: [9] }, [0, 1]))[0].params?.stops, [8, 4, 0]);
});

test("what the parts of a position count is said by its game", () => {
  const said = (variant, params, position) => countsOf(setup(variant, params), { position });
  const key = (...game) => said(...game)?.key;
  assert.deepEqual(
    ["nimble", "staircase", "silver_dollar", "welter", "octal", "notakto"].map((variant) => key(variant)),
    ["counts.nimble", "counts.staircase", "counts.gaps", "counts.welter", "counts.parts", "counts.parts"],
  );
  for (const variant of ["nim", "toString"]) assert.equal(said(variant), null, "heaps are just heaps");
  const coins = ["turtles", "ruler"].map((rule) => key("turning", { rule }));
  assert.deepEqual(coins, ["counts.turtles", "counts.heads"]);
  assert.deepEqual(said("subtraction", { take: [1, 2, 3] }), { key: "counts.rest", params: { modulus: 4 } });
  assert.deepEqual(said("subtraction", { take: [1, 3] }), { key: "counts.parts" });
});

test("of Lasker's heaps those are named whose values are others", () => {
  const swaps = (...heaps) => countsOf(setup("lasker"), { position: { heaps } })?.params.swaps;
  assert.deepEqual(swaps(8, 3, 12, 0, 7, 4, 3, 5), ["3 → 4", "4 → 3", "7 → 8", "8 → 7", "12 → 11"]);
  assert.equal(swaps(0, 1, 2, 5, 6), undefined);
  assert.equal(countsOf(setup("lasker"), { position: {} }), null);
});

test("stalks are told from plants with a fork or a circle, by what still stands", () => {
  const edges = ["01", "12", "13", "04", "45", "25"].map((ends) => [...ends].map(Number));
  const key = (...present) => countsOf(setup("hackenbush", { edges }), { position: { present } })?.key;
  assert.equal(key(0, 1, 3, 4), "counts.stalks");
  assert.equal(key(0, 2, 3), "counts.stalks");
  assert.equal(key(0, 1, 2), "counts.plants", "a fork");
  assert.equal(key(0, 1, 3, 4, 5), "counts.plants", "a circle through the ground");
  assert.equal(countsOf(setup("hackenbush", { edges }), { position: {} }).key, "counts.stalks");
});

test("rows in a circle count what they are as long as a move takes them whole, also across its beginning", () => {
  const key = (circle, k) => countsOf(setup("circular", { k }), { position: { circle } })?.key;
  assert.equal(key("1100111", 5), "counts.runs");
  assert.equal(key("1100111", 4), "counts.parts");
  assert.equal(key("0110100", 2), "counts.runs");
  assert.equal(key("0110100", 1), "counts.parts", "one of them is longer");
  assert.equal(key("111", 3), "counts.parts", "a full circle is no row");
});

test("a game is over, or ends with a move, where the page can tell", () => {
  const take = setup("subtraction", { take: [2, 3] });
  assert.deepEqual([isOver(take, { heaps: [1, 1] }), isOver(take, { heaps: [1, 2] })], [true, false]);
  assert.deepEqual(
    [isLast(take, { heaps: [3] }, [0, 2]), isLast(take, { heaps: [4] }, [0, 2])],
    [true, false],
  );
  // Of large positions the moves are not listed.
  const none = setup("subtraction", { take: [200] });
  assert.deepEqual([isOver(none, { heaps: [120] }), isOver(none, { heaps: [121] })], [true, false]);
  const points = (n) => Array.from({ length: n }, (_, i) => i);
  const lonely = setup("graph", { vertices: 11, edges: [], rule: "connected", min: 2 });
  assert.deepEqual(
    [isOver(lonely, { present: points(10) }), isOver(lonely, { present: points(11) })],
    [true, false],
  );
  assert.throws(() => isOver(setup("subtraction"), { heaps: [1] }), TypeError);
  for (const variant of ["nim", "toString"]) {
    assert.equal(isOver(setup(variant), { heaps: [] }), false);
    assert.equal(isLast(setup(variant), { heaps: [1] }, [0, 1]), false);
  }
});

test("after a move its row is less, or split, and stands last", () => {
  const after = (variant, move) => rowsAfter(variant, [5, 6, 7], move);
  assert.deepEqual(after("grundy", [1, 2, 4]), [5, 7, 2, 4]);
  assert.deepEqual(after("octal", [1, 1, [2, 3]]), [5, 7, 2, 3]);
  assert.deepEqual(after("octal", [1, 6, []]), [5, 7]);
  assert.deepEqual(after("subtraction", [0, 2]), [6, 7, 3]);
});

test("a win by copying leaves rows, all of them in pairs", () => {
  const game = setup("grundy");
  const found = (heaps, move) => copying(game, ply({}, { heaps }, move));
  assert.deepEqual(found([6, 9, 6], [1, 4, 5]), undefined);
  assert.deepEqual(found([3, 2, 6], [2, 2, 4]), undefined, "one of them is alone");
  assert.deepEqual(found([5, 2, 3], [0, 2, 3]), [0, 2, 3]);
  assert.deepEqual(found([12, 2, 10], [0, 2, 10]), [0, 2, 10], "by their size, and not by their digits");
  assert.equal(copying(game, ply({}, { heaps: [0, 0] })), undefined, "no row is left");
  assert.equal(copying(game, ply({}, { heaps: [2, 2, 2] })), undefined);
  assert.equal(copying(game, ply({}, { coins: [] })), undefined);
  assert.equal(copying(game, { ...ply({}, { heaps: [1] }, [0]), winning_moves: null }), undefined);
});

test("pairs are the rule where the solver counts by nim-sums, but for a pass that is left", () => {
  const pairs = (variant, facts, position, ending) =>
    pairsUp(setup(variant, {}, ending), ply(facts, position));
  assert.equal(pairs("nim", nimSum([3, 5]), { heaps: [3, 5] }), true);
  assert.equal(pairs("nim", { kind: "ones" }, { heaps: [1, 1] }), false);
  assert.equal(pairs("nim_pass", nimSum([3, 5]), { heaps: [3, 5], pass: true }), false);
  assert.equal(pairs("nim_pass", nimSum([3, 5]), { heaps: [3, 5], pass: false }), true);
  // Heaps are their own values in Nim, elsewhere the solver tells them.
  assert.equal(pairs("candy", nimSum([]), { heaps: [2, 2, 1] }, "misere"), true);
  assert.equal(pairs("lasker", nimSum([2, 1]), { heaps: [2, 2] }, "misere"), false);
  assert.equal(lastStep(setup("candy"), ply(nimSum([]), { heaps: [4] }, [0, 4])), "take");
});

const counted = (left, modulus, wanted) => ({ kind: "remainder", left, modulus, wanted });
const ratio = (small, large) => ({ kind: "ratio", small, large });
const arms = { kind: "arms", arms: [] };
const mirror = (...first) => ({ kind: "mirror", first });
const take = { take: [1, 2, 3] };

/** By variant and ending: parameters, facts, position, the winning move if there is one, and the plan. */
const PLANS = {
  "game100 normal": [
    [
      {},
      counted(99, 11, 0),
      { total: 1 },
      undefined,
      "stops.P",
      { stops: [12, 23, 34, 45, 56], modulus: 11 },
    ],
    [{}, counted(25, 11, 0), { total: 75 }, 3, "stops.N", { stops: [78, 89, 100], modulus: 11 }],
  ],
  "game21 misere": [
    [{}, counted(9, 4, 1), { total: 12 }, undefined, "stops.P", { stops: [16, 20], modulus: 4 }],
    [{}, counted(5, 2, 1), { total: 16 }, undefined, "stops.P", { stops: [18, 20], modulus: 2 }],
    [{}, counted(3, 4, 1), { total: 18 }, 2, "misere.N"],
  ],
  "euclid normal": [
    [{}, ratio(5, 8), { pair: [5, 8] }, undefined, "ratio.P"],
    [{}, ratio(4, 17), { pair: [4, 17] }, [3], "ratio.N", { low: 4, high: 5 }],
    [{}, ratio(4, 17), { pair: [4, 17] }, [4], "ratio.N", { low: 1, high: 4 }],
    [{}, ratio(2, 6), { pair: [6, 2] }, [3], "last"],
    [{}, ratio(200, 600), { pair: [200, 600] }, [3], "last"],
  ],
  "chomp misere": [
    [{}, arms, { rows: [3, 2, 0] }, undefined, "shorter.P"],
    [{}, arms, { rows: [2, 2, 1] }, undefined, "shorter.P"],
    [{}, arms, { rows: [3, 1, 1] }, undefined, "arms.P"],
    [{}, arms, { rows: [3, 3] }, [1, 2], "shorter.N"],
    [{}, arms, { rows: [4, 1, 1] }, [0, 3], "arms.N"],
    [{}, arms, { rows: [3, 0] }, [0, 1], "green"],
    [{}, arms, { rows: [1, 1] }, [1, 0], "green"],
    [{}, mirror(1, 1), { rows: [3, 3, 3] }, [1, 1], "arms.N"],
  ],
  "poset normal": [[{ covers: [] }, mirror(2), { present: [0, 1, 2] }, 2, "mirror.N"]],
  "subtraction normal": [
    [take, nimSum([1]), { heaps: [0, 9] }, [1, 1], "leave.N", { stops: [8, 4, 0], modulus: 4 }],
    [take, nimSum([0]), { heaps: [8] }, undefined, "leave.P", { stops: [4, 0], modulus: 4 }],
    [{ take: [1, 3] }, nimSum([1]), { heaps: [9] }, [0, 1], "answer.N"],
  ],
  "subtraction misere": [
    [take, nimSum([2]), { heaps: [10] }, [0, 1], "leave.N", { stops: [9, 5, 1], modulus: 4 }],
    [take, nimSum([1]), { heaps: [9] }, undefined, "leave.P", { stops: [5, 1], modulus: 4 }],
    [take, nimSum([1]), { heaps: [1] }, undefined, "misere.P"],
  ],
  "octal misere": [
    [
      { code: "0.77" },
      { kind: "tame", values: [3], firm: true, sum: 3 },
      { heaps: [3] },
      [0, 2, [1]],
      "misere.N",
    ],
    [{ code: "0.77" }, { kind: "quotient", product: "a" }, { heaps: [4] }, undefined, "misere.P"],
  ],
  "lasker normal": [[{}, nimSum([0, 2]), { heaps: [0, 2] }, undefined, "answer.P"]],
  "octal normal": [
    [{ code: "0.77" }, nimSum([7]), { heaps: [9] }, [0, 1, [3, 5]], "rows.N"],
    [{ code: "0.77" }, nimSum([4]), { heaps: [4] }, undefined, "answer.P"],
  ],
};

test("each kind of facts has its plan, with the numbers to go for", () => {
  for (const [where, rows] of Object.entries(PLANS))
    for (const [params, facts, position, move, name, filled] of rows) {
      const [variant, ending] = where.split(" ");
      const [plan, ...more] = planOf(setup(variant, params, ending), ply(facts, position, move));
      const expected = {
        key: `plan.${name}`,
        ...(filled && { params: filled }),
        ...(move !== undefined && { move }),
      };
      assert.deepEqual(JSON.parse(JSON.stringify(plan ?? null)), expected, where);
      assert.deepEqual(more, []);
    }
});

test("pairs are left of what the parts count", () => {
  const coins = { coins: [1, 2, 4] };
  const [counts, plan] = planOf(setup("nimble"), ply(nimSum([1, 2, 4]), coins, [2, 3]));
  assert.deepEqual([counts, plan], [{ key: "counts.nimble" }, { key: "plan.pairs.N", move: [2, 3] }]);
  const lost = planOf(setup("nimble"), ply(nimSum([2, 2]), { coins: [2, 2] }));
  assert.deepEqual(lost, [{ key: "counts.nimble" }, { key: "plan.pairs.P" }]);
  const two = planOf(setup("subtraction", take), ply(nimSum([1, 3]), { heaps: [5, 7] }, [1, 2]));
  assert.deepEqual(
    two.map(({ key }) => key),
    ["counts.rest", "plan.pairs.N"],
  );
  const rows = planOf(setup("octal", { code: "0.77" }), ply(nimSum([3, 3]), { heaps: [3, 3] }));
  assert.deepEqual(rows, [{ key: "why.copy.P" }]);
  const lasker = planOf(setup("lasker"), ply(nimSum([1, 2]), { heaps: [1, 2] }, [1, 1]));
  assert.deepEqual(
    lasker,
    [{ key: "plan.pairs.N", move: [1, 1] }],
    "of heaps that are their own values nothing is said",
  );
});

test("there is no plan where the outcome, the move or the facts are not known, or heaps are just heaps", () => {
  const nimble = ply(nimSum([1, 2]), { coins: [1, 2] }, [1, 1]);
  const none = (more, variant = "nimble") =>
    assert.deepEqual(planOf(setup(variant), { ...nimble, ...more }), []);
  none({ outcome: null });
  none({ winning_moves: [] });
  none({ winning_moves: null });
  none({ mover_survives: true });
  none({ why: { facts: { kind: "toString" } } });
  none({ why: { facts: nimSum([]) } });
  none({ position: { heaps: [1, 2], pass: true } }, "nim_pass");
  for (const variant of ["nim", "candy", "building", "circular_stacks"])
    none({ position: { heaps: [1, 2] } }, variant);
  none({ why: { facts: counted(9, 4, 1) } });
  none({ why: { facts: counted(1, 4, 1) }, position: { total: 20 }, outcome: "P" }, "game21");
  none({ why: { facts: ratio(0, 3) } });
  none({ why: { facts: ratio(3, 3) } });
  none({ why: { facts: mirror(0, 1) } });
  none({ why: { facts: arms }, position: { rows: [1] }, outcome: "P" }, "chomp");
});

test("the move to make is the plan's, else the first that wins, if any does", () => {
  const said = (facts, moves, variant = "poset") =>
    planned(setup(variant, { covers: [] }), {
      ...ply(facts, { present: [0, 1, 2] }, 0),
      winning_moves: moves,
    });
  assert.equal(said(mirror(2), [1, 2]), 2);
  assert.equal(said({ kind: "searched" }, [1, 2]), 1);
  assert.equal(said({ kind: "searched" }, []), null);
});

test("a hint has a short reason where there is one", () => {
  const why = (variant, params, facts, position, move, ending) =>
    because(setup(variant, params, ending), ply(facts, position, move), move);
  const key = (name, params) => ({ key: `choose.because.${name}`, ...(params && { params }) });
  assert.deepEqual(why("octal", { code: "0.77" }, nimSum([7]), { heaps: [7] }, [0, 1, [3, 3]]), key("rows"));
  assert.deepEqual(why("chomp", {}, mirror(1, 1), { rows: [3, 3, 3] }, [1, 1], "misere"), key("arms"));
  assert.deepEqual(why("poset", { covers: [] }, mirror(2), { present: [0, 1, 2] }, 2), key("mirror"));
  const stops = { left: 0, modulus: 4 };
  assert.deepEqual(
    why("subtraction", take, nimSum([2]), { heaps: [6] }, [0, 2]),
    key("multiple", { ...stops, left: 4 }),
  );
  assert.deepEqual(
    why("subtraction", take, nimSum([2]), { heaps: [7] }, [0, 2], "misere"),
    key("oneMore", { ...stops, left: 5 }),
  );
  assert.deepEqual(why("nim", {}, nimSum([0, 4]), { heaps: [0, 4] }, [1, 4]), key("last"));
  assert.deepEqual(why("nim", {}, nimSum([3, 4]), { heaps: [3, 4] }, [1, 1]), key("pairs"));
  assert.deepEqual(why("nim", {}, nimSum([4, 4]), { heaps: [4, 4, 4] }, [1, 4]), key("pairs"));
  assert.deepEqual(why("nim", {}, { kind: "ones" }, { heaps: [1, 2] }, [1, 2], "misere"), key("odd"));
  assert.equal(why("nim", {}, { kind: "searched" }, { heaps: [1, 2] }, [1, 1]), null);
  assert.equal(why("nim", {}, nimSum([1, 2]), { heaps: [1, 2] }, [1, 1], "misere"), null, "no pairs here");
  assert.equal(why("nimble", {}, nimSum([1, 2]), { coins: [1, 2] }, [1, 1]), null);
});
