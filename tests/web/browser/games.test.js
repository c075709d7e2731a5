// Whole games of every variant, played on the page by touching pieces, at phone width: every
// piece is reachable, the result is in view, and nothing overflows the screen.

import assert from "node:assert/strict";
import { test } from "node:test";

import { commit, frame, offered, stage, turnOrEnd, visitor, wirePlayer } from "../harness.js";
import { sitDown } from "../seating.js";

const { server, browser } = await stage();
const bot = await wirePlayer(browser, server, "Rowan", (moves) => moves[moves.length >> 1]);

for (const { variant, game } of await offered(server)) {
  test(`a game of ${variant}`, async () => {
    const { page, context, problems } = await visitor(browser, server, {
      name: "Ada",
      viewport: { width: 320, height: 640 },
      hasTouch: true,
    });
    await sitDown(page, server, bot, game);
    let moves = 0;
    while ((await turnOrEnd(page)) === "turn") {
      assert.ok(++moves <= 200, "the game comes to an end");
      await touchMove(page, moves);
      assert.equal(await page.locator(".preview .soft").textContent(), " · touch again to play");
      await commit(page);
      assert.equal(await page.locator(".notice.error").count(), 0, "no move was refused");
    }
    assert.match(await page.locator(".headline").textContent(), /^You have (won|lost)\. .*(last move)/);
    assert.match(
      await page.locator(".board .end strong").textContent(),
      / won\.$/,
      "it is said on the board",
    );
    await page.waitForSelector(".accuracy");
    const below = await page
      .locator(".result .button")
      .first()
      .evaluate((button) => {
        scrollTo(0, 0);
        return button.getBoundingClientRect().bottom - innerHeight;
      });
    assert.ok(below <= 0, `the result is ${below} pixels below the screen`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels stick out`);
    assert.deepEqual(problems, []);
    await context.close();
  });
}

/** Touches pieces until they form a move. */
async function touchMove(page, seed) {
  for (let touches = 0; touches < 12; touches++) {
    if (await page.locator("#play:enabled").count()) return;
    const open = page.locator(touches === 0 ? ".piece.open" : ".piece.onward");
    const count = await open.count();
    assert.ok(count > 0, "there is a piece to touch");
    await open.nth((seed * 7 + touches) % count).click();
    await frame(page);
  }
  assert.fail("no move came together");
}

test("the end is said in letters that the ground shows", async () => {
  const bot = await wirePlayer(browser, server, "Linus");
  const { page, problems, context } = await visitor(browser, server, { name: "Ada" });
  const game = { variant: "chomp", params: {}, ending: "misere", start: { rows: [2] } };
  await sitDown(page, server, bot, game);
  await page.locator(".piece.open").last().click();
  await page.waitForSelector(".preview:has-text('· click again to play')");
  await page.click("#play:enabled");
  await page.waitForSelector(".end strong:has-text('You have won')");
  const color = await page.locator(".end strong").evaluate((one) => getComputedStyle(one).color);
  assert.equal(color, "rgb(42, 33, 21)", "dark on linen");
  assert.deepEqual(problems, []);
  await Promise.all([bot.close(), context.close()]);
});
