// Pictures for the tiles of games on strips, steps, arms and plants.

import { pebble } from "./pebbles.js";
import { bead, chalk, coin, coins } from "./pieces.js";

const GOLD = "#D9A94A";
const CHALKED = "#EDF1EC";

/**
 * A heap of pebbles.
 * @param {number} x @param {number} base @param {number} n @param {number} w @param {number} s
 * @param {(i: number) => boolean} [lit]
 */
const heap = (x, base, n, w, s, lit = () => false) =>
  Array.from({ length: n }, (_, i) => pebble(x, base - i * w * 0.6, w, s + i * 3, { chosen: lit(i) })).join(
    "",
  );

/** Squares of a strip in chalk. @param {number} y @param {number} n */
const strip = (y, n) => {
  const side = 168 / n;
  const lines = Array.from({ length: n + 1 }, (_, i) => `M${16 + i * side} ${y}v${side}`).join("");
  return chalk(`M16 ${y}H184M16 ${y + side}H184${lines}`, CHALKED, 1.6, 0.75);
};

/** Coins on squares of a strip. @param {number} y @param {number} n @param {number[]} at @param {number} lit */
const onStrip = (y, n, at, lit) => {
  const side = 168 / n;
  return at
    .map((square, i) =>
      coin(16 + (square + 0.5) * side, y + side * 0.55, side * 0.82, i + 2, { chosen: i === lit }),
    )
    .join("");
};

/** An arrow that hops. @param {number} from @param {number} to @param {number} y */
const hop = (from, to, y) =>
  chalk(
    `M${from} ${y}Q${(from + to) / 2} ${y - 34} ${to} ${y}M${to + 9} ${y - 9}L${to} ${y}L${to + 3} ${y - 12}`,
    "#FFC469",
    2.6,
  );

/**
 * A coin seen from above: heads is gold, tails an outline.
 * @param {number} x @param {number} y @param {boolean} heads @param {boolean} [lit]
 */
const face = (x, y, heads, lit = false) =>
  heads
    ? `<circle cx="${x + 1.5}" cy="${y + 3}" r="14" fill="#000" opacity=".3"/>` +
      `<circle cx="${x}" cy="${y}" r="14" fill="url(#cnF)" ` +
      `${lit ? 'stroke="#FFB84D" stroke-width="3"' : 'stroke="#9A6C1E"'}/>`
    : `<circle cx="${x}" cy="${y}" r="13" fill="none" stroke="${CHALKED}" ` +
      'stroke-opacity=".7" stroke-width="2" stroke-dasharray="4 3"/>';

/** Thread between pins. @param {Array<[number, number]>} points @param {Array<[number, number]>} edges @param {string} colour */
const thread = (points, edges, colour) =>
  edges
    .map(
      ([a, b]) =>
        `<path d="M${points[a]}L${points[b]}" stroke="${colour}" stroke-width="2.4" stroke-linecap="round"/>`,
    )
    .join("");

/** @type {Record<string, () => string>} */
export const STRIPS = {
  lasker: () =>
    heap(44, 112, 5, 36, 1) +
    chalk("M72 76H98M90 68L99 76L90 84", CHALKED, 2.4) +
    heap(126, 112, 2, 36, 3, () => true) +
    heap(168, 112, 3, 36, 6, () => true),
  staircase: () =>
    chalk("M14 124V34H58V64H102V94H146V124H188", CHALKED, 3, 0.8) +
    coins(36, 33, 2, 32, { seed: 2 }) +
    coins(80, 62, 3, 32, { seed: 5, chosen: 2 }) +
    coins(124, 92, 1, 32, { seed: 7 }) +
    hop(88, 122, 34),
  nimble: () => strip(66, 7) + onStrip(66, 7, [1, 3, 5], 2) + hop(148, 52, 60),
  silver_dollar: () => strip(66, 7) + onStrip(66, 7, [0, 2, 3, 6], 3) + hop(172, 124, 60),
  welter: () => strip(66, 7) + onStrip(66, 7, [1, 2, 5], 2) + hop(148, 28, 60),
  turning: () =>
    "THTTHHT"
      .split("")
      .map((side, i) => face(22 + i * 26, 70, side === "H", i === 5))
      .join("") + chalk("M152 46C152 24 126 24 126 46M119 38L126 47L134 39", "#FFC469", 2.6),
  euclid: () =>
    `<rect x="20" y="34" width="48" height="26" rx="5" fill="${GOLD}"/>` +
    [0, 1, 2]
      .map(
        (i) =>
          `<rect x="${20 + i * 49}" y="80" width="47" height="26" rx="5" fill="${i === 2 ? "#FFB84D" : GOLD}" ` +
          `${i === 2 ? 'stroke="#FFF3D6" stroke-width="2"' : ""}/>`,
      )
      .join("") +
    `<rect x="167" y="80" width="16" height="26" rx="5" fill="#8A6A34"/>` +
    chalk("M20 66v8M68 66v8", CHALKED, 1.8, 0.7),
  rwythoff: () =>
    heap(66, 118, 4, 34, 1, (i) => i > 1) +
    heap(134, 118, 5, 34, 4, (i) => i > 1) +
    chalk("M86 66H112M86 86H112", "#FFC469", 2.6),
  nim_pass: () =>
    heap(44, 112, 2, 36, 1) +
    heap(88, 112, 3, 36, 5) +
    `<circle cx="148" cy="76" r="25" fill="none" stroke="#FFC469" stroke-width="2.6"/>` +
    chalk("M138 64L150 76L138 88M150 64L162 76L150 88", "#FFC469", 2.6),
  node_kayles: () => {
    /** @type {Array<[number, number]>} */
    const at = [
      [100, 70],
      [56, 38],
      [144, 38],
      [56, 104],
      [144, 104],
      [22, 70],
      [178, 70],
    ];
    const near = [0, 1, 2, 3, 4];
    return (
      thread(
        at,
        [
          [0, 1],
          [0, 2],
          [0, 3],
          [0, 4],
          [1, 5],
          [3, 5],
          [2, 6],
          [4, 6],
        ],
        "#C0603F",
      ) +
      at
        .map(([x, y], i) =>
          i > 0 && near.includes(i)
            ? `<circle cx="${x}" cy="${y}" r="11" fill="none" stroke="#FFC469" stroke-width="2" stroke-dasharray="4 3"/>`
            : bead(x, y, 11, "br", { chosen: i === 0 }),
        )
        .join("")
    );
  },
  cram: () => {
    const cells = Array.from({ length: 12 }, (_, i) => [i % 4, Math.floor(i / 4)]);
    const domino = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ lit = false) =>
      `<rect x="${x + 2}" y="${y + 3}" width="72" height="34" rx="6" fill="#04080A" opacity=".4"/>` +
      `<rect x="${x}" y="${y}" width="72" height="34" rx="6" fill="url(#wd)" ` +
      `${lit ? 'stroke="#FFB84D" stroke-width="3"' : 'stroke="#8A6337"'}/>` +
      `<path d="M${x + 36} ${y + 5}v24" stroke="#8A6337" stroke-width="2"/>` +
      `<circle cx="${x + 18}" cy="${y + 17}" r="4" fill="#5B4024"/><circle cx="${x + 54}" cy="${y + 17}" r="4" fill="#5B4024"/>`;
    return (
      cells
        .map(
          ([c, r]) =>
            `<rect x="${26 + c * 38}" y="${14 + r * 38}" width="34" height="34" rx="5" ` +
            `fill="#0003" stroke="${CHALKED}" stroke-opacity=".4"/>`,
        )
        .join("") +
      domino(26, 14) +
      domino(64, 52) +
      domino(102, 90, true)
    );
  },
  hackenbush: () =>
    chalk("M14 122H186", CHALKED, 3, 0.8) +
    ["M62 122V88", "M62 88L42 58", "M62 88L82 56", "M82 56L72 28", "M138 122V96", "M138 96V66"]
      .map((d) => `<path d="${d}" stroke="#6FB26C" stroke-width="5" stroke-linecap="round"/>`)
      .join("") +
    `<path d="M82 56L98 34" stroke="#FFC469" stroke-width="5" stroke-linecap="round"/>` +
    `<circle cx="138" cy="48" r="18" fill="none" stroke="#6FB26C" stroke-width="5"/>` +
    [
      [62, 88],
      [42, 58],
      [82, 56],
      [72, 28],
      [98, 34],
      [138, 96],
      [138, 66],
    ]
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="4.5" fill="${CHALKED}"/>`)
      .join(""),
};
