// How a tournament is named, and when it begins, where many are listed.

import { language, t } from "../texts/text.js";

/** What a server holds by itself, unless told otherwise; keep in sync with config/schedule.rs. */
export const DAILY_ARENA = "Daily arena";

/** The tournament that every server holds by itself is named in the page's language. @param {string} name */
export const tournamentName = (name) => (name === DAILY_ARENA ? t("tournament.daily") : name);

/**
 * Its stage or, if it begins by itself, when: "starts 18:00".
 * @param {{stage: string, begins_at_ms?: number}} tournament @param {number} [now]
 */
export function stageOf({ stage, begins_at_ms }, now = Date.now()) {
  if (stage !== "open" || begins_at_ms === undefined) return t(`stage.${stage}`);
  const [date, today] = [new Date(begins_at_ms), new Date(now)];
  const isToday = date.toDateString() === today.toDateString();
  const time = date.toLocaleString(language(), {
    ...(!isToday && { weekday: "short" }),
    hour: "numeric",
    minute: "2-digit",
  });
  return t("stage.beginsAt", { time: time.replaceAll(" ", "\u00a0") });
}

/**
 * Those that are open or being played; what is being played comes first, then what begins soonest.
 * @template {{stage: string, begins_at_ms?: number}} T @param {T[]} tournaments
 */
export function current(tournaments) {
  const place = (/** @type {T} */ { stage, begins_at_ms = Infinity }) =>
    stage === "running" ? 0 : begins_at_ms;
  return tournaments
    .filter(({ stage }) => stage === "open" || stage === "running")
    .sort((a, b) => place(a) - place(b) || 0);
}
