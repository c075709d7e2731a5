// Names of players in words.

import assert from "node:assert/strict";
import test from "node:test";

import { speak } from "../../../server/web/texts/text.js";
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
