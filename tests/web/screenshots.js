// Makes the pictures of the page again: home, the form for a new game, a game of
// each variant, a game that is over and its review, analysis and course, ladder,
// player, tournaments and account, at phone and desktop width, light and dark. Look
// at them after a change: `npm run screenshots`, then open `pictures/`. Arguments
// choose variants and pages; none means all.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { commit, offered, startBrowser, startServer, turnOrEnd, visitor, wirePlayer } from "./harness.js";

const OUT = path.join(path.dirname(fileURLToPath(import.meta.url)), "pictures");
const LOOKS = [
  { name: "desktop-light", viewport: { width: 1200, height: 900 }, colorScheme: "light" },
  { name: "phone-dark", viewport: { width: 390, height: 740 }, colorScheme: "dark", hasTouch: true },
];
const MORE_LOOKS = [
  { name: "desktop-dark", viewport: { width: 1200, height: 900 }, colorScheme: "dark" },
  { name: "phone-light", viewport: { width: 320, height: 640 }, colorScheme: "light", hasTouch: true },
];

/** Name, address, and what there is once the page is whole. */
const PAGES = (cups, player) => [
  ["home", "/", ".featured svg"],
  ["account", "/account", "#password"],
  ["ladder", "/ladder?board=bots/overall", ".ranks td"],
  ["ladder-empty", "/ladder?board=open/overall", ".board-choice"],
  ["player", `/player/${player}`, ".rating svg"],
  ["tournaments", "/tournaments", ".ranks td"],
  ["tournament-new", "/tournaments/new", "#cup-name"],
  ["tournament-open", `/tournament/${cups.open}`, ".stage.open"],
  ["tournament", `/tournament/${cups.round_robin}/1-1`, ".cross a"],
  ["knockout", `/tournament/${cups.knockout}`, ".duel"],
  ["missing", "/table/01234567-89ab-4def-8123-456789abcdef", "h1"],
  ["new", "/new", "#clock"],
  ["analysis", "/analysis?game=nim+3,4,5", ".worths li"],
  ["analysis-fibonacci", "/analysis?game=fibonacci+heap%3D20%3Blimit%3D19", ".worths li"],
  ["analysis-wythoff", "/analysis?game=multiheap(all)+10,15", ".worths li"],
  ["learn", "/learn/pairs", ".saying.turn"],
];

const wanted = process.argv.slice(2);
const all = wanted.length === 0;
await mkdir(OUT, { recursive: true });
const server = await startServer({ bots: "off" });
const browser = await startBrowser();
try {
  const bot = await wirePlayer(browser, server, "Nimrod", (moves) => moves[Math.floor(moves.length / 2)]);
  const { cups, player } = await life();
  for (const look of all ? [...LOOKS, ...MORE_LOOKS] : LOOKS) await pictures(bot, look, PAGES(cups, player));
} finally {
  await browser.close();
  await server.stop();
}

/** Bots play tournaments, so that there is something to be seen; one game and one offer stay open. */
async function life() {
  const names = ["Bouton", "Ada Lovelace", "Zermelo", "W", "A name of thirty-two characters!", "Sprague and Grundy"];
  let luck = 7;
  const some = (moves) => moves[(luck = (luck * 16807) % 2147483647) % moves.length];
  const bots = await Promise.all(names.map((name) => wirePlayer(browser, server, name, some)));
  const cups = {};
  for (const [kind, name, stays] of [["round_robin", "Everybody meets", false], ["knockout", "The cup of the longest names (2)", false], ["open", "Sunday afternoon", true]]) {
    const course = { variant: "nim", params: {}, ending: "normal", size: 9 };
    const plan = { name, format: stays ? { kind: "swiss", rounds: 5 } : { kind }, courses: [course, { variant: "chomp", params: {}, ending: "misere", size: 9 }], entrants: stays ? 32 : names.length, begin: { when: "full" } };
    const made = await fetch(`${server.url}/api/tournaments`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ plan }) });
    const { tournament } = await made.json();
    cups[kind] = tournament;
    for (const player of bots) await player.ask({ t: "enter", tournament });
    for (let stage = ""; !stays && stage !== "finished"; ) {
      ({ stage } = await (await fetch(`${server.url}/api/tournaments/${tournament}`)).json());
      await new Promise((done) => setTimeout(done, 200));
    }
  }
  const game = { variant: "nim", params: {}, ending: "misere", start: { heaps: [4, 5, 6, 7] } };
  for (const bot of bots) await bot.set({ plays: false });
  const { challenge } = await bots[0].ask({ t: "seek", game, seat: "first", private: false }).then(({ seek }) => ({ challenge: seek }));
  await bots[1].ask({ t: "accept", seek: challenge });
  await bots[4].ask({ t: "seek", game: { ...game, variant: "candy", ending: "normal" }, seat: "random", private: false, clock: { kind: "fischer", base_ms: 180_000, increment_ms: 2_000 } });
  const ranked = await (await fetch(`${server.url}/api/ladder?board=bots/overall`)).json();
  return { cups, player: ranked[0].player.id };
}

async function pictures(bot, { name, ...options }, pages) {
  const { page, problems, context } = await visitor(browser, server, { name: "Ada", ...options });
  await page.goto(server.url);
  await page.waitForSelector(".link.online");
  await page.waitForSelector("#variant");
  const shoot = (what) => page.screenshot({ path: path.join(OUT, `${what}-${name}.png`), fullPage: true });
  for (const [what, address, ready] of pages) {
    if (!all && !wanted.includes(what)) continue;
    await page.goto(`${server.url}${address}`);
    await page.waitForSelector(ready);
    await shoot(what);
  }
  for (const { variant, game } of await offered(server)) {
    if (!all && !wanted.includes(variant)) continue;
    await oneGame(page, bot, variant, game, shoot).catch((error) => console.log(`${variant} ${name}: ${String(error).split("\n")[0]}`));
  }
  if (all || wanted.includes("over")) await ended(page, shoot);
  if (problems.length) console.log(name, problems);
  await context.close();
}

/** The position after two moves, with the first piece that can be touched selected. */
async function oneGame(page, bot, variant, game, shoot) {
  const { seek } = await bot.ask({ t: "seek", game, seat: "second", private: true });
  await page.goto(`${server.url}/seek/${seek}`);
  await page.click("#accept:enabled");
  await page.waitForURL(/table/);
  if ((await turnOrEnd(page)) === "over") return;
  await choose(page, 0.4);
  await commit(page);
  if ((await turnOrEnd(page)) === "turn") await choose(page, 0.6);
  await shoot(variant);
}

/** A game that was lost. */
async function ended(page, shoot) {
  await page.goto(`${server.url}/new`);
  await page.check("[name=seat][value=second]", { force: true });
  // The others think for ever.
  await page.check("[name=bot][value=Nimrod]", { force: true });
  await page.click("text=Play now");
  while ((await turnOrEnd(page)) === "turn") {
    await choose(page, 0);
    await commit(page);
  }
  await page.waitForSelector(".accuracy");
  await shoot("over");
  await page.locator(".stepper button").first().click();
  await page.waitForSelector(".why");
  await shoot("review");
}

/** Selects a move from the list, somewhere in it. */
async function choose(page, where) {
  const select = page.locator(".all-moves select");
  const values = await select.locator("option").evaluateAll((options) => options.map((option) => option.value));
  await select.selectOption(values[1 + Math.floor((values.length - 1) * where)]);
}
