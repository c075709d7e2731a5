// The server's answers over HTTP, by query, as part of the state.

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Answer} Answer */

/** Where the server says which variants and starts there are. */
export const VARIANTS = { path: "/api/variants" };

/** The key of a query. @param {{path: string, body?: object}} query */
export function keyOf({ path, body }) {
  return body ? `${path} ${JSON.stringify(body)}` : path;
}

/** Nobody in particular is looked for. @type {import("./types.js").People} */
export const EVERYBODY = { search: "", board: "", cause: "" };

/** Answers that are kept: those asked for last. */
const MOST_ANSWERS = 200;

/** @param {State} state @param {string} key @param {Answer} answer @returns {State} */
export function answered(state, key, answer) {
  const { [key]: _, ...others } = state.answers;
  const kept = Object.entries(others).slice(1 - MOST_ANSWERS);
  return { ...state, answers: { ...Object.fromEntries(kept), [key]: answer } };
}

/** What was asked of these paths is shown on, and asked for again. @param {State} state @param {string} path @returns {State} */
export function staled(state, path) {
  const answers = Object.entries(state.answers).map(([key, answer]) => [
    key,
    key.startsWith(path) ? { ...answer, stale: true } : answer,
  ]);
  return { ...state, answers: Object.fromEntries(answers) };
}

/**
 * Whoever goes to another page wants to see what is true now; only what was answered to a question with a
 * body, and the variants, stay as they are.
 * @param {State} state
 * @returns {State}
 */
export function refreshed(state) {
  const kept = Object.entries(state.answers).filter(
    ([key, { ok }]) => (ok && key.includes(" ")) || key.startsWith(VARIANTS.path),
  );
  const account = { reset: "", token: "", done: "" };
  return { ...state, account, people: EVERYBODY, refused: null, answers: Object.fromEntries(kept) };
}
