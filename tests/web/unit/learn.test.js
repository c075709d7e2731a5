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
  lessonOf,
  standing,
} from "../../../server/web/study/learn.js";
import { answered, keyOf } from "../../../server/web/state/answers.js";
import { initial } from "../../../server/web/state/state.js";
import { reviewed } from "../../../server/web/study/offline.js";
import { lineQuery } from "../../../server/web/study/study.js";
import { speak, speakOf } from "../../../server/web/texts/text.js";
import { boardOf, fetchVariant } from "../../../server/web/variants/index.js";

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
  const slip = answered({ ...initial({}), study }, asked, { ok: true, value: review(["threw"], SOME) });
  assert.equal(answeredIn(slip, ONE), slip, "a slip can be taken back");
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
  assert.equal(lessonOf("free", begun(ONE)).game.variant, "nim", "its own usual game");
  const line = [
    [0, 1],
    [0, 1],
  ];
  assert.equal(standing(lesson, { ...study, line }, review(["lost", "threw"], SOME)), "waiting");
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
