// Plays a whole game through the Node package ws, both seats, with a lost connection in the middle,
// and violates the protocol: node play.mjs ws://HOST:PORT/ws

import assert from "node:assert/strict";
import { once } from "node:events";
import WebSocket from "ws";

const url = process.argv[2];
const game = { variant: "nim", params: {}, ending: "normal", start: { heaps: [3, 5, 7] } };

// A test that hangs has failed.
setTimeout(() => assert.fail("no end after a minute"), 60_000).unref();

/** One player; answers find their requests, events wait for `hear`. */
class Player {
  token = undefined;
  #cid = 0;
  #heard = [];
  #wake = () => {};

  constructor(name) {
    this.name = name;
  }

  async come() {
    // The client offers compression, which our server must not accept.
    this.socket = new WebSocket(url, ["nim.v1"], { perMessageDeflate: true });
    this.socket.on("message", (data) => {
      this.#heard.push(JSON.parse(data));
      this.#wake();
    });
    await once(this.socket, "open");
    assert.equal(this.socket.protocol, "nim.v1");
    assert.equal(this.socket.extensions, "");
    const hello = { t: "hello", name: this.name, kind: "bot", client: "ws", token: this.token };
    const { token } = await this.ask("welcome", hello);
    this.token ??= token;
    return this;
  }

  async ask(answer, request) {
    const cid = ++this.#cid;
    this.socket.send(JSON.stringify({ cid, ...request }));
    const message = await this.#next((message) => message.cid === cid);
    assert.equal(message.t, answer, JSON.stringify(message));
    return message;
  }

  hear(kind) {
    return this.#next((message) => message.t === kind);
  }

  /** The first message that is wanted; earlier ones are kept. */
  async #next(wanted) {
    for (;;) {
      const at = this.#heard.findIndex(wanted);
      if (at >= 0) return this.#heard.splice(at, 1)[0];
      await new Promise((resolve) => (this.#wake = resolve));
    }
  }
}

const best = (heaps) => {
  const total = heaps.reduce((sum, heap) => sum ^ heap);
  if (total === 0) return [heaps.findIndex((heap) => heap > 0), 1];
  const heap = heaps.findIndex((heap) => (heap ^ total) < heap);
  return [heap, heaps[heap] - (heaps[heap] ^ total)];
};

const play = async () => {
  const players = [await new Player("Ada").come(), await new Player("Bob").come()];
  const { seek } = await players[0].ask("seeking", { t: "seek", game, seat: "first" });
  await players[1].ask("ok", { t: "accept", seek });
  const seated = [await players[0].hear("seated"), await players[1].hear("seated")];
  let { state } = seated[0];
  const { table } = state;
  while (!state.over) {
    const { to_move: seat, ply } = state;
    if (ply === 2) {
      // The connection drops without a close frame; the game remains.
      players[seat].socket.terminate();
      await players[seat].come();
      const { token } = seated[seat];
      const view = await players[seat].ask("table", { t: "attach", table, token });
      assert.equal(view.state.ply, ply);
      assert.equal(view.moves.length, ply);
    }
    await players[seat].ask("ok", { t: "move", table, ply, move: best(state.position.heaps) });
    while (state.ply === ply) state = await players[1 - seat].hear("state");
  }
  // 3, 5 and 7 are won for the first player.
  assert.deepEqual(state.over, { winners: [0], reason: "played" });
  players.forEach(({ socket }) => socket.close());
  return state.ply;
};

/** The close code that these bytes provoke. */
const codeAfter = async (bytes) => {
  const { socket } = await new Player("Eve").come();
  socket._socket.write(bytes);
  return (await once(socket, "close"))[0];
};

const mask = [0, 0, 0, 0];
const long = Buffer.concat([
  Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 1, 0, 1, ...mask]),
  Buffer.alloc(65537, " "),
]);

const plies = await play();
assert.equal(await codeAfter(Buffer.from([0xc1, 0x81, ...mask, 0x78])), 1002);
assert.equal(await codeAfter(Buffer.from([0x82, 0x81, ...mask, 0x78])), 1003);
assert.equal(await codeAfter(Buffer.from([0x81, 0x82, ...mask, 0xff, 0xfe])), 1007);
assert.equal(await codeAfter(long), 1009);
console.log(`ws: a game of ${plies} plies, four bad frames`);
