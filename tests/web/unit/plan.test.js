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

test("the numbers to stop on are named", () => {
  const facts = { kind: "remainder", left: 12, modulus: 4, remainder: 0, wanted: 1 };
  const game = setup("game21", { step: 3, target: 21 }, "misere");
  const [plan] = planOf(game, ply(facts, { total: 9 }, 3));
  assert.deepEqual(plan, { key: "plan.stops.N", params: { stops: [12, 16, 20], modulus: 4 }, move: 3 });
  assert.deepEqual(because(game, ply(facts, { total: 9 }, 3), 3)?.params, { stops: [16, 20] });
  const take = setup("subtraction", { take: [1, 2, 3] });
  assert.deepEqual(planOf(take, ply(nimSum([1]), { heaps: [9] }, [0, 1]))[0].params?.stops, [8, 4, 0]);
});
