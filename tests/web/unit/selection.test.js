// The selection: what may be touched, and which move it means.

import assert from "node:assert/strict";
import test from "node:test";

import {
  choices,
  markOf,
  meaning,
  mostOf,
  NOTHING,
  put,
  reach,
  touch,
} from "../../../server/web/state/selection.js";

const cells = (move) => [Object.fromEntries(move.map((place) => [`c${place}`, 1]))];
const takes = ([heap, take]) => [{ [`h${heap}`]: take }];
const nim = choices(
  [
    [0, 1],
    [0, 2],
    [1, 1],
  ],
  () => null,
  takes,
);
const row = choices([[0], [1], [2], [0, 1], [1, 2], [0, 1, 2]], () => null, cells);

test("a touch selects, the same touch takes back", () => {
  const once = touch({}, "h0", 2, nim);
  assert.deepEqual(once, { h0: 2 });
  assert.deepEqual(touch(once, "h0", 1, nim), { h0: 1 });
  assert.deepEqual(touch(once, "h0", 2, nim), {});
});

test("what does not go together begins anew, what goes with nothing is ignored", () => {
  assert.deepEqual(touch({ h0: 2 }, "h1", 1, nim), { h1: 1 });
  const marks = { h0: 2 };
  assert.equal(touch(marks, "h1", 3, nim), marks);
  assert.equal(put(marks, "h7", 1, nim), marks);
  assert.deepEqual(put(marks, "h0", 0, nim), {});
});

test("the most that may be taken of a heap is known where each move is", () => {
  assert.deepEqual([mostOf("h0", nim), mostOf("h1", nim), mostOf("h7", nim)], [2, 1, 0]);
  const unlisted = choices(null, () => null, takes);
  assert.equal(mostOf("h0", unlisted), 0);
});

test("both ends of a run mean the run", () => {
  const ends = touch(touch({}, "c0", 1, row), "c2", 1, row);
  assert.deepEqual(ends, { c0: 1, c2: 1 });
  assert.deepEqual(meaning(ends, row), { move: [0, 1, 2], face: { c0: 1, c1: 1, c2: 1 } });
});

test("a selection that several smallest moves extend means none yet", () => {
  const pairs = choices(
    [
      [0, 1],
      [1, 2],
    ],
    () => null,
    cells,
  );
  assert.equal(meaning({ c1: 1 }, pairs), null);
  assert.deepEqual(meaning({ c0: 1 }, pairs)?.move, [0, 1]);
  assert.deepEqual([...(reach({ c1: 1 }, pairs).onward ?? [])], ["c0:1", "c2:1"]);
  assert.equal(meaning({}, pairs), null);
});

test("two faces of one move are no contradiction", () => {
  const split = choices(
    [[0, 1, 1]],
    () => null,
    () => [{ "h0.0": 1 }, { "h0.0": 1, "h0.1": 1 }],
  );
  assert.deepEqual(meaning({ "h0.0": 1 }, split)?.move, [0, 1, 1]);
});

test("without a list everything may be touched, and the marks say what they mean", () => {
  const free = choices(
    null,
    (marks) => (Object.keys(marks).length === 1 ? ["read", marks] : null),
    () => [],
  );
  assert.deepEqual(reach({}, free), { onward: null, anew: null });
  assert.deepEqual(touch({ a: 1 }, "b", 5, free), { b: 5 });
  assert.deepEqual(meaning({ b: 5 }, free)?.move, ["read", { b: 5 }]);
  assert.equal(meaning({}, free), null);
});

test("what the marks show without a list comes with the face that holds them, and nothing with none", () => {
  const shown = [{ a: 1 }, { a: 1, b: 2 }];
  const free = choices(
    null,
    (marks) => (marks.a ? [0, 2] : null),
    () => shown,
  );
  assert.deepEqual(meaning({ b: 2, a: 1 }, free), { move: [0, 2], face: shown[1] });
  assert.deepEqual(meaning({ a: 1 }, free), { move: [0, 2], face: shown[0] });
  const whole = { ...free, show: () => [{ c: 1 }, { a: 1, b: 2 }] };
  assert.deepEqual(meaning({ a: 1 }, whole), { move: [0, 2], face: { a: 1, b: 2 } });
  // A face that shows other numbers is not taken: the marks stand for themselves.
  assert.deepEqual(meaning({ a: 3 }, free), { move: [0, 2], face: { a: 3 } });
  assert.equal(meaning({ b: 2 }, free), null);
  const never = choices(null, () => assert.fail("nothing is read from no marks"), cells);
  assert.equal(meaning({}, never), null);
});

test("marks that no move extends mean nothing, and nothing can be chosen where there are no moves", () => {
  assert.equal(meaning({ h9: 1 }, nim), null);
  const none = choices([], () => null, takes);
  assert.deepEqual(none.faces, []);
  assert.equal(meaning({ h0: 1 }, none), null);
  assert.deepEqual(choices(null, () => null, takes).moves, []);
});

test("a mark is read from its name, whose slot may have colons", () => {
  assert.deepEqual(markOf("h0:12"), ["h0", 12]);
  assert.deepEqual(markOf("edge:3:1"), ["edge:3", 1]);
  assert.deepEqual([...(reach({}, nim).anew ?? [])], ["h0:1", "h0:2", "h1:1"]);
});

test("the most that is taken of a slot is what a move of it alone takes", () => {
  const moves = [{ a: 2 }, { a: 3 }, { b: 9 }, { a: 7, b: 7 }];
  const listed = choices(
    moves,
    () => null,
    (move) => [move],
  );
  assert.deepEqual([mostOf("a", listed), mostOf("b", listed), mostOf("c", listed)], [3, 9, 0]);
  assert.equal(mostOf("a", { ...listed, faces: null }), 0);
});

test("nothing chosen belongs to no ply of any game", () => {
  assert.ok(NOTHING.ply < 0);
});
