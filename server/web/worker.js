// Caches the page's files for offline use: whatever was fetched once is available again.
// Online, nothing is ever older than the server's version.

const KEPT = "nim-1";
/** Addresses that are never cached. */
const LIVE = /^\/(api|admin|ws|preview|docs)\b|\/qr\.svg$/;

/** The type checker assumes that this file belongs to a window. */
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

/** The page sends what it fetched before this worker was active. */
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

worker.addEventListener("push", (/** @type {any} */ event) => {
  event.waitUntil(tell(event.data?.json() ?? {}));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

/**
 * What the server says, in the language in which it was asked for.
 * @param {{kind?: string, table?: string, from?: string, by?: string}} said
 */
async function tell({ kind, table = "", from = "", by = "" }) {
  const kept = await caches.match("/words-for-the-worker");
  const words = kept ? await kept.json() : {};
  const body = String(words[kind ?? ""] ?? "").replace("{name}", by);
  const data = /^[0-9a-f-]{36}$/.test(table) ? `/table/${table}` : "/";
  await worker.registration.showNotification(words.title ?? "Nim", {
    body,
    data,
    tag: table || from,
    icon: "/favicon.svg",
  });
}

/** In a window that is open, or else a new one. @param {string} address */
async function show(address) {
  const [open] = await worker.clients.matchAll({ type: "window" });
  if (!open) return worker.clients.openWindow(address);
  await open.focus();
  return open.navigate(address);
}

/** @param {URL} url */
function isKept(url) {
  return url.origin === location.origin && !LIVE.test(url.pathname);
}

/** Every address of the page returns the same page. @param {Request} request */
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
