// The terms of an offer: defaults are omitted.

import assert from "node:assert/strict";
import test from "node:test";

import { CLOCKS, draftOf, hasBase, termsOf } from "../../../server/web/state/clocks.js";

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

test("the clocks are these, and those with a base time can be bid with", () => {
  assert.deepEqual(CLOCKS, {
    "1+1": { kind: "fischer", base_ms: 60_000, increment_ms: 1_000 },
    "3+2": { kind: "fischer", base_ms: 180_000, increment_ms: 2_000 },
    "10+5": { kind: "fischer", base_ms: 600_000, increment_ms: 5_000 },
    "5+3x20": { kind: "byoyomi", base_ms: 300_000, periods: 3, period_ms: 20_000 },
    move10: { kind: "move", ms: 10_000 },
    move60: { kind: "move", ms: 60_000 },
    day: { kind: "days", days: 1 },
  });
  assert.deepEqual(Object.keys(CLOCKS).filter(hasBase), ["1+1", "3+2", "10+5", "5+3x20"]);
  assert.deepEqual(["", "toString"].filter(hasBase), []);
});

test("the seat is chosen, bid for or given up to a handicap in a single casual game for two alone", () => {
  const none = { clock: "3+2", seat: "random", window: "", opponent: "open" };
  const terms = (more, several = false) => {
    const { clock, ...rest } = termsOf({ ...none, ...more }, several);
    assert.equal(clock, CLOCKS[more.clock ?? "3+2"]);
    return rest;
  };
  assert.deepEqual(terms({ seat: "pie" }), { pie: true });
  assert.deepEqual(terms({ seat: "bid" }), { bid: true });
  assert.deepEqual(terms({ handicap: true }), { handicap: true });
  assert.deepEqual(terms({ handicap: true, seat: "first" }), { handicap: true });
  // Without time to give up there is nothing to bid.
  assert.deepEqual(terms({ seat: "bid", clock: "move10" }), {});
  assert.deepEqual(terms({ seat: "bid", clock: "" }), {});
  for (const special of [{ seat: "pie" }, { seat: "bid" }, { handicap: true }]) {
    assert.deepEqual(terms({ ...special, pair: true }), { pair: true });
    assert.deepEqual(terms({ ...special, rated: true }), { rated: true });
    assert.deepEqual(terms(special, true), {});
    // A handicap says who begins.
    assert.deepEqual(terms({ ...special, handicap: true }), { handicap: true });
  }
});

test("a range of ratings is as far above as below, and left out where it is none", () => {
  const far = (window, more = {}) =>
    termsOf({ clock: "", seat: "random", rated: true, window, opponent: "open", ...more }, false);
  assert.deepEqual(far("50"), { rated: true, window: { below: 50, above: 50 } });
  for (const none of ["", "0", "-5", "any"]) assert.deepEqual(far(none), { rated: true }, none);
  assert.deepEqual(far("50", { rated: false, open: true }), {});
});

test("what is offered is a start, or the kind of start that the server draws", () => {
  const game = { variant: "nim", params: { a: 1 }, ending: "misere", start: { heaps: [3] }, other: 1 };
  const rules = { variant: "nim", params: { a: 1 }, ending: "misere" };
  const draft = (form) => draftOf({ form }, game);
  assert.deepEqual(draft({ draw: "", wonBy: "first" }), { ...rules, start: { heaps: [3] } });
  assert.deepEqual(draft({ draw: "hard", wonBy: "" }), { ...rules, draw: { difficulty: "hard" } });
  assert.deepEqual(draft({ draw: "easy", wonBy: "second" }), {
    ...rules,
    draw: { difficulty: "easy", won_by: "second" },
  });
  assert.deepEqual(draft({ draw: "easy", wonBy: "", winningMoves: "0", length: "12" }).draw, {
    difficulty: "easy",
    winning_moves: 0,
    length: 12,
  });
});
