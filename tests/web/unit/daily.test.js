// The position of the day, and days in a row.

import assert from "node:assert/strict";
import test from "node:test";

import { POSITIONS, dailyAt, solvedOn, streakOn } from "../../../server/web/state/daily.js";

const DAY = 86_400_000;

test("a day has one position for everybody, and the next day another", () => {
  const noon = Date.UTC(2026, 10, 22, 12);
  assert.deepEqual(dailyAt(noon), dailyAt(noon + DAY / 3));
  assert.equal(dailyAt(noon + DAY).number, dailyAt(noon).number + 1);
  assert.notDeepEqual(dailyAt(noon + DAY).game, dailyAt(noon).game);
  // Before the first day too there is one.
  assert.ok(dailyAt(0).game.variant);
  // Weeks begin with what is easy.
  assert.equal(POSITIONS.length % 7, 0);
});

test("days in a row are counted once each, and a day that was left out ends them", () => {
  const none = { last: -1, streak: 0, solved: {} };
  const one = solvedOn(none, 5, 2);
  assert.deepEqual(one, { last: 5, streak: 1, solved: { 5: 2 } });
  assert.deepEqual(solvedOn(one, 5, 1), one);
  const two = solvedOn(one, 6, 1);
  assert.equal(two.streak, 2);
  assert.equal(streakOn(two, 6), 2);
  assert.equal(streakOn(two, 7), 2);
  assert.equal(streakOn(two, 8), 0);
  assert.equal(solvedOn(two, 9, 1).streak, 1);
});
