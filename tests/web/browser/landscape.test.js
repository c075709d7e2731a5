// A phone that lies: the whole board and the buttons are seen at once, and neither covers the other.

import assert from "node:assert/strict";
import { test } from "node:test";

import { commit, frame, offered, stage, turnOrEnd, visitor, wirePlayer } from "../harness.js";
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
