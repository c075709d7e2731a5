// Passing notices of the page, as part of the state.

/** @typedef {import("./types.js").State} State */

/**
 * @param {State} state
 * @param {"info" | "error"} kind
 * @param {string} key
 * @param {Record<string, string | number>} [params]
 * @returns {State}
 */
export function notify(state, kind, key, params) {
  const id = state.lastNotice + 1;
  const others = state.notices.filter((notice) => notice.key !== key);
  return {
    ...state,
    lastNotice: id,
    notices: [...others.slice(-2), { id, kind, key, params, at: state.now }],
  };
}
