// The server's link previews match the page's texts and drawings.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

import { FILE, previews } from "../previews.js";

test("names, titles and pictures for shared links are as the page has them: npm run previews", async () => {
  assert.equal(await readFile(FILE, "utf8"), await previews());
});
