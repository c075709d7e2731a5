// How two players come to one table, and play there: by an invitation, or against a player
// without a page.

import assert from "node:assert/strict";

import { commit, pick, turnOrEnd, visitor } from "./harness.js";

/**
 * Offers a game by a link, with these choices of the form besides; returns the link.
 * @param {string[]} [choices]  Of radio buttons, as `name=value`.
 */
export async function invite(page, server, choices = ["seat=first"], clock = "") {
  await page.goto(`${server.url}/new`);
  for (const choice of [...choices, "opponent=link"]) await pick(page, choice);
  if (clock) await page.selectOption("#clock", clock);
  await page.click("button.big:enabled");
  return page.locator(".share input").inputValue();
}

/** Takes the offer behind a link, and goes to the table. */
export async function accept(page, link) {
  await page.goto(link);
  await page.click("#accept:enabled");
  await page.waitForURL(/\/table\//);
}

/** The host invites the guest, with these choices; both go to the table. */
export async function seatTogether(host, guest, server, choices, clock) {
  await accept(guest.page, await invite(host.page, server, choices, clock));
  await host.page.waitForURL(/\/table\//);
}

/** Two visitors at a table of 3-5-7, of whom the host moves first. */
export async function pair(browser, server, { guest = "Bob", host = "Ada", ...options } = {}) {
  const [ada, bob] = await Promise.all([
    typeof host === "string" ? visitor(browser, server, { name: host, ...options }) : host,
    visitor(browser, server, { name: guest, ...options }),
  ]);
  await seatTogether(ada, bob, server);
  return { ada, bob };
}

/** Sits down with a player without a page; waits for the turn, or the end of the game. */
export async function sitDown(page, server, bot, game, seat = "second") {
  const { seek } = await bot.ask({ t: "seek", game, seat, private: true });
  await accept(page, `${server.url}/seek/${seek}`);
  return turnOrEnd(page);
}

/** Plays the move that this piece stands for, once it is the visitor's turn. */
export async function play(page, piece) {
  assert.equal(await turnOrEnd(page), "turn");
  await page.click(`[data-piece="${piece}"]`);
  await commit(page);
}

/** Leaves, all of them; those whose pages had problems fail the test. */
export async function goneWithoutProblems(...people) {
  for (const { problems, context } of people) {
    assert.deepEqual(problems, []);
    await context.close();
  }
}
