// What the browser remembers between visits: name, language, and the secret of each seat. A
// seat is kept for the tab first, so that one browser can play both sides in two tabs, and for
// the browser second, so that closing the tab does not lose the game. If storage is forbidden
// or full, nothing is remembered.

/** @typedef {{seat: number, token: string, again?: boolean, at: number}} Seat  `again` in a rematch. */

const SEATS = "nim.seats";
/** Seats beyond this many are forgotten, the oldest first. */
const MAX_SEATS = 50;

/** @param {string} key @param {string} otherwise */
export function recall(key, otherwise) {
  return read(localStorageOf(), `nim.${key}`) ?? otherwise;
}

/** A remembered JSON value. @param {string} key @returns {Record<string, any>} */
export function recalled(key) {
  try {
    return JSON.parse(recall(key, "{}"));
  } catch {
    return {};
  }
}

/** @param {string} key @param {string} value */
export function remember(key, value) {
  write(localStorageOf(), `nim.${key}`, value);
}

const CHOICES = "nim.choices";

/** Keeps a form's choices for the next load of the page in this tab. @param {object} form */
export function keepChoices(form) {
  write(sessionStorageOf(), CHOICES, JSON.stringify(form));
}

/** Returns the kept choices, once. @returns {object} */
export function keptChoices() {
  const kept = read(sessionStorageOf(), CHOICES) ?? "{}";
  write(sessionStorageOf(), CHOICES, "{}");
  try {
    return JSON.parse(kept);
  } catch {
    return {};
  }
}

const RELOADED = "nim.reloaded";
/** What one load of the page did not help, another one soon after does not either. */
const RELOAD_EVERY_MS = 60_000;

/** Whether the page may load itself anew: now and then, where that can be remembered. @param {number} now */
export function mayReload(now) {
  const storage = sessionStorageOf();
  if (now - Number(read(storage, RELOADED)) < RELOAD_EVERY_MS) return false;
  write(storage, RELOADED, String(now));
  return read(storage, RELOADED) === String(now);
}

/** @param {string} table @returns {Seat | null} */
export function seatAt(table) {
  return seatsIn(sessionStorageOf())[table] ?? seatsIn(localStorageOf())[table] ?? null;
}

/** All seats known, the newest first. @returns {Array<[string, Seat]>} */
export function seats() {
  const all = { ...seatsIn(localStorageOf()), ...seatsIn(sessionStorageOf()) };
  return Object.entries(all).sort(([, a], [, b]) => b.at - a.at);
}

/** @param {string} table @param {Omit<Seat, "at">} seat */
export function keepSeat(table, { seat, token, again }) {
  for (const storage of [sessionStorageOf(), localStorageOf()]) {
    const kept = Object.entries({ ...seatsIn(storage), [table]: { seat, token, again, at: Date.now() } });
    const newest = kept.sort(([, a], [, b]) => b.at - a.at).slice(0, MAX_SEATS);
    write(storage, SEATS, JSON.stringify(Object.fromEntries(newest)));
  }
}

/** @param {string} table */
export function dropSeat(table) {
  for (const storage of [sessionStorageOf(), localStorageOf()]) {
    const { [table]: gone, ...rest } = seatsIn(storage);
    if (gone) write(storage, SEATS, JSON.stringify(rest));
  }
}

/** @param {Storage | null} storage @returns {Record<string, Seat>} */
function seatsIn(storage) {
  try {
    return JSON.parse(read(storage, SEATS) ?? "{}");
  } catch {
    return {};
  }
}

function localStorageOf() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

function sessionStorageOf() {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/** @param {Storage | null} storage @param {string} key */
function read(storage, key) {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** @param {Storage | null} storage @param {string} key @param {string} value */
function write(storage, key, value) {
  try {
    storage?.setItem(key, value);
  } catch {
    // Full or forbidden: the game continues but is not remembered.
  }
}

/** The name of a guest, kept from the first visit. */
export function stableName() {
  const name = recall("name", "") || guestName();
  remember("name", name);
  return name;
}

export function guestName() {
  return `Guest ${Math.floor(1000 + Math.random() * 9000)}`;
}
