// Makes the first legal move, in every game: node examples/first_moves.js --help

import { Bot } from "../src/index.js";

class FirstMoves extends Bot {
  choose(game) {
    return game.legal_moves[0] ?? null;
  }
}

FirstMoves.main();
