// Names of players in words.

import assert from "node:assert/strict";
import test from "node:test";

import { speak } from "../../../server/web/texts/text.js";
import { winningSaid } from "../../../server/web/views/winning.js";
import { shownName } from "../../../server/web/views/words.js";

test("a house bot's level is said in the page's language, and other names stay as they are", async () => {
  await speak("de");
  assert.equal(shownName({ name: "Nimby (easy)", house: true }), "Nimby (leicht)");
  assert.equal(shownName({ name: "Nimrod (perfect)", house: true }), "Nimrod (perfekt)");
  assert.equal(shownName({ name: "Nimby (easy)" }), "Nimby (easy)", "somebody who calls themselves so");
  assert.equal(shownName({ name: "Hazel", house: true }), "Hazel");
  assert.equal(shownName(null), "");
});

test("a guest without a name is called so in the page's language, and whoever has such a name keeps it", async () => {
  await speak("es");
  assert.equal(shownName({ name: "Guest 5e1f0a", kind: "guest" }), "Visitante 5e1f0a");
  assert.equal(shownName({ name: "Guest 5e1f0a", kind: "person" }), "Guest 5e1f0a");
  assert.equal(shownName({ name: "Guest of honour", kind: "guest" }), "Guest of honour");
});

test("each move that wins a puzzle is named, and of many the first three", async () => {
  await speak("en", ["puzzles"]);
  const drawn = { say: (move) => `take ${move}` };
  const said = (...winning) => winningSaid(winning, drawn, {});
  assert.equal(said(1), "The winning move: take 1.");
  assert.equal(said(1, 2), "Winning moves: take 1; take 2.");
  assert.equal(said(1, 2, 3, 4), "Several moves win, such as take 1; take 2; take 3.");
});
