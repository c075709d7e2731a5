// Puzzles: tried, answered with the reason, rated; generated ones on a new server; and a rush
// against the clock, from the first puzzle to the missed ones.

import assert from "node:assert/strict";
import { test } from "node:test";

import { audit, frame, registered, stage, visitor } from "../harness.js";
import { blunders, winning } from "../life.js";

const { server, browser } = await stage();

/** Plays a move of the list: one that is among these, or is not. */
async function choose(page, moves, among) {
  const select = page.locator(".all-moves select");
  await select.locator("option:not([value=''])").first().waitFor({ state: "attached" });
  const values = await select
    .locator("option")
    .evaluateAll((options) => options.map(({ value }) => value).filter(Boolean));
  const named = moves.map((move) => JSON.stringify(move));
  await select.selectOption(values.find((value) => named.includes(value) === among));
  await page.click("#play");
}

/** The browser itself logs missing resources. */
const isMissing = (problem) => /404/.test(problem);

test("a new server draws puzzles; nobody is rated by them", async () => {
  const { page, context, problems } = await visitor(browser, server, { name: "Ada" });
  const [answer] = await Promise.all([
    page.waitForResponse(/api\/puzzles\/rush/).then((response) => response.json()),
    page.goto(`${server.url}/puzzles`),
  ]);
  const [first] = answer.puzzles;
  await page.waitForSelector("#board");
  await page.waitForSelector("text=Practice");
  await choose(page, first.winning, false);
  await page.waitForSelector(".told.wrong");
  await page.waitForSelector("text=It is answered like this");
  await choose(page, first.winning, true);
  await page.waitForSelector(".told.found .why");
  await page.waitForSelector("text=Solved, on try 2.");
  assert.ok(await page.locator(".piece.hint").count(), "the move that wins is shown");
  await audit(page, "puzzle");
  await page.click("#next");
  await page.waitForSelector(".told:not(.found)");
  await page.click("text=Of the day");
  await page.waitForSelector("text=There is no puzzle of the day yet.");
  assert.deepEqual(
    problems.filter((problem) => !isMissing(problem)),
    [],
  );
  await context.close();
});

for (const [width, height, locale] of [
  [390, 844, "en"],
  [360, 740, "fr"],
  [844, 390, "de"],
  [1440, 900, "en"],
  [1000, 700, "es"],
])
  test(`at ${width} x ${height}, in ${locale}: how it went is in sight, and does not cover the board`, async () => {
    const { page, context } = await visitor(browser, server, {
      name: "Ada",
      viewport: { width, height },
      hasTouch: true,
      locale,
    });
    const covered = (...what) =>
      page.evaluate((what) => {
        const tabs = document.querySelector(".tabs").getBoundingClientRect();
        const end = tabs.height ? tabs.top : innerHeight;
        const board = document.querySelector(".board").getBoundingClientRect();
        return what.filter((one) => {
          const { left, top, bottom } = document.querySelector(one).getBoundingClientRect();
          return top < 0 || bottom > end || (top < board.bottom && left < board.right);
        });
      }, what);
    await page.goto(`${server.url}/puzzles/position?${new URLSearchParams({ game: "nim 1,3" })}`);
    await choose(page, [[1, 2]], false);
    await page.waitForSelector(".told.wrong");
    await frame(page);
    assert.deepEqual(await covered(".told p"), []);
    await choose(page, [[1, 2]], true);
    await page.waitForSelector(".told.found .why");
    await frame(page);
    assert.deepEqual(await covered(".told p", ".told .button"), []);
    await context.close();
  });

test("a position of a game is shared as a puzzle, and where nothing is proven nothing is asked", async () => {
  const { page, context, problems } = await visitor(browser, server, { name: "Ada" });
  await page.goto(`${server.url}/puzzles/position?${new URLSearchParams({ game: "nim 1,3" })}`);
  await page.waitForSelector("text=Somebody shares this position with you.");
  await choose(page, [[1, 2]], false);
  await page.waitForSelector(".told.wrong");
  await choose(page, [[1, 2]], true);
  await page.waitForSelector(".told.found .why");
  await page.waitForSelector("text=Solved, on try 2.");
  await page.goto(`${server.url}/puzzles/position?${new URLSearchParams({ game: "nim 2,2" })}`);
  await page.waitForSelector("text=there is nothing to find");
  await page.click("text=More puzzles");
  await page.waitForURL(`${server.url}/puzzles`);
  assert.deepEqual(
    problems.filter((problem) => !isMissing(problem)),
    [],
  );
  await context.close();
});

test("a rush: right and wrong moves, three mistakes, and what was missed", async () => {
  const { page, context, problems } = await visitor(browser, server, { name: "Ada" });
  const [{ puzzles }] = await Promise.all([
    page.waitForResponse(/api\/puzzles\/rush/).then((response) => response.json()),
    page.goto(`${server.url}/puzzles/rush`),
  ]);
  // There are 60, unless the machine is too busy to draw them in time.
  assert.ok(puzzles.length > 6, `${puzzles.length} puzzles`);
  await page.click("#begin:enabled");
  await page.waitForSelector(".rush-clock");
  await audit(page, "rush");
  for (const [i, right] of [true, true, false, true, false, false].entries()) {
    await choose(page, puzzles[i].winning, right);
    await frame(page);
  }
  await page.waitForSelector("text=A new best: 3 solved.");
  await page.locator(".rush-over button.small").first().click();
  await page.waitForSelector(".rush-over .why");
  await page.waitForSelector("text=/The winning move:|Winning moves:|Several moves win, such as/");
  await audit(page, "after a rush");
  await page.reload();
  await page.waitForSelector("text=Best rush");
  assert.match(await page.locator(".side").innerText(), /Best rush\s+3/);
  assert.deepEqual(problems, []);
  await context.close();
});

test("a best rush is kept that ended by its time", async () => {
  const { page, context, problems } = await visitor(browser, server, { name: "Ada" });
  await page.clock.install();
  const [{ puzzles }] = await Promise.all([
    page.waitForResponse(/api\/puzzles\/rush/).then((response) => response.json()),
    page.goto(`${server.url}/puzzles/rush`),
  ]);
  await page.click("#begin:enabled");
  await page.waitForSelector(".rush-clock");
  await choose(page, puzzles[0].winning, true);
  await page.clock.fastForward("10:00");
  await page.waitForSelector("text=A new best: one solved.");
  await page.reload();
  await page.waitForSelector("text=Best rush");
  assert.match(await page.locator(".side").innerText(), /Best rush\s+1/);
  assert.deepEqual(problems, []);
  await context.close();
});

test("a win that somebody threw away is a puzzle, and solving it moves a rating", async () => {
  await blunders(server);
  const { page, context, problems } = await registered(browser, server, "Eve");
  const [posed] = await Promise.all([
    page.waitForResponse(/api\/puzzles\/next/).then((response) => response.json()),
    page.goto(`${server.url}/puzzles`),
  ]);
  await page.waitForSelector(`text=Puzzle ${posed.puzzle}`);
  const { moves, game } = posed;
  await choose(page, [winning(moves, game.start.heaps, game.ending)], true);
  await page.waitForSelector(".told.found .change.up");
  await page.waitForSelector("li.kept");
  assert.equal(
    await page.locator(".tries.meaning").innerText(),
    "solved",
    "the dots are explained below them",
  );
  assert.match(await page.locator(".side").innerText(), /Puzzle rating\s+1[5-9]/);
  await audit(page, "a puzzle solved");
  await page.click("text=See the game");
  await page.waitForURL(/\/game\//);
  await page.waitForSelector(".verdict");
  const [ofTheDay] = await Promise.all([
    page.waitForResponse(/api\/puzzles\/today/).then((response) => response.json()),
    page.goto(`${server.url}/puzzles/today`),
  ]);
  await page.waitForSelector(`text=Puzzle ${ofTheDay.puzzle}`);
  assert.deepEqual(
    problems.filter((problem) => !isMissing(problem)),
    [],
  );
  await context.close();
});
