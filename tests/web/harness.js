// The basis of browser tests and screenshots: a real server on a free port, Debian's Chromium,
// and players that speak the wire without a page.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach } from "node:test";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

import { PATIENCE_MS } from "./patience.js";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const ROOT = path.resolve(HERE, "../..");
const WEB = path.join(ROOT, "server/web");
/** The server under test; NIM_SERVER names another. */
const SERVER = process.env.NIM_SERVER ?? path.join(ROOT, "target/release/nim-server");
/** The bot that was built with it. */
export const BOT = path.join(path.dirname(SERVER), "nim-bot");
/** Without the windows, tabs and menus around a page, which cost as much as most pages. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
/** With all that a visitor's browser has: only there are notifications shown. */
export const WHOLE_CHROMIUM = "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** For development: serves the current files instead of those in the binary. */
const FROM_DISK = process.env.NIM_WEB === "disk";
// Pages served by the test itself count as foreign; this flag lets them reach the server.
if (FROM_DISK) FLAGS.push("--disable-features=LocalNetworkAccessChecks");

/** The last lines that each server has logged. @type {string[][]} */
const logs = [];
const LOG_LINES = 200;

/** The reason why the tests cannot run here, if any. */
export function missing() {
  return (
    [SERVER, CHROMIUM]
      .filter((file) => !existsSync(file))
      .map((file) => `${file} is missing`)
      .join(", ") || false
  );
}

/**
 * A server of its own, on a free port unless one is given, with its data in a
 * folder of its own.
 */
export async function startServer({ port = 0, bots = "on", data, env = {}, args = [] } = {}) {
  const folder = data ?? (await mkdtemp(path.join(tmpdir(), "nim-web-")));
  const usual = ["--listen", `127.0.0.1:${port}`, "--data", folder, "--house-bots", bots];
  const child = spawn(SERVER, [...usual, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  const log = [];
  logs.push(log);
  createInterface(child.stderr).on("line", (line) => {
    log.push(line);
    if (log.length > LOG_LINES) log.shift();
  });
  const ended = once(child, "exit").then(([code, signal]) => {
    throw new Error(`the server has ended: ${code ?? signal}\n${log.join("\n")}`);
  });
  const [line] = await Promise.race([once(createInterface(child.stdout), "line"), ended]);
  // From now on it may end.
  ended.catch(() => {});
  const url = line.match(/http:\/\/\S+/)[0];
  return {
    url,
    port: Number(new URL(url).port),
    folder,
    /** Stops the server; by default gracefully. */
    async stop(signal = "SIGTERM", keep = false) {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, "exit");
        child.kill(signal);
        await gone;
      }
      if (!keep) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The variants that a server offers, each with its usual game, for two players where more could play. */
export async function offered({ url }) {
  const variants = await (await fetch(`${url}/api/variants`)).json();
  return variants.map(({ variant, endings, presets }) => {
    const game = structuredClone(presets[0].game);
    if (game.params.players) game.params.players = 2;
    return { variant, endings, presets, game };
  });
}

/** @param {number[]} heaps */
export function nim(heaps) {
  return { variant: "nim", params: {}, ending: "normal", start: { heaps } };
}

/** Now and then Chromium crashes while it starts, which says nothing about the page. */
export async function startBrowser(executablePath = CHROMIUM) {
  const start = () => chromium.launch({ executablePath, args: FLAGS });
  return start().catch(start);
}

/**
 * A visitor with a browser profile of its own. Every error of the page, and
 * every request to elsewhere, is kept in `problems`.
 */
export async function visitor(browser, server, { name = "Visitor", ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width: 1200, height: 900 },
    locale: "en",
    reducedMotion: "reduce",
    serviceWorkers: "block",
    ...options,
  });
  await context.addInitScript(
    (name) => localStorage.getItem("nim.name") ?? localStorage.setItem("nim.name", name),
    name,
  );
  if (FROM_DISK) await serveFromDisk(context, server.url);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const problems = [];
  visitors.push({ name, page, problems });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    // A server stopped on purpose is not an error of the page.
    if (message.type() === "error" && !/WebSocket|ERR_CONNECTION/.test(message.text()))
      problems.push(`${message.text()} ${message.location().url}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(server.url) && !/^(data|blob):/.test(request.url()))
      problems.push(`request to ${request.url()}`);
  });
  return { page, context, problems };
}

/** Waits until the page shows the name as that of an account: a guest is offered to sign in beside it. */
export function isSignedIn(page, name) {
  return page.waitForSelector(`.name:not(:has(.button)) a:has-text("${name}")`);
}

/** A visitor who has registered a name of their own. */
export async function registered(browser, server, name, options = {}) {
  const person = await visitor(browser, server, { name, ...options });
  await person.page.goto(`${server.url}/account`);
  await person.page.fill("#password", "correct horse battery");
  await person.page.click("#register:enabled");
  await isSignedIn(person.page, name);
  return person;
}

/** Who has come since the last test. @type {Array<{name: string, page: any, problems: string[]}>} */
const visitors = [];

/**
 * A server and a browser for all tests of a file, gone after the last one. Of a test that
 * has failed, it is told what everybody sees, and what the servers have logged.
 */
export async function stage(options = { bots: "off" }, executable = CHROMIUM) {
  const server = await startServer(options);
  const browser = await startBrowser(executable);
  afterEach(tellSights);
  after(async () => {
    await browser.close();
    await server.stop();
  });
  return { server, browser };
}

/** For a failed test, logs what each page shows, or that it does not respond, and the servers' logs. */
async function tellSights({ passed }) {
  const last = visitors.splice(0);
  if (passed) return;
  for (const { name, page, problems } of last) {
    const seen = page.evaluate(() => document.body.innerText).catch(String);
    const late = new Promise((done) => setTimeout(done, 10_000, "the page does not answer"));
    console.log(`${name} at ${page.url()}:`, await Promise.race([seen, late]), problems);
  }
  for (const log of logs) console.log(`a server's log:\n${log.join("\n")}`);
}

async function serveFromDisk(context, url) {
  const types = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
  };
  await context.route(`${url}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (/^\/(api|preview)\/|\/qr\.svg$/.test(pathname)) return route.continue();
    const document = pathname === "/admin" ? "admin.html" : "index.html";
    if (pathname.startsWith("/admin/") && !path.extname(pathname)) return route.continue();
    // Each module is served as it is, not joined with others.
    const file = path.join(WEB, path.extname(pathname) ? pathname.replace(/^\/bundles\//, "/") : document);
    const body = await readFile(file).catch(() => null);
    if (!body) return route.fulfill({ status: 404 });
    return route.fulfill({
      body,
      contentType: types[path.extname(file)],
      headers: { "content-security-policy": "default-src 'self'" },
    });
  });
}

/**
 * A player without a page, on the page's own WebSocket: chooses the first legal
 * move, or what `choose` says.
 */
export async function wirePlayer(browser, server, name, choose = (moves) => moves[0]) {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${server.url}/favicon.svg`);
  await page.exposeFunction("choose", choose);
  await page.evaluate(
    async ({ url, name }) => {
      const socket = new WebSocket(url, "nim.v1");
      const waiting = new Map();
      let cid = 0;
      // Whoever asks on a lost connection is told so: otherwise they would wait for ever.
      let lost = null;
      const ask = (message) =>
        new Promise((resolve, reject) => {
          if (lost) return reject(lost);
          waiting.set(++cid, (answer) =>
            answer.t === "error" ? reject(new Error(`${answer.code} ${answer.message}`)) : resolve(answer),
          );
          socket.send(JSON.stringify({ ...message, cid }));
        });
      socket.onclose = ({ code }) => {
        lost = new Error(`the connection is closed: ${code}`);
        for (const told of waiting.values()) told({ t: "error", code: "closed", message: code });
      };
      const think = async (state, seat) => {
        window.tables[state.table] = state;
        if (state.to_move !== seat || !window.plays) return;
        const { moves } = await ask({ t: "moves", table: state.table });
        await ask({ t: "move", table: state.table, ply: state.ply, move: await window.choose(moves) }).catch(
          () => {},
        );
      };
      const mine = {};
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.cid) return waiting.get(message.cid)?.(message);
        if (message.t === "seated") {
          mine[message.state.table] = message.seat;
          think(message.state, message.seat);
        }
        if (message.t === "state" && message.table in mine) think(message, mine[message.table]);
        if (message.t === "challenged" && window.accepts)
          ask({ t: "reply", challenge: message.challenge, accept: true });
      };
      await new Promise((resolve) => (socket.onopen = resolve));
      Object.assign(window, { ask, tables: {}, plays: true, accepts: true });
      await ask({ t: "hello", name, kind: "bot", client: "test" });
    },
    { url: `${server.url.replace("http", "ws")}/ws`, name },
  );
  return {
    ask: (message) => page.evaluate((message) => window.ask(message), message),
    set: (values) => page.evaluate((values) => void Object.assign(window, values), values),
    close: () => context.close(),
  };
}

/** Waits until it is the visitor's turn and the moves are there, or the game is over. */
export async function turnOrEnd(page) {
  await page.waitForFunction(() => {
    const over = document.querySelector(".status.over");
    const ready =
      document.querySelector(".status.mine") &&
      document.querySelector("#play") &&
      document.querySelector(".preview:not(.loading)");
    return over || ready;
  });
  return (await page.locator(".status.over").count()) ? "over" : "turn";
}

/** Plays what is selected, and waits until the page shows the move. */
export async function commit(page) {
  const before = await page.locator(".moves li").count();
  await page.click("#play");
  await page.waitForFunction(
    (before) =>
      document.querySelectorAll(".moves li").length > before || document.querySelector(".notice.error"),
    before,
  );
}

/**
 * Chooses one of a few by a click on its label, as a visitor does, or takes the choice back;
 * returns once the page shows it.
 * @param {string} choice  As `name=value`.
 */
export async function pick(page, choice, on = true) {
  const [, name, value] = choice.match(/^(.*?)=(.*)$/);
  const input = page.locator(`[name="${name}"][value="${value}"]`);
  if ((await input.isChecked()) !== on) await page.locator("label", { has: input }).click();
  await page.waitForSelector(`[name="${name}"][value="${value}"]${on ? ":checked" : ":not(:checked)"}`, {
    state: "attached",
  });
}

/** Waits until the page has drawn what happened last. */
export function frame(page) {
  return page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Asserts that an accessibility audit finds nothing serious. */
export async function audit(page, what) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const found = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)} ${nodes[0].any[0]?.message ?? ""}`);
  assert.deepEqual(found, [], what);
}
