// A drawing of symmetric answers: equal numbers are partners, and the pieces to take first
// stand out.

import { h, s } from "../browser/dom.js";
import { number, t } from "../texts/text.js";

/** @typedef {import("../study/study.js").Facts} Facts */
/** @typedef {import("../net/wire.js").Setup} Setup */

const PITCH = 30;
/** Pairs beyond which numbers tell nothing. */
const MOST_PAIRS = 60;

/** @param {Facts} facts @param {Setup} game */
export function mirror({ first, partners }, { variant, params }) {
  if (partners.length === 0 || partners.length > MOST_PAIRS) return null;
  // Partners in a graph or a poset have no rows and columns: the sentence names them.
  if (variant !== "chomp" && !params.dims) return null;
  const at = (/** @type {number[]} */ place) =>
    variant === "chomp" ? [place[1], place[0]] : cellAt(place[0], params.dims);
  // Of the bar a square is taken, of a grid a set of places.
  const taken = variant === "chomp" ? [first] : first.map((/** @type {number} */ place) => [place]);
  const cells = [
    ...partners.flatMap((/** @type {number[][]} */ pair, /** @type {number} */ i) =>
      pair.map((place) => ({ at: at(place), text: number(i + 1), name: "pair" })),
    ),
    ...taken.map((/** @type {number[]} */ place) => ({ at: at(place), text: "×", name: "pair first" })),
  ];
  const [width, height] = [0, 1].map((axis) => PITCH * (1 + Math.max(...cells.map(({ at }) => at[axis]))));
  return h(
    "div",
    { class: "figure" },
    s(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, width, role: "img", "aria-label": t("figure.mirror") },
      cells.map(({ at: [x, y], text, name }) =>
        s(
          "g",
          { class: name, transform: `translate(${x * PITCH} ${y * PITCH})` },
          s("rect", { x: 1, y: 1, width: PITCH - 2, height: PITCH - 2, rx: 6 }),
          s("text", { x: PITCH / 2, y: PITCH / 2 + 5, "text-anchor": "middle" }, text),
        ),
      ),
    ),
    h("p", { class: "soft" }, t("figure.mirror")),
  );
}

/** Column and row of a place; layers stand side by side. @param {number} place @param {number[]} dims */
function cellAt(place, dims) {
  const [columns = 1, rows = 1] = [...dims].reverse();
  return [
    (place % columns) + Math.floor(place / columns / rows) * (columns + 1),
    Math.floor(place / columns) % rows,
  ];
}
