// A game being viewed: its moves, the position shown, and the queries about it. Pure; the
// server's answers are in `state.answers`.

import { once } from "../boards/once.js";
import { ANALYSIS, analysisQuery, keyOf } from "../state/answers.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../state/types.js").Table} Table */
/** @typedef {import("../net/wire.js").Setup} Setup */
/** @typedef {import("../net/wire.js").Move} Move */
/** @typedef {import("../net/wire.js").Position} Position */
/** @typedef {import("../shell/query.js").Query} Query */
/**
 * @typedef {object} Study
 * @property {string} id  The table's, or the page's name.
 * @property {Setup | null} game  Null until the server has read the text.
 * @property {string} text  The game in notation, if it is queried by text, or "".
 * @property {Move[]} line
 * @property {string} [address]  The game in the address from which this came, or that was written there.
 * @property {number} ply  Which position is shown, counted in moves.
 * @property {0 | 1} [seat]  Mine, in free play.
 * @property {number} [hint]  The move of a lesson for which a hint was asked.
 *
 * @typedef {{kind: string, [name: string]: any}} Facts
 * @typedef {{move: Move, outcome: "N" | "P" | null, grundy: number | null}} Valued
 *
 * @typedef {object} Ply  What is known of a position and of the move made in it.
 * @property {Position} position
 * @property {"N" | "P" | null} outcome
 * @property {"proven" | "nonconstructive" | "convention" | "heuristic" | "unknown"} certainty
 * @property {"formula" | "table" | "search"} [source]
 * @property {number | null} grundy
 * @property {{sentence: string, facts: Facts}} why
 * @property {Move[] | null} winning_moves
 * @property {Move | null} move
 * @property {"kept" | "threw" | "safe" | "lost" | "unknown" | null} mark
 * @property {Move[]} [refutation]  The answer to a move that threw the win.
 * @property {boolean} [mover_survives]  With more than two players.
 * @property {number | null} [margin]  Candies.
 *
 * @typedef {object} Review
 * @property {Setup} game
 * @property {Move[]} moves
 * @property {string} text
 * @property {Ply[]} plies
 * @property {Array<{decisions: number, kept: number}>} seats
 * @property {Valued[] | null} values
 */

/** The query about the whole game. @param {Study} study @returns {Query} */
export function lineQuery({ game, text, line }) {
  return text ? { path: ANALYSIS, body: { text } } : analysisQuery(game, line);
}

/** The query about one position. @param {Setup} game @param {Position} position @returns {Query} */
export function positionQuery(game, position) {
  return analysisQuery({ ...game, start: position }, []);
}

/** @param {State} state @param {Study} study */
export function answerOf({ answers }, study) {
  return answers[keyOf(lineQuery(study))];
}

/** @param {State} state @param {Study} study @returns {Review | null} */
export function reviewOf(state, study) {
  const answer = answerOf(state, study);
  return answer?.ok ? answer.value : null;
}

/**
 * The value of each move in the position shown: null if there are too many, undefined until
 * known.
 * @param {State} state
 * @param {Study} study
 * @param {Review} review
 * @returns {Valued[] | null | undefined}
 */
export function valuesAt({ answers }, { game, ply }, review) {
  if (ply >= review.plies.length - 1) return review.values;
  const answer = game && answers[keyOf(positionQuery(game, review.plies[ply].position))];
  return answer ? (answer.ok ? answer.value.values : null) : undefined;
}

/**
 * The queries needed, with the values of the moves if wanted.
 * @param {State} state
 * @param {Study} study
 * @param {boolean} values
 * @returns {Query[]}
 */
export function queriesOf(state, study, values) {
  const review = reviewOf(state, study);
  const asked = [lineQuery(study)];
  if (values && study.game && review && study.ply < review.plies.length - 1)
    asked.push(positionQuery(study.game, review.plies[study.ply].position));
  return asked;
}

/** Another position of the same line is shown. @param {Study} study @param {number} ply @returns {Study} */
export function stepped(study, ply) {
  return { ...study, ply: Math.max(0, Math.min(study.line.length, ply)) };
}

/**
 * Makes a move in the position shown; a move other than the line's own begins a new line.
 * @param {Study} study
 * @param {Move} move
 * @returns {Study}
 */
export function continued(study, move) {
  const own = JSON.stringify(study.line[study.ply]) === JSON.stringify(move);
  const line = own ? study.line : [...study.line.slice(0, study.ply), move];
  return { ...study, text: own ? study.text : "", line, ply: study.ply + 1 };
}

/** The next ply, after this one, at which a win was thrown away; -1 if there is none. @param {Review} review @param {number} ply */
export function nextMistake({ plies }, ply) {
  return plies.findIndex(({ mark }, i) => i > ply && mark === "threw");
}

/**
 * Where a game of two was decided for the viewer: their last move, or for others the loser's
 * last move, that threw the win away; `never` if they never had a win. Null if this is not
 * proven or there is nothing to say.
 * @param {Review} review @param {number | null} seat @param {number[]} winners
 * @returns {{kind: "threw", ply: number} | {kind: "never"} | null}
 */
export function decided(review, seat, winners) {
  const { plies, seats } = review;
  if (seats.length !== 2 || winners.length !== 1) return null;
  const loser = 1 - winners[0];
  const ply = plies.reduce((last, { mark }, ply) => (mark === "threw" && ply % 2 === loser ? ply : last), -1);
  // A later unproven position may have decided the game instead; and a player who regained the
  // win and then resigned did not lose by that move.
  const later = plies
    .slice(ply + 1)
    .some(({ move, mark }) => move !== null && (!mark || mark === "unknown" || mark === "threw"));
  if (ply >= 0) return later ? null : { kind: "threw", ply };
  return seat === loser && hadNoChance(review, loser) ? { kind: "never" } : null;
}

/** Whether every move of a player was lost, whatever it was. @param {Review} review @param {number} seat */
export function hadNoChance({ plies, seats }, seat) {
  const own = plies.filter(({ move }, ply) => move !== null && ply % seats.length === seat);
  return own.length > 0 && own.every(({ mark }) => mark === "lost");
}

/** Reasons that name no rule to follow. */
const WITHOUT_RULE = ["searched", "out_of_budget", "stolen_strategy"];

/** Whether there is a rule to play by in a position. @param {Ply} ply */
export const hasRule = ({ why }) => !WITHOUT_RULE.includes(why.facts.kind);

/**
 * A lost position from which its mover can learn: the first with a rule, before the end; if there is none, their
 * first.
 * @param {Review} review @param {number} seat
 */
export function instructive({ plies }, seat) {
  const found = plies.findIndex(
    (ply, at) => ply.move !== null && at % 2 === seat && at < plies.length - 2 && hasRule(ply),
  );
  return found < 0 ? seat : found;
}

/**
 * The position shown as a table, for the board; moves may be made if `values` are given.
 * @param {Study} study @param {Setup} game @param {Ply[]} plies @param {Valued[] | null} [values]
 * @returns {Table}
 */
export function tableOf({ id, line, ply }, game, plies, values) {
  const at = Math.min(ply, plies.length - 1);
  const mine = values === undefined || values?.length === 0 ? null : 0;
  return {
    game,
    players: [],
    moves: line,
    seat: mine,
    live: false,
    sent: null,
    at: 0,
    legal:
      values === undefined
        ? null
        : {
            ply: at,
            count: values?.length ?? null,
            moves: values && once(values, "moves", () => values.map(({ move }) => move)),
          },
    state: {
      table: id,
      ply: at,
      position: plies[at].position,
      to_move: mine,
      last_move: at ? line[at - 1] : null,
      present: [],
      over: null,
    },
  };
}
