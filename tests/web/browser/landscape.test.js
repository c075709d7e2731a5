// A phone that lies: the whole board and the buttons are seen at once, and neither covers the other.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  commit,
  frame,
  offered,
  pick,
  stage,
  startServer,
  turnOrEnd,
  visitor,
  wirePlayer,
} from "../harness.js";
import { sitDown } from "../seating.js";

const SCREENS = [
  [667, 375],
  [844, 390],
  [932, 430],
];
const VARIANTS = ["nim", "circular", "notakto", "chomp", "octal", "graph"];

const { server, browser } = await stage();
const bot = await wirePlayer(browser, server, "Rowan");
const games = (await offered(server)).filter(({ variant }) => VARIANTS.includes(variant));

/** What is out of sight, or under the board. */
const misplaced = (page) =>
  page.evaluate(() => {
    const board = document.querySelector(".board").getBoundingClientRect();
    const seen = ["#play", "#leave", ".status", ".phone-head", "#board"].flatMap((what) => {
      const box = document.querySelector(what).getBoundingClientRect();
      const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
      return inside ? [] : [`${what} at ${JSON.stringify(box)}`];
    });
    const covered = [...document.querySelectorAll(".rail-card *, .seat, .phone-head")]
      .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return right > left && left < board.right && right > board.left && top < board.bottom && bottom > 0;
      })
      .map(({ className }) => `under the board: ${className}`);
    const wide = document.documentElement.scrollWidth > innerWidth ? ["wider than the window"] : [];
    return [...seen, ...covered, ...wide];
  });

for (const [width, height] of SCREENS)
  test(`at ${width} x ${height} a table shows its board beside its buttons`, async () => {
    const { page, context, problems } = await visitor(browser, server, {
      viewport: { width, height },
      hasTouch: true,
      locale: "de",
    });
    for (const { variant, game } of games) {
      if ((await sitDown(page, server, bot, game, "second")) === "over") continue;
      assert.deepEqual(await misplaced(page), [], variant);
      const moves = page.locator(".all-moves select");
      const values = await moves.locator("option").evaluateAll((all) => all.map(({ value }) => value));
      await moves.selectOption(values.at(-1));
      await page.evaluate(() => window.scrollTo(0, 0));
      await frame(page);
      assert.deepEqual(await misplaced(page), [], `${variant}, a move chosen`);
      await commit(page);
      await turnOrEnd(page);
      await page.evaluate(() => window.scrollTo(0, 0));
      await bot.ask({ t: "resign", table: page.url().split("/").pop() }).catch(() => {});
      await page.waitForSelector(".status.over");
    }
    assert.deepEqual(problems, []);
    await context.close();
  });

/** Whether all of what this selector finds first is in the window. */
const isWhole = (page, selector) =>
  page.evaluate((selector) => {
    const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  }, selector);

for (const [width, height] of SCREENS.slice(0, 2))
  test(`at ${width} x ${height} an end, its review and the analysis have their board beside the text`, async (run) => {
    const house = await startServer();
    run.after(() => house.stop());
    const { page, context, problems } = await visitor(browser, house, {
      viewport: { width, height },
      hasTouch: true,
      isMobile: true,
    });
    await page.goto(house.url);
    await page.click("text=More choices");
    await pick(page, "seat=second");
    await pick(page, "bot=Nimby (easy)");
    await page.click("button:has-text('Play now')");
    while ((await turnOrEnd(page)) === "turn") {
      await page.locator(".piece.open").first().click();
      await commit(page);
    }
    const why = page.locator(".result button").first();
    await page.waitForSelector(".result button:text('Show me why')");
    await page.evaluate(() => window.scrollTo(0, 0));
    for (const one of [".board", ".headline", ".result button"]) assert.ok(await isWhole(page, one), one);
    const first = page.url();
    await page.evaluate(() => window.scrollTo(0, 120));
    await page.tap("text=Play again");
    await page.waitForURL((url) => url.href !== first && /\/table\//.test(url.pathname));
    await turnOrEnd(page);
    assert.equal(await page.evaluate(() => scrollY), 0, "a new game begins at its top");
    await page.goBack();
    await page.waitForSelector(".end");
    await why.click();
    await page.waitForSelector(".why", { state: "attached" });
    await page.evaluate(() => window.scrollTo(0, 0));
    // The steps have a small button only to a mistake: the reason is hidden by the next step, not twice.
    const small = (await page.locator(".stepper .small").count()) ? [".stepper .small"] : [];
    for (const one of [".board", ".headline", ".reason :first-child", ".stepper button", ...small])
      assert.ok(await isWhole(page, one), `review: ${one}`);
    const hiding = page.locator("button:is(:text-is('Back to the heaps'), :text-is('Hide the marks'))");
    assert.ok((await hiding.count()) <= 1, "one button hides the reason");
    await page.evaluate(() => window.scrollTo(0, 200));
    assert.ok(await isWhole(page, ".board"), "the text scrolls beside the board");
    // The address names the move: a reload shows it again, and the way back leads to the end.
    const shown = await page.locator(".where").textContent();
    await page.reload();
    await page.waitForSelector(`.where:text-is("${shown}")`);
    await page.goBack();
    await page.waitForSelector(".end");
    await page.goto(`${house.url}/analysis?game=nim+3,4,5`);
    await page.waitForSelector(".worths li");
    for (const one of [".board", "#play"]) assert.ok(await isWhole(page, one), `analysis: ${one}`);
    assert.deepEqual(problems, []);
    await context.close();
  });

for (const locale of ["en", "de", "es", "fr"])
  test(`on a phone that lies, in ${locale}, a newcomer sees what is played, the board and a game at once`, async () => {
    for (const [width, height] of [[568, 320], ...SCREENS.slice(0, 2)]) {
      const screen = { viewport: { width, height }, hasTouch: true, locale };
      const { page, context, problems } = await visitor(browser, server, screen);
      await page.goto(server.url);
      await page.waitForSelector(".daily .piece");
      for (const one of [".welcome p", ".welcome button", ".daily h1"])
        assert.ok(await isWhole(page, one), `${one} at ${width}`);
      const { x, y } = await page.locator(".welcome").boundingBox();
      const board = await page.locator(".daily .board").boundingBox();
      assert.ok(board.y < height / 4 && board.x + board.width <= x && board.y <= y, "beside the board");
      // Whoever has begun the game of the day is told of that.
      await page.locator(".daily .piece").last().click();
      await page.locator(".daily #play").click();
      await page.waitForSelector(".welcome", { state: "detached" });
      assert.deepEqual(problems, []);
      await context.close();
    }
  });

for (const locale of ["en", "de", "es", "fr"])
  test(`on a phone that lies, in ${locale}, the ways through the page are in its head`, async () => {
    const { page, context } = await visitor(browser, server, { hasTouch: true, locale });
    for (const [width, height] of [[568, 320], ...SCREENS.slice(0, 2)]) {
      await page.setViewportSize({ width, height });
      await page.goto(server.url);
      await page.waitForSelector(".daily .piece");
      const [play, ladder] = ["/", "/ladder"].map((to) => `.ways a[href="${to}"]`);
      for (const one of [play, ladder, ".my-name"]) assert.ok(await isWhole(page, one), `${one} at ${width}`);
      const across = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(across <= 0, `wider than ${width}`);
      await page.tap(ladder);
      await page.waitForURL(/\/ladder/);
    }
    await context.close();
  });
