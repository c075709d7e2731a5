// The page without a network: what it is made of is kept by the service worker, with
// what the lessons need.

/** What the lessons are made of, beside the page itself. @param {() => Promise<unknown>} fetchLessons */
export async function keepForOffline(fetchLessons) {
  // Browsers keep it to pages that nobody could have changed on the way.
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
