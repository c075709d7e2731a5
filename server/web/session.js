// The page's session with the server: one connection, the greeting, requests, and messages at
// the pace of people. The client for bots attaches to every game of its player, repeats requests
// by itself, and queues events apart from answers; here the state says what is wanted, and each
// answer must meet the state in the order in which it came.

import { dropSeat, guestName, keepSeat, remember } from "./browser/memory.js";
import { Connection, Refused } from "./client/connection.js";
import { Pacing, heldFor } from "./net/pacing.js";
import { refusalOf } from "./net/refusal.js";
import { notify } from "./state/notices.js";
import { denied, fulfilled } from "./state/replies.js";
import { cutOff, received, welcomed } from "./state/state.js";
import { wishes } from "./state/wishes.js";

/** @typedef {import("./state/types.js").State} State */
/** @typedef {import("./net/wire.js").Message} Message */
/** @typedef {import("./net/wire.js").Request} Request */

const CLIENT = "nim-web 0.1.0";

/**
 * @typedef {object} Page  The state that the session reads and changes.
 * @property {State} state  The current one.
 * @property {(next: State) => void} update
 * @property {() => void} returned  The server is there, perhaps a newer one.
 */

export class Session {
  /** Registering, signing in or out is in progress. */
  becoming = false;
  #page;
  /** Wishes in flight to the server, by key: each is sent once. @type {Set<string>} */
  #asked = new Set();
  /** What signs moves in tournaments, once it is fetched. @type {typeof import("./browser/signing.js") | null} */
  #signing = null;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    this.pacing = new Pacing((message) => this.#heard(message));
    this.connection = new Connection(Connection.here(), {
      opened: () => this.#greet(),
      received: (event) => {
        const message = /** @type {Message} */ (event);
        this.pacing.hear(message, heldFor(page.state, message, Date.now()));
      },
      lost: (again, code) => this.#lost(again, code),
    });
  }

  /** Whether moves could be signed. */
  get signs() {
    return this.#signing !== null;
  }

  /** Fetches the module that signs moves. */
  async fetchSigning() {
    this.#signing = await import("./browser/signing.js");
    this.#page.update({ ...this.#page.state, signs: await this.#signing.canSign() });
  }

  /**
   * Sends a request; its answer or refusal changes the state.
   * @param {Request} message
   * @param {(answer: Message) => State} then
   * @param {(why: Refused) => State} otherwise
   */
  async ask(message, then, otherwise) {
    try {
      const answer = await this.connection.request(await this.#signed(message));
      this.#page.update(then(/** @type {Message} */ (answer)));
    } catch (why) {
      if (!(why instanceof Refused)) throw why;
      this.#page.update(otherwise(why));
    }
  }

  /** Requests what the state lacks, each item once. */
  pursue() {
    const wished = wishes(this.#page.state);
    const keys = new Set(wished.map(({ key }) => key));
    this.#asked = new Set([...this.#asked].filter((key) => keys.has(key)));
    for (const { key, message } of wished) {
      if (this.#asked.has(key)) continue;
      this.#asked.add(key);
      this.ask(
        message,
        (answer) => fulfilled(this.#page.state, message, answer),
        (why) => {
          if (why.retryAfterMs !== undefined) return this.#askAgain(key, why);
          // The seat is not mine, or no longer.
          if (message.t === "attach" && why.code !== "lost") dropSeat(message.table);
          return denied(this.#page.state, message, why);
        },
      );
    }
  }

  /**
   * A wish that cannot be fulfilled now stands, and is sent again when the server says. That the
   * server is busy passes unnoticed; the visitor is told of anything else.
   * @param {string} key @param {Refused} why @returns {State}
   */
  #askAgain(key, why) {
    setTimeout(() => {
      this.#asked.delete(key);
      this.pursue();
    }, why.retryAfterMs);
    const { state } = this.#page;
    return why.code === "busy" ? state : notify(state, "error", ...refusalOf(why));
  }

  #greet() {
    const { name } = this.#page.state;
    this.ask(
      { t: "hello", name, kind: "person", client: CLIENT },
      (welcome) => {
        this.connection.settled();
        this.#page.returned();
        return welcomed(this.#page.state, /** @type {any} */ (welcome));
      },
      (why) => {
        const failed = (/** @type {State} */ state) => notify(state, "error", ...refusalOf(why));
        // A name that has been taken in the meantime must not keep the visitor out.
        if (why.code !== "name_taken") return failed(this.#page.state);
        const renamed = { ...this.#page.state, name: guestName() };
        remember("name", renamed.name);
        // The server accepts one hello per connection, and this one has the new name.
        this.#page.update(renamed);
        this.connection.restart();
        return failed(this.#page.state);
      },
    );
  }

  /** @param {Message} message */
  #heard(message) {
    const { state } = this.#page;
    const next = received({ ...state, now: Date.now() }, message);
    if (message.t === "seated") {
      const { offer, seat, token } = message;
      const { table } = message.state;
      keepSeat(table, { seat, token, again: next.tables[table].again });
      if (message.rated && state.signs) this.#signing?.keepTable(table, offer);
    }
    const seat = message.t === "chosen" && next.seats[message.table];
    if (seat && seat.token) keepSeat(message.table, { ...seat, token: seat.token });
    this.#page.update(next);
  }

  /** @param {{at: number} | null} again @param {number} code */
  #lost(again, code) {
    // Registering closes the guest's connection; the page restarts in a moment.
    if (this.becoming) return;
    this.#asked = new Set();
    this.pacing.release();
    this.#page.update(cutOff(this.#page.state, again, code));
  }

  /**
   * Adds our key to a request to enter a tournament, and sends the signature of a move or a
   * resignation there just before it. Other requests are not delayed.
   * @param {Request} message
   * @returns {Promise<Request>}
   */
  async #signed(message) {
    const { signs, tables } = this.#page.state;
    if (!this.#signing || !signs) return message;
    if (message.t === "enter") return this.#signing.withKey(message);
    if (message.t !== "move" && message.t !== "resign") return message;
    const attest = await this.#signing.attestOf(message, tables[message.table]).catch(() => null);
    // The move is not held up by its answer.
    if (attest) this.connection.request(attest).catch(() => {});
    return message;
  }
}
