// A WebSocket that reconnects by itself. It reports its real state and matches answers with
// requests. What to do after a reconnect is left to its user: the page compares its wishes with
// its data, and `Client` attaches to its games.

/** @typedef {{t: string, cid?: number, [field: string]: any}} Message  A message of docs/protocol.md. */
/**
 * @typedef {object} Listener
 * @property {() => void} opened
 * @property {(message: Message) => void} received  An event.
 * @property {(again: {at: number} | null, code: number, why: string) => void} lost  `again` is null if no
 *   reconnect will be tried; `why` is what the closing side or the socket says, often nothing.
 */
/**
 * What is used of a WebSocket: that of browsers and Node, or of the package `ws`.
 * @typedef {Pick<WebSocket, "readyState" | "onopen" | "onmessage" | "onclose" | "onerror" | "send" | "close">} Socket
 */

const SUBPROTOCOL = "nim.v1";
const PATH = "/ws";
/** A WebSocket's `readyState` while messages can be sent. */
const OPEN = 1;

/** The player has too many windows open; reconnecting would make them displace each other for ever. */
export const TOO_MANY = 4409;

/** Close codes after which a retry would fail in the same way. */
const NEVER_AGAIN = [1000, 1002, 1003, 1007, 1008, 1009, 4400, 4403, TOO_MANY, 4410];

/**
 * Whether a connection that was closed with this number should be tried again.
 * @param {number} code
 */
export function mayReturn(code) {
  return !NEVER_AGAIN.includes(code);
}

/** Delays grow with the outage from the first to the last. */
const FIRST_DELAY_MS = 500;
const LAST_DELAY_MS = 15_000;
/** Without an answer for this long the connection is dead, whatever the socket says. */
const ANSWER_WITHIN_MS = 12_000;
/** A socket that is not open by then is given up: browsers themselves wait for minutes. */
const OPEN_WITHIN_MS = 12_000;
/** A silent connection is pinged, because a phone's connection may be dead unnoticed. */
const PING_EVERY_MS = 15_000;

/** A request that was refused; `code` is a word of docs/protocol.md, or `lost`. */
export class Refused extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {{kind: string, [name: string]: any}} [cause]  Exactly why.
   * @param {number} [retryAfterMs]  When the same request may succeed, if that is known.
   */
  constructor(code, message, cause, retryAfterMs) {
    super(message);
    this.name = "Refused";
    this.code = code;
    this.cause = cause;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Nothing is known of a request that was on its way, or it was not sent. */
const lost = () => new Refused("lost", "the connection was lost");

export class Connection {
  /** @type {Socket | null} */
  #socket = null;
  /** What the socket said of its failure. */
  #why = "";
  #cid = 0;
  /** When the last useful connection was lost. @type {number | null} */
  #lostAt = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #opening;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #pings;
  /** @type {Map<number, {resolve: (answer: Message) => void, reject: (why: Refused) => void, timer: ReturnType<typeof setTimeout>}>} */
  #waiting = new Map();

  /**
   * @param {string} url
   * @param {Listener} listener
   * @param {new (url: string, protocol: string) => Socket} [Socket]  By default the runtime's own.
   */
  constructor(url, listener, Socket = WebSocket) {
    this.url = url;
    this.listener = listener;
    this.Socket = Socket;
  }

  /** The address of the server that this page came from. */
  static here() {
    return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${PATH}`;
  }

  /** Connects now, even while waiting for a retry. */
  open() {
    clearTimeout(this.#retry);
    if (this.#socket) return;
    const socket = new this.Socket(this.url, SUBPROTOCOL);
    this.#socket = socket;
    this.#why = "";
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#receive(event.data);
    // Browsers say nothing here; programs are told that nobody listens, or that TLS failed.
    socket.onerror = (event) => (this.#why = Reflect.get(event, "message") ?? "");
    socket.onclose = (event) => this.#lost(socket, event.code, event.reason);
    this.#opening = setTimeout(() => this.#lost(socket, 1006), OPEN_WITHIN_MS);
  }

  /** Closes the connection and reconnects as another player. */
  restart() {
    const socket = this.#socket;
    if (!socket) return this.open();
    this.#lost(socket, 1006);
    this.open();
  }

  /** Closes the connection for good; nothing more is reported. */
  close() {
    clearTimeout(this.#retry);
    if (this.#socket) this.#drop(this.#socket);
  }

  /** The connection has proved useful: the outage is over. */
  settled() {
    this.#lostAt = null;
  }

  /**
   * Sends a request and waits for its one answer.
   * @param {Message} message
   * @returns {Promise<Message>}
   */
  request(message) {
    const socket = this.#socket;
    if (socket?.readyState !== OPEN) return Promise.reject(lost());
    const cid = (this.#cid = (this.#cid + 1) % 2 ** 32);
    socket.send(JSON.stringify({ ...message, cid }));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#lost(socket, 1006), ANSWER_WITHIN_MS);
      this.#waiting.set(cid, { resolve, reject, timer });
    });
  }

  /** Asks the server whether it is there; without an answer the connection is soon lost. */
  check() {
    return this.request({ t: "ping" });
  }

  #opened() {
    clearTimeout(this.#opening);
    this.#pings = setInterval(() => this.check().catch(() => {}), PING_EVERY_MS);
    this.listener.opened();
  }

  /** @param {unknown} data */
  #receive(data) {
    /** @type {Message} */
    const message = JSON.parse(String(data));
    const asked = message.cid === undefined ? undefined : this.#waiting.get(message.cid);
    if (!asked) return this.listener.received(message);
    this.#waiting.delete(message.cid ?? 0);
    clearTimeout(asked.timer);
    if (message.t !== "error") return asked.resolve(message);
    const { code, message: text, cause, retry_after_ms: after } = message;
    asked.reject(new Refused(code, text, cause, after));
  }

  /** @param {Socket} socket @param {number} code @param {string} [reason] */
  #lost(socket, code, reason) {
    if (socket !== this.#socket) return;
    this.#drop(socket);
    const why = reason || this.#why;
    if (!mayReturn(code)) return this.listener.lost(null, code, why);
    const now = Date.now();
    this.#lostAt ??= now;
    const delay = retryDelay(now - this.#lostAt, Math.random());
    this.#retry = setTimeout(() => this.open(), delay);
    this.listener.lost({ at: now + delay }, code, why);
  }

  /** Forgets the socket, and with it what was asked. @param {Socket} socket */
  #drop(socket) {
    this.#socket = null;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    clearTimeout(this.#opening);
    clearInterval(this.#pings);
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(lost());
    }
    this.#waiting.clear();
  }
}

/**
 * How long to wait before the next try, in milliseconds: up to half of the time since the connection
 * was lost, so that nobody misses much more of an outage than they had to. Half of that is random, so
 * that a crowd does not reconnect at once.
 * @param {number} outage in milliseconds
 * @param {number} luck in [0, 1)
 */
export function retryDelay(outage, luck) {
  const most = Math.min(Math.max(outage / 2, FIRST_DELAY_MS), LAST_DELAY_MS);
  return Math.round(most / 2 + (luck * most) / 2);
}
