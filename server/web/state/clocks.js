// The terms of a game besides its rules. Clocks: no choice of minutes and seconds, but a few that
// people play with.

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** By the name that their texts have. @type {Record<string, import("../net/wire.js").Clock>} */
export const CLOCKS = {
  "1+1": { kind: "fischer", base_ms: MINUTE, increment_ms: SECOND },
  "3+2": { kind: "fischer", base_ms: 3 * MINUTE, increment_ms: 2 * SECOND },
  "10+5": { kind: "fischer", base_ms: 10 * MINUTE, increment_ms: 5 * SECOND },
  move10: { kind: "move", ms: 10 * SECOND },
  move60: { kind: "move", ms: MINUTE },
  day: { kind: "days", days: 1 },
};

/**
 * What an offer says besides the game: nothing of what it does without. More than two
 * players can neither swap seats nor be rated; only a rated offer to anybody keeps
 * somebody out; who begins is chosen in a single casual game only.
 * @param {Pick<import("./types.js").Form, "clock" | "seat" | "pair" | "rated" | "open" | "window" |
 *   "opponent">} form @param {boolean} several
 */
export function termsOf({ clock, seat, pair, rated, open, window, opponent }, several) {
  const counts = rated && !several;
  const far = Number(window);
  return {
    ...(Object.hasOwn(CLOCKS, clock) && { clock: CLOCKS[clock] }),
    ...(pair && !several && { pair }),
    ...(seat === "pie" && !pair && !counts && !several && { pie: true }),
    ...(counts && { rated }),
    ...(counts && open && { open }),
    ...(counts && far > 0 && opponent === "open" && { window: { below: far, above: far } }),
  };
}

/**
 * The game to offer: a start, or what the server is to draw.
 * @param {Pick<import("./types.js").State, "form">} state
 * @param {import("../net/wire.js").Setup} game
 * @returns {import("../net/wire.js").Draft}
 */
export function draftOf({ form: { draw, wonBy } }, { variant, params, ending, start }) {
  return draw
    ? { variant, params, ending, draw: { difficulty: draw, ...(wonBy && { won_by: wonBy }) } }
    : { variant, params, ending, start };
}
