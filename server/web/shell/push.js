// Notifications while the page is closed (Web Push): this browser subscribes with the server's
// key, and the worker shows what comes.

import { t } from "../texts/text.js";
import { answerTo } from "./query.js";

const PUSH = "/api/push";
/** The worker's cache, which is all that it has when it wakes: keep in step with `worker.js`. */
const KEPT = "nim-1";

/** Returns the key of a text that says why it failed; "" if it did not. */
export async function turnOn() {
  if (!("PushManager" in window) || !("serviceWorker" in navigator)) return "push.unable";
  if ((await Notification.requestPermission()) !== "granted") return "push.denied";
  const answer = await answerTo({ path: PUSH });
  if (!answer.ok) return `error.${answer.code}`;
  try {
    await navigator.serviceWorker.register("/worker.js");
    const { pushManager } = await navigator.serviceWorker.ready;
    const subscription = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: answer.value.key,
    });
    const { endpoint, keys = {} } = subscription.toJSON();
    const kinds = ["turn", "begun", "challenge"].map((kind) => [kind, t(`push.${kind}`, { name: "{name}" })]);
    const words = { title: t("frame.title"), ...Object.fromEntries(kinds) };
    const cache = await caches.open(KEPT);
    await cache.put("/words-for-the-worker", new Response(JSON.stringify(words)));
    const body = { endpoint, p256dh: keys.p256dh, auth: keys.auth };
    const told = await answerTo({ path: PUSH, method: "PUT", body });
    return told.ok ? "" : `error.${told.code}`;
  } catch {
    return "push.unable";
  }
}

/** The server forgets this browser, and the browser its subscription. */
export async function turnOff() {
  const told = await answerTo({ path: PUSH, method: "DELETE" });
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  return told.ok ? "" : `error.${told.code}`;
}
