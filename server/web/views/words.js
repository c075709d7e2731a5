// Names of games and players in words, used on several pages.

import { isOfMatches } from "../matter/grounds.js";
import { levelOf } from "../state/levels.js";
import { inPoints, known, list, number, t } from "../texts/text.js";

/** @typedef {import("../net/wire.js").Setup} Setup */

/** @param {string} variant */
export function variantName(variant) {
  return known(`variant.${variant}`) ? t(`variant.${variant}`) : variant;
}

/**
 * The rules, with the numbers of this game, and what it is about.
 * @param {Pick<Setup, "variant" | "params" | "ending"> & {start?: Setup["start"] | null}} game
 */
export function rules(game) {
  const { variant, params, ending } = game;
  const narrower = [
    params.min === params.max && "exact",
    params.code,
    params.scope,
    params.rule,
    params.cap ? "cap" : "any",
    isOfMatches(game) && "matches",
  ].map((word) => `rules.${variant}.${word}`);
  const key = [...narrower, `rules.${variant}`].find(known);
  const goal = [`goal.${variant}.${ending}`, `goal.${variant}`].find(known) ?? `goal.${ending}`;
  return key ? `${t(key, { ...params, take: list(params.take ?? []) })} ${t(goal, params)}` : "";
}

/** "Nim, last move wins" @param {Pick<Setup, "variant" | "ending">} game */
export function gameTitle(game) {
  return `${variantName(game.variant)} · ${t(`ending.${game.ending}`)}`;
}

/**
 * "Nim 3–5–7", "Coin turning, size 12"; of a game with one start only its name, and where there is
 * little room no start in words.
 * @param {import("../net/wire.js").Setup} game @param {boolean} [narrow]
 */
export function gameWithStart(game, narrow = false) {
  const name = variantName(game.variant);
  if (game.params.target) return name;
  const start = startInShort(game);
  if (!/\p{L}/u.test(start)) return `${name} ${start}`;
  return narrow ? name : `${name}, ${start}`;
}

/** The start of the game, in short. @param {import("../net/wire.js").Draft} game */
export function startInShort({ start, draw, params }) {
  if (!start) return drawnInShort(draw);
  const { heaps, stacks, rows, boards, circle, heap, present, remaining, steps, pair, coins } = start;
  if (remaining !== undefined) return t("start.building", { n: remaining, stacks: stacks?.length ?? 0 });
  if (typeof coins === "string") return t("start.size", { n: coins.length });
  const listed = heaps ?? stacks ?? rows ?? steps ?? pair ?? coins;
  if (listed && listed.length > 3 && listed.every((n) => n === listed[0]))
    return `${listed.length} × ${listed[0]}`;
  if (listed) return listed.slice(0, 12).map(number).join("–") + (listed.length > 12 ? "–…" : "");
  if (params.dims) return params.dims.join(" × ");
  if (params.target) return t("start.total", { step: params.step, target: params.target });
  const size = heap ?? circle?.length ?? boards?.length ?? present?.length ?? 0;
  return t("start.size", { n: size });
}

/** What kind of start will be drawn. @param {import("../net/wire.js").Draft["draw"]} draw */
function drawnInShort(draw) {
  return [
    t("start.drawn", { level: t(`level.${draw?.difficulty ?? "medium"}`) }),
    typeof draw?.winning_moves === "number" && t("start.winningMoves", { n: draw.winning_moves }),
    draw?.length && t("start.length", { n: draw.length }),
  ]
    .filter(Boolean)
    .join(", ");
}

/** "3+2 · two games · rated": what a game has besides its rules. @param {import("../net/wire.js").Terms} terms */
export function termsInShort({ clock, pair, pie, bid, handicap, rated, open, window }) {
  return [
    clock && clockInShort(clock),
    pair && t("terms.pair"),
    pie && t("terms.pie"),
    bid && t("terms.bid"),
    handicap && t("terms.handicap"),
    rated && t("terms.rated"),
    rated && open && t("terms.open"),
    window && t("terms.window", { min: Math.round(window.min), max: Math.round(window.max) }),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** "1580", with a question mark while it is provisional. @param {{rating: number, provisional?: boolean} | null | undefined} rating */
export function ratingOf(rating) {
  return rating ? `${inPoints(rating.rating)}${rating.provisional ? "?" : ""}` : "";
}

/** @param {import("../net/wire.js").Clock} clock */
export function clockInShort({ base_ms = 0, increment_ms, delay_ms, periods, period_ms = 0, ms = 0, days }) {
  if (days) return t("terms.days", { n: days });
  if (ms) return t("terms.move", { n: ms / 1000 });
  if (periods) return `${base_ms / 60_000}+${periods}×${period_ms / 1000}`;
  return `${base_ms / 60_000}+${(increment_ms ?? delay_ms ?? 0) / 1000}`;
}

/** The name of a house bot without its level, where there is little room. @param {string} name */
export const shortName = (name) => name.replace(/ \((easy|medium|hard|perfect)\)$/, "");

/** What the server calls a guest who has said no name. */
export const UNNAMED = /^Guest (\w{4,6})$/;

/**
 * The name of a player; a house bot's level, and what the server calls a guest without a name, in
 * the page's language.
 * @param {{name: string, house?: boolean, kind?: string} | null | undefined} player
 */
export function shownName(player) {
  const level = player?.house && levelOf(player.name);
  if (level) return `${shortName(player.name)} (${t(`level.${level}`)})`;
  const unnamed = player?.kind === "guest" && player.name.match(UNNAMED);
  return unnamed ? t("name.guest", { id: unnamed[1] }) : (player?.name ?? "");
}

/** The visitor's own name, as it is shown. @param {{name: string, registered: boolean}} state */
export const ownName = ({ name, registered }) => shownName({ name, kind: registered ? "person" : "guest" });

/** @param {import("../net/wire.js").Player} player */
export function kindOf({ kind, house }) {
  return t(house ? "kind.house" : `kind.${kind}`);
}
