// Opponents for everybody: house bots, and people who look for the same game.

import assert from "node:assert/strict";
import { test } from "node:test";

import { audit, commit, pick, stage, startServer, turnOrEnd, visitor } from "../harness.js";
import { goneWithoutProblems } from "../seating.js";

const { browser } = await stage();

test("a visitor has an opponent at once, and the perfect bot never errs", async (run) => {
  const house = await startServer();
  run.after(() => house.stop());
  const { page, context, problems } = await visitor(browser, house, { name: "Ada" });
  await page.goto(house.url);
  await page.waitForSelector("[name=bot]", { state: "attached" });
  await page.click("text=More choices");
  await pick(page, "seat=second");
  // The perfect house bot.
  await pick(page, "bot=Nimrod (perfect)");
  await page.selectOption("#clock", "10+5");
  await page.click("button:has-text('Play now')");
  await page.waitForURL(/\/table\//);
  await page.waitForSelector(".player .clock");
  // A bot agrees to a takeback.
  await turnOrEnd(page);
  const takeBack = page.getByRole("button", { name: "Take back" });
  assert.ok(await takeBack.isDisabled(), "there is nothing to take back yet");
  const place = await page.locator("#play").boundingBox();
  await page.locator(".piece.open").first().click();
  await commit(page);
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 3);
  await turnOrEnd(page);
  assert.deepEqual(
    await page.locator("#play").boundingBox(),
    place,
    "a second click there is no other button's",
  );
  await takeBack.click();
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 1);
  while ((await turnOrEnd(page)) === "turn") {
    await page.locator(".piece.open").first().click();
    await commit(page);
    // The list of moves goes along.
    await page.waitForFunction(() => {
      const [list, last] = [document.querySelector(".moves"), document.querySelector(".moves li:last-child")];
      return last.getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom + 1;
    });
  }
  // With perfect play 3-5-7 is a win for the first player.
  await page.waitForSelector("text=You have lost. Nimrod (perfect) made the last move.");
  await page.waitForSelector("text=You never had the chance");
  assert.match(await page.locator(".accuracy").textContent(), /You never had the chance.*kept the win/);
  await page.waitForSelector("text=You never had the chance: no win was thrown away.");
  await page.click("text=Show me why");
  await page.waitForSelector(".says:has-text('You are to move and lose against best play.')");
  await page.waitForSelector("text=leave your opponent everything in pairs");
  // The nim-sum is there for who wants it, and from then on open.
  assert.equal(await page.locator(".verdict .digits").isVisible(), false);
  await page.click(".verdict summary");
  await page.waitForSelector(".verdict .digits");
  await page.reload();
  await page.click("text=Show me why");
  await page.waitForSelector(".verdict .digits");
  await page.click("text=Play again");
  await page.waitForFunction(() => document.querySelector(".player.turn .who")?.textContent.includes("you"));
  await goneWithoutProblems({ problems, context });
});

test("two visitors who want the same game meet at once, and one who waits in vain is offered a bot", async (run) => {
  const house = await startServer();
  run.after(() => house.stop());
  const [ada, bob, cyd] = await Promise.all(
    ["Ada", "Bob", "Cyd"].map((name) => visitor(browser, house, { name })),
  );
  for (const { page } of [ada, bob]) {
    await page.goto(house.url);
    await page.click("[data-variant=chomp]");
    await page.click("[data-pace='3+2']:enabled");
  }
  await Promise.all([ada, bob].map(({ page }) => page.waitForURL(/\/table\//)));
  await ada.page.waitForSelector(".player .clock");
  assert.equal(ada.page.url(), bob.page.url());
  assert.match(await ada.page.locator("h1").textContent(), /^Chomp/);
  await cyd.page.goto(house.url);
  await cyd.page.waitForSelector("[name=bot]");
  await cyd.page.click("[data-pace='']:enabled");
  // How the draw is kept honest is told to those who ask.
  await cyd.page.click("text=How is this fair?");
  await cyd.page.waitForSelector(".waiting details[open] code");
  await cyd.page.waitForSelector("text=Nobody else is looking");
  await audit(cyd.page, "waiting");
  await cyd.page.click(".waiting .light");
  await cyd.page.waitForURL(/\/table\//);
  await cyd.page.click("a.brand");
  await cyd.page.waitForSelector("text=Your game of");
  assert.equal(await cyd.page.locator(".waiting").count(), 0, "the wait has ended");
  await goneWithoutProblems(ada, bob, cyd);
});

test("a visitor plays 21 for three alone: bots take the other seats, again too", async (run) => {
  const house = await startServer();
  run.after(() => house.stop());
  const person = await visitor(browser, house, { name: "Ada" });
  const { page } = person;
  await page.goto(house.url);
  await page.waitForSelector("[name=bot]", { state: "attached" });
  await page.click("[data-variant=game21_nplayer]");
  await page.click("#play-now button.big:enabled");
  for (let game = 0; game < 2; game++) {
    await page.waitForURL(/\/table\//);
    await page.waitForSelector(".player");
    const kinds = await page.locator(".player .who").allTextContents();
    assert.equal(kinds.filter((text) => /bot/.test(text)).length, 2, kinds.join("; "));
    while ((await turnOrEnd(page)) === "turn") {
      await page.locator(".piece.open").first().click();
      await commit(page);
    }
    assert.match(await page.locator(".headline").textContent(), /^You have (won|lost)/);
    if (game === 1) break;
    const first = page.url();
    await page.click("text=Play again");
    await page.waitForURL((url) => url.href !== first && /\/table\//.test(url.pathname));
  }
  await goneWithoutProblems(person);
});

/** Ada offers 21 for three to anybody, and Bob takes a seat in it. */
async function joined(run) {
  const house = await startServer();
  run.after(() => house.stop());
  const [ada, bob] = await Promise.all(["Ada", "Bob"].map((name) => visitor(browser, house, { name })));
  await ada.page.goto(`${house.url}/new`);
  await ada.page.selectOption("#variant", "game21_nplayer");
  await pick(ada.page, "opponent=open");
  await ada.page.click("text=Offer the game");
  await ada.page.waitForSelector(".waiting");
  await bob.page.goto(house.url);
  await bob.page.getByRole("button", { name: "Play against Ada" }).click();
  return { ada, bob };
}

test("whoever waits for several lets bots take the seats that are still free", async (run) => {
  const { ada, bob } = await joined(run);
  await ada.page.click("text=Let bots take the free seats");
  await Promise.all([ada, bob].map(({ page }) => page.waitForURL(/\/table\//)));
  await ada.page.waitForSelector(".player .who:has-text('bot')");
  assert.equal(await ada.page.locator(".player").count(), 3);
  await goneWithoutProblems(ada, bob);
});

test("whoever has a seat in an offer for several is told that it was withdrawn", async (run) => {
  const { ada, bob } = await joined(run);
  await bob.page.waitForSelector(".joined");
  await ada.page.click(".waiting >> text=Withdraw");
  await bob.page.waitForSelector("text=The offer in which you had a seat was withdrawn.");
  // The page learns it from the answer that there is no such offer.
  const others = bob.problems.filter((problem) => !/404 \(Not Found\).*\/api\/seeks\//.test(problem));
  await goneWithoutProblems(ada, { ...bob, problems: others });
});

test("the hundredth visitor plays the easy bot at once, like the ninth", async (run) => {
  const house = await startServer();
  run.after(() => house.stop());
  // The others: each on a connection of its own, in the middle of a game that they do not play on.
  const crowd = await browser.newPage();
  await crowd.goto(`${house.url}/favicon.svg`);
  await crowd.evaluate(
    (url) => {
      window.seated = 0;
      window.come = (count) => {
        for (let i = 0; i < count; i++) {
          const socket = new WebSocket(url, "nim.v1");
          const say = (message) => socket.send(JSON.stringify(message));
          socket.onopen = () => say({ t: "hello", cid: 0, name: "Guest", kind: "person", client: "crowd" });
          socket.onmessage = ({ data }) => {
            const message = JSON.parse(data);
            if (message.t === "welcome") say({ t: "lobby", cid: 1, on: true, show: ["players"] });
            if (message.t === "seated") window.seated += 1;
            if (message.t !== "lobby") return;
            const bot = message.players.find(({ name }) => name === "Nimby (easy)");
            const game = { variant: "nim", params: {}, ending: "normal", start: { heaps: [3, 5, 7] } };
            say({ t: "challenge", cid: 2, player: bot.id, game, seat: "first" });
          };
        }
      };
    },
    `${house.url.replace("http", "ws")}/ws`,
  );
  const first = await visitor(browser, house, { name: "Ada" });
  await first.page.goto(house.url);
  await first.page.waitForSelector("[name=bot]", { state: "attached" });
  const plays = async ({ page }) => {
    await pick(page, "bot=Nimby (easy)");
    await page.click("#play-now button.big:enabled");
    await page.waitForURL(/\/table\//);
    await page.waitForSelector(".player .who:has-text('Nimby (easy)')");
    await turnOrEnd(page);
    await page.locator(".piece.open").first().click();
    await commit(page);
    await turnOrEnd(page);
  };
  for (const others of [8, 99]) {
    await crowd.evaluate((count) => window.come(count - window.seated), others);
    await crowd.waitForFunction((count) => window.seated === count, others);
    const person = others === 8 ? first : await visitor(browser, house, { name: "Bob" });
    if (person !== first) await person.page.goto(house.url);
    await plays(person);
    await goneWithoutProblems(person);
  }
  await crowd.close();
});

test("the bot that adapts is stronger after a win, and a hint says where to win", async (run) => {
  const house = await startServer();
  run.after(() => house.stop());
  const person = await visitor(browser, house, { name: "Ada" });
  const { page } = person;
  await page.goto(house.url);
  await page.waitForSelector("[name=bot]", { state: "attached" });
  await pick(page, "bot=adapts");
  await page.click("text=More choices");
  await pick(page, "seat=first");
  await page.click("button.big:enabled");
  await page.waitForURL(/\/table\//);
  await page.waitForSelector(".player .who:has-text('Nimby (easy)')");
  while ((await turnOrEnd(page)) === "turn") {
    await page.click("#hint:enabled");
    // Of 3-5-7 a win is kept by what the hint shows and says.
    const slot = (await page.locator(".piece.hint").first().getAttribute("data-piece")).split(":")[0];
    const heaps = await page.evaluate(() =>
      [0, 1, 2].map((i) => document.querySelectorAll(`.piece[data-piece^="h${i}:"]`).length),
    );
    const sum = heaps[0] ^ heaps[1] ^ heaps[2];
    const heap = Number(slot.slice(1));
    assert.ok((heaps[heap] ^ sum) < heaps[heap], `${heaps}: the hint is ${slot}`);
    const take = heaps[heap] - (heaps[heap] ^ sum);
    const isLast = heaps.filter(Boolean).length === 1;
    assert.equal(
      await page.locator(".preview").textContent(),
      `Hint: ${take} from heap ${"ABC"[heap]}; ${isLast ? "that is the last move" : "then everything pairs up"}.`,
    );
    assert.equal(await page.locator(".piece.hint").count(), take, "and shown whole");
    await page.click(`[data-piece="h${heap}:${take}"]`);
    await commit(page);
  }
  await page.waitForSelector(".status.won");
  await page.click("a.brand");
  await page.click("#play-now button.big:enabled");
  await page.waitForURL(/\/table\//);
  await page.waitForSelector(".player .who:has-text('Nimmer (medium)')");
  await goneWithoutProblems(person);
});
