// What follows from the same things is made once: a layout, a list of words, a part
// of the tree. A tree that is the very same costs nothing to draw again.

/** @type {WeakMap<object, Map<string, any>>} */
const all = new WeakMap();

/**
 * @template T
 * @param {object} of  What it follows from, and is kept with.
 * @param {string} what  Its name, and whatever else it depends on.
 * @param {() => T} make
 * @returns {T}
 */
export function once(of, what, make) {
  const made = all.get(of) ?? new Map();
  all.set(of, made);
  if (!made.has(what)) made.set(what, make());
  return made.get(what);
}
