// What can be offered on the home page: each variant with the numbers that make
// a game of it, and starts worth playing. The server checks every game; this is
// only how one is asked for.

/** @typedef {import("./wire.js").Ending} Ending */
/** @typedef {import("./wire.js").Setup} Setup */

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
 * @property {string} name
 * @property {Ending[]} endings  The usual one first.
 * @property {Field[]} fields
 * @property {Array<{name: string, values: Values}>} starts  The first is the usual one; a name is said as it is.
 * @property {(values: Values) => {params: Record<string, any>, start: import("./wire.js").Position}} make
 */

/** @type {Ending[]} */
const NORMAL_FIRST = ["normal", "misere"];
/** @type {Ending[]} */
const MISERE_FIRST = ["misere", "normal"];
/** @type {Field} */
const HEAPS = { name: "heaps", kind: "numbers" };

/** Variants with heaps alone. @param {string} name @param {Ending[]} endings @param {string[]} starts @returns {Variant} */
function ofHeaps(name, endings, starts) {
  return { name, endings, fields: [HEAPS], starts: starts.map(heaps), make: ({ heaps }) => ({ params: {}, start: { heaps: numbers(heaps) } }) };
}

/** Variants that count up to a target. @param {string} name @param {Ending[]} endings @param {Array<[string, string]>} starts step, target @returns {Variant} */
function ofTotal(name, endings, starts) {
  return {
    name,
    endings,
    fields: [natural("step", 1, 1000), natural("target", 2, 1_000_000)],
    starts: starts.map(([step, target]) => ({ name: `${target} (1–${step})`, values: { step, target } })),
    make: ({ step, target }) => ({ params: { step: Number(step), target: Number(target) }, start: { total: 0 } }),
  };
}

/** @type {Variant[]} */
export const VARIANTS = [
  ofHeaps("nim", NORMAL_FIRST, ["3 5 7", "3 4 5", "1 3 5 7", "7 9 12 15", "5 8 13", "2 3 8 9"]),
  {
    name: "subtraction",
    endings: NORMAL_FIRST,
    fields: [{ name: "take", kind: "numbers" }, HEAPS],
    starts: [["1 2 3", "21"], ["1 2 3", "5 9 14"], ["1 3 4", "10 17"], ["2 5", "8 12 15"]].map(([take, heaps]) => ({ name: `${dashed(heaps)} (${take.replaceAll(" ", ", ")})`, values: { take, heaps } })),
    make: ({ take, heaps }) => ({ params: { take: numbers(take) }, start: { heaps: numbers(heaps) } }),
  },
  ofTotal("game21", MISERE_FIRST, [["3", "21"], ["4", "17"], ["5", "34"]]),
  ofTotal("game100", NORMAL_FIRST, [["10", "100"], ["5", "30"]]),
  {
    name: "game21_nplayer",
    endings: ["misere"],
    fields: [natural("players", 2, 8), natural("step", 1, 1000), natural("target", 2, 1_000_000)],
    starts: [["3", "3", "21"], ["4", "3", "21"], ["3", "5", "34"]].map(([players, step, target]) => ({ name: `${players} × ${target} (1–${step})`, values: { players, step, target } })),
    make: ({ players, step, target }) => ({ params: { players: Number(players), step: Number(step), target: Number(target) }, start: { total: 0 } }),
  },
  {
    name: "fibonacci",
    endings: NORMAL_FIRST,
    fields: [natural("heap", 1, 1_000_000)],
    starts: ["20", "13", "32", "50"].map((heap) => ({ name: heap, values: { heap } })),
    make: ({ heap }) => ({ params: {}, start: { heap: Number(heap), limit: Math.max(0, Number(heap) - 1) } }),
  },
  {
    name: "moore",
    endings: NORMAL_FIRST,
    fields: [natural("k", 1, 100), { name: "cap", kind: "number", min: 0 }, HEAPS],
    starts: [["2", "0", "3 4 5 6"], ["2", "0", "2 3 5"], ["3", "0", "2 3 4 5 6"], ["2", "2", "3 4 5"]].map(([k, cap, heaps]) => ({ name: `${dashed(heaps)} (1–${k}${cap === "0" ? "" : `, ≤ ${cap}`})`, values: { k, cap, heaps } })),
    make: ({ k, cap, heaps }) => ({ params: { k: Number(k), cap: Number(cap) || null }, start: { heaps: numbers(heaps) } }),
  },
  {
    name: "multiheap",
    endings: NORMAL_FIRST,
    fields: [{ name: "scope", kind: "choice", choices: ["all", "nonempty"] }, HEAPS],
    starts: [["all", "5 8"], ["all", "3 5 7"], ["nonempty", "3 4 6"], ["all", "9 13"]].map(([scope, heaps]) => ({ name: dashed(heaps) + (scope === "all" ? "" : " *"), values: { scope, heaps } })),
    make: ({ scope, heaps }) => ({ params: { scope }, start: { heaps: numbers(heaps) } }),
  },
  ofHeaps("greedy", NORMAL_FIRST, ["3 5 7", "4 6 6 2", "9 9 5"]),
  ofHeaps("candy", ["normal"], ["3 4 5", "2 5 7", "4 6 9"]),
  ofHeaps("grundy", NORMAL_FIRST, ["8", "12", "5 9", "15"]),
  {
    name: "octal",
    endings: NORMAL_FIRST,
    fields: [{ name: "code", kind: "choice", choices: ["0.77", "0.777", "0.137", "0.07", "0.6", "0.007"] }, HEAPS],
    starts: [["0.77", "10", "Kayles"], ["0.77", "5 7", "Kayles"], ["0.137", "12", "Dawson's Chess"], ["0.07", "13", "Dawson's Kayles"], ["0.6", "11", "Officers"], ["0.007", "14", "Treblecross"]].map(([code, heaps, name]) => ({ name: `${name} ${dashed(heaps)}`, values: { code, heaps } })),
    make: ({ code, heaps }) => ({ params: { code }, start: { heaps: numbers(heaps) } }),
  },
  {
    name: "circular",
    endings: NORMAL_FIRST,
    fields: [natural("n", 1, 200), natural("k", 1, 100)],
    starts: [["10", "3"], ["12", "2"], ["9", "4"]].map(([n, k]) => ({ name: `${n} (1–${k})`, values: { n, k } })),
    make: ({ n, k }) => ({ params: { k: Number(k) }, start: { circle: "1".repeat(Number(n)) } }),
  },
  {
    name: "circular_stacks",
    endings: NORMAL_FIRST,
    fields: [natural("k", 1, 100), HEAPS],
    starts: [["2", "2 3 1 3 2"], ["2", "3 2 3 2"], ["3", "1 2 3 1 2 3"]].map(([k, heaps]) => ({ name: `${dashed(heaps)} (1–${k})`, values: { k, heaps } })),
    make: ({ k, heaps }) => ({ params: { k: Number(k) }, start: { heaps: numbers(heaps) } }),
  },
  {
    name: "ndim",
    endings: NORMAL_FIRST,
    fields: [{ name: "dims", kind: "numbers" }],
    starts: ["4 4", "3 3", "3 5", "2 3 3", "2 2 2 2"].map((dims) => ({ name: dims.replaceAll(" ", " × "), values: { dims } })),
    make: ({ dims }) => ({ params: { dims: numbers(dims) }, start: { board: "1".repeat(Math.min(10_000, numbers(dims).reduce((a, b) => a * b, 1))) } }),
  },
  {
    name: "graph",
    endings: NORMAL_FIRST,
    fields: [{ name: "shape", kind: "choice", choices: ["path", "cycle", "star", "wheel", "complete", "grid", "cube", "petersen"] }, natural("n", 1, 60), { name: "rule", kind: "choice", choices: ["kayles", "arc_kayles", "star"] }],
    starts: [["petersen", "10", "kayles"], ["cycle", "9", "kayles"], ["grid", "4", "arc_kayles"], ["cube", "8", "star"], ["wheel", "8", "star"]].map(([shape, n, rule]) => ({ name: `graph.${shape}`, values: { shape, n, rule } })),
    make: ({ shape, n, rule }) => {
      const { vertices, edges } = graphOf(shape, Number(n));
      const limits = rule === "star" ? { rule } : { rule: "connected", min: rule === "kayles" ? 1 : 2, max: 2 };
      return { params: { vertices, edges, graph: shape, ...limits }, start: { present: upTo(vertices) } };
    },
  },
  {
    name: "poset",
    endings: NORMAL_FIRST,
    fields: [{ name: "shape", kind: "choice", choices: ["tree", "grid", "cube", "zigzag", "diamond", "chains"] }],
    starts: ["tree", "grid", "cube", "zigzag", "chains"].map((shape) => ({ name: `poset.${shape}`, values: { shape } })),
    make: ({ shape }) => {
      const { elements, covers } = posetOf(shape);
      return { params: { elements, covers, poset: shape }, start: { present: upTo(elements) } };
    },
  },
  {
    name: "chomp",
    endings: MISERE_FIRST,
    fields: [natural("rows", 1, 100), natural("columns", 1, 100)],
    starts: [["4", "7"], ["3", "5"], ["5", "5"], ["6", "8"]].map(([rows, columns]) => ({ name: `${rows} × ${columns}`, values: { rows, columns } })),
    make: ({ rows, columns }) => ({ params: {}, start: { rows: Array(Math.min(1000, Number(rows))).fill(Number(columns)) } }),
  },
  {
    name: "notakto",
    endings: MISERE_FIRST,
    fields: [natural("boards", 1, 12)],
    starts: ["3", "1", "2", "5"].map((boards) => ({ name: boards, values: { boards } })),
    make: ({ boards }) => ({ params: {}, start: { boards: Array(Math.min(1000, Number(boards))).fill(".........") } }),
  },
  {
    name: "building",
    endings: NORMAL_FIRST,
    fields: [natural("remaining", 0, 1000), natural("stacks", 1, 100)],
    starts: [["8", "3"], ["10", "5"], ["6", "4"]].map(([remaining, stacks]) => ({ name: `${remaining} / ${stacks}`, values: { remaining, stacks } })),
    make: ({ remaining, stacks }) => ({ params: {}, start: { remaining: Number(remaining), stacks: Array(Math.min(1000, Number(stacks))).fill(0) } }),
  },
];

/** @param {string} name */
export function variantOf(name) {
  return VARIANTS.find((variant) => variant.name === name);
}

/**
 * The game to ask for.
 * @param {string} name @param {Values} values @param {Ending} ending
 * @returns {Setup}
 */
export function setupOf(name, values, ending) {
  const variant = variantOf(name) ?? VARIANTS[0];
  return { variant: variant.name, ending, ...variant.make(values) };
}

/** Whole numbers, however they are separated. @param {string} text */
export function numbers(text) {
  return (text.match(/\d+/g) ?? []).map(Number);
}

/** @param {string} name @param {number} min @param {number} max @returns {Field} */
function natural(name, min, max) {
  return { name, kind: "number", min, max };
}

/** @param {string} list */
function heaps(list) {
  return { name: dashed(list), values: { heaps: list } };
}

/** @param {string} list */
function dashed(list) {
  return list.replaceAll(" ", "–");
}

/** @param {number} n */
function upTo(n) {
  return Array.from({ length: n }, (_, i) => i);
}

/** @param {string} shape @param {number} n @returns {{vertices: number, edges: Array<[number, number]>}} */
function graphOf(shape, n) {
  const ring = (/** @type {number} */ size, from = 0) => upTo(size > 2 ? size : 0).map((i) => edge(from + i, from + ((i + 1) % size)));
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
        edges: upTo(side).flatMap((i) => upTo(side - 1).flatMap((j) => [edge(at(i, j), at(i, j + 1)), edge(at(j, i), at(j + 1, i))])),
      };
    }
    case "cube":
      return { vertices: 8, edges: upTo(8).flatMap((v) => [1, 2, 4].flatMap((bit) => (v & bit ? [] : [edge(v, v | bit)]))) };
    default:
      return { vertices: 10, edges: [...ring(5), ...upTo(5).map((i) => edge(i, i + 5)), ...upTo(5).map((i) => edge(5 + i, 5 + ((i + 2) % 5)))] };
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
      return { elements: 12, covers: upTo(12).flatMap((x) => [...(x % 4 < 3 ? [edge(x, x + 1)] : []), ...(x < 8 ? [edge(x, x + 4)] : [])]) };
    case "cube":
      return { elements: 8, covers: upTo(8).flatMap((x) => [1, 2, 4].flatMap((bit) => (x & bit ? [] : [edge(x, x | bit)]))) };
    case "zigzag":
      return { elements: 7, covers: [[0, 1], [2, 1], [2, 3], [4, 3], [4, 5], [6, 5]] };
    case "diamond":
      return { elements: 4, covers: [[0, 1], [0, 2], [1, 3], [2, 3]] };
    case "chains":
      return { elements: 9, covers: [[0, 1], [2, 3], [3, 4], [5, 6], [6, 7], [7, 8]] };
    default:
      return { elements: 10, covers: [[0, 1], [0, 2], [1, 3], [1, 4], [2, 5], [2, 6], [3, 7], [5, 8], [6, 9]] };
  }
}
