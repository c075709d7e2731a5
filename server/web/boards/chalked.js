// Reasons in chalk on the board itself, drawn over the pieces they refer to. The pieces are
// found by their marks, so this works on every board.

import { s } from "../browser/dom.js";
import { drawing } from "../matter/markup.js";
import { chalk } from "../matter/pieces.js";
import { number, t } from "../texts/text.js";
import { round } from "./draw.js";

/** @typedef {import("../browser/dom.js").Tag} Tag */
/** @typedef {import("./draw.js").Scene} Scene */
/** @typedef {import("../study/study.js").Facts} Facts */
/** @typedef {import("../study/study.js").Ply} Ply */
/** @typedef {import("../net/wire.js").Setup} Setup */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {Map<string, Map<number, Point>>} Places  Where the pieces are: by slot, then by value. */

/** Colours used in turn, one for each group. */
const CHALKS = ["#8FD6E0", "#F5A9BA", "#BFE08A", "#CDB4F5", "#F4F1E6"];
const PLAIN = "#EDF1EC";
const LIT = "#FFC469";
/** Half the length of a cut. */
const REACH = 34;
/** The most arcs: more would hide the board. */
const MOST_ARCS = 24;
const MOST_VALUES = 16;

/** @type {Record<string, (facts: Facts, places: Places, ply: Ply, game: Setup) => Array<Tag | null>>} */
const DRAWN = {
  remainder: ({ left, modulus, wanted }, places, { position }) =>
    steps({ left, modulus, wanted }, places, position.total !== undefined),
  zeckendorf: ({ parts, take }, places) => parted(parts, take, places),
  golden_pair: ({ pair, heaps }, places) => levels(heaps, pair, places),
  fraenkel_pair: ({ left, heaps }, places) => (left ? levels(heaps, left, places) : []),
  mirror: (facts, places) => mirrored(facts, places),
  nim_sum: ({ values }, places, ply, game) => {
    const modulus = modulusOf(game);
    const [left, ...more] = ply.position.heaps ?? [];
    return modulus && more.length === 0
      ? steps({ left, modulus, wanted: 0 }, places)
      : valued(values, places);
  },
  tame: ({ values }, places) => valued(values, places),
  columns: ({ values }, places) => valued(values, places),
};

/**
 * If any number from 1 to `take` may be taken, leaving a multiple of `take + 1` wins.
 * @param {Setup} game
 */
function modulusOf({ params: { take } }) {
  const whole = Array.isArray(take) && take.every((n, i) => n === i + 1);
  return whole ? take.length + 1 : 0;
}

/** Whether this reason can be drawn on a board that shows its pieces. @param {Ply} ply */
export function canChalk({ why: { facts } }) {
  if (facts.kind === "mirror") return facts.partners.length > 0 && facts.partners.length <= MOST_ARCS;
  return Object.hasOwn(DRAWN, facts.kind);
}

/**
 * The scene with its reason drawn on it; unchanged if the pieces are not found.
 * @param {Scene} scene @param {Setup} game @param {Ply} ply @returns {Scene}
 */
export function chalked(scene, game, ply) {
  const { facts } = ply.why;
  const marks =
    DRAWN[facts.kind]?.(facts, placesIn(scene.nodes), ply, game).filter((mark) => mark !== null) ?? [];
  if (marks.length === 0) return scene;
  return { ...scene, nodes: [...scene.nodes, s("g", { key: "chalked", class: "chalked" }, marks)] };
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
 * @param {boolean} [counts]  Whether it is a rising total.
 */
function steps({ left, modulus, wanted }, places, counts = false) {
  const pieces = places.get("d") ?? places.get("h0") ?? new Map();
  const landings = [...pieces.keys()].filter((k) => (left - k - wanted) % modulus === 0);
  const reachable = Math.min(...landings);
  return landings.map((k) => {
    const now = k === reachable && k < modulus;
    // A total rises from bead to bead: rings mark those to land on.
    if (counts) return ring(pieces.get(k), 27, now ? LIT : PLAIN, now, `step ${k}`);
    return cut(pieces, k, now ? LIT : PLAIN, now, number(left - k));
  });
}

/**
 * A line between the piece of this value and the next; after the last piece, the same distance
 * beyond it.
 * @param {Map<number, Point>} pieces @param {number} k @param {string} colour @param {boolean} lit @param {string} [text]
 */
function cut(pieces, k, colour, lit, text = "") {
  const here = pieces.get(k);
  const [before, after] = [pieces.get(k - 1), pieces.get(k + 1)];
  const other = near(here, after) ?? near(here, before);
  if (!here || !other) return here ? ring(here, 24, colour, lit, `cut ${k}`) : null;
  const side = other === after ? 1 : -1;
  const [dx, dy] = [side * (other.x - here.x), side * (other.y - here.y)];
  const [x, y] = [here.x + dx / 2, here.y + dy / 2];
  const long = Math.hypot(dx, dy) || 1;
  const [nx, ny] = [(-dy / long) * REACH, (dx / long) * REACH];
  const flat = Math.abs(ny) < Math.abs(nx);
  return s(
    "g",
    { key: `cut ${k}`, class: lit ? "chalk-cut near" : "chalk-cut" },
    drawing(
      chalk(`M${round(x - nx)} ${round(y - ny)}L${round(x + nx)} ${round(y + ny)}`, colour, lit ? 4 : 2.6),
    ),
    text &&
      s(
        "text",
        {
          class: "chalk-note",
          fill: colour,
          x: round(flat ? x + Math.abs(nx) + 16 : x),
          y: round(flat ? y + 5 : y - 1.8 * Math.abs(ny)),
          "text-anchor": "middle",
        },
        text,
      ),
  );
}

/** A neighbour in the same row. @param {Point | undefined} here @param {Point | undefined} other */
function near(here, other) {
  return here && other && Math.hypot(other.x - here.x, other.y - here.y) < 3.2 * REACH ? other : undefined;
}

/**
 * A number in Fibonacci parts: each part in its own colour, those to take lit.
 * @param {number[]} parts  The smallest first; it is taken first.
 * @param {number | null} take @param {Places} places
 */
function parted(parts, take, places) {
  const pieces = places.get("d") ?? new Map();
  let end = 0;
  return parts.flatMap((part, i) => {
    const begin = end + 1;
    end += part;
    const lit = take !== null && end <= take;
    return Array.from({ length: part }, (_, k) => pieces.get(begin + k)).map((at, k) =>
      at ? ring(at, lit ? 15 : 13, lit ? LIT : CHALKS[i % CHALKS.length], lit, `part ${i} ${k}`) : null,
    );
  });
}

/**
 * Two heaps, with the heights that they have in the lost pair.
 * @param {number[]} heaps @param {number[]} pair @param {Places} places
 */
function levels(heaps, pair, places) {
  const [low, high] = [Math.min(...pair), Math.max(...pair)];
  const wanted = heaps[0] <= heaps[1] ? [low, high] : [high, low];
  return heaps.map((heap, i) => {
    const pieces = places.get(`h${i}`);
    const most = heap - wanted[i];
    if (!pieces || most < 0) return null;
    if (most === 0) {
      const top = pieces.get(1);
      return top ? note(top.x, top.y - 40, `= ${number(wanted[i])}`, PLAIN, `level ${i}`) : null;
    }
    const line = cut(pieces, most, LIT, true, number(wanted[i]));
    return line && { ...line, props: { ...line.props, key: `level ${i}` } };
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
    return place ? ring(place, 26, LIT, true, `first ${i}`) : null;
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

/** The value of each part, above it. @param {number[]} values @param {Places} places */
function valued(values, places) {
  const slots = [...places.keys()].filter((slot) => /^[hps]\d+/.test(slot));
  const parts = [...new Set(slots.map((slot) => slot.replace(/\..*$/, "")))];
  if (parts.length !== values.length || values.length > MOST_VALUES) return [];
  return parts.map((part, i) => {
    const points = slots
      .filter((slot) => slot === part || slot.startsWith(`${part}.`))
      .flatMap((slot) => [...(places.get(slot)?.values() ?? [])]);
    const x = points.reduce((sum, point) => sum + point.x, 0) / points.length;
    const y = Math.min(...points.map((point) => point.y));
    return note(x, Math.max(16, y - 34), t("chalk.value", { n: values[i] }), PLAIN, `value ${i}`);
  });
}

/** @param {number} x @param {number} y @param {string} text @param {string} colour @param {string} key */
function note(x, y, text, colour, key) {
  return s(
    "text",
    { key, class: "chalk-note", fill: colour, x: round(x), y: round(y), "text-anchor": "middle" },
    text,
  );
}

/** @param {Point} at @param {number} r @param {string} colour @param {boolean} lit @param {string} key */
function ring({ x, y }, r, colour, lit, key) {
  return s("circle", {
    key,
    class: lit ? "chalk-ring near" : "chalk-ring",
    cx: x,
    cy: y,
    r,
    fill: lit ? colour : "none",
    "fill-opacity": 0.25,
    stroke: colour,
  });
}

/** @param {Point} a @param {Point} b @param {string} colour @param {string} key */
function arc(a, b, colour, key) {
  const [mx, my] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const bend = 0.18;
  const path = `M${round(a.x)} ${round(a.y)}Q${round(mx - dy * bend)} ${round(my + dx * bend)} ${round(b.x)} ${round(b.y)}`;
  return s(
    "g",
    { key, class: "chalk-arc" },
    drawing(chalk(path, colour, 3)),
    [a, b].map((end, i) => s("circle", { key: `end ${i}`, cx: end.x, cy: end.y, r: 6, fill: colour })),
  );
}
