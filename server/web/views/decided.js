// On a profile: how many decisions kept the win, by how rare winning moves were, by the time
// left, and by game.

import { h } from "../browser/dom.js";
import { number, t } from "../texts/text.js";
import { bar, keptShare } from "./standing.js";
import { table } from "./tables.js";
import { variantName } from "./words.js";

/** @typedef {{decisions: number, kept: number}} Kept */
/** @typedef {{variant: string, rarity: number} & Kept} Decided  One move in 2^rarity wins. */
/** @typedef {{variant: string, time_left: string} & Kept} DecidedAt */

/** So many games are shown at once, those with the most decisions first. */
const GAMES = 6;

/** From the most time to the least. */
const TIMES = ["free", "much", "some", "little"];

/** @param {Kept} accuracy @param {Decided[]} decisions @param {DecidedAt[]} byTime */
export function decided(accuracy, decisions, byTime) {
  const times = TIMES.filter((time) => byTime.some(({ time_left }) => time_left === time));
  const rarities = [...new Set(decisions.map(({ rarity }) => rarity))].sort((a, b) => a - b);
  return h(
    "section",
    { class: "card", key: "accuracy" },
    h("h2", {}, t("career.accuracy")),
    accuracy.decisions === 0
      ? h("p", { class: "soft" }, t("career.noDecisions"))
      : h(
          "p",
          { class: "place" },
          h("b", { class: "num" }, keptShare(accuracy)),
          h("span", { class: "soft" }, t("career.keptOf", { kept: accuracy.kept, n: accuracy.decisions })),
        ),
    by("career.byRarity", "career.rarity", rarities, (rarity) => [
      rarity === 0 ? t("rarity.most") : t("rarity.one", { n: 2 ** rarity }),
      decisions.filter((one) => one.rarity === rarity),
    ]),
    // A player who never had a clock is the same at any time.
    times.some((time) => time !== "free") &&
      by("career.byTime", "career.time", times, (time) => [
        t(`traits.time.${time}`),
        byTime.filter(({ time_left }) => time_left === time),
      ]),
    byGame(decisions),
  );
}

/** @param {Decided[]} decisions */
function byGame(decisions) {
  /** @type {Map<string, Decided[]>} */
  const games = new Map();
  for (const one of decisions) games.set(one.variant, [...(games.get(one.variant) ?? []), one]);
  const groups = [...games].sort(([, a], [, b]) => sum(b, "decisions") - sum(a, "decisions"));
  /** @param {typeof groups} some */
  const rows = (some) =>
    by("career.byVariant", "ladder.leaderboard", some, ([variant, all]) => [gameOf(variant), all]);
  const [shown, others] = [groups.slice(0, GAMES), groups.slice(GAMES)];
  return [
    rows(shown),
    others.length > 0 &&
      h(
        "details",
        { class: "others", key: "others" },
        h("summary", {}, t("career.otherGames", { n: others.length })),
        rows(others),
      ),
  ];
}

/**
 * A table of groups of decisions; nothing without one.
 * @template G
 * @param {string} caption @param {string} head @param {G[]} groups @param {(group: G) => [string, Kept[]]} of
 */
function by(caption, head, groups, of) {
  if (groups.length === 0) return null;
  const titles = [t(head), t("career.kept"), h("span", { class: "hidden" }, t("career.share"))];
  const rows = groups.map((group) => {
    const [name, all] = of(group);
    const [decisions, kept] = [sum(all, "decisions"), sum(all, "kept")];
    return [name, `${number(kept)} / ${number(decisions)}`, bar(decisions && kept / decisions)];
  });
  return table(t(caption), titles, rows);
}

/** @param {Kept[]} all @param {keyof Kept} what */
const sum = (all, what) => all.reduce((total, one) => total + one[what], 0);

/** "nim/misere" in words. @param {string} variant */
function gameOf(variant) {
  const [name, ending] = variant.split("/");
  return `${variantName(name)}, ${t(`ending.${ending}`)}`;
}
