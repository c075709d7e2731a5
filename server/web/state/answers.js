// The server's answers over HTTP, by query, as part of the state.

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Answer} Answer */

/** The query for the available variants and starts. */
export const VARIANTS = { path: "/api/variants" };

/** Where games and positions are analysed. */
export const ANALYSIS = "/api/analysis";

/**
 * The query for the analysis of a game: all positions of these moves, and what follows the last.
 * @param {import("../net/wire.js").Setup | null} game @param {import("../net/wire.js").Move[]} moves
 */
export function analysisQuery(game, moves) {
  return { path: ANALYSIS, body: { game, moves } };
}

/** The key of a query. @param {{path: string, body?: object}} query */
export function keyOf({ path, body }) {
  return body ? `${path} ${JSON.stringify(body)}` : path;
}

/** No filter. @type {import("./types.js").People} */
export const EVERYBODY = { search: "", board: "", cause: "", unwilling: null };

/** The most answers kept, the most recently requested ones. */
const MOST_ANSWERS = 200;

/** @param {State} state @param {string} key @param {Answer} answer @returns {State} */
export function answered(state, key, answer) {
  const { [key]: _, ...others } = state.answers;
  const kept = Object.entries(others).slice(1 - MOST_ANSWERS);
  return { ...state, answers: { ...Object.fromEntries(kept), [key]: answer } };
}

/**
 * Marks the answers of these paths as stale: they are still shown, and requested again.
 * @param {State} state @param {string} path @returns {State}
 */
export function staled(state, path) {
  const answers = Object.entries(state.answers).map(([key, answer]) => [
    key,
    key.startsWith(path) ? { ...answer, stale: true } : answer,
  ]);
  return { ...state, answers: Object.fromEntries(answers) };
}

/**
 * A visit to another page refreshes all answers, except those to queries with a body, and the
 * variants.
 * @param {State} state
 * @returns {State}
 */
export function refreshed(state) {
  const kept = Object.entries(state.answers).filter(
    ([key, { ok }]) => ok && (key.includes(" ") || key.startsWith(VARIANTS.path)),
  );
  const account = { link: null, token: "", done: "" };
  return { ...state, account, people: EVERYBODY, refused: null, answers: Object.fromEntries(kept) };
}
