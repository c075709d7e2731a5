// The layout of a graph, by stress majorization (Gansner, Koren, North 2004): each pair's
// distance should be proportional to its distance in edges. Starting from a circle makes it
// deterministic, so a graph looks the same every time.

import { range } from "./draw.js";

/** @typedef {[number, number]} Point */

/** The approximate length of edges. */
const EDGE = 74;
const ROUNDS = 200;
/** How much nearness weighs; 0 is plain stress. */
const CROWDED = 0.1;
/** Different starting points; the most readable drawing is used. */
const STRIDES = [1, 2, 3, 4, 5, 7];
/** A line this close to the centre of a vertex seems to run through it. */
const THROUGH = 24;

/**
 * Points for the vertices; components side by side.
 * @param {number} vertices @param {Array<[number, number]>} edges @param {number} width
 * @returns {{points: Point[], width: number, height: number}}
 */
export function layOut(vertices, edges, width) {
  /** @type {Point[]} */
  const points = [];
  const margin = 34;
  const parts = components(vertices, edges).map((part) => place(part, edges, width - 2 * margin));
  let [x, y, tall, wide] = [margin, margin, 0, 0];
  for (const { members, at, size } of parts) {
    if (x > margin && x + size[0] > width - margin) [x, y, tall] = [margin, y + tall + 56, 0];
    members.forEach((vertex, i) => (points[vertex] = [x + at[i][0], y + at[i][1]]));
    tall = Math.max(tall, size[1]);
    wide = Math.max(wide, x + size[0]);
    x += size[0] + 56;
  }
  return { points, width: wide + margin, height: y + tall + margin };
}

/** @param {number} vertices @param {Array<[number, number]>} edges */
export function components(vertices, edges) {
  const part = range(vertices);
  /** @type {(v: number) => number} */
  const root = (v) => {
    while (part[v] !== v) v = part[v];
    return v;
  };
  for (const [a, b] of edges) part[root(Math.max(a, b))] = root(Math.min(a, b));
  /** @type {Map<number, number[]>} */
  const members = new Map();
  for (const v of range(vertices)) members.set(root(v), [...(members.get(root(v)) ?? []), v]);
  return [...members.values()];
}

/** @param {number[]} members @param {Array<[number, number]>} edges @param {number} room */
function place(members, edges, room) {
  const index = new Map(members.map((vertex, i) => [vertex, i]));
  const near = members.map(() => /** @type {number[]} */ ([]));
  for (const [a, b] of edges) {
    const [i, j] = [index.get(a), index.get(b)];
    if (i === undefined || j === undefined) continue;
    near[i].push(j);
    near[j].push(i);
  }
  const path = alongPath(near);
  if (path && (members.length - 1) * EDGE > room) return { members, ...inRows(path, room) };
  const distance = members.map((_, i) => distancesFrom(i, near));
  const lines = near.flatMap((others, i) =>
    others.filter((j) => i < j).map((j) => /** @type {[number, number]} */ ([i, j])),
  );
  // Large graphs get fewer tries, so that the work takes a few milliseconds only.
  const tries = STRIDES.slice(0, Math.max(1, Math.floor(100 / members.length))).map((stride) =>
    upright(relax(distance, stride)),
  );
  const at = tries.reduce((best, one) => (muddle(one, lines) < muddle(best, lines) ? one : best));
  return {
    members,
    at,
    size: /** @type {Point} */ ([0, 1].map((axis) => Math.max(...at.map((point) => point[axis])))),
  };
}

/** The vertices of a path from end to end; null if it is not a path. @param {number[][]} near */
function alongPath(near) {
  const ends = range(near.length).filter((v) => near[v].length === 1);
  if (ends.length !== 2 || near.some((others) => others.length > 2)) return null;
  const path = [ends[0]];
  for (const v of path) path.push(...near[v].filter((w) => w !== path.at(-2)));
  return path;
}

/**
 * A path too long for one row zigzags in rows of equal length.
 * @param {number[]} path @param {number} room
 * @returns {{at: Point[], size: Point}}
 */
function inRows(path, room) {
  const rows = Math.ceil(path.length / (Math.floor(room / EDGE) + 1));
  const each = Math.ceil(path.length / rows);
  /** @type {Point[]} */
  const at = [];
  path.forEach((vertex, k) => {
    const [row, along] = [Math.floor(k / each), k % each];
    at[vertex] = [EDGE * (row % 2 ? each - 1 - along : along), EDGE * row];
  });
  return { at, size: [EDGE * (each - 1), EDGE * (rows - 1)] };
}

/** The number of edges between one vertex and each other. @param {number} from @param {number[][]} near */
function distancesFrom(from, near) {
  const distance = near.map(() => Infinity);
  distance[from] = 0;
  const queue = [from];
  for (const v of queue) {
    for (const w of near[v]) {
      if (distance[w] < Infinity) continue;
      distance[w] = distance[v] + 1;
      queue.push(w);
    }
  }
  return distance;
}

/**
 * How hard a drawing is to read: lines that cross, and, far worse, lines that
 * run through a vertex they do not join.
 * @param {Point[]} at @param {Array<[number, number]>} lines
 */
function muddle(at, lines) {
  let count = 0;
  lines.forEach(([a, b], i) => {
    at.forEach((point, v) => {
      if (v !== a && v !== b && distanceToLine(point, at[a], at[b]) < THROUGH) count += 10;
    });
    for (const [c, d] of lines.slice(i + 1)) {
      if (a !== c && a !== d && b !== c && b !== d && doCross(at[a], at[b], at[c], at[d])) count += 1;
    }
  });
  return count;
}

/** @param {Point} point @param {Point} from @param {Point} to */
function distanceToLine([x, y], [x1, y1], [x2, y2]) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
}

/** @param {Point} a @param {Point} b @param {Point} c @param {Point} d */
function doCross(a, b, c, d) {
  const side = (/** @type {Point} */ p, /** @type {Point} */ q, /** @type {Point} */ r) =>
    Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}

/**
 * Begun from a circle on which the vertices follow each other in strides.
 * @param {number[][]} distance
 * @param {number} stride
 * @returns {Point[]}
 */
function relax(distance, stride) {
  const n = distance.length;
  const turn = (/** @type {number} */ i) =>
    (2 * Math.PI * (((i * stride) % n) + Math.floor((i * stride) / n) / stride)) / n;
  /** @type {Point[]} */
  let points = range(n).map((i) => [Math.cos(turn(i)) * n * 0.3, Math.sin(turn(i)) * n * 0.3]);
  for (const _ of range(n > 1 ? Math.min(ROUNDS, Math.ceil(1_000_000 / (n * n))) : 0)) {
    points = points.map((_, i) => {
      let [x, y, weight] = [0, 0, 0];
      for (const j of range(n)) {
        if (j === i) continue;
        const wanted = distance[i][j];
        const [dx, dy] = [points[i][0] - points[j][0], points[i][1] - points[j][1]];
        const squared = Math.max(1e-6, dx * dx + dy * dy);
        const stretch = wanted / Math.sqrt(squared);
        // Vertices that would coincide, as opposite corners of a cube do, repel each other
        // more the nearer they come.
        const share = (1 + CROWDED / (squared * squared)) / (wanted * wanted);
        x += share * (points[j][0] + dx * stretch);
        y += share * (points[j][1] + dy * stretch);
        weight += share;
      }
      return [x / weight, y / weight];
    });
  }
  return points;
}

/**
 * Rotates the points so that the longest side lies flat, then scales and moves them to the origin.
 * @param {Point[]} points @returns {Point[]}
 */
function upright(points) {
  const mean = (/** @type {number[]} */ xs) => xs.reduce((a, b) => a + b, 0) / xs.length;
  const [mx, my] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const centred = points.map(([x, y]) => [x - mx, y - my]);
  const sum = (/** @type {(p: number[]) => number} */ of) => centred.reduce((a, p) => a + of(p), 0);
  const [xx, yy, xy] = [sum(([x]) => x * x), sum(([, y]) => y * y), sum(([x, y]) => x * y)];
  // A graph without a longest side (a cycle, a complete one) stands on a corner up.
  const round = Math.abs(xx - yy) + Math.abs(xy) < 0.02 * (xx + yy);
  const first = centred[0] ?? [0, 0];
  const angle = round ? Math.atan2(first[1], first[0]) + Math.PI / 2 : 0.5 * Math.atan2(2 * xy, xx - yy);
  const [cos, sin] = [Math.cos(-angle), Math.sin(-angle)];
  const turned = centred.map(([x, y]) => [(x * cos - y * sin) * EDGE, (x * sin + y * cos) * EDGE]);
  const [left, top] = [0, 1].map((axis) => Math.min(...turned.map((p) => p[axis])));
  return turned.map(([x, y]) => [x - left, y - top]);
}
