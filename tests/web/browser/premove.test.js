// A move chosen ahead: by touch and with the keyboard, played when its turn comes, taken back,
// and dropped where the other player's move forbids it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { audit, stage, turnOrEnd } from "../harness.js";
import { goneWithoutProblems, pair, play } from "../seating.js";

const { server, browser } = await stage();

/** Waits until this many moves have been made. */
function moves(page, count) {
  return page.waitForFunction((count) => document.querySelectorAll(".moves li").length === count, count);
}

test("a move chosen ahead on a phone is drawn, taken back, and played when its turn comes", async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
  const { ada, bob } = await pair(browser, server, phone);
  await turnOrEnd(ada.page);
  await bob.page.tap('[data-piece="h1:2"]');
  await bob.page.waitForSelector(".ahead .piece.going");
  await bob.page.tap('[data-piece="h1:2"]');
  await bob.page.waitForSelector(".preview:has-text('Next: 2 from heap B')");
  await audit(bob.page, "a move chosen ahead");
  await bob.page.tap("#premove-back");
  await bob.page.waitForSelector(".preview:has-text('You can choose your next move now')");
  assert.equal(await bob.page.locator(".piece.going").count(), 0);
  await bob.page.tap('[data-piece="h2:4"]');
  await bob.page.tap("#play:enabled");
  await bob.page.waitForSelector(".preview:has-text('Next: 4 from heap C')");
  await play(ada.page, "h0:1");
  for (const { page } of [ada, bob]) await moves(page, 2);
  assert.match(await ada.page.locator(".status p").last().textContent(), /played: 4 from heap C/);
  await goneWithoutProblems(ada, bob);
});

test("a move chosen ahead with the keyboard is dropped when it is no longer allowed", async () => {
  const { ada, bob } = await pair(browser, server);
  await turnOrEnd(ada.page);
  await bob.page.focus('[data-piece="h0:3"]');
  await bob.page.keyboard.press("Space");
  await bob.page.waitForSelector("#play:enabled");
  await bob.page.keyboard.press("Enter");
  await bob.page.waitForSelector(".preview:has-text('Next: 3 from heap A')");
  await bob.page.keyboard.press("Escape");
  await bob.page.waitForSelector("#play:disabled");
  await bob.page.focus('[data-piece="h0:3"]');
  for (const key of ["Space", "Enter"]) await bob.page.keyboard.press(key);
  await bob.page.waitForSelector("#premove-back");
  await play(ada.page, "h0:1");
  await bob.page.waitForSelector("text=Your next move was no longer allowed.");
  assert.equal(await turnOrEnd(bob.page), "turn");
  await moves(bob.page, 1);
  await goneWithoutProblems(ada, bob);
});
