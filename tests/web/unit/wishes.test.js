// What the page wishes for: every message whole, each wish alone, and the keys by which it is known again.

import assert from "node:assert/strict";
import test from "node:test";

import { cutOff, initial } from "../../../server/web/state/state.js";
import { denied, fulfilled } from "../../../server/web/state/replies.js";
import { featuredOf, wishes } from "../../../server/web/state/wishes.js";

const LISTS = "seeks,tables,players";
const online = (page, more = {}) => ({
  ...initial({ route: { page, id: "", rest: "" }, link: { status: "online", at: 0, code: 0 } }),
  lists: { home: LISTS, watch: "tables,players", new: "players", analysis: "players" }[page] ?? "",
  ...more,
});
const table = (more = {}, state = {}) => ({
  seat: null,
  live: true,
  legal: null,
  sent: null,
  ...more,
  state: { ply: 4, to_move: 0, over: null, ...state },
});
const at = (id, more = {}) => online("table", { route: { page: "table", id, rest: "" }, ...more });
const told = (state) => wishes(state).map(({ message }) => message);

test("nothing is wished for without a connection", () => {
  for (const status of ["connecting", "waiting", "ended"])
    assert.deepEqual(wishes(online("home", { lists: "", link: { status, at: 0, code: 0 } })), []);
});

test("an offer is accepted once there is a connection, and whatever becomes of it ends the wish", () => {
  const asked = online("seek", { accepting: "S", route: { page: "seek", id: "S", rest: "" } });
  const message = { t: "accept", seek: "S" };
  assert.deepEqual(told(asked), [message]);
  assert.equal(fulfilled(asked, message, { t: "ok" }).accepting, null);
  assert.equal(denied(asked, message, { code: "lost" }).accepting, "S", "it is sent again");
  const gone = denied(asked, message, { code: "not_found" });
  assert.deepEqual([gone.accepting, gone.missing], [null, { S: "not_found" }], "its own page says so");
  const elsewhere = denied({ ...asked, route: { page: "home", id: "", rest: "" } }, message, {
    code: "not_found",
    cause: { kind: "seek_gone" },
  });
  assert.deepEqual([elsewhere.accepting, elsewhere.notices.length, elsewhere.missing], [null, 1, {}]);
});

test("a seat in an offer for several is mine until the connection is lost, and taken again with the next", () => {
  const message = { t: "accept", seek: "S" };
  const offer = (players, missing) => ({
    accepting: "S",
    answers: {
      "/api/seeks/S": {
        ok: true,
        value: { seek: "S", by: { id: "A" }, game: { params: { players } }, missing },
      },
    },
  });
  const three = online("seek", offer(3, 2));
  const joined = fulfilled(three, message, { t: "ok" });
  assert.deepEqual([joined.accepting, joined.joined], [null, ["S"]]);
  assert.equal(joined.answers["/api/seeks/S"].value.missing, 1);
  assert.deepEqual(denied(three, message, { code: "forbidden", cause: { kind: "own_offer" } }).joined, ["S"]);
  const cut = cutOff(joined, { at: 5 }, 1006);
  assert.deepEqual([cut.joined, cut.accepting], [[], "S"]);
  for (const begun of [offer(3, 1), offer(2, 1)])
    assert.deepEqual(fulfilled(online("seek", begun), message, { t: "ok" }).joined, [], "it begins");
});

test("a tournament is followed while its page is shown, and no other", () => {
  const page = { route: { page: "tournament", id: "T", rest: "" } };
  const follow = (tournament, on) => [{ t: "follow", tournament, on }];
  assert.deepEqual(told(online("tournament", page)), follow("T", true));
  assert.deepEqual(told(online("tournament", { ...page, followed: "T" })), []);
  assert.deepEqual(told(online("tournament", { ...page, followed: "U" })), follow("T", true));
  assert.deepEqual(told(online("home", { followed: "T" })), follow("T", false));
  assert.deepEqual(told(online("home")), []);
});

test("each page has the lists that it shows", () => {
  for (const page of ["home", "watch", "new", "analysis"]) {
    const { lists } = online(page);
    assert.deepEqual(told(online(page)), []);
    assert.deepEqual(told(online(page, { lists: "" })), [{ t: "lobby", on: true, show: lists.split(",") }]);
  }
  assert.deepEqual(told(online("ladder", { lists: LISTS })), [{ t: "lobby", on: false }]);
  assert.deepEqual(told(online("ladder")), []);
});

test("my tables are attached to with their secret, those of others are watched", () => {
  const seats = { mine: { seat: 1, token: "secret" } };
  assert.deepEqual(told(online("ladder", { seats })), [{ t: "attach", table: "mine", token: "secret" }]);
  assert.deepEqual(told(at("other")), [{ t: "watch", table: "other" }]);
  assert.deepEqual(told(at("mine", { seats })), [{ t: "attach", table: "mine", token: "secret" }]);
  const tables = { mine: table({ seat: 1 }), other: table() };
  assert.deepEqual(told(at("other", { seats, tables })), []);
  assert.deepEqual(told(at("other", { missing: { other: "not_found" } })), []);
  // What was lost with the connection is wished for again, and nothing else of it.
  const lost = { other: table({ live: false, seat: 0, sent: { ply: 4, move: [0, 1] } }) };
  assert.deepEqual(told(at("other", { tables: lost })), [{ t: "watch", table: "other" }]);
  assert.deepEqual(told(online("ladder", { tables: lost })), []);
});

test("of many seats the newest eight are attached to", () => {
  const seats = Object.fromEntries([..."abcdefghi"].map((id) => [id, { seat: 0, token: id }]));
  assert.deepEqual(
    told(online("ladder", { seats })),
    [..."abcdefgh"].map((id) => ({ t: "attach", table: id, token: id })),
  );
  assert.equal(told(at("i", { seats })).length, 9, "and the one that is shown");
});

test("a table is no longer watched once it is not shown, and a seat is kept", () => {
  const tables = { other: table() };
  assert.deepEqual(told(at("other", { tables })), []);
  assert.deepEqual(told(online("ladder", { tables })), [{ t: "unwatch", table: "other" }]);
  assert.deepEqual(told(online("ladder", { tables: { other: table({ seat: 1 }) } })), []);
  assert.deepEqual(told(online("ladder", { tables: { other: table({ live: false }) } })), []);
});

test("moves are asked for where it is my turn, once for each ply", () => {
  const moves = (more, state) =>
    told(at("T", { tables: { T: table({ seat: 1, ...more }, { to_move: 1, ...state }) } }));
  const asked = [{ t: "moves", table: "T" }];
  assert.deepEqual(moves(), asked);
  assert.deepEqual(moves({ legal: { ply: 3 } }), asked);
  assert.deepEqual(moves({ legal: { ply: 4 } }), []);
  assert.deepEqual(moves({}, { to_move: 0 }), []);
  assert.deepEqual(moves({}, { to_move: null }), []);
  assert.deepEqual(moves({ seat: null }, { to_move: null }), [], "a spectator, and nobody to move");
  const key = (ply) => wishes(at("T", { tables: { T: table({ seat: 1 }, { to_move: 1, ply }) } }))[0].key;
  assert.equal(key(4), key(4));
  assert.notEqual(key(4), key(6));
});

test("a move is sent for its own ply alone, also from another page", () => {
  const tables = (ply, to_move = 1) => ({
    T: table({ seat: 1, legal: { ply: 4 }, sent: { ply, move: [0, 1] } }, { to_move }),
  });
  const sent = [{ t: "move", table: "T", ply: 4, move: [0, 1] }];
  assert.deepEqual(told(at("T", { tables: tables(4) })), sent);
  assert.deepEqual(told(online("ladder", { tables: tables(4) })), sent);
  assert.deepEqual(told(at("T", { tables: tables(2) })), []);
  assert.deepEqual(told(at("T", { tables: tables(4, 0) })), []);
  const key = (move) =>
    wishes(online("ladder", { tables: { T: table({ seat: 0, sent: { ply: 4, move } }) } }))[0].key;
  assert.notEqual(key([0, 1]), key([0, 2]));
});

test("home shows the game of the day besides two running ones, and the wall twelve", () => {
  const tables = [..."abcdefghijklmn"].map((id) => ({ table: id, players: [] }));
  const home = online("home", { lobby: { tables } });
  const daily = { ...home.daily, table: "day" };
  assert.deepEqual(
    told({ ...home, daily }).map(({ table }) => table),
    ["a", "b", "day"],
  );
  assert.deepEqual(told(home).length, 2);
  assert.deepEqual(told({ ...online("new"), daily }), []);
  assert.deepEqual(featuredOf({ ...home, route: { page: "watch", id: "", rest: "" } }), [..."abcdefghijkl"]);
  const some = { tables: tables.slice(0, 3) };
  const wall = { ...home, route: { page: "watch", id: "", rest: "" }, lobby: some, tables: { c: table() } };
  assert.deepEqual(featuredOf(wall), ["c", "a", "b"], "each once");
  assert.deepEqual(featuredOf({ ...home, missing: { a: "not_found" } }), ["b", "c"]);
  assert.deepEqual(featuredOf({ ...home, seats: { b: { seat: 0 } } }), ["a", "c"]);
  assert.deepEqual(featuredOf({ ...home, lobby: null }), []);
  const of = (...ids) => ({
    ...home,
    me: "me",
    lobby: { tables: [{ table: "a", players: ids.map((id) => ({ id })) }] },
  });
  assert.deepEqual(featuredOf(of("you", "me")), []);
  assert.deepEqual(featuredOf(of("you", "they")), ["a"]);
});
