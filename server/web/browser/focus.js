// Arrow keys on a board: to the nearest piece in that direction, whatever the
// board looks like.

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Moves the focus among the pieces of a board; returns whether it handled the key.
 * @param {Element} board @param {Element | null} from @param {string} key
 */
export function moveFocus(board, from, key) {
  const pieces = [...board.querySelectorAll("[data-piece]")];
  if (pieces.length === 0) return false;
  if (key === "Home") return focus(pieces[0]);
  if (key === "End") return focus(pieces[pieces.length - 1]);
  const arrow = ARROWS[key];
  if (!arrow) return false;
  if (!from) return focus(pieces.find((piece) => !piece.hasAttribute("aria-disabled")) ?? pieces[0]);
  const next = nearest(
    centre(from),
    pieces.filter((piece) => piece !== from).map((piece) => ({ piece, at: centre(piece) })),
    arrow,
  );
  return next ? focus(next) : true;
}

/**
 * The nearest piece in a direction; sideways distance counts more.
 * @template P
 * @param {[number, number]} from @param {Array<{piece: P, at: [number, number]}>} pieces @param {[number, number]} arrow
 * @returns {P | null}
 */
export function nearest([x, y], pieces, [ax, ay]) {
  let best = null;
  let least = Infinity;
  for (const { piece, at } of pieces) {
    const [dx, dy] = [at[0] - x, at[1] - y];
    const ahead = dx * ax + dy * ay;
    const aside = Math.abs(dx * ay - dy * ax);
    // Within a cone of 60 degrees to either side.
    if (ahead <= 0.5 || aside > ahead * 1.8) continue;
    const far = ahead + 2 * aside;
    if (far < least) [best, least] = [piece, far];
  }
  return best;
}

/** @param {Element} piece @returns {[number, number]} */
function centre(piece) {
  const { left, top, width, height } = piece.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/** @param {Element} piece */
function focus(piece) {
  /** @type {SVGElement} */ (piece).focus();
  return true;
}
