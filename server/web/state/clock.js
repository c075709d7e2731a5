// What the clocks of a table show now: the server sends the remaining time, which then runs
// down here.

/** @typedef {import("./types.js").Table} Table */

/** Less time than this is low in any game; in a quick game, half of the initial time. */
const LOW_MS = 10_000;

/** Clocks with more time count days: there is no hurry at the start. */
const MOST_OF_A_DAY = 12 * 3600 * 1000;

/** Whether times at this table run down, so that it is redrawn every second. @param {Table} table */
export function isTimed(table) {
  const { state } = table;
  const runs =
    state.clock?.running || state.claim_ms?.some((ms) => ms !== null) || firstMoveLeft(table, 0) !== null;
  return !state.over && Boolean(runs);
}

/**
 * The time on a seat's clock, in milliseconds; undefined without a clock.
 * @param {Table} table
 * @param {number} seat
 * @param {number} now
 * @returns {number | undefined}
 */
export function timeLeft({ state: { clock, over, to_move }, at }, seat, now) {
  const left = clock?.left_ms[seat];
  return left === undefined || !clock?.running || over || to_move !== seat ? left : left - (now - at);
}

/**
 * Byo-yomi: what is left of the main time or, once that is used up, of the period, the periods
 * left with the current one, and how long one is; null with any other clock.
 * @param {Pick<Table, "clock" | "clocks">} table @param {number} seat @param {number} left
 */
export function byoyomiLeft({ clock, clocks }, seat, left) {
  const { kind, periods = 0, period_ms = 1 } = clocks?.[seat] ?? clock ?? {};
  if (kind !== "byoyomi") return null;
  const main = left - periods * period_ms;
  if (main > 0) return { ms: main, periods, period_ms, inPeriod: false };
  const now = Math.max(1, Math.ceil(left / period_ms));
  return { ms: left - (now - 1) * period_ms, periods: now, period_ms, inPeriod: true };
}

/** Whether a player should hurry. @param {Table} table @param {number} seat @param {number} now */
export function isLow(table, seat, now) {
  const left = timeLeft(table, seat, now);
  if (left === undefined || table.state.over || table.state.to_move !== seat) return false;
  const byoyomi = byoyomiLeft(table, seat, left);
  if (byoyomi) return byoyomi.inPeriod && byoyomi.ms < Math.min(LOW_MS, byoyomi.period_ms / 2);
  return left < Math.min(LOW_MS, (table.state.clock?.left_ms[seat] ?? 0) / 2);
}

/**
 * The time left for a first move, or for bids before it, which has its own limit while no clock runs; null without one.
 * @param {Table} table @param {number} now
 */
export function firstMoveLeft({ state: { clock, over, ply, to_move, bidding }, players, at }, now) {
  const limit = clock?.due_ms ?? null;
  if (bidding?.length && limit !== null && !over) return Math.max(0, limit - Math.max(0, now - at));
  if (!clock || limit === null || clock.running || over || to_move === null || ply >= players.length)
    return null;
  return clock.left_ms[to_move] > MOST_OF_A_DAY ? null : Math.max(0, limit - Math.max(0, now - at));
}

/** Below this time, tenths are shown. */
export const TENTHS_MS = 10_000;

/** "4:05", and "8.3" when it matters. @param {number} ms @param {boolean} [whole]  Without tenths. */
export function clockText(ms, whole = false) {
  if (ms < TENTHS_MS && !whole) return (Math.max(0, Math.floor(ms / 100)) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
