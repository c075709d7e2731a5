// Caches values derived from the same objects: a layout, a list of words, a part of the tree.
// An identical tree costs nothing to redraw.

/** @type {WeakMap<object, Map<string, any>>} */
const all = new WeakMap();

/**
 * @template T
 * @param {object} of  The object it is derived from, and cached with.
 * @param {string} what  Its name, and other things it depends on.
 * @param {() => T} make
 * @returns {T}
 */
export function once(of, what, make) {
  const made = all.get(of) ?? new Map();
  all.set(of, made);
  if (!made.has(what)) made.set(what, make());
  return made.get(what);
}
