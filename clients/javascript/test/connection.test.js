// One connection, on a clock of the test's own: what is sent, what is told, and when it is given up.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Connection, mayReturn, Refused, retryDelay } from "../src/connection.js";
import { Clock, fakeSockets, idle } from "./fake.js";

const LOST = { code: "lost" };

/** A connection, what it has told, and its sockets. */
function connection(t) {
  const clock = new Clock(t);
  const Socket = fakeSockets();
  const told = [];
  const listener = {
    opened: () => told.push(["opened"]),
    received: (message) => told.push(["received", message]),
    lost: (again, code, why) => told.push(["lost", again, code, why]),
  };
  const one = new Connection("ws://nim/ws", listener, Socket);
  t.after(() => one.close());
  return { one, clock, Socket, told: () => told.splice(0) };
}
/** The same, open. */
function open(t) {
  const parts = connection(t);
  parts.one.open();
  parts.Socket.last.opens();
  parts.told();
  return { ...parts, socket: parts.Socket.last };
}

test("one socket is opened, in the protocol's name, and said to be open", (t) => {
  const { one, Socket, told } = connection(t);
  one.open();
  one.open();
  assert.deepEqual(
    Socket.made.map(({ url, protocol }) => [url, protocol]),
    [["ws://nim/ws", "nim.v1"]],
  );
  assert.deepEqual(told(), []);
  Socket.last.opens();
  assert.deepEqual(told(), [["opened"]]);
});

test("each request has its number and its answer, in whatever order they come", async (t) => {
  const { one, socket, told } = open(t);
  const answers = [one.request({ t: "moves", table: "T" }), one.request({ t: "ping" })];
  assert.deepEqual(socket.asked(), [
    { t: "moves", table: "T", cid: 1 },
    { t: "ping", cid: 2 },
  ]);
  socket.says({ t: "pong", cid: 2 });
  socket.says({ t: "notice", message: "hello" });
  socket.says({ t: "moves", ply: 3, cid: 1 });
  assert.deepEqual(await Promise.all(answers), [
    { t: "moves", ply: 3, cid: 1 },
    { t: "pong", cid: 2 },
  ]);
  // An answer that nobody waits for is told like an event.
  socket.says({ t: "ok", cid: 2 });
  assert.deepEqual(told(), [
    ["received", { t: "notice", message: "hello" }],
    ["received", { t: "ok", cid: 2 }],
  ]);
});

test("a refusal has everything that the server says", async (t) => {
  const { one, socket } = open(t);
  const answer = one.request({ t: "accept" });
  const cause = { kind: "missing", what: "seek" };
  socket.says({ t: "error", cid: 1, code: "busy", message: "later", cause, retry_after_ms: 70 });
  await assert.rejects(answer, (why) => {
    assert.ok(why instanceof Refused && why instanceof Error);
    const { name, code, message, retryAfterMs } = why;
    assert.deepEqual([name, code, message, retryAfterMs], ["Refused", "busy", "later", 70]);
    assert.deepEqual(why.cause, cause);
    return true;
  });
});

test("nothing is sent before the connection is open or after it", async (t) => {
  const { one, Socket } = connection(t);
  await assert.rejects(one.request({ t: "ping" }), LOST);
  one.open();
  await assert.rejects(one.request({ t: "ping" }), LOST);
  Socket.last.opens();
  one.close();
  await assert.rejects(one.request({ t: "ping" }), LOST);
  assert.deepEqual(Socket.last.asked(), []);
});

test("a lost connection is tried again when it says, and what was asked is lost", async (t) => {
  const { one, clock, Socket, socket, told } = open(t);
  clock.now = 5000;
  const answer = one.request({ t: "ping" });
  socket.drops(1006, "gone");
  await assert.rejects(answer, { ...LOST, name: "Refused", message: "the connection was lost" });
  const [[what, again, code, why], ...more] = told();
  assert.deepEqual([what, code, why, more], ["lost", 1006, "gone", []]);
  assert.equal(again.at, 5250, "at the earliest that chance allows");
  assert.equal(clock.waiting, 1, "the retry, and neither pings nor answers");
  await clock.pass(249);
  assert.equal(Socket.made.length, 1);
  await clock.pass(1);
  assert.equal(Socket.made.length, 2);
  Socket.last.opens();
  assert.deepEqual(told(), [["opened"]]);
  // Whatever the old socket still says is not of this connection.
  socket.drops(1006);
  socket.says({ t: "notice" });
  assert.deepEqual(told(), []);
});

test("pauses grow while the server stays away, and are short again once it was useful", async (t) => {
  const { one, clock, Socket, told } = open(t);
  const pause = async () => {
    Socket.last.drops(1006);
    const [[, { at }]] = told();
    const ms = at - clock.now;
    await clock.pass(ms);
    return ms;
  };
  const first = await pause();
  const later = [];
  for (let i = 0; i < 40; i++) later.push(await pause());
  assert.ok(later.at(-1) > 4 * first, `${later}`);
  assert.ok(
    later.every((ms, i) => ms >= (later[i - 1] ?? 0) && ms <= 15_000),
    `${later}`,
  );
  one.settled();
  assert.equal(await pause(), first);
});

test("half of a pause is chance", () => {
  const pauses = (first) => [0, 0.5, 0.999].map((luck) => retryDelay(first, luck));
  assert.deepEqual(pauses(0), [250, 375, 500]);
  assert.deepEqual(pauses(1e9), [7500, 11_250, 14_993]);
});

test("opening connects at once, also while a retry waits", (t) => {
  const { one, clock, Socket, socket } = open(t);
  socket.drops(1006);
  one.open();
  assert.equal(Socket.made.length, 2);
  assert.equal(clock.waiting, 1, "the wait until it is open, and no retry");
});

test("a connection that is closed for good is not tried again", async (t) => {
  const { clock, Socket, socket, told } = open(t);
  socket.drops(4409, "too many");
  assert.deepEqual(told(), [["lost", null, 4409, "too many"]]);
  assert.equal(clock.waiting, 0);
  await clock.pass(60_000);
  assert.equal(Socket.made.length, 1);
});

test("the closes after which nobody returns are those of the protocol", () => {
  const final = [1000, 1002, 1003, 1007, 1008, 1009, 4400, 4403, 4409, 4410];
  const codes = [...Array(20).keys()]
    .map((code) => 1000 + code)
    .concat([...Array(20).keys()].map((code) => 4400 + code));
  assert.deepEqual(
    codes.filter((code) => !mayReturn(code)),
    final,
  );
});

test("a server that does not answer for twelve seconds is lost", async (t) => {
  const { one, clock, socket, told } = open(t);
  const answered = one.request({ t: "ping" });
  socket.says({ t: "pong", cid: 1 });
  await answered;
  const answer = one.request({ t: "moves" });
  await clock.pass(11_999);
  assert.deepEqual(told(), []);
  clock.pass(1);
  await assert.rejects(answer, LOST);
  assert.deepEqual(told(), [["lost", { at: 12_250 }, 1006, ""]]);
  assert.equal(socket.closed, 1);
});

test("a socket that does not open is given up, and another one is tried", async (t) => {
  const { one, clock, Socket, told } = connection(t);
  one.open();
  const [first] = Socket.made;
  await clock.pass(11_999);
  assert.deepEqual([told(), first.closed], [[], 0]);
  await clock.pass(1);
  assert.deepEqual(told(), [["lost", { at: 12_250 }, 1006, ""]]);
  assert.equal(first.closed, 1);
  await clock.pass(250);
  assert.equal(Socket.made.length, 2);
  Socket.last.opens();
  assert.equal(clock.waiting, 1, "its pings: an open socket is not given up");
});

test("an open connection is pinged every fifteen seconds, and no other", async (t) => {
  const { clock, Socket, socket, told } = open(t);
  for (const cid of [1, 2]) {
    await clock.pass(14_999);
    assert.deepEqual(socket.asked(), []);
    await clock.pass(1);
    assert.deepEqual(socket.asked(), [{ t: "ping", cid }]);
    socket.says({ t: "pong", cid });
    await idle();
  }
  socket.drops(1006);
  await clock.pass(16_000);
  assert.deepEqual(
    [socket.asked(), Socket.last.asked()],
    [[], []],
    "a ping that cannot be sent is nobody's failure",
  );
  assert.equal(told().length, 2, "lost, and then not opened in time");
});

test("another player takes a new connection at once, and the old one is closed", (t) => {
  const { one, clock, Socket, socket, told } = open(t);
  one.restart();
  assert.deepEqual([socket.closed, Socket.made.length], [1, 2]);
  assert.deepEqual(told(), [["lost", { at: 250 }, 1006, ""]]);
  assert.equal(clock.waiting, 1, "the wait until it is open, and no retry");
  one.close();
  one.restart();
  assert.equal(Socket.made.length, 3);
  assert.deepEqual(told(), [], "nothing was lost");
});

test("a connection that is closed here reports nothing more", async (t) => {
  const { one, clock, socket, told } = open(t);
  const answer = one.request({ t: "ping" });
  one.close();
  await assert.rejects(answer, LOST);
  assert.deepEqual([socket.closed, clock.waiting], [1, 0]);
  socket.drops(1006);
  one.close();
  assert.deepEqual([told(), socket.closed], [[], 1]);
});

test("closing ends the wait for a retry", (t) => {
  const { one, clock, socket } = open(t);
  socket.drops(1006);
  one.close();
  assert.equal(clock.waiting, 0);
});

test("the reason of a loss is the server's, or else the socket's, of this socket alone", (t) => {
  const { one, Socket, told } = connection(t);
  const lost = (error, reason) => {
    one.open();
    if (error) Socket.last.onerror(error);
    Socket.last.drops(1006, reason);
    return told()[0][3];
  };
  assert.equal(lost({ message: "nobody listens" }, ""), "nobody listens");
  assert.equal(lost(null, ""), "");
  assert.equal(lost({ message: "nobody listens" }, "moved"), "moved");
  assert.equal(lost({}, ""), "");
});

test("the page's server is where the page came from, as secure as it", (t) => {
  t.after(() => delete globalThis.location);
  globalThis.location = { protocol: "https:", host: "nim.example.org" };
  assert.equal(Connection.here(), "wss://nim.example.org/ws");
  globalThis.location = { protocol: "http:", host: "localhost:7070" };
  assert.equal(Connection.here(), "ws://localhost:7070/ws");
});
