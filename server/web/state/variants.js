// How a start of one's own is asked for: each variant with the numbers that make
// a game of it. Which variants there are, with which endings and known starts,
// the server says; it also checks every game.

/** @typedef {import("../net/wire.js").Setup} Setup */

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {"number" | "numbers" | "choice"} kind
 * @property {string[]} [choices]
 * @property {number} [min]
 * @property {number} [max]
 *
 * @typedef {Record<string, string>} Values  What the fields hold, as text.
 *
 * @typedef {object} Variant
 * @property {Field[]} fields
 * @property {(values: Values) => {params: Record<string, any>, start: import("../net/wire.js").Position}} make
 * @property {(game: Setup) => Values} read  What the fields hold for a game, as far as they can.
 */

/** @type {Field} */
const HEAPS = { name: "heaps", kind: "numbers" };
const SHAPES = ["path", "cycle", "star", "wheel", "complete", "grid", "cube", "petersen"];
const ORDERS = ["tree", "grid", "cube", "zigzag", "diamond", "chains"];

/** Variants with heaps alone. @type {Variant} */
const OF_HEAPS = {
  fields: [HEAPS],
  make: ({ heaps }) => ({ params: {}, start: { heaps: numbers(heaps) } }),
  read: ({ start }) => ({ heaps: spaced(start.heaps) }),
};

/** Variants that count up to a target. @type {Variant} */
const OF_TOTAL = {
  fields: [natural("step", 1, 1000), natural("target", 2, 1_000_000)],
  make: ({ step, target }) => ({
    params: { step: Number(step), target: Number(target) },
    start: { total: 0 },
  }),
  read: ({ params }) => ({ step: String(params.step), target: String(params.target) }),
};

/** @type {Record<string, Variant>} */
const VARIANTS = {
  nim: OF_HEAPS,
  greedy: OF_HEAPS,
  candy: OF_HEAPS,
  grundy: OF_HEAPS,
  game21: OF_TOTAL,
  game100: OF_TOTAL,
  subtraction: {
    fields: [{ name: "take", kind: "numbers" }, HEAPS],
    make: ({ take, heaps }) => ({ params: { take: numbers(take) }, start: { heaps: numbers(heaps) } }),
    read: ({ params, start }) => ({ take: spaced(params.take), heaps: spaced(start.heaps) }),
  },
  game21_nplayer: {
    fields: [natural("players", 2, 8), ...OF_TOTAL.fields],
    make: ({ players, step, target }) => ({
      params: { players: Number(players), step: Number(step), target: Number(target) },
      start: { total: 0 },
    }),
    read: (game) => ({ players: String(game.params.players), ...OF_TOTAL.read(game) }),
  },
  fibonacci: {
    fields: [natural("heap", 1, 1_000_000)],
    make: ({ heap }) => ({ params: {}, start: { heap: Number(heap), limit: Math.max(0, Number(heap) - 1) } }),
    read: ({ start }) => ({ heap: String(start.heap) }),
  },
  moore: {
    fields: [natural("k", 1, 100), { name: "cap", kind: "number", min: 0 }, HEAPS],
    make: ({ k, cap, heaps }) => ({
      params: { k: Number(k), cap: Number(cap) || null },
      start: { heaps: numbers(heaps) },
    }),
    read: ({ params, start }) => ({
      k: String(params.k),
      cap: String(params.cap ?? 0),
      heaps: spaced(start.heaps),
    }),
  },
  multiheap: {
    fields: [{ name: "scope", kind: "choice", choices: ["all", "nonempty"] }, HEAPS],
    make: ({ scope, heaps }) => ({ params: { scope }, start: { heaps: numbers(heaps) } }),
    read: ({ params, start }) => ({ scope: params.scope, heaps: spaced(start.heaps) }),
  },
  octal: {
    fields: [
      { name: "code", kind: "choice", choices: ["0.77", "0.777", "0.137", "0.07", "0.6", "0.007"] },
      HEAPS,
    ],
    make: ({ code, heaps }) => ({ params: { code }, start: { heaps: numbers(heaps) } }),
    read: ({ params, start }) => ({ code: params.code, heaps: spaced(start.heaps) }),
  },
  circular: {
    fields: [natural("n", 1, 200), natural("k", 1, 100)],
    make: ({ n, k }) => ({ params: { k: Number(k) }, start: { circle: "1".repeat(Number(n)) } }),
    read: ({ params, start }) => ({ n: String(start.circle?.length ?? 0), k: String(params.k) }),
  },
  circular_stacks: {
    fields: [natural("k", 1, 100), HEAPS],
    make: ({ k, heaps }) => ({ params: { k: Number(k) }, start: { heaps: numbers(heaps) } }),
    read: ({ params, start }) => ({ k: String(params.k), heaps: spaced(start.heaps) }),
  },
  ndim: {
    fields: [{ name: "dims", kind: "numbers" }],
    make: ({ dims }) => ({
      params: { dims: numbers(dims) },
      start: {
        board: "1".repeat(
          Math.min(
            10_000,
            numbers(dims).reduce((a, b) => a * b, 1),
          ),
        ),
      },
    }),
    read: ({ params }) => ({ dims: spaced(params.dims) }),
  },
  graph: {
    fields: [
      { name: "shape", kind: "choice", choices: SHAPES },
      natural("n", 1, 60),
      { name: "rule", kind: "choice", choices: ["kayles", "arc_kayles", "star"] },
    ],
    make: ({ shape, n, rule }) => {
      const { vertices, edges } = graphOf(shape, Number(n));
      const limits =
        rule === "star" ? { rule } : { rule: "connected", min: rule === "kayles" ? 1 : 2, max: 2 };
      return { params: { vertices, edges, graph: shape, ...limits }, start: { present: upTo(vertices) } };
    },
    read: ({ params }) => {
      const shape = oneOf(SHAPES, String(params.graph).toLowerCase());
      const n = shape === "grid" ? Math.round(Math.sqrt(params.vertices)) : params.vertices;
      return {
        shape,
        n: String(n),
        rule: params.rule === "star" ? "star" : params.min === 2 ? "arc_kayles" : "kayles",
      };
    },
  },
  poset: {
    fields: [{ name: "shape", kind: "choice", choices: ORDERS }],
    make: ({ shape }) => {
      const { elements, covers } = posetOf(shape);
      return { params: { elements, covers, poset: shape }, start: { present: upTo(elements) } };
    },
    read: ({ params }) => ({ shape: oneOf(ORDERS, params.poset) }),
  },
  chomp: {
    fields: [natural("rows", 1, 100), natural("columns", 1, 100)],
    make: ({ rows, columns }) => ({
      params: {},
      start: { rows: Array(Math.min(1000, Number(rows))).fill(Number(columns)) },
    }),
    read: ({ start: { rows = [] } }) => ({ rows: String(rows.length), columns: String(rows[0] ?? 0) }),
  },
  notakto: {
    fields: [natural("boards", 1, 12)],
    make: ({ boards }) => ({
      params: {},
      start: { boards: Array(Math.min(1000, Number(boards))).fill(".........") },
    }),
    read: ({ start }) => ({ boards: String(start.boards?.length ?? 0) }),
  },
  building: {
    fields: [natural("remaining", 0, 1000), natural("stacks", 1, 100)],
    make: ({ remaining, stacks }) => ({
      params: {},
      start: { remaining: Number(remaining), stacks: Array(Math.min(1000, Number(stacks))).fill(0) },
    }),
    read: ({ start }) => ({ remaining: String(start.remaining), stacks: String(start.stacks?.length ?? 0) }),
  },
};

/** How one asks for a start of one's own; nothing for a variant that this page does not know. @param {string} name @returns {Variant | undefined} */
export function variantOf(name) {
  return Object.hasOwn(VARIANTS, name) ? VARIANTS[name] : undefined;
}

/** A game with a start of one's own. @param {Setup} game  The same with another start. @param {Values} values @returns {Setup} */
export function withValues(game, values) {
  return { ...game, ...variantOf(game.variant)?.make(values) };
}

/** Whole numbers, however they are separated. @param {string} text */
export function numbers(text) {
  return (text.match(/\d+/g) ?? []).map(Number);
}

/** @param {number[] | undefined} list */
function spaced(list) {
  return (list ?? []).join(" ");
}

/** @param {string[]} known @param {string} one */
function oneOf(known, one) {
  return known.includes(one) ? one : known[0];
}

/** @param {string} name @param {number} min @param {number} max @returns {Field} */
function natural(name, min, max) {
  return { name, kind: "number", min, max };
}

/** @param {number} n */
function upTo(n) {
  return Array.from({ length: n }, (_, i) => i);
}

/** @param {string} shape @param {number} n @returns {{vertices: number, edges: Array<[number, number]>}} */
function graphOf(shape, n) {
  const ring = (/** @type {number} */ size, from = 0) =>
    upTo(size > 2 ? size : 0).map((i) => edge(from + i, from + ((i + 1) % size)));
  switch (shape) {
    case "path":
      return { vertices: n, edges: upTo(n - 1).map((i) => edge(i, i + 1)) };
    case "cycle":
      return { vertices: n, edges: ring(n) };
    case "star":
      return { vertices: n, edges: upTo(n - 1).map((i) => edge(0, i + 1)) };
    case "wheel":
      return { vertices: n, edges: [...upTo(n - 1).map((i) => edge(0, i + 1)), ...ring(n - 1, 1)] };
    case "complete":
      return { vertices: n, edges: upTo(n).flatMap((i) => upTo(i).map((j) => edge(j, i))) };
    case "grid": {
      const side = Math.max(1, Math.min(n, 7));
      const at = (/** @type {number} */ row, /** @type {number} */ column) => row * side + column;
      return {
        vertices: side * side,
        edges: upTo(side).flatMap((i) =>
          upTo(side - 1).flatMap((j) => [edge(at(i, j), at(i, j + 1)), edge(at(j, i), at(j + 1, i))]),
        ),
      };
    }
    case "cube":
      return {
        vertices: 8,
        edges: upTo(8).flatMap((v) => [1, 2, 4].flatMap((bit) => (v & bit ? [] : [edge(v, v | bit)]))),
      };
    default:
      return {
        vertices: 10,
        edges: [
          ...ring(5),
          ...upTo(5).map((i) => edge(i, i + 5)),
          ...upTo(5).map((i) => edge(5 + i, 5 + ((i + 2) % 5))),
        ],
      };
  }
}

/** @param {number} a @param {number} b @returns {[number, number]} */
function edge(a, b) {
  return a < b ? [a, b] : [b, a];
}

/** @param {string} shape @returns {{elements: number, covers: Array<[number, number]>}} */
function posetOf(shape) {
  switch (shape) {
    case "grid":
      return {
        elements: 12,
        covers: upTo(12).flatMap((x) => [
          ...(x % 4 < 3 ? [edge(x, x + 1)] : []),
          ...(x < 8 ? [edge(x, x + 4)] : []),
        ]),
      };
    case "cube":
      return {
        elements: 8,
        covers: upTo(8).flatMap((x) => [1, 2, 4].flatMap((bit) => (x & bit ? [] : [edge(x, x | bit)]))),
      };
    case "zigzag":
      return {
        elements: 7,
        covers: [
          [0, 1],
          [2, 1],
          [2, 3],
          [4, 3],
          [4, 5],
          [6, 5],
        ],
      };
    case "diamond":
      return {
        elements: 4,
        covers: [
          [0, 1],
          [0, 2],
          [1, 3],
          [2, 3],
        ],
      };
    case "chains":
      return {
        elements: 9,
        covers: [
          [0, 1],
          [2, 3],
          [3, 4],
          [5, 6],
          [6, 7],
          [7, 8],
        ],
      };
    default:
      return {
        elements: 10,
        covers: [
          [0, 1],
          [0, 2],
          [1, 3],
          [1, 4],
          [2, 5],
          [2, 6],
          [3, 7],
          [5, 8],
          [6, 9],
        ],
      };
  }
}
