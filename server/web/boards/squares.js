// Boards of squares: the chocolate bar of Chomp, and the boards of Notakto.

import { s } from "../browser/dom.js";
import { drawing } from "../matter/markup.js";
import { chalk, choc } from "../matter/pieces.js";
import { list, t } from "../texts/text.js";
import { body, label, piece, range, target, widthOf } from "./draw.js";

/** @typedef {import("./draw.js").Board} Board */
/** @typedef {import("./draw.js").View} View */
/** @typedef {import("./draw.js").Tag} Tag */

const PITCH = 44;
/** The room for the numbers of rows and columns. */
const EDGE = 16;
/** The most squares drawn; beyond that, numbers are entered. */
const MOST_SQUARES = 600;
const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

/** `[row, column]` @type {Board} */
export const chomp = {
  draw: (view) => {
    // In a review each of two bites is one square: what goes with it would hide which one it is.
    if (view.named) view = { ...view, covers: ([bite], [square]) => bite === square };
    // Rows that were gone at the start need no room.
    const bar = (view.game.start.rows ?? []).filter(Boolean);
    const rows = view.position.rows ?? [];
    if (bar.reduce((a, b) => a + b, 0) > MOST_SQUARES) {
      return [
        { slot: "row", label: t("field.row"), max: rows.length },
        { slot: "column", label: t("field.column"), max: rows[0] ?? 0 },
      ];
    }
    const edge = view.tiny ? 0 : EDGE;
    const columns = Math.max(...bar, 1);
    return {
      width: columns * PITCH + 16 + edge,
      height: Math.max(bar.length, 1) * PITCH + 16 + edge,
      nodes: [
        ...(view.tiny ? [] : numbered(bar.length, columns)),
        ...bar.flatMap((length, row) =>
          range(length).map((column) => square(view, row, column, column < (rows[row] ?? 0), edge)),
        ),
      ],
    };
  },
  show: ([row, column], { start }) =>
    (start.rows ?? []).reduce((a, b) => a + b, 0) > MOST_SQUARES
      ? [{ row: row + 1, column: column + 1 }]
      : [{ [`s${row}.${column}`]: 1 }],
  read: (marks) => {
    if (marks.row || marks.column)
      return marks.row && marks.column ? [marks.row - 1, marks.column - 1] : null;
    const slots = Object.keys(marks);
    return slots.length === 1 ? slots[0].slice(1).split(".").map(Number) : null;
  },
  // A bite takes everything below and to the right of it.
  covers: ([bite], [square]) => {
    const [[r, c], [row, column]] = [bite, square].map((slot) => slot.slice(1).split(".").map(Number));
    return row >= r && column >= c;
  },
  say: ([row, column]) => t("say.bite", { row: row + 1, column: column + 1 }),
  describe: ({ rows = [] }) => {
    const left = rows.filter(Boolean);
    return left.length ? t("board.chomp", { n: left.length, rows: list(left) }) : t("board.empty");
  },
};

/** `[board, cell]` @type {Board} */
export const notakto = {
  draw: (view) => {
    const boards = view.position.boards ?? [];
    const side = 3 * PITCH + 28;
    const perLine = Math.max(1, Math.min(boards.length, Math.floor(widthOf(view) / side)));
    return {
      width: Math.max(perLine * side, 200),
      height: Math.ceil(boards.length / perLine) * (side + 18) + 4,
      nodes: boards.flatMap((board, b) => {
        const left = (b % perLine) * side + 14;
        const top = Math.floor(b / perLine) * (side + 18) + 14;
        return drawBoard(view, board, b, left, top, boards.length > 1);
      }),
    };
  },
  show: ([board, cell]) => [{ [`s${board}.${cell}`]: 1 }],
  read: (marks) => {
    const slots = Object.keys(marks);
    return slots.length === 1 ? slots[0].slice(1).split(".").map(Number) : null;
  },
  say: ([board, cell], { start }) =>
    (start.boards ?? []).length > 1
      ? t("say.crossOn", { board: board + 1, cell: cellName(cell) })
      : t("say.cross", { cell: cellName(cell) }),
  describe: ({ boards = [] }) =>
    list(
      boards.slice(0, 20).map((board, b) => {
        const crosses = range(9)
          .filter((cell) => board[cell] === "X")
          .map(cellName);
        return t(struck(board) ? "board.dead" : "board.crosses", {
          board: b + 1,
          cells: crosses.length ? list(crosses) : t("board.none"),
        });
      }),
    ),
};

/** The numbers of rows and columns, by which bites are named. @param {number} rows @param {number} columns */
function numbered(rows, columns) {
  const at = (/** @type {number} */ i) => EDGE + 8 + (i + 0.5) * PITCH;
  return [
    ...range(columns).map((i) => label(at(i), EDGE, String(i + 1), "label edge-number")),
    ...range(rows).map((i) => label(EDGE / 2 + 4, at(i) + 5, String(i + 1), "label edge-number")),
  ];
}

/**
 * @param {View} view @param {number} row @param {number} column @param {boolean} left
 * @param {number} edge  The room for numbers, above and on the left.
 */
function square(view, row, column, left, edge) {
  const [x, y] = [(column + 0.5) * PITCH + 8 + edge, (row + 0.5) * PITCH + 8 + edge];
  const slot = `s${row}.${column}`;
  if (!left) {
    return s("rect", {
      key: `eaten ${slot}`,
      class: view.last[slot] ? "eaten last" : "eaten",
      x: x - 20,
      y: y - 20,
      width: 40,
      height: 40,
      rx: 5,
    });
  }
  const poison = row === 0 && column === 0;
  return piece(
    view,
    { slot, x, y },
    () => t("piece.square", { row: row + 1, column: column + 1 }),
    () => [
      s("g", { class: "square" }, body(choc(-PITCH / 2, -PITCH / 2, PITCH, poison)), bitten()),
      target(PITCH, PITCH),
    ],
  );
}

/** How a square looks that would be eaten: light and hatched, for its rim alone is brown on brown. */
function bitten() {
  return s(
    "g",
    { class: "bite" },
    s("rect", { x: -19.5, y: -19.5, width: 39, height: 39, rx: 4 }),
    s("path", { d: "M-14 2L2 -14M-14 14L14 -14M-2 14L14 -2" }),
  );
}

/** @param {View} view @param {string} board @param {number} b @param {number} left @param {number} top @param {boolean} several */
function drawBoard(view, board, b, left, top, several) {
  const line = struck(board);
  const at = (/** @type {number} */ cell) => [
    left + ((cell % 3) + 0.5) * PITCH,
    top + (Math.floor(cell / 3) + 0.5) * PITCH,
  ];
  /** @type {Tag[]} */
  const nodes = [
    s("rect", {
      key: `panel ${b}`,
      class: line ? "panel dead" : "panel",
      x: left - 6,
      y: top - 6,
      width: 3 * PITCH + 12,
      height: 3 * PITCH + 12,
      rx: 12,
    }),
  ];
  for (const i of [1, 2]) {
    nodes.push(
      s("path", {
        key: `rule ${b} ${i}`,
        class: "rule",
        d: `M${left + i * PITCH} ${top}v${3 * PITCH}M${left} ${top + i * PITCH}h${3 * PITCH}`,
      }),
    );
  }
  for (const cell of range(9)) {
    const [x, y] = at(cell);
    const slot = `s${b}.${cell}`;
    const cross = () =>
      s("g", { class: "cross" }, drawing(chalk("M-11 -11L11 11M11 -11L-11 11", "#F7F3E4", 4, 1)));
    const name = () => t(several ? "piece.cellOn" : "piece.cell", { board: b + 1, cell: cellName(cell) });
    if (board[cell] === "X")
      nodes.push(
        s(
          "g",
          {
            key: `cross ${slot}`,
            class: view.last[slot] ? "set last" : "set",
            transform: `translate(${x} ${y})`,
          },
          cross(),
        ),
      );
    else if (!line) nodes.push(piece(view, { slot, x, y }, name, () => [target(PITCH, PITCH), cross()]));
  }
  if (line) {
    const [[x1, y1], [x2, y2]] = [at(line[0]), at(line[2])];
    nodes.push(s("line", { key: `strike ${b}`, class: "strike", x1, y1, x2, y2 }));
  }
  if (several) nodes.push(label(left + 1.5 * PITCH, top + 3 * PITCH + 24, String(b + 1), "label strong"));
  return nodes;
}

/** The line of crosses to strike through. @param {string} board */
function struck(board) {
  return LINES.find((line) => line.every((cell) => board[cell] === "X"));
}

/** @param {number} cell */
function cellName(cell) {
  return t("cell.plane", { row: Math.floor(cell / 3) + 1, column: (cell % 3) + 1 });
}
