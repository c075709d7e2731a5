// The style sheets that several pages need together.

/** Boards, their pieces, and heaps as numbers. */
export const BOARD = ["/styles/board.css", "/styles/pieces.css", "/styles/numbers.css"];

/** The board between two seats, the column beside it, and the end. */
export const TABLE = [
  ...BOARD,
  "/styles/fields.css",
  "/styles/table.css",
  "/styles/rail.css",
  "/styles/end.css",
  "/styles/low.css",
];

/** Reasons and verdicts. */
export const STUDY = ["/styles/study.css", "/styles/reasons.css", "/styles/thread.css"];

/** Rankings and ratings. */
export const RATINGS = ["/styles/ladder.css", "/styles/ratings.css"];
