// Meeting another player from their page: a challenge that only they see, taken, declined,
// withdrawn, refused to a blocked player, and not offered to somebody who is away.

import assert from "node:assert/strict";
import { test } from "node:test";

import { audit, pick, registered, stage, turnOrEnd, visitor } from "../harness.js";
import { goneWithoutProblems, pair, play, seatTogether } from "../seating.js";

const { server, browser } = await stage();

/** Goes to the page of a player. */
async function visit({ page }, id) {
  await page.goto(`${server.url}/player/${id}`);
  await page.waitForSelector(".person .where:has(span)");
}

/** A player's id, as the server knows them by their cookie. */
const idOf = ({ page }) => page.evaluate(async () => (await (await fetch("/api/me")).json()).you.id);

/** Challenges the player of this page, from its form. */
async function challenge({ page }) {
  await page.click("#challenge:enabled");
  await page.click("#send-challenge:enabled");
  await page.waitForSelector("text=Bea has been asked.");
}

test("a challenge from a profile reaches exactly that player, and is taken, declined or withdrawn", async () => {
  const [ada, bea, eve] = await Promise.all([
    registered(browser, server, "Ada"),
    registered(browser, server, "Bea"),
    visitor(browser, server, { name: "Eve" }),
  ]);
  await eve.page.goto(server.url);
  const id = await idOf(bea);
  await visit(ada, id);
  await ada.page.waitForSelector(".where >> text=here now");
  await audit(ada.page, "a player's page");

  await ada.page.click("#challenge:enabled");
  await ada.page.waitForSelector("#send-challenge");
  await audit(ada.page, "a challenge");
  await pick(ada.page, "seat=first");
  await pick(ada.page, "counts=rated");
  await ada.page.waitForSelector("text=start drawn by lot");
  await pick(ada.page, "counts=casual");
  await ada.page.click("#send-challenge");
  await bea.page.waitForSelector(".challenge >> text=Ada wants to play with you");
  assert.equal(await eve.page.locator(".challenge").count(), 0);
  await bea.page.click(".challenge >> text=Decline");
  await ada.page.waitForSelector(".said.bad >> text=Bea does not want to play now.");

  await challenge(ada);
  await bea.page.waitForSelector(".challenge");
  await ada.page.click("text=Withdraw");
  await bea.page.waitForSelector(".challenge", { state: "detached" });
  await ada.page.waitForSelector("#challenge:enabled");

  await challenge(ada);
  await bea.page.click(".challenge button.light");
  await Promise.all([ada, bea].map(({ page }) => page.waitForURL(/\/table\//)));
  await visit(eve, id);
  await eve.page.click("text=watch their game");
  await eve.page.waitForURL(/\/table\//);
  for (const { problems, context } of [ada, bea, eve]) {
    // A player without ratings has no known rating.
    assert.deepEqual(
      problems.filter((problem) => !problem.includes("404 (Not Found)")),
      [],
    );
    await context.close();
  }
});

test("a player who is away or blocked cannot be challenged, and both are told why", async () => {
  const [ada, bea] = await Promise.all([
    registered(browser, server, "Cleo"),
    registered(browser, server, "Dora"),
  ]);
  const [cleo, dora] = [await idOf(ada), await idOf(bea)];
  await visit(ada, dora);
  await visit(bea, cleo);
  await ada.page.click("#reporting");
  await ada.page.click("button:has-text('Block Dora'):enabled");
  await ada.page.waitForSelector("button:has-text('Unblock Dora')");
  await ada.page.reload();
  await ada.page.waitForSelector("text=You have blocked Dora.");
  assert.ok(await ada.page.isDisabled("#challenge"));
  await bea.page.click("#challenge:enabled");
  await bea.page.click("#send-challenge:enabled");
  await bea.page.waitForSelector(".said.bad >> text=One of you has blocked the other.");
  await ada.context.close();
  // Cleo is gone once the server has noticed.
  const gone = async () => (await (await fetch(`${server.url}/api/players/${cleo}`)).json()).online;
  while (await gone());
  await visit(bea, cleo);
  await bea.page.waitForSelector("text=Cleo must be here to be asked.");
  assert.ok(await bea.page.isDisabled("#challenge"));
  await bea.context.close();
});

test("after a game the next opponent is found in the same game with the same clock", async () => {
  const people = await Promise.all(
    ["Kim", "Lou", "Pia", "Ray"].map((name) => visitor(browser, server, { name })),
  );
  const [kim, lou, pia, ray] = people;
  for (const [host, guest] of [
    [kim, lou],
    [pia, ray],
  ]) {
    await seatTogether(host, guest, server, ["seat=first"], "3+2");
    await play(host.page, "h0:3");
    await play(guest.page, "h1:5");
    await host.page.click("text=Resign");
    await host.page.click("#sure");
    await guest.page.waitForSelector(".status.won");
  }
  const before = [kim, pia].map(({ page }) => page.url());
  for (const { page } of [kim, pia]) await page.click("text=Next opponent");
  for (const [i, { page }] of [kim, pia].entries()) {
    await page.waitForURL((url) => url.pathname.startsWith("/table/") && url.href !== before[i]);
    await page.waitForSelector(`.player:has-text('${["Pia", "Kim"][i]}') .clock`);
    assert.match(await page.locator(".player .clock").first().textContent(), /3:0\d|2:5\d/);
  }
  await goneWithoutProblems(...people);
});

test("phrases are said and seen, and who does not want to see them mutes them, for the next visit too", async () => {
  const { ada, bob } = await pair(browser, server);
  const bubble = bob.page.locator(".said-bubble");
  await ada.page.click(".phrases button:has-text('Good luck')");
  await bubble.filter({ hasText: "Good luck" }).waitFor();
  await bob.page.click("#mute");
  await bubble.waitFor({ state: "detached" });
  await bob.page.reload();
  await bob.page.waitForSelector("#mute[aria-pressed=true]");
  // One phrase is allowed every two seconds; the move that follows it comes after it.
  await ada.page.waitForFunction(() => !document.querySelector(".said-bubble"));
  await ada.page.click(".phrases button:has-text('Thanks')");
  await ada.page.waitForSelector(".said-bubble");
  await play(ada.page, "h1:2");
  await turnOrEnd(bob.page);
  assert.equal(await bubble.count(), 0);
  await bob.page.click("#mute");
  await bob.page.waitForSelector("#mute[aria-pressed=false]");
  await goneWithoutProblems(ada, bob);
});
