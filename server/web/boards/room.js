// The room for a board in screen pixels, so that it is laid out in real size and no label
// becomes too small to read.

/** @typedef {{width: number, height: number}} Box */
/**
 * @typedef {"table" | "low" | "beside" | "review" | "home" | "small"} Place  In a low window a board stands beside
 *   all else: `low` without the head of the page, `beside` under it.
 */

/** The width from which the rail is beside the board; keep in sync with the style sheets. */
export const WIDE = 860;
/** In a window this low, as on a phone that lies, seats and actions are beside the board. */
const LOW = { height: 500, width: 560 };
/** The share of the column beside a low board, and its limits; keep in sync with low.css. */
const COLUMN = { share: 0.34, least: 240, most: 320 };
const CONTENT = 1280;
const FRAME = { wide: 26, narrow: 18 };
const LEAST = 280;
/** The height of the head of the page in a low window. */
const HEAD = 52;
/** A picture of a board, scaled by its container. @type {Box} */
const SMALL = { width: 420, height: 300 };
/** The space used around the board. @type {Record<Exclude<Place, "small" | "low" | "beside">, {wide: number, narrow: number}>} */
const AROUND = {
  table: { wide: 246, narrow: 352 },
  review: { wide: 392, narrow: 470 },
  home: { wide: 310, narrow: 400 },
};
const BESIDE = { table: 404, review: 404, home: 472 };

/** The board leaves room for what is below it: on a phone its words, on a tablet more. @param {number} across */
const homeTall = (across) => Math.min(across * 0.92, 480);

/** Whether a board has no room between two seats. @param {Box} screen */
export const isLow = ({ width, height }) => width >= LOW.width && height <= LOW.height;

/** Whether all else stands below the board, as on a phone that is held upright. @param {Box} screen */
export const isUpright = (screen) => screen.width < WIDE && !isLow(screen);

/** Whether all else stands below the board, or beside a low one. @param {Box} screen */
export const isSmall = (screen) => isUpright(screen) || isLow(screen);

/** Where a board of a study stands. @param {Box} screen @returns {Place} */
export const studyPlace = (screen) => (isLow(screen) ? "beside" : "review");

/** @param {Box} screen @param {Place} place @returns {Box} */
export function roomFor({ width, height }, place) {
  if (place === "small") return SMALL;
  const home = place === "home" && width < WIDE && isLow({ width, height });
  if (place === "low" || place === "beside" || home) {
    const column = Math.max(COLUMN.least, Math.min(COLUMN.most, width * COLUMN.share));
    return {
      width: Math.round(Math.min(CONTENT, width) - column - 34 - FRAME.narrow),
      height: Math.max(LEAST - FRAME.narrow, height - 12 - FRAME.narrow - (place === "low" ? 0 : HEAD)),
    };
  }
  if (width < WIDE) {
    const across = Math.max(260, width - (place === "home" ? 16 : 12) - FRAME.narrow);
    return {
      width: across,
      height: Math.round(
        Math.max(
          LEAST,
          Math.min(height - AROUND[place].narrow, place === "home" ? homeTall(across) : across * 1.5),
        ),
      ),
    };
  }
  const across = Math.min(CONTENT, width) - 32 - BESIDE[place] - FRAME.wide;
  const tall = Math.max(320, height - AROUND[place].wide);
  return {
    width: Math.max(300, across),
    height: Math.round(place === "home" ? Math.min(tall, across * 0.66) : tall),
  };
}
