// A profile's accuracy by game.

import assert from "node:assert/strict";
import test from "node:test";

import { speak, speakOf } from "../../../server/web/texts/text.js";
import { decided } from "../../../server/web/views/decided.js";

/** @param {any} node @returns {string} */
const words = (node) => (typeof node === "string" ? node : node.children.map(words).join(" "));

/** @param {any} node @param {string} tag @returns {any[]} */
const all = (node, tag) =>
  typeof node === "string"
    ? []
    : [
        ...(node.tag === tag ? [node] : []),
        ...node.children.flatMap((/** @type {any} */ child) => all(child, tag)),
      ];

test("the games with the most decisions are shown, the others are one click away", async () => {
  await speak("en");
  await speakOf("ladder");
  const names = ["nim", "chomp", "euclid", "candy", "graph", "cram", "moore", "greedy"];
  const decisions = names.flatMap((name, i) => [
    { variant: `${name}/normal`, rarity: 1, decisions: i + 1, kept: i },
    { variant: `${name}/normal`, rarity: 2, decisions: i + 1, kept: 1 },
  ]);
  const tree = decided({ decisions: 72, kept: 36 }, decisions, []);
  const [others] = all(tree, "details");
  assert.match(words(others), /^2 other games/);
  const tables = all(tree, "tbody").slice(1);
  const rows = tables.map((body) => all(body, "tr").map((row) => words(row)));
  assert.equal(rows[0].length, 6);
  assert.match(rows[0][0], /^Greedy Nim, last move wins 8 \/ 16/);
  assert.match(rows[0][5], /^Euclid, .* 3 \/ 6/);
  assert.deepEqual(
    rows[1].map((row) => row.split(",")[0]),
    ["Chomp", "Nim"],
  );
});

test("up to six games are all shown", () => {
  const decisions = [{ variant: "nim/normal", rarity: 1, decisions: 1, kept: 1 }];
  assert.deepEqual(all(decided({ decisions: 1, kept: 1 }, decisions, []), "details"), []);
});
