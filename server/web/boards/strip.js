// Coins on a strip of squares: the player chooses a coin and its target square.

import { s } from "../browser/dom.js";
import { coin } from "../matter/pieces.js";
import { heapName, list, t } from "../texts/text.js";
import { body, label, piece, range, target, widthOf } from "./draw.js";

/** @typedef {import("./draw.js").Board} Board */
/** @typedef {import("./draw.js").View} View */

const PITCH = 36;
/** How much higher each coin of a pile lies. */
const LIFT = 26;
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

/** The squares from left to right, in as many lines as it takes. @param {View} view @param {number[]} coins @param {number} squares */
function drawStrip(view, coins, squares) {
  const fit = Math.max(1, Math.min(squares, Math.floor((widthOf(view) - 16) / PITCH)));
  const on = range(squares).map((square) => coins.flatMap((at, i) => (at === square ? [i] : [])));
  const tallest = Math.max(2, ...on.map((here) => here.length));
  const line = tallest * LIFT + PITCH + 22;
  const nodes = range(squares).flatMap((square) => {
    const x = 8 + ((square % fit) + 0.5) * PITCH;
    const base = Math.floor(square / fit) * line + tallest * LIFT + 10;
    const ground = piece(
      view,
      { slot: `s${square}`, x, y: base + PITCH / 2 },
      () => t("piece.stripSquare", { square }),
      () => [
        target(PITCH, PITCH),
        s("rect", {
          class: "panel",
          x: 1 - PITCH / 2,
          y: 1 - PITCH / 2,
          width: PITCH - 2,
          height: PITCH - 2,
          rx: 5,
        }),
        s("text", { class: "letter", y: 5, "text-anchor": "middle" }, String(square)),
      ],
    );
    const pile = on[square].map((i, height) =>
      piece(
        view,
        { slot: `c${i}`, x, y: base - (height + 0.5) * LIFT },
        () => t("piece.coin", { coin: heapName(i), square }),
        () => [
          target(PITCH - 2, LIFT),
          body(coin(0, 0, 30, i, { thick: 0.3 })),
          s("text", { class: "number", y: 5, "text-anchor": "middle" }, heapName(i)),
        ],
      ),
    );
    return [ground, ...pile];
  });
  const lines = Math.ceil(squares / fit);
  nodes.push(label(8 + (fit * PITCH) / 2, lines * line + 4, t("board.stripEnd"), "letter"));
  return { width: fit * PITCH + 16, height: lines * line + 14, nodes };
}
