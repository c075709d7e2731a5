// The reason shown on the stones: the heaps split into ones, twos and fours. Equal groups in
// two heaps form a pair; a group without a partner glows, and taking it wins.

import { canChalk, chalked } from "../boards/chalked.js";
import { roomFor } from "../boards/room.js";
import { h, s } from "../browser/dom.js";
import { drawing } from "../matter/markup.js";
import { pebble } from "../matter/pebbles.js";
import { chalk } from "../matter/pieces.js";
import { copying } from "../study/copying.js";
import { countsOf } from "../study/counts.js";
import { isPlain, lastStep, pairsUp, valuesOf } from "../study/pairing.js";
import { heapName, list, number, t } from "../texts/text.js";
import { saying } from "./saying.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../study/study.js").Ply} Ply */
/** @typedef {import("../net/wire.js").Setup} Setup */
/** @typedef {import("../browser/dom.js").Tag} Tag */

/** The chalk of each power of two. @type {Record<number, string>} */
const CHALKS = { 1: "#F4F1E6", 2: "#8FD6E0", 4: "#F5A9BA", 8: "#BFE08A", 16: "#CDB4F5" };
const ALONE = "#FFC469";
const POWERS = [1, 2, 4, 8, 16];
const MOST_HEAPS = 7;

/** Whether the reason of a position can be drawn on its stones. @param {Setup} game @param {Ply} ply */
export function canOpen(game, ply) {
  const values = valuesOf(game, ply);
  return (
    copying(game, ply) === undefined &&
    pairsUp(game, ply) &&
    values.length <= MOST_HEAPS &&
    // A heap alone has no partners to look for.
    values.filter((n) => n > 0).length > 1 &&
    values.every((n) => n < 32)
  );
}

/**
 * The groups of one power, by heap, and their pairs.
 * @param {number[]} heaps
 * @param {number} power
 * @param {number | undefined} taker  The heap that the winning move takes from.
 */
export function paired(heaps, power, taker) {
  const having = heaps.map((_, i) => i).filter((i) => heaps[i] & power);
  const alone =
    having.length % 2
      ? taker !== undefined && having.includes(taker)
        ? taker
        : having[having.length - 1]
      : null;
  const rest = having.filter((i) => i !== alone);
  const pairs = rest.filter((_, k) => k % 2 === 0).map((a, k) => [a, rest[2 * k + 1]]);
  return { having, alone, pairs };
}

/** @typedef {{heaps: number[], margin: number, column: number, pitch: number, width: number}} Places */

/**
 * The board with its heaps opened.
 * @param {State} state @param {Setup} game @param {Ply} ply @param {import("../boards/room.js").Place} place
 */
export function openedBoard(state, game, ply, place) {
  const room = { ...roomFor(state.screen, place), margin: state.narrow ? 84 : 140 };
  return h(
    "div",
    { class: "board review opened", key: "opened" },
    h("div", { class: "surface ground-slate" }, drawOpened(valuesOf(game, ply), takerOf(game, ply), room)),
  );
}

/** The heap that the winning move takes from; in other variants a move is more than that. @param {Setup} game @param {Ply} ply */
function takerOf(game, { winning_moves }) {
  return isPlain(game)
    ? /** @type {number | undefined} */ (/** @type {any} */ (winning_moves?.[0])?.[0])
    : undefined;
}

/** The powers of two of which the heaps consist. @param {number[]} heaps */
function powersIn(heaps) {
  return POWERS.filter((power) => heaps.some((n) => n & power));
}

/** How many stones high the group of a power is. @param {number} power */
const highOf = (power) => Math.min(power, 4);

/** How many stones high groups are one under the other. @param {number[]} powers */
const highOfAll = (powers) => powers.reduce((sum, power) => sum + highOf(power), 0);

/** Above the first row of groups, and under the last: counts and letters. */
const [TOP, FOOT] = [8, 66];
/** Above and below the stones of a row, together. */
const AROUND = 30;
/** Stones are not higher than this. */
const MOST_PITCH = 62;

/**
 * Heaps opened, in a box. @param {number[]} heaps @param {number | undefined} taker
 * @param {{width: number, height: number, margin: number}} room  The margin is for the names of the rows.
 */
function drawOpened(heaps, taker, { width, height, margin }) {
  const used = powersIn(heaps);
  const column = (width - margin - 12) / heaps.length;
  const free = height - TOP - FOOT - used.length * AROUND;
  const pitch = Math.min(free / highOfAll(used), column * 0.42, MOST_PITCH);
  const places = { heaps, margin, column, pitch, width };
  let top = TOP + (free - highOfAll(used) * pitch) / 2;
  const nodes = used.flatMap((power, r) => {
    const tall = highOf(power) * pitch + AROUND;
    const ruled = r > 0 ? [ruledLine(power, top, width)] : [];
    const row = drawRow(places, power, taker, top + tall / 2);
    top += tall;
    return [...ruled, ...row];
  });
  const viewBox = `0 0 ${Math.round(width)} ${Math.round(height)}`;
  return s("svg", { viewBox, role: "img", "aria-label": spoken(heaps, used, taker) }, [
    ...nodes,
    ...heaps.flatMap((n, i) => countAndName(n, i, margin + (i + 0.5) * column, height)),
  ]);
}

/** Under each heap. @param {number} n @param {number} i @param {number} x @param {number} height */
function countAndName(n, i, x, height) {
  const at = (/** @type {number} */ y) => ({
    x: Math.round(x),
    y: Math.round(y),
    "text-anchor": "middle",
  });
  return [
    s("text", { key: `count ${i}`, class: "count small", ...at(height - 32) }, number(n)),
    s("text", { key: `name ${i}`, class: "letter", ...at(height - 12) }, heapName(i)),
  ];
}

/** @param {number} power @param {number} y @param {number} width */
function ruledLine(power, y, width) {
  const [x2, at] = [Math.round(width - 12), Math.round(y)];
  return s("line", { key: `rule ${power}`, class: "ruled", x1: 12, x2, y1: at, y2: at });
}

/**
 * The groups of one power, side by side.
 * @param {Places} places @param {number} power @param {number | undefined} taker @param {number} middle
 * @returns {Tag[]}
 */
function drawRow(places, power, taker, middle) {
  const { heaps, margin, column, pitch } = places;
  const { having, alone, pairs } = paired(heaps, power, taker);
  const at = (/** @type {number} */ i) => margin + (i + 0.5) * column;
  const wide = Math.ceil(power / 4);
  const w = Math.min(pitch / 0.62, (column * 0.8) / wide);
  const half = (w * wide) / 2 + 9;
  return [
    ...rowTitle(power, alone !== null, pairs.length, middle),
    ...pairs.map(([a, b], k) => pairLine(power, k, at(a) + half, at(b) - half, middle)),
    ...having.map((i) => group(power, i, i === alone, [at(i), middle], { wide, w, half, pitch })),
  ];
}

/** "Fours: one has no partner" @param {number} power @param {boolean} alone @param {number} pairs @param {number} middle */
function rowTitle(power, alone, pairs, middle) {
  const named = {
    key: `power ${power}`,
    class: "power",
    x: 16,
    y: Math.round(middle - 3),
    fill: CHALKS[power],
  };
  const said = { key: `state ${power}`, class: "power-state", x: 16, y: Math.round(middle + 16) };
  return [
    s("text", named, t(`power.${power}`)),
    s(
      "text",
      { ...said, fill: alone ? ALONE : "#B9C4C3" },
      t(alone ? "power.alone" : "power.pairs", { n: pairs }),
    ),
  ];
}

/**
 * A chalk line from one group to its partner.
 * @param {number} power @param {number} k @param {number} from @param {number} to @param {number} y
 */
function pairLine(power, k, from, to, y) {
  const [a, b, at] = [from, to, y].map(Math.round);
  return s(
    "g",
    { key: `pair ${power} ${k}`, class: "pair" },
    drawing(chalk(`M${a} ${at}L${b} ${at}`, CHALKS[power], 3)),
    [a, b].map((x, e) => s("circle", { key: `e${e}`, cx: x, cy: at, r: 4, fill: CHALKS[power] })),
  );
}

/**
 * As many stones as the power says, in one outline; a group without a partner glows.
 * @param {number} power @param {number} i  The heap. @param {boolean} lone @param {[number, number]} place
 * @param {{wide: number, w: number, half: number, pitch: number}} size
 */
function group(power, i, lone, [x, y], { wide, w, half, pitch }) {
  const stones = Array.from({ length: power }, (_, k) =>
    pebble(
      (k % wide) * w - ((wide - 1) * w) / 2,
      (Math.floor(k / wide) - (power / wide - 1) / 2) * pitch,
      w,
      (k * 3 + i * 5 + power) % 16,
      { chosen: lone },
    ),
  );
  const tall = (power / wide) * pitch + 14;
  const [rx, ry] = [Math.round(half * 1.7), Math.round(tall * 0.85)];
  return s(
    "g",
    {
      key: `group ${power} ${i}`,
      class: lone ? "group alone" : "group",
      transform: `translate(${Math.round(x)} ${Math.round(y)})`,
    },
    lone && s("ellipse", { class: "glow", rx, ry, fill: "url(#halo)" }),
    s("rect", {
      x: -Math.round(half),
      y: -Math.round(tall / 2),
      width: Math.round(half * 2),
      height: Math.round(tall),
      rx: Math.min(26, Math.round(half)),
      fill: "none",
      stroke: lone ? ALONE : CHALKS[power],
      "stroke-width": 2.6,
    }),
    drawing(stones.join("")),
  );
}

/** The drawing in words. @param {number[]} heaps @param {number[]} used @param {number | undefined} taker */
function spoken(heaps, used, taker) {
  return used
    .map((power) => {
      const { alone, pairs } = paired(heaps, power, taker);
      const pairing =
        alone === null
          ? t("power.pairs", { n: pairs.length })
          : t("power.aloneIn", { heap: heapName(alone) });
      return `${t(`power.${power}`)}: ${pairing}`;
    })
    .join("; ");
}

/**
 * The reason in chalk on the board as it stands, where that is wanted and can be.
 * @param {State} state
 * @param {Setup} game
 * @param {Ply} ply
 */
export function explained({ opened }, game, ply) {
  return opened && canChalk(game, ply)
    ? { over: (/** @type {import("../boards/draw.js").Scene} */ scene) => chalked(scene, game, ply) }
    : {};
}

/** Whether the reason can be seen on the stones, one way or the other. @param {Setup} game @param {Ply} ply */
export function canExplain(game, ply) {
  return canOpen(game, ply) || canChalk(game, ply);
}

/** The text that closes a reason: opened heaps, marks, or a sentence alone. @param {Setup} game @param {Ply} ply */
export function closes(game, ply) {
  if (canOpen(game, ply)) return "opened.close";
  return canChalk(game, ply) ? "chalk.hide" : "decided.hide";
}

/** Opens the reason on the board, and closes it. @param {State} state @param {Setup} game @param {Ply} ply @param {() => void} toggle */
export function whyButton({ opened }, game, ply, toggle) {
  return h(
    "button",
    {
      key: "open",
      id: "open-heaps",
      class: "small",
      "aria-pressed": opened ? "true" : "false",
      on: { click: toggle },
    },
    t(opened ? closes(game, ply) : "opened.show"),
  );
}

/**
 * What has no partner in one sentence, and the rule that one can follow, right below the board.
 * @param {Setup} game @param {Ply} ply @param {import("../boards/draw.js").Board} drawn
 */
export function openedSaid(game, ply, drawn) {
  const heaps = valuesOf(game, ply);
  const lone = powersIn(heaps).flatMap((power) => {
    const { alone } = paired(heaps, power, takerOf(game, ply));
    return alone === null ? [] : [t("pairs.in", { power: t(`power.${power}`), heap: heapName(alone) })];
  });
  const groups = list(lone);
  const counts = countsOf(game, ply);
  return h(
    "div",
    { class: "why-steps reason", key: "reason" },
    h("h2", {}, lone.length === 0 ? t("pairs.all") : t("pairs.alone", { groups })),
    counts && h("p", { key: "counts" }, saying(counts, game)),
    h("p", { key: "rule" }, rule(game, ply, drawn, lone.length > 0)),
  );
}

/**
 * The instructions in three steps, and the heaps after the winning move.
 * @param {Setup} game @param {Ply} ply @param {import("../boards/draw.js").Board} drawn
 */
export function openedSteps(game, ply, drawn) {
  return h(
    "div",
    { class: "why-steps", key: "why-steps" },
    h(
      "ol",
      { key: "steps" },
      stepsOf(game, ply, drawn).map((step) => h("li", { key: step }, step)),
    ),
    isPlain(game) && after(game, ply),
  );
}

/**
 * Three steps, the last with the winning move.
 * @param {Setup} game @param {Ply} ply @param {import("../boards/draw.js").Board} drawn
 */
function stepsOf(game, ply, drawn) {
  const step = t(`opened.${lastStep(game, ply)}`);
  const move = ply.winning_moves?.[0];
  const last = move === undefined ? step : t("opened.named", { step, move: drawn.say(move, game) });
  return [t("opened.open"), t("opened.pair"), last];
}

/**
 * How to read the heaps, and how to play on.
 * @param {Setup} game @param {Ply} ply @param {import("../boards/draw.js").Board} drawn @param {boolean} alone  Whether some group is.
 */
function rule(game, ply, drawn, alone) {
  const powers = list(powersIn(valuesOf(game, ply)).map((power) => t(`power.${power}`)));
  const move = ply.winning_moves?.[0];
  const key = `pairs.${alone ? "take" : "break"}${game.ending === "misere" ? ".misere" : ""}`;
  const next = !alone ? t(key) : move !== undefined ? t(key, { move: drawn.say(move, game) }) : "";
  return `${t("pairs.read", { powers })} ${next}`;
}

/**
 * The heaps after the winning move, if every group has its partner then.
 * @param {Setup} game @param {Ply} ply
 */
function pairedAfter(game, ply) {
  const [heap, taken] = /** @type {[number?, number?]} */ (ply.winning_moves?.[0] ?? []);
  if (heap === undefined || taken === undefined) return null;
  const heaps = valuesOf(game, ply).map((n, i) => (i === heap ? n - taken : n));
  return heaps.reduce((sum, n) => sum ^ n, 0) === 0 ? heaps : null;
}

/** A picture of the heaps after the winning move. @param {Setup} game @param {Ply} ply */
function after(game, ply) {
  const heaps = pairedAfter(game, ply) ?? [];
  const used = powersIn(heaps);
  if (used.length === 0) return null;
  const height = TOP + FOOT + used.length * AROUND + highOfAll(used) * 16;
  return h(
    "figure",
    { class: "after opened", key: "after" },
    h("figcaption", {}, t("pairs.after")),
    h(
      "div",
      { class: "surface ground-slate" },
      drawOpened(heaps, undefined, { width: 300, height, margin: 84 }),
    ),
  );
}
