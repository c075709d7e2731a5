// Every board draws what it drew.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

import { FILE, scenes } from "../scenes.js";

test("boards are drawn as before, or on purpose otherwise: npm run scenes", async () => {
  assert.deepEqual(JSON.parse(await scenes()), JSON.parse(await readFile(FILE, "utf8")));
});
