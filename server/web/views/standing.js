// How a rating is drawn: on a scale, with its uncertainty.

import { h, s } from "../browser/dom.js";
import { number, percent } from "../texts/text.js";
import { ratingOf } from "./words.js";

/** @typedef {import("./ranks.js").Stands} Stands */
/** @typedef {{from: number, to: number}} Scale  Ratings, the lowest and the highest. */

/** A scale that all of these fit on, in round numbers. @param {Array<{rating: number, deviation?: number}>} all @returns {Scale} */
export function scaleOf(all) {
  const from = Math.min(...all.map(({ rating, deviation = 0 }) => rating - deviation));
  const to = Math.max(...all.map(({ rating, deviation = 0 }) => rating + deviation));
  return { from: Math.floor(from / 50) * 50, to: Math.ceil(to / 50) * 50 };
}

/** Where a rating is on a scale, from 0 to `width`. @param {Scale} scale @param {number} rating @param {number} width */
export function along({ from, to }, rating, width) {
  return Math.round(Math.max(0, Math.min(1, (rating - from) / (to - from || 1))) * width * 10) / 10;
}

/** The true rating is within the bar with probability 2/3. @param {Scale} scale @param {{rating: number, deviation?: number}} stands */
export function spread(scale, { rating, deviation = 0 }) {
  const [left, at, right] = [-deviation, 0, deviation].map((far) => along(scale, rating + far, 148) + 6);
  return s(
    "svg",
    { class: "spread", viewBox: "0 0 160 20", "aria-hidden": "true" },
    s("line", { class: "scale", x1: 6, x2: 154, y1: 10, y2: 10 }),
    deviation > 0 && s("rect", { class: "doubt", x: left, y: 6, width: right - left, height: 8, rx: 4 }),
    s("circle", { class: "at", cx: at, cy: 10, r: 5 }),
  );
}

/** "1,612 ± 45" @param {{rating: number, deviation: number, provisional?: boolean}} stands */
export function points(stands) {
  return h(
    "span",
    { class: "points" },
    h("b", { class: "num" }, ratingOf(stands)),
    h("span", { class: "soft" }, ` ± ${number(Math.round(stands.deviation))}`),
  );
}

/** A share of a whole, which stands beside it in figures. @param {number} share */
export function bar(share) {
  return s(
    "svg",
    { class: "share-bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { class: "whole", width: 100, height: 8 }),
    s("rect", { class: "part", width: Math.round(100 * share), height: 8 }),
  );
}

/** Of decisions, how many kept the win: "85%". @param {{decisions: number, kept: number}} all */
export function keptShare({ decisions, kept }) {
  return decisions ? percent(kept / decisions) : "–";
}
