// Games between people: an invitation, a reload, resigning, rematches, three at one table, and
// whose choice it is who begins.

import assert from "node:assert/strict";
import { test } from "node:test";

import { audit, commit, pick, stage, turnOrEnd, visitor } from "../harness.js";
import { goneWithoutProblems, pair, play, seatTogether } from "../seating.js";

const { server, browser } = await stage();

test("two people play by invitation, one reloads, the game goes on to its end", async () => {
  const { ada, bob } = await pair(browser, server);
  const watcher = await visitor(browser, server, { name: "Eve" });
  await watcher.page.goto(ada.page.url());
  await watcher.page.waitForSelector(".watching:has-text('You are watching.')");
  await play(ada.page, "h0:3");
  await ada.page.waitForSelector(".watched:has-text('1 watching')");
  // Their own eyes are not counted.
  await watcher.page.waitForFunction(() => document.querySelectorAll(".moves li").length === 1);
  assert.equal(await watcher.page.locator(".watched").count(), 0);
  await bob.page.waitForFunction(() => document.title.startsWith("●"));
  await bob.page.reload();
  await play(bob.page, "h1:5");
  await play(ada.page, "h2:7");
  await ada.page.waitForSelector("text=You have won.");
  await bob.page.waitForSelector("text=You have lost.");
  await watcher.page.waitForSelector("text=Ada has won. Ada made the last move.");
  assert.equal(await watcher.page.locator("#play").count(), 0);
  await bob.page.click("text=Play again");
  await ada.page.waitForSelector("text=Bob wants to play again.");
  await ada.page.getByRole("button", { name: "Accept rematch" }).click();
  await bob.page.waitForFunction(() => document.querySelector(".status.mine"));
  // A new table, with the seats swapped; the pages go there independently.
  await ada.page.waitForURL((url) => url.href !== watcher.page.url());
  assert.equal(ada.page.url(), bob.page.url());
  await goneWithoutProblems(ada, bob, watcher);
});

test("resigning and cancelling ask first, and everybody is told how the game ended", async () => {
  const { ada, bob } = await pair(browser, server);
  // With the keyboard: the harmless button has the focus first, and Escape cancels.
  await ada.page.focus("#leave");
  await ada.page.keyboard.press("Enter");
  await ada.page.waitForFunction(() => document.activeElement?.id === "stay");
  await ada.page.keyboard.press("Escape");
  await ada.page.waitForFunction(() => document.activeElement?.id === "leave");
  await ada.page.click("text=Cancel game");
  await ada.page.click("text=Go on playing");
  await play(ada.page, "h0:1");
  await play(bob.page, "h0:1");
  await turnOrEnd(ada.page);
  await ada.page.click("text=Take back");
  await bob.page.getByRole("button", { name: "Agree" }).click();
  await ada.page.waitForFunction(() => document.querySelectorAll(".moves li").length === 0);
  await play(ada.page, "h0:1");
  await play(bob.page, "h0:1");
  await turnOrEnd(ada.page);
  await ada.page.click("text=Resign");
  await ada.page.click("#sure");
  await ada.page.waitForSelector("text=You have lost. You resigned.");
  await bob.page.waitForSelector("text=You have won. Ada resigned.");
  await Promise.all([ada, bob].map(({ context }) => context.close()));
});

test("on a phone the question before leaving is as wide as the screen", async () => {
  const { ada, bob } = await pair(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await turnOrEnd(ada.page);
  // Nothing can be taken back yet, so no button is left in the bar.
  await ada.page.click("#leave");
  await ada.page.waitForSelector(".sheet #sure");
  assert.ok((await ada.page.locator(".sheet").boundingBox()).width > 350);
  await goneWithoutProblems(ada, bob);
});

test("three sit down to 21, and one of them says it", async () => {
  const people = await Promise.all(["Ada", "Bob", "Cyd"].map((name) => visitor(browser, server, { name })));
  const [ada, ...others] = people.map(({ page }) => page);
  await ada.goto(`${server.url}/new`);
  await ada.selectOption("#variant", "game21_nplayer");
  await pick(ada, "opponent=open");
  await ada.click("text=Offer the game");
  for (const page of others) {
    await page.goto(server.url);
    await page.getByRole("button", { name: "Play against Ada" }).click();
  }
  await Promise.all(people.map(({ page }) => page.waitForURL(/\/table\//)));
  for (let turn = 0; ; turn++) {
    assert.ok(turn < 22);
    const { page, now } = await Promise.any(
      people.map(async ({ page }) => ({ page, now: await turnOrEnd(page) })),
    );
    if (now === "over") break;
    await page.locator(".piece.open").last().click();
    await commit(page);
  }
  const said = await Promise.all(
    people.map(({ page }) => page.locator(".status.over .headline").textContent()),
  );
  assert.equal(said.filter((text) => text.startsWith("You have lost.")).length, 1, said.join("; "));
  assert.equal(said.filter((text) => text.startsWith("You have won.")).length, 2, said.join("; "));
  // Among several nobody can force a win: no move is called lost of which its player has won.
  const [signs, kept] = await Promise.all(
    [".signs", ".accuracy"].map((what) => ada.locator(what).textContent()),
  );
  assert.match(signs, /no move was safe/);
  assert.doesNotMatch(signs + kept, /lost|kept the win/);
  await Promise.all(people.map(({ context }) => context.close()));
});

test("a player who accepts an offer may choose who begins, even after a reload", async () => {
  const [ada, bob] = await Promise.all(["Ada", "Bob"].map((name) => visitor(browser, server, { name })));
  await seatTogether(ada, bob, server, ["seat=pie"]);
  await bob.page.waitForSelector(".headline:has-text('You choose who begins')");
  await ada.page.waitForSelector(".headline:has-text('Bob chooses who begins')");
  await audit(bob.page, "choosing");
  await bob.page.reload();
  await bob.page.click("text=I begin");
  await ada.page.waitForSelector(".headline:has-text('Bob is to move')");
  await play(bob.page, "h0:1");
  await play(ada.page, "h0:1");
  await turnOrEnd(bob.page);
  await goneWithoutProblems(ada, bob);
});
