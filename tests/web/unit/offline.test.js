// The page's own answers without the server, against a search of small positions.

import assert from "node:assert/strict";
import { test } from "node:test";

import { reviewed } from "../../../server/web/study/offline.js";

const nim = (heaps, ending) => ({ variant: "nim", params: {}, ending, start: { heaps } });

/** Whether the player to move wins, by exhaustive search. */
function search(heaps, ending) {
  const after = heaps.flatMap((size, i) =>
    Array.from({ length: size }, (_, left) => heaps.map((other, j) => (i === j ? left : other))),
  );
  if (after.length === 0) return ending === "misere";
  return after.some((next) => !search(next, ending));
}

test("Nim is judged as by search, and each move by what it leaves", () => {
  for (const ending of ["normal", "misere"])
    for (const heaps of [[0], [1], [1, 1], [1, 1, 1], [2, 2], [1, 2, 3], [2, 3], [1, 1, 2], [3, 3, 1]]) {
      const { plies, values } = reviewed({ game: nim(heaps, ending) });
      assert.equal(plies[0].outcome, search(heaps, ending) ? "N" : "P", `${ending} ${heaps}`);
      for (const { move, outcome } of values) {
        const left = heaps.map((size, i) => (i === move[0] ? size - move[1] : size));
        assert.equal(outcome, search(left, ending) ? "N" : "P", `${ending} ${heaps} ${move}`);
      }
    }
});

test("counting is judged as by search, under either ending", () => {
  for (const ending of ["normal", "misere"]) {
    const wins = (left) => {
      if (left === 0) return ending === "misere";
      return [1, 2, 3].some((step) => step <= left && !wins(left - step));
    };
    for (let total = 0; total <= 12; total++) {
      const game = { variant: "game21", params: { step: 3, target: 12 }, ending, start: { total } };
      assert.equal(reviewed({ game }).plies[0].outcome, wins(12 - total) ? "N" : "P", `${ending} ${total}`);
    }
  }
});

test("a move that throws the win is marked, and counts as a decision", () => {
  const { plies, seats } = reviewed({
    game: nim([3, 5, 7], "normal"),
    moves: [
      [0, 2],
      [1, 1],
    ],
  });
  assert.equal(plies[0].mark, "threw");
  assert.deepEqual(seats[0], { decisions: 1, kept: 0 });
});

test("what is not known here is left to the server", () => {
  assert.equal(reviewed({ game: { ...nim([3], "normal"), variant: "chomp" } }), null);
  assert.equal(reviewed({ game: nim([100_000], "normal") }), null);
  assert.equal(reviewed({ text: "nim 3,4,5" }), null);
});
