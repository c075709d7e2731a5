// The manual's own programs: the console, and the form of "your first bot".

import assert from "node:assert/strict";
import { test } from "node:test";

import { stage, visitor } from "../harness.js";

const { server, browser } = await stage({ bots: "off" });

test("the console sends messages and requests, and shows what comes back", async () => {
  const { page, problems } = await visitor(browser, server, { name: "Ada" });
  let release = () => {};
  const held = new Promise((done) => (release = () => done(undefined)));
  await page.route("**/api/asyncapi.json", (route) => held.then(() => route.continue()));
  await page.goto(`${server.url}/docs/console`);
  // On a slow network, the first click must not be lost.
  await page.waitForSelector("#connect:disabled");
  release();
  await page.click("#connect");
  await page.waitForSelector('#log:has-text(\'"t":"welcome"\')');
  await page.selectOption("#messages select", "seek");
  await page.click("#messages [type=submit]");
  await page.waitForSelector('#log:has-text(\'"t":"seeking"\')');
  await page.selectOption("#messages select", "ping");
  await page.fill("#messages textarea", "{");
  await page.click("#messages [type=submit]");
  await page.waitForSelector("#log:has-text('not JSON')");
  await page.selectOption("#requests select", "POST /api/analysis");
  await page.click("#requests [type=submit]");
  await page.waitForSelector("#answer:has-text('200'):has-text('winning_moves')");
  await page.selectOption("#requests select", "GET /api/games");
  await page.fill("[name='parameter player']", "Nobody here");
  await page.click("#requests [type=submit]");
  await page.waitForSelector("#answer:has-text('404'), #answer:has-text('\"games\"')");
  assert.deepEqual(
    problems.filter((problem) => !/404/.test(problem)),
    [],
  );
});

test("a signed-in player makes their first bot in the manual", async () => {
  const { page } = await visitor(browser, server, { name: "Eve" });
  await page.goto(`${server.url}/docs/first-bot`);
  await page.waitForSelector("main a[href='/account']");
  const status = await page.evaluate(async () => {
    const body = JSON.stringify({ name: "Eve", password: "seven wild horses at dawn" });
    const headers = { "content-type": "application/json" };
    return (await fetch("/api/register", { method: "POST", headers, body })).status;
  });
  assert.equal(status, 201);
  await page.reload();
  await page.fill("form [name=name]", "It's Bouton");
  await page.click("text=Make the bot");
  const text = await page.textContent("#yours pre");
  const token = /echo ([0-9a-f]{64}) /.exec(text ?? "")?.[1];
  assert.ok(token && text?.includes("--name 'It'\\''s Bouton'"), text ?? "");
  const me = await fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal((await me.json()).you.name, "It's Bouton");
});
