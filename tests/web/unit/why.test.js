// Why a position is won or lost: the words for the solver's facts with their numbers, and none where facts and
// outcome do not fit.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { powers, reasonOf } from "../../../server/web/study/why.js";
import { known, speak, speakOf, t } from "../../../server/web/texts/text.js";

await speak("en");
await speakOf("study");

const sums = (...values) => ({ kind: "nim_sum", values, sum: values.reduce((a, b) => a ^ b, 0) });
const ones = (ones, larger) => ({ kind: "ones", ones, larger });
const golden = (...heaps) => ({ kind: "golden_pair", number: 2, pair: [3, 5], heaps });
const ratio = (small, large) => ({ kind: "ratio", small, large });
const tallest = (size, count) => ({ kind: "tallest", size, count });
const columns = (values, ...counts) => ({ kind: "columns", modulus: 3, values, counts });
const zeckendorf = (parts, limit, take) => ({ kind: "zeckendorf", parts, limit, take });
const building = (total, remaining, ...stacks) => ({ kind: "building", total, remaining, stacks });
const remainder = (left, modulus, wanted) => ({
  kind: "remainder",
  ...{ left, modulus, remainder: left % modulus, wanted },
});
const tame = (firm, ...values) => ({ ...sums(...values), kind: "tame", firm });
const mirror = (...first) => ({ kind: "mirror", first });
const circle = (n, neighbours) => ({ kind: "circle", stacks: Array(n).fill(1), neighbours });

/** By variant and ending: the facts, the outcome that they stand for, and the reason with its numbers. */
const REASONS = {
  "nim normal": [
    [sums(3, 5, 7), "N", "heaps.N", { sum: 1 }],
    [sums(1, 2, 3), "P", "heaps.P", { sum: 0 }],
    [sums(4, 4), "P", "heaps.P", { sum: 0 }],
    [sums(0, 0, 4), "N", "lastHeap", { n: 4 }],
  ],
  "nim misere": [
    [sums(3, 5, 7), "N", "heaps.N", { sum: 1 }],
    [sums(1, 2, 3), "P", "heaps.misere.P", { sum: 0 }],
    [sums(0, 0, 4), "N", "heaps.N", { sum: 4 }],
    [ones(0, 1), "N", "oneHeap"],
    [ones(3, 0), "P", "ones", { n: 3 }],
    [ones(2, 0), "N", "ones", { n: 2 }],
    [ones(2, 1), "N", "oneLarger", { n: 2 }],
    [ones(1, 1), "N", "oneLarger", { n: 1 }],
    [ones(0, 0), "N", "nothingMisere"],
  ],
  "candy normal": [[sums(4, 0), "N", "lastHeap", { n: 4 }]],
  "circular_stacks normal": [[sums(4, 0), "N", "heaps.N", { sum: 4 }]],
  "building normal": [
    [sums(4), "N", "heaps.N", { sum: 4 }],
    [building(7, 3, 2, 2), "P", "oddOther", { total: 7, n: 7 }],
    [building(1, 1, 0), "P", "oddOther", { total: 1, n: 1 }],
    [building(7, 2, 2, 3), "N", "oddMine", { total: 7, n: 7 }],
    [building(8, 2, 3, 3), "P", "paired"],
    [building(8, 1, 3, 2, 3, 3), "N", "pairing", { size: 2 }],
    [building(8, 1, 2, 3, 5, 9), "P", "unmatchedOther"],
    [building(8, 1, 2, 4), "P", "unmatchedOther"],
    [building(8, 1, 3, 3), "P", "unmatchedOther"],
    [building(8, 2, 3, 2), "N", "unmatchedMine"],
  ],
  "subtraction normal": [
    [sums(1), "N", "value.N", { sum: 1 }],
    [sums(0), "P", "value.P", { sum: 0 }],
  ],
  "subtraction misere": [
    [sums(1, 1, 0), "N", "onesOnly"],
    [sums(1, 0), "P", "onesOnly"],
    [sums(2), "N", "values.misere.N", { sum: 2 }],
  ],
  "grundy normal": [[sums(2, 2), "P", "values.P", { sum: 0 }]],
  "welter misere": [[sums(2, 2), "P", "values.misere.P", { sum: 0 }]],
  "lasker normal": [[sums(), "P", "nothing"]],
  "lasker misere": [[sums(), "N", "nothingMisere"]],
  "multiheap normal": [
    [golden(5, 3), "P", "golden.P", { number: 2, low: 3, high: 5, a: 3, b: 5 }],
    [golden(6, 3), "N", "golden.N", { number: 2, low: 3, high: 5, a: 3, b: 6 }],
    [golden(4, 5), "N", "golden.N", { number: 2, low: 3, high: 5, a: 4, b: 5 }],
  ],
  "rwythoff normal": [
    [
      { kind: "fraenkel_pair", r: 2, heaps: [3, 7], left: [1, 3] },
      "N",
      "fraenkel.N",
      { r: 2, a: 3, b: 7, c: 1, d: 3 },
    ],
    [
      { kind: "fraenkel_pair", r: 2, heaps: [1, 3], left: null },
      "P",
      "fraenkel.P",
      { r: 2, a: 1, b: 3, c: undefined, d: undefined },
    ],
  ],
  "euclid normal": [
    [ratio(3, 5), "N", "ratio.N", { small: 3, large: 5 }],
    [ratio(5, 8), "P", "ratio.P", { small: 5, large: 8 }],
  ],
  "euclid misere": [
    [ratio(2, 6), "N", "ratioMisere.N", { small: 2, large: 6 }],
    [ratio(2, 3), "P", "ratio.P", { small: 2, large: 3 }],
  ],
  "greedy normal": [
    [tallest(4, 2), "P", "tallest.P", { n: 2, size: 4 }],
    [tallest(1, 3), "N", "tallest.N", { n: 3, size: 1 }],
    [tallest(0, 0), "P", "nothing"],
  ],
  "greedy misere": [
    [tallest(1, 2), "N", "ones", { n: 2 }],
    [tallest(1, 3), "P", "ones", { n: 3 }],
    [tallest(2, 3), "N", "tallest.N", { n: 3, size: 2 }],
    [tallest(0, 0), "N", "nothingMisere"],
  ],
  "moore normal": [
    [columns([1, 1, 1], 3), "P", "columns.P", { modulus: 3 }],
    [columns([2, 2, 3, 1], 3, 2), "N", "columns.N", { modulus: 3 }],
  ],
  "moore misere": [
    [columns([1, 1, 1], 3), "N", "columnsOnes", { modulus: 3 }],
    [columns([1, 1, 1, 1], 4), "P", "columnsOnes", { modulus: 3 }],
    [columns([]), "N", "columnsOnes", { modulus: 3 }],
    [columns([2, 1], 1, 1), "N", "columns.N", { modulus: 3 }],
  ],
  "fibonacci normal": [
    [
      zeckendorf([2, 5, 13], 19, 2),
      "N",
      "zeckendorf.N",
      { heap: 20, row: "13 + 5 + 2", take: 2, twice: 4, next: 5 },
    ],
    [zeckendorf([5], 6, 5), "N", "zeckendorf.all", { take: 5, limit: 6 }],
    [zeckendorf([3, 13], 2, null), "P", "zeckendorf.P", { heap: 16, row: "13 + 3", part: 3, limit: 2 }],
  ],
  "fibonacci misere": [[zeckendorf([5], 6, 5), "N", "zeckendorfMisere.all", { take: 5, limit: 6 }]],
  "game100 normal": [
    [remainder(25, 11, 0), "N", "multiple.N", { left: 25, modulus: 11, remainder: 3, wanted: 0, n: 25 }],
    [remainder(22, 11, 0), "P", "multiple.P", { left: 22, modulus: 11, remainder: 0, wanted: 0, n: 22 }],
  ],
  "game21 misere": [
    [remainder(21, 4, 1), "P", "remainder.P", { left: 21, modulus: 4, remainder: 1, wanted: 1, n: 21 }],
    [remainder(1, 4, 1), "P", "remainder.P", { left: 1, modulus: 4, remainder: 1, wanted: 1, n: 1 }],
    [remainder(5, 1, 1), "P", "remainder.P", { left: 5, modulus: 1, remainder: 0, wanted: 1, n: 5 }],
  ],
  "octal misere": [
    [tame(true, 2, 3), "N", "tame", { values: "2, 3", sum: 1, lost: 0 }],
    [tame(false, 2, 3), "P", "tame", { values: "2, 3", sum: 1, lost: 1 }],
    [
      tame(false, ...Array(14).fill(2)),
      "N",
      "tame",
      { values: Array(12).fill(2).join(", "), sum: 0, lost: 1 },
    ],
    [tame(true), "N", "nothingMisere"],
  ],
  "ndim normal": [
    [mirror(4), "N", "mirror.N"],
    [mirror(), "P", "mirror.P"],
  ],
  "circular normal": [[mirror(), "P", "mirror.circle"]],
  "chomp misere": [
    [mirror([1, 1]), "N", "mirror.square"],
    [{ kind: "stolen_strategy" }, "N", "stolenBar"],
    [{ kind: "last_move" }, "N", "lastMove"],
  ],
  "poset misere": [[{ kind: "stolen_strategy" }, "N", "stolen"]],
};

const reasonIn = (game, facts, outcome, more = {}) =>
  reasonOf({ params: {}, ...game }, { position: {}, outcome, why: { sentence: "", facts }, ...more });

test("a reason is said in the words for its facts, and not where it does not hold", () => {
  for (const [where, rows] of Object.entries(REASONS))
    for (const [facts, outcome, name, params = {}] of rows) {
      const [variant, ending] = where.split(" ");
      const key = `why.${name}`;
      assert.deepEqual(reasonIn({ variant, ending }, facts, outcome), { key, params });
      assert.ok(known(key), key);
      assert.doesNotMatch(t(key, params), /[{}]|undefined|NaN|(?<!of )\b1 (?:are|blocks)\b|\b0 more\b/);
      const opposite = outcome === "N" ? "P" : "N";
      assert.equal(reasonIn({ variant, ending }, facts, opposite), null, `${where}: ${key} of the opposite`);
    }
});

test("what is searched, counted or not decided is said of either outcome", () => {
  const said = (facts, game = { variant: "graph", ending: "normal" }) =>
    ["N", "P"].map((outcome) => reasonIn(game, facts, outcome));
  const both = (key, params = {}) => [{ key: `why.${key}`, params }, { key: `why.${key}`, params }]; // prettier-ignore
  const each = (key, params) => ["N", "P"].map((to) => ({ key: `why.${key}.${to}`, params }));
  assert.deepEqual(said({ kind: "searched", positions: 12 }), each("searched", { n: 12 }));
  assert.deepEqual(said({ kind: "searched", positions: 0 }), each("known", { n: 0 }));
  assert.deepEqual(said({ kind: "out_of_budget", positions: 12 }), both("undecided", { n: 12 }));
  assert.deepEqual(said({ kind: "quotient", product: "ab2" }), each("quotient", { product: "ab²" }));
  assert.deepEqual(said(ratio(3, 3)), both("ratio.equal"));
  assert.deepEqual(said(remainder(0, 4, 1)), both("reached"));
  assert.deepEqual(
    [said(circle(4, 4)), said(circle(4, 5)), said(circle(4, 3))],
    [both("circle.all"), both("circle.all"), both("circle.equal")],
  );
  for (const [n, neighbours, name] of [
    [4, 2, "opposite"],
    [5, 2, "five2"],
    [5, 3, "five3"],
    [6, 3, "six3"],
    [6, 4, "six4"],
  ])
    assert.deepEqual(said(circle(n, neighbours)), both(`circle.${name}`));
});

test("nothing is said where the texts have no words for the facts", () => {
  const none = (facts, game = {}) =>
    ["N", "P"].forEach((outcome) =>
      assert.equal(reasonIn({ variant: "nim", ending: "normal", ...game }, facts, outcome), null, facts.kind),
    );
  none({ kind: "toString" });
  none(ones(0, 2), { ending: "misere" });
  none(ratio(0, 4), { variant: "euclid" });
  none(zeckendorf([], 4, null), { variant: "fibonacci" });
  none(circle(6, 2));
  none(circle(7, 3));
  none(mirror(1), { variant: "turning" });
  assert.equal(reasonIn({ variant: "nim" }, { kind: "last_move" }, "P"), null);
});

test("games that can be mirrored have the words for it", () => {
  for (const variant of ["ndim", "graph", "poset", "cram", "node_kayles"]) {
    assert.equal(reasonIn({ variant, ending: "normal" }, mirror(1), "N").key, "why.mirror.N", variant);
    assert.equal(reasonIn({ variant, ending: "normal" }, mirror(1), "P"), null);
  }
});

test("a pass that is left is the reason to win", () => {
  const left = { position: { pass: true } };
  const game = { variant: "nim_pass", ending: "normal" };
  for (const facts of [sums(1, 2, 3), ones(3, 0)]) {
    assert.deepEqual(reasonIn(game, facts, "N", left), { key: "why.pass", params: {} });
    assert.equal(reasonIn(game, facts, "P", left), null);
  }
});

test("among several players a position is survived or may be lost", () => {
  const game = { variant: "game21_nplayer", ending: "misere", params: { players: 3 } };
  const said = (mover_survives, players = 3) =>
    reasonIn({ ...game, params: { players } }, remainder(9, 7, 1), "N", { mover_survives });
  const params = { left: 9, modulus: 7, remainder: 2, wanted: 1, n: 9 };
  assert.deepEqual(said(true), { key: "why.survives", params });
  assert.deepEqual(said(false), { key: "why.mayLose", params });
  assert.deepEqual(said(true, 2), { key: "why.remainder.N", params });
});

test("Chomp with two rows or columns differs from Chomp with two arms", () => {
  const said = (rows, long, short, outcome) => {
    const facts = { kind: "arms", arms: [long, short] };
    return reasonIn({ variant: "chomp", ending: "misere" }, facts, outcome, { position: { rows } });
  };
  const reason = (name, long, short) => ({ key: `why.${name}`, params: { long, short } });
  assert.deepEqual(said([3, 2, 0], 3, 2, "P"), reason("twoRows", 3, 2));
  assert.deepEqual(said([2, 2, 1], 3, 1, "N"), reason("twoRows", 3, 1));
  assert.equal(said([2, 2, 1], 3, 2, "N"), null);
  assert.deepEqual(said([3, 1, 1], 2, 2, "P"), reason("arms", 2, 2));
  assert.deepEqual(said([4, 1, 1], 3, 2, "N"), reason("arms", 3, 2));
  assert.equal(said([4, 1, 1], 3, 3, "N"), null);
});

test("the exponents of a product are raised", () => {
  assert.deepEqual(["1", "a", "ab2", "a10b3"].map(powers), ["1", "a", "ab²", "a¹⁰b³"]);
});

test("every kind of facts that the solver knows is known here", () => {
  const source = readFileSync(new URL("../../../solver/src/verdict.rs", import.meta.url), "utf8");
  const kinds = [...source.slice(source.indexOf("pub enum Facts")).matchAll(/^ {4}(\w+)(?: \{|,)$/gm)].map(
    ([, name]) => name.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase(),
  );
  const words = readFileSync(new URL("../../../server/web/study/why.js", import.meta.url), "utf8");
  assert.ok(kinds.length > 12, kinds.join());
  for (const kind of kinds) assert.match(words, new RegExp(`^ {2}${kind}:`, "m"), kind);
});
