// My seats, as part of the state: games that begin, players who change seats, offers that
// fail.

import { dailyDropped, dailySeated } from "./days.js";
import { notify } from "./notices.js";
import { changeTable, tableOpened } from "./tables.js";

/**
 * @template {import("../net/wire.js").Message["t"]} T
 * @typedef {import("../net/wire.js").MessageOf<T>} MessageOf
 */
/** @typedef {import("./types.js").State} State */

/** @param {State} state @param {MessageOf<"seated">} message @returns {State} */
export function seated(state, message) {
  const id = message.state.table;
  const begun = tableOpened(state, id, message, message.seat);
  const mine = state.offers.find((offer) => offer.id === message.offer);
  const promised = commitmentOf(state, message.offer);
  // A rematch names its earlier table, whose start it has; so does the second game of a pair.
  const again = message.offer in state.tables;
  const opened = changeTable(begun, id, { promised, again, whole: mine?.whole });
  const daily = mine?.kind === "daily";
  const next = daily ? dailySeated(opened, id) : opened;
  return {
    ...next,
    route: daily || !follows(state, message) ? state.route : { page: "table", id, rest: "" },
    seats: { [id]: { seat: message.seat, token: message.token, ...(again && { again }) }, ...state.seats },
    offers: state.offers.filter((offer) => offer.id !== message.offer),
    joined: state.joined.filter((id) => id !== message.offer),
    challenges: state.challenges.filter(({ challenge }) => challenge !== message.offer),
    calls: uncalled(state, message.offer),
  };
}

/**
 * The commitment to the start of an offer, of mine or of another player, before its game begins.
 * @param {State} state @param {string} id @returns {string | undefined}
 */
function commitmentOf({ offers, challenges, lobby }, id) {
  const mine = offers.find((offer) => offer.id === id)?.commitment;
  const { game } =
    challenges.find(({ challenge }) => challenge === id) ??
    lobby?.seeks.find(({ seek }) => seek === id) ??
    {};
  return mine ?? game?.draw?.commitment ?? undefined;
}

/**
 * Whether this window opens a game that begins. Every window is told: the one that requested
 * the game opens it; if none did, a visible one that does not show a running game of mine.
 * @param {State} state @param {MessageOf<"seated">} message
 */
function follows({ offers, taken, route, tables, hidden }, { offer }) {
  if (taken.includes(offer) || route.id === offer || offers.some(({ id }) => id === offer)) return true;
  const shown = route.page === "table" ? tables[route.id] : undefined;
  return !hidden && (!shown || shown.seat === null || shown.state.over !== null);
}

/**
 * The first player was chosen: players may have changed seats.
 * @param {State} state @param {MessageOf<"chosen">} message @returns {State}
 */
export function chosen(state, { table: id, players, bid, clocks }) {
  const table = state.tables[id];
  if (!table) return state;
  // A seat belongs to its token, so I may hold another player's seat: follow the player who
  // sat there.
  const seat = table.seat === null ? null : seatOf(players, table.players[table.seat].id);
  const own = state.seats[id];
  const next = changeTable(state, id, { players, seat, ...(bid && { bid, clocks }) });
  return own && seat !== null ? { ...next, seats: { ...next.seats, [id]: { ...own, seat } } } : next;
}

/** A player's seat; undefined for a player without one. @param {import("../net/wire.js").Player[]} players @param {string | null} me */
export function seatOf(players, me) {
  const seat = players.findIndex(({ id }) => id === me);
  return seat < 0 ? null : seat;
}

/** @param {State} state @param {MessageOf<"declined">} message @returns {State} */
export function declined(state, { challenge, reason }) {
  const mine = state.offers.find((offer) => offer.id === challenge);
  const next = {
    ...(mine?.kind === "daily" ? dailyDropped(state) : state),
    offers: state.offers.filter((offer) => offer.id !== challenge),
    challenges: state.challenges.filter((other) => other.challenge !== challenge),
  };
  if (mine?.to && state.route.page === "player" && state.route.id === mine.to)
    return {
      ...next,
      people: { ...next.people, unwilling: { player: mine.to, why: [`declined.${reason ?? "later"}`, {}] } },
    };
  if (mine) return notify(next, "info", "notice.declined");
  // A challenge declined in another window is only removed here.
  return ["withdrawn", "left"].includes(reason ?? "") ? notify(next, "info", "notice.withdrawn") : next;
}

/** Removes a tournament's call once the player is ready or plays. @param {State} state @param {string} tournament */
export function uncalled({ calls }, tournament) {
  const { [tournament]: _, ...others } = calls;
  return others;
}
