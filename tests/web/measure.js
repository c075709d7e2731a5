// How quick the page is in a real browser: what a first load brings and when it
// paints, and how many frames a second a board of two hundred stones makes while
// the pointer runs over it and touches it. `npm run measure`; the figures stand in
// docs/benchmarks.md.

import { nim, startBrowser, startServer, visitor, wirePlayer } from "./harness.js";
import { sitDown } from "./seating.js";

const LOADS = 9;
const SECONDS = 5;

const server = await startServer({ bots: "off" });
const browser = await startBrowser();
try {
  const bot = await wirePlayer(browser, server, "Rowan");
  await loads();
  await frames(bot);
} finally {
  await browser.close();
  await server.stop();
}

/** Each time as a new visitor, with an empty cache. */
async function loads() {
  const paints = [];
  let bytes = 0;
  for (let i = 0; i < LOADS; i++) {
    const { page, context } = await visitor(browser, server);
    // Bytes on the wire: the server compresses text.
    const sizes = [];
    page.on("requestfinished", (request) =>
      sizes.push(
        request.sizes().then(
          ({ responseBodySize }) => responseBodySize,
          () => 0,
        ),
      ),
    );
    await page.goto(server.url);
    await page.waitForSelector("#play-now .paces button:enabled");
    await page.waitForLoadState("networkidle");
    bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    paints.push(
      await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime),
    );
    await context.close();
  }
  say("first load", `${bytes} bytes`);
  say("first paint", `${at(paints, 0.5)} ms median, ${at(paints, 1)} ms slowest of ${LOADS}`);
}

async function frames(bot) {
  const { page, context } = await visitor(browser, server, { reducedMotion: "no-preference" });
  await sitDown(page, server, bot, nim(Array(10).fill(20)));
  const boxes = await page
    .locator(".piece")
    .evaluateAll((pieces) =>
      pieces
        .map((piece) => piece.getBoundingClientRect())
        .map(({ x, y, width, height }) => [x + width / 2, y + height / 2]),
    );
  await page.evaluate(() => {
    window.times = [];
    const note = (now) => window.times.push(now) && requestAnimationFrame(note);
    requestAnimationFrame(note);
  });
  const work = await workOf(context, page);
  const until = Date.now() + SECONDS * 1000;
  for (let i = 0; Date.now() < until; i++) {
    const [x, y] = boxes[(i * 37) % boxes.length];
    await page.mouse.move(x, y, { steps: 3 });
    if (i % 4 === 0) await page.mouse.click(x, y);
  }
  const times = await page.evaluate(() => window.times);
  const gaps = times.slice(1).map((time, i) => time - times[i]);
  say(
    "frames a second",
    `${((1000 * gaps.length) / (times.at(-1) - times[0])).toFixed(1)} with ${boxes.length} stones`,
  );
  say("work a frame", `${((await work()) / gaps.length).toFixed(2)} ms of the page's own thread, of 16.7`);
  say("between frames", `${at(gaps, 0.5)} ms median, ${at(gaps, 0.99)} ms p99, ${at(gaps, 1)} ms most`);
  await context.close();
}

/** What the page's main thread has worked since, in milliseconds of a core: true on a busy machine too. */
async function workOf(context, page) {
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () =>
    (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value *
    1000;
  const before = await worked();
  return async () => (await worked()) - before;
}

/** @param {number[]} values @param {number} share */
function at(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1);
}

function say(what, value) {
  console.log(`${what.padEnd(16)} ${value}`);
}
