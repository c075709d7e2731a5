// Plans against a search of small positions: the move that a plan names wins, and the rule that it gives, followed
// against every answer, wins too.

import assert from "node:assert/strict";
import test from "node:test";

import { rulesOf } from "../../../server/web/study/offline.js";
import { because, planOf, planned } from "../../../server/web/study/plan.js";
import { speak } from "../../../server/web/texts/text.js";
import { NAMES, fetchVariant } from "../../../server/web/variants/index.js";
import { saying } from "../../../server/web/views/saying.js";

await Promise.all(NAMES.map(fetchVariant));

const upTo = (n) => Array.from({ length: n + 1 }, (_, i) => i);
const xor = (values) => values.reduce((a, b) => a ^ b, 0);
/** All lists of so many numbers from 0 to `most`. */
const lists = (n, most) =>
  n === 0 ? [[]] : lists(n - 1, most).flatMap((list) => upTo(most).map((x) => [...list, x]));
const heaps = (n, most) => lists(n, most).map((heaps) => ({ heaps }));
const words = (n, letters) => lists(n, 1).map((list) => list.map((i) => letters[i]).join(""));
const subsets = (n) => lists(n, 1).map((list) => upTo(n - 1).filter((i) => list[i]));
const apart = (all) => all.filter((coins) => new Set(coins).size === coins.length);
const some = (values) => values.filter(Boolean);

/** A value for each heap, from a search of that heap alone. */
const each = (of) => (position, game) => of(position).map((n) => grundy({ heaps: [n] }, game));
const ofHeaps = each(({ heaps }) => heaps);
const gaps = (coins) =>
  coins
    .map((square, i) => square - (i ? coins[i - 1] : -1) - 1)
    .reverse()
    .filter((_, i) => i % 2 === 0);
const laskers = (n) => (n % 4 === 3 ? n + 1 : n > 0 && n % 4 === 0 ? n - 1 : n);

const PATH = { vertices: 5, edges: [0, 1, 2, 3].map((v) => [v, v + 1]) };
const ROOF = { elements: 3, covers: [0, 1].map((low) => [low, 2]) };
const TREE = { edges: ["01", "12", "13", "04", "45"].map((ends) => [...ends].map(Number)) };

/** Variant, parameters, positions, and what each part counts; without that, a position counts as a whole. */
const SUMS = [
  [
    "subtraction",
    { take: [1, 2, 3] },
    [...heaps(1, 14), ...heaps(3, 6)],
    ({ heaps }) => heaps.map((n) => n % 4),
  ],
  ["subtraction", { take: [2, 5] }, heaps(3, 6), ofHeaps],
  ["lasker", {}, heaps(2, 4), ({ heaps }) => heaps.map(laskers)],
  ["nim_pass", {}, heaps(3, 4).map(({ heaps }) => ({ heaps, pass: false })), ({ heaps }) => heaps],
  ["nimble", {}, lists(3, 4).map((coins) => ({ coins })), ({ coins }) => coins],
  ["octal", { code: "0.77" }, heaps(2, 7), ofHeaps],
  ["octal", { code: "0.07" }, heaps(2, 7), ofHeaps],
  ["octal", { code: "0.007" }, heaps(2, 7), ofHeaps],
  ["grundy", {}, heaps(2, 7), ofHeaps],
  ["staircase", {}, lists(4, 2).map((steps) => ({ steps })), ({ steps }) => steps.filter((_, i) => i % 2)],
  ["silver_dollar", {}, subsets(7).map((coins) => ({ coins })), ({ coins }) => gaps(coins)],
  ["welter", {}, apart(lists(3, 5)).map((coins) => ({ coins }))],
  ["turning", { rule: "turtles" }, words(5, "TH").map((coins) => ({ coins })), ({ coins }) => heads(coins)],
  ["turning", { rule: "triplets" }, words(5, "TH").map((coins) => ({ coins }))],
  ["multiheap", { scope: "all" }, heaps(3, 3), ({ heaps }) => heaps],
  ["circular", { k: 2 }, words(6, "01").map((circle) => ({ circle }))],
  ["cram", { dims: [2, 3] }, words(6, "01").map((board) => ({ board }))],
  ["ndim", { dims: [2, 3] }, words(6, "01").map((board) => ({ board }))],
  ["graph", { ...PATH, rule: "connected", min: 2, max: 2 }, subsets(5).map((present) => ({ present }))],
  ["node_kayles", PATH, subsets(5).map((present) => ({ present }))],
  ["poset", ROOF, [[], [0], [1], [0, 1], [0, 1, 2]].map((present) => ({ present }))],
  [
    "hackenbush",
    TREE,
    [[], [0], [0, 1], [0, 1, 2], [3, 4], [0, 3], [0, 1, 2, 3]].map((present) => ({ present })),
  ],
  ["notakto", {}, ["XX.......", "XX.XX.OO.".replaceAll("O", "X")].map((board) => ({ boards: [board] }))],
];
const heads = (coins) => some([...coins].map((coin, i) => (coin === "H" ? i + 1 : 0)));

/** Variants of which the solver knows how they go where the last move loses, and says it in values. */
const LIKE_NIM = ["subtraction", "lasker", "nim_pass", "nimble"];

const known = new Map();
const rules = (game) => {
  const key = JSON.stringify([game.variant, game.params, game.ending]);
  if (!known.has(key)) known.set(key, rulesOf(game));
  return known.get(key);
};
const grundy = (position, game) =>
  rules({ ...game, ending: "normal" }).grundy(position, { ...game, ending: "normal" });

/** What is known of a position, but for its reason. */
function solved(game, position, facts) {
  const { moves, apply, wins } = rules(game);
  const winning_moves = moves(position, game).filter((move) => !wins(apply(position, move, game), game));
  const outcome = wins(position, game) ? "N" : "P";
  return { position, outcome, certainty: "proven", why: { sentence: "", facts }, winning_moves };
}

/** By the plan's kind: whether a player who follows it may leave this position. */
const LEAVES = {
  pairs: (position, game, values) => xor(values(position, game)) === 0,
  misere: (position, game, values) => {
    const all = values(position, game);
    return all.some((n) => n > 1) ? xor(all) === 0 : all.filter((n) => n === 1).length % 2 === 1;
  },
  copy: ({ heaps }) => some(heaps).every((n) => heaps.filter((m) => m === n).length % 2 === 0),
  arms: ({ rows: [first, ...rest] }) =>
    first > 0 && first === some(rest).length + 1 && rest.every((n) => n < 2),
  shorter: ({ rows: [a = 0, ...rest] }) => {
    const [columns, second] = [some([a, ...rest]).length, rest.filter((n) => n > 1).length + (a > 1 ? 1 : 0)];
    return a > 0 && ((columns <= 2 && a === (rest[0] ?? 0) + 1) || (a <= 2 && columns === second + 1));
  },
  stops: ({ total }, { params, ending }) =>
    (params.target - (ending === "misere" ? 1 : 0) - total) % (params.step + 1) === 0,
  leave: ({ heaps }, { params, ending }) =>
    xor(heaps) % (params.take.length + 1) === (ending === "misere" ? 1 : 0),
};

/** Which of these a sentence promises. @param {string} key */
const promised = (key) =>
  key.startsWith("plan.pairs.misere") ? "misere" : /^(?:plan|why)\.(\w+)\.[NP]$/.exec(key)?.[1];

/** Whether whoever follows the rule from here on, with the other to move, wins against everything, and always can. */
function followed(rule, game, position, values, seen = new Map()) {
  const key = JSON.stringify(position);
  if (seen.has(key)) return seen.get(key);
  const { moves, apply } = rules(game);
  const replies = moves(position, game).map((move) => apply(position, move, game));
  const wins =
    (replies.length > 0 || game.ending === "normal") &&
    replies.every((reply) => {
      const answers = moves(reply, game).map((move) => apply(reply, move, game));
      if (answers.length === 0) return game.ending === "misere";
      const fit = answers.filter((answer) => LEAVES[rule](answer, game, values));
      return fit.length > 0 && fit.every((answer) => followed(rule, game, answer, values, seen));
    });
  seen.set(key, wins);
  return wins;
}

/** The sentences of a plan are true, and can be followed. */
function checked(game, ply, values) {
  const { position, outcome, winning_moves } = ply;
  const { moves, apply } = rules(game);
  const plan = planOf(game, ply);
  const place = `${game.ending} ${game.variant} ${JSON.stringify([game.params, position, plan])}`;
  if (moves(position, game).length === 0) return assert.deepEqual(plan, [], place);
  for (const { key, move } of plan) {
    if (key.startsWith("counts.")) continue;
    assert.equal(move !== undefined, outcome === "N", place);
    if (move !== undefined) assert.ok(winning_moves.includes(move), place);
    const after = move === undefined ? position : apply(position, move, game);
    const left = moves(after, game);
    assert.equal(left.length === 0, key === "plan.last", place);
    const rule = promised(key);
    if (Object.hasOwn(LEAVES, rule) && !/^plan\.misere/.test(key))
      assert.ok(followed(rule, game, after, values), place);
    if (key.startsWith("plan.ratio")) assert.equal(left.length, 1, place);
  }
  const hint = planned(game, ply);
  const reason = hint === null ? null : because(game, ply, hint);
  const said = [...plan.map((one) => saying(one, game)), ...(reason ? [saying(reason, game)] : [])].join(" ");
  assert.doesNotMatch(said, /[{}]|undefined|NaN|\b1 are\b|\b(?:plan|why|counts|choose)\.\w/, place);
}

await speak("en", ["board", "table", "study"]);

for (const [variant, params, positions, values] of SUMS)
  test(`plans hold for sums: ${variant} ${JSON.stringify(params).slice(0, 40)}`, () => {
    for (const ending of ["normal", "misere"])
      for (const start of positions) {
        const game = { variant, params, ending, start };
        const counted = values ? values(start, game) : [grundy(start, game)];
        const kind = ending === "normal" || LIKE_NIM.includes(variant) ? "nim_sum" : "tame";
        checked(game, solved(game, start, { kind, values: counted, sum: xor(counted), firm: true }), values);
      }
  });

test("plans hold for counting, under either ending", () => {
  for (const ending of ["normal", "misere"])
    for (const total of upTo(17)) {
      const game = { variant: "game21", params: { step: 3, target: 17 }, ending, start: { total } };
      checked(game, solved(game, game.start, rules(game).facts(game.start, game)));
    }
});

test("plans hold for Euclid's game, under either ending", () => {
  for (const ending of ["normal", "misere"])
    for (const pair of lists(2, 12)) {
      const game = { variant: "euclid", params: {}, ending, start: { pair } };
      const facts = { kind: "ratio", small: Math.min(...pair), large: Math.max(...pair) };
      checked(game, solved(game, game.start, facts));
    }
});

test("plans hold for a bar of two rows, two columns or two arms", () => {
  const bars = [
    ...lists(2, 5).filter(([a, b]) => a >= b && a > 0),
    ...lists(2, 4).map(([ones, twos]) => [...Array(twos).fill(2), ...Array(ones).fill(1)]),
    ...lists(2, 4).map(([long, ones]) => [long + 1, ...Array(ones).fill(1)]),
  ];
  for (const rows of bars.filter(({ length }) => length > 0)) {
    const game = { variant: "chomp", params: {}, ending: "misere", start: { rows } };
    checked(game, solved(game, game.start, { kind: "arms", arms: [0, 0] }));
  }
});
