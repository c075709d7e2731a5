// A slow network, the system's own colours, and more contrast.

import assert from "node:assert/strict";
import { test } from "node:test";

import { audit, frame, nim, offered, stage, visitor, wirePlayer } from "../harness.js";
import { sitDown } from "../seating.js";

const { server, browser } = await stage({});
const bot = await wirePlayer(browser, server, "Rowan");

/** A usual 3G network. */
const SLOW = { offline: false, latency: 100, downloadThroughput: 750 * 125, uploadThroughput: 250 * 125 };

const FIRST_MOVE_MS = 3000;
/** Games that are laid out for their room: in stacks, in lines and in a flower. */
const TURNED = ["nim", "subtraction", "fibonacci"];

test("on a 3G network a first move is possible within seconds", async (run) => {
  // One load in time is enough; a busy machine gets several tries.
  const loads = [];
  for (let tried = 0; tried < 12 && !(Math.min(...loads) < FIRST_MOVE_MS); tried++) {
    const { page, context } = await visitor(browser, server);
    const wire = await context.newCDPSession(page);
    await wire.send("Network.enable");
    await wire.send("Network.emulateNetworkConditions", SLOW);
    const since = performance.now();
    await page.goto(server.url, { waitUntil: "commit" });
    await page.waitForSelector(".daily .piece.open");
    loads.push(Math.round(performance.now() - since));
    await context.close();
  }
  run.diagnostic(`first moves after ${loads} ms`);
  assert.ok(Math.min(...loads) < FIRST_MOVE_MS, `first moves after ${loads} ms`);
});

test("in the system's own colours the board keeps its own, and what is chosen is seen", async () => {
  const { page, context, problems } = await visitor(browser, server, { forcedColors: "active" });
  await page.goto(server.url);
  await page.waitForSelector(".daily .piece.open");
  await page.waitForSelector("[name=bot]", { state: "attached" });
  const style = (what, name, part) =>
    page
      .locator(what)
      .first()
      .evaluate((one, [name, part]) => getComputedStyle(one, part)[name], [name, part]);
  assert.match(await style(".surface", "backgroundImage"), /gradient/);
  assert.notEqual(
    await style(".chips :checked + span", "backgroundColor"),
    await style(".chips input:not(:checked) + span", "backgroundColor"),
  );
  assert.equal(await style(".ways [aria-current]", "outlineStyle"), "solid");
  await sitDown(page, server, bot, nim([3, 5, 7]));
  assert.match(await style(".board", "backgroundColor"), /rgb\(44, 56, 62\)/);
  // The light on the edge of the player to move, and the dot before the words.
  assert.equal(await style(".board", "backgroundColor", "::before"), "rgb(242, 165, 49)");
  assert.equal(await style(".headline", "backgroundColor", "::before"), "rgb(242, 165, 49)");
  assert.deepEqual(problems, []);
  await context.close();
});

test("with more contrast second texts are as dark as the first, and nothing fails an audit", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, context } = await visitor(browser, server, { contrast: "more", colorScheme });
    await page.goto(server.url);
    await page.waitForSelector(".daily .piece.open");
    const colour = (what) =>
      page
        .locator(what)
        .first()
        .evaluate((one) => getComputedStyle(one).color);
    assert.equal(await colour(".daily-head p"), await colour("body"));
    await audit(page, `home, ${colorScheme}, with more contrast`);
    await context.close();
  }
});

test("at twice the size nothing is cut off, and a game is played", async () => {
  // A window of 1440 x 900 at 200 %.
  const { page, context, problems } = await visitor(browser, server, {
    viewport: { width: 720, height: 450 },
    deviceScaleFactor: 2,
  });
  for (const [address, whole] of [
    ["/", ".daily .piece.open"],
    ["/new", "#clock"],
    ["/learn", ".saying.turn"],
    ["/puzzles/rush", "#begin"],
    ["/ladder", "#search"],
    ["/tournaments", "#page tbody tr"],
    ["/archive", "#player"],
    ["/account", "#password"],
    ["/analysis", ".worths li"],
  ]) {
    await page.goto(server.url + address);
    await page.waitForSelector(whole);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 720, `${address} is ${wide} wide`);
  }
  await sitDown(page, server, bot, nim([3, 5, 7]));
  await page.locator(".piece.open").first().click();
  await page.click("#play:enabled");
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 720, "a table");
  assert.deepEqual(problems, []);
  await context.close();
});

for (const locale of ["en", "de", "es", "fr"])
  test(`head and foot fit every desk and phone, in ${locale}`, async () => {
    const { page, context } = await visitor(browser, server, { locale });
    await page.goto(server.url);
    await page.waitForSelector(".foot a");
    for (const width of [360, 390, 860, 1000, 1001, 1120, 1121, 1239, 1240, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const across = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(across <= width, `${across} wide in ${width}`);
      const lines = await page
        .locator(".foot a")
        .evaluateAll((all) => new Set(all.map((link) => link.getBoundingClientRect().top)).size);
      assert.equal(lines, 1, `${width} pixels wide`);
    }
    await context.close();
  });

test("a board is the same after a phone was turned as when it is opened so", async () => {
  const { page, context, problems } = await visitor(browser, server, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const games = (await offered(server)).filter(({ variant }) => TURNED.includes(variant));
  /** Where each piece is drawn, and what the board says of itself. */
  const drawn = () =>
    page
      .locator(".board [data-piece]")
      .evaluateAll((all) =>
        all.map((one) => [one.dataset.piece, one.getAttribute("transform"), one.innerHTML.length]),
      );
  for (const { variant, game } of games) {
    await page.setViewportSize({ width: 390, height: 844 });
    if ((await sitDown(page, server, bot, game, "second")) === "over") continue;
    const upright = await drawn();
    await page.setViewportSize({ width: 844, height: 390 });
    await page.waitForFunction(() => document.querySelector(".board").getBoundingClientRect().width < 600);
    await frame(page);
    const turned = await drawn();
    await page.reload();
    await page.waitForSelector(".piece.open");
    await frame(page);
    assert.deepEqual(turned, await drawn(), variant);
    assert.notDeepEqual(turned, upright, variant);
  }
  assert.deepEqual(problems, []);
  await context.close();
});
