// Whether the server kept its commitment to the start that it drew. The hash is computed here,
// because browsers offer theirs only to pages that came over TLS.

/**
 * Whether a revealed seed is the one that was committed to, in the game and to me before it; null
 * without a commitment.
 * @param {Pick<import("../net/wire.js").Draw, "commitment" | "salt" | "seed">} drawn
 * @param {string | undefined} promised
 */
export function keepsCommitment({ commitment, salt, seed }, promised) {
  if (!commitment && !promised) return null;
  return sha256(`${salt} ${seed}`) === commitment && (promised ?? commitment) === commitment;
}

/** The first 64 primes: the constants come from their roots. */
const PRIMES = [2];
for (let n = 3; PRIMES.length < 64; n += 2) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);

/** The first 32 bits behind the point. @param {number} x */
const fraction = (x) => Math.floor((x % 1) * 2 ** 32) | 0;

/** @param {number} x @param {number} n */
const turned = (x, n) => (x >>> n) | (x << (32 - n));

/** The SHA-256 of a text in ASCII, in hexadecimal digits (FIPS 180-4). @param {string} text */
export function sha256(text) {
  const hash = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  for (const block of blocks(text)) compress(hash, block);
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The text with its padding, in blocks of 16 words. @param {string} text */
function blocks(text) {
  const length = Math.ceil((text.length + 9) / 64) * 16;
  const words = new Int32Array(length);
  const put = (/** @type {number} */ at, /** @type {number} */ byte) => {
    words[at >> 2] |= byte << (24 - 8 * (at % 4));
  };
  for (let i = 0; i < text.length; i++) put(i, text.charCodeAt(i) & 255);
  put(text.length, 128);
  words[length - 1] = text.length * 8;
  return Array.from({ length: length / 16 }, (_, i) => words.slice(16 * i, 16 * i + 16));
}

/** @param {number[]} hash  Changed. @param {Int32Array} block */
function compress(hash, block) {
  const w = [...block];
  for (let i = 16; i < 64; i++) {
    const [far, near] = [w[i - 15], w[i - 2]];
    const s0 = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    const s1 = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
    w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i++) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + fraction(Math.cbrt(PRIMES[i])) + w[i]) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i] + word) | 0));
}
