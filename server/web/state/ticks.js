// What the passing of time changes: whether the page shows times that run, and which notices
// have been shown for long enough.

import { staled } from "./answers.js";
import { isLow, isTimed } from "./clock.js";
import { filling, withdrawn } from "./filling.js";
import { isUnanswered } from "./tables.js";

/** @typedef {import("./types.js").State} State */

/** How long a notice is shown. */
const NOTICE_MS = 10_000;
/** A little longer than a phrase is shown, so that it is seen to go. */
const SAID_MS = 8000;
/** From here on a rush shows tenths of seconds. */
const RUSH_LOW_MS = 10_000;

/**
 * The state at a new time, with whether anything that is shown has changed.
 * @param {State} state @param {number} now
 * @returns {{state: State, seen: boolean, due: import("../shell/query.js").Query[]}}  `due`: what is asked again.
 */
export function ticked(state, now) {
  if (!isHurried(state, now) && Math.floor(now / 1000) === Math.floor(state.now / 1000))
    return { state, seen: false, due: [] };
  const notices = state.notices.filter(({ at }) => now - at <= NOTICE_MS);
  const old = notices.length < state.notices.length;
  const due = filling(state, now);
  const on = due.reduce((so, { path }) => staled(so, path), { ...state, now, ...(old && { notices }) });
  const next = withdrawn(on);
  return { state: next, seen: old || next !== on || isCounting(state, now), due };
}

/** Whether tenths of seconds are shown. @param {State} state @param {number} now */
function isHurried({ tables, puzzles }, now) {
  const rush = puzzles?.run && !puzzles.run.over && puzzles.run.ends - now < RUSH_LOW_MS;
  return (
    rush ||
    Object.values(tables).some(
      (table) => table.state.to_move !== null && isLow(table, table.state.to_move, now),
    )
  );
}

/** Whether seconds are shown. @param {State} state @param {number} now */
function isCounting({ said, link, puzzles, tables }, now) {
  return (
    (said !== null && now - said.at < SAID_MS) ||
    link.status === "waiting" ||
    puzzles?.run?.over === false ||
    Object.values(tables).some((table) => isTimed(table) || isUnanswered(table, now))
  );
}
