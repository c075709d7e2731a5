// A bot: what it is, apart from how it finds its games.

/** @typedef {import("./game.js").Game} Game */

/** Override `choose`. There is one instance for each game, so it may keep what it knows in `this`. */
export class Bot {
  /** The variants that it plays; undefined for all. @type {string[] | undefined} */
  static variants;

  /**
   * The move to make, one of `game.legal_moves`, or null to resign. May be async.
   * @param {Game} _game
   * @returns {any}
   */
  choose(_game) {
    throw new Error("a bot chooses its moves: override choose(game)");
  }

  /** @param {string} variant */
  static plays(variant) {
    return this.variants === undefined || this.variants.includes(variant);
  }

  /**
   * The command line of a bot, in Node: `MyBot.main()`.
   * @param {string[]} [words]  By default those of the process.
   */
  static async main(words) {
    const { run } = await import("./command.js");
    return run(this, words);
  }
}
