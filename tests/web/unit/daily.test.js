// The position of the day, and days in a row.

import assert from "node:assert/strict";
import test from "node:test";

import {
  DAILY,
  POSITIONS,
  dailyAt,
  dailyTable,
  dailyTold,
  isFolded,
  isOfToday,
  solvedOn,
  streakOf,
  streakOn,
} from "../../../server/web/state/daily.js";
import { dailyAnew, dailyBegun, dailyTried, homeLeft } from "../../../server/web/state/days.js";
import { initial } from "../../../server/web/state/state.js";

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

test("days are counted from a Monday, from 1, in three weeks that return", () => {
  const monday = Date.UTC(2026, 5, 29);
  assert.deepEqual(dailyAt(monday), { number: 1, game: POSITIONS[0] });
  assert.deepEqual(dailyAt(monday - 1), { number: 0, game: POSITIONS[20] });
  assert.deepEqual(dailyAt(monday + DAY - 1), { number: 1, game: POSITIONS[0] });
  assert.deepEqual(dailyAt(monday + DAY), { number: 2, game: POSITIONS[1] });
  assert.deepEqual(dailyAt(monday + 20 * DAY), { number: 21, game: POSITIONS[20] });
  assert.deepEqual(dailyAt(monday + 21 * DAY), { number: 22, game: POSITIONS[0] });
  assert.deepEqual(dailyAt(monday - 21 * DAY), { number: -20, game: POSITIONS[0] });
});

test("the three weeks are these, and each kind of game is whole", () => {
  const start = ({ start: { heaps, rows, heap } }) => heaps ?? rows ?? [heap];
  assert.equal(
    POSITIONS.map((game) => `${game.variant} ${start(game)}`).join("; "),
    "nim 2,3,4; subtraction 15; nim 1,3,5,6; octal 7; nim 3,5,7; chomp 4,4,4; nim 1,4,6,7; " +
      "nim 1,4,4; fibonacci 12; nim 2,4,5; chomp 3,3,3; nim 1,2,4,6; octal 5,3; nim 2,5,6,7; " +
      "subtraction 17; nim 3,4,6; nim 1,3,4,7; fibonacci 17; nim 4,5,7; octal 8; nim 3,5,6,8",
  );
  for (const [at, game] of [
    [0, { variant: "nim", params: {}, ending: "normal", start: { heaps: [2, 3, 4] } }],
    [1, { variant: "subtraction", params: { take: [1, 2, 3] }, ending: "normal", start: { heaps: [15] } }],
    [3, { variant: "octal", params: { code: "0.77" }, ending: "normal", start: { heaps: [7] } }],
    [5, { variant: "chomp", params: {}, ending: "misere", start: { rows: [4, 4, 4] } }],
    [8, { variant: "fibonacci", params: {}, ending: "normal", start: { heap: 12, limit: 11 } }],
    [
      14,
      { variant: "subtraction", params: { take: [1, 2, 3, 4] }, ending: "normal", start: { heaps: [17] } },
    ],
  ])
    assert.deepEqual(POSITIONS[at], game);
});

test("the results of sixty days are kept, and the days in a row are counted beyond them", () => {
  let streak = streakOf({});
  assert.deepEqual(streak, { last: -1, streak: 0, solved: {} });
  for (let day = 100; day <= 160; day++) streak = solvedOn(streak, day, day % 7);
  assert.deepEqual([streak.last, streak.streak], [160, 61]);
  const days = Object.entries(streak.solved);
  assert.equal(days.length, 60);
  assert.deepEqual(
    [days[0], days[59]],
    [
      ["101", 101 % 7],
      ["160", 160 % 7],
    ],
  );
  assert.deepEqual(streakOf(streak), streak);
});

test("a day that is solved later than the next begins the row anew", () => {
  assert.deepEqual(solvedOn({ last: 6, streak: 2, solved: { 5: 1, 6: 1 } }, 4, 3), {
    last: 4,
    streak: 1,
    solved: { 4: 3, 5: 1, 6: 1 },
  });
});

test("the game of the day is the one on the server, or the one played alone", () => {
  const [alone, there] = [{ seat: 0 }, { seat: 1 }];
  assert.equal(dailyTable({ daily: { table: "T", alone }, tables: { T: there } }), there);
  assert.equal(dailyTable({ daily: { table: "T", alone }, tables: {} }), undefined);
  assert.equal(dailyTable({ daily: { table: null, alone }, tables: { T: there } }), alone);
});

test("what the server tells of a day counts for that day, if it told anything", () => {
  const value = { number: 5, moves: [[0, 1]], tried: 9, solved: 4 };
  const told = (answer, day = 5) => dailyTold({ answers: { [DAILY.path]: answer } }, day);
  assert.equal(DAILY.path, "/api/daily");
  assert.equal(told({ ok: true, value }), value);
  assert.equal(told({ ok: true, value }, 6), null);
  assert.equal(told({ ok: false, value }), null);
  assert.equal(told(undefined), null);
});

test("a game is of today if I began its position against the bot that never errs", () => {
  const now = Date.UTC(2026, 5, 29, 12);
  const bot = (level, house = true) => ({ name: `Nimrod (${level})`, house });
  const is = (more) =>
    isOfToday({ now }, { game: POSITIONS[0], players: [{ name: "Ada" }, bot("perfect")], seat: 0, ...more });
  assert.equal(is({}), true);
  assert.equal(is({ game: POSITIONS[1] }), false);
  assert.equal(is({ game: POSITIONS[4] }), false, "the same game from another start");
  assert.equal(is({ game: { ...POSITIONS[0], variant: "candy" } }), false, "another game of the same heaps");
  assert.equal(is({ seat: 1 }), false);
  assert.equal(is({ players: [{ name: "Ada" }, bot("perfect"), bot("perfect")] }), false);
  assert.equal(is({ players: [{ name: "Ada" }, bot("easy")] }), false);
  assert.equal(is({ players: [{ name: "Ada" }, bot("perfect", false)] }), false);
});

test("a game of today's position that begins elsewhere is a try, once", () => {
  const before = {
    ...initial({ now: Date.UTC(2026, 5, 29, 12) }),
    route: { page: "table", id: "T", rest: "" },
  };
  const players = [{ name: "Ada" }, { name: "Nimrod (perfect)", house: true }];
  const begun = { game: POSITIONS[0], players, seat: 0, state: { ply: 0, over: null } };
  const after = (table, more = {}) =>
    dailyTried({ ...before, ...more }, { ...before, ...more, tables: { T: table } });
  const { daily } = after(begun);
  assert.deepEqual([daily.day, daily.table, daily.tries], [1, "T", 1]);
  const again = after(begun, { daily: { ...daily, table: "other" } }).daily;
  assert.deepEqual([again.table, again.tries], ["T", 2]);
  assert.equal(after(begun, { daily: { ...daily, day: 0, table: null } }).daily.tries, 1, "of another day");
  assert.equal(
    after({ ...begun, state: { ply: 1, over: null } }).daily.tries,
    1,
    "seen after its first move",
  );
  for (const other of [
    { ...begun, seat: 1 },
    { ...begun, state: { ply: 2, over: null } },
    { ...begun, state: { ply: 0, over: {} } },
  ])
    assert.equal(after(other).daily, before.daily);
  for (const route of [
    { page: "home", id: "", rest: "" },
    { page: "seek", id: "T", rest: "" },
  ])
    assert.equal(after(begun, { route }).daily, before.daily);
  // It was there before, or home has counted it.
  assert.equal(after(begun, { tables: { T: begun } }).daily, before.daily);
  assert.equal(after(begun, { daily }).daily, daily);
});

/** The first Monday at home, with these days solved. */
const monday = (solved = {}) => {
  const blank = initial({ now: Date.UTC(2026, 5, 29, 12) });
  return { ...blank, daily: { ...blank.daily, streak: { last: 1, streak: 1, solved } } };
};
const on = (page, state) => homeLeft({ ...state, route: { page, id: "", rest: "" } });
const with_ = (over, state) => ({
  ...state,
  daily: { ...state.daily, table: "T" },
  tables: { T: { seat: 0, state: { over } } },
});

test("a day that is done is folded on the next visit to home, not under the eyes", () => {
  assert.equal(isFolded(monday()), false);
  const playing = with_(null, dailyBegun(monday(), 1, [0, 1]));
  assert.equal(on("watch", playing).daily.open, true, "it is still being played");
  assert.equal(isFolded({ ...playing, daily: { ...playing.daily, open: false } }), false);
  const over = with_({ winners: [1] }, playing);
  assert.equal(isFolded(on("home", over)), false);
  assert.equal(isFolded(on("watch", over)), true);
  assert.equal(isFolded(dailyAnew(on("watch", over))), false, "tried again");
  const earlier = { ...over, daily: { ...over.daily, day: 0, open: false } };
  assert.equal(isFolded(earlier), false, "what is over is the day before");
});

test("the position of the day begins anew with its tries, and without a hint", () => {
  const { daily } = monday();
  const played = { ...daily, day: 1, table: "T", alone: {}, move: [0, 1], tries: 2, hint: true };
  const anew = { ...played, table: null, alone: null, move: null, hint: false, open: true };
  assert.deepEqual(dailyAnew({ ...monday(), daily: played }).daily, anew);
});

test("nothing changes with a visit to another page while nothing is done", () => {
  const watch = { page: "watch", id: "", rest: "" };
  const over = with_({ winners: [1] }, monday());
  for (const state of [monday(), over, dailyBegun(monday(), 1, [0, 1]), { ...monday(), newcomer: true }]) {
    const there = { ...state, route: watch };
    assert.equal(homeLeft(there), there);
  }
});

test("a day that was solved before is folded until it is wanted again", () => {
  assert.equal(isFolded(monday({ 1: 2 })), true);
  assert.equal(isFolded(dailyAnew(monday({ 1: 2 }))), false);
  assert.equal(isFolded(monday({ 0: 2 })), false, "of another day");
});

test("the greeting stays as long as home is in sight, and goes with the first game", () => {
  const greeted = (page, seats) => on(page, { ...monday(), newcomer: true, seats }).newcomer;
  assert.equal(greeted("home", { T: {} }), true);
  assert.equal(greeted("table", { T: {} }), false);
  assert.equal(greeted("learn", {}), true);
  // The one goes without the other.
  const newcomer = { ...with_({ winners: [1] }, dailyBegun(monday(), 1, [0, 1])), newcomer: true };
  const done = on("learn", newcomer);
  assert.deepEqual([done.newcomer, done.daily.open], [true, false]);
  const played = on("learn", { ...with_(null, newcomer), seats: { T: {} } });
  assert.deepEqual([played.newcomer, played.daily.open], [false, true]);
});
