// Days, as the reader's language writes them.

import { language } from "../texts/text.js";

/** A day, which no line breaks. @param {number} at */
export function day(at) {
  const date = new Date(at);
  const thisYear = date.getFullYear() === new Date().getFullYear();
  return date
    .toLocaleDateString(language(), { day: "numeric", month: "short", ...(!thisYear && { year: "numeric" }) })
    .replaceAll(" ", "\u00a0");
}
