// The account page: sessions, bots, and every change of credentials.

import assert from "node:assert/strict";
import { test } from "node:test";

import { audit, isSignedIn, registered, stage, visitor } from "../harness.js";

const PASSWORD = "correct horse battery";

const { server, browser } = await stage();

/** Signs in, in a separate browser. */
async function signedIn(name, password = PASSWORD) {
  const person = await visitor(browser, server, { name: "Elsewhere" });
  await person.page.goto(`${server.url}/account`);
  await person.page.fill("#account-name", name);
  await person.page.fill("#password", password);
  await person.page.click("#login:enabled");
  return person;
}

/** Opens a collapsed section and fills it in. */
async function change(page, summary, fields, button) {
  await page.click(`summary:has-text("${summary}")`);
  for (const [field, value] of Object.entries(fields)) await page.fill(field, value);
  await page.click(button);
}

test("a player signed in twice sees both sessions, and ends the other", async () => {
  const here = await registered(browser, server, "Dora");
  const there = await signedIn("Dora");
  await isSignedIn(there.page, "Dora");
  await here.page.goto(`${server.url}/account`);
  await here.page.waitForFunction(() => document.querySelectorAll(".list li").length === 2);
  await audit(here.page, "signed in");
  await here.page.click(".list li button");
  await here.page.waitForFunction(() => document.querySelectorAll(".list li").length === 1);
  await there.page.waitForSelector("text=You were signed out");
  assert.deepEqual(here.problems, []);
  await Promise.all([here, there].map(({ context }) => context.close()));
});

test("a bot gets a token, which is shown once and opens the bot, until it is ended", async () => {
  const { page, problems, context } = await registered(browser, server, "Enid");
  await page.goto(`${server.url}/account`);
  await change(page, "A new bot", { "#bot-name": "Enids bot", "#bot-version": "1.2" }, "#make-bot");
  const token = await page.locator(".token code").innerText();
  await page.waitForSelector(".list li:has-text('Enids bot · 1.2')");
  const me = () => fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal((await (await me()).json()).you.name, "Enids bot");
  await page.reload();
  await page.waitForSelector(".list li:has-text('Enids bot · 1.2')");
  assert.equal(await page.locator(".token").count(), 0, "shown once");
  await page.click(".list li:has-text('Enids bot') button");
  await page.waitForFunction(() => !document.body.innerText.includes("Enids bot"));
  assert.equal((await me()).status, 403);
  assert.deepEqual(problems, []);
  await context.close();
});

test("a new password signs out elsewhere; the old one is worthless, and a wrong one is told", async () => {
  const here = await registered(browser, server, "Fred");
  const there = await signedIn("Fred");
  await isSignedIn(there.page, "Fred");
  await here.page.goto(`${server.url}/account`);
  const fields = { "#old-password": "not this password", "#new-password": "battery horse correct" };
  await change(here.page, "Change the password", fields, "#change-password");
  await here.page.waitForSelector("[role=alert]");
  await here.page.fill("#old-password", PASSWORD);
  await here.page.fill("#new-password", "battery horse correct");
  await here.page.click("#change-password");
  await there.page.waitForSelector("text=You were signed out");
  await isSignedIn(here.page, "Fred");
  const old = await signedIn("Fred");
  await old.page.waitForSelector("[role=alert]");
  const now = await signedIn("Fred", "battery horse correct");
  await isSignedIn(now.page, "Fred");
  await Promise.all([here, there, old, now].map(({ context }) => context.close()));
});

test("a name is changed once in thirty days", async () => {
  const { page, context } = await registered(browser, server, "Gwen");
  await page.goto(`${server.url}/account`);
  await change(page, "Change the name", { "#next-name": "Gwendolyn" }, "#change-name");
  await isSignedIn(page, "Gwendolyn");
  await change(page, "Change the name", { "#next-name": "Gwen again" }, "#change-name");
  await page.waitForSelector("[role=alert]");
  assert.equal(await page.locator("h1").innerText(), "Gwendolyn");
  await context.close();
});

test("an account is deleted with its password, and its name is nobody's", async () => {
  const { page, context } = await registered(browser, server, "Hugo");
  await page.goto(`${server.url}/account`);
  await change(page, "Delete the account", { "#delete-password": PASSWORD }, "#delete-account");
  await page.waitForURL(`${server.url}/`);
  await page.waitForSelector(".name .button:visible");
  const again = await signedIn("Hugo");
  await again.page.waitForSelector("[role=alert]");
  await Promise.all([context, again.context].map((one) => one.close()));
});

test("a name is kept by its password, and every window of its player has it", async () => {
  const { page, context } = await registered(browser, server, "Cyd");
  const other = await visitor(browser, server, { name: "Cyd" });
  await other.page.goto(`${server.url}/account`);
  await other.page.waitForSelector("text=This name belongs to somebody else");
  await other.page.waitForSelector(".link.online");
  await other.page.fill("#account-name", "Cyd");
  await other.page.fill("#password", "wrong horse battery");
  await other.page.click("#register:enabled");
  await other.page.waitForSelector("[role=alert]:has-text('This name belongs to somebody else')");
  await audit(other.page, "account");
  await other.page.fill("#password", "correct horse battery");
  await other.page.click("#login");
  await isSignedIn(other.page, "Cyd");
  await other.page.goto(`${server.url}/account`);
  await other.page.click("#logout");
  await other.page.waitForSelector(".name .button");
  const second = await context.newPage();
  await second.goto(server.url);
  for (const window of [second, page]) {
    await isSignedIn(window, "Cyd");
    await window.waitForSelector(".link.online");
  }
  await Promise.all([context, other.context].map((context) => context.close()));
});
