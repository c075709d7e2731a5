// The distribution of a leaderboard's ratings, with the marks of the scale and my own place on
// it.

import { h, s } from "../browser/dom.js";
import { inPoints, t } from "../texts/text.js";
import { along } from "./standing.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {{from: number, players: number}} Bar */

/** Points of rating in one bar, as the server counts them. */
const STEP = 20;
const [WIDTH, HEIGHT] = [360, 132];

/** @param {string} leaderboard */
export const spreadOf = (leaderboard) => ({
  path: `/api/ladder/distribution?${new URLSearchParams({ leaderboard })}`,
});

/** @typedef {{rating: number, errs: number}} Anchor */

/**
 * @param {State} state @param {string} leaderboard
 * @param {Anchor[]} anchors
 * @param {{rating: number} | null} own
 */
export function distribution(state, leaderboard, anchors, own) {
  const answer = state.answers[spreadOf(leaderboard).path];
  /** @type {Bar[]} */
  const bars = answer?.ok ? answer.value.bars : [];
  if (bars.length === 0) return null;
  const [from, to] = [bars[0].from, bars[bars.length - 1].from + STEP];
  const marks = anchors.map(({ rating }) => rating);
  const scale = { from: Math.min(from, ...marks) - 2 * STEP, to: Math.max(to, ...marks) + 2 * STEP };
  const x = (/** @type {number} */ rating) => along(scale, rating, WIDTH);
  const n = bars.reduce((sum, { players }) => sum + players, 0);
  return h(
    "section",
    { class: "card", key: "distribution" },
    h("h2", {}, t("ladder.distribution")),
    s(
      "svg",
      {
        class: "distribution",
        viewBox: `0 0 ${WIDTH} ${HEIGHT + 26}`,
        role: "img",
        "aria-label": t("ladder.spreadOut", { n, from, to }),
      },
      anchors.map((anchor) => mark(anchor, x)),
      columns(bars, own, x),
      s("line", { class: "floor", x1: 0, x2: WIDTH, y1: HEIGHT, y2: HEIGHT }),
      anchors.map((anchor) => markName(anchor, x)),
    ),
    h("p", { class: "soft" }, t("ladder.marks")),
  );
}

/**
 * The players of each step; my own step stands out.
 * @param {Bar[]} bars @param {{rating: number} | null} own @param {(rating: number) => number} x
 */
function columns(bars, own, x) {
  const most = Math.max(...bars.map(({ players }) => players));
  return bars.map(({ from, players }) => {
    const tall = Math.max(3, (players / most) * (HEIGHT - 24));
    const here = own && own.rating >= from && own.rating < from + STEP;
    return s("rect", {
      key: `b${from}`,
      class: here ? "bar here" : "bar",
      x: x(from) + 0.5,
      y: HEIGHT - tall,
      width: Math.max(2, x(from + STEP) - x(from) - 1),
      height: tall,
      rx: 2,
    });
  });
}

/** @param {Anchor} anchor @param {(rating: number) => number} x */
function mark({ rating, errs }, x) {
  const name = errs === 0 ? "mark never" : "mark";
  return s("line", { key: `m${rating}`, class: name, x1: x(rating), x2: x(rating), y1: 0, y2: HEIGHT });
}

/** @param {Anchor} anchor @param {(rating: number) => number} x */
function markName({ rating, errs }, x) {
  return s(
    "text",
    {
      key: `t${rating}`,
      class: errs === 0 ? "never" : null,
      x: x(rating),
      y: HEIGHT + 18,
      "text-anchor": "middle",
    },
    inPoints(rating),
  );
}
