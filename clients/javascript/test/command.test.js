// A bot's command: plays, is checked and plays a match without a server; and what is published.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

import { BIN, PACKAGE, Server } from "./server.js";

const run = promisify(execFile);
const PATIENCE = { timeout: 240_000 };
const BOT = join(PACKAGE, "examples/first_moves.js");
const env = { ...process.env, NIM_BOT: join(BIN, "nim-bot") };

/** Runs work in a new folder. @param {(folder: string) => Promise<void>} work */
async function inFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), "nim-client-"));
  await work(folder).finally(() => rm(folder, { recursive: true }));
}

test("a bot plays a house bot from the command line", PATIENCE, async () => {
  const server = await Server.start("on");
  const words = ["--url", server.url, "--challenge", "Nimby", "--games", "2", "--concurrency", "2"];
  const { stdout } = await run(process.execPath, [BOT, ...words]).finally(() => server.stop());
  assert.match(stdout, /^games=2 won=\d lost=\d no_result=0\n$/);
});

test("a bot is checked, and a broken one fails", PATIENCE, async () => {
  const { stdout } = await run(process.execPath, [BOT, "--check"], { env });
  assert.ok(stdout.includes("ok") && !stdout.includes("FAIL"), stdout);
  await inFolder(async (folder) => {
    const file = join(folder, "it's broken.mjs");
    await writeFile(
      file,
      `import { Bot } from ${JSON.stringify(join(PACKAGE, "src/index.js"))};
class Broken extends Bot { static variants = ["nim"]; choose() { return "nonsense"; } }
Broken.main();`,
    );
    await assert.rejects(run(process.execPath, [file, "--check"], { env }), ({ stdout }) =>
      stdout.includes("FAIL"),
    );
  });
});

test("a bot plays a match on this machine", PATIENCE, () =>
  inFolder(async (cwd) => {
    const { stdout, stderr } = await run(process.execPath, [BOT, "--match", "perfect"], { env, cwd });
    assert.match(stdout, /FirstMoves/);
    assert.match(stderr, /FirstMoves 1\.0, deterministic\n/);
  }),
);

test("without nim-bot it says what is missing", PATIENCE, async () => {
  const none = { ...process.env, NIM_BOT: "/none/nim-bot" };
  await assert.rejects(run(process.execPath, [BOT, "--check"], { env: none }), ({ code, stderr }) => {
    assert.match(stderr, /cannot run \/none\/nim-bot/);
    return code === 1;
  });
});

test("what is published installs, and TypeScript knows its messages", PATIENCE, () =>
  inFolder(async (folder) => {
    const { stdout } = await run("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: PACKAGE });
    await writeFile(join(folder, "package.json"), '{"type": "module"}');
    const offline = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--silent"];
    await run("npm", ["install", ...offline, join(folder, stdout.trim())], { cwd: folder });
    await writeFile(join(folder, "bot.ts"), TYPESCRIPT);
    const tsc = join(PACKAGE, "node_modules/.bin/tsc");
    const strict = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022"];
    await run(tsc, [...strict, "bot.ts"], { cwd: folder }).catch(({ stdout }) => assert.fail(stdout));
    const readme = await readFile(join(PACKAGE, "README.md"), "utf8");
    const example = /```js\n([^]*?)```/.exec(readme)?.[1] ?? "";
    await writeFile(join(folder, "my_bot.js"), example);
    const checked = await run(process.execPath, ["my_bot.js", "--check"], { cwd: folder, env });
    assert.ok(!checked.stdout.includes("FAIL"), checked.stdout);
  }),
);

const TYPESCRIPT = `import { Bot, Client, type Game } from "nim-client";
import type { Player } from "nim-client/messages";
export class Mine extends Bot {
  override choose(game: Game) {
    return game.legal_moves[0] ?? null;
  }
}
export async function offer(client: Client): Promise<string> {
  const { seek } = await client.request("seek", { game: { preset: "3-5-7" }, seat: "random", private: false });
  // @ts-expect-error A field that the request does not have.
  await client.request("accept", { sek: seek });
  for await (const event of client.events()) {
    if (event.t === "seated") {
      const players: Player[] = event.players;
      return players.map(({ name }) => name).join(event.token);
    }
  }
  return seek;
}
`;
