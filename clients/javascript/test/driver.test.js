// A driver with a server that the test plays: which games it finds, what a bot is asked, and when it leaves.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Bot } from "../src/bot.js";
import { Closed } from "../src/client.js";
import { Refused } from "../src/connection.js";
import { Driver } from "../src/driver.js";
import { FakeClient } from "./fake_client.js";

const game = { variant: "nim", params: { size: 9 }, ending: "misere", start: { heaps: [3] } };
const [me, you] = [
  { id: "me", name: "Ada", kind: "bot" },
  { id: "you", name: "Bob", kind: "bot" },
];
const players = [me, you];
const at = (table, ply, more = {}) => ({
  ...{ table, ply, position: { heaps: [3 - ply] }, to_move: ply % 2, over: null },
  ...more,
});
const state = (table, ply, more) => ({ t: "state", ...at(table, ply, more) });
const over = (table, ...winners) => state(table, 3, { to_move: null, over: { winners, reason: "played" } });
const seated = (table, seat = 0, more = {}) => ({
  t: "seated",
  seat,
  token: "x",
  game,
  players,
  state: at(table, 0),
  ...more,
});
const seek = (id, more = {}) => ({ seek: id, by: you, game, rated: false, ...more });
const lobby = (seeks, players = []) => ({ t: "lobby", seeks, players });
const moves = { t: "moves", ply: 0, moves: [[0, 1], [0, 2]] }; // prettier-ignore

/** Makes the last legal move. */
class Last extends Bot {
  choose({ legal_moves }) {
    return legal_moves.at(-1);
  }
}

/** A driver that runs, its client, and what it reports. */
async function running(t, options = {}, { bot = Last, answers = {}, as = me } = {}) {
  const client = new FakeClient(as, { moves, ...answers });
  const told = [];
  const driver = new Driver(bot, client, { onError: (why) => told.push(why), ...options });
  let ended = false;
  const run = driver.run().finally(() => (ended = true));
  run.catch(() => {});
  t.after(() => client.close());
  const begun = await client.tell();
  return { driver, client, told, run, begun, tell: client.tell.bind(client), ended: () => ended };
}
const numbered = (field) => {
  let last = 0;
  return () => ({ [field]: `${++last}` });
};

test("without an offer of its own it asks for the lobby, and takes the open games that it plays", async (t) => {
  class Nim extends Last {
    static variants = ["nim"];
  }
  const { begun, tell, told } = await running(t, { concurrency: 3 }, { bot: Nim });
  assert.deepEqual(begun, [{ t: "lobby", on: true }]);
  const seeks = [
    seek("mine", { by: me }),
    seek("rated", { rated: true }),
    seek("other", { game: { ...game, variant: "kayles" } }),
    ...["a", "b", "c", "d"].map((id) => seek(id)),
  ];
  const accept = (...ids) => ids.map((id) => ({ t: "accept", seek: id }));
  assert.deepEqual(await tell(lobby(seeks)), accept("a", "b", "c"));
  // A game that begins was an offer; another place is free once it is over.
  assert.deepEqual(await tell(seated("T", 1, { offer: "a" })), []);
  const delta = (more) => ({ t: "lobby_delta", ...more });
  assert.deepEqual(await tell(delta({ seeks: { gone: ["d"], set: [seek("e")] } })), []);
  assert.deepEqual(await tell(over("T", 0)), [{ t: "lobby", on: true }]);
  assert.deepEqual(await tell(delta({ seeks: {} })), accept("e"));
  assert.deepEqual(await tell(delta({})), []);
  assert.deepEqual(told, []);
});

test("a game may begin before the driver has heard that its offer stands", async (t) => {
  let stands = (_) => {};
  let last = 0;
  const made = () => (++last === 1 ? { seek: "1" } : new Promise((answer) => (stands = answer)));
  const { tell } = await running(t, { seek: game, games: 3, concurrency: 1 }, { answers: { seek: made } });
  const kinds = async (...events) => (await tell(...events)).map(({ t }) => t);
  assert.deepEqual(await kinds(seated("T", 1, { offer: "1" }), over("T", 0)), ["seek"]);
  assert.deepEqual(await kinds(seated("U", 1, { offer: "2" })), []);
  stands({ seek: "2" });
  assert.deepEqual(await kinds(), []);
  // The place of the game that is over is free.
  assert.deepEqual(await kinds(over("U", 0)), ["seek"]);
});

test("an open game that another player took was none, and any other failure is told", async (t) => {
  const taken = new Refused("not_found", "taken");
  const failures = [taken, taken, undefined, new Error("broken")];
  const { tell, told } = await running(
    t,
    { concurrency: 1 },
    { answers: { accept: () => failures.shift() } },
  );
  const accepted = (asked) => asked.map(({ seek }) => seek);
  assert.deepEqual(accepted(await tell(lobby([seek("a"), seek("b"), seek("c"), seek("d")]))), [
    "a",
    "b",
    "c",
  ]);
  assert.deepEqual(told, []);
  await tell({ t: "declined", challenge: "c" });
  assert.deepEqual(accepted(await tell({ t: "lobby_delta" })), ["d"]);
  assert.deepEqual(
    told.map(({ message }) => message),
    ["broken"],
  );
  // It looks further after a failure.
  assert.deepEqual(accepted(await tell(lobby([seek("e")]))), ["e"]);
});

test("it offers as many games as it wants at once, and no more than it plays", async (t) => {
  const options = { games: 3, concurrency: 2, seek: { preset: "3-5-7" } };
  const { driver, client, begun, tell, run, ended } = await running(t, options, {
    answers: { seek: numbered("seek") },
  });
  const offer = { t: "seek", game: { preset: "3-5-7" }, seat: "random", private: false };
  assert.deepEqual(begun, [offer, offer]);
  assert.deepEqual(await tell(seated("T", 1, { offer: "1" }), seated("U", 1, { offer: "2" })), []);
  assert.deepEqual(await tell(over("T", 1)), [offer]);
  assert.deepEqual(await tell(seated("V", 1, { offer: "3" }), over("U", 0)), []);
  assert.equal(ended(), false);
  assert.deepEqual(await tell(over("V")), []);
  await run;
  assert.equal(client.closed, true);
  assert.equal(driver.score(), "games=3 won=1 lost=1 no_result=1");
  assert.deepEqual([driver.played, client.forgotten], [3, ["T", "U", "V"]]);
});

test("an offer that is declined is made again", async (t) => {
  const { begun, tell } = await running(
    t,
    { concurrency: 1, seek: {} },
    { answers: { seek: numbered("seek") } },
  );
  assert.equal(begun.length, 1);
  assert.deepEqual(await tell({ t: "declined", challenge: "other" }), []);
  assert.equal((await tell({ t: "declined", challenge: "1" })).length, 1);
});

test("it looks for games once at a time", async (t) => {
  const answers = { seek: { seek: "1" } };
  const { client, begun, tell } = await running(t, { concurrency: 1, seek: {} }, { answers });
  assert.equal(begun.length, 1);
  let answer;
  client.answers.seek = () => new Promise((done) => (answer = done));
  const declined = (challenge) => ({ t: "declined", challenge });
  assert.equal((await tell(declined("1"), declined("other"))).length, 1);
  answer({ seek: "2" });
  assert.deepEqual(await tell(), []);
});

test("games that it has begun end before it leaves", async (t) => {
  const { tell, ended, run } = await running(t, { games: 1, concurrency: 2 });
  await tell(seated("T", 1), seated("U", 1));
  assert.deepEqual(await tell(over("T", 1)), [{ t: "lobby", on: true }]);
  assert.equal(ended(), false);
  assert.deepEqual(await tell(over("U", 1)), []);
  await run;
});

test("it challenges the player of this name, once they are there", async (t) => {
  const options = { concurrency: 2, challenge: "Bob" };
  const { begun, tell, told } = await running(t, options, { answers: { challenge: numbered("challenge") } });
  assert.deepEqual(begun, [{ t: "lobby", on: true }]);
  const other = { id: "o", name: "Eve" };
  assert.deepEqual(await tell(lobby([seek("a")], [other])), []);
  const challenge = { t: "challenge", player: "you", game: { preset: "3-5-7" }, seat: "random" };
  const delta = (players) => ({ t: "lobby_delta", players });
  assert.deepEqual(await tell(delta({ set: [{ id: "you", name: "Bob (easy)" }] })), [challenge, challenge]);
  assert.deepEqual(await tell(delta({ gone: ["you"] })), []);
  assert.deepEqual(await tell({ t: "declined", challenge: "1" }), [{ t: "lobby", on: true }]);
  assert.deepEqual(await tell(delta({})), [], "they have left");
  assert.deepEqual(await tell(lobby([], [other, you])), [challenge]);
  assert.deepEqual(told, []);
});

test("a challenge is accepted where it plays the variant and has room", async (t) => {
  class Nim extends Last {
    static variants = ["nim"];
  }
  const { tell } = await running(t, { concurrency: 1 }, { bot: Nim });
  const challenged = (challenge, variant) => ({ t: "challenged", challenge, game: { ...game, variant } });
  const reply = (challenge, accept, more = {}) => [{ t: "reply", challenge, accept, ...more }];
  assert.deepEqual(await tell(challenged("a", "nim")), reply("a", true));
  assert.deepEqual(await tell(challenged("b", "kayles")), reply("b", false, { reason: "busy" }));
  await tell(seated("T", 1));
  assert.deepEqual(await tell(challenged("c", "nim")), reply("c", false, { reason: "busy" }));
});

test("its bot sees the whole game, from its seat, and moves once each ply", async (t) => {
  const seen = [];
  class Sees extends Bot {
    choose(game) {
      seen.push(game);
      return [0, 2];
    }
  }
  const { tell } = await running(
    t,
    {},
    {
      bot: Sees,
      answers: { moves: ({ table }) => ({ ...moves, ply: 1, moves: table === "T" ? moves.moves : null }) },
    },
  );
  assert.deepEqual(await tell(seated("T", 1)), [], "the other player begins");
  const turn = state("T", 1, { clock: { left_ms: [1, 2], due_ms: 70 } });
  assert.deepEqual(await tell(turn, turn), [
    { t: "moves", table: "T" },
    { t: "move", table: "T", ply: 1, move: [0, 2] },
  ]);
  const { start: _, ...setup } = game;
  const whole = {
    ...setup,
    ...{ seat: 1, position: { heaps: [2] }, ply: 1, legal_moves: moves.moves, all_moves: true, clock_ms: 70 },
    ...{ table: "T", players },
  };
  assert.deepEqual(seen.splice(0), [whole]);
  // Too many moves to list, no clock, a game without parameters.
  const { params: _params, ...without } = game;
  await tell(seated("U", 1, { game: without }), state("U", 1));
  assert.deepEqual(seen, [
    { ...whole, params: {}, legal_moves: [], all_moves: false, clock_ms: null, table: "U" },
  ]);
});

test("a bot of its own plays each game", async (t) => {
  const made = [];
  class Counts extends Last {
    constructor() {
      super();
      made.push(this);
    }
  }
  const { tell } = await running(t, {}, { bot: Counts });
  await tell(seated("T"), seated("T"), seated("U"), state("T", 2));
  assert.equal(made.length, 2);
});

test("a table is its own where it has a seat there, also without being told which", async (t) => {
  const { tell } = await running(t);
  const table = (id, players) => ({ t: "table", game, players, state: at(id, 0) });
  const asked = async (...told) => (await tell(...told)).map(({ t, table }) => `${t} ${table}`);
  assert.deepEqual(await asked(table("T", [me, you])), ["moves T", "move T"]);
  assert.deepEqual(await asked(table("U", [you, me])), []);
  assert.deepEqual(await asked(table("V", [you, you])), []);
  assert.deepEqual(await asked(state("V", 0), state("W", 0), over("V", 0)), []);
  assert.deepEqual(await asked(state("U", 1)), ["moves U"]);
});

test("a position that has passed meanwhile needs no move", async (t) => {
  const { tell, told } = await running(t, {}, { answers: { moves: { ...moves, ply: 2 } } });
  assert.deepEqual(await tell(seated("T")), [{ t: "moves", table: "T" }]);
  assert.deepEqual(told, []);
});

test("a bot without a move resigns", async (t) => {
  for (const nothing of [null, undefined]) {
    class Gives extends Bot {
      async choose() {
        return nothing;
      }
    }
    const { tell, told } = await running(t, {}, { bot: Gives });
    assert.deepEqual((await tell(seated("T"))).slice(1), [{ t: "resign", table: "T" }]);
    assert.deepEqual(told, []);
  }
});

test("a bot that fails, or moves against the rules, resigns, and that is told", async (t) => {
  for (const [bot, answers, resigns, tells] of [
    [Bot, {}, true, ["a bot chooses its moves: override choose(game)"]],
    [Last, { move: new Refused("illegal_move", "no") }, true, ["no"]],
    [Last, { move: new Refused("stale", "late") }, false, []],
    [Last, { moves: new Refused("not_found", "gone") }, false, []],
    [Last, { move: new Closed(4403, "") }, false, []],
  ]) {
    const { tell, told } = await running(t, {}, { bot, answers });
    const asked = await tell(seated("T"));
    assert.deepEqual(
      asked.filter(({ t }) => t === "resign"),
      resigns ? [{ t: "resign", table: "T" }] : [],
    );
    assert.deepEqual(
      told.map(({ message }) => message),
      tells,
    );
  }
});

test("it enters a tournament, follows it, is ready, and leaves at its end", async (t) => {
  for (const stage of ["finished", "cancelled"]) {
    const { begun, tell, ended, run } = await running(t, { tournament: "T" });
    const [{ nonce, ...enter }, ...rest] = begun;
    assert.match(nonce, /^[0-9a-f]{64}$/);
    assert.deepEqual(enter, { t: "enter", tournament: "T" });
    assert.deepEqual(rest, [{ t: "follow", tournament: "T", on: true }]);
    assert.deepEqual(await tell({ t: "ready_check", tournament: "T" }), [{ t: "ready", tournament: "T" }]);
    // Its games come from the tournament alone.
    assert.deepEqual(await tell(lobby([seek("a")])), []);
    assert.deepEqual(await tell(seated("G", 1), over("G", 1)), []);
    const news = (tournament, stage) => ({ t: "tournament", tournament, stage });
    await tell(news("T", "running"), news("U", stage), { ...news("T", stage), t: "other" });
    assert.equal(ended(), false);
    await tell(news("T", stage));
    await run;
  }
});

test("a bot declares its program in a tournament, a person does not", async (t) => {
  class Declared extends Last {
    static version = "1.2";
    static seed = 0;
    static deterministic = true;
  }
  const program = async (bot, as) => (await running(t, { tournament: "T" }, { bot, as })).begun[0].program;
  assert.deepEqual(await program(Declared, me), { version: "1.2", seed: 0, deterministic: true });
  assert.equal(await program(Declared, { ...me, kind: "person" }), undefined);
  assert.equal(await program(Last, me), undefined);
});

test("a bot plays every variant, or those that it names", () => {
  class Nim extends Bot {
    static variants = ["nim", "kayles"];
  }
  assert.deepEqual(
    ["kayles", "chomp"].map((one) => Nim.plays(one)),
    [true, false],
  );
  assert.deepEqual([Bot.plays("chomp"), Bot.declared()], [true, {}]);
});

test("what the server refuses at the beginning ends the run, and the connection", async (t) => {
  const { client, run } = await running(
    t,
    { tournament: "T" },
    { answers: { enter: new Refused("invalid", "no") } },
  );
  await assert.rejects(run, { code: "invalid" });
  assert.equal(client.closed, true);
});

test("failures are told, but not that the connection ended", async (t) => {
  const refused = new Refused("not_found", "gone");
  const answers = { ready: refused, reply: new Closed(1000, "closed") };
  const { tell, told } = await running(t, {}, { answers });
  await tell({ t: "ready_check", tournament: "T" }, { t: "challenged", challenge: "c", game });
  assert.deepEqual(told, [refused]);
});
