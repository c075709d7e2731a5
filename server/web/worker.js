// Keeps what the page is made of, for when there is no network: whatever was fetched once
// is shown again. With a network nothing is ever older than the server's.

const KEPT = "nim-1";
/** What is asked of the server as it is now, or not at all. */
const LIVE = /^\/(api|admin|ws|preview|docs)\b|\/qr\.svg$/;

/** The checker takes this file for one of a window's. */
const worker = /** @type {any} */ (self);

worker.addEventListener("install", () => worker.skipWaiting());

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const others = caches.keys().then((names) => names.filter((name) => name !== KEPT));
  event.waitUntil(
    others
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  );
});

/** The page says what it had fetched before this began to listen. */
worker.addEventListener("message", (/** @type {any} */ event) => {
  const files = [...event.data.files, "/"].filter((/** @type {string} */ file) =>
    isKept(new URL(file, location.href)),
  );
  const keep = caches.open(KEPT).then((cache) => cache.addAll([...new Set(files)]));
  event.waitUntil(keep.then(() => event.source?.postMessage({ kept: true })));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !isKept(url)) return;
  event.respondWith(request.mode === "navigate" ? page(request) : file(request));
});

/** @param {URL} url */
function isKept(url) {
  return url.origin === location.origin && !LIVE.test(url.pathname);
}

/** Every address of the page is the same page. @param {Request} request */
async function page(request) {
  return fetch(request).catch(async () => (await caches.match("/")) ?? Response.error());
}

/** @param {Request} request */
async function file(request) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch {
    return (await cache.match(request)) ?? Response.error();
  }
}
