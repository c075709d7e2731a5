// Bytes as the protocol writes them: two lower-case hexadecimal digits each.

/** The bytes of a nonce. */
const NONCE_BYTES = 32;

/** @param {ArrayBuffer | Uint8Array} bytes */
export function hex(bytes) {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * An entrant's contribution to a tournament's draw, so that the server does not decide alone.
 * @param {{ getRandomValues: (bytes: Uint8Array) => Uint8Array }} random  Web Crypto, which Node 18 has only as a module.
 */
export function nonce(random = crypto) {
  return hex(random.getRandomValues(new Uint8Array(NONCE_BYTES)));
}
