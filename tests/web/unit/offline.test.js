// The page's own answers without the server, against a search of small positions.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { reviewed } from "../../../server/web/study/offline.js";
import { SMALL } from "../../../server/web/study/small.js";

const nim = (heaps, ending) => ({ variant: "nim", params: {}, ending, start: { heaps } });
const cram = ({ dims, board }) => ({ variant: "cram", params: { dims }, ending: "normal", start: { board } });

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

const hasGoldenRows = (variant) => existsSync(rowsOf(variant));
const rowsOf = (variant) => new URL(`../../golden/${variant}.jsonl`, import.meta.url);

for (const variant of ["nim", "candy", "game21", "game100", ...Object.keys(SMALL)].filter(hasGoldenRows))
  test(`${variant} is judged as in the golden rows, or left to the server`, () => {
    const rows = readFileSync(rowsOf(variant), "utf8").trim().split("\n").map(JSON.parse);
    let judged = 0;
    for (const { id, params, convention, position, ...row } of rows) {
      const review = reviewed({ game: { variant, params, ending: convention, start: position } });
      if (!review) continue;
      judged += 1;
      const [{ outcome, grundy, winning_moves }] = review.plies;
      assert.equal(outcome, row.outcome, id);
      assert.equal(review.values.length, row.legal_moves, id);
      assert.deepEqual(sorted(winning_moves), sorted(row.winning_moves), id);
      if (grundy !== null) assert.equal(grundy, row.grundy, id);
    }
    assert.ok(judged >= rows.length / 3, `${judged} of ${rows.length}`);
  });

test("four stacks in a circle are lost where opposite ones are equal", () => {
  // Dufour, Heubach and Vo 2013: CN(4, 2). Without golden rows; the server's theory is tested there.
  assert.deepEqual(
    Object.keys(SMALL).filter((variant) => !hasGoldenRows(variant)),
    ["circular_stacks"],
  );
  for (let n = 0; n < 3 ** 4; n++) {
    const heaps = [n, n / 3, n / 9, n / 27].map((digits) => Math.floor(digits) % 3);
    const game = { variant: "circular_stacks", params: { k: 2 }, ending: "normal", start: { heaps } };
    const [{ outcome }] = reviewed({ game }).plies;
    assert.equal(outcome, heaps[0] === heaps[2] && heaps[1] === heaps[3] ? "P" : "N", `${heaps}`);
  }
});

const sorted = (moves) => moves.map((move) => JSON.stringify(move)).sort();

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

test("heaps in notation are read here", () => {
  const [plain, misere] = ["nim 3,4,5", " misere nim 3,4,5"].map((text) => reviewed({ text }));
  assert.deepEqual([plain.game, misere.game], [nim([3, 4, 5], "normal"), nim([3, 4, 5], "misere")]);
  assert.equal(reviewed({ text: "grundy 8" }).plies[0].outcome, "N");
});

test("what is not known here is left to the server", () => {
  assert.equal(reviewed({ game: { ...nim([3], "normal"), variant: "nobody's" } }), null);
  assert.equal(reviewed({ game: nim([100_000], "normal") }), null);
  const board = { dims: [8, 8], board: "1".repeat(64) };
  assert.equal(reviewed({ game: cram(board), moves: [] }), null, "too many positions");
  const coins = { params: { rule: "ruler" }, start: { coins: "H".repeat(40) } };
  assert.equal(reviewed({ game: { ...nim([], "normal"), variant: "turning", ...coins } }), null, "too long");
  for (const text of ["nim 3,4,5: A-1", "chomp 4,4,9", "nim 1000,2", "nim(3) 4", "toString 3", ""])
    assert.equal(reviewed({ text }), null, text);
});
