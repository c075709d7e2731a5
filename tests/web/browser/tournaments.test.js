// Features for registered players: registering where it is required, and tournaments, created
// with the form, entered, played and followed live.

import assert from "node:assert/strict";
import { test } from "node:test";

import { audit, isSignedIn, pick, registered, stage, visitor } from "../harness.js";

const { server, browser } = await stage();

/** Creates a tournament as the page's player; returns its id. */
function founded(page, plan) {
  return page.evaluate(async (plan) => {
    const response = await fetch("/api/tournaments", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ plan }),
    });
    return (await response.json()).tournament;
  }, plan);
}

test("what was chosen for a new game outlives registering", async () => {
  const { page, context } = await visitor(browser, server, { name: "Quinn" });
  await page.goto(`${server.url}/new`);
  await page.selectOption("#variant", "grundy");
  await pick(page, "seat=second");
  await page.selectOption("#clock", "day");
  await page.fill("#password", "correct horse battery");
  await page.click("#register:enabled");
  await isSignedIn(page, "Quinn");
  await page.waitForSelector(".card.new button.big:enabled");
  const chosen = await page.evaluate(() =>
    ["#variant", "#clock", "[name=seat]:checked"].map((what) => document.querySelector(what).value),
  );
  assert.deepEqual(chosen, ["grundy", "day", "second"]);
  // Only over that: whoever comes back begins anew.
  await page.reload();
  await page.waitForSelector(".card.new button.big:enabled");
  assert.equal(await page.inputValue("#clock"), "");
  await context.close();
});

test("a visitor who needs an account registers on the spot, without a word of a lost connection", async () => {
  const { page, context, problems } = await visitor(browser, server, { name: "Pia" });
  await page.goto(`${server.url}/new`);
  await page.selectOption("#clock", "day");
  await page.waitForSelector("#register:enabled");
  assert.equal(await page.locator(".card.new button.big").count(), 0, "nothing that would be refused");
  await page.selectOption("#clock", "3+2");
  await page.waitForSelector(".card.new button.big:enabled");
  await page.goto(`${server.url}/tournaments/new`);
  await page.waitForSelector("#register:enabled");
  await audit(page, "an account is wanted");
  // Every state of the connection that the page shows from here on, to its end.
  const shown = [];
  await page.exposeFunction("noted", (state) => shown.push(state));
  await page.evaluate(() => {
    const note = () => window.noted(document.querySelector(".link")?.className ?? "none");
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await page.fill("#password", "correct horse battery");
  await page.click("#register");
  await page.waitForSelector("#cup-name");
  assert.equal(new URL(page.url()).pathname, "/tournaments/new");
  assert.deepEqual(
    shown.filter((state) => /ended|waiting/.test(state)),
    [],
  );
  await page.goto(`${server.url}/new`);
  await page.selectOption("#clock", "day");
  await pick(page, "opponent=link");
  await page.click("text=Make an invitation");
  await page.waitForSelector(".share input");
  assert.deepEqual(problems, []);
  await context.close();
});

test("a tournament is made with the form, played, watched and looked at", async () => {
  const [ida, jon] = [await registered(browser, server, "Ida"), await registered(browser, server, "<i>Jon")];
  const eve = await visitor(browser, server, { name: "Eve" });
  await ida.page.goto(`${server.url}/tournaments/new`);
  await ida.page.fill("#cup-name", "<u>Cup</u>");
  await ida.page.selectOption("#cup-format", "knockout");
  // Chomp only: the server reveals nothing about positions near those of running rated games.
  await pick(ida.page, "variant=nim", false);
  await pick(ida.page, "variant=chomp");
  await audit(ida.page, "new tournament");
  await ida.page.click("text=Make the tournament");
  await ida.page.waitForURL(/\/tournament\/[0-9a-f-]+$/);
  const address = ida.page.url();
  for (const { page } of [ida, jon]) {
    await page.goto(address);
    await page.click("button:has-text('Enter')");
    await page.waitForSelector("button:has-text('Leave')");
  }
  await eve.page.goto(address);
  await eve.page.waitForSelector(".list a:has-text('<i>Jon')");
  await ida.page.waitForSelector(".list a:has-text('<i>Jon')");
  await ida.page.click("text=Begin now");
  await Promise.all([ida, jon].map(({ page }) => page.waitForSelector(".meta:has-text('game 1 of 2')")));
  await eve.page.click("text=Game 1");
  await eve.page.waitForSelector("text=You are watching.");
  for (const game of [1, 2]) {
    await jon.page.waitForSelector(`.meta:has-text('game ${game} of 2')`);
    // No analysis is requested of a start with a running rated game.
    if (game === 2) await eve.page.waitForSelector("text=The second game from this start is still running");
    await jon.page.click("text=Resign");
    await jon.page.click("#sure");
  }
  // Eve's page has been behind the others, where a browser need not draw it.
  await eve.page.bringToFront();
  await eve.page.waitForSelector("text=Analyse from here");
  await eve.page.goBack();
  await eve.page.waitForSelector(".stage.finished");
  await eve.page.waitForSelector(".winner:has-text('Ida won the tournament.')");
  await eve.page.waitForSelector(".duel .won:has-text('Ida')");
  await audit(eve.page, "bracket");
  await eve.page.click("a.duel");
  await eve.page.waitForSelector("text=Ida won.");
  assert.equal(await eve.page.locator("main u, main i").count(), 0, "names are text");
  await eve.page.click("text=Look at it >> nth=0");
  await eve.page.waitForSelector(".status.over");
  assert.deepEqual([...ida.problems, ...jon.problems, ...eve.problems], []);
  await Promise.all([ida, jon, eve].map(({ context }) => context.close()));
});

test("a tournament that asks lets a pair begin when both say that they are ready", async () => {
  const [kim, lou] = [await registered(browser, server, "Kim"), await registered(browser, server, "Lou")];
  const plan = {
    name: "Asked",
    format: { kind: "round_robin" },
    courses: [{ variant: "nim" }],
    entrants: 2,
    begin: { when: "full" },
    kinds: "people",
    ready: true,
    wait_ms: 600_000,
  };
  const tournament = await founded(kim.page, plan);
  for (const { page } of [kim, lou]) {
    await page.goto(`${server.url}/tournament/${tournament}`);
    await page.click("button:has-text('Enter')");
  }
  await kim.page.waitForSelector("text=Your game against Lou is due.");
  await audit(kim.page, "asked");
  await kim.page.click("text=I am ready");
  await kim.page.waitForSelector("button:has-text('Leave')");
  await lou.page.click("text=I am ready");
  await Promise.all([kim, lou].map(({ page }) => page.waitForSelector(".meta:has-text('game 1 of 2')")));
  assert.deepEqual([...kim.problems, ...lou.problems], []);
  await Promise.all([kim, lou].map(({ context }) => context.close()));
});

test("long names in standings are not broken letter by letter on a phone, nor push the table out", async () => {
  const names = ["Wolfeschlegelsteinhausenbergerdo", "A name of thirty-two characters!", "W"];
  const zoe = await registered(browser, server, "Zoe");
  const tournament = await founded(zoe.page, {
    name: "Names",
    format: { kind: "round_robin" },
    courses: [{ variant: "nim" }],
    entrants: 8,
    begin: { when: "on_request" },
    wait_ms: 60_000,
  });
  assert.ok(tournament);
  const scores = { pairs: [1, 1, 1], games: [3, 3, 0], direct: 0, sonneborn_berger: 0, buchholz: 0, wins: 1 };
  const id = (i) => `01234567-89ab-4def-8123-456789abcde${i}`;
  await zoe.page.route(`**/api/tournaments/${tournament}`, async (route) => {
    const told = await (await route.fetch()).json();
    told.stage = "finished";
    told.entrants = names.map((name, i) => ({ number: i + 1, player: id(i), name }));
    told.standings = names.map((_, i) => ({ rank: i + 1, number: i + 1, score: 3, elo: null, ...scores }));
    await route.fulfill({ json: told });
  });
  // What the server says of the tournament live would be newer than this answer.
  await zoe.page.routeWebSocket(/\/ws$/, (wire) => wire.close());
  await zoe.page.setViewportSize({ width: 390, height: 844 });
  await zoe.page.goto(`${server.url}/tournament/${tournament}`);
  await zoe.page.waitForSelector(".ranks .who-row");
  const shown = await zoe.page.locator(".ranks .who-row a").evaluateAll((all) =>
    all.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      return { lines: tops.size, right: one.getBoundingClientRect().right };
    }),
  );
  assert.equal(shown.length, names.length);
  for (const [i, { lines, right }] of shown.entries())
    assert.ok(lines <= 3 && right < 300, `${names[i]}: ${lines} lines, to ${right} pixels`);
  assert.equal(await zoe.page.evaluate(() => document.documentElement.scrollWidth), 390);
  await zoe.context.close();
});

test("a tournament is entered and followed live", async () => {
  const hal = await registered(browser, server, "Hal");
  const plan = {
    name: "<b>Cup",
    format: { kind: "round_robin", cycles: 1 },
    pairs: 1,
    courses: [{ variant: "nim", params: {}, ending: "normal", size: 15 }],
    entry: "open",
    entrants: 8,
    begin: { when: "on_request" },
    running: 16,
    each: 1,
    wait_ms: 60000,
  };
  const tournament = await founded(hal.page, plan);
  await hal.page.goto(`${server.url}/tournaments`);
  await hal.page.click(".ranks a:has-text('<b>Cup')");
  await hal.page.click("button:has-text('Enter')");
  await hal.page.waitForSelector("main a:has-text('Hal')");
  await audit(hal.page, "tournament");
  await hal.page.click("button:has-text('Leave')");
  await hal.page.waitForSelector("button:has-text('Enter')");
  assert.match(hal.page.url(), new RegExp(tournament));
  assert.deepEqual(hal.problems, []);
  await hal.context.close();
});
