// Coins on a strip of squares: the player chooses a coin and its target square.

import { s } from "../browser/dom.js";
import { coin } from "../matter/pieces.js";
import { heapName, list, t } from "../texts/text.js";
import { body, piece, range, round, target } from "./draw.js";
import { wrapped } from "./wrapping.js";

/** @typedef {import("./draw.js").Board} Board */
/** @typedef {import("./draw.js").View} View */
/**
 * @typedef {object} Strip  How a strip is laid out, in pixels of the screen.
 * @property {number} pitch  The side of a square.
 * @property {number} fit  Squares in a line.
 * @property {number} line  The height of a line, with the coins over it.
 * @property {number} w  The width of a coin.
 * @property {boolean} piled  Whether coins may lie on each other.
 */

/** The side of a square: large enough, and the most. */
const PITCH = { wide: { easy: 72, most: 96 }, narrow: { easy: 52, most: 72 } };
/** The least height of a coin that is touched. */
const LEAST = { wide: 18, narrow: 26 };
/** The width of a coin, of its square; its thickness, in which its letter has room, and all its height, of its width. */
const COIN = { w: 0.86, thick: 0.5, tall: 0.8 };
/** Around the squares, over a line of them, and for the words below them. */
const [MARGIN, AIR, FOOT] = [10, 16, 48];
/** The most squares and coins drawn; beyond that, numbers are entered. */
const MOST_SQUARES = 64;
const MOST_COINS = 24;

/** `[coin, to]` @type {Board} */
export const strip = {
  draw: (view) => {
    const coins = /** @type {number[]} */ (view.position.coins ?? []);
    const start = /** @type {number[]} */ (view.game.start.coins ?? []);
    const squares = Math.max(...coins, ...start, 3) + 1;
    if (areNumbers(coins)) {
      return [
        { slot: "coin", label: t("field.coin"), max: coins.length },
        { slot: "to", label: t("field.square"), max: squares },
      ];
    }
    return drawStrip(view, coins, squares);
  },
  show: ([coin, to], _, { coins = [] }) =>
    areNumbers(/** @type {number[]} */ (coins))
      ? [{ coin: coin + 1, to: to + 1 }]
      : [{ [`c${coin}`]: 1, [`s${to}`]: 1 }],
  read: (marks) => {
    if (marks.coin || marks.to) return marks.coin && marks.to ? [marks.coin - 1, marks.to - 1] : null;
    const of = (/** @type {string} */ kind) => Object.keys(marks).filter((slot) => slot[0] === kind);
    const [coins, squares] = [of("c"), of("s")];
    if (coins.length !== 1 || squares.length !== 1) return null;
    return [Number(coins[0].slice(1)), Number(squares[0].slice(1))];
  },
  say: ([coin, to]) => t("say.slide", { coin: heapName(coin), square: to }),
  describe: ({ coins = [] }) =>
    coins.length
      ? t("board.strip", {
          coins: list(
            /** @type {number[]} */ (coins)
              .slice(0, 40)
              .map((square, i) => t("board.heap", { heap: heapName(i), n: square })),
          ),
        })
      : t("board.empty"),
};

/** @param {number[]} coins */
function areNumbers(coins) {
  return coins.length > MOST_COINS || Math.max(0, ...coins) >= MOST_SQUARES;
}

/** The height of a line of squares this wide, with room for so many coins on each other. @param {number} tallest */
const lineOf = (tallest) => COIN.w * (COIN.thick * (tallest - 1) + COIN.tall) + 1;

/**
 * The largest squares with which the strip has room, in as many lines as it takes; a strip that is too
 * long scrolls.
 * @param {View} view @param {number} squares @param {number} tallest @param {boolean} piled
 * @returns {Strip}
 */
function sizeOf({ box, narrow }, squares, tallest, piled) {
  const size = narrow ? "narrow" : "wide";
  const { easy, most } = PITCH[size];
  const room = box.width - 2 * MARGIN;
  const least = LEAST[size] / COIN.w / (piled ? COIN.thick : COIN.tall);
  const sizeAt = (/** @type {number} */ fit) => {
    const tall = (box.height - FOOT) / Math.ceil(squares / fit) - AIR;
    const pitch = Math.min(most, room / fit, tall / lineOf(tallest));
    return pitch < least ? null : { pitch };
  };
  const { pitch, fit } = wrapped(squares, sizeAt, easy) ?? {
    pitch: least,
    fit: Math.max(1, Math.floor(room / least)),
  };
  return { pitch, fit, w: round(pitch * COIN.w), line: pitch * lineOf(tallest) + AIR, piled };
}

/** The squares from left to right. @param {View} view @param {number[]} coins @param {number} squares */
function drawStrip(view, coins, squares) {
  const on = range(squares).map((square) => coins.flatMap((at, i) => (at === square ? [i] : [])));
  // Only here coins come to lie on each other: room for two from the start, so that the board does not jump.
  const piled = view.game.variant === "nimble";
  const tallest = Math.max(piled ? 2 : 1, ...on.map((here) => here.length));
  const strip = sizeOf(view, squares, tallest, piled);
  const { pitch, fit, line } = strip;
  const lines = Math.ceil(squares / fit);
  const { width } = view.box;
  const height = Math.max(view.box.height, lines * line + FOOT);
  const top = (height - lines * line - FOOT) / 2;
  const nodes = range(squares).flatMap((square) => {
    const x = round(width / 2 + ((square % fit) - (Math.min(fit, squares) - 1) / 2) * pitch);
    const base = round(top + (Math.floor(square / fit) + 1) * line - pitch);
    return [
      ground(view, square, x, base, pitch),
      ...on[square].map((i, up) => coinOn(view, i, square, x, base, up, strip)),
    ];
  });
  return { width, height, nodes: [...nodes, ...toTheLeft(width / 2, top + lines * line + 30)] };
}

/** @param {View} view @param {number} square @param {number} x @param {number} base @param {number} pitch */
function ground(view, square, x, base, pitch) {
  const side = round(pitch - 2);
  const box = { x: -side / 2, y: -side / 2, width: side, height: side, rx: 5 };
  const large = pitch > 56;
  return piece(
    view,
    { slot: `s${square}`, x, y: base + pitch / 2 },
    () => t("piece.stripSquare", { square }),
    () => [
      target(round(pitch), round(pitch)),
      s("rect", { class: "panel", ...box }),
      s(
        "text",
        { class: large ? "count small" : "letter", y: large ? 8 : 5, "text-anchor": "middle" },
        String(square),
      ),
      s("rect", { class: "rim", ...box }),
    ],
  );
}

/**
 * A coin on its square, or on others; its letter is on its edge, where it crosses no line.
 * @param {View} view @param {number} i @param {number} square @param {number} x @param {number} base
 * @param {number} up  How many coins it lies on. @param {Strip} strip
 */
function coinOn(view, i, square, x, base, up, { w, piled }) {
  const front = w * ((COIN.tall - COIN.thick) / 2);
  const large = Math.max(1, round(w / 44));
  return piece(
    view,
    { slot: `c${i}`, x, y: base - 3 - front - (up + 0.5) * w * COIN.thick },
    () => t("piece.coin", { coin: heapName(i), square }),
    () => [
      target(w, round(w * (piled ? COIN.thick : COIN.tall))),
      body(coin(0, 0, w, i, { thick: COIN.thick })),
      s(
        "g",
        { class: "lift" },
        s(
          "g",
          { transform: `translate(0 ${round(front + 5 * large)}) scale(${large})` },
          s("text", { class: "number", "text-anchor": "middle" }, heapName(i)),
        ),
      ),
    ],
  );
}

/** Where coins go: an arrow, and words. @param {number} x @param {number} y */
function toTheLeft(x, y) {
  const text = t("board.stripEnd");
  const left = round(x - 20 - text.length * 4.2);
  return [
    s("path", { key: "arrow", class: "rule", d: `M${left + 30} ${round(y - 5)}h-30m8 -7l-8 7l8 7` }),
    s("text", { key: "to the left", class: "letter", x: left + 40, y: round(y) }, text),
  ];
}
