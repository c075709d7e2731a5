// The parts of the page, each fetched once, when it is needed. A part that failed is tried again;
// but a browser may remember for as long as a page is open that a module could not be fetched, as
// Chromium does. Then only loading the page anew helps, which loses nothing: the address says
// where the visitor is, and the browser keeps their seats.

/** From a failure to the next attempt, while the server is there. */
const AGAIN_MS = 2000;

/**
 * @typedef {object} Page
 * @property {() => boolean} isOnline
 * @property {() => void} update  A part has arrived, or is to be tried again.
 * @property {() => void} failed
 * @property {() => boolean} reload  Loads the page anew, or says that this must not be.
 */

export class Fetching {
  #page;
  /** Parts on their way, and those that failed and wait for their next attempt. @type {Set<string>} */
  #begun = new Set();
  /** Parts that have failed before. @type {Set<string>} */
  #failed = new Set();

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
  }

  /** Fetches a part that is missing. @param {string} name @param {unknown} there @param {() => Promise<void>} fetch */
  obtain(name, there, fetch) {
    if (there || this.#begun.has(name)) return;
    this.#begun.add(name);
    fetch().then(this.#page.update, () => this.#miss(name));
  }

  /** The server is back: whatever failed is tried again. */
  returned() {
    this.#begun.clear();
  }

  /** @param {string} name */
  #miss(name) {
    const before = this.#failed.has(name);
    this.#failed.add(name);
    this.#page.failed();
    // Without the server nothing can be fetched, and its return is told.
    if (!this.#page.isOnline() || (before && this.#page.reload())) return;
    setTimeout(() => {
      this.#begun.delete(name);
      this.#page.update();
    }, AGAIN_MS);
  }
}
