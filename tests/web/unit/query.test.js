// Requests over HTTP, with a server that is not ready.

import assert from "node:assert/strict";
import test from "node:test";

import { answerTo } from "../../../server/web/shell/query.js";

/** Answers one request after the other. @param {Response[]} answers */
function serving(...answers) {
  globalThis.fetch = async () => /** @type {Response} */ (answers.shift());
}

/** @param {number} status @param {object} body */
const said = (status, body) => Response.json(body, { status, headers: { "retry-after": "0" } });

test("what is not ready is asked for again", async () => {
  const problem = { code: "unavailable", message: "not yet" };
  serving(said(202, problem), said(503, problem), said(200, { plies: [] }));
  assert.deepEqual(await answerTo({ path: "/api/games/1/review" }), { ok: true, value: { plies: [] } });
});

test("what is not ready for long is refused with its reason", async () => {
  const problem = { code: "unavailable", message: "not yet", cause: { kind: "review_not_ready" } };
  serving(...Array.from({ length: 7 }, () => said(202, problem)));
  assert.deepEqual(await answerTo({ path: "/api/games/1/review" }), { ok: false, ...problem });
});

test("a refusal is not asked for again", async () => {
  serving(said(404, { code: "not_found", message: "no such game" }), said(200, {}));
  assert.equal((await answerTo({ path: "/api/games/1/review" })).ok, false);
});
