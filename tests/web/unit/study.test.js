// Viewing games: queries to the server, lines of moves, addresses, and reasons that are given
// only if they hold.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { addressOf, routeOf } from "../../../server/web/state/route.js";
import { answered, keyOf } from "../../../server/web/state/answers.js";
import { initial } from "../../../server/web/state/state.js";
import {
  continued,
  decided,
  instructive,
  lineQuery,
  nextMistake,
  queriesOf,
  reviewOf,
  stepped,
  tableOf,
  valuesAt,
} from "../../../server/web/study/study.js";
import { known, speak, speakOf, t } from "../../../server/web/texts/text.js";
import { copying } from "../../../server/web/study/copying.js";
import { hadWin, taught, winsAtOnce } from "../../../server/web/study/mistakes.js";
import { reasonOf } from "../../../server/web/study/why.js";
import { mirror } from "../../../server/web/views/mirror.js";
import { openedSaid } from "../../../server/web/views/opened.js";
import { why } from "../../../server/web/views/why.js";
import { decision } from "../../../server/web/views/decision.js";

await speak("en");
await speakOf("study");

const GAME = { variant: "nim", params: {}, ending: "normal", start: { heaps: [1, 2] } };
const STUDY = {
  id: "analysis",
  game: GAME,
  text: "",
  line: [
    [1, 1],
    [0, 1],
  ],
  ply: 2,
};
const REVIEW = {
  game: GAME,
  moves: STUDY.line,
  text: "nim 1,2: B-1 A-1",
  seats: [],
  plies: [
    { position: { heaps: [1, 2] }, mark: "kept" },
    { position: { heaps: [1, 1] }, mark: "lost" },
    { position: { heaps: [0, 1] }, mark: null },
  ],
  values: [{ move: [1, 1], outcome: "P", grundy: 0 }],
};

test("what is known of a game is found by what was asked", () => {
  const state = answered(initial({}), keyOf(lineQuery(STUDY)), { ok: true, value: REVIEW });
  assert.equal(reviewOf(state, STUDY), REVIEW);
  assert.equal(reviewOf(state, { ...STUDY, line: [] }), null);
  assert.equal(valuesAt(state, STUDY, REVIEW), REVIEW.values);
  const back = stepped(STUDY, 0);
  assert.equal(valuesAt(state, back, REVIEW), undefined, "not known yet");
  const [, asked] = queriesOf(state, back, true);
  assert.deepEqual(asked.body, { game: { ...GAME, start: { heaps: [1, 2] } }, moves: [] });
  assert.equal(queriesOf(state, back, false).length, 1);
});

test("a move of one's own begins another line, the line's own goes on", () => {
  assert.deepEqual(continued(stepped(STUDY, 1), [0, 1]), STUDY);
  assert.deepEqual(continued(stepped(STUDY, 1), [1, 1]), {
    ...STUDY,
    line: [
      [1, 1],
      [1, 1],
    ],
  });
  assert.equal(stepped(STUDY, 9).ply, 2);
  assert.equal(stepped(STUDY, -1).ply, 0);
});

test("mistakes are found one after the other", () => {
  const review = { plies: ["kept", "threw", "lost", "threw", null].map((mark) => ({ mark })) };
  assert.deepEqual(
    [-1, 1, 3].map((ply) => nextMistake(review, ply)),
    [1, 3, -1],
  );
});

test("a start that was lost is nobody's doing, unless players bid for their seats or chose them", () => {
  const lost = {
    game: GAME,
    plies: [
      ...["lost", "kept"].map((mark) => ({ mark, move: 1, position: GAME.start, why: { facts: {} } })),
      { mark: null, move: null },
    ],
    seats: [{}, {}],
  };
  const played = {
    game: GAME,
    players: [{}, {}],
    moves: [1, 1],
    seat: 0,
    state: { ply: 2, over: { winners: [1] } },
  };
  const said = (more) => {
    const table = { ...played, ...more };
    const whole = { id: "T", game: GAME, text: "", line: table.moves, ply: 2 };
    const state = answered(initial({}), keyOf(lineQuery(whole)), { ok: true, value: lost });
    const told = decision(state, "T", table, { say: String }, {});
    return told && told.children[0].children[0];
  };
  assert.equal(said({}), "It was nothing you did: the start was already lost for you.");
  assert.equal(
    said({ bid: { settled: {} } }),
    "The bids for the seats decided it: from then on the start was lost for you.",
  );
  assert.equal(
    said({ pie: true }),
    "The choice of who begins decided it: from then on the start was lost for you.",
  );
  assert.equal(said({ bid: {} }), said({}), "nothing was settled by bids");
  assert.equal(said({ bid: { settled: {} }, seat: 1 }), null, "the winner is not told so");
});

test("what decided a game is said only where it is proved", () => {
  const review = (marks) => ({
    plies: [...marks.map((mark) => ({ mark, move: 1 })), { mark: null, move: null }],
    seats: [{}, {}],
  });
  const found = (marks, seat, winner) => decided(review(marks), seat, [winner]);
  // The first player throws the win twice; the second time it stays thrown.
  assert.deepEqual(found(["threw", "threw", "threw", "kept", "lost", "safe"], 0, 1), {
    kind: "threw",
    ply: 2,
  });
  assert.deepEqual(found(["threw", "threw", "threw", "kept", "lost", "safe"], null, 1), {
    kind: "threw",
    ply: 2,
  });
  assert.equal(found(["threw", "unknown", "lost", "safe"], 0, 1), null);
  // They regained the win and resigned.
  assert.equal(found(["threw", "threw"], 0, 1), null);
  assert.deepEqual(found(["lost", "kept", "lost", "safe"], 0, 1), { kind: "never" });
  assert.equal(found(["lost", "kept", "lost", "safe"], 1, 1), null);
  assert.equal(found(["lost", "kept", "unknown", "safe"], 0, 1), null);
  assert.equal(decided(review(["threw", "kept"]), 0, []), null);
});

test("who never had a win learns from their first position with a rule, before the end", () => {
  const review = (...kinds) => ({
    plies: kinds.map((kind) => ({ move: kind && 1, why: { facts: { kind } } })),
  });
  assert.equal(instructive(review("arms", "searched", "arms", "arms", "arms", null), 1), 3);
  assert.equal(
    instructive(review("searched", "arms", "searched", "arms", "arms", null), 0),
    0,
    "the end tells nothing",
  );
});

test("a win that was held all the time is told from one that the other gave", () => {
  const had = (marks, ply) => hadWin({ plies: marks.map((mark) => ({ mark })) }, ply);
  assert.deepEqual(had(["kept", "lost", "safe", "lost", "threw", "kept"], 4), { kind: "throughout" });
  assert.deepEqual(had(["lost", "kept", "lost", "threw", "kept"], 3), { kind: "throughout" });
  // Chomp, where the bot held the win from its first move: its third gave it away, for one move.
  assert.deepEqual(had(["kept", "lost", "threw", "threw", "kept"], 3), { kind: "given", given: 2 });
  assert.deepEqual(had(["threw", "kept", "lost", "threw", "kept", "lost", "threw", "kept"], 6), {
    kind: "given",
    given: 3,
  });
  assert.deepEqual(had(["threw", "threw", "threw"], 2), { kind: "given", given: 1 });
  assert.equal(had(["threw", "threw", "threw"], 0), null, "they had it again");
  assert.equal(had(["lost", "unknown", "threw", "kept"], 2), null, "who gave it is not proven");
});

test("the last mistake is shown, unless it missed a win at once and one before it did not", () => {
  const at = (heaps, mark, winning_moves) => ({ position: { heaps }, mark, winning_moves });
  const first = at([1, 2], "threw", [[1, 1]]);
  const last = at([0, 2], "threw", [[1, 2]]);
  const plies = [first, at([0, 2], "threw", [[1, 2]]), at([0, 1], "safe", [[1, 1]])];
  const game = { ...GAME, start: { heaps: [3, 3] } };
  const seats = [{}, {}];
  assert.equal(taught({ game, seats, plies: [first, at([1, 1], "lost", []), last] }, 2), 0);
  assert.equal(taught({ game, seats, plies: [last, at([1, 1], "lost", []), first] }, 2), 2);
  assert.equal(taught({ game, seats, plies }, 1), 1, "there is no other of the same player");
  assert.equal(winsAtOnce({ ...game, ending: "misere" }, at([0, 2], "threw", [[1, 1]])), true);
  assert.equal(winsAtOnce({ ...game, ending: "misere" }, at([2, 2, 1], "threw", [[2, 1]])), false);
  const bar = { variant: "chomp", params: {}, ending: "misere", start: { rows: [3, 3] } };
  assert.equal(winsAtOnce(bar, { position: { rows: [3] }, winning_moves: [[0, 1]] }), true);
  assert.equal(winsAtOnce(bar, { position: { rows: [3, 3] }, winning_moves: [[1, 2]] }), false);
  assert.equal(winsAtOnce({ ...bar, variant: "unknown" }, { position: {}, winning_moves: [1] }), false);
});

test("a win by copying is found where rows are left equal in pairs, and only there", () => {
  const game = (ending = "normal") => ({ ...GAME, variant: "octal", ending });
  const won = {
    position: { heaps: [2, 7, 2] },
    outcome: "N",
    winning_moves: [
      [1, 2, [1, 4]],
      [1, 1, [3, 3]],
    ],
  };
  assert.deepEqual(copying(game(), won), [1, 1, [3, 3]]);
  assert.equal(copying(game(), { ...won, winning_moves: [[1, 2, [1, 4]]] }), undefined);
  assert.equal(copying(game("misere"), won), undefined);
  assert.equal(copying({ ...game(), variant: "welter" }, won), undefined);
  assert.equal(copying(game(), { position: { heaps: [3, 0, 3] }, outcome: "P" }), null);
  assert.equal(copying(game(), { position: { heaps: [1, 4] }, outcome: "P" }), undefined);
});

test("a position that is looked at may be moved on if its moves are known", () => {
  assert.equal(tableOf(STUDY, GAME, REVIEW.plies).seat, null);
  const table = tableOf(STUDY, GAME, REVIEW.plies, REVIEW.values);
  assert.deepEqual(table.legal.moves, [[1, 1]]);
  assert.equal(
    tableOf(STUDY, GAME, REVIEW.plies, REVIEW.values).legal.moves,
    table.legal.moves,
    "the same list each time",
  );
  assert.equal(tableOf(STUDY, GAME, REVIEW.plies, []).seat, null, "the game is over");
});

test("only the answers asked for last are kept", () => {
  let state = initial({});
  for (let i = 0; i < 250; i++) state = answered(state, `q${i}`, { ok: true, value: i });
  assert.equal(Object.keys(state.answers).length, 200);
  assert.ok("q249" in state.answers && !("q0" in state.answers));
});

test("addresses are read as they are written, and others lead nowhere", () => {
  const id = "01234567-89ab-4def-8123-456789abcdef";
  for (const address of [
    "/",
    `/table/${id}`,
    `/seek/${id}`,
    `/game/${id}`,
    `/game/${id}/4`,
    "/analysis",
    "/analysis?game=nim+3%2C5%2C7%3A+A-1",
    "/ladder",
    "/ladder?leaderboard=people%2Foverall",
    "/ladder?leaderboard=people%2Foverall&season=2026-Q4",
  ]) {
    const { pathname, search } = new URL(address, "http://nim");
    assert.equal(addressOf(routeOf(pathname, search)), address);
  }
  for (const address of [
    "/table",
    "/table/x",
    `/game/${id}/x`,
    `/game/${id}/123456`,
    "/toString",
    "/analysis/x",
  ])
    assert.equal(routeOf(address).page, "none", address);
});

/** Reasons by variant and facts, with the outcome that they stand for. */
const REASONS = [
  ["nim", "normal", { kind: "nim_sum", values: [3, 5, 7], sum: 1 }, "N", "why.heaps.N"],
  ["nim", "normal", { kind: "nim_sum", values: [1, 2, 3], sum: 0 }, "P", "why.heaps.P"],
  ["nim", "normal", { kind: "nim_sum", values: [0, 0, 4], sum: 4 }, "N", "why.lastHeap"],
  ["nim", "misere", { kind: "ones", ones: 0, larger: 1 }, "N", "why.oneHeap"],
  ["subtraction", "misere", { kind: "nim_sum", values: [1, 1, 0], sum: 0 }, "N", "why.onesOnly"],
  ["nim", "misere", { kind: "nim_sum", values: [3, 5, 7], sum: 1 }, "N", "why.heaps.N"],
  ["nim", "misere", { kind: "nim_sum", values: [1, 2, 3], sum: 0 }, "P", "why.heaps.misere.P"],
  ["grundy", "normal", { kind: "nim_sum", values: [2, 2], sum: 0 }, "P", "why.values.P"],
  ["subtraction", "normal", { kind: "nim_sum", values: [1], sum: 1 }, "N", "why.value.N"],
  ["subtraction", "normal", { kind: "nim_sum", values: [0], sum: 0 }, "P", "why.value.P"],
  ["subtraction", "misere", { kind: "nim_sum", values: [2], sum: 2 }, "N", "why.values.misere.N"],
  ["welter", "misere", { kind: "nim_sum", values: [2, 2], sum: 0 }, "P", "why.values.misere.P"],
  ["turning", "misere", { kind: "tame", values: [2, 7, 8, 14], firm: false, sum: 3 }, "N", "why.tame"],
  ["nim", "misere", { kind: "ones", ones: 3, larger: 0 }, "P", "why.ones"],
  ["nim", "misere", { kind: "ones", ones: 2, larger: 1 }, "N", "why.oneLarger"],
  [
    "multiheap",
    "normal",
    { kind: "golden_pair", number: 2, pair: [3, 5], heaps: [5, 3] },
    "P",
    "why.golden.P",
  ],
  [
    "multiheap",
    "normal",
    { kind: "golden_pair", number: 2, pair: [3, 5], heaps: [4, 6] },
    "N",
    "why.golden.N",
  ],
  ["greedy", "normal", { kind: "tallest", size: 4, count: 2 }, "P", "why.tallest.P"],
  ["moore", "normal", { kind: "columns", modulus: 3, values: [1, 1, 1], counts: [3] }, "P", "why.columns.P"],
  [
    "fibonacci",
    "normal",
    { kind: "zeckendorf", parts: [2, 5, 13], limit: 19, take: 2 },
    "N",
    "why.zeckendorf.N",
  ],
  ["fibonacci", "normal", { kind: "zeckendorf", parts: [5], limit: 6, take: 5 }, "N", "why.zeckendorf.all"],
  [
    "fibonacci",
    "normal",
    { kind: "zeckendorf", parts: [13], limit: 12, take: null },
    "P",
    "why.zeckendorf.P",
  ],
  ["building", "normal", { kind: "building", total: 7, remaining: 3, stacks: [2, 2] }, "P", "why.oddOther"],
  ["building", "normal", { kind: "building", total: 1, remaining: 1, stacks: [0] }, "P", "why.oddOther"],
  ["building", "misere", { kind: "ones", ones: 0, larger: 0 }, "N", "why.nothingMisere"],
  ["lasker", "misere", { kind: "nim_sum", values: [], sum: 0 }, "N", "why.nothingMisere"],
  ["greedy", "misere", { kind: "tallest", size: 0, count: 0 }, "N", "why.nothingMisere"],
  ["greedy", "normal", { kind: "tallest", size: 0, count: 0 }, "P", "why.nothing"],
  ["euclid", "normal", { kind: "ratio", small: 2, large: 6 }, "N", "why.ratio.N"],
  ["euclid", "misere", { kind: "ratio", small: 2, large: 6 }, "N", "why.ratioMisere.N"],
  [
    "game100",
    "normal",
    { kind: "remainder", left: 3, modulus: 11, remainder: 3, wanted: 0 },
    "N",
    "why.multiple.N",
  ],
  [
    "game21",
    "misere",
    { kind: "remainder", left: 1, modulus: 4, remainder: 1, wanted: 1 },
    "P",
    "why.remainder.P",
  ],
  ["building", "normal", { kind: "building", total: 8, remaining: 2, stacks: [3, 3] }, "P", "why.paired"],
  [
    "game21",
    "misere",
    { kind: "remainder", left: 21, modulus: 4, remainder: 1, wanted: 1 },
    "P",
    "why.remainder.P",
  ],
  ["octal", "misere", { kind: "tame", values: [2, 3], firm: true, sum: 1 }, "N", "why.tame"],
  ["ndim", "normal", { kind: "mirror", first: [4] }, "N", "why.mirror.N"],
  ["circular", "normal", { kind: "mirror", first: [] }, "P", "why.mirror.circle"],
  ["poset", "misere", { kind: "stolen_strategy" }, "N", "why.stolen"],
  ["graph", "normal", { kind: "searched", positions: 12 }, "P", "why.searched.P"],
];

test("a reason is said in the words for its facts, and not where it does not hold", () => {
  for (const [variant, ending, facts, outcome, key] of REASONS) {
    const game = { ...GAME, variant, ending };
    const ply = (outcome) => ({ position: {}, outcome, why: { sentence: "", facts } });
    const reason = reasonOf(game, ply(outcome));
    assert.equal(reason?.key, key);
    assert.ok(known(key), key);
    assert.doesNotMatch(t(reason.key, reason.params), /[{}]|undefined|NaN|\b1 (?:are|blocks)\b|\b0 more\b/);
    const other = reasonOf(game, ply(outcome === "N" ? "P" : "N"));
    assert.ok(
      other === null || (facts.kind === "searched" && other.key !== key),
      `${key} is not said of the opposite`,
    );
  }
  assert.equal(reasonOf(GAME, { outcome: "N", why: { sentence: "", facts: { kind: "toString" } } }), null);
});

test("the numbers are folded where the heaps can be opened, and of one number there is no table", () => {
  const ply = (/** @type {number[]} */ heaps) => ({
    position: { heaps },
    outcome: "N",
    winning_moves: [],
    why: { sentence: "", facts: { kind: "nim_sum", values: heaps, sum: heaps.reduce((a, b) => a ^ b, 0) } },
  });
  const inside = (node) => (node?.children ?? []).flatMap((child) => [child.tag, ...inside(child)]);
  const fold = { open: false, toggle: () => {} };
  assert.ok(inside(why(GAME, ply([1, 2]), fold)).includes("details"));
  assert.ok(!inside(why(GAME, ply([1, 2]))).includes("details"), "the analysis shows all");
  assert.deepEqual(inside(why(GAME, ply([0, 4]), fold)), ["p", undefined]);
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

test("partners are drawn where there are rows and columns", () => {
  const facts = { kind: "mirror", first: [], partners: [[[0], [3]]] };
  const drawnIn = (/** @type {string} */ variant, params) => mirror(facts, { variant, params });
  assert.notEqual(drawnIn("ndim", { dims: [2, 2] }), null);
  for (const variant of ["node_kayles", "graph", "poset"])
    assert.equal(drawnIn(variant, { vertices: 4, edges: [] }), null);
});

test("opened heaps are kept in pairs where the last move loses, but for the ones at the end", () => {
  const game = (ending) => ({ ...GAME, ending });
  const inWords = (node) => (typeof node === "string" ? node : (node?.children ?? []).map(inWords).join(" "));
  const drawn = { say: () => "2 from heap A" };
  for (const [heaps, move, text] of [
    [[3, 5, 4], [0, 2], "take"],
    [[1, 2, 3], undefined, "break"],
  ]) {
    const facts = { kind: "nim_sum", values: heaps, sum: heaps.reduce((a, b) => a ^ b, 0) };
    const ply = { position: { heaps }, winning_moves: move ? [move] : [], why: { sentence: "", facts } };
    const said = (ending) => inWords(openedSaid(game(ending), ply, drawn));
    const rule = (key) => t(key, { move: "2 from heap A" });
    assert.ok(said("misere").includes(rule(`pairs.${text}.misere`)), said("misere"));
    assert.ok(said("normal").includes(rule(`pairs.${text}`)), said("normal"));
  }
});
