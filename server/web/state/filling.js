// Offers of games for several while their seats fill: those of mine, and those of others in which I have a seat.

import { answered } from "./answers.js";
import { notify } from "./notices.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("../net/wire.js").Seek} Seek */

/** Where an offer can be seen, a private one too. */
const SEEKS = "/api/seeks/";
/** The server does not tell how many are in, so it is asked every so often. */
const AGAIN_MS = 3000;

/** @param {string} id */
export const seekAt = (id) => ({ path: SEEKS + id });

/** Whether more than two play. @param {{params?: Record<string, any>}} game */
export function isForSeveral({ params }) {
  return params?.players > 2;
}

/**
 * The queries for the offers that fill, when they are due: they end with the offer, and without a connection.
 * @param {State} state @param {number} at
 */
export function filling({ answers, joined, link, lobby, now, offers, route }, at) {
  if (link.status !== "online" || Math.floor(at / AGAIN_MS) === Math.floor(now / AGAIN_MS)) return [];
  const mine = offers.filter(({ game }) => isForSeveral(game)).map(({ id }) => id);
  // The others stand in the lobby, as long as they are open.
  const listed = lobby?.seeks.map(({ seek }) => seek) ?? [];
  return [...mine, ...joined.filter((id) => id === route.id || !listed.includes(id))]
    .map(seekAt)
    .filter(({ path }) => answers[path]?.ok ?? true);
}

/**
 * How many seats of an offer are taken, of how many.
 * @param {{game: {params?: Record<string, any>}, missing?: number}} seek  A new one misses all but its owner.
 */
export function seatsTaken({ game, missing }) {
  const seats = game.params?.players ?? 2;
  return { n: missing === undefined ? 1 : seats - missing, seats };
}

/**
 * I have a seat in this offer of somebody else: a game for two begins at once, one for several may wait for others.
 * @param {State} state @param {string} id @returns {State}
 */
export function joinedIn(state, id) {
  const { path } = seekAt(id);
  const answer = state.answers[path];
  /** @type {Seek | undefined} */
  const seek = answer?.ok ? answer.value : state.lobby?.seeks.find((one) => one.seek === id);
  if (!seek || !isForSeveral(seek.game) || seek.by.id === state.me) return state;
  // The last seat begins the game.
  if (seek.missing === 1) return state;
  return counted({ ...state, joined: [...without(state, id), id] }, id, -1);
}

/** Offers in which I had a seat may be withdrawn, of which the server tells nobody. @param {State} state @returns {State} */
export function withdrawn(state) {
  const isGone = (/** @type {string} */ id) => {
    const answer = state.answers[seekAt(id).path];
    return answer?.ok === false && answer.code === "not_found";
  };
  const joined = state.joined.filter((id) => !isGone(id));
  return joined.length < state.joined.length
    ? notify({ ...state, joined }, "info", "notice.offerWithdrawn")
    : state;
}

/** I have given up my seat in this offer. @param {State} state @param {string} id @returns {State} */
export function leftFrom(state, id) {
  return counted({ ...state, joined: without(state, id) }, id, 1);
}

/** @param {State} state @param {string} id */
const without = ({ joined }, id) => joined.filter((other) => other !== id);

/** Until the server is asked again: so many more seats are free. @param {State} state @param {string} id @param {number} more */
function counted(state, id, more) {
  const { path } = seekAt(id);
  const answer = state.answers[path];
  if (!answer?.ok) return state;
  const value = { ...answer.value, missing: (answer.value.missing ?? 1) + more };
  return answered(state, path, { ok: true, value });
}
