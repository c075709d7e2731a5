// The list of variants. Each has a file with its board, the form for a custom start and its
// words, which is fetched when its first game is shown. A variant without a file is played
// with the list of its moves, so a new variant needs no change of the page. Endings and known
// starts come from the server, which also checks every game.

import { t } from "../texts/text.js";

/** @typedef {import("../boards/draw.js").Board} Board */
/** @typedef {import("../net/wire.js").Setup} Setup */
/** @typedef {import("../texts/text.js").Text} Text */

/**
 * @typedef {object} VariantFile
 * @property {Board} board
 * @property {OwnStart} ownStart
 * @property {Record<"en" | "de" | "es" | "fr", Record<string, Text>>} words  In languages of several files: `name`,
 *   `hint`, `rules` and `goal`, and any narrower ones (`rules.cap`). `npm run words` writes them where
 *   every page has them.
 *
 * @typedef {object} Field
 * @property {string} name
 * @property {"number" | "numbers" | "choice"} kind
 * @property {string[]} [choices]
 * @property {number} [min]
 * @property {number} [max]
 *
 * @typedef {Record<string, string>} Values  The fields' values, as text.
 *
 * @typedef {object} OwnStart  The form for a custom start: the numbers that define a game.
 * @property {Field[]} fields
 * @property {(values: Values) => {params: Record<string, any>, start: import("../net/wire.js").Position}} make
 * @property {(game: Setup) => Values} read  The fields' values for a game, as far as they can represent it.
 */

/**
 * The variants that have a file, by family: the tabs over the tiles.
 * @type {Record<string, string[]>}
 */
export const FAMILIES = {
  heaps: [
    ...["nim", "multiheap", "rwythoff", "moore", "greedy", "grundy", "lasker", "candy", "building"],
    ...["fibonacci", "staircase", "nim_pass"],
  ],
  count: ["subtraction", "game21", "game100", "game21_nplayer", "euclid"],
  rows: ["octal", "circular", "circular_stacks", "nimble", "silver_dollar", "welter", "turning"],
  boards: ["ndim", "cram", "chomp", "notakto", "graph", "node_kayles", "hackenbush", "poset"],
};

/** Every variant that has a file. */
export const NAMES = Object.values(FAMILIES).flat();

/** @type {Board} */
const UNKNOWN = {
  draw: () => [],
  show: (move) => [{ [JSON.stringify(move)]: 1 }],
  read: (marks) => JSON.parse(Object.keys(marks)[0]),
  say: (move) => t("say.other", { move: JSON.stringify(move) }),
  describe: (position) => JSON.stringify(position),
};

/** Where a field has no limit of its own. */
const MOST = 1_000_000_000;

/** @type {Map<string, VariantFile>} */
const fetched = new Map();

/** The board of a variant, once its file has been fetched. @param {string} variant */
export function boardOf(variant) {
  return NAMES.includes(variant) ? fetched.get(variant)?.board : UNKNOWN;
}

/** The form for a custom start, once the file has been fetched. @param {string} variant */
export function ownStartOf(variant) {
  return fetched.get(variant)?.ownStart;
}

/**
 * A game with a custom start, at every key that is typed: a number counts as the nearest whole one that
 * its field allows.
 * @param {Setup} game  The same with another start. @param {Values} values @returns {Setup}
 */
export function withValues(game, values) {
  const own = ownStartOf(game.variant);
  if (!own) return game;
  const allowed = own.fields.map((field) => [field.name, allowedIn(field, values[field.name])]);
  return { ...game, ...own.make(Object.fromEntries(allowed)) };
}

/** @param {Field} field @param {string} value */
function allowedIn({ kind, min = 0, max = MOST }, value) {
  if (kind !== "number") return value;
  return String(Math.max(min, Math.min(max, Math.trunc(Number(value)) || 0)));
}

/** @param {string} variant */
export async function fetchVariant(variant) {
  if (boardOf(variant)) return;
  const { default: file } = await import(`./${variant}.js`);
  fetched.set(variant, file);
}
