// A server that a test plays itself: sockets that go nowhere, and a clock that only the test moves.

const NAMES = ["setTimeout", "clearTimeout", "setInterval", "clearInterval"];

/** Time for as long as a test needs it. */
export class Clock {
  now = 0;
  /** @type {Map<number, {at: number, every: number, work: () => void}>} */
  #timers = new Map();
  #last = 0;
  #before = NAMES.map((name) => globalThis[name]);
  #date = Date.now;
  #random = Math.random;

  /** @param {{after: (work: () => void) => void}} t  The test, at whose end time is real again. */
  constructor(t) {
    const add = (work, ms, every) => {
      this.#timers.set(++this.#last, { at: this.now + ms, every, work });
      return this.#last;
    };
    globalThis.setTimeout = (work, ms) => add(work, ms, 0);
    globalThis.setInterval = (work, ms) => add(work, ms, ms);
    globalThis.clearTimeout = globalThis.clearInterval = (id) => this.#timers.delete(id);
    Date.now = () => this.now;
    Math.random = () => 0;
    t.after(() => {
      NAMES.forEach((name, i) => (globalThis[name] = this.#before[i]));
      Date.now = this.#date;
      Math.random = this.#random;
    });
  }

  /** How many timers wait. */
  get waiting() {
    return this.#timers.size;
  }

  /** Lets so much time pass, timer by timer. @param {number} ms */
  async pass(ms) {
    const end = this.now + ms;
    for (;;) {
      const next = [...this.#timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!next) break;
      const [id, timer] = next;
      this.now = timer.at;
      if (timer.every > 0) timer.at += timer.every;
      else this.#timers.delete(id);
      timer.work();
      await idle();
    }
    this.now = end;
  }
}

/** Until everything that could be done has been done. */
export const idle = () => new Promise((done) => setImmediate(done));

/** A class of WebSockets, with those that were made of it, the newest last. */
export function fakeSockets() {
  return class FakeSocket {
    /** @type {FakeSocket[]} */
    static made = [];
    static get last() {
      return FakeSocket.made.at(-1);
    }
    readyState = 0;
    sent = [];
    closed = 0;

    constructor(url, protocol) {
      [this.url, this.protocol] = [url, protocol];
      FakeSocket.made.push(this);
    }

    send(text) {
      this.sent.push(JSON.parse(text));
    }

    close() {
      this.closed += 1;
      this.readyState = 3;
    }

    /** Takes what was sent since. */
    asked() {
      return this.sent.splice(0);
    }

    opens() {
      this.readyState = 1;
      this.onopen();
    }

    says(message) {
      this.onmessage?.({ data: JSON.stringify(message) });
    }

    drops(code, reason = "") {
      this.readyState = 3;
      this.onclose?.({ code, reason });
    }
  };
}
