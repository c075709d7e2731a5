// The home page: the position of the day, tiles, waiting players, and remembered choices.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { POSITIONS } from "../../../server/web/state/daily.js";
import { audit, frame, nim, pick, stage, startServer, turnOrEnd, visitor, wirePlayer } from "../harness.js";
import { pair, play, sitDown } from "../seating.js";

const { server, browser } = await stage({});

test("every position of the day is a win for the first player", async () => {
  for (const game of POSITIONS) {
    const response = await fetch(`${server.url}/api/analysis`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ game, moves: [] }),
    });
    const { plies } = await response.json();
    assert.equal(plies?.[0].outcome, "N", JSON.stringify(game));
    assert.equal(plies[0].certainty, "proven", JSON.stringify(game));
  }
});

/** A visitor of the first Monday, when the position is 2-3-4 and the house bots are here. */
async function onMonday(name) {
  const person = await visitor(browser, server, { name });
  await person.page.clock.setFixedTime(new Date("2026-06-29T12:00:00Z"));
  await person.page.goto(server.url);
  await person.page.waitForSelector("[name=bot]", { state: "attached" });
  return person;
}

/** The stones of each heap, once a player is to move or the game is over. */
async function heapsToPlay(page) {
  await page.waitForSelector(".daily .piece.open, .daily p.won, .daily p.lost");
  return page.evaluate(() =>
    [0, 1, 2].map((i) => document.querySelectorAll(`.daily .piece[data-piece^="h${i}:"]`).length),
  );
}

test("the position of the day is solved on the board of home, and the day is counted", async () => {
  const { page, context, problems } = await onMonday("Ada");
  assert.equal(await page.locator(".streak").count(), 0, "nobody is told of no days in a row");
  await page.locator("#hint:enabled").click();
  await page.waitForSelector(".piece.hint");
  assert.match(
    await page.locator(".daily-says p").first().textContent(),
    /^Hint: \d from heap [ABC]; then everything pairs up\.$/,
  );
  let heaps = await heapsToPlay(page);
  assert.deepEqual(heaps, [2, 3, 4]);
  while (heaps.some((n) => n > 0)) {
    // A perfect opponent: it always restores the balance.
    const sum = heaps[0] ^ heaps[1] ^ heaps[2];
    const heap = heaps.findIndex((n) => (n ^ sum) < n);
    const piece = page.locator(`[data-piece="h${heap}:${heaps[heap] - (heaps[heap] ^ sum)}"]`);
    await piece.click();
    await piece.click();
    // The move can no longer be chosen, even if the opponent has answered in the meantime.
    await page.waitForFunction(
      (before) =>
        document.querySelectorAll(".daily .piece").length < before || document.querySelector(".daily p.won"),
      heaps[0] + heaps[1] + heaps[2],
    );
    heaps = await heapsToPlay(page);
  }
  await page.waitForSelector(".daily p.won");
  await page.waitForSelector(".streak:has-text('1 day in a row')");
  // What was solved is shared as a picture: saved, where the system cannot pass it on.
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("text=As a picture")]);
  assert.equal(saved.suggestedFilename(), "nim.png");
  const png = await readFile(await saved.path());
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630]);
  await page.reload();
  await page.waitForSelector(".streak:has-text('1 day in a row')");
  // What is done takes a strip, from which it is played again.
  assert.equal(await page.locator(".daily .board").count(), 0);
  await page.click(".daily.done button:has-text('Start over')");
  await page.waitForSelector(".daily .piece.open >> nth=8");
  assert.deepEqual(problems, []);
  await context.close();
});

test("home tells how many have tried the position of the day, and how many of them solved it", async () => {
  const { page, context, problems } = await visitor(browser, server, { name: "Ada" });
  await page.goto(server.url);
  await page.waitForSelector("[name=bot]", { state: "attached" });
  const over = ".daily p.won, .daily p.lost";
  await page.waitForSelector(".daily .piece.open");
  while (!(await page.locator(over).count())) {
    await page.locator(".daily .piece.open").first().click();
    await frame(page);
    if (!(await page.locator(".daily #play:enabled").count()))
      await page.locator(".daily .piece.onward").first().click();
    await page.click(".daily #play:enabled");
    await frame(page);
    await page.waitForSelector(`.daily .piece.open, ${over}`);
  }
  const said = await page.locator(".daily-head p:has-text('solved by')").textContent();
  const { tried, solved } = await (await fetch(`${server.url}/api/daily`)).json();
  assert.ok(tried >= 1, "this visitor has tried it");
  assert.ok(said.endsWith(` · solved by ${solved} of ${tried}`), said);
  assert.deepEqual(problems, []);
  await context.close();
});

test("of the position of the day only what is legal can be chosen, once it is known, and how many solved it is told", async () => {
  const { page, context, problems } = await visitor(browser, server, { name: "Ada" });
  // The first Tuesday: one, two or three of fifteen.
  await page.clock.setFixedTime(new Date("2026-06-30T12:00:00Z"));
  const moves = [1, 2, 3].map((n) => [0, n]);
  const asked = new Promise((resolve) => page.route("**/api/daily", resolve));
  await page.goto(server.url);
  await page.waitForSelector("[name=bot]", { state: "attached" });
  await page.waitForSelector(".daily .piece");
  assert.equal(await page.locator(".daily .piece").count(), 15);
  assert.equal(await page.locator(".daily .piece.open").count(), 0);
  await (await asked).fulfill({ json: { number: 2, game: POSITIONS[1], moves, tried: 204, solved: 61 } });
  await page.waitForSelector(".daily-head p:has-text(' · solved by 61 of 204')");
  await frame(page);
  assert.equal(await page.locator(".daily .piece.open").count(), 3);
  assert.deepEqual(problems, []);
  await context.close();
});

test("the server and the page have the same position of the day", async () => {
  const day = 86_400_000;
  const { number, game, moves } = await (await fetch(`${server.url}/api/daily`)).json();
  assert.ok(moves.length > 0);
  const first = Date.UTC(2026, 5, 29);
  assert.deepEqual(game, POSITIONS[(number - 1) % POSITIONS.length]);
  assert.ok(Math.abs(Date.now() - (first + (number - 0.5) * day)) <= day, "of this day");
});

test("without a house bot the position of the day is lost, tried again and solved", async (run) => {
  const alone = await startServer({ bots: "off" });
  run.after(() => alone.stop());
  const { page, context, problems } = await visitor(browser, alone, { name: "Ada" });
  await page.clock.setFixedTime(new Date("2026-06-29T12:00:00Z"));
  await page.goto(alone.url);
  await page.waitForSelector(".link.online", { state: "attached" });
  const take = async (piece) => {
    await page.waitForSelector(".daily .piece.open");
    const before = await page.locator(".daily .piece").count();
    await page.locator(`.daily .piece.open[data-piece${piece}]`).first().click();
    await page.click(".daily #play");
    await page.waitForFunction((n) => document.querySelectorAll(".daily .piece").length < n, before);
    return heapsToPlay(page);
  };
  // One stone of the four loses against an opponent that never errs, whatever follows.
  await take("='h2:1'");
  while (!(await page.locator(".daily p.lost").count())) await take("$=':1'");
  await page.click("button:has-text('Start over')");
  await page.waitForSelector(".daily .piece.open >> nth=8");
  let heaps = await heapsToPlay(page);
  assert.deepEqual(heaps, [2, 3, 4]);
  while (!(await page.locator(".daily p.won").count())) {
    const sum = heaps[0] ^ heaps[1] ^ heaps[2];
    const heap = heaps.findIndex((n) => (n ^ sum) < n);
    heaps = await take(`='h${heap}:${heaps[heap] - (heaps[heap] ^ sum)}'`);
  }
  await page.waitForSelector(".daily p.won:has-text('2')");
  await page.waitForSelector(".streak:has-text('1 day in a row')");
  await page.click("text=See why");
  await page.waitForURL(/\/analysis\?game=/);
  await page.waitForSelector(".worths li, .why");
  assert.deepEqual(problems, []);
  await context.close();
});

test("choosing a move on the position of the day moves nothing below the board", async () => {
  const { page, context } = await onMonday("Ada");
  await page.waitForSelector(".daily .piece.open");
  const top = async () => (await page.locator("#games").boundingBox()).y;
  const before = await top();
  await page.click('.daily [data-piece="h2:1"]');
  await page.waitForSelector(".daily .move-bar.some #play:enabled");
  assert.ok(Math.abs((await top()) - before) <= 2);
  await page.click(".daily #play");
  await page.waitForSelector(".daily-says:has-text('The bot plays: ')");
  assert.ok(Math.abs((await top()) - before) <= 2);
  await context.close();
});

test("a visitor loses, reads why, tries again by the rule and wins, in few touches and three minutes", async (run) => {
  const { page, context, problems } = await onMonday("Ada");
  const since = performance.now();
  let touches = 0;
  const touch = (what) => {
    touches += 1;
    return page.locator(what).first().click();
  };
  // A touch chooses a stone with those above it, another one plays.
  const take = async (piece) => {
    await touch(piece);
    await touch(piece);
  };
  await page.waitForSelector(".daily .piece.open");
  // Of 2-3-4 one stone of the four loses against the perfect bot, whatever follows.
  let piece = '.daily [data-piece="h2:1"]';
  while (!(await page.locator(".daily p.lost").count())) {
    const before = await page.locator(".daily .piece").count();
    await take(piece);
    await page.waitForFunction((n) => document.querySelectorAll(".daily .piece").length < n, before);
    await page.waitForSelector(".daily p.lost, .daily .piece.open");
    piece = ".daily .piece.open[data-piece$=':1']";
  }
  await touch("text=See why");
  await page.waitForSelector(".why-steps h2:has-text('Without a partner: ones in B and fours in C')");
  await page.waitForSelector(".why-steps:has-text('So: 3 from heap C')");
  // 2, 3 and 1 are left.
  await page.waitForSelector(".after svg[aria-label='ones: a pair; twos: a pair']");
  await touch("text=Try again from here");
  await page.waitForURL(/\/table\//);
  assert.equal(await turnOrEnd(page), "turn");
  assert.equal(await page.locator(".piece").count(), 9);
  // Now by the rule that was read: after each move of theirs every group has its partner again.
  while ((await turnOrEnd(page)) === "turn") {
    const heaps = await page.evaluate(() =>
      [0, 1, 2].map((i) => document.querySelectorAll(`.piece[data-piece^="h${i}:"]`).length),
    );
    const alone = heaps[0] ^ heaps[1] ^ heaps[2];
    const heap = heaps.findIndex((n) => (n ^ alone) < n);
    const taken = heaps[heap] - (heaps[heap] ^ alone);
    await take(`.piece[data-piece="h${heap}:${taken}"]`);
    const left = heaps[0] + heaps[1] + heaps[2] - taken;
    await page.waitForFunction(
      (left) => document.querySelectorAll(".piece").length < left || document.querySelector(".status.over"),
      left,
    );
  }
  await page.waitForSelector("text=You have won");
  const seconds = (performance.now() - since) / 1000;
  run.diagnostic(`${touches} touches, ${seconds.toFixed(1)} s without reading`);
  assert.ok(touches <= 20, `${touches} touches`);
  assert.ok(seconds < 90, `${seconds} s leave no time to read`);
  // With the seats swapped the position would be lost, so it begins again at home.
  assert.equal(await page.locator("text=Play again").count(), 0);
  await page.click(".result a:has-text('Start over')");
  await page.waitForSelector(".daily .piece.open >> nth=8");
  assert.deepEqual(problems, []);
  await context.close();
});

test("of two touches within one frame the second plays", async () => {
  const { page, context } = await onMonday("Ada");
  await page.waitForSelector(".daily .piece.open");
  await page.evaluate(() => {
    const stone = document.querySelector('.daily [data-piece="h2:3"]');
    for (let i = 0; i < 2; i++) stone.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });
  await page.waitForFunction(() => document.querySelectorAll(".daily .piece").length < 9);
  await context.close();
});

test("of choices within one frame each counts", async () => {
  const { page, context } = await visitor(browser, server, { name: "Ada" });
  await page.goto(`${server.url}/new`);
  await page.waitForSelector(".card.new button.big:enabled");
  await page.evaluate(() => {
    const pick = (id, value) => {
      const select = document.querySelector(id);
      select.value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    };
    document.querySelector("[name=seat][value=second]").click();
    pick("#variant", "grundy");
    document.querySelector("[name=opponent][value=open]").click();
    pick("#clock", "3+2");
    document.querySelector("#sound").click();
  });
  await page.waitForSelector("#sound:not(:checked)");
  const chosen = await page.evaluate(() =>
    ["#variant", "#clock", "[name=seat]:checked", "[name=opponent]:checked"].map(
      (what) => document.querySelector(what).value,
    ),
  );
  assert.deepEqual(chosen, ["grundy", "3+2", "second", "open"]);
  await context.close();
});

test("a move on its way stays chosen, and no verdict stands beside it", async () => {
  const person = await visitor(browser, server, { name: "Ada" });
  const { page, context } = person;
  // The server's answers to the first move are held until the page has been inspected.
  let release;
  const looked = new Promise((resolve) => (release = resolve));
  await page.routeWebSocket(/\/ws$/, (wire) => {
    const toServer = wire.connectToServer();
    let held = false;
    wire.onMessage((message) => {
      held ||= JSON.parse(message).t === "challenge";
      toServer.send(message);
    });
    toServer.onMessage(async (message) => {
      if (held) await looked;
      wire.send(message);
    });
  });
  await page.clock.setFixedTime(new Date("2026-06-29T12:00:00Z"));
  await page.goto(server.url);
  await page.waitForSelector("[name=bot]", { state: "attached" });
  await page.locator("#hint:enabled").click();
  await page.waitForSelector(".piece.hint");
  const stone = page.locator('[data-piece="h2:3"]');
  await stone.click();
  await stone.click();
  await page.waitForSelector(".daily p[role=status]:has-text('The bot is thinking')");
  assert.equal(await page.locator(".daily .piece.going").count(), 3);
  assert.equal(await page.locator(".daily .said, .daily .piece.hint").count(), 0);
  release();
  await page.waitForFunction(() => document.querySelectorAll(".daily .piece").length < 9);
  await context.close();
});

test("a guest keeps the name of the first visit, and table and head agree", async () => {
  const { page, context } = await visitor(browser, server, { name: "" });
  await page.goto(server.url);
  const name = await page.locator(".my-name > span").last().textContent();
  assert.match(name, /^Guest \d{4}$/);
  await page.reload();
  assert.equal(await page.locator(".my-name > span").last().textContent(), name);
  await page.click("button:has-text('Play now'):enabled");
  await page.waitForURL(/\/table\//);
  await page.waitForSelector(".seats .who a");
  assert.ok((await page.locator(".seats .who a").allTextContents()).includes(name));
  await context.close();
});

for (const [width, height] of [
  [390, 844],
  [360, 640],
  [320, 568],
])
  test(`at ${width} x ${height} whoever comes back finds the chosen game in the first screen`, async () => {
    const { page, context, problems } = await visitor(browser, server, {
      viewport: { width, height },
      locale: "fr",
    });
    await page.addInitScript(() => {
      localStorage.setItem("nim.learnt", "pairs");
      localStorage.setItem("nim.variant", "chomp");
    });
    await page.goto(server.url);
    const start = page.locator("button.big:enabled").first();
    const { y, height: tall, x, width: wide } = await start.boundingBox();
    const tabs = await page.locator(".tabs").boundingBox();
    assert.ok(
      y >= 0 && y + tall <= tabs.y && x >= 0 && x + wide <= width,
      JSON.stringify({ x, y, tall, wide }),
    );
    await audit(page, "home of whoever comes back");
    await start.click();
    await page.waitForSelector(".phone-head h1:has-text('Chomp')");
    assert.deepEqual(problems, []);
    await context.close();
  });

test("a newcomer reads how the game is played that is chosen", async () => {
  const { page, context, problems } = await visitor(browser, server);
  await page.goto(server.url);
  await page.waitForSelector(".welcome:has-text('the last move decides who wins')");
  await page.click("#games .tile:has-text('Chomp')");
  await page.waitForSelector(".welcome:has-text('Chomp: Bite off a square')");
  assert.equal(await page.locator(".welcome:has-text('Nim:')").count(), 0);
  assert.deepEqual(problems, []);
  await context.close();
});

test("on a phone a newcomer reads what this is and has a game in the first screen, and later the board", async () => {
  const phone = { name: "Ada", viewport: { width: 390, height: 844 }, hasTouch: true };
  const { page, context, problems } = await visitor(browser, server, phone);
  await page.goto(server.url);
  await page.waitForSelector(".welcome:has-text('the last move decides who wins')");
  const { y, height } = await page.locator(".welcome button").boundingBox();
  assert.ok(y + height < 420, "it is in the upper half");
  await audit(page, "home of a newcomer");
  await page.click(".welcome button:enabled");
  await page.waitForURL(/\/table\//);
  await turnOrEnd(page);
  await page.goto(server.url);
  await page.waitForSelector(".mine .turn-now");
  assert.equal(await page.locator(".welcome").count(), 0);
  assert.deepEqual(problems, []);
  await context.close();
});

test("a waiting player is seen by others, and met with one touch", async () => {
  const [ada, bob] = await Promise.all(["Ada", "Bob"].map((name) => visitor(browser, server, { name })));
  await ada.page.goto(`${server.url}/new`);
  await pick(ada.page, "opponent=open");
  await ada.page.selectOption("#clock", "3+2");
  await ada.page.click("text=Offer the game");
  await bob.page.goto(server.url);
  await bob.page.waitForSelector(".pace.waits[data-pace='3+2']");
  await bob.page.click("[data-pace='3+2']:enabled");
  await Promise.all([ada, bob].map(({ page }) => page.waitForURL(/\/table\//)));
  // The first move has a limit that counts down visible to both.
  for (const { page } of [ada, bob]) await page.waitForSelector(".countdown");
  await Promise.all([ada, bob].map(({ context }) => context.close()));
});

test("a touch chooses and a second plays, unless moves are to be confirmed", async () => {
  const bot = await wirePlayer(browser, server, "Hazel", (moves) => moves[0]);
  const { page, context } = await visitor(browser, server, { name: "Ada" });
  const sit = () => sitDown(page, server, bot, nim([5, 6]));
  await sit();
  await page.locator('[data-piece="h0:2"]').click();
  await page.waitForSelector("#play:enabled");
  await page.locator('[data-piece="h0:2"]').click();
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
  await page.check("#confirm");
  await sit();
  await page.locator('[data-piece="h0:2"]').click();
  await page.waitForSelector("#play:enabled");
  await page.locator('[data-piece="h0:2"]').click();
  await page.waitForSelector("#play:disabled", { state: "attached" });
  assert.equal(await page.locator(".moves li").count(), 0);
  await bot.close();
  await context.close();
});

test("long names of bots are not broken within a word on a phone", async (run) => {
  const quiet = await startServer({ bots: "off" });
  run.after(() => quiet.stop());
  const names = ["Wolfeschlegelsteinhausen the 3rd", "Perfectionist", "Grandmother Hazelwood"];
  const bots = await Promise.all(names.map((name) => wirePlayer(browser, quiet, name)));
  const { page, context } = await visitor(browser, quiet, { viewport: { width: 320, height: 640 } });
  await page.goto(quiet.url);
  await page.waitForFunction(() => document.querySelectorAll("[name=bot]").length === 3);
  const broken = await page.evaluate(() =>
    [...document.querySelectorAll(".chips span")].flatMap((chip) => {
      const range = document.createRange();
      range.selectNodeContents(chip);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      return lines > chip.textContent.split(" ").length ? [chip.textContent] : [];
    }),
  );
  assert.deepEqual(broken, []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  await Promise.all([context.close(), ...bots.map((bot) => bot.close())]);
});

test("a request is a sheet on a phone, and its refusal is told", async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
  const { ada, bob } = await pair(browser, server, phone);
  await turnOrEnd(ada.page);
  await ada.page.locator(".piece.open").first().click();
  await ada.page.click("#play:enabled");
  await ada.page.click("text=Take back");
  const sheet = bob.page.locator(".sheet[role=alert]");
  await sheet.waitFor();
  const { y, height } = await sheet.boundingBox();
  assert.ok(y > 0 && y + height <= 844, "the request is in sight");
  await audit(bob.page, "a request");
  await bob.page.click("text=Decline");
  await ada.page.waitForSelector("text=Your takeback was declined.");
  // Who asks may think better of it, which is no refusal.
  await ada.page.click(".notice button");
  await ada.page.click("text=Take back");
  await sheet.waitFor();
  await ada.page.click("#withdraw");
  await sheet.waitFor({ state: "detached" });
  await ada.page.waitForSelector("#takeback");
  assert.equal(await ada.page.locator(".notice").count(), 0);
  // Once it is agreed to, both are where they were: the one at the button, the other at the board.
  await ada.page.locator("#takeback").focus();
  await ada.page.keyboard.press("Enter");
  await bob.page.locator(".sheet button:text-is('Agree')").focus();
  await bob.page.keyboard.press("Enter");
  await turnOrEnd(ada.page);
  await frame(ada.page);
  const [asked, agreed] = await Promise.all(
    [ada, bob].map(({ page }) => page.evaluate(() => document.activeElement.id)),
  );
  assert.deepEqual([asked, agreed], ["takeback", "board"]);
  await Promise.all([ada, bob].map(({ context }) => context.close()));
});

test("each page has a title of its own, and a theme that is chosen stays", async () => {
  const { page, context } = await visitor(browser, server, { colorScheme: "light" });
  const titles = [];
  for (const path of [
    "/",
    "/learn",
    "/ladder",
    "/watch",
    "/tournaments",
    "/analysis",
    "/account",
    "/no/where",
  ]) {
    await page.goto(server.url + path);
    await page.waitForSelector(".link.online").catch(() => {});
    titles.push(await page.title());
  }
  assert.equal(new Set(titles).size, titles.length, titles.join("; "));
  await page.goto(server.url);
  await page.click("#theme");
  await page.waitForSelector('html[data-theme="dark"]');
  await page.reload();
  await page.waitForSelector('html[data-theme="dark"]');
  await context.close();
});

test("nothing moves away from under the pointer while parts of the page come", async () => {
  for (const [path, ready] of [
    ["/new", "fieldset:enabled [name=bot]"],
    ["/", "fieldset:enabled [name=bot]"],
    ["/puzzles", ".piece"],
    ["/learn", ".piece"],
    ["/ladder", ".empty"],
    ["/account", ".person a[href]"],
  ])
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const { page, context } = await visitor(browser, server, { viewport });
      await page.addInitScript(() => {
        window.moved = [];
        // What leaves the screen, or comes onto it, has one rectangle only.
        const isMoved = ({ previousRect: before, currentRect: now }) =>
          before.height > 0 && now.height > 0 && Math.abs(before.top - now.top) > 2;
        const named = ({ node, previousRect, currentRect }) =>
          `${(node?.textContent ?? "").slice(0, 30)}: ${previousRect.top} to ${currentRect.top}`;
        new PerformanceObserver((list) => {
          for (const { sources } of list.getEntries())
            window.moved.push(...sources.filter(isMoved).map(named));
        }).observe({ type: "layout-shift", buffered: true });
      });
      // A slow connection: each file and answer arrives late.
      await page.route(/\/(variants|boards|texts|matter|views)\/|\/api\//, async (route) => {
        await new Promise((done) => setTimeout(done, 150));
        await route.fallback();
      });
      await page.goto(server.url + path);
      await page.waitForSelector(ready, { state: "attached" });
      await page.waitForLoadState("networkidle");
      await frame(page);
      assert.deepEqual(await page.evaluate(() => window.moved), [], `${path} at ${viewport.width}`);
      await context.close();
    }
});

test("the form of a new game stays where it is, when home has led to it", async () => {
  const { page, context } = await visitor(browser, server);
  // A slow connection: what home does not know of the games arrives late.
  await page.route(/\/api\/variants$/, async (route) => {
    await new Promise((done) => setTimeout(done, 300));
    await route.fallback();
  });
  await page.goto(server.url);
  await page.waitForSelector("[name=bot]", { state: "attached" });
  await page.evaluate(() => {
    window.places = new Set();
    const look = () => {
      const seat = document.querySelector(".new-form [name=seat][value=second]");
      if (seat) window.places.add(Math.round(seat.getBoundingClientRect().top + scrollY));
      requestAnimationFrame(look);
    };
    look();
  });
  await page.click("text=More choices");
  await page.waitForSelector(".new-form [name=seat]", { state: "attached" });
  await page.waitForLoadState("networkidle");
  await frame(page);
  const places = await page.evaluate(() => [...window.places]);
  assert.equal(places.length, 1, `the choice of a seat was ${places} pixels down`);
  await context.close();
});

test("home shows a running game live", async () => {
  const { ada, bob } = await pair(browser, server);
  const eve = await visitor(browser, server, { name: "Eve" });
  await eve.page.goto(server.url);
  await eve.page.waitForSelector(".featured .board");
  assert.equal(await eve.page.locator(".featured [data-piece]").count(), 0, "it cannot be touched");
  await play(ada.page, "h0:3");
  await eve.page.waitForSelector(".featured .ghost");
  await audit(eve.page, "home with a running game");
  await eve.page.click(".featured .live");
  await eve.page.waitForSelector("text=You are watching.");
  assert.deepEqual(eve.problems, []);
  await Promise.all([ada, bob, eve].map(({ context }) => context.close()));
});
