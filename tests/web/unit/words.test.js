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
