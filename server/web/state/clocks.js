// The terms of a game besides its rules. The clocks are a few common ones instead of a free
// choice of minutes and seconds.

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The clocks by the name in their texts' keys. @type {Record<string, import("../net/wire.js").Clock>} */
export const CLOCKS = {
  "1+1": { kind: "fischer", base_ms: MINUTE, increment_ms: SECOND },
  "3+2": { kind: "fischer", base_ms: 3 * MINUTE, increment_ms: 2 * SECOND },
  "10+5": { kind: "fischer", base_ms: 10 * MINUTE, increment_ms: 5 * SECOND },
  "5+3x20": { kind: "byoyomi", base_ms: 5 * MINUTE, periods: 3, period_ms: 20 * SECOND },
  move10: { kind: "move", ms: 10 * SECOND },
  move60: { kind: "move", ms: MINUTE },
  day: { kind: "days", days: 1 },
};

/** Whether a clock has a base time, of which players can give some up. @param {string} clock */
export function hasBase(clock) {
  return Object.hasOwn(CLOCKS, clock) && (CLOCKS[clock].base_ms ?? 0) > 0;
}

/**
 * The terms of an offer, without defaults. Games of more than two players have no pairs and no
 * ratings; only a rated offer to anybody has a rating window; the first player is chosen only
 * in a single casual game.
 * @param {Pick<import("./types.js").Form, "clock" | "seat" | "pair" | "rated" | "handicap" | "open" | "window" |
 *   "opponent">} form @param {boolean} several
 */
export function termsOf({ clock, seat, pair, rated, handicap, open, window, opponent }, several) {
  const counts = rated && !several;
  const alone = !pair && !counts && !several;
  const far = Number(window);
  return {
    ...(Object.hasOwn(CLOCKS, clock) && { clock: CLOCKS[clock] }),
    ...(pair && !several && { pair }),
    ...(seat === "pie" && alone && !handicap && { pie: true }),
    ...(seat === "bid" && alone && !handicap && hasBase(clock) && { bid: true }),
    ...(handicap && alone && { handicap: true }),
    ...(counts && { rated }),
    ...(counts && open && { open }),
    ...(counts && far > 0 && opponent === "open" && { window: { below: far, above: far } }),
  };
}

/**
 * The game to offer: a start, or the kind of start that the server draws.
 * @param {Pick<import("./types.js").State, "form">} state
 * @param {import("../net/wire.js").Setup} game
 * @returns {import("../net/wire.js").Draft}
 */
export function draftOf({ form }, { variant, params, ending, start }) {
  const { draw, wonBy, winningMoves, length } = form;
  if (!draw) return { variant, params, ending, start };
  return {
    variant,
    params,
    ending,
    draw: {
      difficulty: draw,
      ...(wonBy && { won_by: wonBy }),
      ...(winningMoves && { winning_moves: Number(winningMoves) }),
      ...(length && { length: Number(length) }),
    },
  };
}
