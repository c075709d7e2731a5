// The lobby after each of its changes, list by list.

import assert from "node:assert/strict";
import test from "node:test";

import { changed, listsOf, othersHere } from "../../../server/web/state/lobby.js";

const seek = (id, more = {}) => ({ seek: id, ...more });
const table = (id) => ({ table: id });
const person = (id) => ({ id, kind: "person" });
const own = (id) => ({ id, kind: "bot", house: false });
const house = (id) => ({ id, kind: "bot", house: true });

const LOBBY = {
  version: 4,
  seeks: [seek("5"), seek("3"), seek("1")],
  seek_count: 3,
  tables: [table("7"), table("2")],
  table_count: 20,
  players: [house("h"), own("b"), person("p")],
  player_count: 30,
};
const after = (more) => changed(LOBBY, { since: 4, version: 5, ...more });

test("each page shows its lists, and every one with a lobby has the players", () => {
  assert.deepEqual(listsOf("home"), ["seeks", "tables", "players"]);
  assert.deepEqual(listsOf("new"), ["players"]);
  assert.deepEqual(listsOf("watch"), ["tables", "players"]);
  assert.deepEqual(listsOf("analysis"), ["players"]);
  assert.deepEqual(listsOf("account"), []);
});

test("a change that begins where the lobby is, or before, is made once", () => {
  assert.equal(changed(LOBBY, { since: 5, version: 6 }), null, "changes are missing");
  assert.equal(after({}).version, 5);
  assert.equal(changed(LOBBY, { since: 1, version: 6 }).version, 6);
  for (const version of [3, 4]) assert.equal(changed(LOBBY, { since: 1, version }), LOBBY);
});

test("a change of one list leaves the others and their counts", () => {
  const lists = ({ version: _, ...rest }) => rest;
  const { version: _, ...before } = LOBBY;
  assert.deepEqual(lists(after({})), before);
  assert.deepEqual(lists(after({ seeks: { gone: ["3"], count: 9 } })), {
    ...before,
    seeks: [seek("5"), seek("1")],
    seek_count: 9,
  });
  assert.deepEqual(lists(after({ tables: { gone: ["7"], count: 0 } })), {
    ...before,
    tables: [table("2")],
    table_count: 0,
  });
  assert.deepEqual(lists(after({ players: { gone: ["h", "nobody"], count: 29 } })), {
    ...before,
    players: [own("b"), person("p")],
    player_count: 29,
  });
});

test("what comes replaces what had the same id, offers and games newest first", () => {
  const seeks = { set: [seek("4"), seek("3", { missing: 1 }), seek("0"), seek("6")], count: 6 };
  assert.deepEqual(after({ seeks }).seeks, [
    ...[seek("6"), seek("5"), seek("4"), seek("3", { missing: 1 }), seek("1"), seek("0")],
  ]);
  const tables = { set: [table("1"), table("8"), table("7")], gone: ["2"], count: 3 };
  assert.deepEqual(after({ tables }).tables, [table("8"), table("7"), table("1")]);
});

test("house bots come first, then other bots, then people, each by id", () => {
  const set = [person("a"), own("c"), own("a0"), house("z"), house("g"), person("q")];
  assert.deepEqual(
    after({ players: { set, count: 9 } }).players.map(({ id }) => id),
    ["g", "h", "z", "a0", "b", "c", "a", "p", "q"],
  );
});

test("those who are here are people besides me, also beyond the end of the list", () => {
  const here = (players, player_count) => othersHere({ ...LOBBY, players, player_count }, "p");
  assert.equal(here([house("h"), own("b"), person("p")], 3), 0);
  assert.equal(here([house("h"), person("p"), person("q")], 3), 1);
  assert.equal(here([house("h"), own("b"), person("p")], 30), 27);
  assert.equal(
    othersHere({ ...LOBBY, players: [house("h")], player_count: 2 }, null),
    1,
    "I am not here yet",
  );
});
