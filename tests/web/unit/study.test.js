// Viewing games: queries to the server, lines of moves, addresses, and what is said of a game only where
// it is proved.

import assert from "node:assert/strict";
import test from "node:test";

import { addressOf, routeOf } from "../../../server/web/state/route.js";
import { answered, keyOf } from "../../../server/web/state/answers.js";
import { initial } from "../../../server/web/state/state.js";
import {
  continued,
  decided,
  hadNoChance,
  instructive,
  lineQuery,
  nextMistake,
  queriesOf,
  reviewOf,
  stepped,
  tableOf,
  valuesAt,
} from "../../../server/web/study/study.js";
import { speak, speakOf, t } from "../../../server/web/texts/text.js";
import { copying } from "../../../server/web/study/copying.js";
import { hadWin, taught, winsAtOnce } from "../../../server/web/study/mistakes.js";
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

test("values are those of the position shown, null where there are none, unknown until the server has answered", () => {
  const at = (answer, study = stepped(STUDY, 1), review = REVIEW) => {
    const body = { game: { ...GAME, start: { heaps: [1, 1] } }, moves: [] };
    return valuesAt({ answers: { [keyOf({ path: "/api/analysis", body })]: answer } }, study, review);
  };
  const value = { values: [{ move: [0, 1] }] };
  assert.equal(at({ ok: true, value }), value.values);
  assert.equal(at({ ok: false, code: "busy" }), null);
  assert.equal(at(undefined), undefined);
  assert.equal(at({ ok: true, value }, { ...stepped(STUDY, 1), game: null }), undefined);
  assert.equal(at(undefined, STUDY, { ...REVIEW, values: null }), null);
});

test("the position shown is asked about only within a game that is known", () => {
  const state = answered(initial({}), keyOf(lineQuery(STUDY)), { ok: true, value: REVIEW });
  const asked = (study, from = state) => queriesOf(from, study, true).map(({ body }) => body);
  const line = { game: GAME, moves: STUDY.line };
  const second = { game: { ...GAME, start: { heaps: [1, 1] } }, moves: [] };
  assert.deepEqual(asked(stepped(STUDY, 1)), [line, second]);
  assert.deepEqual(asked(STUDY), [line], "the answer about the game has the last position's values");
  assert.deepEqual(asked(stepped(STUDY, 1), initial({})), [line]);
  const text = { ...STUDY, ply: 0, game: null, text: "nim 1,2" };
  const read = answered(initial({}), keyOf(lineQuery(text)), { ok: true, value: REVIEW });
  assert.deepEqual(asked(text, read), [{ text: "nim 1,2" }]);
  const refused = answered(initial({}), keyOf(lineQuery(STUDY)), { ok: false, code: "busy", value: REVIEW });
  assert.equal(reviewOf(refused, STUDY), null);
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
  const typed = { ...stepped(STUDY, 1), text: "nim 1,2: B-1 A-1" };
  assert.equal(continued(typed, [0, 1]).text, typed.text);
  assert.equal(continued(typed, [1, 1]).text, "", "the text is of another game");
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
  assert.equal(decided(review(["threw", "kept"]), 0, [1, 0]), null);
  assert.equal(decided({ ...review(["threw", "kept"]), seats: [{}, {}, {}] }, 0, [1]), null);
  assert.deepEqual(found(["kept", "threw", "kept"], 1, 0), { kind: "threw", ply: 1 });
  assert.deepEqual(found(["threw", "kept"], 0, 1), { kind: "threw", ply: 0 });
  assert.equal(found(["threw", null, "safe"], 0, 1), null, "a position after it is not proven");
});

test("a player had no chance if all of their moves were lost, and they made one", () => {
  const had = (marks, seat, seats = 2) => {
    const plies = [...marks.map((mark) => ({ mark, move: 1 })), { mark: "lost", move: null }];
    return hadNoChance({ plies, seats: Array(seats).fill({}) }, seat);
  };
  assert.deepEqual(
    [had(["kept", "lost", "kept", "lost"], 1), had(["kept", "lost", "kept", "safe"], 1)],
    [true, false],
  );
  assert.equal(had([], 0), false);
  assert.equal(had(["kept", "kept", "lost", "kept"], 2, 3), true);
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
  assert.equal(had(["kept", "lost", "threw", "threw", "threw"], 2), null);
  assert.deepEqual(had(["threw", "threw", "lost", "threw"], 1), { kind: "given", given: 0 });
  // What the other threw away later, or they did not throw away, is no win that they had again.
  assert.deepEqual(had(["kept", "lost", "threw", "threw", "lost"], 2), { kind: "throughout" });
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
  const lost = at([1, 1], "lost", []);
  assert.equal(taught({ game, seats, plies: [first, lost, first] }, 2), 2);
  assert.equal(taught({ game, seats, plies: [first, lost, last, lost, first] }, 2), 0, "and none after it");
  assert.equal(taught({ game, seats, plies: [{ ...first, mark: "kept" }, lost, last] }, 2), 2);
  assert.equal(
    winsAtOnce(
      game,
      at([0, 2], "threw", [
        [1, 1],
        [1, 2],
      ]),
    ),
    true,
    "one of them ends it",
  );
  assert.equal(winsAtOnce(game, at([0, 2], "threw", [[1, 1]])), false);
  assert.equal(winsAtOnce({ ...game, ending: "misere" }, at([0, 2], "threw", [[1, 1]])), true);
  assert.equal(winsAtOnce({ ...game, ending: "misere" }, at([2, 2, 1], "threw", [[2, 1]])), false);
  const bar = { variant: "chomp", params: {}, ending: "misere", start: { rows: [3, 3] } };
  assert.equal(winsAtOnce(bar, { position: { rows: [3] }, winning_moves: [[0, 1]] }), true);
  assert.equal(winsAtOnce(bar, { position: { rows: [3, 3] }, winning_moves: [[1, 2]] }), false);
  const points = { present: Array.from({ length: 12 }, (_, i) => i) };
  const graph = { variant: "graph", params: { edges: [], rule: "star" }, ending: "normal" };
  assert.equal(
    winsAtOnce(graph, { position: points, winning_moves: [[0]] }),
    false,
    "too many moves to list",
  );
  assert.equal(winsAtOnce(game, { position: { heaps: [1] }, winning_moves: null }), false);
  const nothing = { ...game, variant: "subtraction" };
  assert.throws(() => winsAtOnce(nothing, at([2], "threw", [[0, 1]])), TypeError);
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
  assert.deepEqual(table, {
    ...{ game: GAME, players: [], moves: STUDY.line, seat: 0, live: false, sent: null, at: 0 },
    legal: { ply: 2, count: 1, moves: [[1, 1]] },
    state: {
      ...{ table: "analysis", ply: 2, position: { heaps: [0, 1] }, to_move: 0, last_move: [0, 1] },
      ...{ present: [], over: null },
    },
  });
  const first = tableOf(stepped(STUDY, 0), GAME, REVIEW.plies);
  assert.deepEqual([first.legal, first.state.last_move, first.state.to_move], [null, null, null]);
  assert.deepEqual(tableOf(STUDY, GAME, REVIEW.plies, null).legal, { ply: 2, count: null, moves: null });
  assert.equal(tableOf({ ...STUDY, ply: 9 }, GAME, REVIEW.plies).state.ply, 2);
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
