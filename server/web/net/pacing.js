// A bot's answer is shown after a short pause, so that the two moves are seen one after the
// other. Nothing is held back when time is short.

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("./wire.js").Message} Message */

/** From my move to the answer that is shown. */
const MOMENT_MS = 700;
/** With less time than this on the clock, nothing is held back. */
const SHORT_MS = 60_000;

/** How long to hold back a message, in milliseconds. @param {State} state @param {Message} message @param {number} now */
export function heldFor(state, message, now) {
  if (message.t !== "state") return 0;
  const table = state.tables[message.table];
  if (!table || table.seat === null || state.still || message.ply !== table.state.ply + 1) return 0;
  const mover = (message.ply - 1) % table.players.length;
  if (table.players[mover]?.kind !== "bot" || mover === table.seat) return 0;
  const left = message.clock?.left_ms[table.seat] ?? Infinity;
  if (left < SHORT_MS) return 0;
  return Math.max(0, table.at + MOMENT_MS - now);
}

/** Delayed messages to the page; those of a table stay in order. */
export class Pacing {
  /** @param {(message: Message) => void} heard */
  constructor(heard) {
    this.heard = heard;
    /** By table. @type {Map<string, Message[]>} */
    this.held = new Map();
  }

  /** @param {Message} message @param {number} ms  How long to hold it back. */
  hear(message, ms) {
    const table = message.t === "state" ? message.table : "";
    const waiting = this.held.get(table);
    if (waiting) return void waiting.push(message);
    if (ms === 0) return this.heard(message);
    this.held.set(table, [message]);
    setTimeout(() => this.release(table), ms);
  }

  /** @param {string} [only]  A table; default: all tables. */
  release(only) {
    for (const [table, messages] of [...this.held]) {
      if (only !== undefined && table !== only) continue;
      this.held.delete(table);
      messages.forEach(this.heard);
    }
  }
}
