// What a screen reader is told: the accessibility tree, through a whole game.

import assert from "node:assert/strict";
import { test } from "node:test";

import { nim, stage, turnOrEnd, visitor, wirePlayer } from "../harness.js";
import { goneWithoutProblems, sitDown } from "../seating.js";

const { server, browser } = await stage();

/** The accessibility tree of a part of the page, as lines. */
const tree = async (page, part = "main") => (await page.locator(part).ariaSnapshot()).split("\n");

/** The lines of the tree that have this in them, without what leads there. */
const lines = (all, what) => all.filter((line) => line.includes(what)).map((line) => line.trim());

/** What is announced of the game. */
const said = async (page) => (await tree(page, ".status[role=status]")).join(" ");

test("a whole game is in the accessibility tree, and is played by what stands there", async () => {
  // The opponent takes one from the largest heap, so that the game is the same each time.
  const bot = await wirePlayer(browser, server, "Rowan", (moves) => moves.at(-1));
  const ada = await visitor(browser, server, { name: "Ada" });
  const { page } = ada;
  assert.equal(await sitDown(page, server, bot, nim([1, 2]), "second"), "turn");
  const begun = await tree(page);
  const has = (all, what) => assert.ok(lines(all, what).length > 0, `${what} in\n${all.join("\n")}`);
  for (const what of [
    'heading "Nim 1–2" [level=1]',
    'link "Rowan"',
    'link "Ada"',
    'button "Play" [disabled]',
    'list "Moves"',
    'combobox "All 3 moves"',
  ])
    has(begun, what);
  assert.match(await said(page), /Your turn/);
  // Each stone is a button that says what it would do, and whether it is chosen.
  const stones = (all) => lines(all, 'button "').filter((line) => /heap [AB]/i.test(line));
  assert.equal(stones(begun).length, 3, stones(begun).join("; "));
  await page
    .getByRole("button", { name: /heap B/i })
    .first()
    .click();
  await page.waitForSelector("#play:enabled");
  const chosen = await tree(page);
  assert.ok(
    stones(chosen).some((line) => line.includes("[pressed]")),
    stones(chosen).join("; "),
  );
  has(chosen, 'button "Play"');
  await page.getByRole("button", { name: "Play", exact: true }).click();
  // Both moves are made.
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
  await turnOrEnd(page);
  assert.match(await said(page), /You have lost|Your turn/);
  while ((await turnOrEnd(page)) === "turn") {
    await page
      .getByRole("button", { name: /heap [AB]/i })
      .last()
      .click();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForFunction(() => document.querySelector(".status.over, .status:not(.mine)"));
  }
  await page.waitForSelector(".accuracy");
  const over = await tree(page);
  assert.match(await said(page), /You have (won|lost)/);
  assert.equal(stones(await tree(page, ".board")).length, 0, "nothing is left to be pressed");
  has(over, 'button "Play again"');
  const moves = await page.getByRole("list", { name: "Moves" }).getByRole("listitem").count();
  assert.ok(moves >= 2, `${moves} moves`);
  await goneWithoutProblems(ada);
});
