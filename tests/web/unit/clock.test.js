// What clocks show: each cause of a running time alone, and both sides of every limit.

import assert from "node:assert/strict";
import test from "node:test";

import {
  byoyomiLeft,
  clockText,
  firstMoveLeft,
  isLow,
  isTimed,
  timeLeft,
} from "../../../server/web/state/clock.js";

const HALF_A_DAY = 12 * 3600 * 1000;
const AT = 1000;

/** Seat 0 is to move, with a running clock of a minute, since `AT`. */
const running = (state = {}, more = {}) => ({
  players: [{}, {}],
  at: AT,
  ...more,
  state: { over: null, ply: 5, to_move: 0, clock: { left_ms: [60_000, 30_000], running: true }, ...state },
});
/** A first move, with half a minute for it. */
const waiting = (state = {}, clock = {}) =>
  running({
    ply: 0,
    clock: { left_ms: [180_000, 180_000], running: false, due_ms: 30_000, ...clock },
    ...state,
  });

test("a clock runs for the player to move, while it runs and the game does", () => {
  assert.equal(timeLeft(running(), 0, AT + 700), 59_300);
  assert.equal(timeLeft(running(), 1, AT + 700), 30_000);
  assert.equal(timeLeft(running({ to_move: 1 }), 1, AT + 700), 29_300);
  assert.equal(timeLeft(running({ over: { winners: [0] } }), 0, AT + 700), 60_000);
  assert.equal(
    timeLeft(running({ clock: { left_ms: [60_000, 30_000], running: false } }), 0, AT + 700),
    60_000,
  );
  assert.equal(timeLeft(running({ clock: undefined }), 0, AT + 700), undefined);
  assert.equal(timeLeft(running({ clock: { left_ms: [0, 5], running: true } }), 0, AT + 700), -700);
});

test("time is low below ten seconds, or below half of what there was, for the player to move alone", () => {
  const lowAfter = (table, ms) => [ms, ms + 1].map((gone) => isLow(table, table.state.to_move, AT + gone));
  const with_ = (left) => running({ clock: { left_ms: [left, left], running: true } });
  assert.deepEqual(lowAfter(with_(60_000), 50_000), [false, true]);
  assert.deepEqual(lowAfter(with_(20_000), 10_000), [false, true]);
  assert.deepEqual(lowAfter(with_(8_000), 4_000), [false, true]);
  assert.equal(isLow(with_(60_000), 1, AT + 59_000), false, "the other player's");
  assert.equal(isLow(running({ over: { winners: [] } }), 0, AT + 59_000), false);
  assert.equal(isLow(running({ clock: undefined }), 0, AT + 59_000), false);
});

test("a period is low below ten seconds, or below half of it, and main time never", () => {
  const table = (period_ms) =>
    running(
      { clock: { left_ms: [period_ms, period_ms], running: true } },
      { clock: { kind: "byoyomi", base_ms: 60_000, periods: 1, period_ms } },
    );
  const lowAt = (period_ms, left) => isLow(table(period_ms), 0, AT + period_ms - left);
  assert.deepEqual([lowAt(30_000, 10_000), lowAt(30_000, 9_999)], [false, true]);
  assert.deepEqual([lowAt(8_000, 4_000), lowAt(8_000, 3_999)], [false, true]);
  const main = running(
    { clock: { left_ms: [20_001, 20_001], running: true } },
    { clock: { kind: "byoyomi", base_ms: 60_000, periods: 2, period_ms: 10_000 } },
  );
  assert.equal(isLow(main, 0, AT), false);
  // Only for the player to move, while the game runs.
  const low = table(30_000);
  low.state.clock.left_ms = [9_000, 9_000];
  const at = (state, seat) => isLow({ ...low, state: { ...low.state, ...state } }, seat, AT);
  assert.equal(at({}, 0), true);
  assert.equal(at({}, 1), false);
  assert.equal(at({ over: { winners: [0] } }, 0), false);
  assert.equal(at({ to_move: null }, 0), false);
});

test("byo-yomi is the rest of the main time, or of one period after the other", () => {
  const clock = { kind: "byoyomi", base_ms: 60_000, periods: 3, period_ms: 20_000 };
  const left = (ms) => byoyomiLeft({ clock }, 0, ms);
  assert.deepEqual(left(60_001), { ms: 1, periods: 3, period_ms: 20_000, inPeriod: false });
  assert.deepEqual(left(60_000), { ms: 20_000, periods: 3, period_ms: 20_000, inPeriod: true });
  assert.deepEqual(left(40_001), { ms: 1, periods: 3, period_ms: 20_000, inPeriod: true });
  assert.deepEqual(left(40_000), { ms: 20_000, periods: 2, period_ms: 20_000, inPeriod: true });
  assert.deepEqual(left(0), { ms: 0, periods: 1, period_ms: 20_000, inPeriod: true });
  assert.equal(byoyomiLeft({}, 0, 5), null);
  // Where only some seats differ, the others have the game's.
  assert.equal(byoyomiLeft({ clock, clocks: [{ kind: "move", ms: 9 }] }, 0, 5), null);
  assert.equal(byoyomiLeft({ clock, clocks: [{ kind: "move", ms: 9 }] }, 1, 5)?.ms, 5);
});

test("a table is redrawn for a running clock, a claim or a first move, until its game is over", () => {
  const quiet = { clock: undefined, claim_ms: undefined };
  const causes = [
    running(),
    running({ ...quiet, claim_ms: [null, 0] }),
    waiting(),
    waiting({ to_move: null, bidding: [true, false] }),
  ];
  for (const table of causes) {
    assert.equal(isTimed(table), true);
    assert.equal(isTimed({ ...table, state: { ...table.state, over: { winners: [0] } } }), false);
  }
  assert.equal(isTimed(running(quiet)), false);
  assert.equal(isTimed(running({ ...quiet, claim_ms: [null, null] })), false);
  assert.equal(isTimed(running({ clock: { left_ms: [5, 5], running: false } })), false);
});

test("a first move has its limit until each player has moved, or a clock of days", () => {
  const left = (state, clock, now = AT + 10_000) => firstMoveLeft(waiting(state, clock), now);
  assert.equal(left(), 20_000);
  assert.equal(left({ ply: 1, to_move: 1 }), 20_000);
  assert.equal(left({ ply: 2 }), null);
  assert.equal(left({}, {}, AT + 30_001), 0);
  assert.equal(left({}, {}, AT - 5000), 30_000, "clocks differ");
  assert.equal(left({}, { due_ms: 0 }), 0);
  assert.equal(left({}, { due_ms: null }), null);
  assert.equal(left({}, { due_ms: undefined }), null);
  assert.equal(left({ over: { winners: [0] } }), null);
  assert.equal(left({ to_move: null }), null);
  assert.equal(left({}, { running: true }), null);
  // The limit of days is the mover's.
  assert.equal(left({}, { left_ms: [HALF_A_DAY, HALF_A_DAY + 1] }), 20_000);
  assert.equal(left({ to_move: 1 }, { left_ms: [HALF_A_DAY, HALF_A_DAY + 1] }), null);
});

test("bids have a limit too, until the game is over", () => {
  const bids = { to_move: null, bidding: [false, false] };
  const left = (state, clock, now = AT + 10_000) => firstMoveLeft(waiting({ ...bids, ...state }, clock), now);
  assert.equal(left(), 20_000);
  assert.equal(left({}, {}, AT - 5000), 30_000);
  assert.equal(left({}, {}, AT + 99_000), 0);
  assert.equal(left({}, { due_ms: null }), null);
  assert.equal(left({ bidding: [] }), null);
  assert.equal(left({ over: { winners: [] } }), null);
});

test("a time is written in tenths below ten seconds, and rounded up above", () => {
  for (const [ms, text, whole] of [
    [-5, "0.0", "0:00"],
    [0, "0.0", "0:00"],
    [99, "0.0", "0:01"],
    [100, "0.1", "0:01"],
    [8_300, "8.3", "0:09"],
    [9_999, "9.9", "0:10"],
    [10_000, "0:10", "0:10"],
    [10_001, "0:11", "0:11"],
    [59_000, "0:59", "0:59"],
    [59_001, "1:00", "1:00"],
    [245_000, "4:05", "4:05"],
    [3_599_000, "59:59", "59:59"],
    [3_600_000, "1:00:00", "1:00:00"],
    [36_610_000, "10:10:10", "10:10:10"],
    [90_305_000, "25:05:05", "25:05:05"],
  ]) {
    assert.equal(clockText(ms), text);
    assert.equal(clockText(ms, true), whole);
  }
});
