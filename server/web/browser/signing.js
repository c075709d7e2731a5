// Signs our moves in tournaments with an Ed25519 key that this browser makes and keeps: nobody can
// read it out, not even this page. What is signed is in docs/tournaments.md.

import { hex } from "../client/hex.js";

/** @typedef {import("../net/wire.js").Request} Request */
/** @typedef {import("../state/types.js").Table} Table */

const DATABASE = "nim";
const KEYS = "keys";
const ALGORITHM = "Ed25519";
/** The tournaments entered with the key, and for each table there its tournament. */
const ENTERED = "nim.signed.tournaments";
const TABLES = "nim.signed.tables";
/** Those beyond this many are forgotten, the oldest first. */
const MAX_KEPT = 50;

/** @type {Promise<CryptoKeyPair | null> | undefined} */
let pair;

/** Our key; null where the browser has no Ed25519 or stores nothing, or the page came without TLS. */
function keyPair() {
  pair ??= load().catch(() => null);
  return pair;
}

async function load() {
  const kept = await stored("readonly", (keys) => keys.get(ALGORITHM));
  if (kept) return kept;
  const made = await crypto.subtle.generateKey({ name: ALGORITHM }, false, ["sign", "verify"]);
  await stored("readwrite", (keys) => keys.put(made, ALGORITHM));
  return /** @type {CryptoKeyPair} */ (made);
}

/**
 * @param {IDBTransactionMode} mode
 * @param {(keys: IDBObjectStore) => IDBRequest} act
 * @returns {Promise<any>}
 */
function stored(mode, act) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(KEYS);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const request = act(opening.result.transaction(KEYS, mode).objectStore(KEYS));
      request.onerror = () => reject(request.error);
      request.onsuccess = () => resolve(request.result);
    };
  });
}

/** Whether this browser can sign moves. */
export async function canSign() {
  return (await keyPair()) !== null;
}

/** A request to enter, with our key if there is one. @param {Extract<Request, {t: "enter"}>} enter */
export async function withKey(enter) {
  const own = await keyPair();
  if (!own) return enter;
  const bytes = await crypto.subtle.exportKey("raw", own.publicKey);
  keep(ENTERED, enter.tournament, "");
  return { ...enter, key: hex(bytes) };
}

/**
 * Remembers the tournament of a table at which we have sat down, if we entered it with our key.
 * @param {string} table
 * @param {string} offer
 */
export function keepTable(table, offer) {
  if (offer in kept(ENTERED)) keep(TABLES, table, offer);
}

/** @param {string} what @param {string} key @param {string} value */
function keep(what, key, value) {
  const newest = Object.entries({ ...kept(what), [key]: value }).slice(-MAX_KEPT);
  try {
    localStorage.setItem(what, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Storage is forbidden or full: moves are not signed.
  }
}

/** @param {string} what @returns {Record<string, string>} */
function kept(what) {
  try {
    return JSON.parse(localStorage.getItem(what) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * The signature of a move or a resignation; null where none is due.
 * @param {Extract<Request, {t: "move" | "resign"}>} message
 * @param {Table | undefined} table
 * @returns {Promise<Extract<Request, {t: "attest"}> | null>}
 */
export async function attestOf(message, table) {
  const tournament = kept(TABLES)[message.table];
  if (!tournament || !table || table.moves.length !== table.state.ply) return null;
  const move = message.t === "move" ? message : null;
  if (move && move.ply !== table.state.ply) return null;
  const own = await keyPair();
  if (!own) return null;
  const resigns = move ? undefined : "voluntary";
  const text = await signedText(message.table, table, move?.move, resigns);
  const signature = await crypto.subtle.sign(ALGORITHM, own.privateKey, bytesOf(text));
  return {
    t: "attest",
    tournament,
    table: message.table,
    signature: hex(signature),
    ...(resigns && { resigns }),
  };
}

/**
 * The text that is signed: each contains the hash of the one before it.
 * @param {string} id
 * @param {Pick<Table, "game" | "moves">} table
 * @param {unknown} move  The next move; of no account when we resign.
 * @param {string} [resigns]
 */
export async function signedText(id, { game, moves }, move, resigns) {
  let hash = await sha256(`nim-game ${id} ${JSON.stringify(game)}`);
  for (const [ply, made] of moves.entries()) hash = await sha256(moveText(ply, made, hash));
  return resigns ? `nim-resign ${moves.length} ${resigns} ${hash}` : moveText(moves.length, move, hash);
}

/** @param {number} ply @param {unknown} move @param {string} hash */
function moveText(ply, move, hash) {
  return `nim-move ${ply + 1} ${JSON.stringify(move)} ${hash}`;
}

/** @param {string} text */
async function sha256(text) {
  return hex(await crypto.subtle.digest("SHA-256", bytesOf(text)));
}

/** @param {string} text */
function bytesOf(text) {
  return new TextEncoder().encode(text);
}
