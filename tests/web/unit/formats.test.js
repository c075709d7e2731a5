// Numbers, lists, dates and the names of heaps, as each language writes them.

import assert from "node:assert/strict";
import test from "node:test";

import {
  bestLanguage,
  date,
  heapName,
  inPoints,
  known,
  language,
  list,
  number,
  percent,
  signed,
  speak,
} from "../../../server/web/texts/text.js";

test("heaps are named like the columns of a table", () => {
  const names = [0, 1, 25, 26, 27, 51, 52, 701, 702].map(heapName);
  assert.deepEqual(names, ["A", "B", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]);
});

test("numbers have thousands, ratings have none, and texts stay as they are", async () => {
  await speak("en");
  assert.deepEqual([number(12345.5), number(999), number("12345")], ["12,345.5", "999", "12345"]);
  assert.deepEqual([inPoints(1499.5), inPoints(1499.4)], ["1500", "1499"]);
  await speak("de");
  assert.equal(number(12345.5), "12.345,5");
});

test("a change has its sign, and none has both", async () => {
  await speak("en");
  assert.deepEqual([12, 1, 0, -1, -1234].map(signed), ["+12", "+1", "±0", "−1", "−1,234"]);
});

test("shares, lists and dates are written in the language that is spoken", async () => {
  const written = () => [
    language(),
    percent(0.854),
    list(["A", 2000, "C"]),
    date(Date.UTC(2026, 10, 22, 12)),
  ];
  await speak("en");
  assert.deepEqual(written(), ["en", "85%", "A, 2,000, and C", "Sunday, November 22"]);
  await speak("de");
  assert.deepEqual(written(), ["de", "85\u00a0%", "A, 2.000 und C", "Sonntag, 22. November"]);
});

test("a language is the first that there is, whatever its country and case", () => {
  assert.equal(bestLanguage(["it-IT", "DE-at", "es"]), "de");
  assert.equal(bestLanguage([]), "en");
});

test("a text is known if it is in the language that is spoken", async () => {
  await speak("en");
  assert.deepEqual(["frame.loading", "no.such"].map(known), [true, false]);
});
