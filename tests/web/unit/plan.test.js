// What is said of a position in plain words: the last step of Nim's lesson, the plan, the reason for a hint.

import assert from "node:assert/strict";
import test from "node:test";

import { lastStep, pairsUp } from "../../../server/web/study/pairing.js";
import { because, planOf } from "../../../server/web/study/plan.js";

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
