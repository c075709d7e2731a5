// Reporting and blocking a stranger, at the table and on their page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { audit, registered, stage } from "../harness.js";
import { pair } from "../seating.js";

const { server, browser } = await stage();

test("a player with an account reports and blocks a stranger, and a guest may do the same at the table", async () => {
  const host = registered(browser, server, "Alma");
  const { ada, bob } = await pair(browser, server, { guest: "Mallory", host });
  await bob.page.click("#reporting");
  await bob.page.waitForSelector("#report-text");
  await bob.page.waitForSelector("button:has-text('Block Alma'):enabled");
  await ada.page.click("#reporting");
  await ada.page.waitForSelector("#report-text");
  await audit(ada.page, "to report at a table");
  await ada.page.click("button:has-text('Block Mallory'):enabled");
  await ada.page.waitForSelector("button:has-text('Unblock Mallory')");
  await ada.page.selectOption("#complaint", "name");
  await ada.page.fill("#report-text", "It is a <b>name</b>");
  await ada.page.click("#report");
  await ada.page.waitForSelector("text=Whoever runs this server will look at it.");
  assert.equal(await ada.page.locator("#report").count(), 0);
  await ada.page.click(".who a:has-text('Mallory')");
  await ada.page.waitForURL(/\/player\//);
  await ada.page.click("#reporting");
  await ada.page.click("button:has-text('Unblock Mallory'):enabled");
  await ada.page.waitForSelector("button:has-text('Block Mallory'):enabled");
  await audit(ada.page, "to report on a player's page");
  for (const { problems, context } of [ada, bob]) {
    // A player without ratings has no known rating.
    assert.deepEqual(
      problems.filter((problem) => !problem.includes("404 (Not Found)")),
      [],
    );
    await context.close();
  }
});
