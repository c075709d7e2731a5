// The course: correct play wins each lesson, a mistake is noticed, and the opponent does not
// miss a win.

import assert from "node:assert/strict";
import test from "node:test";

import {
  FREE,
  LESSONS,
  answeredIn,
  begun,
  freeStart,
  freelyBegun,
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
  const game = freeStart("misere", () => 0.5);
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

test("every start of free play is one that the page judges without a server", () => {
  for (const kind of FREE)
    for (const luck of [0, 0.37, 0.999]) {
      const game = freeStart(kind, () => luck);
      assert.ok(reviewed({ game, moves: [] })?.values.length > 0, JSON.stringify(game));
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
