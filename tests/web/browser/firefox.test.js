// A whole game in another browser.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Firefox } from "../firefox.js";
import { startServer } from "../harness.js";

let server, firefox;
before(async () => {
  server = await startServer();
  firefox = await Firefox.start();
});

after(async () => {
  await firefox?.stop();
  await server?.stop();
});

test("a game is begun, played with the mouse, and looked at afterwards, in Firefox", async () => {
  await firefox.go(`${server.url}/new`);
  await firefox.until('document.querySelector(".new-form button.big:enabled")');
  await firefox.click(".new-form button.big:enabled");
  await firefox.until('location.pathname.startsWith("/table/")');
  const turn = '.querySelector(".status.mine") && document.querySelector(".preview:not(.loading)")';
  const over = 'document.querySelector(".status.over")';
  for (;;) {
    await firefox.until(`${over} || (document${turn} && document.querySelector(".piece.open"))`);
    if (await firefox.evaluate(`Boolean(${over})`)) break;
    const moves = await firefox.evaluate('document.querySelectorAll(".moves li").length');
    // The whole of the first heap that is left.
    await firefox.click(".piece.open");
    await firefox.click("#play:enabled");
    await firefox.until(`${over} || document.querySelectorAll(".moves li").length > ${moves}`);
  }
  await firefox.until('document.querySelector(".accuracy")');
  assert.match(await firefox.evaluate("document.title"), /Nim/);
});
