// The course without the server: Nim and counting, as far as lessons and the analysis of small
// positions need them. Everywhere else the page knows no rules and asks the server.

/** @typedef {import("../net/wire.js").Setup} Setup */
/** @typedef {import("../net/wire.js").Move} Move */
/** @typedef {import("../net/wire.js").Position} Position */
/** @typedef {import("./study.js").Review} Review */
/** @typedef {import("./study.js").Ply} Ply */
/** @typedef {import("./study.js").Facts} Facts */
/**
 * @typedef {object} Rules  The rules of one game, as far as they are known here.
 * @property {(position: Position, game: Setup) => any[]} moves
 * @property {(position: Position, move: any) => Position} apply
 * @property {(position: Position, game: Setup) => number | null} grundy  Null if it does not decide sums.
 * @property {(position: Position, game: Setup) => boolean} wins  Whether the player to move wins.
 * @property {(position: Position, game: Setup) => Facts} facts
 */

/** The most objects: listing the moves of more would be slow. */
const MOST_OBJECTS = 400;

/** @type {Record<string, Rules>} */
const RULES = {
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
RULES.game100 = RULES.game21;

/** @param {number[]} heaps */
function xor(heaps) {
  return heaps.reduce((sum, size) => sum ^ size, 0);
}

/** @param {Position} position @param {Setup} game */
function counted({ total = 0 }, { params: { step, target }, ending }) {
  const [left, modulus] = [target - total, step + 1];
  return { left, modulus, remainder: left % modulus, wanted: ending === "misere" ? 1 : 0 };
}

/**
 * The server's answer to a game with these moves, computed here; null if unknown.
 * @param {{game?: Setup, moves?: Move[]}} asked
 * @returns {Review | null}
 */
export function reviewed({ game, moves = [] }) {
  const rules = game && Object.hasOwn(RULES, game.variant) ? RULES[game.variant] : null;
  if (!game || !rules || isLarge(game)) return null;
  const positions = [game.start];
  for (const move of moves) positions.push(rules.apply(positions[positions.length - 1], move));
  const plies = positions.map((position, i) => ply(rules, game, position, moves[i] ?? null));
  const last = positions[positions.length - 1];
  return {
    game,
    moves,
    text: "",
    plies,
    seats: [0, 1].map((seat) => decisionsOf(plies, seat)),
    values: rules.moves(last, game).map((move) => {
      const next = rules.apply(last, move);
      return { move, outcome: rules.wins(next, game) ? "N" : "P", grundy: rules.grundy(next, game) };
    }),
  };
}

/** @param {Setup} game */
function isLarge({ start, params }) {
  const size = (start.heaps ?? []).reduce((sum, heap) => sum + heap, 0);
  return size > MOST_OBJECTS || (params.target ?? 0) > MOST_OBJECTS || (params.players ?? 2) > 2;
}

/** @param {Rules} rules @param {Setup} game @param {Position} position @param {any} move @returns {Ply} */
function ply(rules, game, position, move) {
  const wins = rules.wins(position, game);
  const winning = rules.moves(position, game).filter((one) => !rules.wins(rules.apply(position, one), game));
  const kept = move !== null && !rules.wins(rules.apply(position, move), game);
  return {
    position,
    outcome: wins ? "N" : "P",
    certainty: "proven",
    source: "formula",
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
