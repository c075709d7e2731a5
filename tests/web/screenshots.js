// Makes the pictures of the page again: every page and dialog and a game of each variant,
// on a desk, on tablets, on a phone and in the dark. Look at them after a change: `npm run screenshots`,
// then open `pictures/`; the sheets have many in one. Arguments choose looks, pages and
// variants; none means all; `readme` makes the README's picture alone. It ends, and says which
// pictures could not be made.

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

import {
  commit,
  frame,
  nim,
  offered,
  pick,
  startBrowser,
  startServer,
  turnOrEnd,
  visitor,
  wirePlayer,
} from "./harness.js";
import { life } from "./life.js";
import { accept, invite, sitDown } from "./seating.js";

const OUT = path.join(path.dirname(fileURLToPath(import.meta.url)), "pictures");
const README_PICTURE = new URL("../../docs/page.webp", import.meta.url);
const LOOKS = [
  { name: "desktop", viewport: { width: 1440, height: 900 }, colorScheme: "light", locale: "en" },
  {
    name: "phone",
    viewport: { width: 390, height: 844 },
    colorScheme: "light",
    locale: "de",
    hasTouch: true,
  },
  { name: "dark", viewport: { width: 1440, height: 900 }, colorScheme: "dark", locale: "en" },
  {
    name: "dark-phone",
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
    locale: "fr",
    hasTouch: true,
  },
  {
    name: "tablet",
    viewport: { width: 768, height: 1024 },
    colorScheme: "light",
    locale: "de",
    hasTouch: true,
  },
  {
    name: "wide-tablet",
    viewport: { width: 1024, height: 768 },
    colorScheme: "dark",
    locale: "es",
    hasTouch: true,
  },
];
/** Pictures side by side on a sheet, and how wide each is there. */
const ON_A_SHEET = {
  desktop: [3, 640],
  phone: [6, 320],
  dark: [3, 640],
  "dark-phone": [6, 320],
  tablet: [4, 480],
  "wide-tablet": [3, 640],
};
/** What the administrator's page asks for. */
const ADMIN_TOKEN = "ad".repeat(32);

/** Name, address, and what there is once the page is whole. */
const PAGES = (cups, player) => [
  ["home", "/", ".featured svg"],
  ["watch", "/watch", ".featured svg"],
  ["account", "/account", ".list li"],
  ["ladder", "/ladder", ".distribution"],
  ["ladder-empty", "/ladder?leaderboard=open/overall", ".board-choice"],
  ["player", `/player/${player}`, ".rating svg"],
  ["archive", `/archive?player=${player}`, ".latest li"],
  ["tournaments", "/tournaments", ".ranks a"],
  ["tournament-new", "/tournaments/new", "#cup-name"],
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
  ["puzzle", "/puzzles", ".piece"],
  ["puzzle-today", "/puzzles/today", ".piece"],
  ["rush", "/puzzles/rush", "#begin:enabled"],
];

/** Positions whose reason is drawn in chalk on the board, one of each way to draw it. */
const WHYS = {
  "why-stacks": "circular_stacks(2) 3,4,3,4",
  "why-stacks-won": "circular_stacks(2) 2,3,1,3,2",
  "why-chomp": "misere chomp 7,4",
  "why-chomp-arms": "misere chomp 5,1,1",
  "why-chomp-square": "misere chomp 5,5,5,5,5",
  "why-notakto": "misere notakto X........,....X....,.........",
  "why-circular": "misere circular(2) 1110110111",
  "why-building": "building remaining=3;stacks=1,2,2,0",
  "why-building-pairs": "building remaining=4;stacks=1,2,2,1",
  "why-euclid": "euclid 9,31",
  "why-euclid-one": "euclid 9,17",
  "why-greedy": "greedy 6,8,9,9,9",
};

const wanted = process.argv.slice(2);
const isWanted = (what, among) => !wanted.some((name) => among.includes(name)) || wanted.includes(what);
await rm(OUT, { recursive: true, force: true });
await mkdir(OUT, { recursive: true });

/** Makes all pictures of one look; returns those that failed. */
async function pictures(bot, { name, ...options }, { cups, players, me }) {
  const { page, problems, context } = await visitor(browser, server, { name: "Ada", ...options });
  await page.goto(server.url);
  await page.waitForSelector(".link.online", { state: "attached" });
  await page.evaluate(
    (me) =>
      fetch("/api/login", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(me),
      }),
    me,
  );
  await page.reload();
  await page.waitForSelector("[data-variant=poset]");
  const pages = PAGES(cups, players[0]);
  const lacking = [];
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
    ...Object.keys(WHYS),
    ...variants.map(({ variant }) => variant),
    ...Object.keys(MOMENTS),
  ];
  const attempt = (what, how) =>
    isWanted(what, all) &&
    how().catch((error) => lacking.push(`${what}-${name}: ${String(error).split("\n")[0]}`));
  for (const [what, address, ready] of pages) {
    await attempt(what, async () => {
      await page.goto(`${server.url}${address}`);
      await page.waitForSelector(ready);
      await shoot(what);
    });
  }
  for (const [what, notation] of Object.entries(WHYS))
    await attempt(what, async () => {
      await page.goto(`${server.url}/analysis?game=${encodeURIComponent(notation)}`);
      await page.click("#open-heaps");
      await page.waitForSelector(".chalked");
      await shoot(what);
    });
  for (const { variant, game } of variants)
    await attempt(variant, () => oneGame(page, bot, variant, game, shoot));
  for (const [what, moment] of Object.entries(MOMENTS))
    await attempt(what, () => moment(page, bot, shoot, options));
  if (problems.length) console.log(name, problems);
  await context.close();
  await sheets(name, made);
  console.log(`${name}: ${made.length} pictures`);
  return lacking;
}

/** The position after two moves, with the first piece that can be touched selected. */
async function oneGame(page, bot, variant, game, shoot) {
  if ((await sitDown(page, server, bot, game)) === "over") return;
  await move(page, 0.4);
  await commit(page);
  if ((await turnOrEnd(page)) === "turn") await move(page, 0.6);
  await shoot(variant);
  // The next look begins with few games unfinished.
  await bot.ask({ t: "resign", table: page.url().split("/").pop() }).catch(() => {});
}

/** Pages that need something to happen before. */
const MOMENTS = {
  numbers: async (page, bot, shoot) => {
    await sitDown(page, server, bot, nim([1_000_000, 250, 3]));
    await page.locator("[data-piece='h0:3']").click();
    await page.fill(".steppers input[type=number]", "999747");
    await shoot("numbers");
  },
  asked: async (page, bot, shoot) => {
    await sitDown(page, server, bot, nim([3, 5, 7]));
    await page.click("#leave");
    await page.waitForSelector("#sure");
    await shoot("asked");
  },
  waiting: async (page, _, shoot) => {
    await page.goto(`${server.url}/new`);
    await pick(page, "opponent=link");
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
    await accept(other.page, await invite(page, server, ["seat=first"], "3+2"));
    for (const one of [page, other.page, page]) {
      await turnOrEnd(one);
      await move(one, 0);
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
    await sitDown(page, server, bot, nim([3, 5, 7]), "first");
    while ((await turnOrEnd(page)) === "turn") {
      await move(page, 0);
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
  solved: async (page, _, shoot) => {
    await page.goto(`${server.url}/puzzles`);
    await page.click("#show");
    await page.waitForSelector(".told.found .why");
    await shoot("solved");
  },
  rushing: async (page, _, shoot) => {
    await page.goto(`${server.url}/puzzles/rush`);
    await page.click("#begin:enabled");
    for (let tried = 0; tried < 3; tried++) {
      await page.waitForSelector(".rush-clock");
      if (tried === 1) await shoot("rushing");
      await move(page, 0.9);
      await page.click("#play");
      await frame(page);
    }
    await shoot("rushed");
  },
  admin: async (page, _, shoot) => {
    await page.goto(`${server.url}/admin`);
    await page.fill("[name=token]", ADMIN_TOKEN);
    await page.click("text=Enter");
    await page.click("text=Show audit log");
    await page.waitForSelector("section:has(h2:has-text('Audit log')) ul li");
    await shoot("admin");
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

/** The README's picture: a game with a move chosen, on a desk. */
async function front(bot) {
  const size = { width: 1200, height: 800 };
  const { page, context } = await visitor(browser, server, { name: "Ada", viewport: size });
  let png = "";
  await oneGame(page, bot, "nim", nim([3, 5, 7]), async () => {
    await frame(page);
    png = (await page.screenshot()).toString("base64");
  });
  await context.close();
  // Only a browser here writes WebP, and the server's pages show no pictures from elsewhere.
  const blank = await browser.newPage();
  const webp = await blank.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: image.width, height: image.height });
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.82);
  }, png);
  await writeFile(README_PICTURE, Buffer.from(webp.split(",")[1], "base64"));
}

/** Selects a move from the list, somewhere in it. */
async function move(page, where) {
  const select = page.locator(".all-moves select");
  const values = await select
    .locator("option")
    .evaluateAll((options) => options.map((option) => option.value));
  await select.selectOption(values[1 + Math.floor((values.length - 1) * where)]);
}

/** Many pictures on one, to look at them all. */
async function sheets(name, made) {
  const [columns, width] = ON_A_SHEET[name];
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

const server = await startServer({ env: { NIM_ADMIN_TOKEN: ADMIN_TOKEN } });
const browser = await startBrowser();
const lacking = [];
try {
  const opponent = () => wirePlayer(browser, server, "Rowan", (moves) => moves[Math.floor(moves.length / 2)]);
  const looks = LOOKS.map(({ name }) => name);
  if (wanted.includes("readme")) await front(await opponent());
  else {
    const lived = await life(server);
    for (const look of LOOKS.filter(({ name }) => isWanted(name, looks)))
      // Each look has its own, so that one whose connection was lost spoils no other.
      lacking.push(...(await pictures(await opponent(), look, lived)));
  }
} finally {
  await browser.close();
  await server.stop();
}
if (lacking.length) console.log(`not made:\n${lacking.join("\n")}`);
// The players' open sockets would keep the process alive for ever.
process.exit(lacking.length ? 1 : 0);
