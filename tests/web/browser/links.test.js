// Shared links: the invitation page, link previews, and the page for unknown addresses.

import assert from "node:assert/strict";
import { test } from "node:test";

import { audit, nim, pick, stage, visitor, wirePlayer } from "../harness.js";
import { goneWithoutProblems, invite } from "../seating.js";

const { server, browser } = await stage();

/** What a site that previews links reads from an address. */
async function previewOf(path) {
  const html = await (await fetch(server.url + path)).text();
  const said = Object.fromEntries(
    [...html.matchAll(/<meta property="og:(\w+)" content="([^"]*)"/g)].map(([, key, value]) => [key, value]),
  );
  const picture = await fetch(said.image);
  const bytes = new Uint8Array(await picture.arrayBuffer());
  assert.equal(picture.headers.get("content-type"), "image/png");
  assert.equal(String.fromCharCode(...bytes.slice(1, 4)), "PNG");
  return { ...said, size: [bytes[18] * 256 + bytes[19], bytes[22] * 256 + bytes[23]] };
}

test("an invitation says who, what and how, and its preview does too", async () => {
  const ada = await wirePlayer(browser, server, "Ada & Co");
  const clock = { kind: "fischer", base_ms: 180_000, increment_ms: 2000 };
  const { seek } = await ada.ask({ t: "seek", game: nim([3, 5, 7]), seat: "first", private: true, clock });
  const preview = await previewOf(`/seek/${seek}`);
  assert.equal(preview.title, "Ada &amp; Co invites you · Nim");
  assert.match(preview.description, /Nim 3,5,7, 3\+2/);
  assert.deepEqual(preview.size, [1200, 630]);
  const { page, context, problems } = await visitor(browser, server, { name: "Bob" });
  await page.goto(`${server.url}/seek/${seek}`);
  await page.waitForSelector(".invitation .by:has-text('Ada & Co')");
  const facts = await page.locator(".invitation dd").allTextContents();
  assert.deepEqual(facts, ["3–5–7", "3+2", "Ada & Co", "casual"]);
  await page.waitForFunction(() => document.querySelector(".code img").naturalWidth > 0);
  await audit(page, "an invitation");
  await page.click("#accept:enabled");
  await page.waitForURL(/\/table\//);
  // The player who accepted is at the table; the invitation is gone.
  const late = await visitor(browser, server, { name: "Cyd" });
  await late.page.goto(`${server.url}/seek/${seek}`);
  await late.page.waitForSelector("text=This invitation is no longer open.");
  assert.equal(await late.page.locator("#accept").count(), 0);
  assert.match((await previewOf(new URL(page.url()).pathname)).title, /^Ada &amp; Co – Bob|^Bob – Ada/);
  assert.deepEqual(problems, []);
  await Promise.all([context.close(), late.context.close(), ada.close()]);
});

test("whoever says on the invitation what they are called, and plays at once, is in the game by that name", async () => {
  const ada = await visitor(browser, server, { name: "Ada" });
  const eve = await visitor(browser, server, { name: "Guest" });
  await eve.page.goto(await invite(ada.page, server));
  await eve.page.fill("#name", "Eve of Elsewhere");
  // The name is sent when the field is left, which the click does: there is no connection just then.
  await eve.page.click("#accept");
  await eve.page.waitForURL(/\/table\//);
  await ada.page.waitForSelector(".who:has-text('Eve of Elsewhere')");
  await goneWithoutProblems(ada, eve);
});

test("whoever takes one of three seats is told that they are in, and the inviting player how many are", async () => {
  const people = await Promise.all(["Ada", "Bob", "Cyd"].map((name) => visitor(browser, server, { name })));
  const [ada, bob, cyd] = people.map(({ page }) => page);
  await ada.goto(`${server.url}/new`);
  await ada.selectOption("#variant", "game21_nplayer");
  await pick(ada, "opponent=link");
  await ada.click("button.big:enabled");
  const link = await ada.locator(".share input").inputValue();
  await ada.waitForSelector(".waiting .seats:has-text('1 of 3 seats is taken')");
  await bob.goto(link);
  await bob.click("#accept:enabled");
  await bob.waitForSelector(".seats:has-text('You are in. 2 of 3 seats are taken.')");
  assert.equal(await bob.locator("#accept").count(), 0);
  await audit(bob, "a seat of three");
  await ada.waitForSelector(".waiting .seats:has-text('2 of 3 seats are taken')");
  await bob.click("#leave");
  await ada.waitForSelector(".waiting .seats:has-text('1 of 3 seats is taken')");
  await bob.click("#accept:enabled");
  await ada.waitForSelector(".waiting .seats:has-text('2 of 3 seats are taken')");
  // Who goes away frees the seat too; who comes back has to take it again.
  await bob.reload();
  await ada.waitForSelector(".waiting .seats:has-text('1 of 3 seats is taken')");
  await bob.click("#accept:enabled");
  await cyd.goto(link);
  await cyd.click("#accept:enabled");
  await Promise.all([ada, bob, cyd].map((page) => page.waitForURL(/\/table\//)));
  await goneWithoutProblems(...people);
});

test("what is not there is a page that says so, and not found for programs too", async () => {
  const { page, context } = await visitor(browser, server);
  const answer = await page.goto(`${server.url}/no/where`);
  assert.equal(answer.status(), 404);
  await page.waitForSelector("main h1");
  assert.match(await page.title(), /^Not found/);
  assert.equal(await page.locator("main a[href='/']").count(), 1);
  await audit(page, "nowhere");
  const plain = await fetch(`${server.url}/no/where`);
  assert.equal(plain.status, 404);
  assert.equal(await plain.text(), "no such page\n");
  await context.close();
});

test("a table or an invitation that does not exist says so", async () => {
  const { page, context } = await visitor(browser, server);
  const nobody = "01234567-89ab-4def-8123-456789abcdef";
  await page.goto(`${server.url}/table/${nobody}`);
  await page.waitForSelector("text=This table is not here");
  await page.goto(`${server.url}/seek/${nobody}`);
  await page.waitForSelector("text=This invitation is no longer open");
  await context.close();
});
