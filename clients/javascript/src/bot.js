// A bot: what it is, apart from how it finds its games.

/** @typedef {import("./game.js").Game} Game */

/** Override `choose`. There is one instance for each game, so it may keep what it knows in `this`. */
export class Bot {
  /** The variants that it plays; undefined for all. @type {string[] | undefined} */
  static variants;
  /**
   * The version of the program, 1 to 32 visible ASCII characters. It is declared in tournaments, and has to
   * be the one that the bot's account names. @type {string | undefined}
   */
  static version;
  /** The seed of its choices, below 2^53, if it has one. @type {number | undefined} */
  static seed;
  /** Whether it promises the same move in the same game every time. */
  static deterministic = false;

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
   * What it says of its program in tournaments and on the line protocol.
   * @returns {import("nim-client/messages").DeclaredProgram}
   */
  static declared() {
    const { version, seed, deterministic } = this;
    return {
      ...(version !== undefined && { version }),
      ...(seed !== undefined && { seed }),
      ...(deterministic && { deterministic }),
    };
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
