// Makes the pictures of the page again: every page and dialog and a game of each
// variant, at phone and desktop width, light and dark, in all languages. Look at
// them after a change: `npm run screenshots`, then open `pictures/`; the sheets have
// many in one. Arguments choose looks, pages and variants; none means all.

import { randomBytes } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

import {
  commit,
  frame,
  nim,
  offered,
  startBrowser,
  startServer,
  turnOrEnd,
  visitor,
  wirePlayer,
} from "./harness.js";

const OUT = path.join(path.dirname(fileURLToPath(import.meta.url)), "pictures");
const LOOKS = [
  { name: "desktop-light", viewport: { width: 1440, height: 900 }, colorScheme: "light", locale: "en" },
  {
    name: "phone-dark",
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
    locale: "en",
    hasTouch: true,
  },
  { name: "desktop-dark-de", viewport: { width: 1440, height: 900 }, colorScheme: "dark", locale: "de" },
  {
    name: "phone-light-de",
    viewport: { width: 320, height: 640 },
    colorScheme: "light",
    locale: "de",
    hasTouch: true,
  },
  {
    name: "phone-light-es",
    viewport: { width: 320, height: 640 },
    colorScheme: "light",
    locale: "es",
    hasTouch: true,
  },
];
/** Pictures side by side on a sheet, and how wide each is there. */
const ON_A_SHEET = { desktop: [3, 640], phone: [6, 320] };

/** Name, address, and what there is once the page is whole. */
const PAGES = (cups, player) => [
  ["home", "/", ".featured svg"],
  ["watch", "/watch", ".featured svg"],
  ["account", "/account", "#password"],
  ["ladder", "/ladder?leaderboard=bots/overall", ".ranks td"],
  ["ladder-empty", "/ladder?leaderboard=open/overall", ".board-choice"],
  ["player", `/player/${player}`, ".rating svg"],
  ["tournaments", "/tournaments", ".ranks td"],
  ["tournament-new", "/tournaments/new", "#register"],
  ["tournament-open", `/tournament/${cups.open}`, ".stage.open"],
  ["tournament", `/tournament/${cups.round_robin}/1-1`, ".cross a"],
  ["knockout", `/tournament/${cups.knockout}`, ".duel"],
  ["missing", "/table/01234567-89ab-4def-8123-456789abcdef", "h1"],
  ["new", "/new", "#clock"],
  ["analysis", "/analysis?game=nim+3,4,5", ".worths li"],
  ["analysis-fibonacci", "/analysis?game=fibonacci+heap%3D20%3Blimit%3D19", ".worths li"],
  ["analysis-wythoff", "/analysis?game=multiheap(all)+10,15", ".worths li"],
  ["analysis-chomp", "/analysis?game=misere+chomp+5,5,5,5,5", ".worths li"],
  ["learn", "/learn/pairs", ".saying.turn"],
];

const wanted = process.argv.slice(2);
const isWanted = (what, among) => !wanted.some((name) => among.includes(name)) || wanted.includes(what);
await rm(OUT, { recursive: true, force: true });
await mkdir(OUT, { recursive: true });

/** Who makes the tournaments: that is for accounts. The headers that say so. */
async function organizer() {
  const registered = await fetch(`${server.url}/api/register`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${randomBytes(32).toString("hex")}`,
    },
    body: JSON.stringify({ name: "Olga", password: "correct horse battery" }),
  });
  const { token } = await registered.json();
  return { "content-type": "application/json", authorization: `Bearer ${token}` };
}

/** Bots play tournaments, so that there is something to be seen; one game and one offer stay open. */
async function life() {
  const names = [
    "Bouton",
    "Ada Lovelace",
    "Zermelo",
    "W",
    "A name of thirty-two characters!",
    "Sprague and Grundy",
  ];
  let luck = 7;
  const some = (moves) => moves[(luck = (luck * 16807) % 2147483647) % moves.length];
  const bots = await Promise.all(names.map((name) => wirePlayer(browser, server, name, some)));
  const cups = {};
  const headers = await organizer();
  for (const [kind, name, stays] of [
    ["round_robin", "Everybody meets", false],
    ["knockout", "The cup of the longest names (2)", false],
    ["open", "Sunday afternoon", true],
  ]) {
    const course = { variant: "nim", params: {}, ending: "normal", size: 9 };
    const plan = {
      name,
      format: stays ? { kind: "swiss", rounds: 5 } : { kind },
      courses: [course, { variant: "chomp", params: {}, ending: "misere", size: 9 }],
      entrants: stays ? 32 : names.length,
      begin: { when: "full" },
    };
    const made = await fetch(`${server.url}/api/tournaments`, {
      method: "POST",
      headers,
      body: JSON.stringify({ plan }),
    });
    const { tournament } = await made.json();
    cups[kind] = tournament;
    for (const player of bots) await player.ask({ t: "enter", tournament });
    for (let stage = ""; !stays && stage !== "finished";) {
      ({ stage } = await (await fetch(`${server.url}/api/tournaments/${tournament}`)).json());
      await new Promise((done) => setTimeout(done, 200));
    }
  }
  const game = { variant: "nim", params: {}, ending: "misere", start: { heaps: [4, 5, 6, 7] } };
  for (const bot of bots) await bot.set({ plays: false });
  const { challenge } = await bots[0]
    .ask({ t: "seek", game, seat: "first", private: false })
    .then(({ seek }) => ({ challenge: seek }));
  await bots[1].ask({ t: "accept", seek: challenge });
  await bots[4].ask({
    t: "seek",
    game: { ...game, variant: "candy", ending: "normal" },
    seat: "random",
    private: false,
    clock: { kind: "fischer", base_ms: 180_000, increment_ms: 2_000 },
  });
  const ranked = await (await fetch(`${server.url}/api/ladder?leaderboard=bots/overall`)).json();
  return { cups, player: ranked.ranking[0].player.id };
}

async function pictures(bot, { name, ...options }, pages) {
  const { page, problems, context } = await visitor(browser, server, { name: "Ada", ...options });
  await page.goto(server.url);
  await page.waitForSelector(".link.online");
  await page.waitForSelector("[data-variant=poset]");
  const made = [];
  const shoot = async (what, from = page) => {
    await frame(from);
    const file = path.join(OUT, `${what}-${name}.png`);
    await from.screenshot({ path: file, fullPage: true });
    made.push({ what, file });
  };
  const variants = await offered(server);
  const all = [
    ...pages.map(([what]) => what),
    ...variants.map(({ variant }) => variant),
    ...Object.keys(MOMENTS),
  ];
  const attempt = (what, how) =>
    isWanted(what, all) &&
    how().catch((error) => console.log(`${what} ${name}: ${String(error).split("\n")[0]}`));
  for (const [what, address, ready] of pages) {
    await attempt(what, async () => {
      await page.goto(`${server.url}${address}`);
      await page.waitForSelector(ready);
      await shoot(what);
    });
  }
  for (const { variant, game } of variants)
    await attempt(variant, () => oneGame(page, bot, variant, game, shoot));
  for (const [what, moment] of Object.entries(MOMENTS))
    await attempt(what, () => moment(page, bot, shoot, options));
  if (problems.length) console.log(name, problems);
  await context.close();
  await sheets(name, made);
}

/** Sits down with the bot. */
async function sitDown(page, bot, game, seat = "second") {
  const { seek } = await bot.ask({ t: "seek", game, seat, private: true });
  await page.goto(`${server.url}/seek/${seek}`);
  await page.click("#accept:enabled");
  await page.waitForURL(/table/);
  return turnOrEnd(page);
}

/** The position after two moves, with the first piece that can be touched selected. */
async function oneGame(page, bot, variant, game, shoot) {
  if ((await sitDown(page, bot, game)) === "over") return;
  await choose(page, 0.4);
  await commit(page);
  if ((await turnOrEnd(page)) === "turn") await choose(page, 0.6);
  await shoot(variant);
}

/** Pages that need something to happen before. */
const MOMENTS = {
  numbers: async (page, bot, shoot) => {
    await sitDown(page, bot, nim([1_000_000, 250, 3]));
    await page.locator("[data-piece='h0:3']").click();
    await page.fill(".steppers input[type=number]", "999747");
    await shoot("numbers");
  },
  asked: async (page, bot, shoot) => {
    await sitDown(page, bot, nim([3, 5, 7]));
    await page.locator(".actions button").last().click();
    await page.waitForSelector("#sure");
    await shoot("asked");
  },
  waiting: async (page, _, shoot) => {
    await page.goto(`${server.url}/new`);
    await page.check("[name=opponent][value=link]", { force: true });
    await page.click("button.big");
    await page.waitForSelector(".waiting");
    await shoot("waiting");
    await page.locator(".waiting button").last().click();
  },
  invitation: async (page, bot, shoot) => {
    const { seek } = await bot.ask({ t: "seek", game: nim([3, 5, 7]), seat: "random", private: true });
    await page.goto(`${server.url}/seek/${seek}`);
    await page.waitForSelector("#accept:enabled");
    await shoot("invitation");
  },
  people: async (page, _, shoot, options) => {
    const other = await visitor(browser, server, { name: "Bob", ...options });
    await page.goto(`${server.url}/new`);
    await page.check("[name=seat][value=first]", { force: true });
    await page.selectOption("#clock", "3+2");
    await page.check("[name=opponent][value=link]", { force: true });
    await page.click("button.big");
    await other.page.goto(await page.locator(".share input").inputValue());
    await other.page.click("#accept:enabled");
    for (const one of [page, other.page, page]) {
      await turnOrEnd(one);
      await choose(one, 0);
      await commit(one);
    }
    await turnOrEnd(other.page);
    await page.locator(".actions button").first().click();
    await other.page.waitForSelector("[role=alert]");
    await shoot("takeback", other.page);
    await other.context.close();
    await page.waitForSelector(".gone");
    await shoot("gone");
  },
  over: async (page, bot, shoot) => {
    await sitDown(page, bot, nim([3, 5, 7]), "first");
    while ((await turnOrEnd(page)) === "turn") {
      await choose(page, 0);
      await commit(page);
    }
    await page.waitForSelector(".accuracy");
    await shoot("over");
    await page.locator(".decision button, .stepper button").first().click();
    await page.waitForSelector(".why");
    await shoot("review");
  },
  lesson: async (page, _, shoot) => {
    await page.goto(`${server.url}/learn`);
    await page.waitForSelector(".saying.turn");
    await page.click('[data-piece="h0:1"]');
    await page.click("#play");
    await page.waitForSelector(".saying.threw");
    await shoot("lesson");
  },
  lost: async (_, __, shoot, options) => {
    const { page, context } = await visitor(browser, server, { name: "Ada", ...options });
    await page.routeWebSocket(/\/ws$/, (wire) => wire.close());
    await page.goto(server.url);
    await page.waitForSelector(".link.waiting");
    await shoot("lost", page);
    await context.close();
  },
};

/** Selects a move from the list, somewhere in it. */
async function choose(page, where) {
  const select = page.locator(".all-moves select");
  const values = await select
    .locator("option")
    .evaluateAll((options) => options.map((option) => option.value));
  await select.selectOption(values[1 + Math.floor((values.length - 1) * where)]);
}

/** Many pictures on one, to look at them all. */
async function sheets(name, made) {
  const [columns, width] = ON_A_SHEET[name.split("-")[0]];
  const page = await browser.newPage({ viewport: { width: columns * (width + 12), height: 400 } });
  for (let i = 0; i < made.length; i += columns) {
    const shown = await Promise.all(
      made
        .slice(i, i + columns)
        .map(
          async ({ what, file }) =>
            `<figure><figcaption>${what}</figcaption><img width=${width} ` +
            `src="data:image/png;base64,${(await readFile(file)).toString("base64")}"></figure>`,
        ),
    );
    await page.setContent(
      "<style>body{margin:0;display:flex;align-items:start;background:#888;font:16px " +
        `sans-serif}figure{margin:6px}</style>${shown.join("")}`,
    );
    await page.waitForFunction(() => [...document.images].every((image) => image.complete));
    await page.screenshot({
      path: path.join(OUT, `sheet-${name}-${String(1 + i / columns).padStart(2, "0")}.png`),
      fullPage: true,
    });
  }
  await page.close();
}

const server = await startServer({ bots: "off" });
const browser = await startBrowser();
try {
  const bot = await wirePlayer(browser, server, "Rowan", (moves) => moves[Math.floor(moves.length / 2)]);
  const { cups, player } = await life();
  const looks = LOOKS.map(({ name }) => name);
  for (const look of LOOKS.filter(({ name }) => isWanted(name, looks)))
    await pictures(bot, look, PAGES(cups, player));
} finally {
  await browser.close();
  await server.stop();
}
