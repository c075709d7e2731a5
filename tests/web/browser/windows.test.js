// One player in several windows: each shows the game, any of them plays it, and nothing
// is lost when one is closed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { commit, stage, turnOrEnd, visitor } from "../harness.js";

const { server, browser } = await stage();

/** Ada invites Bob to 3-5-7 and moves first. */
async function pair() {
  const ada = await visitor(browser, server, { name: "Ada" });
  const bob = await visitor(browser, server, { name: "Bob" });
  await ada.page.goto(`${server.url}/new`);
  await ada.page.check("[name=seat][value=first]", { force: true });
  await ada.page.check("[name=opponent][value=link]", { force: true });
  await ada.page.click("text=Make an invitation");
  const link = await ada.page.locator(".share input").inputValue();
  // Elsewhere meanwhile: the window that was opened first is not disturbed by the second.
  const second = await ada.context.newPage();
  await second.goto(`${server.url}/ladder`);
  await bob.page.goto(link);
  await bob.page.click("#accept:enabled");
  await Promise.all([ada, bob].map(({ page }) => page.waitForURL(/\/table\//)));
  return { ada, bob, second };
}

async function play(page, piece) {
  assert.equal(await turnOrEnd(page), "turn");
  await page.click(`[data-piece="${piece}"]`);
  await commit(page);
}

/** @param {any} page @param {number} count */
function moves(page, count) {
  return page.waitForFunction((count) => document.querySelectorAll(".moves li").length === count, count);
}

test("two windows of one player play one game by turns, and either may be closed", async () => {
  const { ada, bob, second } = await pair();
  await second.goto(ada.page.url());
  await play(ada.page, "h0:1");
  await moves(second, 1);
  await play(bob.page, "h0:1");
  await play(second, "h0:1");
  await moves(ada.page, 3);
  // The first window closes; the game continues in the second, and Bob sees nobody leave.
  await ada.page.close();
  await play(bob.page, "h1:5");
  await play(second, "h2:7");
  await second.waitForSelector("text=You have won.");
  await bob.page.waitForSelector("text=You have lost.");
  assert.deepEqual([...ada.problems, ...bob.problems], []);
  await Promise.all([ada, bob].map(({ context }) => context.close()));
});

test("a window elsewhere does not end the game", async () => {
  const { ada, bob, second } = await pair();
  await second.goto(`${server.url}/ladder`);
  await play(ada.page, "h0:3");
  await play(bob.page, "h1:5");
  // The second window learns whose turn it is, whatever page it shows.
  await second.waitForFunction(() => document.title.startsWith("●"));
  await second.close();
  await play(ada.page, "h2:7");
  await ada.page.waitForSelector("text=You have won.");
  assert.deepEqual([...ada.problems, ...bob.problems], []);
  await Promise.all([ada, bob].map(({ context }) => context.close()));
});
