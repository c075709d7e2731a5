// One player in several windows: each shows the game, any of them plays it, and nothing
// is lost when one is closed.

import { test } from "node:test";

import { stage, visitor } from "../harness.js";
import { accept, goneWithoutProblems, invite, play } from "../seating.js";

const { server, browser } = await stage();

/** Ada invites Bob to 3-5-7 and moves first. */
async function invited() {
  const ada = await visitor(browser, server, { name: "Ada" });
  const bob = await visitor(browser, server, { name: "Bob" });
  const link = await invite(ada.page, server);
  // Elsewhere meanwhile: the window that was opened first is not disturbed by the second.
  const second = await ada.context.newPage();
  await second.goto(`${server.url}/ladder`);
  await accept(bob.page, link);
  await ada.page.waitForURL(/\/table\//);
  return { ada, bob, second };
}

/** @param {any} page @param {number} count */
function moves(page, count) {
  return page.waitForFunction((count) => document.querySelectorAll(".moves li").length === count, count);
}

test("two windows of one player play one game by turns, and either may be closed", async () => {
  const { ada, bob, second } = await invited();
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
  await goneWithoutProblems(ada, bob);
});

test("a window elsewhere does not end the game", async () => {
  const { ada, bob, second } = await invited();
  await second.goto(`${server.url}/ladder`);
  await play(ada.page, "h0:3");
  await play(bob.page, "h1:5");
  // The second window learns whose turn it is, whatever page it shows.
  await second.waitForFunction(() => document.title.startsWith("●"));
  await second.close();
  await play(ada.page, "h2:7");
  await ada.page.waitForSelector("text=You have won.");
  await goneWithoutProblems(ada, bob);
});
