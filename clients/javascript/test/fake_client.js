// A client without a server, for what uses one.

import { idle } from "./fake.js";

/** A client whose answers the test gives, and which keeps what it was asked. */
export class FakeClient {
  forgotten = [];
  #asked = [];
  #events = [];
  #more = () => {};
  #closed = false;

  /** @param {object} you @param {Record<string, any>} answers  By type: an answer, an error, or what makes one. */
  constructor(you, answers) {
    this.you = you;
    this.answers = answers;
  }

  async connect() {
    return this;
  }

  async request(t, fields) {
    this.#asked.push({ t, ...fields });
    const known = this.answers[t];
    const answer = typeof known === "function" ? known(fields) : known;
    if (answer instanceof Error) throw answer;
    return answer ?? { t: "ok" };
  }

  async *events() {
    for (;;) {
      while (this.#events.length > 0) yield this.#events.shift();
      if (this.#closed) return;
      await new Promise((more) => (this.#more = more));
    }
  }

  forget(table) {
    this.forgotten.push(table);
  }

  close() {
    this.#closed = true;
    this.#more();
  }

  get closed() {
    return this.#closed;
  }

  /** Tells events, and returns what was asked since. */
  async tell(...events) {
    this.#events.push(...events);
    this.#more();
    await idle();
    return this.#asked.splice(0);
  }
}
