// Viewing games: the review of a finished game, its replay by link, the analysis board, and
// notations that contain markup.

import assert from "node:assert/strict";
import { test } from "node:test";

import { audit, commit, nim, stage, turnOrEnd, visitor, wirePlayer } from "../harness.js";
import { play, sitDown } from "../seating.js";

const { server, browser } = await stage();
const bot = await wirePlayer(browser, server, "Rowan", (moves) => moves[0]);

const NIM = { variant: "nim", params: {}, ending: "normal", start: { heaps: [1, 2] } };

/** Plays these moves, given as pieces, against the first legal ones. */
async function played(page, game, pieces) {
  await sitDown(page, server, bot, game);
  for (const piece of pieces) await play(page, piece);
  await page.waitForSelector(".status.over");
}

/** Asserts that each legend stands with its signs: above the moves, and right below the knots. */
async function explained(page) {
  const [list, knots] = [".rail-card > .signs", ".thread .signs"];
  assert.match(await page.locator(list).textContent(), /^✗ threw it away ○ every move won $/);
  assert.match(await page.locator(knots).textContent(), /^threw it away nothing to decide $/);
  const box = (what) => page.locator(what).boundingBox();
  const [above, moves, thread, below] = [
    await box(list),
    await box(".moves"),
    await box(".thread > svg"),
    await box(knots),
  ];
  assert.ok(above.y < moves.y && moves.y - above.y < 80, "above the moves");
  assert.ok(below.y - thread.y - thread.height < 20, "below the knots");
  assert.deepEqual(await page.locator(".knot title").allTextContents(), [
    "threw it away",
    "threw it away",
    "every move won",
  ]);
}

test("a game that is over is looked at move by move, and replayed by its link", async () => {
  const { page, context, problems } = await visitor(browser, server, { name: "Ada" });
  // 1-2: taking the heap of one throws the win; the bot takes one of two; the last is taken.
  await played(page, NIM, ["h0:1", "h1:1"]);
  await page.waitForSelector(".accuracy");
  assert.equal(await page.locator(".end span").textContent(), "You made the last move.");
  assert.match(await page.locator(".accuracy").textContent(), /0 of 1Your moves that kept the win/);
  const replay = page.url().replace("/table/", "/game/");
  const [trays, told] = [page.locator(".tray"), page.locator(".status .soft")];
  assert.deepEqual(await trays.allTextContents(), ["2", "1"], "mine first");
  assert.equal(await told.textContent(), "You played: 1 from heap B.");
  await page.click("text=First mistake");
  await page.waitForSelector("text=That threw the win away.");
  assert.deepEqual(await trays.allTextContents(), ["", ""], "nothing was taken before the first move");
  assert.equal(await told.textContent(), "", "and the last one is not yet played");
  assert.match(
    await page.locator(".verdict").textContent(),
    /can force a win.*Proved by a formula.*The winning move: 1 from heap B/,
  );
  assert.match(
    await page.locator(".verdict").textContent(),
    /threw the win away\.After your move, Rowan wins by: 2 from heap B.*The winning move/,
  );
  assert.equal(await page.locator(".digits tr").count(), 3, "two heaps and their sum");
  assert.ok(await page.locator(".piece.hint").count(), "the winning move is pointed out");
  assert.ok(await page.locator(".piece.going").count(), "the played one is shown");
  assert.deepEqual(await page.locator(".moves .mark").allTextContents(), ["✗", "✗", "○"]);
  await explained(page);
  await audit(page, "review");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  for (const [button, copied] of [
    ["Copy the notation", "nim 1,2: A-1 B-1 B-1"],
    ["Share the game", `${replay}/0`],
  ]) {
    await page.click(`text=${button}`);
    await page.waitForFunction(async (copied) => (await navigator.clipboard.readText()) === copied, copied);
  }
  // With the keyboard.
  await page.locator(".stepper button").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector("text=Rowan is to move and can force a win.");
  await page.keyboard.press("End");
  await page.waitForSelector("text=No move is left.");
  // Anybody with the link sees the same position.
  const other = await visitor(browser, server, { name: "Eve" });
  await other.page.goto(`${replay}/1`);
  await other.page.waitForSelector("text=Rowan is to move and can force a win.");
  assert.match(other.page.url(), /\/game\/.*\/1$/);
  await other.page.click("text=As a puzzle");
  await other.page.waitForURL(`${server.url}/puzzles/position?${new URLSearchParams({ game: "nim 0,2" })}`);
  await other.page.waitForSelector("text=find the move that wins.");
  await other.page.goBack();
  await other.page.click("text=Analyse from here");
  await other.page.waitForSelector("text=What each move is worth");
  assert.equal(await other.page.inputValue("#notation"), "nim 1,2: A-1 B-1 B-1");
  // From the position looked at, and without a theory of what has no move.
  assert.equal(await other.page.locator(".stepper .where").textContent(), "1 / 3");
  await other.page.click("[aria-label='To the end']");
  await other.page.waitForSelector("text=The game is over: no move is left.");
  assert.equal(await other.page.locator(".verdict .why").count(), 0);
  assert.deepEqual([...problems, ...other.problems], []);
  await context.close();
  await other.context.close();
});

for (const [width, height] of [
  [390, 844],
  [844, 390],
  [1200, 900],
])
  test(`at ${width} x ${height} the steps through a game stay where they are, whatever is said`, async () => {
    const { page, context, problems } = await visitor(browser, server, { viewport: { width, height } });
    await played(page, NIM, ["h0:1", "h1:1"]);
    await page.waitForSelector(".accuracy");
    const places = new Set();
    const note = async () => {
      const boxes = await page.locator(".stepper .step").evaluateAll((steps) => {
        scrollTo(0, 0);
        return steps.map((step) => step.getBoundingClientRect()).map(({ x, y }) => [x, y].map(Math.round));
      });
      places.add(JSON.stringify(boxes));
    };
    // Beside a wide board also from the end, which has its moment; below a small one comes first what is next.
    if (width >= 860) await note();
    await page.click("[aria-label='To the start']");
    await page.waitForSelector(".where:text-is('1 / 3')");
    for (const open of [false, true]) {
      if (open) {
        // It leads to the move that decided the game.
        await page.click("button:text-is('Show me why')");
        await page.waitForSelector(".reason");
        await page.click("[aria-label='To the start']");
      }
      // The move that is marked: the one that comes next.
      for (const shown of ["1 / 3", "2 / 3", "3 / 3", "end"]) {
        await page.waitForSelector(`.where:text-is("${shown}")`);
        await note();
        if (shown !== "end") await page.click("[aria-label='One move on']");
      }
      if (!open) await page.click("[aria-label='To the start']");
    }
    assert.equal(places.size, 1, [...places].join(" "));
    assert.deepEqual(problems, []);
    await context.close();
  });

test("the move shown is in sight among the moves, and drawn by what it was worth", async () => {
  for (const [width, height] of [
    [1200, 800],
    [390, 844],
  ]) {
    const { page, context, problems } = await visitor(browser, server, { viewport: { width, height } });
    // Each takes one of what is left: fifteen moves.
    await sitDown(page, server, bot, nim([8, 7]));
    while ((await turnOrEnd(page)) === "turn") {
      await page.locator('[data-piece$=":1"]').first().click();
      await commit(page);
    }
    await page.waitForSelector(".accuracy");
    const moves = await page.locator(".moves li").count();
    assert.ok(moves > 12, String(moves));
    await page.locator(".moves button").last().click();
    for (const [to, row] of [
      ["start", ".moves .now"],
      ["end", ".moves li:last-child"],
    ]) {
      await page.click(`[aria-label='To the ${to}']`);
      await page.waitForFunction((row) => {
        const [seen, list] = [row, ".moves"].map((one) =>
          document.querySelector(one)?.getBoundingClientRect(),
        );
        return seen && list && seen.top >= list.top && seen.bottom <= list.bottom;
      }, row);
    }
    await page.click("[aria-label='One move back']");
    // The last move won: it is not drawn as an error.
    await page.waitForSelector(".board.review.went-safe, .board.review.went-kept");
    const colour = () => page.locator(".said.played").evaluate((said) => getComputedStyle(said).fill);
    const [kept, wins] = [await colour(), "rgb(143, 224, 164)"];
    assert.equal(kept, wins);
    await page.locator(".moves li:has(.mark.threw) button").first().click();
    await page.waitForSelector(".board.review.went-threw");
    assert.notEqual(await colour(), wins);
    // On a phone the board is far above the moves.
    const far = () => page.locator("#board").evaluate((board) => board.getBoundingClientRect().top);
    if (width < 860) assert.ok((await far()) >= 0, String(await far()));
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test("any position is analysed, its moves are tried, and the address follows", async () => {
  const { page, context, problems } = await visitor(browser, server, { name: "Ada" });
  await page.goto(`${server.url}/analysis?game=${encodeURIComponent("nim 3,4,5")}`);
  await page.waitForSelector(".worths li");
  assert.equal(await page.locator(".worths li").count(), 12);
  assert.match(await page.locator(".worths li").first().textContent(), /2 from heap A.*wins · \*0/);
  assert.equal(await page.locator(".worth.wins").count(), 1);
  assert.equal(await page.locator(".piece.wins").count(), 1);
  await audit(page, "analysis");
  await page.click('[data-piece="h0:2"]');
  await page.click("#play");
  await page.waitForURL(/A-2/);
  await page.waitForSelector("text=The second player is to move and loses against best play.");
  await page.locator(".worths button").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
  await page.locator(".stepper button").first().click();
  await page.waitForSelector("text=The first player is to move and can force a win.");
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
  await page.selectOption("#look-variant", "chomp");
  await page.waitForURL(/chomp/);
  // The address comes first; what is typed before the field follows it would be lost.
  await page.waitForFunction(() => document.querySelector("#notation")?.value.includes("chomp"));
  await page.fill("#notation", "nim 1,2: C-1");
  await page.click("text=Show");
  await page.waitForSelector(".refused");
  assert.deepEqual(
    problems.filter((problem) => !/422/.test(problem)),
    [],
  );
  await context.close();
});

test("every preset can be looked at", async () => {
  const { page, context, problems } = await visitor(browser, server, { name: "Ada" });
  const offered = await (await fetch(`${server.url}/api/variants`)).json();
  await page.goto(`${server.url}/analysis`);
  for (const { variant, presets } of offered) {
    await page.selectOption("#look-variant", variant);
    await page.waitForFunction(
      (name) => document.querySelector("#look-preset")?.value === name,
      presets[0].name,
    );
    await page.waitForFunction(
      (variant) =>
        document.querySelector(".verdict") &&
        new URLSearchParams(location.search).get("game")?.includes(variant),
      variant,
    );
    assert.ok(await page.locator(".why p").first().textContent(), variant);
    assert.equal(
      await page.locator(".why p[lang=en]").count(),
      0,
      `${variant}: the reason has no text of its own`,
    );
  }
  assert.deepEqual(problems, []);
  await context.close();
});

test("a notation is text, whatever it looks like", async () => {
  const { page, context, problems } = await visitor(browser, server, { name: "Ada" });
  const hostile = "<img src=x onerror=alert(1)> \"'";
  await page.goto(`${server.url}/analysis?game=${encodeURIComponent(hostile)}`);
  await page.waitForSelector(".refused");
  assert.equal(await page.inputValue("#notation"), hostile);
  const params = `edges=0-1;graph=${JSON.stringify(hostile)};max=2;min=1;rule=connected;vertices=2`;
  await page.goto(`${server.url}/analysis?game=${encodeURIComponent(`graph(${params}) 0,1`)}`);
  await page.waitForSelector(".worths li");
  assert.equal(await page.locator("img").count(), 0);
  assert.deepEqual(
    problems.filter((problem) => !/422/.test(problem)),
    [],
  );
  await context.close();
});

/** Lessons that are played: those about Nim, and counting. The others are played by a test of their module. */
const PLAYED = 9;

test("the course is played, slips are noticed, a hint is given, and what was won stays so", async () => {
  const { page, context, problems } = await visitor(browser, server, { name: "Ada" });
  await page.goto(`${server.url}/learn`);
  await page.waitForSelector(".saying.turn");
  const links = await page.locator(".lessons a").evaluateAll((all) => all.map(({ pathname }) => pathname));
  await page.click('[data-piece="h0:1"]');
  await page.click("#play");
  await page.waitForSelector(".saying.threw");
  await page.click("button:has-text('Take it back')");
  await page.click("button:has-text('Show a hint')");
  await page.waitForSelector(".piece.hint");
  for (const [i, link] of links.slice(0, PLAYED).entries()) {
    await page.waitForSelector(`.lessons [aria-current][href="${link}"]`, { state: "attached" });
    await page.waitForSelector(".saying.turn");
    if (i === 3) await audit(page, "lesson");
    while (!(await page.locator(".saying.won").count())) {
      await page.waitForSelector(".saying.turn, .saying.won");
      if (await page.locator(".saying.won").count()) break;
      await playWell(page);
    }
    assert.equal(await page.locator(".lessons .won").count(), i + 1);
    await page.click("text=Next lesson");
  }
  // After a reload the course goes on.
  await page.goto(server.url);
  await page.waitForSelector("text=9 lessons won.");
  await page.click("text=Go on");
  await page.waitForSelector(`.lessons [aria-current][href="${links[PLAYED]}"]`);
  for (const link of links.slice(PLAYED)) {
    await page.goto(server.url + link);
    await page.waitForSelector(".saying.turn");
    assert.ok((await page.locator(".board .piece").count()) > 0, link);
  }
  assert.deepEqual(problems, []);
  await context.close();
});

/** What tells one turn from the next: one of these differs. */
const shown = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".saying, .all-moves option")].map((one) => one.textContent).join(),
  );

/** Tries moves until one keeps the win. */
async function playWell(page) {
  const options = page.locator(".all-moves option");
  const before = await shown(page);
  for (let i = 1; i < (await options.count()); i++) {
    await page.locator(".all-moves select").selectOption({ index: i });
    await page.click("#play");
    await page.waitForFunction((before) => {
      const said = [...document.querySelectorAll(".saying, .all-moves option")];
      const turned = said.map((one) => one.textContent).join() !== before;
      const turn = turned && document.querySelector(".saying.turn");
      return turn || document.querySelector(".saying.threw, .saying.won");
    }, before);
    if (!(await page.locator(".saying.threw").count())) return;
    await page.click("button:has-text('Take it back')");
    await page.waitForSelector(".saying.turn");
  }
  assert.fail("no move is good");
}
