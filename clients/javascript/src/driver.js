// Finds games for a bot and asks it for each move. It always accepts challenges; without a `seek`,
// a `challenge` or a tournament it also accepts open offers.

import { Closed } from "./client.js";
import { Refused } from "./connection.js";
import { Seat } from "./game.js";
import { nonce } from "./hex.js";

/** @typedef {typeof import("./bot.js").Bot} BotClass */
/** @typedef {import("./client.js").Client} Client */
/** @typedef {import("./client.js").ClientEvent} ClientEvent */
/** @typedef {import("./game.js").TableState} TableState */
/** @typedef {import("nim-client/messages").SeekView} SeekView */
/** @typedef {import("nim-client/messages").Player} Player */

/**
 * @typedef {object} DriverOptions
 * @property {number} [games]  Leave after this many; by default never.
 * @property {number} [concurrency]  Games at once.
 * @property {any} [seek]  Offer this game, such as `{preset: "3-5-7"}`.
 * @property {string} [challenge]  Challenge the player with this name to 3-5-7.
 * @property {string} [tournament]  Enter this tournament.
 * @property {(why: unknown) => void} [onError]  A bot failed, or the server refused something.
 */

const CHALLENGE = { preset: "3-5-7" };

export class Driver {
  won = 0;
  lost = 0;
  noResult = 0;
  /** My seats, by table. @type {Map<string, Seat>} */
  #seats = new Map();
  /** Offers of mine, or that I took, whose game has not begun. @type {Set<string>} */
  #offers = new Set();
  /** Offers that were taken or declined while I was making some. @type {Set<string>} */
  #answered = new Set();
  /** Open offers of others. @type {Map<string, SeekView>} */
  #seeks = new Map();
  /** Whoever is in the lobby. @type {Map<string, Player>} */
  #players = new Map();
  #finding = false;

  /** @param {BotClass} bot @param {Client} client @param {DriverOptions} [options] */
  constructor(bot, client, options = {}) {
    this.bot = bot;
    this.client = client;
    this.options = { games: Infinity, concurrency: 4, onError: console.error, ...options };
  }

  /** The number of finished games. */
  get played() {
    return this.won + this.lost + this.noResult;
  }

  score() {
    return `games=${this.played} won=${this.won} lost=${this.lost} no_result=${this.noResult}`;
  }

  /** Plays until `games` are over or, in a tournament, until it is. */
  async run() {
    await this.client.connect();
    try {
      await this.#begin();
      for await (const event of this.client.events()) {
        this.#hear(event);
        if (this.#isDone() || this.#isOver(event)) return;
      }
    } finally {
      this.client.close();
    }
  }

  async #begin() {
    const { tournament } = this.options;
    if (!tournament) return this.#look();
    const random = globalThis.crypto ?? (await import("node:crypto")).webcrypto;
    const program = this.bot.declared();
    // The server refuses it of people.
    const declares = Object.keys(program).length > 0 && this.client.you?.kind === "bot";
    await this.client.request("enter", {
      tournament,
      nonce: nonce(random),
      ...(declares && { program }),
    });
    await this.client.request("follow", { tournament, on: true });
  }

  #isDone() {
    return this.played >= this.options.games && this.#seats.size === 0;
  }

  /** @param {ClientEvent} event */
  #isOver(event) {
    if (event.t !== "tournament" || event.tournament !== this.options.tournament) return false;
    return event.stage === "finished" || event.stage === "cancelled";
  }

  /** The number of further games to look for. */
  #wanted() {
    if (this.options.tournament) return 0;
    const begun = this.#seats.size + this.#offers.size;
    const { games, concurrency } = this.options;
    return Math.max(0, Math.min(concurrency - begun, games - begun - this.played));
  }

  /** @param {ClientEvent} event */
  #hear(event) {
    switch (event.t) {
      case "seated":
        this.#ended(event.offer);
        return this.#sit(event, event.seat);
      case "table":
        return this.#sit(event, undefined);
      case "state":
        return this.#see(event);
      case "challenged":
        return this.#answer(event.challenge, event.game.variant);
      case "declined":
        this.#ended(event.challenge);
        return this.#start(this.#look());
      case "ready_check":
        return this.#start(this.client.request("ready", { tournament: event.tournament }));
      case "lobby":
        this.#seeks = new Map(event.seeks.map((seek) => [seek.seek, seek]));
        this.#players = new Map(event.players.map((player) => [player.id, player]));
        return this.#start(this.#find());
      case "lobby_delta":
        for (const gone of event.seeks?.gone ?? []) this.#seeks.delete(gone);
        for (const seek of event.seeks?.set ?? []) this.#seeks.set(seek.seek, seek);
        for (const gone of event.players?.gone ?? []) this.#players.delete(gone);
        for (const player of event.players?.set ?? []) this.#players.set(player.id, player);
        return this.#start(this.#find());
    }
  }

  /** @param {string} challenge @param {string} variant */
  #answer(challenge, variant) {
    const accept = this.#wanted() > 0 && this.bot.plays(variant);
    const reason = accept ? {} : { reason: /** @type {const} */ ("busy") };
    this.#start(this.client.request("reply", { challenge, accept, ...reason }));
  }

  /** Asks for the lobby, whose answer is reacted to; or offers games. */
  async #look() {
    if (this.options.seek) return this.#find();
    if (!this.options.tournament) await this.client.request("lobby", { on: true });
  }

  async #find() {
    if (this.#finding) return;
    this.#finding = true;
    try {
      if (this.options.seek) await this.#offer(this.options.seek);
      else if (this.options.challenge) await this.#challenge(this.options.challenge);
      else await this.#accept();
    } finally {
      this.#finding = false;
      this.#answered.clear();
    }
  }

  /** @param {any} game */
  async #offer(game) {
    while (this.#wanted() > 0) {
      const { seek } = await this.client.request("seek", { game, seat: "random", private: false });
      this.#made(seek);
    }
  }

  /** An offer stands, unless what became of it was heard first: both may come at once. @param {string} offer */
  #made(offer) {
    if (!this.#answered.delete(offer)) this.#offers.add(offer);
  }

  /** An offer was taken or declined. @param {string | undefined} offer */
  #ended(offer) {
    if (offer && !this.#offers.delete(offer) && this.#finding) this.#answered.add(offer);
  }

  /** @param {string} name */
  async #challenge(name) {
    const player = [...this.#players.values()].find((player) => player.name.includes(name))?.id;
    while (player && this.#wanted() > 0) {
      const game = /** @type {any} */ (CHALLENGE);
      const { challenge } = await this.client.request("challenge", { player, game, seat: "random" });
      this.#made(challenge);
    }
  }

  async #accept() {
    for (const { seek, by, game, rated } of [...this.#seeks.values()]) {
      const fits = this.bot.plays(game.variant) && by.id !== this.client.you?.id && !rated;
      if (!fits || this.#wanted() === 0) continue;
      this.#seeks.delete(seek);
      this.#offers.add(seek);
      await this.client.request("accept", { seek }).catch((why) => {
        this.#offers.delete(seek);
        // Another player was faster.
        if (!(why instanceof Refused)) throw why;
      });
    }
  }

  /**
   * @param {{game: any, players: Player[], state: TableState}} view
   * @param {number | undefined} seat  Mine, if the message says so.
   */
  #sit(view, seat) {
    const { table } = view.state;
    if (!this.#seats.has(table)) {
      const mine = seat ?? view.players.findIndex(({ id }) => id === this.client.you?.id);
      if (mine < 0) return;
      this.#seats.set(table, new Seat(new this.bot(), view, mine));
    }
    this.#see(view.state);
  }

  /** @param {TableState} state */
  #see(state) {
    const seat = this.#seats.get(state.table);
    if (!seat) return;
    if (state.over) return this.#count(state.table, seat.number, state.over.winners);
    if (state.to_move !== seat.number || seat.thinking === state.ply) return;
    seat.thinking = state.ply;
    this.#start(this.#move(seat, state));
  }

  /** @param {string} table @param {number} seat @param {number[]} winners */
  #count(table, seat, winners) {
    if (winners.length === 0) this.noResult += 1;
    else if (winners.includes(seat)) this.won += 1;
    else this.lost += 1;
    this.#seats.delete(table);
    this.client.forget(table);
    if (!this.#isDone()) this.#start(this.#look());
  }

  /** @param {Seat} seat @param {TableState} state */
  async #move(seat, state) {
    const { table, ply } = state;
    try {
      const answer = await this.client.request("moves", { table });
      if (answer.ply !== ply) return;
      const move = await seat.bot.choose(seat.game(state, answer.moves));
      if (move === null || move === undefined) return await this.client.request("resign", { table });
      await this.client.request("move", { table, ply, move });
    } catch (why) {
      if (why instanceof Closed) throw why;
      // Otherwise the game has moved on without us; the next state shows how.
      if (why instanceof Refused && why.code !== "illegal_move") return;
      this.options.onError(why);
      await this.client.request("resign", { table });
    }
  }

  /** Work that the events do not wait for. @param {Promise<unknown>} work */
  #start(work) {
    work.catch((why) => {
      // The end of the connection is told by the events.
      if (!(why instanceof Closed)) this.options.onError(why);
    });
  }
}
