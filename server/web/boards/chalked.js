// Reasons in chalk on the board itself, drawn over the pieces they refer to. The pieces are
// found by their marks, so this works on every board.

import { s } from "../browser/dom.js";
import { number, t } from "../texts/text.js";
import { CHALKS, LIT, PLAIN, arc, columnsOf, cut, level, note, ring } from "./chalk.js";
import { modulusOf } from "./multiple.js";
import { parted } from "./parted.js";

/** @typedef {import("../browser/dom.js").Tag} Tag */
/** @typedef {import("./draw.js").Scene} Scene */
/** @typedef {import("../study/study.js").Facts} Facts */
/** @typedef {import("../study/study.js").Ply} Ply */
/** @typedef {import("../net/wire.js").Setup} Setup */
/** @typedef {import("./chalk.js").Point} Point */
/** @typedef {Map<string, Map<number, Point>>} Places  Where the pieces are: by slot, then by value. */

/** The most arcs: more would hide the board. */
const MOST_ARCS = 24;
const MOST_VALUES = 16;
/** The columns of a pile; pieces in more are rows, one below the other. */
const WIDEST_PILE = 3;

/** @type {Record<string, (facts: Facts, places: Places, ply: Ply, game: Setup, scene: Scene) => Array<Tag | null>>} */
const DRAWN = {
  remainder: ({ left, modulus, wanted }, places, { position }, _, scene) =>
    steps({ left, modulus, wanted }, places, position.total !== undefined, scene),
  zeckendorf: ({ parts, take }, places, _, __, { reach }) => parted(parts, take, places, reach),
  golden_pair: ({ pair, heaps }, places, _, __, { width }) => levels(heaps, pair, places, width),
  fraenkel_pair: ({ left, heaps }, places, _, __, { width }) =>
    left ? levels(heaps, left, places, width) : [],
  // The first bite is the one that wins, which has its frame.
  mirror: (facts, places, _, { variant }) =>
    mirrored(variant === "chomp" ? { ...facts, first: [] } : facts, places),
  nim_sum: ({ values }, places, ply, game, scene) => {
    const modulus = modulusOf(game);
    const [left, ...more] = ply.position.heaps ?? [];
    return modulus && more.length === 0
      ? steps({ left, modulus, wanted: game.ending === "misere" ? 1 : 0 }, places, false, scene)
      : valued(values, places, ply, scene.notes);
  },
  tame: ({ values }, places, ply, _, { notes }) => valued(values, places, ply, notes),
  columns: ({ values }, places, ply, _, { notes }) => valued(values, places, ply, notes),
  quotient: ({ words }, places, ply) => valued(words, places, ply),
  tallest: ({ size }, places, { position }) => tallest(size, position.heaps ?? [], places),
  building: ({ stacks }, places) => built(stacks, places),
  ratio: ({ small, large }, places, { winning_moves }) => {
    const [times] = /** @type {number[]} */ (winning_moves?.[0] ?? [0]);
    return [cut(places.get("d") ?? new Map(), times, LIT, true, number(large - times * small), Infinity)];
  },
  circle: ({ stacks }, places, ply) => ringed(stacks, places, ply),
  arms: (_, places, { position }) => arms(position.rows ?? [], places),
};

/**
 * What must hold besides for a reason to be seen on the board.
 * @type {Record<string, (facts: Facts, ply: Ply, game: Setup) => boolean>}
 */
const SEEN = {
  // The value of the only heap of Nim is the number under it.
  nim_sum: ({ values }, _, { variant }) => variant !== "nim" || values.filter(Boolean).length !== 1,
  mirror: ({ partners }) => partners.length > 0 && partners.length <= MOST_ARCS,
  // With nothing but ones, misère, another rule holds.
  tallest: ({ size }, _, { ending }) => size > (ending === "misere" ? 1 : 0),
  building: ({ stacks, remaining }) => isPairing(stacks, remaining),
  ratio: (_, { winning_moves }) => Boolean(winning_moves?.length),
  circle: ({ stacks, neighbours }, { winning_moves }) =>
    Boolean(winning_moves?.length) || (neighbours === 2 && isOpposed(stacks)),
  quotient: (_, __, { variant }) => variant === "notakto" || variant === "circular",
  arms: ({ arms: [, short] }) => short > 0,
};

/** Whether this reason can be drawn on a board that shows its pieces. @param {Setup} game @param {Ply} ply */
export function canChalk(game, ply) {
  const { facts } = ply.why;
  return Object.hasOwn(DRAWN, facts.kind) && (SEEN[facts.kind]?.(facts, ply, game) ?? true);
}

/**
 * The scene with its reason drawn on it; unchanged if the pieces are not found.
 * @param {Scene} scene @param {Setup} game @param {Ply} ply @returns {Scene}
 */
export function chalked(scene, game, ply) {
  const { facts } = ply.why;
  if (!canChalk(game, ply)) return scene;
  const marks = DRAWN[facts.kind](facts, placesIn(scene.nodes), ply, game, scene).filter(
    (mark) => mark !== null,
  );
  if (marks.length === 0) return scene;
  const chalk = s("g", { key: "chalked", class: "chalked" }, marks);
  // Patches lie under the pieces, so that these can still be told.
  const isUnder = marks.every(
    ({ tag, props }) => tag === "circle" && /^chalk-patch\b/.test(String(props.class)),
  );
  return { ...scene, nodes: isUnder ? [chalk, ...scene.nodes] : [...scene.nodes, chalk] };
}

/** @param {Array<Tag | string>} nodes @returns {Places} */
export function placesIn(nodes) {
  /** @type {Places} */
  const places = new Map();
  const look = (/** @type {Tag | string} */ node) => {
    if (typeof node === "string") return;
    const { key = "", class: name = "", transform = "" } = /** @type {Record<string, string>} */ (node.props);
    const at = /^translate\((-?[\d.]+) (-?[\d.]+)\)$/.exec(transform);
    const mark = /^(.+):(\d+)$/.exec(key);
    if (/^piece\b/.test(name) && at && mark) {
      const slot = places.get(mark[1]) ?? new Map();
      places.set(mark[1], slot.set(Number(mark[2]), { x: Number(at[1]), y: Number(at[2]) }));
    } else node.children.forEach(look);
  };
  nodes.forEach(look);
  return places;
}

/**
 * Counting games: marks the pieces after which the rest is a number to leave to the opponent.
 * @param {{left: number, modulus: number, wanted: number}} facts @param {Places} places
 * @param {boolean} counts  Whether it is a rising total. @param {Scene} scene
 */
function steps({ left, modulus, wanted }, places, counts, { width, reach }) {
  const pieces = places.get("d") ?? places.get("h0") ?? new Map();
  // Nothing is cut off by a line after the last piece.
  const lands = (/** @type {number} */ k) =>
    (left - k - wanted) % modulus === 0 && (counts || k < modulus || pieces.has(k + 1));
  const landings = [...pieces.keys()].filter(lands);
  const reachable = Math.min(...landings);
  const columns = columnsOf(pieces).length;
  const isPile = columns > 1 && columns <= WIDEST_PILE;
  return landings.map((k) => {
    const now = k === reachable && k < modulus;
    // A total rises from bead to bead: rings mark those to land on.
    if (counts) return ring(pieces.get(k), 27, now ? LIT : PLAIN, now, `step ${k}`);
    const colour = now ? LIT : PLAIN;
    return isPile
      ? level(pieces, k, colour, now, number(left - k), width)
      : cut(pieces, k, colour, now, number(left - k), undefined, reach);
  });
}

/**
 * Two heaps, with the heights that they have in the lost pair.
 * @param {number[]} heaps @param {number[]} pair @param {Places} places @param {number} width  Of the board.
 */
function levels(heaps, pair, places, width) {
  const [low, high] = [Math.min(...pair), Math.max(...pair)];
  const wanted = heaps[0] <= heaps[1] ? [low, high] : [high, low];
  return heaps.map((heap, i) => {
    const pieces = places.get(`h${i}`);
    const most = heap - wanted[i];
    if (!pieces || most < 0 || (most > 0 && !pieces.has(most))) return null;
    const line = level(pieces, most, most > 0 ? LIT : PLAIN, most > 0, number(wanted[i]), width);
    return { ...line, props: { ...line.props, key: `level ${i}` } };
  });
}

/** Partners joined by an arc, and the pieces to take first. @param {Facts} facts @param {Places} places */
function mirrored({ first, partners }, places) {
  const at = (/** @type {number[]} */ move) =>
    places.get(move.length > 1 ? `s${move.join(".")}` : `c${move[0]}`)?.get(1);
  const gone = Array.isArray(first[0]) ? first : chompFirst(first, partners);
  const arcs = partners.map((/** @type {number[][]} */ pair, /** @type {number} */ i) => {
    const [a, b] = pair.map(at);
    return a && b ? arc(a, b, CHALKS[i % CHALKS.length], `arc ${i}`) : null;
  });
  const lit = gone.map((/** @type {number[]} */ move, /** @type {number} */ i) => {
    const place = at(move);
    return place ? ring(place, 21, LIT, true, `first ${i}`) : null;
  });
  return [...arcs, ...lit];
}

/**
 * The pieces to take first, as moves: one square of the bar, or single places on other boards.
 * @param {number[]} first @param {number[][][]} partners
 */
function chompFirst(first, partners) {
  if (first.length === 0) return [];
  return partners[0]?.[0].length === 2 ? [first] : first.map((place) => [place]);
}

/**
 * The value of each part, above it.
 * @param {Array<number | string>} values @param {Places} places @param {Ply} ply
 * @param {Point[]} [notes]  Where they stand, if the board says so.
 */
function valued(values, places, { position: { boards, circle } }, notes) {
  const said = (/** @type {number | string} */ value) =>
    typeof value === "string" ? value : t("chalk.value", { n: value });
  const parts = circle === undefined ? partsOf(places) : runsOf(circle, places);
  if ((notes ?? parts).length !== values.length || values.length > MOST_VALUES) return [];
  if (notes) return notes.map(({ x, y }, i) => note(x, y, said(values[i]), PLAIN, `value ${i}`));
  return parts.map((points, i) => {
    const text = said(values[i]);
    const [x, y] = circle !== undefined ? within(points, parts.flat()) : above(points, boards !== undefined);
    return note(x, y, text, PLAIN, `value ${i}`);
  });
}

/**
 * Where the value of a part stands: above its pieces, or for a board of crosses in its corner,
 * where no cross can be.
 * @param {Point[]} points @param {boolean} onBoard
 */
function above(points, onBoard) {
  const x = points.reduce((sum, point) => sum + point.x, 0) / points.length;
  const top = Math.min(...points.map((point) => point.y));
  if (!onBoard) return [x, Math.max(16, top - 34)];
  const [left, bottom] = [
    Math.max(...points.map((point) => point.x)),
    Math.max(...points.map((point) => point.y)),
  ];
  return [left, bottom + 46];
}

/**
 * Where the value of a run of a circle stands: inside, beside its middle piece.
 * @param {Point[]} points @param {Point[]} all  Of all runs.
 */
function within(points, all) {
  const middle = (/** @type {number[]} */ of) => (Math.min(...of) + Math.max(...of)) / 2;
  const [x, y] = [middle(all.map((point) => point.x)), middle(all.map((point) => point.y))];
  const at = points[points.length >> 1];
  const away = Math.hypot(x - at.x, y - at.y) || 1;
  const inwards = Math.min(0.5, 46 / away);
  return [at.x + (x - at.x) * inwards, at.y + (y - at.y) * inwards + 5];
}

/** Where the pieces of each part are: `h0.3` is in the part `h0`. @param {Places} places @returns {Point[][]} */
function partsOf(places) {
  /** @type {Map<string, Point[]>} */
  const parts = new Map();
  for (const [slot, pieces] of places) {
    const [part] = slot.split(".");
    if (!["h", "p", "s"].includes(part[0])) continue;
    parts.set(part, [...(parts.get(part) ?? []), ...pieces.values()]);
  }
  return [...parts.values()];
}

/**
 * Where the pieces of each run are, from the first gap once around the circle, as the values are listed.
 * @param {string} circle @param {Places} places @returns {Point[][]}
 */
function runsOf(circle, places) {
  const gap = Math.max(0, circle.indexOf("0"));
  /** @type {Point[][]} */
  const runs = [[]];
  for (let i = 0; i < circle.length; i += 1) {
    const place = (gap + i) % circle.length;
    const at = places.get(`c${place}`)?.get(1);
    if (circle[place] === "0") runs.push([]);
    else if (at) runs[runs.length - 1].push(at);
  }
  return runs.filter((run) => run.length > 0);
}

/**
 * The largest heaps in pairs; one without a partner is to be taken from.
 * @param {number} size @param {number[]} heaps @param {Places} places
 */
function tallest(size, heaps, places) {
  const tops = heaps.flatMap((heap, i) => (heap === size ? [places.get(`h${i}`)?.get(1)] : []));
  return paired(tops);
}

/** Joined two by two; the last, if it is alone, is lit. @param {Array<Point | undefined>} points @param {number} [bend] */
function paired(points, bend) {
  return points.map((b, i) => {
    if (i % 2 === 0) return i === points.length - 1 ? lit(b, 26, `alone ${i}`) : null;
    const a = points[i - 1];
    return a && b ? arc(a, b, CHALKS[(i >> 1) % CHALKS.length], `arc ${i}`, bend) : null;
  });
}

/** Equal stacks in pairs; of two that nearly are one, the lower is to grow. @param {number[]} stacks @param {Places} places */
function built(stacks, places) {
  const at = (/** @type {number} */ i) => places.get(`p${i}`)?.get(1);
  const order = stacks.map((_, i) => i).sort((a, b) => stacks[a] - stacks[b]);
  /** @type {number[]} */
  const alone = [];
  /** @type {number[]} */
  const pairs = [];
  for (const i of order) {
    const other = alone[alone.length - 1];
    if (other !== undefined && stacks[other] === stacks[i])
      pairs.push(/** @type {number} */ (alone.pop()), i);
    else alone.push(i);
  }
  return [...paired(pairs.map(at)), ...(alone.length > 0 ? [lit(at(alone[0]), 26, "grow")] : [])];
}

/** Whether all stacks are paired, or one stone pairs the last two. @param {number[]} stacks @param {number} remaining */
function isPairing(stacks, remaining) {
  const odd = stacks.filter((n) => stacks.filter((other) => other === n).length % 2 === 1);
  const [low, high] = [...new Set(odd)].sort((a, b) => a - b);
  if (low === undefined) return remaining > 0 && remaining % 2 === 0;
  return remaining % 2 === 1 && new Set(odd).size === 2 && high - low === 1;
}

/** Whether each of four stacks is as high as the one opposite. @param {number[]} stacks */
function isOpposed([a, b, c, d, ...more]) {
  return d !== undefined && more.length === 0 && a === c && b === d;
}

/**
 * A circle of stacks: where the winning move cuts them, or the equal ones opposite.
 * @param {number[]} stacks @param {Places} places @param {Ply} ply
 */
function ringed(stacks, places, { winning_moves }) {
  const move = /** @type {number[] | undefined} */ (winning_moves?.[0]);
  const of = (/** @type {number} */ i) => places.get(`h${i}`) ?? new Map();
  // Around the other stacks.
  if (!move)
    return paired(
      [0, 2, 1, 3].map((i) => of(i).get(1)),
      0.4,
    );
  return move.flatMap((take, i) => {
    const [pieces, left] = [of(i), number(stacks[i] - take)];
    const reach = acrossCoins(pieces);
    const beside = hasRoomBeside(pieces, places, reach);
    const line = take > 0 ? cut(pieces, take, LIT, true, beside ? left : "", undefined, reach) : null;
    if (!line) return [];
    const top = pieces.get(1);
    return [
      { ...line, props: { ...line.props, key: `stack ${i}` } },
      beside || !top ? null : note(top.x, top.y - 0.9 * (reach ?? 0) - 8, left, LIT, `left ${i}`),
    ];
  });
}

/**
 * Whether a number has room between the end of a cut and the next stack; if not, it stands over its own.
 * @param {Map<number, Point>} pieces @param {Places} places @param {number} [reach]
 */
function hasRoomBeside(pieces, places, reach = 34) {
  const here = pieces.get(1);
  if (!here) return true;
  const others = [...places.values()]
    .filter((other) => other !== pieces)
    .flatMap((other) => [...other.values()]);
  const heights = [...pieces.values()].map(({ y }) => y);
  const [high, low] = [Math.min(...heights) - reach, Math.max(...heights) + reach];
  // Half a coin is shorter than a cut across it.
  return !others.some(({ x, y }) => x > here.x && x - here.x < 2 * reach + 34 && y > high && y < low);
}

/** Half the length of a stroke that is seen on both sides of a stack of coins. @param {Map<number, Point>} pieces */
function acrossCoins(pieces) {
  const [one, other] = [pieces.get(1), pieces.get(2)];
  return one && other ? 2 * Math.hypot(one.x - other.x, one.y - other.y) : undefined;
}

/**
 * Chomp of two rows, or of two arms beside the poisoned square: partners joined.
 * @param {number[]} rows @param {Places} places
 */
function arms(rows, places) {
  const left = rows.filter(Boolean);
  const columns = left.length > 2 && left[0] === 2;
  const two = left.length === 2 || columns;
  // The longer row, or column, without its end: each square is a partner of the one before it beside it.
  const first = columns ? left.length : left[0];
  const second = columns ? left.filter((n) => n === 2).length : left[1];
  const [long, short] = [first - 1, two ? second : left.length - 1];
  const at = (/** @type {number} */ row, /** @type {number} */ column) =>
    places.get(columns ? `s${column}.${row}` : `s${row}.${column}`)?.get(1);
  return Array.from({ length: Math.max(long, short) }, (_, i) => {
    const a = at(0, i + 1);
    const b = two ? at(1, i) : at(i + 1, 0);
    if (i < Math.min(long, short)) return a && b ? arc(a, b, CHALKS[i % CHALKS.length], `arc ${i}`) : null;
    return null;
  });
}

/** @param {Point | undefined} at @param {number} r @param {string} key */
function lit(at, r, key) {
  return at ? ring(at, r, LIT, true, key) : null;
}
