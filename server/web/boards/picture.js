// A picture of edges that stands on the ground; a cut also removes the edges that it
// disconnects.

import { s } from "../browser/dom.js";
import { once } from "./once.js";
import { list, t } from "../texts/text.js";
import { piece, placesRead, range, target, widthOf } from "./draw.js";

/** @typedef {import("./draw.js").Board} Board */
/** @typedef {import("./draw.js").View} View */
/** @typedef {Array<[number, number]>} Edges */

const STEP = 66;
/** How far apart edges between the same two points are bent. */
const BOW = 46;

/** The number of an edge. @type {Board} */
export const picture = {
  draw: (view) => {
    const { edges } = view.game.params;
    const layout = once(view.game, `layout ${view.narrow}`, () => layOut(edges, widthOf(view)));
    return drawPicture(view, edges, layout);
  },
  show: (move) => [{ [`c${move}`]: 1 }],
  read: (marks) => (Object.keys(marks).length === 1 ? placesRead(marks)[0] : null),
  say: (move) => t("say.cutEdge", { edge: move + 1 }),
  describe: ({ present = [] }, { params }) =>
    present.length
      ? t("board.picture", {
          n: present.length,
          edges: list(
            present
              .slice(0, 60)
              .map((edge) => params.edges[edge].map((/** @type {number} */ v) => v || "⏚").join("–")),
          ),
        })
      : t("board.empty"),
};

/**
 * Points for the vertices: their height is their distance from the ground in edges.
 * @param {Edges} edges @param {number} width
 */
function layOut(edges, width) {
  /** @type {Map<number, number>} */
  const depth = new Map([[0, 0]]);
  const queue = [0];
  for (const vertex of queue) {
    for (const edge of edges) {
      const other = edge[0] === vertex ? edge[1] : edge[1] === vertex ? edge[0] : vertex;
      if (depth.has(other)) continue;
      depth.set(other, (depth.get(vertex) ?? 0) + 1);
      queue.push(other);
    }
  }
  // In the order of traversal, neighbours are near each other.
  const levels = range(Math.max(...depth.values()) + 1).map((level) =>
    queue.filter((v) => depth.get(v) === level),
  );
  const widest = Math.max(...levels.map((level) => level.length), 3);
  const across = Math.min(width, widest * 92);
  const tall = levels.length;
  /** @type {Map<number, [number, number]>} */
  const points = new Map();
  levels.forEach((level, up) => {
    level.forEach((vertex, i) => {
      points.set(vertex, [((i + 0.5) * across) / level.length, (tall - up) * STEP]);
    });
  });
  return { points, width: across, height: (tall + 1) * STEP };
}

/** @param {View} view @param {Edges} edges @param {ReturnType<typeof layOut>} layout */
function drawPicture(view, edges, { points, width, height }) {
  const present = new Set(view.position.present ?? []);
  const ground = (points.get(0) ?? [0, height])[1];
  /** @type {Map<string, number>} */
  const between = new Map();
  const nodes = edges.flatMap(([a, b], i) => {
    const pair = a < b ? `${a} ${b}` : `${b} ${a}`;
    const before = between.get(pair) ?? 0;
    between.set(pair, before + 1);
    if (!present.has(i)) return [];
    const { path, x, y } = curve(placed(points, a, b), placed(points, b, a), a === b, before);
    return [
      piece(
        view,
        { slot: `c${i}`, x, y },
        () => t("piece.edge", { edge: i + 1 }),
        () => [
          target(36, 36),
          // A frame of the winning move, apart from the green of its branch.
          s("path", { class: "halo", d: path }),
          s("path", { class: "halo inner", d: path }),
          s("path", { class: "stem", d: path }),
          s("path", { class: "rim along", d: path }),
        ],
      ),
    ];
  });
  const wide = Math.max(width, 200);
  const earth = s("line", { key: "ground", class: "earth", x1: 6, x2: wide - 6, y1: ground, y2: ground });
  const standing = edges.flatMap((ends, i) => (present.has(i) ? ends : []));
  const joints = [...new Set(standing)]
    .filter((vertex) => vertex !== 0)
    .map((vertex) => {
      const [x, y] = points.get(vertex) ?? [0, 0];
      return s("circle", { key: `joint ${vertex}`, class: "joint", cx: x, cy: y, r: 5 });
    });
  const numbers = isNamed(view) ? numbersOf(nodes) : [];
  return { width: wide, height: height + 8, nodes: [earth, ...nodes, ...joints, ...numbers] };
}

/** With more branches, only those of the two moves have their numbers. */
const MOST_NUMBERS = 40;

/** Whether words beside the board name branches. @param {View} view */
const isNamed = ({ named, hint, worth }) => Boolean(named || worth) || Object.keys(hint).length > 0;

/** The number of each branch on its middle, or, of many, of those that are pointed out. @param {import("./draw.js").Tag[]} pieces */
function numbersOf(pieces) {
  const many = pieces.length > MOST_NUMBERS;
  return pieces.flatMap(({ props }) => {
    const { key, class: name, transform } = /** @type {Record<string, string>} */ (props);
    if (many && !/\b(going|hint)\b/.test(name)) return [];
    const n = Number(key.slice(1).split(":")[0]) + 1;
    return [
      s(
        "g",
        { key: `number ${n}`, class: "branch-number", transform, "aria-hidden": "true" },
        s("circle", { r: 11 }),
        s("text", { y: 4.5, "text-anchor": "middle" }, String(n)),
      ),
    ];
  });
}

/**
 * The starting point of an edge: the ground is below everything.
 * @param {Map<number, [number, number]>} points
 * @param {number} from
 * @param {number} to
 * @returns {[number, number]}
 */
function placed(points, from, to) {
  const [x, y] = points.get(from) ?? [0, 0];
  return from === 0 && to !== 0 ? [(points.get(to) ?? [x])[0], y] : [x, y];
}

/**
 * An edge as a path around its middle, bent if others join the same points.
 * @param {[number, number]} from @param {[number, number]} to @param {boolean} isLoop @param {number} before
 */
function curve([x1, y1], [x2, y2], isLoop, before) {
  if (isLoop) {
    const r = 18 + before * 16;
    return {
      path: `M0 ${2 * r}C${-2 * r} ${r} ${-r} 0 0 0C${r} 0 ${2 * r} ${r} 0 ${2 * r}`,
      x: x1,
      y: y1 - 2 * r,
    };
  }
  const side = before % 2 === 0 ? 1 : -1;
  const bow = Math.ceil(before / 2) * BOW * side;
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = Math.hypot(dx, dy) || 1;
  const [x, y] = [(x1 + x2) / 2 - (dy / length) * bow, (y1 + y2) / 2 + (dx / length) * bow];
  const rel = (/** @type {number} */ a, /** @type {number} */ b) =>
    `${Math.round(a - x)} ${Math.round(b - y)}`;
  // The middle of the curve lies half way to its control point.
  const [hx, hy] = [2 * x - (x1 + x2) / 2, 2 * y - (y1 + y2) / 2];
  return { path: `M${rel(x1, y1)}Q${rel(hx, hy)} ${rel(x2, y2)}`, x, y };
}
