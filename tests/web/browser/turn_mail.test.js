// Mail when it is my turn in a game of days: asked for among the settings, confirmed by the link in
// a mail, sent while I am away, and ended by the link in it without signing in.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { audit, commit, registered, stage, visitor } from "../harness.js";
import { mailSink } from "../mail_sink.js";

const PASSWORD = "correct horse battery";
const PAGE = "https://nim.example.org";

const sink = await mailSink();
after(sink.close);
const env = { NIM_SMTP_URL: sink.url, NIM_MAIL_FROM: "nim@example.org", NIM_PUBLIC_URL: PAGE };
const { server, browser } = await stage({ bots: "off", env });

/** Where a link of a mail leads on the server under test. */
function link({ text }, what) {
  const [found] = text.match(new RegExp(`/account#${what}=[\\w-]{64,75}`)) ?? assert.fail(text);
  return `${server.url}${found}`;
}

/** A game of days between Bob, who challenges, and Ada, who accepts. */
async function game(ada, bob) {
  const id = await ada.page.evaluate(async () => (await (await fetch("/api/me")).json()).you.id);
  await bob.page.goto(`${server.url}/player/${id}`);
  await bob.page.click("#challenge:enabled");
  const clock = bob.page.locator("#clock");
  const days = await clock.locator("option", { hasText: "1 day a move" }).getAttribute("value");
  await clock.selectOption(days);
  await bob.page.click("label:has(input[name=seat][value=first])");
  await bob.page.click("#send-challenge");
  await ada.page.click(".challenge button.light:has-text('Play')");
  await Promise.all([ada, bob].map(({ page }) => page.waitForURL("**/table/*")));
}

test("a player asks for mails, confirms, is told of their turn while away, and ends it", async () => {
  const [ada, bob] = [await registered(browser, server, "Ada"), await registered(browser, server, "Bob")];
  const { page } = ada;
  await page.goto(`${server.url}/account`);
  await page.click("summary:has-text('Notifications')");
  await page.waitForSelector("#by-mail:disabled");
  await page.waitForSelector("text=Set a mail address first");
  await page.click("summary:has-text('Mail address')");
  await page.fill("#mail-address", "ada@example.org");
  await page.fill("#email-password", PASSWORD);
  await page.click("#change-email");
  await page.click("#by-mail[aria-pressed=false]:enabled");
  await page.waitForSelector("text=A mail with a link is on its way");
  await audit(page, "mail asked for");

  // Where the mail is read, nobody need be signed in.
  const reader = await visitor(browser, server);
  await reader.page.goto(link(await sink.next(), "mail"));
  await audit(reader.page, "the link that confirms");
  await reader.page.click("#mail-link");
  await reader.page.waitForSelector("text=You will be told of your turns by mail.");
  await page.goto(server.url);
  await page.goto(`${server.url}/account`);
  await page.click("summary:has-text('Notifications')");
  await page.waitForSelector("#by-mail[aria-pressed=true]");

  await game(ada, bob);
  await page.close();
  await bob.page.locator(".piece.open").first().click();
  await commit(bob.page);
  const mail = await sink.next();
  assert.equal(mail.to, "ada@example.org");
  assert.match(mail.text, /Bob has moved\. It is your turn:/);
  await reader.page.goto(server.url);
  await reader.page.goto(link(mail, "stop-mail"));
  await reader.page.click("#mail-link");
  await reader.page.waitForSelector("text=You get no more mail about your turns.");

  const back = await ada.context.newPage();
  await back.goto(`${server.url}/account`);
  await back.click("summary:has-text('Notifications')");
  await back.waitForSelector("#by-mail[aria-pressed=false]");
  const known = bob.problems.filter((problem) => !/404.*\/ratings$/.test(problem));
  assert.deepEqual([...ada.problems, ...known, ...reader.problems], []);
  await Promise.all([ada, bob, reader].map(({ context }) => context.close()));
});
