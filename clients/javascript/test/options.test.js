// A bot's command without a server: what its options become, and the line protocol word by word.

import assert from "node:assert/strict";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { test } from "node:test";

import { Bot } from "../src/bot.js";
import { Clock, fakeSockets, idle } from "./fake.js";

class Plain extends Bot {
  choose({ legal_moves }) {
    return legal_moves.at(-1);
  }
}
class Named extends Plain {
  static variants = ["nim"];
  static version = "1.2";
  static seed = 0;
  static deterministic = true;
}
const you = { id: "me", name: "Ada", kind: "bot" };
const player = { id: "you", name: "Bob (easy)" };

/** Runs the command; what it wrote, and the exit code that it asked for. */
async function command(t, bot, words, meanwhile = async () => {}) {
  const said = { out: "", err: "" };
  const before = process.listeners("SIGINT");
  // The test runner writes here too: what it has to say by now, and later what is not text.
  for (let i = 0; i < 5; i++) await idle();
  const write = process.stdout.write.bind(process.stdout);
  const keep = (text, ...more) => (typeof text === "string" ? (said.out += text) : write(text, ...more));
  t.mock.method(process.stdout, "write", keep);
  t.mock.method(process.stderr, "write", (text) => (said.err += text));
  try {
    const running = bot.main(words);
    await meanwhile();
    await running;
  } finally {
    t.mock.restoreAll();
    for (const added of process.listeners("SIGINT").filter((one) => !before.includes(one)))
      process.off("SIGINT", added);
  }
  const code = process.exitCode;
  process.exitCode = undefined;
  return { ...said, code };
}

/** Runs it with a server that the test plays: after its `hello` and what it asked first, `play` goes on. */
async function onServer(t, bot, words, play = async () => {}) {
  const Socket = fakeSockets();
  const runtime = globalThis.WebSocket;
  globalThis.WebSocket = Socket;
  t.after(() => (globalThis.WebSocket = runtime));
  const first = [];
  const answer = async (message = { t: "ok" }) => {
    const [{ cid, ...asked }] = Socket.last.sent.splice(0, 1);
    Socket.last.says({ ...message, cid });
    await idle();
    return asked;
  };
  const said = await command(t, bot, words, async () => {
    // A file may be read before.
    for (let turns = 0; !Socket.last; turns++) {
      assert.ok(turns < 100_000, "it does not connect");
      await idle();
    }
    try {
      Socket.last.opens();
      await idle();
      first.push(await answer({ t: "welcome", you, token: "secret" }));
      first.push(await answer());
      await play(answer, Socket);
    } finally {
      Socket.last.drops(1000, "the end");
    }
  });
  return { ...said, first, url: Socket.made[0].url };
}

test("without options it looks for games on this machine, and a bad end is told", async (t) => {
  const { first, url, err, code, out } = await onServer(t, Plain, []);
  assert.equal(url, "ws://127.0.0.1:7070/ws");
  const hello = { t: "hello", kind: "bot", client: "nim-client 0.1.0", name: "Plain" };
  assert.deepEqual(first, [hello, { t: "lobby", on: true }]);
  assert.deepEqual([out, code], ["games=0 won=0 lost=0 no_result=0\n", undefined]);
  assert.equal(err, "");
});

test("address, name and secret reach the server", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "nim-client-"));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "token"), " mine\n");
  const words = ["--url", "wss://nim/ws", "--name", "Other", "--token-file", join(folder, "token")];
  const { first, url } = await onServer(t, Plain, words);
  assert.equal(url, "wss://nim/ws");
  assert.deepEqual([first[0].name, first[0].token], ["Other", "mine"]);
});

test("games are offered, as many at once and in all as it is told", async (t) => {
  const sought = [];
  const play = async (answer) => {
    sought.push(await answer({ t: "seeking", seek: "2" }));
    sought.push(await answer({ t: "seeking", seek: "3" }).catch(() => null));
  };
  const words = ["--seek", '{"preset":"3-5-7"}', "--concurrency", "3", "--games", "2"];
  const { first } = await onServer(t, Plain, words, play);
  const seek = { t: "seek", game: { preset: "3-5-7" }, seat: "random", private: false };
  assert.deepEqual([first[1], sought], [seek, [seek, null]]);
  const many = [];
  await onServer(t, Plain, ["--seek", "{}"], async (answer, Socket) => {
    for (let n = 2; Socket.last.sent.length > 0; n++) many.push(await answer({ t: "seeking", seek: `${n}` }));
  });
  assert.equal(many.length, 3, "four by default");
  await onServer(t, Plain, ["--seek", "{}", "--concurrency", "2"], async (answer, Socket) => {
    await answer({ t: "seeking", seek: "2" });
    assert.deepEqual(Socket.last.sent, []);
  });
});

test("a player is challenged, or a tournament entered", async (t) => {
  const asked = [];
  await onServer(t, Plain, ["--challenge", "Bob"], async (answer, Socket) => {
    Socket.last.says({ t: "lobby", seeks: [], players: [player] });
    await idle();
    asked.push(await answer({ t: "challenging", challenge: "c" }));
  });
  assert.deepEqual([asked[0].t, asked[0].player], ["challenge", "you"]);
  const { first } = await onServer(t, Named, ["--tournament", "T"]);
  assert.deepEqual([first[1].t, first[1].tournament], ["enter", "T"]);
});

test("a connection that is lost is told, with when it is tried again", async (t) => {
  for (const [why, told] of [
    ["gone", "gone"],
    ["", "no reason given"],
  ]) {
    const clock = new Clock(t);
    const { err } = await onServer(t, Plain, [], async (_, Socket) => {
      Socket.last.drops(1006, why);
      await clock.pass(250);
    });
    assert.equal(err, `connection lost (${told}); again in 0.3 s\n`);
  }
});

test("an interrupt ends it with its score", async (t) => {
  // The test runner listens too.
  const others = process.listeners("SIGINT");
  const { out } = await onServer(t, Plain, [], async (_, Socket) => {
    const [stop, ...more] = process.listeners("SIGINT").filter((one) => !others.includes(one));
    assert.deepEqual(more, []);
    assert.equal(Socket.last.closed, 0);
    stop();
    assert.equal(Socket.last.closed, 1);
    await idle();
  });
  assert.match(out, /^games=0 /);
});

test("what cannot be understood fails with a reason", async (t) => {
  for (const [words, why] of [
    [["--games", "0"], "not a number of games: 0"],
    [["--games", "1.5"], "not a number of games: 1.5"],
    [["--concurrency", "x1"], "not a number of games: x1"],
    [["--concurrency", "1x"], "not a number of games: 1x"],
    [["--seek", "{"], "JSON"],
    [["--unknown"], "--unknown"],
    [["--token-file", "/none/token"], "/none/token"],
  ]) {
    const { err, code, out } = await command(t, Plain, words);
    assert.ok(err.includes(why) && err.endsWith("\n"), err);
    assert.deepEqual([code, out], [1, ""]);
  }
});

test("help names every option", async (t) => {
  for (const word of ["--help", "-h"]) {
    const { out, code } = await command(t, Plain, [word]);
    const options = "url name token-file games concurrency seek challenge tournament check match lines";
    for (const option of options.split(" ")) assert.match(out, new RegExp(`^  --${option} .*\\w`, "m"));
    assert.equal(code, undefined);
  }
});

test("nim-bot checks it and lets it play, and its exit code is the command's", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "nim-client-"));
  const [before, script] = [process.env.NIM_BOT, process.argv[1]];
  t.after(() => {
    process.argv[1] = script;
    if (before === undefined) delete process.env.NIM_BOT;
    else process.env.NIM_BOT = before;
    return rm(folder, { recursive: true });
  });
  // It has a shell read the program, as nim-bot does, and writes all words line by line.
  const nimBot = join(folder, "nim-bot");
  await writeFile(nimBot, `#!/bin/sh\nprintf '%s\\n' "$@" >"$(dirname "$0")/words"\nexit 3\n`);
  await chmod(nimBot, 0o755);
  process.env.NIM_BOT = nimBot;
  process.argv[1] = "/a/it's mine.js";
  const words = async (...given) => {
    assert.equal((await command(t, Plain, given)).code, 3);
    return (await readFile(join(folder, "words"), "utf8")).trimEnd().split("\n");
  };
  const node = [process.execPath, ...process.execArgv].map((word) => `'${word}'`).join(" ");
  const program = `${node} '/a/it'\\''s mine.js' --lines`;
  assert.deepEqual(await words("--check"), ["conform", program]);
  const entrants = `name=Plain;program:${program},perfect,random`;
  assert.deepEqual(await words("--match", "perfect,random"), ["tournament", "--entrants", entrants]);
  // Killed, it has no exit code.
  await writeFile(nimBot, "#!/bin/sh\nkill -9 $$\n");
  assert.equal((await command(t, Plain, ["--check"])).code, 1);
  process.env.NIM_BOT = "/none/nim-bot";
  const { err, code } = await command(t, Plain, ["--check"]);
  assert.match(err, /^cannot run \/none\/nim-bot \(.+\): it comes with the server; NIM_BOT names it\n$/);
  assert.equal(code, 1);
});

/** Tells the bot these lines: its answers, as words with the JSON behind them. */
async function speak(t, bot, ...lines) {
  const input = new PassThrough();
  const stdin = Object.getOwnPropertyDescriptor(process, "stdin");
  Object.defineProperty(process, "stdin", { value: input, configurable: true });
  t.after(() => Object.defineProperty(process, "stdin", stdin));
  input.end(lines.map((line) => `${line}\n`).join(""));
  const { out } = await command(t, bot, ["--lines"]);
  assert.ok(input.destroyed, "otherwise the process would wait for the end of its input");
  return out
    .split("\n")
    .slice(0, -1)
    .map((line) => line.split(/ (.*)/))
    .map(([word, rest]) => [word, ...(rest ? [JSON.parse(rest)] : [])]);
}
const SETUP = { variant: "nim", params: { size: 9 }, ending: "misere", seat: 1 };
const TOLD = {
  position: { heaps: [3] },
  ply: 4,
  legal_moves: [
    [0, 1],
    [0, 2],
  ],
  all: false,
};
const newgame = `newgame ${JSON.stringify(SETUP)}`;
const position = `position ${JSON.stringify(TOLD)}`;

test("by lines a bot says what it is", async (t) => {
  assert.deepEqual(await speak(t, Plain, "hello"), [["hello", { name: "Plain" }]]);
  const named = { name: "Named", variants: ["nim"], version: "1.2", seed: 0, deterministic: true };
  assert.deepEqual(await speak(t, Named, "hello 1"), [["hello", named]]);
});

test("without other words it reads those of its process", async (t) => {
  const { argv } = process;
  process.argv = ["node", "bot.js", "--help"];
  t.after(() => (process.argv = argv));
  const { out, err } = await command(t, Plain, undefined);
  assert.match(out, /^Usage: /);
  assert.equal(err, "");
});

test("by lines it sees the whole game and answers with its move", async (t) => {
  const seen = [];
  class Sees extends Plain {
    async choose(game) {
      seen.push(game);
      return super.choose(game);
    }
  }
  const { params: _, ...plain } = SETUP;
  const answers = await speak(
    ...[t, Sees, newgame, `  ${position}  `, 'go {"clock_ms":70}', "unknown", "", "go {}"],
    ...[`newgame ${JSON.stringify(plain)}`, position, "go {}", "quit", "go {}"],
  );
  assert.deepEqual(answers, Array(3).fill(["bestmove", [0, 2]]));
  const { all, ...told } = TOLD;
  const game = { ...SETUP, ...told, all_moves: all, clock_ms: 70, table: null, players: [] };
  assert.deepEqual(seen, [game, { ...game, clock_ms: null }, { ...game, params: {}, clock_ms: null }]);
});

test("by lines a bot of its own plays each game, and may resign", async (t) => {
  class Once extends Bot {
    moves = [[0, 1], null];
    choose() {
      return this.moves.shift();
    }
  }
  const answers = await speak(t, Once, newgame, position, "go {}", "go {}", "go {}", newgame, "go {}");
  assert.deepEqual(answers, [["bestmove", [0, 1]], ["resign"], ["resign"], ["bestmove", [0, 1]]]);
});
