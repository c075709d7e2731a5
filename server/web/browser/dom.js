// One tree in, the document patched to match: a virtual DOM in a hundred lines,
// so that a view is a function of the state and focus, scroll and half-typed
// text survive a render. Text only ever becomes text nodes, never markup.

/**
 * @typedef {object} Tag
 * @property {string} tag
 * @property {boolean} svg
 * @property {Props} props
 * @property {Array<Tag | string>} children
 *
 * @typedef {{key?: string, on?: Record<string, (event: any) => void>, [name: string]: unknown}} Props
 * @typedef {Tag | string | number | null | undefined | false} Child
 * @typedef {Child | ReadonlyArray<any>} Children
 */

/**
 * An HTML element for the tree.
 * @param {string} tag
 * @param {Props} [props]
 * @param {...Children} children
 * @returns {Tag}
 */
export function h(tag, props = {}, ...children) {
  return { tag, svg: false, props, children: flatten(children) };
}

/**
 * An SVG element for the tree.
 * @param {string} tag
 * @param {Props} [props]
 * @param {...Children} children
 * @returns {Tag}
 */
export function s(tag, props = {}, ...children) {
  return { tag, svg: true, props, children: flatten(children) };
}

/**
 * Makes the container's content match the tree.
 * @param {Element} container
 * @param {...Children} tree
 */
export function render(container, ...tree) {
  patchChildren(container, flatten(tree));
}

/** @type {WeakMap<globalThis.Node, Tag>} */
const drawn = new WeakMap();

/** Children may be nested to any depth. @param {any[]} children @returns {Array<Tag | string>} */
function flatten(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (typeof child === "object" ? child : String(child)));
}

/** @param {Element} parent @param {Array<Tag | string>} children */
function patchChildren(parent, children) {
  if (patchInPlace(parent, children)) return;
  const free = new Set(parent.childNodes);
  const keyed = new Map();
  for (const node of free) {
    const key = drawn.get(node)?.props.key;
    if (key !== undefined) keyed.set(key, node);
  }
  const nodes = children.map((child) => {
    const old =
      typeof child === "object" && child.props.key !== undefined
        ? keyed.get(child.props.key)
        : firstUnkeyed(free, child);
    const reusable = old && free.has(old) && isSame(old, child) ? old : null;
    if (reusable) free.delete(reusable);
    return patch(reusable, child);
  });
  // First remove, then order: a node that stays in place is never moved, so it
  // keeps its focus.
  for (const node of free) parent.removeChild(node);
  let cursor = parent.firstChild;
  for (const node of nodes) {
    if (node === cursor) cursor = cursor.nextSibling;
    // The one before it belongs further back, and is moved there in its turn, instead of all others around it.
    else if (cursor?.nextSibling === node && !cursor.contains(document.activeElement))
      cursor = node.nextSibling;
    else parent.insertBefore(node, cursor);
  }
}

/** The usual case, the same children as before, needs no bookkeeping. @param {Element} parent @param {Array<Tag | string>} children */
function patchInPlace(parent, children) {
  const nodes = parent.childNodes;
  if (nodes.length !== children.length) return false;
  for (let i = 0; i < children.length; i++) if (!isSame(nodes[i], children[i])) return false;
  for (let i = 0; i < children.length; i++) patch(nodes[i], children[i]);
  return true;
}

/** @param {Set<globalThis.Node>} free @param {Tag | string} child */
function firstUnkeyed(free, child) {
  for (const node of free) {
    if (drawn.get(node)?.props.key === undefined && isSame(node, child)) return node;
  }
  return null;
}

/** @param {globalThis.Node} node @param {Tag | string} child */
function isSame(node, child) {
  return typeof child === "string"
    ? node.nodeType === Node.TEXT_NODE
    : drawn.get(node)?.tag === child.tag && drawn.get(node)?.props.key === child.props.key;
}

/** @param {globalThis.Node | null} node @param {Tag | string} next @returns {globalThis.Node} */
function patch(node, next) {
  if (typeof next === "string") {
    if (!node) return document.createTextNode(next);
    if (node.nodeValue !== next) node.nodeValue = next;
    return node;
  }
  // The identical tree is drawn already: boards share the shapes of pieces.
  if (node && drawn.get(node) === next) return node;
  const element = /** @type {Element} */ (node ?? create(next));
  const before = node ? (drawn.get(node)?.props ?? {}) : {};
  drawn.set(element, next);
  for (const name of Object.keys(before)) {
    if (!(name in next.props)) setProp(element, name, undefined);
  }
  patchChildren(element, next.children);
  // After the children: a select has its value only once it has its options.
  for (const [name, value] of Object.entries(next.props)) {
    if (before[name] !== value || name === "value" || name === "checked") setProp(element, name, value);
  }
  return element;
}

/** @param {Tag} tag */
function create({ tag, svg }) {
  return svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
}

/** @param {any} element @param {string} name @param {any} value */
function setProp(element, name, value) {
  if (name === "key") return;
  if (name === "on") return listen(element, Object.keys(value ?? {}));
  if (name === "value" || name === "checked" || name === "open") {
    if (element[name] !== value) element[name] = value ?? "";
    return;
  }
  // Set once; afterwards the user may change it.
  if (name === "initial") return void (element[element.type === "checkbox" ? "checked" : "value"] = value);
  if (value === undefined || value === null || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** @type {WeakMap<Element, Set<string>>} */
const listening = new WeakMap();

/**
 * Adds one permanent listener per event type, which looks up the handler in the latest tree.
 * @param {Element} element @param {string[]} types
 */
function listen(element, types) {
  const known = listening.get(element) ?? new Set();
  listening.set(element, known);
  for (const type of types) {
    if (known.has(type)) continue;
    known.add(type);
    element.addEventListener(type, (event) => drawn.get(element)?.props.on?.[type]?.(event));
  }
}
