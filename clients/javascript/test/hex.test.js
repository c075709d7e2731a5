// Bytes are written with all their digits, and a nonce is as long as the protocol asks and never the same.

import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import test from "node:test";

import { hex, nonce } from "../src/hex.js";

test("each byte has two lower-case digits", () => {
  assert.equal(hex(new Uint8Array([0, 1, 171, 255])), "0001abff");
  assert.equal(hex(new Uint8Array([9]).buffer), "09");
});

test("a nonce is 32 random bytes", () => {
  assert.match(nonce(webcrypto), /^[0-9a-f]{64}$/);
  assert.notEqual(nonce(webcrypto), nonce(webcrypto));
});
