// Heaps side by side on a board of a given size, in pixels of the screen. Objects are
// taken from the top, so touching one takes it and all above it. A heap whose pieces
// would be too small to touch is a bundle: its top, a brace, and a number to enter.

import { s } from "../browser/dom.js";
import { drawing } from "../matter/markup.js";
import { block, candy, chalk, coin, match, seed } from "../matter/pieces.js";
import { number, t } from "../texts/text.js";
import { TAG, body, hollowStone, label, piece, range, round, stone, tag, taken, target } from "./draw.js";

/** @typedef {import("./draw.js").View} View */
/** @typedef {import("./draw.js").Tag} Tag */

/** With more heaps than this, a table of numbers is clearer than pieces. */
export const MOST_HEAPS = 60;
/** Heaps side by side; further ones continue in the next line. */
const MOST_IN_A_LINE = 12;
/** The number of pieces drawn for a bundle: as many as have room. */
const TOP = { least: 2, most: 10 };
/** The height of a bundle's brace, and of the field for its number over the board. */
const BRACE = 22;
const FIELD = { wide: 80, narrow: 94 };
/** The minimum height of a line of heaps; the board scrolls if there is no room for all lines. */
const LEAST_LINE = 190;
/** The width of a digit, of its height, and what counts leave free between them, in pixels. */
const DIGIT = 0.62;
const BETWEEN = 8;

/**
 * @typedef {object} Kind  What heaps are made of.
 * @property {number} pitch  From one piece to the next, in widths of one.
 * @property {number} most  The maximum width of a piece, in pixels.
 * @property {number} [under]  How far the lowest piece reaches below its place, in widths.
 * @property {number} [side]  The part of a column's width that a piece needs.
 * @property {boolean} [heavy]  Whether a heap casts one shadow, and not each piece its own.
 * @property {(w: number, seed: number) => Tag} draw
 */

/** @type {Record<string, Kind>} */
export const KINDS = {
  pebble: { pitch: 0.6, most: 112, side: 1.07, draw: stone },
  coin: {
    pitch: 0.3,
    most: 152,
    under: 0.2,
    side: 1.15,
    heavy: true,
    draw: (w, seed) => body(coin(0, 0, w, seed % 8, { thick: 0.3 })),
  },
  copper: {
    pitch: 0.3,
    most: 140,
    under: 0.2,
    side: 1.15,
    heavy: true,
    draw: (w, seed) => body(coin(0, 0, w, seed % 8, { thick: 0.3, copper: true })),
  },
  candy: {
    pitch: 0.66,
    most: 84,
    side: 1.35,
    draw: (w, seed) =>
      body(candy(0, 0, w, ["cdR", "cdT", "cdA"][(seed >> 8) % 3], [-14, 9, -6, 12][seed % 4])),
  },
  seed: { pitch: 0.52, most: 84, draw: (w, i) => body(seed(0, 0, w * 0.46, [84, 97, 90, 78][i % 4])) },
  block: { pitch: 0.98, most: 72, side: 1.2, draw: (w) => body(block(-w / 2, w / 2, w)) },
  // One across the other; more than have room in rows.
  match: {
    pitch: 0.2,
    most: 150,
    draw: (w, i) => body(`<g transform="rotate(${84 + (i % 4) * 4})">${match(0, -w * 0.48, w, i)}</g>`),
  },
};

/**
 * @typedef {object} Pile
 * @property {string} slot
 * @property {number} count
 * @property {number} ghosts  Pieces taken from it with the last move.
 * @property {number} room  Pieces to keep room for, so that the board does not jump.
 * @property {string} name
 * @property {string} [counted]  The description of its size, if more than the number.
 * @property {(take: number) => string} sayTake
 * @property {string} field  The label of the number to enter for it.
 */

/** @param {Pile} pile */
const roomOf = ({ count, ghosts, room }) => Math.max(count + ghosts, room, 1);

/** The height of the field for a number. @param {View} view */
const fieldOf = ({ narrow, box }) => FIELD[narrow || box.width < 660 ? "narrow" : "wide"];

/**
 * The size of pieces, and how many lie side by side in a heap, or are drawn for a bundle.
 * @param {View} view @param {number} most  Pieces in one heap. @param {Kind} kind @param {number} column
 * @param {number} tall  The height for pieces. @param {number} free  Their height below a tag and the field.
 * @returns {Size}
 */
function sizeOf(view, most, kind, column, tall, free) {
  // In a picture nothing is touched.
  const [least, easy] = view.tiny ? [8, 9] : view.narrow ? [26, 30] : [18, 22];
  let best = { pitch: 0, wide: 1 };
  for (const wide of [1, 2, 3]) {
    const widest = Math.min(kind.most, (column * 0.88) / wide / (kind.side ?? 1));
    const pitch = Math.min(widest * kind.pitch, tall / Math.ceil(most / wide));
    if (pitch > best.pitch * 1.15) best = { pitch, wide };
    if (best.pitch >= easy) break;
  }
  if (best.pitch >= least) return { ...best, w: round(best.pitch / kind.pitch) };
  const widest = Math.min(kind.most, (column * 0.88) / (kind.side ?? 1));
  // In a narrow column pieces lie apart, so that each can be touched.
  if (most * least <= tall + 1)
    return { pitch: least, wide: 1, w: round(Math.min(widest, least / kind.pitch)) };
  const top = Math.max(TOP.least, Math.min(TOP.most, Math.floor((free - BRACE) / (least + 2))));
  const pitch = Math.max(least, Math.min(widest * kind.pitch, (free - BRACE) / (top + 0.2)));
  return { pitch, wide: 1, w: round(Math.min(widest, pitch / kind.pitch)), top };
}

/** A heap that is no higher in fewer columns has fewer. @param {Size} size @param {Pile} pile @param {number} highest */
const ownSize = (size, pile, highest) => ({ ...size, wide: Math.ceil(roomOf(pile) / highest) });

/** @param {View} view @param {Pile[]} piles @param {keyof typeof KINDS} [made] */
export function drawPiles(view, piles, made = "pebble") {
  const kind = KINDS[made];
  const { width, height } = view.box;
  const fit = Math.max(1, Math.min(MOST_IN_A_LINE, Math.floor(width / 44)));
  const lines = Math.max(1, Math.ceil(piles.length / fit));
  const perLine = Math.ceil(piles.length / lines);
  const lineHeight = Math.max(height / lines, lines > 1 ? LEAST_LINE : 0);
  const small = lineHeight < 300;
  const foot = small ? 50 : 78;
  const column = width / Math.max(perLine, 2);
  const under = (kind.under ?? 0) * Math.min(kind.most, column * 0.88);
  // Words over the heaps, which of its moves was played and which wins, touch no stone.
  const words = view.named && !view.mayMove;
  const tall = lineHeight - foot - under - (words ? (small ? 44 : 68) : small ? 16 : 44);
  const above = lines > 1 ? TAG : TAG + fieldOf(view);
  const most = Math.max(...piles.map(roomOf));
  const size = sizeOf(view, most, kind, column, tall, lineHeight - foot - under - above);
  // Several lines begin below the field for a number.
  const head = size.top && lines > 1 ? fieldOf(view) : 0;
  const highest = Math.ceil(most / size.wide);
  /** @type {Tag[]} */
  const nodes = [];
  /** @type {import("./draw.js").Field[]} */
  const bundles = [];
  piles.forEach((pile, i) => {
    const line = Math.floor(i / perLine);
    const inLine = Math.min(perLine, piles.length - line * perLine);
    const x = width / 2 + ((i % perLine) - (inLine - 1) / 2) * Math.min(column, kind.most * 2.1 * size.wide);
    const base = head + (line + 1) * lineHeight - foot;
    // No small heap is drawn higher than a bundle.
    const bundled = size.top !== undefined && pile.count > size.top;
    if (bundled) bundles.push({ slot: pile.slot, label: pile.field, max: pile.count });
    const room = Math.max(pile.count, size.top ?? Infinity);
    const fitting = { ...pile, ghosts: Math.min(pile.ghosts, room - pile.count) };
    const drawn = bundled
      ? drawBundle(view, pile, kind, x, base - under, size, i)
      : drawPile(view, fitting, kind, x, base - under, ownSize(size, pile, highest), i);
    nodes.push(...drawn);
    const count = pile.counted ?? number(pile.count);
    nodes.push(label(x, base + (small ? 28 : 42), count, countIn(count, column, small || column < 64)));
    nodes.push(label(x, base + (small ? 44 : 64), pile.name, "letter"));
  });
  return { width, height: head + lines * lineHeight, nodes, bundles };
}

/**
 * The class of a count, of the largest size with which it stays in its column.
 * @param {string} text @param {number} column @param {boolean} small
 */
function countIn(text, column, small) {
  const fits = (/** @type {number} */ size) => text.length * size * DIGIT + BETWEEN <= column;
  if (!small && fits(32)) return "count";
  return `count ${fits(22) ? "small" : fits(17) ? "less" : "least"}`;
}

/** @typedef {{pitch: number, wide: number, w: number, top?: number}} Size  `top` where heaps may be bundles. */

/**
 * @param {View} view
 * @param {Pile} pile
 * @param {Kind} kind
 * @param {number} x
 * @param {number} base
 * @param {Size} size
 * @param {number} heap
 */
export function drawPile(view, { slot, count, ghosts, sayTake }, kind, x, base, { pitch, wide, w }, heap) {
  const inRow = Math.max(1, Math.min(wide, count + ghosts));
  const seedOf = (/** @type {number} */ i) => (heap % 3) * 256 + ((i * 3 + heap * 5 + 1) % 16);
  const at = (/** @type {number} */ i) => {
    const lean = wide === 1 ? (((i * 7 + heap * 3) % 5) - 2) * w * 0.012 : 0;
    return [
      x + ((i % wide) - (inRow - 1) / 2) * w * (kind.side ?? 1.02) + lean,
      base - (Math.floor(i / wide) + 0.5) * pitch,
    ];
  };
  const nodes = range(count + ghosts).flatMap((i) => {
    const [px, py] = at(i);
    if (i >= count) {
      const outline = kind === KINDS.pebble ? hollowStone(w, seedOf(i)) : hollowBox(w, pitch);
      return taken(view, px, py, `${slot} ${i}`, count + ghosts - 1 - i, outline, kind.draw(w, seedOf(i)));
    }
    const value = count - i;
    return [
      piece(
        view,
        { slot, value, x: px, y: py },
        () => sayTake(value),
        () => [target(w * (kind.side ?? 1), pitch), kind.draw(w, seedOf(i))],
      ),
    ];
  });
  if (kind.heavy && count > 0) nodes.unshift(shadow(slot, x, base, inRow * w));
  const rows = Math.ceil(count / wide);
  const saying = view.mayMove || !view.named || count === 0 ? [] : marksSaid(view, slot);
  const top = Math.max(20 * saying.length, base - rows * pitch - w * 0.18);
  for (const [i, [said, text]] of saying.entries())
    nodes.push(label(x, top - 20 * (saying.length - 1 - i), text, `said ${said}`));
  const take = view.mayMove ? view.going[slot] : undefined;
  // The uppermost of flat pieces is seen from above.
  const over = w * (kind.heavy ? 0.17 : 0.1);
  if (take) nodes.push(tag(view, x, Math.max(TAG, base - rows * pitch - over), t("tag.take", { n: take })));
  return nodes;
}

/**
 * Which move wins and which was played from a heap; with their numbers, if both take from it.
 * @param {View} view @param {string} slot @returns {Array<["won" | "played", string]>}
 */
function marksSaid({ hint, going }, slot) {
  const both = Boolean(hint[slot] && going[slot]);
  const said = (/** @type {"won" | "played"} */ key, /** @type {number | undefined} */ n) =>
    n
      ? [/** @type {[typeof key, string]} */ ([key, both ? t(`said.${key}Number`, { n }) : t(`said.${key}`)])]
      : [];
  return [...said("won", hint[slot]), ...said("played", going[slot])];
}

/**
 * The top of a heap on a brace.
 * @param {View} view
 * @param {Pile} pile
 * @param {Kind} kind
 * @param {number} x
 * @param {number} base
 * @param {Size} size
 * @param {number} heap
 */
function drawBundle(
  view,
  { slot, count, ghosts, sayTake },
  kind,
  x,
  base,
  { pitch, w, top = TOP.most },
  heap,
) {
  const foot = base - BRACE;
  const brace = chalk(
    `M${round(x - w * 0.55)} ${foot + 2}q0 8 ${round(w * 0.2)} 8h${round(w * 0.25)}` +
      `q${round(w * 0.1)} 0 ${round(w * 0.1)} 8q0 -8 ${round(w * 0.1)} -8h${round(w * 0.25)}` +
      `q${round(w * 0.2)} 0 ${round(w * 0.2)} -8`,
    "currentColor",
    2,
  );
  const nodes = range(top).map((i) => {
    const value = top - i;
    const y = foot - (i + 0.5) * pitch;
    return piece(
      view,
      { slot, value, x, y },
      () => sayTake(value),
      () => [target(w, pitch), kind.draw(w, (i * 3 + heap * 5 + 1) % 16)],
    );
  });
  nodes.push(
    piece(
      view,
      { slot, value: Math.min(top + 1, count), x, y: foot + 10 },
      () => sayTake(Math.min(top + 1, count)),
      () => [
        target(w * 1.2, 30),
        s("g", { transform: `translate(${round(-x)} ${-foot - 10})` }, drawing(brace)),
      ],
    ),
  );
  const take = view.mayMove ? view.going[slot] : undefined;
  const above = foot - top * pitch - w * 0.1;
  const wins = beyond(view, slot, top);
  if (take) nodes.push(tag(view, x, Math.max(TAG, above), t("tag.take", { n: take })));
  else if (wins) nodes.push(label(x, above - 4, t("said.wonNumber", { n: wins }), "said won"));
  else if (ghosts) nodes.push(label(x, above - 4, `−${number(ghosts)}`, "letter"));
  return nodes;
}

/**
 * The number to take from a bundle that wins, if no piece drawn stands for it.
 * @param {View} view @param {string} slot @param {number} top
 */
function beyond({ hint, worth, mayMove, named }, slot, top) {
  if (!mayMove) return named ? hint[slot] : undefined;
  const winning = [...(worth ?? [])].flatMap(([id, wins]) => (wins && id.startsWith(`${slot}:`) ? [id] : []));
  return winning.map((id) => Number(id.slice(slot.length + 1))).find((n) => n > top);
}

/** Of a heap this wide. @param {string} slot @param {number} x @param {number} base @param {number} w */
function shadow(slot, x, base, w) {
  const place = {
    cx: round(x + w * 0.08),
    cy: round(base + w * 0.06),
    rx: round(w * 0.68),
    ry: round(w * 0.24),
  };
  return s("ellipse", { key: `shadow ${slot}`, ...place, fill: "url(#sh)" });
}

/** The outline of any piece except a pebble. @param {number} w @param {number} h */
function hollowBox(w, h) {
  return s("rect", {
    class: "hollow thin",
    x: round(-w * 0.45),
    y: round(-h * 0.42),
    width: round(w * 0.9),
    height: round(h * 0.84),
    rx: round(h * 0.2),
  });
}
