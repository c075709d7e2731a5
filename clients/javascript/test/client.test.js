// The client against the real server, also while that is killed.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";

import { Bot, Client, Closed, Driver, Refused } from "../src/index.js";
import { Server } from "./server.js";

const PATIENCE = { timeout: 120_000 };

/** @type {Server} */
let server;
before(async () => (server = await Server.start()));
after(() => server.stop());

/** Makes the first legal move. */
class First extends Bot {
  choose(game) {
    assert.ok(game.all_moves && game.legal_moves.length > 0);
    return game.legal_moves[0];
  }
}

const fails = (why) => assert.fail(`${why}`);

function driver(bot, options, client = {}) {
  return new Driver(bot, new Client(server.url, { name: bot.name, ...client }), {
    onError: fails,
    ...options,
  });
}

const together = (...drivers) => Promise.all(drivers.map((driver) => driver.run()));

test("bots offer and accept several games at once", PATIENCE, async () => {
  const offers = driver(First, { games: 6, concurrency: 3, seek: { preset: "3-5-7" } });
  const accepts = driver(First, { games: 6, concurrency: 3 });
  await together(offers, accepts);
  assert.equal(offers.won + offers.lost, 6, offers.score());
  assert.deepEqual([offers.won, offers.lost], [accepts.lost, accepts.won]);
});

test("games go on after the server was killed", PATIENCE, async () => {
  let kills = 2;
  class Slow extends First {
    async choose(game) {
      if (game.ply >= 2 && kills > 0) {
        kills -= 1;
        await server.restart();
      }
      return super.choose(game);
    }
  }
  const seek = { variant: "nim", ending: "normal", start: { heaps: [3, 3, 3] } };
  const offers = driver(Slow, { games: 1, concurrency: 1, seek });
  const accepts = driver(First, { games: 1, concurrency: 1 });
  await together(offers, accepts);
  assert.equal(kills, 0);
  assert.equal(offers.won + accepts.won, 1, offers.score());
});

test("a bot that fails resigns", PATIENCE, async () => {
  class Broken extends Bot {
    choose() {
      throw new RangeError("on purpose");
    }
  }
  const told = [];
  const offers = driver(Broken, { games: 1, seek: { preset: "3-5-7" }, onError: (why) => told.push(why) });
  const accepts = driver(First, { games: 1 });
  await together(offers, accepts);
  assert.deepEqual([offers.lost, accepts.won], [1, 1]);
  assert.deepEqual(
    told.map((why) => why.message),
    ["on purpose"],
  );
});

test(
  "a player who comes later is challenged, and one who does not play the variant declines",
  PATIENCE,
  async () => {
    class Rival extends First {
      static variants = ["kayles"];
    }
    const asks = await new Client(server.url, { name: "Asker" }).connect();
    await asks.request("lobby", { on: true, show: ["players"] });
    const rival = driver(Rival, {});
    const running = rival.run();
    assert.equal(await refusal(asks), "busy");
    rival.client.close();
    await running;
    asks.close();
    const challenges = driver(First, { games: 1, challenge: "Later" }).run();
    class Later extends First {}
    const later = driver(Later, { games: 1 });
    await Promise.all([challenges, later.run()]);
    assert.equal(later.played, 1);
  },
);

/** Challenges Rival, once they come, and returns why they decline. @param {Client} client */
async function refusal(client) {
  for await (const event of client.events()) {
    const there = event.t === "lobby" ? event.players : event.t === "lobby_delta" ? event.players?.set : [];
    const rival = there?.find(({ name }) => name === "Rival");
    if (rival)
      await client.request("challenge", { player: rival.id, game: { preset: "3-5-7" }, seat: "first" });
    if (event.t === "declined") return event.reason;
  }
}

test("registered bots play a tournament", PATIENCE, async () => {
  const guest = randomBytes(32).toString("hex");
  const { token } = await server.post(
    "/api/register",
    { name: "Olga", password: "nine quiet owls at noon" },
    guest,
  );
  const plan = {
    ...{ name: "Cup", format: { kind: "round_robin", cycles: 1 }, pairs: 1, entry: "open", entrants: 2 },
    ...{ courses: [{ variant: "nim", params: {}, ending: "normal", size: 9 }], begin: { when: "full" } },
    ...{ running: 4, each: 1, wait_ms: 60_000 },
  };
  const { tournament } = await server.post("/api/tournaments", { plan }, token);
  class Declared extends First {
    static version = "1";
    static seed = 7;
    static deterministic = true;
  }
  const bots = Object.entries({ Uno: First, Due: Declared }).map(async ([name, bot]) => {
    const account = await server.post("/api/bots", { name, version: "1" }, token);
    return driver(bot, { tournament }, { name, token: account.token });
  });
  const drivers = await Promise.all(bots);
  await together(...drivers);
  assert.deepEqual(
    drivers.map(({ won, lost }) => won + lost),
    [2, 2],
  );
  const { entrants } = await server.get(`/api/tournaments/${tournament}`);
  const programs = Object.fromEntries(entrants.map(({ name, program }) => [name, program]));
  const declared = { version: "1", seed: 7, deterministic: true };
  assert.deepEqual(programs, { Uno: { version: "1" }, Due: declared });
});

test("a version that the account does not name is refused", PATIENCE, async (t) => {
  const guest = randomBytes(32).toString("hex");
  const owner = { name: "Oleg", password: "nine quiet owls at noon" };
  const { token } = await server.post("/api/register", owner, guest);
  const plan = { name: "Cup", format: { kind: "round_robin" }, courses: [{ variant: "nim" }] };
  const { tournament } = await server.post("/api/tournaments", { plan }, token);
  const bot = await server.post("/api/bots", { name: "Tre", version: "1" }, token);
  class Other extends First {
    static version = "2";
  }
  const other = driver(Other, { tournament }, { token: bot.token });
  // A driver that is not refused would wait for the tournament.
  t.after(() => other.client.close());
  await assert.rejects(other.run(), ({ cause }) => {
    assert.deepEqual(cause, { kind: "named_version", version: "1" });
    return true;
  });
});

test("a refusal has its code, and the same secret is the same player", PATIENCE, async () => {
  const client = await new Client(server.url, { name: "Ada" }).connect();
  const nobody = "01890a5d-ac96-774b-bcce-b302099a8058";
  await assert.rejects(
    client.request("accept", { seek: nobody }),
    (why) => why instanceof Refused && why.code === "not_found" && why.cause?.what === "seek",
  );
  const { token, you } = client;
  client.close();
  await assert.rejects(client.request("ping"), Closed);
  const again = await new Client(server.url, { token }).connect();
  assert.equal(again.you?.id, you?.id);
  again.close();
});

test("a client that the server does not want says so and does not return", PATIENCE, async () => {
  const client = new Client(server.url, { name: "Ada", program: "x".repeat(65) });
  await assert.rejects(client.connect(), (why) => why instanceof Refused || why instanceof Closed);
  await assert.rejects(client.request("ping"));
});
