// The lobby, kept up to date by the server's messages. Keep in sync with
// protocol/src/lobby.rs.

/** @typedef {import("../net/wire.js").Lobby} Lobby */
/** @typedef {import("../net/wire.js").Player} Player */
/** @typedef {import("../net/wire.js").LobbyDelta} LobbyDelta */

/**
 * Which lists a page shows. The players are in each: bots are challenged from there.
 * @type {Record<string, Array<"seeks" | "tables" | "players">>}
 */
const LISTS = {
  home: ["seeks", "tables", "players"],
  new: ["players"],
  watch: ["tables", "players"],
  analysis: ["players"],
};

/** @param {string} page */
export function listsOf(page) {
  return LISTS[page] ?? [];
}

/**
 * The lobby after a change; null when changes in between are missing.
 * @param {Lobby} lobby
 * @param {LobbyDelta} delta
 * @returns {Lobby | null}
 */
export function changed(lobby, delta) {
  if (delta.since > lobby.version) return null;
  if (delta.version <= lobby.version) return lobby;
  const { seeks, tables, players } = delta;
  return {
    version: delta.version,
    seeks: merged(lobby.seeks, seeks, ({ seek }) => seek, newestFirst),
    seek_count: seeks?.count ?? lobby.seek_count,
    tables: merged(lobby.tables, tables, ({ table }) => table, newestFirst),
    table_count: tables?.count ?? lobby.table_count,
    players: merged(lobby.players, players, ({ id }) => id, ascending, rankOf),
    player_count: players?.count ?? lobby.player_count,
  };
}

/**
 * @template L
 * @param {L[]} list @param {{set?: L[], gone?: string[]} | undefined} change
 * @param {(line: L) => string} idOf @param {(a: string, b: string) => number} order
 * @param {(line: L) => number} [rank]
 * @returns {L[]}
 */
function merged(list, change, idOf, order, rank = () => 0) {
  if (!change) return list;
  const { set = [], gone = [] } = change;
  const old = new Set([...gone, ...set.map(idOf)]);
  const lines = [...list.filter((line) => !old.has(idOf(line))), ...set];
  return lines.sort((a, b) => rank(a) - rank(b) || order(idOf(a), idOf(b)));
}

/** Ids are ordered by time. @param {string} a @param {string} b */
function newestFirst(a, b) {
  return ascending(b, a);
}

/** Two lines never have the same id. @param {string} a @param {string} b */
function ascending(a, b) {
  return a < b ? -1 : 1;
}

/** Players who can be challenged at once come first. @param {Player} player */
function rankOf({ kind, house }) {
  if (kind !== "bot") return 2;
  return house ? 0 : 1;
}

/**
 * How many people are here besides me: the bots stand first in the list of players, which may end before
 * the people do.
 * @param {Lobby} lobby @param {string | null} me
 */
export function othersHere({ players, player_count }, me) {
  const bots = players.filter(({ kind }) => kind === "bot").length;
  return Math.max(0, player_count - bots - (me ? 1 : 0));
}
