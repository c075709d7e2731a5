// How a move is put together by touching pieces. A piece carries a mark, a slot and a number
// ("heap A: 3", "place 4: 1"); a selection is a set of marks; a legal move has one or more
// faces, the sets of marks that show it. Nothing here knows the rules: a mark may be touched
// if some legal move extends the selection with it.

/** @typedef {import("../net/wire.js").Move} Move */
/** @typedef {Record<string, number>} Marks */
/**
 * @typedef {object} Choices  What can be chosen in one position.
 * @property {Marks[] | null} faces  The faces of all legal moves, or null if there are too many to list.
 * @property {Move[]} moves  The move of each face.
 * @property {(marks: Marks) => Move | null} read  The move that the marks show, legal or not.
 * @property {(move: Move) => Marks[]} show  Its faces.
 */

/** Nothing is chosen anywhere. @type {import("./types.js").State["selection"]} */
export const NOTHING = { table: "", ply: -1, marks: {}, hover: null, focus: null };

/**
 * @param {Move[] | null} legal
 * @param {(marks: Marks) => Move | null} read
 * @param {(move: Move) => Marks[]} show
 * @returns {Choices}
 */
export function choices(legal, read, show) {
  /** @type {Marks[]} */
  const faces = [];
  /** @type {Move[]} */
  const moves = [];
  for (const move of legal ?? []) {
    for (const face of show(move)) {
      faces.push(face);
      moves.push(move);
    }
  }
  return { faces: legal ? faces : null, moves, read, show };
}

/**
 * The selection after a touch. Touching a selected mark again deselects it; a mark that does
 * not fit the others begins a new selection; a mark that fits no move changes nothing.
 * @param {Marks} marks @param {string} slot @param {number} value @param {Choices} choices
 * @returns {Marks}
 */
export function touch(marks, slot, value, choices) {
  return marks[slot] === value ? without(marks, slot) : put(marks, slot, value, choices);
}

/**
 * The selection after a number was entered for a slot; 0 clears it.
 * @param {Marks} marks @param {string} slot @param {number} value @param {Choices} choices
 * @returns {Marks}
 */
export function put(marks, slot, value, choices) {
  if (value === 0) return without(marks, slot);
  const joined = { ...marks, [slot]: value };
  if (fits(joined, choices)) return joined;
  const alone = { [slot]: value };
  return fits(alone, choices) ? alone : marks;
}

/**
 * The move that the selection means, with the face that shows it: the move
 * itself, or the one smallest move that extends it. Null while several do.
 * @param {Marks} marks @param {Choices} choices
 * @returns {{move: Move, face: Marks} | null}
 */
export function meaning(marks, { faces, moves, read, show }) {
  if (size(marks) === 0) return null;
  if (!faces) {
    const move = read(marks);
    return move === null ? null : { move, face: show(move).find((face) => within(marks, face)) ?? marks };
  }
  let best = -1;
  let tied = false;
  faces.forEach((face, i) => {
    if (!within(marks, face)) return;
    const grown = best < 0 ? -1 : size(face) - size(faces[best]);
    if (grown < 0) [best, tied] = [i, false];
    else if (grown === 0 && !sameMove(moves[i], moves[best])) tied = true;
  });
  return best < 0 || tied ? null : { move: moves[best], face: faces[best] };
}

/**
 * Which marks, as `slot:value`, may be touched: to extend the selection, or to begin a new
 * one. Null means any.
 * @param {Marks} marks @param {Choices} choices
 * @returns {{onward: Set<string> | null, anew: Set<string> | null}}
 */
export function reach(marks, { faces }) {
  if (!faces) return { onward: null, anew: null };
  const onward = new Set();
  const anew = new Set();
  for (const face of faces) {
    const extends_ = within(marks, face);
    for (const slot in face) {
      anew.add(`${slot}:${face[slot]}`);
      if (extends_ && marks[slot] === undefined) onward.add(`${slot}:${face[slot]}`);
    }
  }
  return { onward, anew };
}

/**
 * The greatest number that a move of this slot alone has; 0 if there is none, or not all moves are listed.
 * @param {string} slot @param {Choices} choices
 */
export function mostOf(slot, { faces }) {
  const alone = (faces ?? []).filter((face) => size(face) === 1 && slot in face);
  return Math.max(0, ...alone.map((face) => face[slot]));
}

/** The slot and the number of a mark, from its name. @param {string} name As `slot:value`. @returns {[string, number]} */
export function markOf(name) {
  const at = name.lastIndexOf(":");
  return [name.slice(0, at), Number(name.slice(at + 1))];
}

/** @param {Marks} marks @param {Choices} choices */
function fits(marks, { faces, read }) {
  return faces ? faces.some((face) => within(marks, face)) : read(marks) !== null;
}

/** Whether every mark of the one is in the other. @param {Marks} part @param {Marks} whole */
function within(part, whole) {
  for (const slot in part) if (part[slot] !== whole[slot]) return false;
  return true;
}

/** @param {Marks} marks @param {string} slot @returns {Marks} */
function without(marks, slot) {
  const { [slot]: _, ...rest } = marks;
  return rest;
}

/** @param {Marks} marks */
function size(marks) {
  return Object.keys(marks).length;
}

/** @param {Move} a @param {Move} b */
export function sameMove(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}
