// What entrants and organizers of tournaments decide with the page's controls: byes, berserk, a
// corrected result, and the end.

import assert from "node:assert/strict";
import { test } from "node:test";

import { audit, pick, registered, stage } from "../harness.js";

const { server, browser } = await stage();

test("an entrant takes a bye, and the organizer corrects a result", async () => {
  const names = ["Olga", "Mia", "Ned"];
  const people = await Promise.all(names.map((name) => registered(browser, server, name)));
  const [olga, mia, ned] = people;
  await olga.page.goto(`${server.url}/tournaments/new`);
  await olga.page.fill("#cup-name", "Open");
  await olga.page.selectOption("#cup-format", "swiss");
  await olga.page.fill("#cup-rounds", "3");
  await olga.page.fill("#cup-byes", "1");
  // Chomp only: the server reveals nothing about positions near those of running rated games.
  await pick(olga.page, "variant=nim", false);
  await pick(olga.page, "variant=chomp");
  await pick(olga.page, "close=on_request");
  await olga.page.click("text=Make the tournament");
  await olga.page.waitForURL(/\/tournament\/[0-9a-f-]+$/);
  const address = olga.page.url();
  for (const { page } of [mia, ned]) {
    await page.goto(address);
    await page.click("button:has-text('Enter')");
    await page.waitForSelector("button:has-text('Leave')");
  }
  await ned.page.selectOption("#bye-round", "3");
  await audit(ned.page, "an entrant's choices");
  await ned.page.click("text=Take the bye");
  await ned.page.waitForSelector("text=You take a bye: round 3.");
  assert.equal(await ned.page.locator("#bye-round").count(), 0, "one is the most");
  await olga.page.click("text=Begin now");
  for (const game of [1, 2]) {
    await mia.page.waitForSelector(`.meta:has-text('game ${game} of 2')`);
    await mia.page.click("text=Resign");
    await mia.page.click("#sure");
  }
  await olga.page.waitForSelector("button:has-text('End the tournament'):disabled");
  await olga.page.goto(`${address}/1-1`);
  await olga.page.click("button:has-text('Correct') >> nth=0");
  await olga.page.waitForSelector("#right-winner");
  assert.deepEqual(await olga.page.locator("#right-winner option").allTextContents(), ["Mia", "nobody"]);
  await olga.page.fill("#right-why", "Mia resigned by mistake");
  await audit(olga.page, "a correction");
  await olga.page.click("text=Correct the result");
  await olga.page.waitForSelector(".list strong:has-text('Mia won.')");
  await olga.page.waitForSelector(".list li:has-text('(corrected: Mia resigned by mistake)')");
  assert.equal(await olga.page.locator(".list li:has-text('(resigned)')").count(), 1, "the other game");
  assert.equal(await olga.page.locator("#right-why").count(), 0, "the form is closed");
  // After the first game of a pair its page asks for an analysis, which the server refuses while the
  // second is played from the same start, rated.
  const refused = /403.*\/api\/(analysis|games\/[^/]+\/review)/;
  assert.deepEqual(
    people.flatMap(({ problems }) => problems.filter((problem) => !refused.test(problem))),
    [],
  );
  await Promise.all(people.map(({ context }) => context.close()));
});

test("berserk is switched on, and is still on when the page is opened again", async () => {
  const pat = await registered(browser, server, "Pat");
  await pat.page.goto(`${server.url}/tournaments/new`);
  await pat.page.fill("#cup-name", "Arena");
  await pat.page.selectOption("#cup-format", "arena");
  await pick(pat.page, "kinds=people");
  await pat.page.click("text=Make the tournament");
  await pat.page.click("button:has-text('Enter')");
  // The box shows what the server has confirmed.
  await pat.page.click("#berserk");
  await pat.page.waitForFunction(
    async (path) => {
      const { entrants } = await (await fetch(path)).json();
      return entrants[0].berserk;
    },
    `/api/tournaments/${new URL(pat.page.url()).pathname.split("/")[2]}`,
  );
  await pat.page.reload();
  await pat.page.waitForSelector("#berserk:checked");
  await pat.page.click("#berserk");
  await pat.page.waitForSelector("#berserk:not(:checked)");
  await audit(pat.page, "berserk");
  assert.deepEqual(pat.problems, []);
  await pat.context.close();
});
