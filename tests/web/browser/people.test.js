// Two people and an audience: invitation, reload, lost connections, a restarted server,
// rematches, resigning, and names that contain markup.

import assert from "node:assert/strict";
import { test } from "node:test";

import { audit, commit, isSignedIn, registered, stage, startServer, turnOrEnd, visitor } from "../harness.js";

const { server, browser } = await stage();

const HOSTILE = "<img src=x onerror=alert(1)>";

/** Ada invites another player; both go to the table. */
async function pair(otherName = "Bob", at = server, host = visitor(browser, at, { name: "Ada" })) {
  const ada = await host;
  const bob = await visitor(browser, at, { name: otherName });
  await ada.page.goto(`${at.url}/new`);
  // The picture of the game has loaded too, so that nothing moves under the pointer.
  await ada.page.waitForLoadState("networkidle");
  await ada.page.click("[name=seat][value=first]", { force: true });
  await ada.page.waitForSelector("[name=seat][value=first]:checked", { state: "attached" });
  await ada.page.check("[name=opponent][value=link]", { force: true });
  await ada.page.click("text=Make an invitation");
  const link = await ada.page.locator(".share input").inputValue();
  await bob.page.goto(link);
  await bob.page.click("#accept:enabled");
  await Promise.all([ada, bob].map(({ page }) => page.waitForURL(/\/table\//)));
  return { ada, bob };
}

async function play(page, piece) {
  assert.equal(await turnOrEnd(page), "turn");
  await page.click(`[data-piece="${piece}"]`);
  await commit(page);
}

test("two people play by invitation, one reloads, the game goes on to its end", async () => {
  const { ada, bob } = await pair();
  const watcher = await visitor(browser, server, { name: "Eve" });
  await watcher.page.goto(ada.page.url());
  await play(ada.page, "h0:3");
  await bob.page.waitForFunction(() => document.title.startsWith("●"));
  await bob.page.reload();
  await play(bob.page, "h1:5");
  await play(ada.page, "h2:7");
  await ada.page.waitForSelector("text=You have won.");
  await bob.page.waitForSelector("text=You have lost.");
  await watcher.page.waitForSelector("text=Ada has won. Ada made the last move.");
  assert.equal(await watcher.page.locator("#play").count(), 0);
  await bob.page.click("text=Play again");
  await ada.page.waitForSelector("text=Bob wants to play again.");
  await ada.page.getByRole("button", { name: "Play again" }).click();
  await bob.page.waitForFunction(() => document.querySelector(".status.mine"));
  // A new table, with the seats swapped; the pages go there independently.
  await ada.page.waitForURL((url) => url.href !== watcher.page.url());
  assert.equal(ada.page.url(), bob.page.url());
  for (const { problems, context } of [ada, bob, watcher]) {
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test("who has an account reports and blocks, and a guest is told what it takes", async () => {
  const { ada, bob } = await pair("Mallory", server, registered(browser, server, "Alma"));
  await bob.page.click("#reporting");
  await bob.page.waitForSelector(".sheet >> text=This needs an account");
  await ada.page.click("#reporting");
  await audit(ada.page, "to report at a table");
  await ada.page.click("button:has-text('Block Mallory'):enabled");
  await ada.page.waitForSelector("button:has-text('Let Mallory near again')");
  await ada.page.selectOption("#complaint", "name");
  await ada.page.fill("#report-text", "It is a <b>name</b>");
  await ada.page.click("#report");
  await ada.page.waitForSelector("text=Whoever runs this server will look at it.");
  assert.equal(await ada.page.locator("#report").count(), 0);
  await ada.page.click(".who a:has-text('Mallory')");
  await ada.page.waitForURL(/\/player\//);
  await ada.page.click("#reporting");
  await ada.page.click("button:has-text('Let Mallory near again'):enabled");
  await ada.page.waitForSelector("button:has-text('Block Mallory'):enabled");
  await audit(ada.page, "to report on a player's page");
  for (const { problems, context } of [ada, bob]) {
    // A player without ratings has no known rating.
    assert.deepEqual(
      problems.filter((problem) => !problem.includes("404 (Not Found)")),
      [],
    );
    await context.close();
  }
});

test("resigning and calling off ask first and say how it ended", async () => {
  const { ada, bob } = await pair();
  // With the keyboard: the harmless button has the focus first, and Escape cancels.
  await ada.page.focus("#leave");
  await ada.page.keyboard.press("Enter");
  await ada.page.waitForFunction(() => document.activeElement?.id === "stay");
  await ada.page.keyboard.press("Escape");
  await ada.page.waitForFunction(() => document.activeElement?.id === "leave");
  await ada.page.click("text=Call off");
  await ada.page.click("text=Go on playing");
  await play(ada.page, "h0:1");
  await play(bob.page, "h0:1");
  await turnOrEnd(ada.page);
  await ada.page.click("text=Take back");
  await bob.page.getByRole("button", { name: "Agree" }).click();
  await ada.page.waitForFunction(() => document.querySelectorAll(".moves li").length === 0);
  await play(ada.page, "h0:1");
  await play(bob.page, "h0:1");
  await turnOrEnd(ada.page);
  await ada.page.click("text=Resign");
  await ada.page.click("#sure");
  await ada.page.waitForSelector("text=You have lost. You resigned.");
  await bob.page.waitForSelector("text=You have won. Ada resigned.");
  await Promise.all([ada, bob].map(({ context }) => context.close()));
});

test("a name is text, whatever it looks like", async () => {
  const { ada, bob } = await pair(HOSTILE);
  await ada.page.waitForSelector(`.who:has-text("${HOSTILE}")`);
  assert.equal(await ada.page.locator("img").count(), 0);
  await play(ada.page, "h0:1");
  await ada.page.waitForSelector(`.headline:has-text("${HOSTILE} is to move")`);
  assert.deepEqual([...ada.problems, ...bob.problems], []);
  await Promise.all([ada, bob].map(({ context }) => context.close()));
});

/** Everything that a server may say, with markup wherever it has a say. */
function hostileAnswers() {
  const player = { id: "01234567-89ab-4def-8123-456789abcde1", name: HOSTILE, kind: "person", house: false };
  const game = {
    variant: HOSTILE,
    params: { [HOSTILE]: HOSTILE },
    ending: "normal",
    start: { heaps: [HOSTILE] },
  };
  const table = "01234567-89ab-4def-8123-456789abcde2";
  const state = {
    table,
    ply: 0,
    position: game.start,
    to_move: 0,
    last_move: null,
    present: [true, true],
    over: null,
  };
  const lobby = {
    t: "lobby",
    version: 1,
    seeks: [{ seek: table, by: player, game, seat: "first", missing: 1 }],
    seek_count: 1,
    tables: [{ table: player.id, variant: HOSTILE, players: [player, player] }],
    table_count: 1,
    players: [player],
    player_count: 1,
  };
  const answers = {
    hello: { t: "welcome", you: { ...player, id: table }, server: HOSTILE, limits: {} },
    lobby: { t: "ok" },
    accept: { t: "ok" },
    watch: { t: "error", code: "not_found", message: HOSTILE },
    unwatch: { t: "ok" },
    moves: { t: "moves", table, ply: 0, count: 1, moves: [[HOSTILE]] },
    move: { t: "error", code: HOSTILE, message: HOSTILE },
  };
  const events = {
    lobby: [
      lobby,
      { t: "notice", message: HOSTILE },
      { t: "challenged", challenge: table, by: player, game, seat: "first" },
    ],
    accept: [
      {
        t: "seated",
        offer: table,
        seat: 0,
        token: "",
        game,
        players: [player, player],
        since: 0,
        moves: [],
        state,
      },
    ],
  };
  return { answers, events };
}

/** A server that says nothing but markup. */
async function hostileServer(page) {
  const { answers, events } = hostileAnswers();
  await page.routeWebSocket(/\/ws$/, (wire) =>
    wire.onMessage((data) => {
      const { t, cid } = JSON.parse(data);
      wire.send(JSON.stringify({ cid, ...answers[t] }));
      for (const event of events[t] ?? []) wire.send(JSON.stringify(event));
    }),
  );
}

test("whatever the server says is text, whatever it looks like", async () => {
  const { page, context, problems } = await visitor(browser, server);
  await hostileServer(page);
  const nothingMade = async (what) =>
    assert.equal(await page.locator("#page img, #page script").count(), 0, what);
  await page.goto(server.url);
  await page.waitForSelector(`.list strong:has-text("${HOSTILE}")`);
  await page.waitForSelector(`.challenge:has-text("${HOSTILE}")`);
  await page.waitForSelector(`.notice:has-text("${HOSTILE}")`);
  await nothingMade("home");
  await page.click(".list button");
  await page.waitForSelector(`h1:has-text("${HOSTILE}")`);
  await page.selectOption(".all-moves select", { index: 1 });
  await page.waitForSelector(`.preview:has-text("${HOSTILE}")`);
  await page.click("#play");
  await page.waitForSelector(`.notice.error:has-text("${HOSTILE}")`);
  await nothingMade("a table");
  assert.deepEqual(problems, []);
  await context.close();
});

test("a lost connection is said, and a move made in the dark arrives once it is back", async () => {
  const { ada, bob } = await pair();
  await play(ada.page, "h0:1");
  // From here on Bob's page uses a connection that can be cut.
  const wires = [];
  let cut = false;
  await bob.page.routeWebSocket(/\/ws$/, (wire) => {
    if (cut) return wire.close({ code: 1013 });
    wires.push(wire);
    const toServer = wire.connectToServer();
    // After the cut the server's answers are lost, but Bob's messages are not.
    toServer.onMessage((message) => cut || wire.send(message));
  });
  await bob.page.reload();
  await turnOrEnd(bob.page);
  await bob.page.click('[data-piece="h0:2"]');
  cut = true;
  await bob.page.click("#play");
  await bob.page.waitForSelector("text=Your move is on its way");
  for (const wire of wires) await wire.close({ code: 1001 });
  await bob.page.waitForSelector(".link.waiting");
  cut = false;
  await bob.page.click("text=Try now");
  await bob.page.waitForSelector("text=Ada is to move");
  await ada.page.waitForSelector("text=Your turn");
  assert.equal(await ada.page.locator(".moves li").count(), 2, "the move was made once");
  await Promise.all([ada, bob].map(({ context }) => context.close()));
});

test("a game goes on after the server was killed and started again", async (run) => {
  let house = await startServer({ bots: "off" });
  run.after(() => house.stop());
  const { ada, bob } = await pair("Bob", house);
  await play(ada.page, "h0:3");
  await turnOrEnd(bob.page);
  await house.stop("SIGKILL", true);
  await Promise.all([ada, bob].map(({ page }) => page.waitForSelector(".link.waiting")));
  house = await startServer({ bots: "off", port: house.port, data: house.folder });
  await Promise.all([ada, bob].map(({ page }) => page.waitForSelector(".link.online")));
  await play(bob.page, "h1:5");
  await play(ada.page, "h2:7");
  await ada.page.waitForSelector("text=You have won.");
  await bob.page.waitForSelector("text=You have lost.");
  await Promise.all([ada, bob].map(({ context }) => context.close()));
});

test("three sit down to 21, and one of them says it", async () => {
  const people = await Promise.all(["Ada", "Bob", "Cyd"].map((name) => visitor(browser, server, { name })));
  const [ada, ...others] = people.map(({ page }) => page);
  await ada.goto(`${server.url}/new`);
  await ada.selectOption("#variant", "game21_nplayer");
  await ada.check("[name=opponent][value=open]", { force: true });
  await ada.click("text=Offer the game");
  for (const page of others) {
    await page.goto(server.url);
    await page.getByRole("button", { name: "Play against Ada" }).click();
  }
  await Promise.all(people.map(({ page }) => page.waitForURL(/\/table\//)));
  const over = () => ada.locator(".status.over").count();
  for (let turns = 0; !(await over()); turns++) {
    assert.ok(turns < 22);
    for (const { page } of people) {
      if (await over()) break;
      if (!(await page.locator(".status.mine").count())) continue;
      await turnOrEnd(page);
      await page.locator(".piece.open").last().click();
      await commit(page);
    }
  }
  const said = await Promise.all(
    people.map(({ page }) => page.locator(".status.over .headline").textContent()),
  );
  assert.equal(said.filter((text) => text.startsWith("You have lost.")).length, 1, said.join("; "));
  assert.equal(said.filter((text) => text.startsWith("You have won.")).length, 2, said.join("; "));
  await Promise.all(people.map(({ context }) => context.close()));
});

test("addresses that lead nowhere say so", async () => {
  const { page, context } = await visitor(browser, server);
  const nobody = "01234567-89ab-4def-8123-456789abcdef";
  await page.goto(`${server.url}/table/${nobody}`);
  await page.waitForSelector("text=This table is not here");
  await page.goto(`${server.url}/seek/${nobody}`);
  await page.waitForSelector("text=This invitation is no longer open");
  await context.close();
});

test("whoever opens the page has an opponent at once, who never errs", async (run) => {
  const house = await startServer({ bots: "on" });
  run.after(() => house.stop());
  const { page, context, problems } = await visitor(browser, house, { name: "Ada" });
  await page.goto(house.url);
  await page.waitForFunction(() => /[2-9] here/.test(document.body.textContent));
  await page.click("text=More choices");
  await page.check("[name=seat][value=second]", { force: true });
  // The perfect house bot.
  await page.check('[name=bot][value="Nimrod (perfect)"]', { force: true });
  await page.selectOption("#clock", "10+5");
  await page.click("button:has-text('Play now')");
  await page.waitForURL(/\/table\//);
  await page.waitForSelector(".player .clock");
  // A bot agrees to a takeback.
  await turnOrEnd(page);
  await page.locator(".piece.open").first().click();
  await commit(page);
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 3);
  await page.click("text=Take back");
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 1);
  while ((await turnOrEnd(page)) === "turn") {
    await page.locator(".piece.open").first().click();
    await commit(page);
  }
  // With perfect play 3-5-7 is a win for the first player.
  await page.waitForSelector("text=You have lost. Nimrod (perfect) made the last move.");
  await page.waitForSelector("text=You never had a winning position");
  await page.click("text=Show me why");
  await page.waitForSelector(".says:has-text('Ada is to move and loses against best play.')");
  await page.waitForSelector(".verdict .digits");
  await page.click("text=Play again");
  await page.waitForFunction(() => document.querySelector(".player.turn .who")?.textContent.includes("you"));
  assert.deepEqual(problems, []);
  await context.close();
});

test("whoever wants the same is found at once, and a bot is offered to who waits in vain", async (run) => {
  const house = await startServer({ bots: "on" });
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
  await cyd.page.waitForSelector("text=Nobody else is looking");
  await audit(cyd.page, "waiting");
  await cyd.page.click(".waiting .light");
  await cyd.page.waitForURL(/\/table\//);
  await cyd.page.click("a.brand");
  await cyd.page.waitForSelector("text=Your game of");
  assert.equal(await cyd.page.locator(".waiting").count(), 0, "the wait has ended");
  for (const { problems, context } of [ada, bob, cyd]) {
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test("a rated pair is two games, the second with the seats swapped, and the ladder tells of it", async () => {
  const [ada, bob] = [await registered(browser, server, "Fay"), await registered(browser, server, "Gus")];
  await ada.page.goto(`${server.url}/new`);
  await ada.page.waitForSelector("[name=counts]");
  for (const choice of [
    "[name=seat][value=first]",
    "[name=games][value=pair]",
    "[name=counts][value=rated]",
    "[name=opponent][value=link]",
  ])
    await ada.page.check(choice, { force: true });
  await ada.page.click("text=Make an invitation");
  await bob.page.goto(await ada.page.locator(".share input").inputValue());
  await bob.page.click("#accept:enabled");
  await ada.page.waitForSelector(".meta:has-text('rated · game 1 of 2')");
  const first = ada.page.url();
  await play(ada.page, "h0:3");
  await play(bob.page, "h1:5");
  assert.equal(await ada.page.getByRole("button", { name: "Take back" }).count(), 0);
  await ada.page.click('[data-piece="h2:7"]');
  await ada.page.click("#play");
  for (const { page } of [ada, bob]) await page.waitForSelector(".meta:has-text('game 2 of 2')");
  await bob.page.click('[data-piece="h0:3"]');
  await bob.page.click("#play");
  await play(ada.page, "h1:5");
  await turnOrEnd(bob.page);
  await bob.page.click("text=Resign");
  await bob.page.click("#sure");
  await ada.page.waitForSelector("text=You have won.");
  await ada.page.goto(first);
  await ada.page.click("text=To game 2 of the pair");
  await ada.page.click("text=Ladder");
  await ada.page.waitForSelector(".ranks tbody tr");
  await audit(ada.page, "ladder");
  await ada.page.click(".pool:has-text('no clock')");
  await ada.page.waitForURL(/leaderboard=people%2Fnim%2Fnormal%2Ffree/);
  const standing = (count) =>
    ada.page.waitForFunction(
      (count) => document.querySelectorAll(".standings tbody tr:not(.anchor)").length === count,
      count,
    );
  await standing(2);
  assert.match(await ada.page.locator(".standings tbody tr").first().textContent(), /never errs/);
  await ada.page.fill("#search", "gu");
  await standing(1);
  await ada.page.fill("#search", "");
  await standing(2);
  await ada.page.click(".ranks a:has-text('Fay')");
  await ada.page.waitForSelector("text=What changed the ratings");
  assert.match(await ada.page.locator("main").textContent(), /Gus.*2 \/ 2/);
  await ada.page.check("[name=cause][value=result]", { force: true });
  await ada.page.waitForSelector(".reason:has-text('Won 2 of 2 games')");
  assert.equal(await ada.page.locator(".reason:has-text('decision')").count(), 0);
  assert.equal(await ada.page.locator("text=Latest games").count(), 1);
  await audit(ada.page, "player");
  await ada.page.click(".changes [aria-label='Game 2 against Gus'] >> nth=0");
  await ada.page.waitForSelector(".meta:has-text('game 2 of 2')");
  await Promise.all([ada, bob].map(({ context }) => context.close()));
});

test("a drawn start, the open division and ratings are offered, and shown at the table", async () => {
  const [mia, ned] = [await registered(browser, server, "Mia"), await registered(browser, server, "Ned")];
  await mia.page.goto(`${server.url}/new`);
  await mia.page.check("[name=start][value='?']", { force: true });
  for (const choice of [
    "[name=draw][value=easy]",
    "[name=won-by][value=first]",
    "[name=seat][value=first]",
    "[name=games][value=pair]",
    "[name=counts][value=rated]",
    "[name=help][value=open]",
    "[name=opponent][value=open]",
    "[name=window][value='200']",
  ])
    await mia.page.check(choice, { force: true });
  await audit(mia.page, "new game, drawn and rated");
  await mia.page.click("text=Offer the game");
  await mia.page.waitForSelector(".waiting");
  await ned.page.goto(server.url);
  const offer = ned.page.locator("li:has-text('Mia')");
  await offer.waitFor();
  assert.match(
    await offer.textContent(),
    /start drawn by lot, easy · two games · rated · all help allowed · for ratings from 1,[23]\d\d to 1,[67]\d\d/,
    "wider the longer it waits",
  );
  await offer.getByRole("button").click();
  for (const { page } of [mia, ned]) {
    await page.waitForSelector(".meta:has-text('rated · all help allowed · game 1 of 2')");
    assert.match(await page.locator(".rules").textContent(), /The start was drawn by lot: easy, no\. \d+\./);
  }
  // No rated game is left running, which would suppress analysis of nearby positions.
  for (const game of [1, 2]) {
    await ned.page.waitForSelector(`.meta:has-text('game ${game} of 2')`);
    await ned.page.click("text=Resign");
    await ned.page.click("#sure");
  }
  await ned.page.waitForSelector(".status.lost");
  assert.deepEqual([...mia.problems, ...ned.problems], []);
  await Promise.all([mia, ned].map(({ context }) => context.close()));
});

test("who takes an offer may choose who begins, and reloads while choosing", async () => {
  const [ada, bob] = await Promise.all(["Ada", "Bob"].map((name) => visitor(browser, server, { name })));
  await ada.page.goto(`${server.url}/new`);
  for (const choice of ["[name=seat][value=pie]", "[name=opponent][value=link]"])
    await ada.page.check(choice, { force: true });
  await ada.page.click("text=Make an invitation");
  await bob.page.goto(await ada.page.locator(".share input").inputValue());
  await bob.page.click("#accept:enabled");
  await bob.page.waitForSelector(".headline:has-text('You choose who begins')");
  await ada.page.waitForSelector(".headline:has-text('Bob chooses who begins')");
  await audit(bob.page, "choosing");
  await bob.page.reload();
  await bob.page.click("text=I begin");
  await ada.page.waitForSelector(".headline:has-text('Bob is to move')");
  await play(bob.page, "h0:1");
  await play(ada.page, "h0:1");
  await turnOrEnd(bob.page);
  assert.deepEqual([...ada.problems, ...bob.problems], []);
  await Promise.all([ada, bob].map(({ context }) => context.close()));
});

test("a name of one's own is kept by a password, and every window has it", async () => {
  const { page, context } = await registered(browser, server, "Cyd");
  const other = await visitor(browser, server, { name: "Cyd" });
  await other.page.goto(`${server.url}/account`);
  await other.page.waitForSelector("text=This name belongs to somebody else");
  await other.page.waitForSelector(".link.online");
  await other.page.fill("#account-name", "Cyd");
  await other.page.fill("#password", "wrong horse battery");
  await other.page.click("#register:enabled");
  await other.page.waitForSelector("[role=alert]:has-text('This name belongs to somebody else')");
  await audit(other.page, "account");
  await other.page.fill("#password", "correct horse battery");
  await other.page.click("#login");
  await isSignedIn(other.page, "Cyd");
  await other.page.goto(`${server.url}/account`);
  await other.page.click("#logout");
  await other.page.waitForSelector(".name .button");
  const second = await context.newPage();
  await second.goto(server.url);
  for (const window of [second, page]) {
    await isSignedIn(window, "Cyd");
    await window.waitForSelector(".link.online");
  }
  await Promise.all([context, other.context].map((context) => context.close()));
});

test("home shows a running game live", async () => {
  const { ada, bob } = await pair();
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

test("sounds can be turned off; where they are on, moves, the end and little time are heard", async () => {
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
  await ada.page.click("[name=seat][value=first]", { force: true });
  await ada.page.waitForSelector("[name=seat][value=first]:checked", { state: "attached" });
  await ada.page.selectOption("#clock", "3+2");
  await ada.page.check("[name=opponent][value=link]", { force: true });
  await ada.page.click("text=Make an invitation");
  await bob.page.goto(await ada.page.locator(".share input").inputValue());
  await bob.page.click("#accept:enabled");
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
  assert.deepEqual(
    await bob.page.evaluate(() => window.pitches),
    [],
    "whoever has turned sounds off hears none",
  );
  assert.deepEqual([...ada.problems, ...bob.problems], []);
  await Promise.all([ada, bob].map(({ context }) => context.close()));
});
