// On a profile: where a player keeps clearly more or fewer wins than elsewhere, and their
// puzzle results.

import { h } from "../browser/dom.js";
import { inPoints, t } from "../texts/text.js";
import { sparkline } from "./course.js";
import { variantName } from "./words.js";

/** @typedef {import("../state/types.js").Answer} Answer */
/** @typedef {import("../state/puzzles.js").Stands} Stands */
/** @typedef {import("../app.js").Act} Act */
/**
 * @typedef {object} Trait
 * @property {"variant" | "difficulty" | "time"} code
 * @property {string} [variant]  `nim/normal`
 * @property {boolean} [hard]
 * @property {string} [time_left]
 * @property {boolean} strength
 * @property {number} decisions
 * @property {number} kept
 * @property {number} expected
 */

/** Traits that are listed: the clearest. */
const MOST = 6;

/** @param {Trait[]} traits */
export function strengths(traits) {
  return (
    traits.length > 0 &&
    h(
      "section",
      { class: "card", key: "traits" },
      h("h2", {}, t("traits.title")),
      h(
        "ul",
        { class: "list traits" },
        traits.slice(0, MOST).map((trait) =>
          h(
            "li",
            { key: JSON.stringify([trait.code, trait.variant, trait.hard, trait.time_left]) },
            h(
              "span",
              { class: `mark ${trait.strength ? "kept" : "threw"}`, "aria-hidden": "true" },
              trait.strength ? "▲" : "▼",
            ),
            h(
              "p",
              {},
              h("b", {}, groupOf(trait)),
              h("br"),
              h(
                "span",
                { class: "soft" },
                t(trait.strength ? "traits.more" : "traits.fewer", {
                  kept: trait.kept,
                  n: trait.decisions,
                  expected: Math.round(trait.expected),
                }),
              ),
            ),
          ),
        ),
      ),
    )
  );
}

/** @param {Trait} trait */
function groupOf({ code, variant = "", hard, time_left }) {
  if (code === "difficulty") return t(hard ? "traits.hard" : "traits.easy");
  if (code === "time") return t(`traits.time.${time_left}`);
  const [name, ending] = variant.split("/");
  return `${variantName(name)}, ${t(`ending.${ending}`)}`;
}

/** How they do at puzzles; nothing until they have tried one. @param {Answer | undefined} answer @param {Act} act */
export function atPuzzles(answer, act) {
  /** @type {(Stands & {tries: Array<{rating: number}>}) | null} */
  const career = answer?.ok ? answer.value : null;
  return (
    career !== null &&
    career.tried > 0 &&
    h(
      "section",
      { class: "card", key: "puzzles" },
      h("h2", {}, t("frame.puzzles")),
      h(
        "p",
        { class: "place" },
        h("b", { class: "num" }, inPoints(career.rating)),
        h("span", { class: "soft" }, t("career.solved", { solved: career.solved, n: career.tried })),
      ),
      sparkline([...career.tries].reverse().map(({ rating }) => ({ after: rating }))),
      h("p", { class: "more" }, h("a", { href: "/puzzles", on: { click: act.follow } }, t("career.puzzles"))),
    )
  );
}
