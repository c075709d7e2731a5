// The terms of an offer: what it does without is not said.

import assert from "node:assert/strict";
import test from "node:test";

import { CLOCKS, termsOf } from "../../../server/web/clocks.js";

test("an offer says its clock, and a pair or rated game only for two", () => {
  assert.deepEqual(termsOf({ clock: "", pair: false, rated: false }, false), {});
  assert.deepEqual(termsOf({ clock: "toString", pair: true, rated: true }, false), { pair: true, rated: true });
  assert.deepEqual(termsOf({ clock: "3+2", pair: true, rated: true }, true), { clock: CLOCKS["3+2"] });
});
