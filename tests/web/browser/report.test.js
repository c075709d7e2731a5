// The report of a tournament: one file, opened without a network, in which every game is
// played back by keyboard and by mouse on the boards of the page.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

import { BOT, stage } from "../harness.js";

const { browser } = await stage();

/** Twelve, of different strength. */
const ENTRANTS = [
  "perfect",
  "random",
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `epsilon:0.${n}`),
  "sight:2",
];

test("a tournament of twelve is played back from its report, without a network", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "nim-report-"));
  const out = path.join(folder, "cup");
  const flags = ["--variants", "nim,kayles", "--seed", "1", "--out", out];
  await promisify(execFile)(BOT, ["tournament", "--entrants", ENTRANTS.join(","), ...flags]);
  const file = path.join(out, "report.html");
  assert.doesNotMatch(await readFile(file, "utf8"), /(src|href)="?https?:/);
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, offline: true });
  const page = await context.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (said) => said.type() === "error" && problems.push(said.text()));
  page.on("request", (request) => /^https?:/.test(request.url()) && problems.push(request.url()));
  await page.goto(`file://${file}`);
  /** Waits until the board of the game that was asked for is drawn. */
  const drawn = () => page.waitForSelector("#replay:not([aria-busy]) svg[role=img]");
  await drawn();
  const games = await page.locator("#replay option").count();
  assert.equal(games, 132, "every game is there");
  const said = () => page.textContent("#replay [role=status]");
  const picture = () => page.getAttribute("#replay svg[role=img]", "aria-label");
  const [start, before] = [await picture(), await said()];
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await said(), before);
  assert.notEqual(await picture(), start, "a move has been made on the board");
  await page.keyboard.press("End");
  assert.match((await said()) ?? "", / wins \(/);
  const end = await picture();
  assert.notEqual(end, start);
  await page.keyboard.press("Home");
  assert.equal(await picture(), start);
  await page.locator("#replay .moves button").first().click();
  assert.equal(await page.locator("#replay .moves [aria-current=step]").count(), 1);
  await page.click("#replay .steps button:last-child");
  assert.equal(await picture(), end);
  await page.keyboard.press("PageDown");
  await drawn();
  assert.equal(await page.inputValue("#replay select"), "1");
  await page.selectOption("#replay select", String(games - 1));
  await drawn();
  assert.match(await said(), /The start\./);
  // Somebody has thrown a win away, and the report says by which move.
  for (let game = 0; game < games; game++) {
    if (await page.locator("#replay .moves .threw").count()) break;
    await page.keyboard.press("PageUp");
    await drawn();
  }
  await page.locator("#replay .moves .threw").first().click();
  assert.match((await said()) ?? "", /throws the win away\. This would have won: /);
  assert.deepEqual(problems, []);
  await context.close();
  await rm(folder, { recursive: true, force: true });
});
