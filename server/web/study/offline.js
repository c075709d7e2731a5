// The course without the server: Nim and counting by their theories, other games by a search of
// small positions. Everywhere else the page knows no rules and asks the server.

import { SMALL, search } from "./small.js";
import { TooLarge, sizeOf } from "./small_lists.js";

/** @typedef {import("../net/wire.js").Setup} Setup */
/** @typedef {import("../net/wire.js").Move} Move */
/** @typedef {import("../net/wire.js").Position} Position */
/** @typedef {import("./study.js").Review} Review */
/** @typedef {import("./study.js").Ply} Ply */
/** @typedef {import("./study.js").Facts} Facts */
/**
 * @typedef {object} Rules  The rules of one game, as far as they are known here.
 * @property {(position: Position, game: Setup) => any[]} moves
 * @property {(position: Position, move: any, game: Setup) => Position} apply
 * @property {(position: Position, game: Setup) => number | null} grundy  Null if it does not decide sums.
 * @property {(position: Position, game: Setup) => boolean} wins  Whether the player to move wins.
 * @property {(position: Position, game: Setup) => Facts} facts
 */

/** The largest start, by the sum of its numbers: listing the moves of a larger one would be slow. */
const MOST_OBJECTS = 400;

/** @type {Record<string, Rules>} */
const BY_THEORY = {
  nim: {
    moves: ({ heaps = [] }) =>
      heaps.flatMap((size, heap) => Array.from({ length: size }, (_, i) => [heap, i + 1])),
    apply: ({ heaps = [] }, [heap, take]) => ({
      heaps: heaps.map((size, i) => (i === heap ? size - take : size)),
    }),
    grundy: ({ heaps = [] }, { ending }) => (ending === "normal" ? xor(heaps) : null),
    // Bouton 1901: misère Nim has the same outcome as Nim while a heap of two or more is left.
    wins: ({ heaps = [] }, { ending }) =>
      ending === "misere" && heaps.every((size) => size < 2) ? xor(heaps) === 0 : xor(heaps) !== 0,
    facts: ({ heaps = [] }) => ({ kind: "nim_sum", values: heaps.filter(Boolean), sum: xor(heaps) }),
  },
  game21: {
    moves: ({ total = 0 }, { params }) =>
      Array.from({ length: Math.min(params.step, params.target - total) }, (_, i) => i + 1),
    apply: ({ total = 0 }, step) => ({ total: total + step }),
    grundy: () => null,
    wins: (position, game) => {
      const { left, modulus, wanted } = counted(position, game);
      return left === 0 ? game.ending === "misere" : (left - wanted) % modulus !== 0;
    },
    facts: (position, game) => ({ kind: "remainder", ...counted(position, game) }),
  },
};
BY_THEORY.game100 = BY_THEORY.game21;
// What was taken only decides by how much one wins.
BY_THEORY.candy = BY_THEORY.nim;

/** The rules of this game; positions searched once are known to all questions. @param {Setup} game @returns {Rules | null} */
export function rulesOf(game) {
  if (Object.hasOwn(BY_THEORY, game.variant)) return BY_THEORY[game.variant];
  if (!Object.hasOwn(SMALL, game.variant)) return null;
  const small = SMALL[game.variant];
  const { value, positions } = search(small, game);
  return {
    moves: (position, { params }) => small.moves(position, params),
    apply: (position, move, { params }) => small.apply(position, move, params),
    grundy: (position, { ending }) => (ending === "normal" ? value(position) : null),
    wins: (position) => value(position) !== 0,
    facts: () => ({ kind: "searched", positions: positions() }),
  };
}

/** @param {number[]} heaps */
function xor(heaps) {
  return heaps.reduce((sum, size) => sum ^ size, 0);
}

/** @param {Position} position @param {Setup} game */
function counted({ total = 0 }, { params: { step, target }, ending }) {
  const [left, modulus] = [target - total, step + 1];
  return { left, modulus, remainder: left % modulus, wanted: ending === "misere" ? 1 : 0 };
}

/** Heaps in notation, any of which make a position: docs/notation.md. */
const HEAPS_AS_TEXT = /^(?:(normal|misere) )?(nim|greedy|lasker|grundy) (\d{1,3}(?:,\d{1,3})*)$/;

/** The game that a text means, if the page reads it by itself. @param {string} text @returns {Setup | undefined} */
function readHeaps(text) {
  const [, ending = "normal", variant, heaps] = HEAPS_AS_TEXT.exec(text.trim()) ?? [];
  if (!heaps || !variant) return undefined;
  const start = { heaps: heaps.split(",").map(Number) };
  return { variant, params: {}, ending: ending === "misere" ? "misere" : "normal", start };
}

/**
 * The server's answer to a game with these moves, or to heaps in notation, computed here; null if
 * unknown.
 * @param {{game?: Setup, moves?: Move[], text?: string}} asked
 * @returns {Review | null}
 */
export function reviewed({ text = "", game = readHeaps(text), moves = [] }) {
  const rules = game && sizeOf([game.start, game.params]) <= MOST_OBJECTS ? rulesOf(game) : null;
  if (!game || !rules) return null;
  try {
    return reviewedBy(rules, game, moves);
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
}

/** @param {Rules} rules @param {Setup} game @param {Move[]} moves @returns {Review} */
function reviewedBy(rules, game, moves) {
  const positions = [game.start];
  for (const move of moves) positions.push(rules.apply(positions[positions.length - 1], move, game));
  const plies = positions.map((position, i) => ply(rules, game, position, moves[i] ?? null));
  const last = positions[positions.length - 1];
  return {
    game,
    moves,
    text: "",
    plies,
    seats: [0, 1].map((seat) => decisionsOf(plies, seat)),
    values: rules.moves(last, game).map((move) => {
      const next = rules.apply(last, move, game);
      return { move, outcome: rules.wins(next, game) ? "N" : "P", grundy: rules.grundy(next, game) };
    }),
  };
}

/** @param {Rules} rules @param {Setup} game @param {Position} position @param {any} move @returns {Ply} */
function ply(rules, game, position, move) {
  const wins = rules.wins(position, game);
  const loses = (/** @type {any} */ one) => !rules.wins(rules.apply(position, one, game), game);
  const winning = rules.moves(position, game).filter(loses);
  const kept = move !== null && loses(move);
  return {
    position,
    outcome: wins ? "N" : "P",
    certainty: "proven",
    source: Object.hasOwn(BY_THEORY, game.variant) ? "formula" : "search",
    grundy: rules.grundy(position, game),
    why: { sentence: "", facts: rules.facts(position, game) },
    winning_moves: winning,
    move,
    mark: move === null ? null : wins ? (kept ? "kept" : "threw") : "lost",
  };
}

/** @param {Ply[]} plies @param {number} seat */
function decisionsOf(plies, seat) {
  const own = plies.filter(({ mark }, i) => i % 2 === seat && (mark === "kept" || mark === "threw"));
  return { decisions: own.length, kept: own.filter(({ mark }) => mark === "kept").length };
}
