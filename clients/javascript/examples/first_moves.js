// Makes the first legal move, in every game: node examples/first_moves.js --help

import { Bot } from "../src/index.js";

class FirstMoves extends Bot {
  static version = "1.0";
  static deterministic = true;

  choose(game) {
    return game.legal_moves[0] ?? null;
  }
}

FirstMoves.main();
