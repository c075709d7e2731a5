// What is heard: each move, the end of a game, and a clock that runs low; nothing where sounds
// are off.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stage, turnOrEnd, visitor } from "../harness.js";
import { goneWithoutProblems, play, seatTogether } from "../seating.js";

const { server, browser } = await stage();

/** Records the pitches played, one list per page; time can be advanced. */
function spy() {
  window.pitches = [];
  window.later = 0;
  const { now } = Date;
  Date.now = () => now() + window.later;
  window.AudioContext = class {
    currentTime = 0;
    resume = async () => {};
    createGain = () => ({ gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} });
    createOscillator = () => {
      const oscillator = {
        frequency: { value: 0 },
        connect: (other) => other,
        start: () => window.pitches.push(oscillator.frequency.value),
        stop() {},
      };
      return oscillator;
    };
  };
}

/** Waits until exactly these pitches have been played, and clears the list. */
async function hears(page, ...pitches) {
  await page.waitForFunction((count) => window.pitches.length >= count, pitches.length);
  assert.deepEqual(await page.evaluate(() => window.pitches.splice(0)), pitches);
}

test("moves, the end of a game and a low clock are heard, and nothing by those who turned sounds off", async () => {
  const [ada, bob] = await Promise.all(["Ada", "Bob"].map((name) => visitor(browser, server, { name })));
  for (const { context } of [ada, bob]) await context.addInitScript(spy);
  await bob.context.addInitScript(() => localStorage.setItem("nim.sound", ""));
  await ada.page.goto(`${server.url}/new`);
  assert.equal(await ada.page.isChecked("#sound"), true);
  await ada.page.uncheck("#sound");
  await ada.page.check("#sound");
  await hears(ada.page, 440, 587);
  await ada.page.reload();
  await ada.page.waitForSelector("#sound:checked");
  await seatTogether(ada, bob, server, ["seat=first"], "3+2");
  await play(ada.page, "h0:3");
  await hears(ada.page, 220);
  await play(bob.page, "h1:5");
  await hears(ada.page, 440, 587);
  await turnOrEnd(ada.page);
  await ada.page.evaluate(() => (window.later = 175_000));
  await hears(ada.page, 880, 880, 880);
  await ada.page.waitForSelector(".clock.low");
  await play(ada.page, "h2:1");
  await hears(ada.page, 220);
  await play(bob.page, "h2:6");
  await ada.page.waitForSelector(".status.lost");
  await hears(ada.page, 392, 311);
  assert.deepEqual(await bob.page.evaluate(() => window.pitches), [], "a page with sounds off plays none");
  await goneWithoutProblems(ada, bob);
});

test("who is asked for a takeback hears it", async () => {
  const [ada, bob] = await Promise.all(["Cid", "Dee"].map((name) => visitor(browser, server, { name })));
  await bob.context.addInitScript(spy);
  await seatTogether(ada, bob, server, ["seat=first"]);
  await play(ada.page, "h0:3");
  await hears(bob.page, 440, 587);
  await ada.page.click("text=Take back");
  await hears(bob.page, 659, 659);
  await bob.page.click("text=Agree");
  assert.equal(await turnOrEnd(ada.page), "turn");
  await goneWithoutProblems(ada, bob);
});
