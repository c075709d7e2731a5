// Drawings are written as SVG text by functions of numbers only, and parsed into the tree
// here: they stay readable as drawings, and nothing is ever set as markup.

import { s } from "../browser/dom.js";

/** @typedef {import("../browser/dom.js").Tag} Tag */

const TOKEN = /<(\/?)([a-zA-Z]+)((?:\s+[\w-]+="[^"]*")*)\s*(\/?)>|([^<]+)/g;

/** @type {Map<string, Tag[]>} */
const known = new Map();
/** The most drawings cached; beyond that the cache is cleared, because they are quickly remade. */
const MOST_KEPT = 4000;

/** The tree of a drawing: the identical object for the same text, so that redrawing costs nothing. @param {string} text @returns {Tag[]} */
export function drawing(text) {
  const made = known.get(text) ?? parsed(text);
  if (known.size > MOST_KEPT) known.clear();
  known.set(text, made);
  return made;
}

/** @param {string} text @returns {Tag[]} */
function parsed(text) {
  const root = s("g");
  const open = [root];
  for (const [, closing, name, attributes, empty, words] of text.matchAll(TOKEN)) {
    const parent = open[open.length - 1];
    if (words !== undefined) {
      if (words.trim()) parent.children.push(words);
    } else if (closing) open.pop();
    else {
      const tag = s(
        name,
        Object.fromEntries(
          [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
        ),
      );
      parent.children.push(tag);
      if (!empty) open.push(tag);
    }
  }
  return /** @type {Tag[]} */ (root.children);
}
