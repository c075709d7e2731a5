// Rated games between people: a pair with the seats swapped, drawn starts, and what the ladder
// makes of them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { audit, pick, registered, stage, turnOrEnd } from "../harness.js";
import { goneWithoutProblems, play, seatTogether } from "../seating.js";

const { server, browser } = await stage();

test("a rated pair is two games with the seats swapped, and both count on the ladder", async () => {
  const [ada, bob] = [await registered(browser, server, "Fay"), await registered(browser, server, "Gus")];
  await seatTogether(ada, bob, server, ["seat=first", "games=pair", "counts=rated"]);
  await ada.page.waitForSelector(".meta:has-text('rated · game 1 of 2')");
  const first = ada.page.url();
  await play(ada.page, "h0:3");
  await play(bob.page, "h1:5");
  assert.equal(await ada.page.getByRole("button", { name: "Take back" }).count(), 0);
  await ada.page.click('[data-piece="h2:7"]');
  await ada.page.click("#play");
  for (const { page } of [ada, bob]) await page.waitForSelector(".meta:has-text('game 2 of 2')");
  await bob.page.click('[data-piece="h0:3"]');
  await bob.page.click("#play");
  await play(ada.page, "h1:5");
  await turnOrEnd(bob.page);
  await bob.page.click("text=Resign");
  await bob.page.click("#sure");
  await ada.page.waitForSelector("text=You have won.");
  for (const { page } of [ada, bob]) await firstRatingShown(page);
  await ada.page.goto(first);
  await ada.page.click("text=To game 2 of the pair");
  await ada.page.click("text=Ladder");
  await ada.page.waitForSelector(".ranks tbody tr");
  await audit(ada.page, "ladder");
  await ada.page.click(".pool:has-text('no clock')");
  await ada.page.waitForURL(/leaderboard=people%2Fnim%2Fnormal%2Ffree/);
  const standing = (count) =>
    ada.page.waitForFunction(
      (count) => document.querySelectorAll(".standings tbody tr:not(.anchor)").length === count,
      count,
    );
  await standing(2);
  assert.match(await ada.page.locator(".standings tbody tr").first().textContent(), /never errs/);
  await ada.page.fill("#search", "gu");
  await standing(1);
  await ada.page.fill("#search", "");
  await standing(2);
  await seasonSeen(ada.page);
  await standing(2);
  await pick(ada.page, "time=now");
  await ada.page.click(".ranks a:has-text('Fay')");
  await ada.page.waitForSelector("text=What changed the ratings");
  assert.match(await ada.page.locator("main").textContent(), /Gus.*2 \/ 2/);
  await pick(ada.page, "cause=result");
  await ada.page.waitForSelector(".reason:has-text('Won 2 of 2 games')");
  await ada.page.waitForFunction(
    () => ![...document.querySelectorAll(".reason")].some(({ textContent }) => /decision/.test(textContent)),
  );
  assert.equal(await ada.page.locator("text=Latest games").count(), 1);
  await audit(ada.page, "player");
  await ada.page.click(".changes [aria-label='Game 2 against Gus'] >> nth=0");
  await ada.page.waitForSelector(".meta:has-text('game 2 of 2')");
  await Promise.all([ada, bob].map(({ context }) => context.close()));
});

/** The end shows a player's first rating, which is theirs from now on. */
async function firstRatingShown(page) {
  assert.match(await page.locator(".result .rated em").textContent(), /^[+−]\d+$/);
  const ratings = await page.evaluate(async () => {
    const { you } = await (await fetch("/api/me")).json();
    const { ratings } = await (await fetch(`/api/players/${you.id}/ratings`)).json();
    return ratings.map(({ rating }) => String(Math.round(rating)));
  });
  const shown = await page.locator(".result .rated .num").textContent();
  assert.ok(ratings.includes(shown), `${shown} of ${ratings}`);
}

/** What starts are worth, who was active, and this season with its two players. */
async function seasonSeen(page) {
  // What holding a start is worth has been learnt from these two games.
  await page.waitForSelector("text=What a start is worth");
  await page.waitForSelector(".activity:has-text('2 players, 2 of them in the last week.')");
  assert.match(await page.locator(".last.soft").first().textContent(), /today|yesterday/);
  await pick(page, "time=season");
  await page.waitForURL(/season=\d{4}-Q\d/);
  await page.waitForSelector(".season .lead:has-text('day')");
  // Both threw wins away.
  assert.equal(await page.locator(".season .gain.lost").count(), 2);
  await audit(page, "a season");
  await page.click("[aria-label='The season before']");
  await page.waitForSelector("text=Nobody played a rated game in this season.");
  await page.click("[aria-label='The next season']");
}

test("a start that leaves too little to decide is told apart before it is offered", async () => {
  const ivy = await registered(browser, server, "Ivy");
  await ivy.page.goto(`${server.url}/new`);
  for (const choice of ["opponent=open", "counts=rated", "games=pair"]) await pick(ivy.page, choice);
  await ivy.page.waitForSelector(".start-judged:has-text('Whoever begins can win. Good for the ladder')");
  const before = await ivy.page.locator(".preview-game .big").boundingBox();
  await ivy.page.click("text=Your own numbers");
  await ivy.page.fill("#value-heaps", "9");
  await ivy.page.waitForSelector(".start-judged.bad:has-text('Too little to decide')");
  await ivy.page.waitForSelector(".preview-game .big:disabled");
  const after = await ivy.page.locator(".preview-game .big").boundingBox();
  assert.ok(Math.abs(after.y - before.y) <= 2, "the button stays where it was");
  await audit(ivy.page, "a start judged");
  // What is not rated may be as small as one likes.
  await pick(ivy.page, "counts=casual");
  await ivy.page.waitForSelector(".preview-game .big:enabled");
  await goneWithoutProblems(ivy);
});

test("an offer and its table say that the start is drawn, all help allowed, and ratings count", async () => {
  const [mia, ned] = [await registered(browser, server, "Mia"), await registered(browser, server, "Ned")];
  await mia.page.goto(`${server.url}/new`);
  await pick(mia.page, "start=?");
  for (const choice of [
    "draw=easy",
    "won-by=first",
    "seat=first",
    "games=pair",
    "counts=rated",
    "help=open",
    "opponent=open",
    "window=200",
  ])
    await pick(mia.page, choice);
  await audit(mia.page, "new game, drawn and rated");
  await mia.page.click("text=Offer the game");
  await mia.page.waitForSelector(".waiting");
  await ned.page.goto(server.url);
  const offer = ned.page.locator("li:has-text('Mia')");
  await offer.waitFor();
  assert.match(
    await offer.textContent(),
    /start drawn by lot, easy · two games · rated · all help allowed · for ratings from 1,[23]\d\d to 1,[67]\d\d/,
    "wider the longer it waits",
  );
  await offer.getByRole("button").click();
  for (const { page } of [mia, ned]) {
    await page.waitForSelector(".meta:has-text('rated · all help allowed · game 1 of 2')");
    assert.match(await page.locator(".drawn").textContent(), /The start was drawn by lot: easy, no\. \d+\./);
  }
  // No rated game is left running, which would suppress analysis of nearby positions.
  for (const game of [1, 2]) {
    await ned.page.waitForSelector(`.meta:has-text('game ${game} of 2')`);
    await ned.page.click("text=Resign");
    await ned.page.click("#sure");
  }
  await ned.page.waitForSelector(".status.lost");
  await goneWithoutProblems(mia, ned);
});
