// A sentence of a plan, with its move as the board says it.

import { language, list, number, t } from "../texts/text.js";
import { boardOf } from "../variants/index.js";

/** @typedef {import("../study/plan.js").Said} Said */
/** @typedef {import("../net/wire.js").Setup} Setup */

/** Of more numbers only the first are named. */
const MOST_NAMED = 4;

/** @param {Said} said @param {Setup} game @param {boolean} [whole]  Whether it begins a sentence. */
export function saying({ key, params = {}, move }, game, whole = true) {
  const filled = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, Array.isArray(value) ? several(value) : value]),
  );
  const text = t(
    key,
    move === undefined ? filled : { ...filled, move: boardOf(game.variant)?.say(move, game) ?? "" },
  );
  return whole ? text.charAt(0).toLocaleUpperCase(language()) + text.slice(1) : text;
}

/** @param {Array<string | number>} items */
function several(items) {
  return items.length > MOST_NAMED ? `${items.slice(0, 3).map(number).join(", ")} …` : list(items);
}
