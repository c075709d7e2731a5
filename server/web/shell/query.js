// Requests over HTTP: the analysis and all other data that are not live.

import { ANALYSIS, VARIANTS } from "../state/answers.js";

/** @typedef {import("../state/types.js").Answer} Answer */
/**
 * @typedef {object} Query
 * @property {string} path
 * @property {object} [body]  Sent as JSON, by POST if no method is named.
 * @property {string} [method]  Another one than GET.
 */

/** The most attempts at a request to a busy server. */
const TRIES = 6;

/** The server's answer; never throws. @param {Query} query @returns {Promise<Answer>} */
export async function answerTo({ path, body, method }) {
  for (let tried = 1; ; tried++) {
    const response = await fetch(
      path,
      body
        ? {
            method: method ?? "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(body),
          }
        : { method: method ?? "GET" },
    ).catch(() => null);
    const own = response ? null : await withoutServer(path, body, tried);
    if (own) return own;
    const said = await response?.json().catch(() => null);
    if (response?.status === 204) return { ok: true, value: null };
    // What is accepted is not there yet, a review for example.
    const again = response?.status === 503 || response?.status === 202 || !response;
    if (response?.ok && said && !again) return { ok: true, value: said };
    if (!again || tried === TRIES)
      return {
        ok: false,
        code: said?.code ?? (response ? "other" : "lost"),
        message: said?.message ?? "",
        cause: said?.cause,
      };
    await new Promise((done) =>
      setTimeout(done, 1000 * Number(response?.headers.get("retry-after") ?? tried)),
    );
  }
}

/**
 * The page's own answer when the server cannot be reached; null if it may be asked again.
 * @param {string} path @param {object | undefined} body @param {number} tried
 * @returns {Promise<Answer | null>}
 */
async function withoutServer(path, body, tried) {
  const analysis = path === ANALYSIS && body;
  if (!analysis && path !== VARIANTS.path) return null;
  const { reviewed } = await import("../study/offline.js").catch(() => ({ reviewed: () => null }));
  const own = analysis ? reviewed(body) : null;
  if (own) return { ok: true, value: own };
  // The page can say what it knows by itself, so nobody waits for long; with the connection it asks again.
  return tried < 2 ? null : { ok: false, code: "alone", message: "" };
}
