// A game from its player's point of view.

/** @typedef {import("nim-client/messages").Move} Move */
/** @typedef {import("nim-client/messages").Position} Position */
/** @typedef {import("nim-client/messages").Player} Player */
/** @typedef {import("nim-client/messages").TableState} TableState */
/** @typedef {import("nim-client/messages").Setup} Setup */

/**
 * The game in which a bot has to move. Positions and moves have the JSON of docs/games.md.
 * @typedef {object} Game
 * @property {string} variant
 * @property {Record<string, any>} params
 * @property {"normal" | "misere"} ending
 * @property {number} seat  This player's, from 0; seat 0 moves first.
 * @property {Position} position
 * @property {number} ply  The number of moves made so far.
 * @property {Move[]} legal_moves  In ascending order, if there are at most a thousand.
 * @property {boolean} all_moves  Whether `legal_moves` is complete. If not, a server sends none, and the line
 *   protocol the first thousand.
 * @property {number | null} clock_ms  Milliseconds until the server ends the game; null without a clock.
 * @property {string | null} table  The table's id; null on the line protocol.
 * @property {Player[]} players  By seat; none on the line protocol.
 */

/** A game in which this player has a seat. */
export class Seat {
  /** The ply for which a move is being chosen. */
  thinking = -1;

  /**
   * @param {import("./bot.js").Bot} bot
   * @param {{game: Setup, players: Player[]}} table
   * @param {number} number
   */
  constructor(bot, { game, players }, number) {
    this.bot = bot;
    this.setup = game;
    this.players = players;
    this.number = number;
  }

  /**
   * @param {TableState} state
   * @param {Move[] | null} moves
   * @returns {Game}
   */
  game(state, moves) {
    return {
      variant: this.setup.variant,
      params: this.setup.params ?? {},
      ending: this.setup.ending,
      seat: this.number,
      position: state.position,
      ply: state.ply,
      legal_moves: moves ?? [],
      all_moves: moves !== null,
      clock_ms: state.clock?.due_ms ?? null,
      table: state.table,
      players: this.players,
    };
  }
}
