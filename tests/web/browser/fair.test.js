// The ways to a fair game: bids for the seat, a computed handicap, byo-yomi, and starts to which the
// server is committed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { pick, stage, visitor } from "../harness.js";
import { accept, goneWithoutProblems, play } from "../seating.js";

const { server, browser } = await stage();

/** Offers a game by a link, with this clock and these choices; returns the link. */
async function invite(page, clock, choices) {
  await page.goto(`${server.url}/new`);
  if (clock) await page.selectOption("#clock", clock);
  for (const choice of [...choices, "opponent=link"]) await pick(page, choice);
  await page.click("button.big:enabled");
  return page.locator(".share input").inputValue();
}

const people = (options) =>
  Promise.all(["Ada", "Bob"].map((name) => visitor(browser, server, { name, ...options })));

/** Bids this many seconds for the first move. */
async function bid(page, seconds) {
  await page.locator("#price").fill(String(seconds * 1000));
  await page.click(".bidding button");
}

test("both bid in secret, and the higher bid begins and pays, on a phone too", async () => {
  const [ada, bob] = await people({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const link = await invite(ada.page, "5+3x20", ["seat=bid"]);
  await bob.page.goto(link);
  await bob.page.waitForSelector("text=both bid time for the choice");
  await accept(bob.page, link);
  await ada.page.waitForURL(/\/table\//);
  await ada.page.waitForSelector(".bidding");
  const [foot, end] = await ada.page.evaluate(() =>
    [".bidding button", ".actions"].map((one) => document.querySelector(one).getBoundingClientRect()),
  );
  assert.ok(foot.bottom <= end.top, `a bid is made in sight: ${foot.bottom} of ${end.top}`);
  assert.match(await ada.page.locator(".clock").first().textContent(), /5:00.*then 3 × 20 s/);
  await bid(ada.page, 60);
  await ada.page.waitForSelector("text=Your bid is in");
  await bob.page.reload();
  await bob.page.waitForSelector(".bidding");
  assert.equal(await bob.page.locator(".bids").count(), 0, "nothing is shown before both are in");
  await bid(bob.page, 90);
  for (const { page } of [ada, bob]) {
    await page.waitForSelector("text=Bob begins. Bob paid 1:30.");
    const texts = await page.locator(".clock").allTextContents();
    assert.ok(
      texts.some((text) => /3:30/.test(text)),
      `${texts}`,
    );
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels stick out`);
  }
  await play(bob.page, "h0:1");
  await goneWithoutProblems(ada, bob);
});

test("a drawn start is checked against what the server had committed to, and the chances are even", async () => {
  const [ada, bob] = await people();
  const link = await invite(ada.page, "", ["start=?", "chances=even"]);
  const told = await ada.page.locator(".waiting code").getAttribute("title");
  assert.match(told, /^[0-9a-f]{64}$/);
  await accept(bob.page, link);
  await ada.page.waitForURL(/\/table\//);
  for (const { page } of [ada, bob]) {
    await page.click(".drawn summary");
    await page.waitForSelector(".drawn .kept");
    assert.equal(await page.locator(".drawn span[title]").getAttribute("title"), told);
    await page.waitForSelector(".drawn .unchecked:has-text('nim-bot check')");
    await page.waitForSelector("text=The chances were made even.");
    const begins = await page.locator(".bids p:has-text('begins against')").textContent();
    assert.equal(begins.match(/no rating yet, taken as 1,500/g)?.length, 2, begins);
  }
  await goneWithoutProblems(ada, bob);
});

test("a start is drawn with exactly so many winning moves and so long, or it is said that there is none", async () => {
  const { page, context, problems } = await visitor(browser, server, { name: "Ada" });
  await page.goto(`${server.url}/new`);
  await pick(page, "start=?");
  await page.fill("#winning-moves", "1");
  await page.fill("#length", "10");
  await page.waitForSelector(".preview-game:has-text('1 winning move, 10 moves long')");
  await pick(page, "opponent=link");
  await page.click("button.big:enabled");
  // The last move is the winner's, who is to move.
  await page.waitForSelector(".notice.error");
  await page.fill("#length", "11");
  await page.click("button.big:enabled");
  const link = await page.locator(".share input").inputValue();
  const bob = await visitor(browser, server, { name: "Bob" });
  await accept(bob.page, link);
  await bob.page.waitForSelector(".piece");
  const title = await bob.page.locator(".rail-card .game").textContent();
  const heaps = title.match(/\d+/g).map(Number);
  const sum = heaps.reduce((all, heap) => all ^ heap, 0);
  assert.equal(heaps.filter((heap) => (heap ^ sum) < heap).length, 1, title);
  assert.deepEqual(problems, []);
  await Promise.all([context.close(), bob.context.close()]);
});

test("of a game that ends before both have bid it is said so", async () => {
  const [ada, bob] = await people();
  await accept(bob.page, await invite(ada.page, "3+2", ["seat=bid"]));
  await ada.page.waitForSelector(".bidding");
  await ada.page.click("#leave");
  await ada.page.click("#sure");
  for (const { page } of [ada, bob]) await page.waitForSelector("text=cancelled before both had bid");
  await goneWithoutProblems(ada, bob);
});
