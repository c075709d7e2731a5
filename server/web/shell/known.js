// What the page knows when it is opened: its address, its window, and what it remembers of
// earlier visits.

import { streakOf } from "../state/daily.js";
import { LEVELS } from "../state/levels.js";
import { routeOf } from "../state/route.js";
import { initial } from "../state/state.js";
import { bestLanguage } from "../texts/text.js";
import { keptChoices, recall, recalled, seats, stableName } from "../browser/memory.js";
import { isDark, sizes } from "./window.js";

/** @typedef {import("../state/types.js").State} State */

/** @returns {Partial<State>} */
export function known() {
  const blank = initial({});
  return {
    language: bestLanguage([recall("language", ""), ...navigator.languages]),
    name: stableName(),
    route: routeOf(location.pathname, location.search),
    ...sizes(),
    dark: isDark(),
    hidden: document.hidden,
    confirm: recall("confirm", "") === "on",
    muted: recall("muted", "") === "on",
    numbers: recall("numbers", "") === "on",
    now: Date.now(),
    sound: recall("sound", "on") === "on",
    still: recall("still", isStill() ? "on" : "") === "on",
    seats: Object.fromEntries(seats()),
    founded: recalled("founded"),
    // In the fragment, so that it appears in no proxy's log.
    account: { ...blank.account, ...linked() },
    daily: { ...blank.daily, ...recalled("tries"), streak: streakOf(recalled("daily")) },
    level: Math.min(LEVELS.length - 1, Number(recall("level", "0")) || 0),
    learnt: listed("learnt"),
    introduced: listed("introduced"),
    newcomer: seats().length === 0 && !recall("learnt", "") && !recall("daily", ""),
    solved: { ...blank.solved, ...recalled("solved") },
    form: {
      ...blank.form,
      variant: recall("variant", blank.form.variant),
      bot: recall("bot", ""),
      ...keptChoices(),
    },
  };
}

/** @param {string} what */
const listed = (what) => recall(what, "").split(",").filter(Boolean);

/** What the link of a mail is for, and its token. */
function linked() {
  const [, what, token] = /^#(reset|mail|stop-mail)=([\w-]{64,75})$/.exec(location.hash) ?? [];
  return what ? { link: { what, token } } : {};
}

function isStill() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
