// Effects of the server's answers and refusals.

import { refusalOf } from "../net/refusal.js";
import { joinedIn } from "./filling.js";
import { notify } from "./notices.js";
import { seatOf, uncalled } from "./seats.js";
import { movesListed, movesUnknown, tableMissing, tableOpened, unplayed, unwatched } from "./tables.js";

/** @typedef {import("../net/wire.js").Message} Message */
/** @typedef {import("../net/wire.js").Request} Request */
/** @typedef {import("../net/wire.js").MessageOf<"table">} TableView */
/** @typedef {import("../net/wire.js").MessageOf<"moves">} Moves */
/** @typedef {import("../client/connection.js").Refused} Refused */
/** @typedef {import("./types.js").State} State */

/** The effect of the answer to a wish. @param {State} state @param {Request} message @param {Message} answer @returns {State} */
export function fulfilled(state, message, answer) {
  switch (message.t) {
    case "lobby":
      return { ...state, lists: (message.show ?? []).join() };
    case "ready":
      return { ...state, calls: uncalled(state, message.tournament) };
    case "follow":
      return { ...state, followed: message.on ? message.tournament : "" };
    case "attach":
      return attached(state, message.table, /** @type {TableView} */ (answer));
    case "watch":
      return tableOpened(
        state,
        message.table,
        /** @type {TableView} */ (answer),
        state.seats[message.table]?.seat ?? null,
      );
    case "accept":
      return joinedIn({ ...state, accepting: null }, message.seek);
    case "unwatch":
      return unwatched(state, message.table);
    case "moves":
      return movesListed(state, /** @type {Moves} */ (answer));
    default:
      return state;
  }
}

/** @param {State} state @param {string} id @param {TableView} view @returns {State} */
function attached(state, id, view) {
  // The first player may have been chosen while I was away.
  const seat = seatOf(view.players, state.me) ?? state.seats[id]?.seat ?? null;
  return tableOpened(state, id, view, seat);
}

/** The effect of the refusal of a wish. @param {State} state @param {Request} message @param {Refused} why @returns {State} */
export function denied(state, message, why) {
  if (why.code === "lost") return state;
  switch (message.t) {
    case "follow":
      // The tournament does not exist, or no longer; the page says so.
      return { ...state, followed: message.on ? message.tournament : "" };
    case "attach":
      return withoutSeat(state, message.table);
    case "watch":
      return tableMissing(state, message.table, why.code);
    case "accept":
      return unaccepted({ ...state, accepting: null }, message.seek, why);
    case "unwatch":
      return unwatched(state, message.table);
    case "moves":
      return movesUnknown(state, message.table, state.tables[message.table]?.state.ply ?? 0);
    case "move":
      return notify(unplayed(state, message.table), "error", ...refusalOf(why));
    default:
      return notify(state, "error", ...refusalOf(why));
  }
}

/**
 * An offer that cannot be accepted: its own page says so.
 * @param {State} state @param {string} seek @param {Refused} why @returns {State}
 */
function unaccepted(state, seek, why) {
  // In another window, or on a connection that the server still believes in.
  if (why.cause?.kind === "own_offer") return joinedIn(state, seek);
  return state.route.page === "seek"
    ? tableMissing(state, seek, why.code)
    : notify(state, "error", ...refusalOf(why));
}

/** The seat is not mine, or no longer; the table may still be watched. @param {State} state @param {string} id @returns {State} */
function withoutSeat(state, id) {
  const { [id]: _, ...rest } = state.seats;
  const { [id]: __, ...tables } = state.tables;
  return { ...state, seats: rest, tables };
}
