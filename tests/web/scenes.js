// Writes what every board draws, as a digest for each situation: `npm run scenes`, after a drawing was
// changed on purpose. A digest that changes otherwise is a fault.

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { choices, reach } from "../../server/web/state/selection.js";
import { NAMES, boardOf, fetchVariant, ownStartOf, withValues } from "../../server/web/variants/index.js";
import { viewOf } from "./view.js";

export const FILE = new URL("unit/scenes.json", import.meta.url);

/** No words are loaded: a text is its key, so that rewording changes no digest. */
export async function scenes() {
  const all = await Promise.all(
    NAMES.map(async (variant) => {
      await fetchVariant(variant);
      const drawn = situations(variant).map(([name, scene]) => [name, digest(scene())]);
      return [variant, Object.fromEntries(drawn)];
    }),
  );
  return `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`;
}

const MANY = Array.from({ length: 30 }, (_, i) => i + 1).join(" ");

const digest = (scene) => createHash("sha256").update(JSON.stringify(scene)).digest("hex").slice(0, 12);

/** @param {string} variant @returns {Array<[string, () => unknown]>} */
function situations(variant) {
  const first = golden(variant);
  // Few and small, few and large, many.
  const lists = ["6 5", "25 40", variant === "ndim" ? "2 3 2 2" : MANY];
  const own = lists.map((numbers) => {
    const values = ownStartOf(variant).fields.map(({ name, kind, max = 40, choices = [] }) => [
      name,
      kind === "choice" ? choices.at(-1) : kind === "number" ? String(Math.min(max, 30)) : numbers,
    ]);
    return withValues({ variant, params: {}, ending: "normal", start: {} }, Object.fromEntries(values));
  });
  return [
    ...first.flatMap(({ game, position, moves }, i) => [
      [`row ${i} wide`, () => draw(game, position, moves, {}, false)],
      [`row ${i} narrow, chosen`, () => draw(game, position, moves, chosen(game, position, moves))],
      [`row ${i} narrow, watched`, () => draw(game, position, moves, watched(game, position, moves))],
    ]),
    ...own.flatMap((game, i) => [
      [`own ${i} wide`, () => draw(game, game.start, null, {}, false)],
      [`own ${i} narrow`, () => draw(game, game.start, null, {})],
    ]),
    ...(SPECIAL[variant] ?? []).map(([start, position, more], i) => [
      `special ${i}`,
      () => draw({ variant, params: {}, ending: "normal", start }, position ?? start, null, more),
    ]),
  ];
}

/** Positions that are not their game's first, and what only some boards show. @type {Record<string, any[]>} */
const SPECIAL = {
  nim: [
    [
      { heaps: [5, 4, 3] },
      { heaps: [5, 0, 1] },
      { marks: { h0: 3 }, going: { h0: 3 }, hint: { h0: 2 }, named: true, mayMove: false },
    ],
    [
      { heaps: [5, 4, 3] },
      { heaps: [5, 0, 1] },
      { marks: { h0: 3 }, going: { h0: 3 }, hint: { h2: 1 }, named: true, mayMove: false },
    ],
    [{ heaps: [1234567, 12345, 999, 1000, 12, 5, 60, 1] }, null, {}],
    [{ heaps: [1234567, 12345] }, null, {}],
    [{ heaps: [1000, 2, 3, 4, 5] }, null, {}],
  ],
  chomp: [[{ rows: [3, 3, 3] }, { rows: [3, 1, 0] }, { last: { "s1.1": 1 } }]],
  notakto: [[{ boards: [".........", "........."] }, { boards: ["XX.X.X...", "X...X...X"] }, {}]],
};

/** A short, a middle and a long position. @param {string} variant */
function golden(variant) {
  const file = new URL(`../golden/${variant}.jsonl`, import.meta.url);
  if (!existsSync(file)) return [];
  const rows = readFileSync(file, "utf8").trim().split("\n").map(JSON.parse);
  const games = rows.flatMap(({ params, position, winning_moves, safe_moves }) => {
    const moves = winning_moves ?? safe_moves ?? [];
    return moves.length
      ? [{ game: { variant, params, ending: "normal", start: position }, position, moves }]
      : [];
  });
  games.sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length);
  return [0, 0.5, 0.99].map((part) => games[Math.floor(part * games.length)]).filter(Boolean);
}

const faces = (game, position, moves) =>
  moves.flatMap((move) => boardOf(game.variant).show(move, game, position));

/** A move is selected, others are pointed out, and each is said to win or lose. */
function chosen(game, position, moves) {
  const all = faces(game, position, moves);
  const worth = all
    .flatMap((face) => Object.entries(face))
    .map(([slot, n], i) => [`${slot}:${n}`, i % 2 === 0]);
  const [one] = all;
  return {
    marks: one,
    going: one,
    would: all[1] ?? {},
    hint: all.at(-1),
    worth: new Map(worth),
    named: true,
  };
}

/** The last move is leaving, and the reader cannot move. */
function watched(game, position, moves) {
  return { mayMove: false, last: faces(game, position, moves).at(-1), taker: "down" };
}

function draw(game, position, moves, more, narrow = true) {
  const board = boardOf(game.variant);
  const all = choices(
    moves,
    (marks) => board.read(marks, game, position),
    (move) => board.show(move, game, position),
  );
  const covers = (mark, piece) =>
    board.covers ? board.covers(mark, piece, game) : mark[0] === piece[0] && mark[1] === piece[1];
  const box = narrow ? { width: 360, height: 480 } : { width: 818, height: 654 };
  return board.draw({
    ...viewOf({ game, position, narrow, box, covers }, all),
    ...reach(more.marks ?? {}, all),
    ...more,
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(FILE, await scenes());
