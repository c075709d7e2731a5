// A refusal in words: that of its cause, with what the server says of it, or else that of its code.

import assert from "node:assert/strict";
import test from "node:test";

import { refusalOf, refusalText } from "../../../server/web/net/refusal.js";
import { speak, t } from "../../../server/web/texts/text.js";

await speak("en");

test("a cause with a sentence has it, with its numbers and names", () => {
  const cause = { kind: "not_found", what: "seek", name: "Ada" };
  assert.deepEqual(refusalOf({ code: "not_found", cause }), ["cause.not_found.seek", cause]);
  const range = { kind: "plan_out_of_range", field: "pairs", min: 1, max: 9 };
  assert.deepEqual(refusalOf({ code: "bad_game", cause: range }), ["cause.plan_out_of_range.pairs", range]);
});

test("without one, the code has a sentence, or is named itself", () => {
  for (const cause of [undefined, { kind: "unheard_of" }, { kind: "unheard_of", what: "seek" }]) {
    assert.deepEqual(refusalOf({ code: "not_found", cause }), ["error.not_found", {}]);
    assert.deepEqual(refusalOf({ code: "strange", cause }), ["error.other", { code: "strange" }]);
  }
  assert.equal(refusalText({ code: "not_found" }), t("error.not_found"));
  assert.match(refusalText({ code: "strange" }), /strange/);
});
