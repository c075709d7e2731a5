// Which board draws which variant. A board is fetched when its first game is
// shown. A variant that is not here is played with the list of its moves, so
// the page never stands in the way of a new one.

import { t } from "../texts/text.js";

/** @typedef {import("./draw.js").Board} Board */

/** File and name of each board. @type {Record<string, [string, string]>} */
export const BOARDS = {
  nim: ["heaps", "oneHeap"],
  subtraction: ["heaps", "oneHeap"],
  greedy: ["heaps", "oneHeap"],
  candy: ["heaps", "oneHeap"],
  moore: ["heaps", "manyHeaps"],
  multiheap: ["heaps", "manyHeaps"],
  game21: ["single", "total"],
  game100: ["single", "total"],
  game21_nplayer: ["single", "total"],
  fibonacci: ["single", "fibonacci"],
  grundy: ["rows", "grundy"],
  octal: ["rows", "octal"],
  circular: ["cells", "circle"],
  circular_stacks: ["stacks", "circularStacks"],
  ndim: ["cells", "grid"],
  graph: ["graph", "graph"],
  poset: ["poset", "poset"],
  chomp: ["squares", "chomp"],
  notakto: ["squares", "notakto"],
  building: ["stacks", "building"],
};

/** @type {Board} */
const UNKNOWN = {
  draw: () => [],
  show: (move) => [{ [JSON.stringify(move)]: 1 }],
  read: (marks) => JSON.parse(Object.keys(marks)[0]),
  say: (move) => t("say.other", { move: JSON.stringify(move) }),
  describe: (position) => JSON.stringify(position),
};

/** @type {Map<string, Board>} */
const fetched = new Map();

/** The board of a variant, once it has been fetched. @param {string} variant */
export function boardOf(variant) {
  return Object.hasOwn(BOARDS, variant) ? fetched.get(variant) : UNKNOWN;
}

/** @param {string} variant */
export async function fetchBoard(variant) {
  if (boardOf(variant)) return;
  const [file, name] = BOARDS[variant];
  const module = await import(`./${file}.js`);
  fetched.set(variant, module[name]);
}
