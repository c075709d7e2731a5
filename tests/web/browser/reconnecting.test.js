// What becomes of a game while the connection is lost, or the server is.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stage, startServer, turnOrEnd, visitor } from "../harness.js";
import { pair, play } from "../seating.js";

const { server, browser } = await stage();

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
  const { ada, bob } = await pair(browser, house);
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
