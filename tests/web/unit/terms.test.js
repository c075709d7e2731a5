// The terms of an offer: defaults are omitted.

import assert from "node:assert/strict";
import test from "node:test";

import { CLOCKS, termsOf } from "../../../server/web/state/clocks.js";

test("an offer says its clock, and a pair or rated game only for two", () => {
  const none = {
    clock: "",
    seat: "random",
    pair: false,
    rated: false,
    open: false,
    window: "",
    opponent: "open",
  };
  assert.deepEqual(termsOf(none, false), {});
  assert.deepEqual(termsOf({ ...none, clock: "toString", pair: true, rated: true }, false), {
    pair: true,
    rated: true,
  });
  assert.deepEqual(
    termsOf({ ...none, clock: "3+2", pair: true, rated: true, open: true, window: "100" }, true),
    { clock: CLOCKS["3+2"] },
  );
});

test("only a rated offer names a range of ratings, and that help is allowed", () => {
  const rated = {
    clock: "",
    seat: "pie",
    pair: true,
    rated: true,
    open: true,
    window: "200",
    opponent: "open",
  };
  assert.deepEqual(termsOf(rated, false), {
    pair: true,
    rated: true,
    open: true,
    window: { below: 200, above: 200 },
  });
  assert.deepEqual(termsOf({ ...rated, opponent: "link" }, false), { pair: true, rated: true, open: true });
  assert.deepEqual(termsOf({ ...rated, rated: false }, false), { pair: true });
  assert.deepEqual(termsOf({ ...rated, rated: false, pair: false }, false), { pie: true });
});
