// Names, and whatever else a server says, are text, even if they look like markup.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stage, visitor } from "../harness.js";
import { goneWithoutProblems, pair, play } from "../seating.js";

const { server, browser } = await stage();

const HOSTILE = "<img src=x onerror=alert(1)>";

test("a name is text, whatever it looks like", async () => {
  const { ada, bob } = await pair(browser, server, { guest: HOSTILE });
  await ada.page.waitForSelector(`.who:has-text("${HOSTILE}")`);
  assert.equal(await ada.page.locator("img").count(), 0);
  await play(ada.page, "h0:1");
  await ada.page.waitForSelector(`.headline:has-text("${HOSTILE} is to move")`);
  await goneWithoutProblems(ada, bob);
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
  // It calls everybody registered, which the real server behind the page knows better.
  const followed = { player: answers.hello.you, online: true, tables: [], blocked: false, followed: true };
  await page.route("**/api/following", (route) => route.fulfill({ json: [followed] }));
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
  await goneWithoutProblems({ problems, context });
});
