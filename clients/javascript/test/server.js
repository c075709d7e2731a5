// A server for the tests, with its own data folder, which can be killed and restarted. NIM_BIN names
// the folder of nim-server and nim-bot.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
export const BIN = process.env.NIM_BIN ?? join(PACKAGE, "../../target/debug");

export class Server {
  /** Starts it, on a free port. @param {string} houseBots  `on` or `off`. */
  static async start(houseBots = "off") {
    const server = new Server();
    server.folder = await mkdtemp(join(tmpdir(), "nim-client-"));
    server.houseBots = houseBots;
    await server.#run("127.0.0.1:0");
    return server;
  }

  /** Kills it, as a power cut would, and restarts it at the same address. */
  async restart() {
    await this.#end("SIGKILL");
    await this.#run(this.address);
  }

  async stop() {
    await this.#end("SIGTERM");
    await rm(this.folder, { recursive: true });
  }

  /** An HTTP request: the answer's JSON. @param {string} path @param {object} body @param {string} [token] */
  async post(path, body, token) {
    const headers = {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(`http://${this.address}${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  /** @param {string} path */
  async get(path) {
    return (await fetch(`http://${this.address}${path}`)).json();
  }

  /** @param {string} address */
  async #run(address) {
    const words = ["--child", "--listen", address, "--data", this.folder, "--house-bots", this.houseBots];
    this.process = spawn(join(BIN, "nim-server"), words, { stdio: ["pipe", "pipe", "ignore"] });
    this.gone = new Promise((gone) => this.process.on("exit", gone));
    for await (const line of createInterface({ input: this.process.stdout })) {
      this.address = line.split("/").at(-1);
      this.url = `ws://${this.address}/ws`;
      return;
    }
    throw new Error("the server did not start");
  }

  /** @param {"SIGKILL" | "SIGTERM"} signal */
  async #end(signal) {
    this.process.kill(signal);
    await this.gone;
  }
}
