// One player on a server, over as many connections as it takes. After a lost connection the client
// identifies itself and attaches to its games, and repeats what is safe to repeat.

import { Connection, Refused } from "./connection.js";

/** @typedef {import("nim-client/messages").Request} Request */
/** @typedef {import("nim-client/messages").ServerMessage} ServerMessage */
/** @typedef {import("nim-client/messages").Player} Player */

/**
 * The fields of a request besides its type and id.
 * @template {Request["t"]} T
 * @typedef {Omit<Extract<Request, {t: T}>, "t" | "cid">} Fields
 */
/**
 * A message of this type.
 * @template {ServerMessage["t"]} T
 * @typedef {Extract<ServerMessage, {t: T}>} MessageOf
 */
/**
 * The requests whose answer is another than `ok`.
 * @typedef {{hello: "welcome", ping: "pong", seek: "seeking", quick: "seeking", challenge: "challenging",
 *   moves: "moves", attach: "table", watch: "table"}} AnswerTypes
 */
/**
 * The answer to a request of this type.
 * @template {Request["t"]} T
 * @typedef {MessageOf<T extends keyof AnswerTypes ? AnswerTypes[T] : "ok">} Answer
 */
/** @typedef {Exclude<ServerMessage, {t: "ok" | "error" | "welcome" | "pong" | "moves"}>} ClientEvent */

/**
 * @typedef {object} ClientOptions
 * @property {string} [name]  The name shown to others; the server invents one.
 * @property {string} [token]  A player's or bot's secret; the server issues one to a new player.
 * @property {"person" | "bot"} [kind]  By default a bot.
 * @property {string} [program]  The program and its version, at most 64 characters.
 * @property {(why: string, seconds: number) => void} [onLost]  The connection was lost, and is tried again
 *   after this time.
 */

const PROGRAM = "nim-client 0.1.0";

// Requests that the server carries out once however often they are sent, or that change
// nothing. After a lost connection the others could be carried out twice.
const REPEATABLE = new Set([
  ...["ping", "move", "moves", "choose", "resign", "attach", "watch", "unwatch", "lobby"],
  ...["enter", "leave", "ready", "attest", "follow", "takeback", "rematch"],
]);
/** The most unread events. The server has the full state, so old ones are dropped. */
const MAX_UNREAD = 10_000;
/** A socket may be closing already, and not yet closed. */
const CLOSING_MS = 20;

/** The server has closed the connection for good, or the client was closed. */
export class Closed extends Error {
  /** @param {number} code  A close code of docs/protocol.md. @param {string} why */
  constructor(code, why) {
    super(`${code} ${why}`.trim());
    this.name = "Closed";
    this.code = code;
  }
}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Something that is waited for: its promise, and how to keep it. */
function awaited() {
  /** @type {(value?: any) => void} */
  let resolve = () => {};
  /** @type {(why: Error) => void} */
  let reject = () => {};
  const promise = new Promise((kept, broken) => ([resolve, reject] = [kept, broken]));
  // Whoever does not wait for it need not hear of it.
  promise.catch(() => {});
  return { promise, resolve, reject };
}

/** `await new Client(url, { name: "Ada" }).connect()`, and then requests and events. */
export class Client {
  /** The player, once connected: `id`, `name`, `kind`. @type {Player | undefined} */
  you;
  /** The player's secret. @type {string | undefined} */
  token;
  /** @type {Connection | undefined} */
  #connection;
  #identified = awaited();
  /** @type {Closed | Refused | undefined} */
  #end;
  /** @type {ClientEvent[]} */
  #unread = [];
  #told = awaited();
  /** The token of each seat, by table. @type {Map<string, string>} */
  #seats = new Map();

  /** @param {string} url  `ws://HOST:PORT/ws`, or `wss:`. @param {ClientOptions} [options] */
  constructor(url, options = {}) {
    this.url = url;
    this.options = options;
    this.token = options.token;
  }

  /**
   * Connects, however long that takes. Throws `Refused` or `Closed`.
   * @returns {Promise<Client>}
   */
  async connect() {
    this.#connection ??= new Connection(
      this.url,
      {
        opened: () => this.#greet(),
        received: (message) => this.#hear(/** @type {any} */ (message)),
        lost: (again, code, why) => this.#lost(again, code, why),
      },
      await webSocket(),
    );
    this.#connection.open();
    await this.#identified.promise;
    return this;
  }

  /**
   * Sends a request and returns its answer. A busy server is asked again when it says, and a request that
   * can be repeated waits for a lost connection. Throws `Refused` (with code `lost`, if nobody knows whether
   * the request was carried out) or `Closed`.
   * @template {Request["t"]} T
   * @param {T} t
   * @param {Fields<T>} [fields]
   * @returns {Promise<Answer<T>>}
   */
  async request(t, fields) {
    for (;;) {
      await this.#identified.promise;
      try {
        return await this.#ask(t, fields);
      } catch (why) {
        const lost = why instanceof Refused && why.code === "lost";
        // Whoever closed the client lost nothing.
        if (lost && this.#end) throw this.#end;
        if (!(lost && REPEATABLE.has(t))) throw why;
        await pause(CLOSING_MS);
      }
    }
  }

  /**
   * All events, and the `table` of each game after a reconnect, for one reader. Ends when the client is
   * closed; throws `Closed` when the server does so for good.
   * @returns {AsyncGenerator<ClientEvent, void, void>}
   */
  async *events() {
    for (;;) {
      while (this.#unread.length > 0) yield /** @type {ClientEvent} */ (this.#unread.shift());
      if (this.#end instanceof Closed && this.#end.code === 1000) return;
      if (this.#end) throw this.#end;
      this.#told = awaited();
      await this.#told.promise;
    }
  }

  /** No longer attaches to this table after a reconnect. @param {string} table */
  forget(table) {
    this.#seats.delete(table);
  }

  /** Leaves the server. Games go on, and another client with this `token` can continue them. */
  close() {
    this.#finish(new Closed(1000, "closed"));
  }

  /** Asks once, or as often as the server is busy. @param {string} t @param {object} [fields] @returns {Promise<any>} */
  async #ask(t, fields) {
    for (;;) {
      try {
        if (!this.#connection) throw new Closed(1000, "connect first");
        return await this.#connection.request({ t, ...fields });
      } catch (why) {
        if (!(why instanceof Refused && why.code === "busy" && why.retryAfterMs !== undefined)) throw why;
        await pause(why.retryAfterMs);
      }
    }
  }

  /** Identifies the player, and attaches to the running games. */
  async #greet() {
    const { name, kind = "bot", program = PROGRAM } = this.options;
    try {
      const hello = {
        kind,
        client: program,
        ...(name && { name }),
        ...(this.token && { token: this.token }),
      };
      const welcome = await this.#ask("hello", hello);
      this.you = welcome.you;
      this.token = welcome.token ?? this.token;
      for (const table of new Set([...(welcome.games ?? []), ...this.#seats.keys()]))
        await this.#attach(table);
      this.#connection?.settled();
      this.#identified.resolve();
    } catch (why) {
      if (!(why instanceof Refused)) throw why;
      // A lost connection comes back by itself.
      if (why.code !== "lost") this.#finish(why);
    }
  }

  /** @param {string} table */
  async #attach(table) {
    const token = this.#seats.get(table);
    try {
      const view = await this.#ask("attach", { table, ...(token && { token }) });
      this.#put(view);
    } catch (why) {
      if (!(why instanceof Refused) || why.code === "lost") throw why;
      this.forget(table);
    }
  }

  /** @param {ClientEvent} event */
  #hear(event) {
    if (event.t === "seated") this.#seats.set(event.state.table, event.token);
    this.#put(event);
  }

  /** @param {ClientEvent} event */
  #put(event) {
    if (this.#unread.length === MAX_UNREAD) this.#unread.shift();
    this.#unread.push(event);
    this.#told.resolve();
  }

  /** @param {{at: number} | null} again @param {number} code @param {string} why */
  #lost(again, code, why) {
    if (!again) return this.#finish(new Closed(code, why));
    // What was identified is not, until the next greeting.
    this.#identified.resolve();
    this.#identified = awaited();
    this.options.onLost?.(why, Math.max(0, again.at - Date.now()) / 1000);
  }

  /** @param {Closed | Refused} end */
  #finish(end) {
    if (this.#end) return;
    this.#end = end;
    this.#connection?.close();
    // Also whoever asks later is told so.
    this.#identified.reject(end);
    this.#identified = awaited();
    this.#identified.reject(end);
    this.#told.resolve();
  }
}

/** The runtime's WebSocket, or in older versions of Node the package's. @returns {Promise<any>} */
async function webSocket() {
  return globalThis.WebSocket ?? (await import("ws")).default;
}
