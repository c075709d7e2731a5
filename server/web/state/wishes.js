// The page's wishes follow from its state, so a reconnect needs no special code: missing data
// are requested again.

import { listsOf } from "./lobby.js";
import { sequelOf } from "./tables.js";

/** @typedef {import("../net/wire.js").Request} Request */
/** @typedef {import("./types.js").State} State */

/**
 * The page's current wishes to the server, each with a key that is stable for the lifetime of
 * the wish.
 * @param {State} state
 * @returns {Array<{key: string, message: Request}>}
 */
export function wishes(state) {
  if (state.link.status !== "online") return [];
  /** @type {Array<{key: string, message: Request}>} */
  const wished = [];
  const wish = (/** @type {Request} */ message, key = "") =>
    wished.push({ key: `${JSON.stringify(message)} ${key}`, message });
  const { route } = state;
  const shown = tablesShown(state);
  const show = listsOf(route.page);
  const followed = route.page === "tournament" ? route.id : "";
  if (followed !== state.followed)
    wish({ t: "follow", tournament: followed || state.followed, on: followed !== "" });
  if (show.join() !== state.lists)
    wish(show.length > 0 ? { t: "lobby", on: true, show } : { t: "lobby", on: false });
  if (state.accepting) wish({ t: "accept", seek: state.accepting });
  for (const id of tablesWanted(state, shown)) {
    const seat = state.seats[id];
    wish(seat ? { t: "attach", table: id, token: seat.token } : { t: "watch", table: id });
  }
  for (const [id, table] of Object.entries(state.tables)) {
    if (!table.live) continue;
    const here = shown.includes(id);
    if (table.seat === null && !here) wish({ t: "unwatch", table: id });
    const { ply, to_move } = table.state;
    if (table.seat !== null && to_move === table.seat) {
      if (here && table.legal?.ply !== ply) wish({ t: "moves", table: id }, String(ply));
      if (table.sent?.ply === ply) wish({ t: "move", table: id, ply, move: table.sent.move });
    }
  }
  return wished;
}

/** Running games that are shown as boards. @type {Record<string, number>} */
const FEATURED = { home: 2, watch: 12 };

/**
 * The running games shown on the home page and on the wall: those already shown, then the
 * newest. Mine are excluded: the lobby may list a game before I am told of my seat.
 * @param {State} state @returns {string[]}
 */
export function featuredOf({ route, lobby, tables, seats, missing, me }) {
  const most = FEATURED[route.page] ?? 0;
  if (most === 0) return [];
  const others = (lobby?.tables ?? []).filter(({ players }) => !players.some(({ id }) => id === me));
  const running = others
    .map(({ table }) => table)
    .filter((id) => !(id in seats) && !(id in missing) && !tables[id]?.state.over);
  const shown = running.filter((id) => tables[id]);
  return [...shown, ...running.filter((id) => !tables[id])].slice(0, most);
}

/** The table shown by the page, and the one whose end it awaits. @param {State} state @returns {string[]} */
function tablesShown(state) {
  const { route, tables } = state;
  if (route.page !== "table")
    return [...featuredOf(state), ...(state.daily.table && route.page === "home" ? [state.daily.table] : [])];
  const sequel = sequelOf(tables[route.id]);
  return sequel ? [route.id, sequel] : [route.id];
}

/**
 * Tables to follow: those of the page, and those where I have a seat, including from an
 * earlier visit.
 * @param {State} state @param {string[]} shown
 */
function tablesWanted({ tables, missing, seats }, shown) {
  const wanted = new Set([...shown, ...Object.keys(seats).slice(0, 8)]);
  return [...wanted].filter((id) => !tables[id]?.live && !(id in missing));
}
