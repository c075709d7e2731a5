// Offline: a returning visitor still gets the page and can do the lessons.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stage, visitor } from "../harness.js";

const { server, browser } = await stage();

test("the page can be installed, and its lessons are played without a network", async () => {
  const { page, context } = await visitor(browser, server, { serviceWorkers: "allow" });
  await page.goto(server.url);
  const manifest = await (await fetch(`${server.url}/manifest.webmanifest`)).json();
  for (const { src } of manifest.icons) assert.equal((await fetch(server.url + src)).status, 200, src);
  await page.waitForSelector("html[data-kept]", { state: "attached" });
  await server.stop("SIGKILL", true);
  await context.setOffline(true);
  await page.goto(`${server.url}/learn`);
  await page.waitForSelector(".saying.turn");
  await page.click('[data-piece="h0:4"]');
  await page.click("#play");
  await page.waitForSelector(".saying.won");
  await page.goto(`${server.url}/learn/count`);
  await page.waitForSelector(".saying.turn");
  await page.click('[data-piece="d:1"]');
  await page.click("#play");
  await page.waitForSelector(".saying.threw, .saying.turn:has-text('bot'), .saying.turn");
  await context.close();
});
