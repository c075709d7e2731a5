// What the marks of a review mean: the colours on the board, and the signs beside moves.

import { h } from "../browser/dom.js";
import { t } from "../texts/text.js";

/** @typedef {import("../study/study.js").Review} Review */
/** @typedef {import("../study/study.js").Ply} Ply */

/** @typedef {import("../browser/dom.js").Tag} Tag */

/** Whether something drawn has this class. @param {Tag | string} node @param {RegExp} name @returns {boolean} */
function has(node, name) {
  if (typeof node === "string") return false;
  return name.test(String(node.props.class)) || node.children.some((child) => has(child, name));
}

/** Whether words on the board say what its colours mean, as over heaps. @param {Tag} board */
export const saysItself = (board) => has(board, /\bsaid\b/);

/** Whether partners are joined on the board. @param {Tag} board */
export const joins = (board) => has(board, /^chalk-arc$/);

/**
 * What the colours on the board mean, and the lines.
 * @param {{going: object, hint: object, mark: string | null}} marks @param {boolean} joined
 */
export function legend({ going, hint, mark }, joined) {
  const words = [
    Object.keys(hint).length > 0 && h("span", { class: "won" }, t("marks.won")),
    Object.keys(going).length > 0 && h("span", { class: `played went-${mark}` }, t("marks.played")),
    joined && h("span", { class: "partners" }, t("marks.partners")),
  ].filter(Boolean);
  return words.length > 0 && h("p", { key: "marks", class: "soft legend" }, words);
}

const SIGNS = { kept: "✓", threw: "✗", safe: "○", lost: "●", unknown: "?" };

/**
 * What a mark says, of this many players: among several nobody can force a win, but moves may be safe.
 * @param {string} mark @param {number} players
 */
export const ofSeveral = (mark, players) => (players > 2 && mark !== "unknown" ? `${mark}.several` : mark);

/** A sign beside a move, in words for those who do not see it. @param {Ply} ply @param {number} players */
export function mark({ mark }, players) {
  if (!mark) return null;
  const says = t(`sign.${ofSeveral(mark, players)}`);
  return h("span", { class: `mark ${mark}`, role: "img", "aria-label": says, title: says }, SIGNS[mark]);
}

/** The legend of the signs beside the moves of this game. @param {Review} review */
export function signs({ plies, seats }) {
  const here = Object.entries(SIGNS).filter(([name]) => plies.some(({ mark }) => mark === name));
  return h(
    "p",
    { key: "signs", class: "soft signs" },
    here.map(([name, sign]) => [h("span", {}, `${sign} ${t(`sign.${ofSeveral(name, seats.length)}`)}`), " "]),
  );
}

/** What a decision is, to open. */
export function accuracyMeans() {
  return h(
    "details",
    { key: "accuracy" },
    h("summary", {}, t("review.accuracy")),
    h("p", { class: "soft" }, t("review.what")),
  );
}
