// Commitments to drawn starts.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";

import { keepsCommitment, sha256 } from "../../../server/web/state/commitment.js";
import { speak } from "../../../server/web/texts/text.js";
import { drawnBy } from "../../../server/web/views/fairness.js";

await speak("en", ["table", "fairness"]);

test("the hash is that of every other program", () => {
  for (let length = 0; length < 200; length++) {
    const text = "0123456789abcdef ".repeat(12).slice(0, length);
    assert.equal(sha256(text), createHash("sha256").update(text).digest("hex"), `${length} characters`);
  }
});

test("a seed is checked against the game's commitment and the one told before", () => {
  const salt = "07".repeat(32);
  const commitment = sha256(`${salt} 1907`);
  const drawn = { seed: 1907, salt, commitment };
  assert.equal(keepsCommitment(drawn, commitment), true);
  assert.equal(keepsCommitment(drawn, undefined), true, "a spectator was told nothing before");
  assert.equal(keepsCommitment({ ...drawn, seed: 1908 }, commitment), false);
  assert.equal(keepsCommitment(drawn, sha256("another")), false, "another one was promised");
  assert.equal(keepsCommitment({ seed: 1907 }, commitment), false, "promised, and not revealed");
  assert.equal(keepsCommitment({ seed: 1907 }, undefined), null, "the player chose the seed");
});

test("a rematch says that its start is known, a first game when its seed was committed to", () => {
  const salt = "07".repeat(32);
  const drawn = { seed: 1907, difficulty: "easy", salt, commitment: sha256(`${salt} 1907`) };
  /** @param {any} node @returns {string} */
  const words = (node) => (typeof node === "string" ? node : (node?.children ?? []).map(words).join(""));
  const said = (table) => words(drawnBy({ drawn, ...table }));
  const first = /^The start was drawn by lot: easy, no. 1907.Checked: the server had committed to this seed/;
  const again = /^The start was drawn by lot: easy, no. 1907.Checked: the start is that of the game before/;
  assert.match(said({}), first);
  assert.match(said({ again: false }), first);
  assert.match(said({ again: true }), again);
  const broken = said({ again: true, promised: sha256("another") });
  assert.match(broken, /Not as promised: before the game the server had committed to another seed/);
  assert.equal(drawnBy({ again: true }), null, "a start that was not drawn");
});
