// What becomes of a game while the connection is lost, or the server is.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { commit, stage, startServer, turnOrEnd, visitor } from "../harness.js";
import { pair, play } from "../seating.js";

const { server, browser } = await stage();
/** A server with bots. */
const house = await startServer();
after(() => house.stop());

test("the page says that the connection is lost, and a move made meanwhile arrives once it is back", async () => {
  const { ada, bob } = await pair(browser, server);
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
  await bob.page.waitForSelector("text=/^(Your move is on its way|Waiting for the server)/");
  for (const wire of wires) await wire.close({ code: 1001 });
  await bob.page.waitForSelector(".link.waiting");
  cut = false;
  // On a slow machine the page may have tried by itself before this is clicked.
  bob.page.click(".banner button").catch(() => {});
  await bob.page.waitForSelector("text=Ada is to move");
  await ada.page.waitForSelector("text=Your turn");
  assert.equal(await ada.page.locator(".moves li").count(), 2, "the move was made once");
  await Promise.all([ada, bob].map(({ context }) => context.close()));
});

test("a game goes on after the server was killed and started again", async (run) => {
  let mortal = await startServer({ bots: "off" });
  run.after(() => mortal.stop());
  const { ada, bob } = await pair(browser, mortal);
  await play(ada.page, "h0:3");
  await turnOrEnd(bob.page);
  await mortal.stop("SIGKILL", true);
  await Promise.all([ada, bob].map(({ page }) => page.waitForSelector(".link.waiting")));
  mortal = await startServer({ bots: "off", port: mortal.port, data: mortal.folder });
  await Promise.all([ada, bob].map(({ page }) => page.waitForSelector(".link.online")));
  await play(bob.page, "h1:5");
  await play(ada.page, "h2:7");
  await ada.page.waitForSelector("text=You have won.");
  await bob.page.waitForSelector("text=You have lost.");
  await Promise.all([ada, bob].map(({ context }) => context.close()));
});

/** A visitor at home, whose messages `answer` may answer instead of the server. */
async function answered(answer) {
  const person = await visitor(browser, house, { name: "Ada" });
  await person.page.routeWebSocket(/\/ws$/, (wire) => {
    person.cut = () => wire.close({ code: 1001 });
    const toServer = wire.connectToServer();
    wire.onMessage((text) => {
      const own = answer(JSON.parse(text));
      if (own) wire.send(JSON.stringify(own));
      else toServer.send(text);
    });
  });
  await person.page.goto(house.url);
  return person;
}

/** The answer of a server that has more to write than it can, to the first message of this kind. */
function busyOnce(kind) {
  let refused = false;
  return ({ t, cid }) => {
    if (refused || t !== kind) return null;
    refused = true;
    return { t: "error", cid, code: "busy", message: "later", retry_after_ms: 50 };
  };
}

async function toTheTable(page) {
  await page.click("#play-now button.big:enabled");
  assert.equal(await turnOrEnd(page), "turn");
}

for (const kind of ["lobby", "moves", "move"])
  test(`a server that is too busy for "${kind}" is asked again`, async () => {
    const { page, context } = await answered(busyOnce(kind));
    await toTheTable(page);
    await page.locator(".piece.open").first().click();
    await commit(page);
    assert.equal(await page.locator(".notice.error").count(), 0);
    await context.close();
  });

test("a server that is too busy to give back a seat costs nobody their seat", async () => {
  const person = await answered(busyOnce("attach"));
  const { page, context } = person;
  await toTheTable(page);
  await person.cut();
  await page.waitForSelector(".link.waiting");
  await page.waitForSelector(".link.online");
  assert.equal(await turnOrEnd(page), "turn");
  await context.close();
});

test("a game is played although the table could at first not be fetched", async () => {
  const { page, context } = await visitor(browser, house, { name: "Ada" });
  let away = true;
  await page.route("**/bundles/views/table.js", (route) => (away ? route.abort() : route.continue()));
  await page.goto(house.url);
  await page.click("#play-now button.big:enabled");
  await page.waitForSelector(".notice.error");
  away = false;
  assert.equal(await turnOrEnd(page), "turn");
  await context.close();
});

/** What of the game a notice lies over, or how far the board has moved. */
const harmed = (page, board) =>
  page.evaluate((board) => {
    const { left, right, top, bottom } = document.querySelector(".banner").getBoundingClientRect();
    const over = [...document.querySelectorAll(".board .piece, .clock, .who")].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.right > left && box.left < right && box.bottom > top && box.top < bottom;
    });
    const foremost = [top + 20, bottom - 20].every((y) =>
      document.elementFromPoint((left + right) / 2, y)?.closest(".banner"),
    );
    const { x, y } = document.querySelector(".board").getBoundingClientRect();
    const moved = x === board.x && y === board.y ? [] : [`the board is at ${x}, ${y}`];
    const under = foremost ? [] : ["the notice is under something"];
    return [...over.map((one) => one.getAttribute("class")), ...moved, ...under];
  }, board);

for (const [width, height] of [
  [390, 844],
  [360, 640],
  [844, 390],
  [1280, 800],
])
  test(`at ${width} x ${height} that there is no network is said at once, beside the board and the clocks`, async () => {
    const { ada, bob } = await pair(browser, server, { viewport: { width, height } });
    await turnOrEnd(ada.page);
    // A server that is out of reach: nothing that is said to it arrives, though the connection seems whole.
    const wires = [];
    let silent = false;
    await ada.page.routeWebSocket(/\/ws$/, (wire) => {
      const toServer = wire.connectToServer();
      wires.push(wire);
      wire.onMessage((text) => silent || toServer.send(text));
    });
    await ada.page.reload();
    await turnOrEnd(ada.page);
    const board = await ada.page.locator(".board").boundingBox();
    silent = true;
    await ada.page.locator(".piece.open").first().click();
    await ada.page.click("#play");
    await ada.page.waitForSelector(".headline:has-text('Waiting for the server')", { timeout: 6000 });
    await ada.page.evaluate(() => window.dispatchEvent(new Event("offline")));
    await ada.page.waitForSelector(".banner:has-text('no network')", { timeout: 1000 });
    assert.deepEqual(await harmed(ada.page, board), []);
    silent = false;
    await ada.page.evaluate(() => window.dispatchEvent(new Event("online")));
    await ada.page.waitForFunction(() => !document.querySelector(".banner"));
    for (const wire of wires) await wire.close({ code: 1001 });
    await bob.page.waitForSelector("text=Your turn");
    assert.deepEqual(ada.problems, []);
    await Promise.all([ada, bob].map(({ context }) => context.close()));
  });

test("on a phone, that the connection is lost covers none of the page's words", async () => {
  const { page, context } = await visitor(browser, server, { viewport: { width: 390, height: 844 } });
  await page.routeWebSocket(/\/ws$/, (wire) => wire.close());
  await page.goto(server.url);
  const [retry, title] = await Promise.all(
    [".link.waiting button", "h1"].map((what) => page.locator(what).first().boundingBox()),
  );
  assert.ok(retry.y > title.y + title.height, JSON.stringify({ retry, title }));
  await context.close();
});
