// The command line of a bot, in Node: it plays on a server, is checked, or plays others on this
// machine.

import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { Client } from "./client.js";
import { Driver } from "./driver.js";
import { playLines } from "./lines.js";

/** @typedef {typeof import("./bot.js").Bot} BotClass */

const HELP = `Usage: node BOT.js [OPTIONS]

  --url URL            the server (default: ws://127.0.0.1:7070/ws)
  --name NAME          the name shown to others (default: that of the class)
  --token-file FILE    the secret of a registered bot
  --games N            leave after this many games
  --concurrency N      games at once (default: 4)
  --seek JSON          offer this game, such as '{"preset":"3-5-7"}'
  --challenge NAME     challenge this player to 3-5-7
  --tournament ID      enter this tournament
without a server, by the program nim-bot:
  --check              play test games and report what breaks the line protocol
  --match OPPONENTS    play a tournament, such as --match perfect,random
  --lines              speak the line protocol
`;

const OPTIONS = /** @type {const} */ ({
  url: { type: "string", default: "ws://127.0.0.1:7070/ws" },
  name: { type: "string" },
  "token-file": { type: "string" },
  games: { type: "string" },
  concurrency: { type: "string", default: "4" },
  seek: { type: "string" },
  challenge: { type: "string" },
  tournament: { type: "string" },
  check: { type: "boolean" },
  match: { type: "string" },
  lines: { type: "boolean" },
  help: { type: "boolean", short: "h" },
});

/** @param {BotClass} Bot @param {string[]} [words] */
export async function run(Bot, words = process.argv.slice(2)) {
  try {
    const { values } = parseArgs({ args: words, options: OPTIONS });
    if (values.help) return void process.stdout.write(HELP);
    if (values.lines) return await playLines(Bot);
    if (values.check) return await nimBot(["conform", program()]);
    if (values.match !== undefined) return await nimBot(match(Bot, values.match));
    await play(Bot, values);
  } catch (why) {
    process.stderr.write(`${why instanceof Error ? why.message : why}\n`);
    process.exitCode = 1;
  }
}

/** @param {BotClass} Bot @param {{[option: string]: string | boolean | undefined}} values */
async function play(Bot, values) {
  const text = (/** @type {string} */ option) => /** @type {string | undefined} */ (values[option]);
  const file = text("token-file");
  const token = file && (await readFile(file, "utf8")).trim();
  const client = new Client(text("url") ?? "", {
    name: text("name") ?? Bot.name,
    token,
    onLost: (why, seconds) =>
      process.stderr.write(
        `connection lost (${why || "no reason given"}); again in ${seconds.toFixed(1)} s\n`,
      ),
  });
  const driver = new Driver(Bot, client, {
    games: whole(text("games")) ?? Infinity,
    concurrency: whole(text("concurrency")) ?? 4,
    seek: text("seek") && JSON.parse(text("seek") ?? ""),
    challenge: text("challenge"),
    tournament: text("tournament"),
  });
  process.once("SIGINT", () => client.close());
  await driver.run();
  process.stdout.write(`${driver.score()}\n`);
}

/** @param {string | undefined} text */
function whole(text) {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`not a number of games: ${text}`);
  return Number(text);
}

/** @param {BotClass} Bot @param {string} opponents */
function match(Bot, opponents) {
  return ["tournament", "--entrants", `name=${Bot.name};program:${program()},${opponents}`];
}

/** This bot as a program for `nim-bot`, which has a shell read it. */
function program() {
  const words = [process.execPath, ...process.execArgv, process.argv[1]];
  return `${words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ")} --lines`;
}

/** @param {string[]} words @returns {Promise<void>} */
function nimBot(words) {
  const command = process.env.NIM_BOT ?? "nim-bot";
  const child = spawn(command, words, { stdio: "inherit" });
  return new Promise((done, failed) => {
    child.on("error", (why) => {
      failed(new Error(`cannot run ${command} (${why.message}): it comes with the server; NIM_BOT names it`));
    });
    child.on("exit", (code) => {
      process.exitCode = code ?? 1;
      done();
    });
  });
}
