// Offline use: the service worker caches the page's files and those of the lessons.

/** Caches the files of the lessons, besides the page itself. @param {() => Promise<unknown>} fetchLessons */
export async function keepForOffline(fetchLessons) {
  // Browsers allow it only in secure contexts.
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
  await navigator.serviceWorker.register("/worker.js");
  const { active } = await navigator.serviceWorker.ready;
  await fetchLessons();
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  active?.postMessage({ files });
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data.kept) document.documentElement.dataset.kept = "";
  });
}
