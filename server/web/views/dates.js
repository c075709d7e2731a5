// Days, as the reader's language writes them.

import { monthsOf } from "../state/season.js";
import { language } from "../texts/text.js";

const DAY_MS = 86_400_000;

/** A day, which no line breaks. @param {number} at */
export function day(at) {
  const date = new Date(at);
  const thisYear = date.getFullYear() === new Date().getFullYear();
  return date
    .toLocaleDateString(language(), { day: "numeric", month: "short", ...(!thisYear && { year: "numeric" }) })
    .replaceAll(" ", "\u00a0");
}

/** "yesterday", "3 weeks ago": in whole days, weeks or months. @param {number} at @param {number} now */
export function ago(at, now) {
  const days = Math.max(0, Math.floor(now / DAY_MS) - Math.floor(at / DAY_MS));
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  if (days < 14) return words.format(-days, "day");
  return days < 60
    ? words.format(-Math.floor(days / 7), "week")
    : words.format(-Math.floor(days / 30.44), "month");
}

/** Days until a season begins, today's included. @param {string} season @param {number} now */
export function daysLeft(season, now) {
  const begins = new Date(monthsOf(season)[0]).setUTCDate(1);
  return Math.max(1, Math.ceil((begins - now) / DAY_MS));
}

/** "October – December 2026" @param {string} season */
export function months(season) {
  const [first, last] = monthsOf(season);
  return new Intl.DateTimeFormat(language(), { month: "long", year: "numeric", timeZone: "UTC" }).formatRange(
    first,
    last,
  );
}
