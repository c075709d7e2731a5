// The tree that views return: what becomes a child, however it is nested.

import assert from "node:assert/strict";
import test from "node:test";

import { h } from "../../../server/web/browser/dom.js";

test("children are flat, however deeply their lists are nested", () => {
  const leaf = h("b");
  let nested = [leaf, "text"];
  for (let depth = 0; depth < 9; depth++) nested = [nested, depth];
  assert.deepEqual(h("p", {}, nested).children, [leaf, "text", ..."012345678"]);
});

test("nothing is drawn for a child that is missing, and a zero is text", () => {
  assert.deepEqual(h("p", {}, null, undefined, false, [[[[null]]]], 0, "").children, ["0", ""]);
});
