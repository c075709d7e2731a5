// The thread of the win: two lanes show who could force it after each move. The thread crosses
// where a move threw the win away; a touch on a knot goes to that position.

import { roomFor } from "../boards/room.js";
import { h, s } from "../browser/dom.js";
import { t } from "../texts/text.js";
import { shortName, shownName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../state/types.js").Table} Table */
/** @typedef {import("../study/study.js").Review} Review */
/** @typedef {import("../browser/dom.js").Tag} Tag */

const HEIGHT = 118;
/** In the middle of each half, as their names are on a wide screen. */
const LANES = [30, 88];
/** The first knot and the ends of the lanes, from the side. */
const EDGE = 16;
/** On a wide screen the lanes' names stand to their left; keep in sync with thread.css. */
const NAMES = 150;
/** The most knots drawn: more would be too small to touch. */
const MOST_KNOTS = 60;

/** The holder of the win at each position; nothing unless all are proven. @param {Table} table @param {Review} review */
function holders({ players }, { plies }) {
  if (players.length !== 2) return null;
  const held = plies.map(({ outcome, certainty }, i) =>
    outcome === null || certainty !== "proven" ? null : outcome === "N" ? i % 2 : 1 - (i % 2),
  );
  // The last position is decided by its result.
  return held.includes(null) ? null : /** @type {number[]} */ (held);
}

/** @param {State} state @param {Table} table @param {Review} review @param {number} shown @param {(ply: number) => void} go */
export function thread(state, table, review, shown, go) {
  const held = holders(table, review);
  if (!held || held.length > MOST_KNOTS || held.length < 2) return null;
  const width = roomFor(state.screen, "review").width + 20 - (state.narrow ? 0 : NAMES);
  const upper = table.seat ?? 0;
  const name = (/** @type {number} */ seat) =>
    seat === table.seat
      ? t("thread.mine")
      : t("thread.other", { name: shortName(shownName({ ...table.players[seat], house: false })) });
  const step = (width - EDGE - 20) / (held.length - 1);
  const at = (/** @type {number} */ i) => [EDGE + i * step, LANES[held[i] === upper ? 0 : 1]];
  const d = held.slice(1).reduce(
    (path, _, i) => {
      const [[x0, y0], [x1, y1]] = [at(i), at(i + 1)];
      const middle = (x0 + x1) / 2;
      return `${path}C${middle} ${y0} ${middle} ${y1} ${x1} ${y1}`;
    },
    `M${at(0).join(" ")}`,
  );
  return h(
    "div",
    { class: "thread", key: "thread" },
    // The lanes say who holds "it": the win.
    h("p", { class: "soft", "aria-hidden": "true" }, t("thread.label")),
    h("p", { class: "lane-name upper", "aria-hidden": "true" }, name(upper)),
    s(
      "svg",
      {
        viewBox: `0 0 ${Math.round(width)} ${HEIGHT}`,
        role: "img",
        "aria-label": t("thread.label"),
      },
      LANES.map((y, i) =>
        s("line", { key: `lane ${i}`, class: "lane", x1: EDGE, x2: width - EDGE, y1: y, y2: y }),
      ),
      s("path", { key: "thread", class: "strand", d }),
      held.map((_, i) => knot(review, i, at(i), i === Math.min(shown + 1, held.length - 1), step, go)),
    ),
    h("p", { class: "lane-name lower", "aria-hidden": "true" }, name(1 - upper)),
    meanings(review),
  );
}

/** What the knots of this game mean, right below them. @param {Review} review */
function meanings({ plies }) {
  const kinds = /** @type {const} */ ([
    ["kept", "sign.kept", (/** @type {string | null} */ mark) => mark === "kept"],
    ["threw", "sign.threw", (/** @type {string | null} */ mark) => mark === "threw"],
    ["", "thread.forced", (/** @type {string | null} */ mark) => mark === "safe" || mark === "lost"],
  ]);
  const here = kinds.filter(([, , fits]) => plies.some(({ mark }) => fits(mark)));
  return h(
    "p",
    { class: "soft signs" },
    here.map(([mark, text]) => [
      h(
        "span",
        {},
        s(
          "svg",
          { viewBox: "-12 -12 24 24", "aria-hidden": "true" },
          s("g", { class: `knot ${mark}` }, face(mark)),
        ),
        t(text),
      ),
      " ",
    ]),
  );
}

/**
 * The move that led to a position, on its lane.
 * @param {Review} review
 * @param {number} i
 * @param {number[]} at
 * @param {boolean} shown
 * @param {number} step
 * @param {(ply: number) => void} go
 */
function knot(review, i, [x, y], shown, step, go) {
  const mark = i > 0 ? review.plies[i - 1].mark : null;
  const big = isDecision(mark);
  // A knot opens the position before its move, which shows the alternatives.
  return s(
    "g",
    {
      key: `knot ${i}`,
      class: ["knot", mark, shown && "shown"].filter(Boolean).join(" "),
      transform: `translate(${Math.round(x)} ${y})`,
      on: { click: () => go(Math.max(0, big ? i - 1 : i)) },
    },
    mark && s("title", {}, t(`sign.${mark}`)),
    s("rect", { class: "target", x: -Math.min(step, 44) / 2, y: -22, width: Math.min(step, 44), height: 44 }),
    shown && s("circle", { class: "around", r: 16 }),
    face(mark),
    i > 0 && step > 22 && s("text", { "text-anchor": "middle", y: y < 50 ? -19 : 30 }, String(i)),
  );
}

/** @param {string | null} mark */
const isDecision = (mark) => mark === "kept" || mark === "threw";

/** A knot as its mark draws it: small where nothing was to be decided. @param {string | null} mark */
const face = (mark) => [
  s("circle", { class: "dot", r: isDecision(mark) ? 11 : 5 }),
  mark === "kept" && s("path", { d: "M-5 0l4 4 6-8" }),
  mark === "threw" && s("path", { d: "M-4 -4l8 8M4 -4l-8 8" }),
];
