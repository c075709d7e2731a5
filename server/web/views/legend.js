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
 * @param {{going: object, hint: object}} marks @param {boolean} joined
 */
export function legend({ going, hint }, joined) {
  const words = [
    Object.keys(hint).length > 0 && h("span", { class: "won" }, t("marks.won")),
    Object.keys(going).length > 0 && h("span", { class: "played" }, t("marks.played")),
    joined && h("span", { class: "partners" }, t("marks.partners")),
  ].filter(Boolean);
  return words.length > 0 && h("p", { key: "marks", class: "soft legend" }, words);
}

const SIGNS = { kept: "✓", threw: "✗", safe: "○", lost: "●", unknown: "?" };

/** A sign before a move, in words for those who do not see it. @param {Ply} ply */
export function mark({ mark }) {
  if (!mark) return null;
  return h(
    "span",
    { class: `mark ${mark}`, role: "img", "aria-label": t(`sign.${mark}`), title: t(`sign.${mark}`) },
    SIGNS[mark],
  );
}

/** The legend of the signs beside the moves of this game. @param {Review} review */
export function signs({ plies }) {
  const here = Object.entries(SIGNS).filter(([name]) => plies.some(({ mark }) => mark === name));
  return h(
    "p",
    { key: "signs", class: "soft signs" },
    here.map(([name, sign]) => [h("span", {}, `${sign} ${t(`sign.${name}`)}`), " "]),
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
