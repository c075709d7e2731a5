// Makes the pictures of the page again: home, the form for a new game, a game of
// each variant, a game that is over and its review, analysis and course, at phone
// and desktop width, light and dark. Look at them after a change: `npm run
// screenshots`, then open `pictures/`. Arguments choose variants and pages; none
// means all.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { commit, offered, startBrowser, startServer, turnOrEnd, visitor, wirePlayer } from "./harness.js";

const OUT = path.join(path.dirname(fileURLToPath(import.meta.url)), "pictures");
const LOOKS = [
  { name: "desktop-light", viewport: { width: 1200, height: 900 }, colorScheme: "light" },
  { name: "phone-dark", viewport: { width: 360, height: 740 }, colorScheme: "dark", hasTouch: true },
];
const MORE_LOOKS = [
  { name: "desktop-dark", viewport: { width: 1200, height: 900 }, colorScheme: "dark" },
  { name: "phone-light", viewport: { width: 320, height: 640 }, colorScheme: "light", hasTouch: true },
];

/** Name, address, and what there is once the page is whole. */
const PAGES = [
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
  for (const look of all ? [...LOOKS, ...MORE_LOOKS] : LOOKS) await pictures(bot, look);
} finally {
  await browser.close();
  await server.stop();
}

async function pictures(bot, { name, ...options }) {
  const { page, problems, context } = await visitor(browser, server, { name: "Ada", ...options });
  await page.goto(server.url);
  await page.waitForSelector(".link.online");
  await page.waitForSelector("#variant");
  const shoot = (what) => page.screenshot({ path: path.join(OUT, `${what}-${name}.png`), fullPage: true });
  if (all || wanted.includes("home")) await shoot("home");
  for (const [what, address, ready] of PAGES) {
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
