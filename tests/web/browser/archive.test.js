// The archive of games with its filters, and the players whom one follows.

import assert from "node:assert/strict";
import { test } from "node:test";

import { audit, nim, registered, stage, visitor, wirePlayer } from "../harness.js";

const { server, browser } = await stage();

/** Plays a game of these heaps between two players without a page, to its end. */
async function game(first, second, heaps) {
  const { seek } = await first.ask({ t: "seek", game: nim(heaps), seat: "first", private: true });
  await second.ask({ t: "accept", seek });
}

test("games are filtered, the choice is in the address, and older ones are a page away", async () => {
  const [ada, bob] = await Promise.all(["Rowan", "Nell"].map((name) => wirePlayer(browser, server, name)));
  for (let i = 0; i < 22; i++) await game(ada, bob, [1]);
  const { page, problems, context } = await visitor(browser, server);
  await page.goto(`${server.url}/archive`);
  await page.waitForFunction(() => document.querySelectorAll(".latest li").length === 20);
  await audit(page, "the archive");
  await page.waitForSelector(".outcome >> text=Rowan won");
  await page.click("text=Older games");
  await page.waitForFunction(() => document.querySelectorAll(".latest li").length === 2);
  await page.fill("#player", "Nell");
  await page.press("#player", "Enter");
  await page.waitForSelector(".outcome.lost");
  await page.selectOption("#result", "won");
  await page.waitForSelector("text=No such game was played.");
  assert.match(page.url(), /player=Nell&result=won/);
  await page.selectOption("#result", "lost");
  await page.selectOption("#within", "week");
  await page.waitForSelector(".latest >> text=against Rowan");
  await page.reload();
  await page.waitForSelector(".latest >> text=against Rowan");
  assert.equal(await page.inputValue("#within"), "week");
  await page.selectOption("#variant", "chomp");
  await page.waitForSelector("text=No such game was played.");
  assert.deepEqual(problems, []);
  await context.close();
});

test("a player is followed from their page, seen on home while they are here, and let go", async () => {
  const [ada, bea] = await Promise.all(["Ada", "Bea"].map((name) => registered(browser, server, name)));
  const id = await bea.page.evaluate(async () => (await (await fetch("/api/me")).json()).you.id);
  await ada.page.goto(`${server.url}/player/${id}`);
  await ada.page.click("#follow[aria-pressed=false]:enabled");
  await ada.page.waitForSelector("#follow[aria-pressed=true]");
  await ada.page.goto(server.url);
  await ada.page.waitForSelector("#play-now .followed >> text=Bea");
  await ada.page.goto(`${server.url}/account`);
  await ada.page.waitForSelector(".followed >> text=Bea");
  await audit(ada.page, "an account with somebody followed");
  await ada.page.click(".followed >> text=Bea");
  await ada.page.click("#follow[aria-pressed=true]:enabled");
  await ada.page.waitForSelector("#follow[aria-pressed=false]");
  // A guest has no such button.
  const guest = await visitor(browser, server);
  await guest.page.goto(`${server.url}/player/${id}`);
  await guest.page.waitForSelector("#challenge");
  assert.equal(await guest.page.locator("#follow").count(), 0);
  for (const { context } of [ada, bea, guest]) await context.close();
});
