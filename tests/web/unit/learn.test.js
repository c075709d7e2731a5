// The course: correct play wins each lesson, a mistake is noticed, and the opponent does not
// miss a win.

import assert from "node:assert/strict";
import test from "node:test";

import {
  LESSONS,
  TAUGHT,
  answeredIn,
  begun,
  freelyBegun,
  freeStarts,
  knownAlone,
  learning,
  lessonMeant,
  lessonOf,
  parts,
  standing,
} from "../../../server/web/study/learn.js";
import { answered, keyOf } from "../../../server/web/state/answers.js";
import { initial } from "../../../server/web/state/state.js";
import { reviewed } from "../../../server/web/study/offline.js";
import { lineQuery } from "../../../server/web/study/study.js";
import { speak, speakOf } from "../../../server/web/texts/text.js";
import { NAMES, boardOf, fetchVariant } from "../../../server/web/variants/index.js";

const [ONE] = LESSONS;
const review = (marks, values) => ({ plies: [...marks, null].map((mark) => ({ mark })), values });
const SOME = [
  { move: [0, 1], outcome: "N" },
  { move: [0, 2], outcome: "P" },
];

test("a lesson says whose turn it is, and what became of it", () => {
  const study = (line) => ({ ...begun(ONE), line });
  assert.equal(standing(ONE, study([]), null), "waiting");
  assert.equal(standing(ONE, study([]), review([], SOME)), "turn");
  assert.equal(standing(ONE, study([1]), review(["kept"], SOME)), "waiting");
  assert.equal(standing(ONE, study([1]), review(["threw"], SOME)), "threw");
  assert.equal(standing(ONE, study([1]), review(["kept"], [])), "won");
  assert.equal(standing(ONE, study([1, 1]), review(["threw", "kept"], [])), "lost");
  const misere = lessonOf("misere");
  assert.equal(standing(ONE, study([1]), review(["threw"], null)), "threw", "of too many moves to list");
  assert.equal(standing(misere, study([1, 1]), review(["kept", "lost"], [])), "won");
});

test("the opponent answers once, with a winning move where there is one", () => {
  const study = { ...begun(ONE), line: [[0, 1]], ply: 1 };
  const asked = keyOf(lineQuery(study));
  const state = answered({ ...initial({}), study }, asked, { ok: true, value: review(["lost"], SOME) });
  const after = answeredIn(state, ONE);
  assert.deepEqual(after.study.line, [
    [0, 1],
    [0, 2],
  ]);
  assert.equal(answeredIn(after, ONE), after, "not before the server knows the new position");
  const last = (moves, line) => {
    const now = { ...study, line, ply: line.length };
    const told = {
      ok: true,
      value: review(
        line.map(() => "lost"),
        moves,
      ),
    };
    return answeredIn(
      answered({ ...initial({}), study: now }, keyOf(lineQuery(now)), told),
      ONE,
    ).study.line.at(-1);
  };
  const won = ["N", "P", "N"].map((outcome, move) => ({ move, outcome }));
  assert.equal(last(won, [1]), 1);
  const lost = ["a", "b", "c", "d"].map((move) => ({ move, outcome: "N" }));
  assert.deepEqual([last(lost, [1]), last(lost, [1, 1, 1])], ["b", "b"]);
  assert.deepEqual(
    [last(lost.slice(1), [1]), last(lost.slice(1), [1, 1, 1])],
    ["b", "d"],
    "not always the same",
  );
  const slip = answered({ ...initial({}), study }, asked, { ok: true, value: review(["threw"], SOME) });
  assert.equal(answeredIn(slip, ONE), slip, "a slip can be taken back");
  const unlisted = answered({ ...initial({}), study }, asked, { ok: true, value: review(["lost"], null) });
  for (const none of [initial({}), { ...initial({}), study }, unlisted])
    assert.equal(answeredIn(none, ONE), none);
});

test("lessons have different names, and an unknown one is the first", () => {
  assert.equal(new Set(LESSONS.map(({ name }) => name)).size, LESSONS.length);
  assert.equal(lessonOf("toString"), ONE);
});

test("in free play a mistake stands, and the game and the seat are those begun", () => {
  const game = freeStarts(() => 0.5)[1];
  const study = freelyBegun(game, 1);
  const lesson = lessonOf("free", study);
  assert.deepEqual([lesson.game, lesson.seat], [game, 1]);
  const usual = { name: "free", game: { ...ONE.game, start: { heaps: [3, 5, 7] } }, seat: 0, free: true };
  assert.deepEqual([lessonOf("free", begun(ONE)), lessonOf("free")], [usual, usual]);
  const line = [
    [0, 1],
    [0, 1],
  ];
  assert.equal(standing(lesson, { ...study, line }, review(["lost", "threw"], SOME)), "waiting");
});

test("the starts of free play lie between these", () => {
  const starts = (luck) =>
    freeStarts(() => luck).map(({ variant, params, ending, start }) =>
      [variant, ending, ...Object.values(params), ...Object.values(start)].map(String).join(" "),
    );
  assert.deepEqual(starts(0), [
    "nim normal 3,4,5",
    "nim misere 3,4,5",
    "game21 misere 3 18 0",
    "multiheap normal all 3,4",
    "euclid normal 4,9",
    "nim_pass normal 1,3,4 true",
    "silver_dollar normal 2,3,4,5",
    "welter normal 2,3,4",
    "chomp misere 4,4,4",
    "cram normal 3,3 111111111",
  ]);
  assert.deepEqual(starts(0.999), [
    "nim normal 5,7,9",
    "nim misere 5,7,9",
    "game21 misere 3 25 0",
    "multiheap normal all 9,15",
    "euclid normal 12,47",
    "nim_pass normal 3,5,6 true",
    "silver_dollar normal 4,7,10,13",
    "welter normal 4,7,10",
    "chomp misere 7,7,7,7",
    "cram normal 4,4 1111111111111111",
  ]);
});

test("without a server the games of the course are offered, with their lessons as starts", () => {
  const known = knownAlone();
  assert.deepEqual(known.map(({ variant }) => variant).sort(), [...TAUGHT].sort());
  const [nim, grundy] = ["nim", "grundy"].map((name) => known.find(({ variant }) => variant === name));
  assert.deepEqual(nim.endings, ["normal", "misere"]);
  assert.deepEqual(nim.presets[0], { name: "one", game: ONE.game });
  assert.deepEqual(
    nim.presets.map(({ name }) => name),
    ["one", "equal", "unequal", "pairs", "sum", "large", "ones", "misere"],
  );
  assert.deepEqual(
    [grundy.endings, grundy.presets.map(({ game }) => game.start)],
    [["normal"], [{ heaps: [8] }]],
  );
});

test("points, branches and elements of lessons are joined as they are drawn in their texts", () => {
  const joined = (name) => {
    const { edges, covers = edges } = lessonOf(name).game.params;
    return covers.map((ends) => ends.join("")).join(" ");
  };
  assert.equal(joined("bridge"), "01 02 03 14 15");
  assert.equal(joined("points"), "01 12 23 34");
  assert.equal(joined("tree"), "01 12 23 14 05 56");
  assert.equal(joined("above"), "01 23 14 34");
});

test("the reason is drawn next to the board where it can be counted there", () => {
  const names = LESSONS.filter(({ why }) => why).map(({ name }) => name);
  assert.equal(
    names.join(" "),
    "pairs sum large misere count hundred euclid wythoff nearly candy fibonacci pass nimble welter heads tree",
  );
});

test("lessons on counting and on pairs of heaps have these limits", () => {
  const { count, hundred, wythoff, nearly, grid } = Object.fromEntries(
    LESSONS.map(({ name, game: { params, start } }) => [name, [params, start]]),
  );
  assert.deepEqual(count, [{ step: 3, target: 21 }, { total: 0 }]);
  assert.deepEqual(hundred, [{ step: 10, target: 100 }, { total: 60 }]);
  assert.deepEqual([wythoff[0], nearly[0], grid[0]], [{ scope: "all" }, { r: 2 }, { dims: [3, 3] }]);
});

test("every start of free play is judged without a server, and no first move wins it", () => {
  for (let seed = 1; seed <= 24; seed += 1) {
    let drawn = seed;
    const luck = () => (drawn = (drawn * 48_271) % 2_147_483_647) / 2_147_483_647;
    for (const game of freeStarts(luck)) {
      const values = reviewed({ game, moves: [] })?.values ?? [];
      assert.ok(values.length > 0, JSON.stringify(game));
      for (const { move } of values.filter(({ outcome }) => outcome === "P"))
        assert.ok(reviewed({ game, moves: [move] }).values.length > 0, JSON.stringify([game, move]));
    }
  }
});

test("every lesson can be done without a server", () => {
  for (const { name, game, seat } of LESSONS) {
    const [{ outcome }] = reviewed({ game, moves: [] }).plies;
    assert.equal(outcome, seat === 0 ? "N" : "P", `${name}: its learner can win`);
    assert.ok(TAUGHT.includes(game.variant), name);
  }
});

test("each lesson has a board that says where it begins", async () => {
  await speak("en");
  await speakOf("board");
  for (const { name, game } of LESSONS) {
    await fetchVariant(game.variant);
    const said = boardOf(game.variant).describe(game.start, game);
    assert.match(said, /\d/, `${name}: ${said}`);
    assert.doesNotMatch(said, /undefined|NaN|^board\./, name);
  }
});

test("every game has a lesson, and every lesson its place in the course", () => {
  // With more than two nobody can force anything; for two it is counting to 21.
  const without = NAMES.filter((name) => !LESSONS.some(({ game }) => game.variant === name));
  assert.deepEqual(without, ["game21_nplayer"]);
  const listed = parts().flatMap(([, lessons]) => lessons);
  assert.deepEqual(listed, LESSONS, "the next lesson is the next of the list");
});

test("every lesson is won by whoever plays as it says, whatever the opponent does", () => {
  for (const { name, game, seat } of LESSONS) {
    const moves = [];
    for (;;) {
      const { plies, values } = reviewed({ game, moves });
      if (values.length === 0) break;
      assert.ok(moves.length < 30, name);
      const mine = moves.length % 2 === seat;
      const { winning_moves } = plies.at(-1);
      if (mine) assert.ok(winning_moves.length > 0, `${name}: ${JSON.stringify(moves)}`);
      moves.push(mine ? winning_moves[0] : values[moves.length % values.length].move);
    }
    const study = { ...begun(lessonOf(name)), line: moves };
    assert.equal(standing(lessonOf(name), study, { values: [], plies: [] }), "won", name);
  }
});

test("the course goes on where it was left, and a lesson won counts once", () => {
  const state = { ...initial({}), learnt: ["one", "equal"] };
  assert.equal(lessonMeant(state, "").name, "unequal");
  assert.equal(lessonMeant(state, "chomp").name, "chomp");
  const begunOne = { ...state, study: begun(lessonOf("chomp")) };
  assert.equal(lessonMeant(begunOne, "").name, "chomp");
  const won = learning(begunOne, lessonOf("chomp"), true);
  assert.deepEqual(won.learnt, ["one", "equal", "chomp"]);
  assert.equal(lessonMeant(won, "").name, "chomp", "it stays until another is opened");
  assert.equal(learning(won, lessonOf("chomp"), true), won);
  assert.equal(learning(state, lessonOf("unequal"), false), state);
  assert.equal(learning(state, lessonOf("free", null), true), state);
  const all = { ...state, learnt: LESSONS.map(({ name }) => name) };
  assert.equal(lessonMeant(all, "").name, "one");
});
