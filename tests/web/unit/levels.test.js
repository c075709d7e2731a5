// How strong the bot is that adapts.

import assert from "node:assert/strict";
import test from "node:test";

import { ADAPTS, LEVELS, levelAfter, nextBot } from "../../../server/web/state/levels.js";
import { botOf } from "../../../server/web/state/offers.js";
import { initial } from "../../../server/web/state/state.js";

const house = (level) => ({ id: level, name: `Nimby (${level})`, kind: "bot", house: true });
const me = { id: "me", name: "Ada", kind: "person" };
const blank = initial({});

/** The level after a game against this opponent, by who won it. */
function after(
  level,
  winners,
  { opponent = house(LEVELS[level]), bot = ADAPTS, seat = 0, daily = null, more = [] } = {},
) {
  const players = [...(seat === 1 ? [opponent, me] : [me, opponent]), ...more];
  const with_ = (over) => ({
    ...blank,
    level,
    form: { ...blank.form, bot },
    daily: { ...blank.daily, table: daily },
    tables: { t: { players, seat, state: { over } } },
  });
  return levelAfter(with_(null), with_(winners && { winners }));
}

test("a win makes the bot stronger, a loss weaker, within its levels", () => {
  assert.equal(after(0, [0]), 1);
  assert.equal(after(1, [1]), 0);
  assert.equal(after(1, [1], { seat: 1 }), 2);
  assert.equal(after(0, [1]), 0);
  assert.equal(after(3, [0]), 3);
  assert.equal(after(3, [1]), 2);
});

test("only games against the bot of this level count, while it is chosen", () => {
  assert.equal(after(1, null), 1, "still running");
  assert.equal(after(1, []), 1, "without a result");
  assert.equal(after(1, [0], { bot: "" }), 1, "another bot is chosen");
  assert.equal(after(1, [0], { opponent: house("easy") }), 1, "of another level");
  assert.equal(after(1, [0], { opponent: { ...house("medium"), house: false } }), 1, "somebody's own");
  assert.equal(after(1, [0], { seat: null }), 1, "watched");
  assert.equal(after(1, [0], { more: [me] }), 1, "one of several opponents");
  assert.equal(after(3, [1], { daily: "t" }), 3, "the position of the day");
  const over = { ...blank, form: { ...blank.form, bot: ADAPTS }, tables: {} };
  assert.equal(levelAfter(over, { ...over, tables: { t: { state: { over: { winners: [0] } } } } }), 0);
});

test("the bot that adapts is the one of the level, or the strongest that is here", () => {
  const with_ = (level, ...levels) => ({
    ...blank,
    level,
    form: { ...blank.form, bot: ADAPTS },
    lobby: { players: levels.map(house) },
  });
  assert.equal(botOf(with_(2, "perfect", "easy", "hard", "medium")).id, "hard");
  assert.equal(botOf(with_(3, "easy", "medium")).id, "medium");
});

test("whoever beats a house bot is offered the next level, if it is here", () => {
  const lobby = { players: LEVELS.map(house) };
  const next = (opponent, { winners = [0], seat = 0, here = lobby } = {}) =>
    nextBot({ ...blank, lobby: here }, { players: [me, opponent], seat, state: { over: { winners } } })?.id;
  assert.equal(next(house("easy")), "medium");
  assert.equal(next(house("hard")), "perfect");
  assert.equal(next(house("perfect")), undefined, "there is none above it");
  const seats = { players: [house("easy"), me], seat: 1, state: { over: { winners: [1] } } };
  assert.equal(nextBot({ ...blank, lobby }, seats).id, "medium");
  assert.equal(nextBot({ ...blank, lobby }, { ...seats, state: { over: null } }), null, "still running");
  assert.equal(nextBot({ ...blank, lobby }, { ...seats, players: [house("easy"), me, me] }), null);
  assert.equal(next(house("easy"), { winners: [1] }), undefined, "after a loss");
  assert.equal(next(house("easy"), { seat: null }), undefined, "watched");
  assert.equal(next({ ...house("easy"), house: false }), undefined, "somebody's own");
  assert.equal(next(house("easy"), { here: { players: [house("hard")] } }), undefined, "not here");
  assert.equal(next(house("easy"), { here: null }), undefined, "nothing is known of the lobby");
});
