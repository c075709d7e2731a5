// One player over several connections, with a server that the test plays: what is said after each
// connection, what is repeated, and how it ends.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { Client, Closed } from "../src/client.js";
import { Refused } from "../src/connection.js";
import { Clock, fakeSockets, idle } from "./fake.js";

const you = { id: "me", name: "Ada", kind: "bot" };
const WELCOME = { t: "welcome", you, token: "secret" };
const seated = (table, token) => ({ t: "seated", seat: 0, token, state: { table } });
const view = (table) => ({ t: "table", state: { table } });

/** A client that is connecting, and the server's side of it. */
function connecting(t, options) {
  const clock = new Clock(t);
  const Socket = fakeSockets();
  const runtime = globalThis.WebSocket;
  globalThis.WebSocket = Socket;
  t.after(() => (globalThis.WebSocket = runtime));
  const client = new Client("ws://nim/ws", options);
  t.after(() => client.close());
  const connected = client.connect();
  connected.catch(() => {});
  /** The server's answer to the newest request. */
  const answer = async (message, socket = Socket.last) => {
    await idle();
    const [request] = socket.asked().slice(-1);
    const { cid, ...rest } = request;
    socket.says({ ...message, cid });
    await idle();
    return rest;
  };
  /** The server takes the newest connection and says who this is. */
  const welcome = async (more = {}) => {
    await idle();
    Socket.last.opens();
    return answer({ ...WELCOME, ...more });
  };
  return { client, connected, clock, Socket, answer, welcome };
}
async function connected(t, options, more) {
  const parts = connecting(t, options);
  await parts.welcome(more);
  await parts.connected;
  return parts;
}
const error = (code, more = {}) => ({ t: "error", code, message: code, ...more });
/** What has come so far. */
async function events(client, count) {
  const seen = [];
  for await (const event of client.events()) if (seen.push(event) === count) return seen;
}

test("a player says what they are, and learns who", async (t) => {
  const { client, connected, welcome, Socket } = connecting(t, { name: "Ada" });
  assert.deepEqual([client.you, client.token], [undefined, undefined]);
  assert.deepEqual(await welcome(), { t: "hello", kind: "bot", client: "nim-client 0.1.0", name: "Ada" });
  assert.equal(await connected, client);
  assert.deepEqual([client.you, client.token], [you, "secret"]);
  assert.deepEqual([Socket.made.length, Socket.last.url], [1, "ws://nim/ws"]);
});

test("a player may have a secret, a kind and a program, and needs no name", async (t) => {
  const options = { token: "mine", kind: "person", program: "other 2" };
  const { client, connected, welcome } = connecting(t, options);
  assert.deepEqual(await welcome({ token: undefined }), {
    t: "hello",
    kind: "person",
    client: "other 2",
    token: "mine",
  });
  await connected;
  assert.equal(client.token, "mine", "a secret that is known is not told again");
  assert.equal(await client.connect(), client);
});

test("requests wait for the greeting, and have their fields", async (t) => {
  const { client, connected, welcome, answer, Socket } = connecting(t);
  const request = client.request("watch", { table: "T" });
  await welcome();
  await connected;
  assert.deepEqual(await answer(view("T")), { t: "watch", table: "T" });
  assert.deepEqual(await request, { ...view("T"), cid: 2 });
  assert.deepEqual(Socket.last.asked(), []);
});

test("a busy server is asked again when it says, any other refusal is the answer", async (t) => {
  const { client, clock, answer, Socket } = await connected(t);
  const asked = client.request("accept", { seek: "s" });
  await answer(error("busy", { retry_after_ms: 70 }));
  await clock.pass(69);
  assert.deepEqual(Socket.last.asked(), []);
  await clock.pass(1);
  assert.deepEqual(await answer({ t: "ok" }), { t: "accept", seek: "s" });
  assert.equal((await asked).t, "ok");
  for (const [type, refusal] of [
    ["accept", error("busy")],
    ["accept", error("not_found", { retry_after_ms: 5 })],
    ["moves", error("not_found")],
  ]) {
    const refused = client.request(type);
    refused.catch(() => {});
    await answer(refusal);
    await assert.rejects(refused, (why) => why instanceof Refused && why.code === refusal.code);
  }
});

test("what may be repeated is, after a loss, and the rest is lost", async (t) => {
  const told = [];
  const onLost = (why, seconds) => told.push([why, seconds]);
  const { client, clock, welcome, answer, Socket } = await connected(t, { onLost });
  const once = client.request("seek", { game: {} });
  const again = client.request("moves", { table: "T" });
  await idle();
  clock.now = 7000;
  Socket.last.drops(1006, "gone");
  await assert.rejects(once, (why) => why instanceof Refused && why.code === "lost");
  assert.deepEqual(told, [["gone", 0.25]]);
  await clock.pass(250);
  assert.deepEqual((await welcome()).token, "secret", "the same player");
  await idle();
  assert.deepEqual(await answer({ t: "moves", ply: 1 }), { t: "moves", table: "T" });
  assert.equal((await again).ply, 1);
});

test("exactly what the server carries out once is repeated", async (t) => {
  const repeated = [];
  const schema = JSON.parse(
    await readFile(new URL("../../../server/schema/client.json", import.meta.url), "utf8"),
  );
  const all = schema.oneOf.map(({ properties }) => properties.t.const).filter((name) => name !== "hello");
  const { client, clock, welcome, Socket } = await connected(t);
  for (const type of all) {
    const lost = client.request(type);
    lost.catch(() => {});
    await idle();
    Socket.last.drops(1006);
    await clock.pass(500);
    await welcome();
    if (Socket.last.asked().some(({ t }) => t === type)) repeated.push(type);
    Socket.last.says({ t: "ok", cid: 2 });
  }
  assert.deepEqual(repeated.sort(), [
    ...["attach", "attest", "choose", "enter", "follow", "leave", "lobby", "move", "moves", "ping", "ready"],
    ...["rematch", "resign", "takeback", "unwatch", "watch"],
  ]);
});

test("a returning player attaches to the games they have, with the secret of each seat", async (t) => {
  const { client, clock, Socket, answer, welcome } = await connected(t);
  Socket.last.says(seated("A", "a"));
  Socket.last.says(seated("B", "b"));
  Socket.last.says({ t: "state", table: "A" });
  client.forget("B");
  Socket.last.drops(1006);
  await clock.pass(250);
  await welcome({ games: ["A", "E"] });
  // One after the other: the next is asked for once the first is there.
  assert.deepEqual(await answer(view("A")), { t: "attach", table: "A", token: "a" });
  let ready = false;
  client.request("ping").then(() => (ready = true));
  assert.deepEqual(await answer(error("not_found")), { t: "attach", table: "E" });
  assert.equal(ready, false);
  assert.deepEqual(await answer({ t: "pong" }), { t: "ping" });
  assert.equal(ready, true);
  const seen = await events(client, 4);
  assert.deepEqual(
    seen.map(({ t, table, state }) => [t, table ?? state.table]),
    [
      ["seated", "A"],
      ["seated", "B"],
      ["state", "A"],
      ["table", "A"],
    ],
  );
});

test("a seat that the server no longer has is forgotten", async (t) => {
  const { client, clock, Socket, answer, welcome } = await connected(t);
  Socket.last.says(seated("A", "a"));
  for (const asked of [[{ t: "attach", table: "A", token: "a" }], []]) {
    Socket.last.drops(1006);
    await clock.pass(500);
    await welcome();
    const sent = Socket.last.sent.map(({ cid: _, ...rest }) => rest);
    assert.deepEqual(sent, asked);
    if (asked.length > 0) await answer(error("not_found"));
  }
  client.close();
});

test("a connection that is lost while a player returns is tried again", async (t) => {
  const { client, clock, Socket, answer, welcome } = await connected(t);
  Socket.last.says(seated("A", "a"));
  const waiting = client.request("ping");
  await idle();
  for (let i = 0; i < 2; i++) {
    Socket.last.drops(1006);
    await clock.pass(500);
    await welcome();
  }
  assert.deepEqual(await answer(view("A")), { t: "attach", table: "A", token: "a" });
  assert.deepEqual(await answer({ t: "pong" }), { t: "ping" });
  assert.equal((await waiting).t, "pong");
});

test("whoever the server refuses is told so, now and later, and does not return", async (t) => {
  const { client, connected, clock, Socket, answer } = connecting(t);
  await idle();
  Socket.last.opens();
  await answer(error("invalid"));
  const refused = (why) => why instanceof Refused && why.code === "invalid";
  await assert.rejects(connected, refused);
  await assert.rejects(client.request("ping"), refused);
  client.close();
  await assert.rejects(events(client, 1), refused);
  await assert.rejects(client.request("ping"), refused);
  await clock.pass(60_000);
  assert.deepEqual([Socket.made.length, Socket.last.closed], [1, 1]);
});

test("a server that closes for good ends requests and events, with its reason", async (t) => {
  const { client, Socket } = await connected(t);
  const asked = client.request("ping");
  asked.catch(() => {});
  await idle();
  Socket.last.says({ t: "notice", message: "unread" });
  Socket.last.drops(4403, "banned");
  const closed = (why) =>
    why instanceof Closed && why.name === "Closed" && why.code === 4403 && why.message === "4403 banned";
  await assert.rejects(asked, closed);
  await assert.rejects(client.request("seek"), closed);
  await assert.rejects(events(client, 2), closed);
  assert.equal(new Closed(4403, "").message, "4403");
});

test("a client that is closed ends its events in peace, once those that came are read", async (t) => {
  const { client, Socket, clock } = await connected(t);
  const asked = client.request("seek");
  asked.catch(() => {});
  await idle();
  const reading = events(client, 9);
  Socket.last.says({ t: "notice", message: "first" });
  client.close();
  client.close();
  assert.equal(await reading, undefined);
  const closed = (why) => why instanceof Closed && why.code === 1000 && why.message === "1000 closed";
  await assert.rejects(asked, closed);
  await assert.rejects(client.request("ping"), closed);
  assert.deepEqual([Socket.last.closed, clock.waiting], [1, 0]);
});

test("events are read in their order, also those for which one waits, and the oldest are dropped", async (t) => {
  const { client, Socket } = await connected(t);
  const notice = (n) => ({ t: "notice", n });
  const waiting = events(client, 2);
  await idle();
  Socket.last.says(notice(1));
  await idle();
  Socket.last.says(notice(2));
  assert.deepEqual(await waiting, [notice(1), notice(2)]);
  for (let n = 0; n < 10_001; n++) Socket.last.says(notice(n));
  const read = await events(client, 10_000);
  assert.deepEqual([read[0], read[9999]], [notice(1), notice(10_000)]);
});

test("a client that never connected can be closed", async () => {
  const client = new Client("ws://nim/ws");
  client.close();
  await assert.rejects(client.request("ping"), Closed);
});
