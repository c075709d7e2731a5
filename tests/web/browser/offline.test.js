// Offline: a returning visitor still gets the page and can do the lessons.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { audit, frame, stage, startServer, visitor } from "../harness.js";

const { server, browser } = await stage();
const alone = await startServer({ bots: "off" });
after(() => alone.stop());

/** The stones of each heap, once the player is to move or the game is over. */
async function heapsToPlay(page) {
  await page.waitForSelector(".saying.turn, .saying.won, .saying.lost");
  return page.evaluate(() =>
    [0, 1, 2].map((i) => document.querySelectorAll(`.piece[data-piece^="h${i}:"]`).length),
  );
}

/** A whole game of free play, which the first player can win; then another is begun. */
async function freeGame(page) {
  await page.goto(`${server.url}/learn/free`);
  let heaps = await heapsToPlay(page);
  assert.deepEqual(heaps, [3, 5, 7]);
  while (!(await page.locator(".saying.won").count())) {
    const sum = heaps.reduce((all, heap) => all ^ heap, 0);
    const heap = heaps.findIndex((n) => (n ^ sum) < n);
    await page.click(`[data-piece="h${heap}:${heaps[heap] - (heaps[heap] ^ sum)}"]`);
    await page.click("#play:enabled");
    await page.waitForFunction(
      (before) => document.querySelectorAll(".board .piece").length < before,
      heaps.reduce((all, n) => all + n, 0),
    );
    heaps = await heapsToPlay(page);
  }
  await page.click("text=Let the bot begin");
  await page.waitForSelector(".saying.turn");
  for (const name of ["21", "Chomp", "Wythoff and beyond"]) {
    await page.click(`.buttons button:text-is("${name}")`);
    // The game before is gone from the screen.
    await frame(page);
    await page.waitForSelector(".saying.turn");
    const moves = page.locator(".all-moves select");
    const values = await moves.locator("option").evaluateAll((all) => all.map(({ value }) => value));
    await moves.selectOption(values[values.length - 1]);
    await page.click("#play:enabled");
    await page.waitForSelector(".saying.turn:has-text('opponent played'), .saying.lost, .saying.won");
  }
}

test("the page can be installed, and its lessons and free games are played without a network", async () => {
  const { page, context } = await visitor(browser, server, { serviceWorkers: "allow" });
  await page.goto(server.url);
  const manifest = await (await fetch(`${server.url}/manifest.webmanifest`)).json();
  for (const { src } of manifest.icons) assert.equal((await fetch(server.url + src)).status, 200, src);
  await page.waitForSelector("html[data-kept]", { state: "attached" });
  await server.stop("SIGKILL", true);
  await context.setOffline(true);
  await page.goto(`${server.url}/learn`);
  await page.waitForSelector(".saying.turn");
  await page.click('[data-piece="h0:4"]');
  await page.click("#play");
  await page.waitForSelector(".saying.won");
  await freeGame(page);
  await page.goto(`${server.url}/learn/count`);
  await page.waitForSelector(".saying.turn");
  await page.click('[data-piece="d:1"]');
  await page.click("#play");
  await page.waitForSelector(".saying.threw, .saying.turn:has-text('bot'), .saying.turn");
  await context.close();
});

test("small positions are analysed without a network, and of others it is said that they are not", async () => {
  const { page, context } = await visitor(browser, alone, { serviceWorkers: "allow" });
  await page.goto(alone.url);
  await page.waitForSelector("html[data-kept]", { state: "attached" });
  await alone.stop("SIGKILL", true);
  await context.setOffline(true);
  await page.goto(`${alone.url}/analysis`);
  await page.waitForSelector(".verdict:has-text('The first player is to move and can force a win')");
  await page.waitForSelector(".worths li:has(.worth.wins)");
  await page.waitForSelector("#look-variant option", { state: "attached" });
  const variants = await page
    .locator("#look-variant option")
    .evaluateAll((all) => all.map(({ value }) => value));
  for (const variant of variants) {
    await page.selectOption("#look-variant", variant);
    await page.waitForSelector(".verdict .says:not(:empty)");
    await page.locator(".worths button").first().click();
    await page.waitForSelector(".line li, .moves.marked li");
  }
  assert.ok(variants.length > 30, `${variants}`);
  for (const [text, says] of [
    ["misere nim 1,1,1", ".verdict:has-text('The first player is to move and loses against best play')"],
    ["lasker 40,50,60", ".refused:has-text('small positions only')"],
    ["chomp 4,4,9", ".refused:has-text('small positions only')"],
  ]) {
    await page.fill("#notation", text);
    await page.click(".notation button");
    await page.waitForSelector(says);
  }
  await audit(page, "analysis without a network");
  await context.close();
});
