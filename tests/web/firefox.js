// Debian's Firefox, driven by its built-in WebDriver BiDi.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

import { PATIENCE_MS } from "./patience.js";

const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

/** One browser window with its own profile. */
export class Firefox {
  #child;
  #socket;
  #context;
  #profile;
  #asked = new Map();
  #id = 0;

  static async start() {
    const firefox = new Firefox();
    firefox.#profile = await mkdtemp(path.join(tmpdir(), "nim-firefox-"));
    const flags = ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", firefox.#profile];
    firefox.#child = spawn(FIREFOX, flags, { stdio: ["ignore", "ignore", "pipe"] });
    const address = await new Promise((found, late) => {
      setTimeout(late, PATIENCE_MS, new Error("Firefox does not listen")).unref();
      createInterface(firefox.#child.stderr).on("line", (line) => {
        const said = /listening on (ws:\S+)/.exec(line);
        if (said) found(said[1]);
      });
    });
    firefox.#socket = new WebSocket(`${address}/session`);
    await new Promise((opened, failed) => {
      firefox.#socket.onopen = opened;
      firefox.#socket.onerror = failed;
    });
    firefox.#socket.onmessage = ({ data }) => firefox.#heard(JSON.parse(data));
    await firefox.#ask("session.new", { capabilities: {} });
    const { contexts } = await firefox.#ask("browsingContext.getTree", {});
    firefox.#context = contexts[0].context;
    return firefox;
  }

  /** Goes to an address, and waits until it has loaded. @param {string} url */
  go(url) {
    return this.#ask("browsingContext.navigate", { context: this.#context, url, wait: "complete" });
  }

  /** What an expression comes to in the page: a string, a number or a truth. @param {string} expression */
  async evaluate(expression) {
    const target = { context: this.#context };
    const { result, exceptionDetails } = await this.#ask("script.evaluate", {
      expression,
      target,
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result?.value;
  }

  /** Waits until an expression is true. @param {string} expression */
  async until(expression) {
    const late = Date.now() + PATIENCE_MS;
    while (!(await this.evaluate(`Boolean(${expression})`))) {
      if (Date.now() > late)
        throw new Error(`not in time: ${expression}\n${await this.evaluate("document.body.innerText")}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  /** A touch on the middle of what a selector finds, as a mouse makes it. @param {string} selector */
  async click(selector) {
    await this.until(`document.querySelector(${JSON.stringify(selector)})`);
    const found = await this.evaluate(`(() => {
      const one = document.querySelector(${JSON.stringify(selector)});
      one.scrollIntoView({ block: "center" });
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x + width / 2, y + height / 2].join();
    })()`);
    const [x, y] = found.split(",").map((at) => Math.round(Number(at)));
    const actions = [
      { type: "pointerMove", x, y },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ];
    const source = { type: "pointer", id: "mouse", actions };
    await this.#ask("input.performActions", { context: this.#context, actions: [source] });
  }

  async stop() {
    this.#socket?.close();
    this.#child.kill();
    await new Promise((gone) => this.#child.once("exit", gone));
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  #ask(method, params) {
    return new Promise((done, failed) => {
      const id = ++this.#id;
      this.#asked.set(id, { done, failed });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  #heard({ id, type, result, error, message }) {
    const { done, failed } = this.#asked.get(id) ?? {};
    this.#asked.delete(id);
    if (type === "error") failed?.(new Error(`${error}: ${message}`));
    else done?.(result);
  }
}
