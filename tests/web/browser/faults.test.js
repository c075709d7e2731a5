// Faults that visitors once saw, each looked for again: limits that were hidden, English in other
// languages, large positions, buttons below the fold, and what was missing around rated games.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  commit,
  frame,
  nim,
  offered,
  pick,
  registered,
  stage,
  startServer,
  visitor,
  wirePlayer,
} from "../harness.js";
import { goneWithoutProblems, play, seatTogether, sitDown } from "../seating.js";

const { server, browser } = await stage();
const bot = await wirePlayer(browser, server, "Rowan");
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const DESK = { viewport: { width: 1440, height: 900 } };

test("a house bot that plays as many games as it can has a line, and the page says one's place", async (run) => {
  const house = await startServer({ args: ["--house-games", "1"] });
  run.after(() => house.stop());
  const [ada, bob] = await Promise.all(["Ada", "Bob"].map((name) => visitor(browser, house, { name })));
  for (const { page } of [ada, bob]) {
    await page.goto(house.url);
    await page.click("#play-now button.big:enabled");
    if (page === ada.page) await page.waitForURL(/\/table\//);
  }
  await bob.page.waitForSelector(".waiting:has-text('1')");
  // The first game ends, and the one who waits is at a table.
  await ada.page.click("#leave");
  await ada.page.click("#sure");
  await bob.page.waitForURL(/\/table\//);
  await goneWithoutProblems(ada, bob);
});

test("the limit of the first move counts down beside the player whose move it is", async () => {
  const [ada, bob] = await Promise.all(["Ada", "Bob"].map((name) => visitor(browser, server, { name })));
  await seatTogether(ada, bob, server, ["seat=first"], "3+2");
  await ada.page.waitForSelector(".seat.turn .countdown");
  const left = async () => Number(await ada.page.locator(".seat.turn .countdown").textContent());
  const first = await left();
  assert.ok(first > 0 && first <= 30, `${first} seconds`);
  await ada.page.waitForFunction(
    (first) => Number(document.querySelector(".seat.turn .countdown").textContent) < first,
    first,
  );
  await play(ada.page, "h0:1");
  await ada.page.waitForSelector(".seat:not(.turn) .clock");
  assert.equal(await ada.page.locator(".seat:not(.turn) .countdown").count(), 0);
  await goneWithoutProblems(ada, bob);
});

test("refusals are said in the page's language, never as the server's English or JSON", async () => {
  await registered(browser, server, "Hedwig").then(({ context }) => context.close());
  const { page, context } = await visitor(browser, server, { name: "Ada", locale: "de" });
  const said = async () => {
    const text = await page.locator("[role=alert]").first().textContent();
    assert.doesNotMatch(text, /[{}"]|password|name|invalid|not |wrong/, text);
    return text;
  };
  await page.goto(`${server.url}/account`);
  await page.fill("#account-name", "Hedwig");
  await page.fill("#password", "falsches Kennwort");
  await page.click("#login:enabled");
  await page.waitForSelector("[role=alert]");
  assert.match(await said(), /Name oder (das )?(Passwort|Kennwort)|stimm/);
  await page.click("#register:enabled");
  await page.waitForSelector("[role=alert]:has-text('hat schon jemand')");
  await said();
  await page.goto(`${server.url}/analysis?game=${encodeURIComponent("nim 3,4,x")}`);
  await page.waitForSelector("[role=alert], .notice.error, .refused");
  const refused = await page.locator("main").innerText();
  assert.doesNotMatch(refused, /[{}]|not a game|cannot be read/, refused);
  await context.close();
});

for (const [what, heaps, options] of [
  ["eight heaps of a hundred on a phone", Array(8).fill(100), PHONE],
  ["eight heaps of twenty-five on a phone", Array(8).fill(25), PHONE],
  ["two hundred heaps of one on a phone", Array(200).fill(1), PHONE],
  ["two hundred heaps of one on a desk", Array(200).fill(1), DESK],
  ["a heap of a million on a desk", [1_000_000], DESK],
])
  test(`${what} are seen and played`, async () => {
    const person = await visitor(browser, server, { name: "Ada", ...options });
    const { page } = person;
    await sitDown(page, server, bot, nim(heaps));
    const { height } = options.viewport;
    const tall = await page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(tall < 2.5 * height, `the page is ${tall} pixels tall`);
    const board = await page.locator(".board").first().boundingBox();
    assert.ok(board.height < height, `the board is ${board.height} pixels tall`);
    // Of many heaps there are numbers: the fields of each are its pieces.
    const pieces = page.locator(".piece.open, .numbers .heaps button:enabled");
    const small = await pieces.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).filter(({ height, width }) => height < 18 || width < 18),
    );
    assert.equal(
      small.length,
      0,
      `${small.length} pieces are too small, such as ${JSON.stringify(small[0])}`,
    );
    await pieces.first().click();
    await page.waitForSelector("#play:enabled");
    await commit(page);
    await goneWithoutProblems(person);
  });

for (const [where, options] of [
  ["desk", DESK],
  ["phone", PHONE],
])
  test(`with a move chosen the button that plays it is in view, of every game, on a ${where}`, async () => {
    const person = await visitor(browser, server, { name: "Ada", ...options });
    const { page } = person;
    for (const { variant, game } of await offered(server)) {
      if ((await sitDown(page, server, bot, game)) === "over") continue;
      const moves = page.locator(".all-moves select");
      if (await moves.count()) {
        const values = await moves.locator("option").evaluateAll((all) => all.map(({ value }) => value));
        await moves.selectOption(values[1]);
      } else await page.locator(".piece.open").first().click();
      await page.evaluate(() => scrollTo(0, 0));
      await frame(page);
      const hidden = await page.evaluate(() => {
        const button = document.querySelector("#play");
        const { left, top, width, height, bottom } = button.getBoundingClientRect();
        const on = document.elementFromPoint(left + width / 2, top + height / 2);
        const { bottom: under } = document.querySelector("#board").getBoundingClientRect();
        if (bottom > innerHeight) return `${bottom - innerHeight} pixels below the window`;
        if (!button.contains(on)) return `under ${on?.className}`;
        return innerWidth < 860 && top < under ? `over the board, which ends at ${under}` : "";
      });
      assert.equal(hidden, "", variant);
      await bot.ask({ t: "resign", table: page.url().split("/").pop() }).catch(() => {});
      await page.waitForSelector(".status.over");
    }
    await goneWithoutProblems(person);
  });

test("when the connection is lost nothing changes its place, and the board is grey", async () => {
  for (const options of [DESK, PHONE]) {
    const { page, context } = await visitor(browser, server, { name: "Ada", ...options });
    let cut = false;
    const wires = [];
    await page.routeWebSocket(/\/ws$/, (wire) => {
      if (cut) return wire.close({ code: 1013 });
      wires.push(wire);
      wire.connectToServer();
    });
    await sitDown(page, server, bot, nim([3, 5, 7]));
    const places = () =>
      page.evaluate(() =>
        ["#board", ".seats", "#play", ".piece"].map((what) => {
          const { x, y } = document.querySelector(what).getBoundingClientRect();
          return [what, Math.round(x), Math.round(y)];
        }),
      );
    const before = await places();
    cut = true;
    for (const wire of wires) await wire.close({ code: 1001 });
    await page.waitForSelector(".board.off");
    await frame(page);
    assert.deepEqual(await places(), before);
    await page.locator(".banner button:has-text('Try now')").waitFor();
    // There are no clocks here that could run on, and nothing says the same at the foot of the window.
    assert.ok(!(await page.locator(".banner").innerText()).includes("clocks"));
    assert.equal(await page.locator("button:visible:has-text('Try now')").count(), 1);
    const grey = await page.evaluate(
      () => getComputedStyle(document.querySelector(".board.off .surface")).filter,
    );
    assert.match(grey, /grayscale/);
    assert.equal(await page.locator("#play:enabled").count(), 0);
    await context.close();
  }
});

test("a house bot's page says how strong it is", async (run) => {
  const house = await startServer();
  run.after(() => house.stop());
  const { page, context } = await visitor(browser, house, { name: "Ada" });
  await page.goto(house.url);
  await page.waitForSelector("[name=bot]", { state: "attached" });
  await page.click("#play-now button.big:enabled");
  await page.waitForURL(/\/table\//);
  await page.locator(".player .who a", { hasText: "Nimmer" }).click();
  await page.waitForURL(/\/player\//);
  await page.waitForSelector("h1:has-text('Nimmer')");
  const told = (await page.locator("main").innerText()).length;
  assert.ok(told > 60, `${told} letters`);
  await context.close();
});

test("from a game of a tournament a link leads back to it", async () => {
  const [kim, lou] = [await registered(browser, server, "Kim"), await registered(browser, server, "Lou")];
  await kim.page.goto(`${server.url}/tournaments/new`);
  await kim.page.fill("#cup-name", "The cup");
  await kim.page.selectOption("#cup-format", "knockout");
  await pick(kim.page, "variant=nim", false);
  await pick(kim.page, "variant=chomp");
  await kim.page.click("text=Make the tournament");
  await kim.page.waitForURL(/\/tournament\/[0-9a-f-]+$/);
  const address = kim.page.url();
  for (const { page } of [kim, lou]) {
    await page.goto(address);
    await page.click("button:has-text('Enter')");
    await page.waitForSelector("button:has-text('Leave')");
  }
  await kim.page.waitForSelector(".list a:has-text('Lou')");
  await kim.page.click("text=Begin now");
  for (const { page } of [kim, lou]) {
    await page.waitForURL(/\/table\//);
    await page.click(".tournament a");
    await page.waitForURL(address);
  }
  await goneWithoutProblems(kim, lou);
});
