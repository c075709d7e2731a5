// Seasons of the ladder, and how long ago something was.

import assert from "node:assert/strict";
import test from "node:test";

import { isSeason, monthsOf, seasonAt, seasonFrom } from "../../../server/web/state/season.js";
import { speak } from "../../../server/web/texts/text.js";
import { ago, daysLeft, months } from "../../../server/web/views/dates.js";
import { boardAndSeason } from "../../../server/web/views/season.js";

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 23, 12);

test("a season is a quarter of a year, and has one before and one after it", () => {
  assert.equal(seasonAt(Date.UTC(2026, 8, 30, 23, 59)), "2026-Q3");
  assert.equal(seasonAt(Date.UTC(2026, 9, 1)), "2026-Q4");
  assert.equal(seasonFrom("2026-Q4", 1), "2027-Q1");
  assert.equal(seasonFrom("2026-Q1", -1), "2025-Q4");
  assert.equal(seasonFrom("2026-Q2", -6), "2024-Q4");
  assert.deepEqual(["2026-Q4", "2026-Q5", "toString"].map(isSeason), [true, false, false]);
});

test("an address without a season, or with an unknown one, is the ladder as it is", () => {
  const board = "people/overall";
  assert.deepEqual(boardAndSeason(board), { leaderboard: board, season: "" });
  assert.deepEqual(boardAndSeason(`${board};2026-Q4`), { leaderboard: board, season: "2026-Q4" });
  assert.deepEqual(boardAndSeason(`${board};now`), { leaderboard: board, season: "" });
});

test("a season is named by its months, and says how many days are left", async () => {
  const named = [];
  for (const language of ["en", "de", "es", "fr"]) {
    await speak(language);
    named.push(months("2026-Q4").replace(/[\s\u2009]+/g, " "));
  }
  assert.match(named[0], /^October . December 2026$/);
  assert.match(named[1], /^Oktober . Dezember 2026$|^Oktober.Dezember 2026$/);
  assert.match(named[2], /octubre.*diciembre/);
  assert.match(named[3], /octobre.*décembre 2026/);
  assert.equal(daysLeft("2027-Q1", NOON), 39);
  assert.equal(daysLeft("2027-Q1", Date.UTC(2026, 11, 31, 23)), 1);
});

test("what has been is told in days, then in weeks and months", async () => {
  await speak("en");
  assert.equal(ago(NOON - 1000, NOON), "today");
  assert.equal(ago(NOON + DAY, NOON), "today", "clocks differ");
  assert.equal(ago(NOON - DAY, NOON), "yesterday");
  assert.equal(ago(NOON - 13 * DAY, NOON), "13 days ago");
  assert.equal(ago(NOON - 20 * DAY, NOON), "2 weeks ago");
  assert.equal(ago(NOON - 100 * DAY, NOON), "3 months ago");
});

test("each quarter has its months, and no other name is a season", () => {
  const day = (at) => new Date(at).toISOString().slice(0, 16);
  for (const [name, first, last] of [
    ["2026-Q1", "01", "03"],
    ["2026-Q2", "04", "06"],
    ["2026-Q3", "07", "09"],
    ["2026-Q4", "10", "12"],
  ]) {
    assert.deepEqual(monthsOf(name).map(day), [`2026-${first}-15T00:00`, `2026-${last}-15T00:00`]);
    assert.deepEqual(monthsOf(name).map(seasonAt), [name, name]);
    assert.equal(seasonFrom(name, 0), name);
    assert.ok(isSeason(name));
  }
  assert.deepEqual(monthsOf("now").map(day), ["1970-01-15T00:00", "1970-03-15T00:00"]);
  for (const name of [
    "",
    "2026-Q0",
    "2026-Q5",
    "x2026-Q1",
    "2026-Q1x",
    "12026-Q1",
    "026-Q1",
    "year-Q1",
    "2026-Qx",
  ])
    assert.equal(isSeason(name), false, name);
  assert.equal(seasonAt(Date.UTC(2026, 11, 31, 23, 59)), "2026-Q4");
  assert.equal(seasonAt(Date.UTC(2027, 0, 1)), "2027-Q1");
});
