// Requests over HTTP: the analysis and all other data that are not live.

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
    const own = response ? null : await withoutServer(path, body);
    if (own) return { ok: true, value: own };
    const said = await response?.json().catch(() => null);
    if (response?.status === 204) return { ok: true, value: null };
    if (response?.ok && said) return { ok: true, value: said };
    const again = response?.status === 503 || response?.status === 202 || !response;
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

/** The page's own answer when the server cannot be reached. @param {string} path @param {object} [body] */
async function withoutServer(path, body) {
  if (path !== "/api/analysis" || !body) return null;
  const { reviewed } = await import("../study/offline.js").catch(() => ({ reviewed: () => null }));
  return reviewed(body);
}
