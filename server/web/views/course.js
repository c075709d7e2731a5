// The course of a rating: a line with its uncertainty and its peak.

import { h, s } from "../browser/dom.js";
import { inPoints, number, t } from "../texts/text.js";
import { day } from "./dates.js";
import { poolName } from "./ranks.js";

/** @typedef {import("./changes.js").Changed} Changed */
/** @typedef {[number, number]} Point */

const HEIGHT = 190;
const [TOP, BOTTOM] = [16, 158];
/** Room for the figures at the left. */
const LEFT = 52;

/** The rating over its changes, the oldest first. @param {string} leaderboard @param {Changed[]} changes @param {boolean} narrow */
export function course(leaderboard, changes, narrow) {
  const right = narrow ? 330 : 640;
  const ratings = changes.map(({ after }) => after);
  const doubts = changes.map(({ deviation }) => deviation);
  const lines = levels(
    Math.min(...ratings.map((rating, i) => rating - doubts[i])),
    Math.max(...ratings.map((rating, i) => rating + doubts[i])),
  );
  const [low, high] = [lines[0], lines[lines.length - 1]];
  const y = (/** @type {number} */ rating) => round(TOP + ((high - rating) / (high - low)) * (BOTTOM - TOP));
  const x = (/** @type {number} */ i) => round(LEFT + (i / Math.max(1, ratings.length - 1)) * (right - LEFT));
  const edge = (/** @type {number} */ side) =>
    ratings.map((rating, i) => /** @type {Point} */ ([x(i), y(rating + side * doubts[i])]));
  const peak = ratings.indexOf(Math.max(...ratings));
  return h(
    "figure",
    { key: `course ${leaderboard}`, class: "rating" },
    s(
      "svg",
      {
        viewBox: `0 0 ${right + 12} ${HEIGHT}`,
        role: "img",
        "aria-label": `${poolName(leaderboard)}: ${t("career.graph", {
          first: inPoints(changes[0].before),
          last: inPoints(ratings[ratings.length - 1]),
          n: changes.length,
        })}`,
      },
      lines.map((level) => [
        s("line", { class: "level", x1: LEFT, x2: right, y1: y(level), y2: y(level) }),
        s("text", { x: LEFT - 8, y: y(level) + 4, "text-anchor": "end" }, number(level)),
      ]),
      s("path", { class: "doubt", d: `${path(edge(1))}L${path(edge(-1).reverse()).slice(1)}Z` }),
      s("path", { class: "course", d: path(ratings.map((rating, i) => [x(i), y(rating)])) }),
      s("circle", { class: "peak", r: 4, cx: x(peak), cy: y(ratings[peak]) }),
      s("circle", { class: "now", r: 5, cx: right, cy: y(ratings[ratings.length - 1]) }),
      s("text", { x: LEFT, y: HEIGHT - 8 }, day(changes[0].at)),
      s("text", { x: right, y: HEIGHT - 8, "text-anchor": "end" }, day(changes[changes.length - 1].at)),
    ),
    h("figcaption", { class: "soft" }, t("career.band")),
  );
}

/** A sparkline: the line only. @param {Array<Pick<Changed, "after">>} changes */
export function sparkline(changes) {
  const ratings = changes.map(({ after }) => after);
  if (ratings.length < 2) return null;
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const at = (/** @type {number} */ rating, /** @type {number} */ i) =>
    /** @type {Point} */ ([
      round(3 + (i / (ratings.length - 1)) * 114),
      round(25 - ((rating - low) / (high - low || 1)) * 22),
    ]);
  return s(
    "svg",
    { class: "sparkline", viewBox: "0 0 120 28", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("path", { class: "course", d: path(ratings.map(at)) }),
  );
}

/** @param {Point[]} points */
function path(points) {
  return `M${points.map(([x, y]) => `${x} ${y}`).join("L")}`;
}

/** @param {number} x */
function round(x) {
  return Math.round(x * 10) / 10;
}

/** Round ratings from below the least to above the greatest, a few. @param {number} least @param {number} greatest */
function levels(least, greatest) {
  const step = [10, 20, 50, 100, 200, 500, 1000].find((step) => (greatest - least) / step <= 4) ?? 2000;
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(greatest / step));
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}
