// Notifications: this browser subscribes with the server's key, the worker shows what comes, and a
// touch leads to the game. A push service is not needed: the browser's own is stood in for.

import assert from "node:assert/strict";
import { test } from "node:test";

import { WHOLE_CHROMIUM, registered, stage } from "../harness.js";
import { PATIENCE_MS } from "../patience.js";

const { server, browser } = await stage({ bots: "off" }, WHOLE_CHROMIUM);

/** How long a message that was not shown is waited for, before it is sent again. */
const AGAIN_MS = 9000;

const TABLE = "01890a5d-ac96-774b-bcce-b302099a8061";

/** In place of the push service: a subscription with a key of the browser's own. */
async function subscribing() {
  const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const encode = (bytes) =>
    btoa(String.fromCharCode(...bytes))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
  const keys = { p256dh: encode(raw), auth: encode(crypto.getRandomValues(new Uint8Array(16))) };
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    window.subscribedWith = applicationServerKey;
    return { toJSON: () => ({ endpoint: "https://push.example.net/to/ada", keys }) };
  };
}

test("a browser is notified, shows whose move it is, and is no longer notified", async () => {
  const ada = await registered(browser, server, "Ada", { serviceWorkers: "allow" });
  const { page, context, problems } = ada;
  await context.grantPermissions(["notifications"]);
  await page.goto(`${server.url}/account`);
  await page.waitForSelector("summary:has-text('Notifications')");
  await page.evaluate(subscribing);
  await page.click("summary:has-text('Notifications')");
  await page.click("#notifying[aria-pressed=false]:enabled");
  await page.waitForSelector("#notifying[aria-pressed=true]");
  const { key, on } = await page.evaluate(async () => (await fetch("/api/push")).json());
  assert.equal(on, true);
  assert.equal(await page.evaluate(() => window.subscribedWith), key);

  const session = await context.newCDPSession(page);
  const known = new Promise((done) =>
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      if (registrations[0]) done(registrations[0].registrationId);
    }),
  );
  await session.send("ServiceWorker.enable");
  const registrationId = await known;
  // A worker that is still installing would miss the message.
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== "activated") await new Promise((drawn) => requestAnimationFrame(drawn));
  });
  const data = JSON.stringify({ kind: "turn", table: TABLE, by: "Bob" });
  const shownWithin = (patience) =>
    page.evaluate(async (patience) => {
      const registration = await navigator.serviceWorker.ready;
      for (const end = Date.now() + patience; Date.now() < end;) {
        const [first] = await registration.getNotifications();
        if (first) return { title: first.title, body: first.body, data: first.data };
        await new Promise((drawn) => requestAnimationFrame(drawn));
      }
      return null;
    }, patience);
  let shown = null;
  // What stands in for the push service does not try again if the worker was just being stopped.
  for (let waited = 0; !shown && waited < PATIENCE_MS; waited += AGAIN_MS) {
    await session.send("ServiceWorker.deliverPushMessage", {
      origin: `${server.url}/`,
      registrationId,
      data,
    });
    shown = await shownWithin(AGAIN_MS);
  }
  const expected = { title: "Nim", body: "Bob has moved. It is your turn.", data: `/table/${TABLE}` };
  assert.deepEqual(shown, expected);

  await page.click("#notifying[aria-pressed=true]:enabled");
  await page.waitForSelector("#notifying[aria-pressed=false]");
  assert.equal((await page.evaluate(async () => (await fetch("/api/push")).json())).on, false);
  assert.deepEqual(problems, []);
  await context.close();
});

test("a player who is away is challenged to a game of days, and finds the challenge", async () => {
  const eve = await registered(browser, server, "Eve");
  await eve.page.evaluate(subscribing);
  const [id, put] = await eve.page.evaluate(async () => {
    const { endpoint, keys } = (await PushManager.prototype.subscribe({})).toJSON();
    const body = JSON.stringify({ endpoint, ...keys });
    const headers = { "content-type": "application/json" };
    const { status } = await fetch("/api/push", { method: "PUT", headers, body });
    return [(await (await fetch("/api/me")).json()).you.id, status];
  });
  assert.equal(put, 204);
  await eve.page.close();

  const { page, context, problems } = await registered(browser, server, "Max");
  await page.goto(`${server.url}/player/${id}`);
  await page.waitForSelector("text=will be told of a challenge");
  await page.click("#challenge:enabled");
  await page.waitForSelector("#clock");
  assert.deepEqual(await page.locator("#clock option").allTextContents(), ["1 day a move"]);
  await page.click("#send-challenge");
  await page.waitForSelector(".strip.waiting");
  await context.close();

  const back = await eve.context.newPage();
  await back.goto(server.url);
  await back.click(".challenge button.light:has-text('Play')");
  await back.waitForURL("**/table/*");
  // Those of a player who has not been rated are not found.
  const known = problems.filter((problem) => !/404.*\/ratings$/.test(problem));
  assert.deepEqual([...known, ...eve.problems], []);
  await eve.context.close();
});
