// The line protocol of docs/bots.md on standard input and output, in Node.

import { createInterface } from "node:readline";

/** @param {typeof import("./bot.js").Bot} Bot */
export async function playLines(Bot) {
  let bot = new Bot();
  /** @type {any} */
  let setup = {};
  /** @type {any} */
  let told = {};
  for await (const line of createInterface({ input: process.stdin })) {
    const [word, rest] = split(line.trim());
    if (word === "hello")
      say(`hello ${JSON.stringify({ name: Bot.name, variants: Bot.variants, ...Bot.declared() })}`);
    else if (word === "newgame") [bot, setup] = [new Bot(), JSON.parse(rest)];
    else if (word === "position") told = JSON.parse(rest);
    else if (word === "go") {
      const move = await bot.choose(gameOf(setup, told, JSON.parse(rest)));
      say(move === null || move === undefined ? "resign" : `bestmove ${JSON.stringify(move)}`);
    } else if (word === "quit") break;
  }
  // Otherwise the process waits for the end of its input.
  process.stdin.destroy();
}

/**
 * @param {any} setup
 * @param {any} told
 * @param {any} go
 * @returns {import("./game.js").Game}
 */
function gameOf(setup, told, go) {
  return {
    variant: setup.variant,
    params: setup.params ?? {},
    ending: setup.ending,
    seat: setup.seat,
    position: told.position,
    ply: told.ply,
    legal_moves: told.legal_moves,
    all_moves: told.all,
    clock_ms: go.clock_ms ?? null,
    table: null,
    players: [],
  };
}

/** The first word, and what follows it. @param {string} line */
function split(line) {
  const end = line.indexOf(" ");
  return end < 0 ? [line, ""] : [line.slice(0, end), line.slice(end + 1)];
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`);
}
