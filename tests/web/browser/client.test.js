// The JavaScript client in a browser, from the modules as they are published, without a build step:
// a bot plays a house bot, is cut off in between, and goes on.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stage, visitor } from "../harness.js";

const { server, browser } = await stage({ bots: "on" });

test("a bot written for Node plays in a browser, also after its connection was lost", async () => {
  const { page, context } = await visitor(browser, server);
  await page.goto(`${server.url}/docs`);
  const played = await page.evaluate(async () => {
    const modules = "/client/index.js";
    const { Bot, Client, Driver } = await import(modules);
    const Socket = globalThis.WebSocket;
    const sockets = [];
    globalThis.WebSocket = class extends Socket {
      constructor(...given) {
        super(...given);
        sockets.push(this);
      }
    };
    const asked = [];
    class Bouton extends Bot {
      choose(game) {
        asked.push(game.legal_moves.length);
        if (asked.length === 1) sockets.at(-1).close();
        const { heaps } = game.position;
        const sum = heaps.reduce((all, heap) => all ^ heap, 0);
        const heap = heaps.findIndex((size) => (size ^ sum) < size);
        return heap < 0 ? game.legal_moves[0] : [heap, heaps[heap] - (heaps[heap] ^ sum)];
      }
    }
    const client = new Client(`ws://${location.host}/ws`, { name: "Tab" });
    const errors = [];
    const onError = (why) => errors.push(String(why));
    const driver = new Driver(Bouton, client, { games: 1, challenge: "Nimby (easy)", onError });
    await driver.run();
    return { score: driver.score(), asked: asked.length, connections: sockets.length, errors };
  });
  assert.deepEqual(played.errors, []);
  assert.match(played.score, /^games=1 won=[01] lost=[01] no_result=0$/);
  assert.ok(played.asked >= 2 && played.connections >= 2, JSON.stringify(played));
  await context.close();
});
