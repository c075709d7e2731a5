// What the page signs is what the server's own client signs: keep in step with `MoveChain` in
// protocol/src/attestation.rs.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";

import { signedText } from "../../../server/web/browser/signing.js";

const TABLE = "01890a5d-ac96-774b-bcce-b302099a8057";
const game = /** @type {any} */ ({
  variant: "nim",
  params: {},
  ending: "normal",
  start: { heaps: [3, 4, 5] },
});
const FIRST = "8c464e708863863f798fb00d75a337fa2f3b503bcca6896318abf18bcd83f13e";

test("the first move is signed with the hash of table and start", async () => {
  assert.equal(await signedText(TABLE, { game, moves: [] }, [0, 2]), `nim-move 1 [0,2] ${FIRST}`);
});

test("each later text has the hash of the one before", async () => {
  const hash = createHash("sha256").update(`nim-move 1 [0,2] ${FIRST}`).digest("hex");
  const table = { game, moves: [[0, 2]] };
  assert.equal(await signedText(TABLE, table, [2, 3]), `nim-move 2 [2,3] ${hash}`);
  assert.equal(await signedText(TABLE, table, undefined, "voluntary"), `nim-resign 1 voluntary ${hash}`);
});
