// A WebSocket that reconnects by itself. It reports its real state and matches answers with
// requests. What to do after a reconnect is left to the page, which compares its wishes with
// its data.

/** @typedef {import("./wire.js").Message} Message */
/**
 * @typedef {object} Listener
 * @property {() => void} opened
 * @property {(message: Message) => void} received  An event.
 * @property {(again: {at: number} | null, code: number) => void} lost  `again` is null if no reconnect will be tried.
 */

const SUBPROTOCOL = "nim.v1";
const PATH = "/ws";

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

/** Doubles from the first to the last, with full jitter, so that a crowd does not reconnect at once. */
const FIRST_DELAY_MS = 500;
const LAST_DELAY_MS = 15_000;
/** Without an answer for this long the connection is dead, whatever the socket says. */
const ANSWER_WITHIN_MS = 12_000;
/** A silent connection is pinged, because a phone's connection may be dead unnoticed. */
const PING_EVERY_MS = 15_000;

/** A request that was refused; `code` is a word of docs/protocol.md, or `lost`. */
export class Refused extends Error {
  /** @param {string} code @param {string} message @param {{kind: string}} [cause]  Exactly why. */
  constructor(code, message, cause) {
    super(message);
    this.code = code;
    this.cause = cause;
  }
}

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  #cid = 0;
  #failures = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #pings;
  /** @type {Map<number, {resolve: (answer: Message) => void, reject: (why: Refused) => void, timer: ReturnType<typeof setTimeout>}>} */
  #waiting = new Map();

  /** @param {string} url @param {Listener} listener */
  constructor(url, listener) {
    this.url = url;
    this.listener = listener;
  }

  /** The address of the server that this page came from. */
  static here() {
    return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${PATH}`;
  }

  /** Connects now, even while waiting for a retry. */
  open() {
    clearTimeout(this.#retry);
    if (this.#socket) return;
    const socket = new WebSocket(this.url, SUBPROTOCOL);
    this.#socket = socket;
    socket.onopen = () => this.listener.opened();
    socket.onmessage = (event) => this.#receive(event.data);
    socket.onclose = (event) => this.#lost(socket, event.code);
    this.#pings = setInterval(() => this.request({ t: "ping" }).catch(() => {}), PING_EVERY_MS);
  }

  /** Closes the connection and reconnects as another player. */
  restart() {
    const socket = this.#socket;
    if (!socket) return this.open();
    this.#lost(socket, 1006);
    this.open();
  }

  /** The connection has proved useful: count failures from zero again. */
  settled() {
    this.#failures = 0;
  }

  /**
   * Sends a request and waits for its one answer.
   * @param {Message} message
   * @returns {Promise<Message>}
   */
  request(message) {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Refused("lost", ""));
    const cid = ++this.#cid;
    socket.send(JSON.stringify({ ...message, cid }));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#lost(socket, 1006), ANSWER_WITHIN_MS);
      this.#waiting.set(cid, { resolve, reject, timer });
    });
  }

  /** @param {unknown} data */
  #receive(data) {
    /** @type {Message} */
    const message = JSON.parse(String(data));
    const asked = message.cid === undefined ? undefined : this.#waiting.get(message.cid);
    if (!asked) return this.listener.received(message);
    this.#waiting.delete(message.cid ?? 0);
    clearTimeout(asked.timer);
    if (message.t === "error") asked.reject(new Refused(message.code, message.message, message.cause));
    else asked.resolve(message);
  }

  /** @param {WebSocket} socket @param {number} code */
  #lost(socket, code) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    socket.onmessage = socket.onclose = null;
    socket.close();
    clearInterval(this.#pings);
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new Refused("lost", ""));
    }
    this.#waiting.clear();
    if (!mayReturn(code)) return this.listener.lost(null, code);
    const delay = retryDelay(this.#failures++, Math.random());
    this.#retry = setTimeout(() => this.open(), delay);
    this.listener.lost({ at: Date.now() + delay }, code);
  }
}

/**
 * How long to wait before the next try, in milliseconds.
 * @param {number} failures so far, from 0
 * @param {number} luck in [0, 1)
 */
export function retryDelay(failures, luck) {
  const most = Math.min(LAST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures, 10));
  return Math.round(most / 2 + (luck * most) / 2);
}
