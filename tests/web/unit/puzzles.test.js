// Puzzles: what is posed, how a try is judged, and when a rush is over.

import assert from "node:assert/strict";
import test from "node:test";

import {
  MOST_MISTAKES,
  NEXT,
  RUSH,
  RUSH_MS,
  TODAY,
  following,
  isPractice,
  judged,
  judgedHere,
  missed,
  posed,
  posedIn,
  puzzlesOf,
  rushBegun,
  rushEnded,
  rushed,
  scoreOf,
  standsOf,
  tried,
} from "../../../server/web/state/puzzles.js";
import { initial } from "../../../server/web/state/state.js";

const game = { variant: "nim", params: {}, ending: "normal", start: { heaps: [1, 2] } };
const drawn = { game, moves: [[0, 1], [1, 1], [1, 2]], winning: [[1, 1]], rating: 1300 }; // prettier-ignore
const kept = { puzzle: 7, game, moves: drawn.moves, rating: 1500, tried: 3, solved: 1 };
const RIGHT = [1, 1];
const WRONG = [0, 1];
const route = (id) => ({ page: "puzzles", id, rest: "" });
const stands = (rating) => ({ rating, deviation: 90, tried: 1, solved: 1 });

test("a puzzle from games is posed, and drawn ones only where there is none", () => {
  const state = initial({ route: route("") });
  assert.equal(posedIn(state), null);
  const with_ = { ...state, answers: { [NEXT]: { ok: true, value: kept } } };
  assert.equal(posedIn(with_), kept);
  assert.equal(isPractice(with_), false);
  const none = { ok: false, code: "not_found", message: "" };
  const without = { ...state, answers: { [NEXT]: none, [RUSH]: { ok: true, value: { puzzles: [drawn] } } } };
  assert.equal(isPractice(without), true);
  assert.equal(posedIn(without), drawn);
  // The day's is one of the games', or nobody's.
  const today = { ...without, route: route("today"), answers: { ...without.answers, [TODAY]: none } };
  assert.equal(posedIn(today), null);
});

test("a first try counts in the row, and the rating before it is kept", () => {
  const path = "/api/players/me/puzzles";
  const state = posed(
    initial({
      route: route(""),
      me: "me",
      registered: true,
      answers: { [NEXT]: { ok: true, value: kept }, [path]: { ok: true, value: stands(1500) } },
    }),
  );
  const right = judged(tried(state, RIGHT), {
    solved: true,
    winning: [RIGHT],
    counted: true,
    stands: stands(1512),
  });
  assert.equal(puzzlesOf(right).before, 1500);
  assert.equal(standsOf(right)?.rating, 1512);
  assert.equal(right.solved.row, 1);
  assert.ok(right.answers[path].stale, "how they stand is asked for again");
  // A second try has no effect, and another puzzle starts afresh.
  const again = judged(tried(right, WRONG), judgedHere(drawn, WRONG));
  assert.equal(again.solved.row, 1);
  const next = following(again);
  assert.equal(posedIn(next), null, "the next one is asked for");
  assert.deepEqual([puzzlesOf(next).tries, puzzlesOf(next).judged], [0, null]);
  assert.equal(judged(tried(next, WRONG), judgedHere(drawn, WRONG)).solved.row, 0);
});

test("a rush is over when time is up, after three mistakes, or when all is solved", () => {
  const start = rushBegun(initial({ route: route("rush") }), Array(5).fill(drawn), 1000);
  let state = start;
  for (let i = 0; i < MOST_MISTAKES; i++) {
    assert.equal(puzzlesOf(state).run?.over, false);
    state = rushed(state, WRONG, 2000);
  }
  assert.equal(puzzlesOf(state).run?.over, true);
  assert.equal(state.solved.best, 0);
  const two = rushed(rushed(rushed(start, RIGHT, 2000), WRONG, 3000), RIGHT, 4000);
  const run = puzzlesOf(two).run;
  assert.ok(run && !run.over);
  assert.deepEqual([scoreOf(run), missed(run).length], [2, 1]);
  const late = rushed(two, RIGHT, 1000 + RUSH_MS);
  assert.deepEqual(
    [puzzlesOf(late).run?.over, puzzlesOf(late).run?.record, late.solved.best],
    [true, true, 2],
  );
  assert.equal(scoreOf(/** @type {any} */ (puzzlesOf(late).run)), 2, "what came too late does not count");
  const ended = rushEnded({ ...two, now: 1000 + RUSH_MS });
  assert.equal(puzzlesOf(ended).run?.over, true);
  let all = start;
  for (let i = 0; i < 5; i++) all = rushed(all, RIGHT, 2000);
  assert.deepEqual([puzzlesOf(all).run?.over, all.solved.best], [true, 5]);
});
