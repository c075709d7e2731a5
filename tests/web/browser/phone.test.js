// A phone held upright: during a game the rules are one touch away, and at its end what comes next is in
// sight, in every language.

import assert from "node:assert/strict";
import { test } from "node:test";

import { frame, nim, stage, startServer, turnOrEnd, visitor, wirePlayer } from "../harness.js";
import { pair, play, seatTogether, sitDown } from "../seating.js";

const { server, browser } = await stage();
const bot = await wirePlayer(browser, server, "Rowan");

const SIZES = [
  [360, 740],
  [390, 844],
];

/** Which of these are not whole in sight, or under something else. */
const hidden = (page, ...what) =>
  page.evaluate((what) => {
    scrollTo(0, 0);
    return what.filter((one) => {
      const there = document.querySelector(one);
      const { left, top, right, bottom } = there?.getBoundingClientRect() ?? { bottom: Infinity };
      if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth) return true;
      // Its corners are round.
      const middle = (left + right) / 2;
      return ![top + 2, bottom - 2].every((y) => there.contains(document.elementFromPoint(middle, y)));
    });
  }, what);

/** Each action is a word of one line, and is in sight. */
async function inOneLine(page) {
  const lines = await page
    .locator(".actions button")
    .evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().height))).size);
  assert.equal(lines, 1);
  assert.deepEqual(await hidden(page, "#takeback", "#rules", "#leave"), []);
}

/** How each language begins to tell what Rowan has played. */
const MOVED = /^(Rowan played|Zug von Rowan|Jugada de Rowan|Coup de Rowan)/;

for (const [width, height] of SIZES)
  for (const locale of ["en", "de", "es", "fr"])
    test(`at ${width} x ${height}, in ${locale}: the rules, and why it was lost`, async () => {
      const { page, context, problems } = await visitor(browser, server, {
        name: "Ada",
        viewport: { width, height },
        hasTouch: true,
        locale,
      });
      await sitDown(page, server, bot, nim([1, 3, 3]));
      // In a first game the rules are read below the board, where they cover neither names nor stones.
      await page.waitForSelector(".introduction");
      assert.deepEqual(await hidden(page, ".introduction", ".seat .who", "#board"), []);
      await inOneLine(page);
      // The bot takes what stands first: A, and at the end the last stone.
      await play(page, "h1:2");
      await turnOrEnd(page);
      assert.equal(await page.locator(".introduction").count(), 0);
      assert.match(await page.locator(".preview").textContent(), MOVED, "the last move is told");
      assert.deepEqual(await hidden(page, "#rules", "#leave", "#play"), []);
      await inOneLine(page);
      await page.click("#rules");
      await page.waitForSelector(".sheet");
      assert.deepEqual(await hidden(page, ".sheet", "#rules"), []);
      await page.click(".sheet button");
      await page.waitForFunction(() => !document.querySelector(".sheet"));
      await play(page, "h2:3");
      await page.waitForSelector(".status.over.lost");
      await page.waitForSelector(".result .light");
      assert.deepEqual(await hidden(page, ".headline span", ".decision .box", ".result .light"), []);
      assert.match(await page.locator(".end span").textContent(), /\b3\b/, "until which move they could win");
      await page.click(".result .light");
      await page.waitForSelector(".why");
      await frame(page);
      const [result, mistake, game] = await page.evaluate(() =>
        [".status.lost", ".decision", ".thread"].map(
          (one) => document.querySelector(one)?.getBoundingClientRect().top,
        ),
      );
      assert.ok(result < mistake && mistake < game, "that it was lost stands with the mistake");
      assert.deepEqual(problems, []);
      await context.close();
    });

for (const locale of ["en", "de", "es", "fr"])
  test(`in ${locale}, a clock with periods is two lines in the height of one, whole in its seat`, async () => {
    const phone = { hasTouch: true, locale };
    const [ada, bob] = await Promise.all(
      ["Maximiliane-Theodora-Wundersam", "Bob"].map((name) => visitor(browser, server, { name, ...phone })),
    );
    await seatTogether(ada, bob, server, ["seat=first"], "5+3x20");
    for (const [width, height] of [...SIZES, [1200, 900]]) {
      await bob.page.setViewportSize({ width, height });
      await bob.page.waitForSelector(".clock.byoyomi small");
      await frame(bob.page);
      const wrong = await bob.page.evaluate(() =>
        [...document.querySelectorAll(".clock.byoyomi")].flatMap((clock) => {
          const [outer, inner] = [clock, clock.querySelector("small")].map((one) =>
            one.getBoundingClientRect(),
          );
          const seat = clock.closest(".seat").getBoundingClientRect();
          return [
            inner.height > 16 && "its words wrap",
            (inner.right > outer.right || inner.left < outer.left || inner.bottom > outer.bottom) &&
              "its words are cut",
            (outer.right > seat.right || outer.right > innerWidth) && "it is outside its seat",
            outer.height > 62 && `it is ${outer.height} high`,
          ].filter(Boolean);
        }),
      );
      assert.deepEqual(wrong, [], `at ${width}`);
    }
    for (const { context } of [ada, bob]) await context.close();
  });

/** Actions that are cut off, or not in one row, or wider than the window. */
const crowded = (page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    const all = [...document.querySelectorAll(".actions button")];
    const { top } = all[0].getBoundingClientRect();
    const bad = all.filter((one) => {
      const box = one.getBoundingClientRect();
      return (
        box.left < 0 || box.right > root.clientWidth || box.top !== top || one.scrollWidth > one.clientWidth
      );
    });
    const across = root.scrollWidth > root.clientWidth ? ["the page is wider than the window"] : [];
    return [...bad.map(({ textContent }) => textContent), ...across];
  });

for (const locale of ["en", "de", "es", "fr"])
  test(`in ${locale}: before a first move all actions have room, against a bot and against a person`, async (run) => {
    const house = await startServer();
    run.after(() => house.stop());
    const options = { viewport: { width: 390, height: 844 }, hasTouch: true, locale };
    const alone = await visitor(browser, house, options);
    await alone.page.goto(house.url);
    await alone.page.locator(".welcome button").first().click();
    await alone.page.waitForSelector("#hint");
    const { ada, bob } = await pair(browser, house, options);
    await ada.page.waitForSelector("#takeback");
    for (const { page } of [alone, ada])
      for (const width of [320, 360, 390]) {
        await page.setViewportSize({ width, height: width === 320 ? 568 : 844 });
        await frame(page);
        assert.deepEqual(await crowded(page), [], `${width}`);
      }
    await turnOrEnd(alone.page);
    await alone.page.locator(".piece.open").first().click();
    await alone.page.click("#play");
    await alone.page.waitForSelector("#takeback:not([aria-disabled])");
    for (const width of [320, 360, 390]) {
      await alone.page.setViewportSize({ width, height: 740 });
      await frame(alone.page);
      assert.deepEqual(await crowded(alone.page), [], `${width}, after a move`);
    }
    for (const { context } of [alone, ada, bob]) await context.close();
  });

test("on the smallest phone a chosen move and its button lie over everything else", async () => {
  const viewport = { width: 320, height: 568 };
  const { page, context, problems } = await visitor(browser, server, { viewport, hasTouch: true });
  await sitDown(page, server, bot, nim([40, 500]));
  await page.locator('[data-piece="h1:2"]').click();
  await page.waitForSelector(".tag:has-text('Take 2')");
  assert.deepEqual(await hidden(page, "#board", ".headline span", ".number-field", ".tag", "#play"), []);
  assert.deepEqual(problems, []);
  await context.close();
});

test("a touch that no move allows is told why, and the buttons stay in sight", async () => {
  const { page, context, problems } = await visitor(browser, server, {
    name: "Ada",
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const game = { variant: "fibonacci", params: {}, ending: "normal", start: { heap: 20, limit: 19 } };
  await sitDown(page, server, bot, game);
  await page.locator('[data-piece="d:20"]').dispatchEvent("click");
  await page.waitForSelector(".notice:has-text('At most 19 now.')");
  assert.deepEqual(await hidden(page, ".notice", ".introduction"), []);
  await page.locator('[data-piece="d:12"]').click();
  await page.waitForSelector(".tag:has-text('Take 12')");
  assert.deepEqual(await hidden(page, ".notice", "#play"), []);
  assert.deepEqual(problems, []);
  await context.close();
});

for (const [width, height] of [...SIZES, [360, 640], [844, 390]])
  test(`at ${width} x ${height}, a chosen move of a lesson is played without scrolling`, async () => {
    const { page, context, problems } = await visitor(browser, server, {
      viewport: { width, height },
      hasTouch: true,
      locale: "de",
    });
    await page.goto(`${server.url}/learn`);
    await page.waitForSelector(".saying.turn");
    await page.locator("[data-piece]").last().click();
    await page.waitForSelector("#play:enabled");
    assert.deepEqual(await hidden(page, "#play"), []);
    assert.deepEqual(problems, []);
    await context.close();
  });

for (const [width, height, locale] of [
  [390, 844, "en"],
  [390, 844, "de"],
  [844, 390, "fr"],
])
  test(`at ${width} x ${height}, in ${locale}: boards to learn, solve and analyse are seen without scrolling`, async () => {
    const { page, context, problems } = await visitor(browser, server, {
      name: "Ada",
      viewport: { width, height },
      hasTouch: true,
      locale,
    });
    for (const [address, ready] of [
      ["/learn", ".saying.turn"],
      ["/learn/pairs", ".saying.turn"],
      ["/learn/large", ".saying.turn"],
      ["/", ".daily .piece"],
      ["/analysis?game=nim+3,4,5", ".worths li"],
    ]) {
      await page.goto(`${server.url}${address}`);
      await page.waitForSelector(ready);
      await frame(page);
      const { top, bottom, end, across } = await page.evaluate(() => {
        const { top, bottom } = document.querySelector(".board").getBoundingClientRect();
        const tabs = document.querySelector(".tabs").getBoundingClientRect();
        const root = document.documentElement;
        return {
          top,
          bottom,
          end: tabs.height ? tabs.top : innerHeight,
          across: root.scrollWidth - root.clientWidth,
        };
      });
      assert.ok(top >= 0 && bottom <= end, `${address}: ${top} to ${bottom} of ${end}`);
      assert.equal(across, 0, `${address} is wider than the window`);
    }
    assert.deepEqual(problems, []);
    await context.close();
  });
