// The state, and the wishes that follow from it.

import assert from "node:assert/strict";
import test from "node:test";

import { isTimed } from "../../../server/web/state/clock.js";

import { fetchVariant } from "../../../server/web/variants/index.js";
import { marksAt, touched } from "../../../server/web/state/choosing.js";
import { mayReturn, retryDelay } from "../../../server/web/client/connection.js";
import { nearest } from "../../../server/web/browser/focus.js";
import { VARIANTS, refreshed } from "../../../server/web/state/answers.js";
import { dailyBegun } from "../../../server/web/state/days.js";
import { seatOf } from "../../../server/web/state/seats.js";
import {
  cutOff,
  initial,
  received,
  replugged,
  unplugged,
  welcomed,
} from "../../../server/web/state/state.js";
import {
  isMyChoice,
  isMyTurn,
  movesListed,
  played,
  sequelOf,
  tableMissing,
  tableOpened,
} from "../../../server/web/state/tables.js";
import { featuredOf, wishes } from "../../../server/web/state/wishes.js";
import { heard } from "../../../server/web/shell/sound.js";

await fetchVariant("nim");
const ID = "01234567-0123-0123-0123-0123456789ab";
const players = [
  { id: "a", name: "Ada", kind: "person" },
  { id: "b", name: "Bob", kind: "bot" },
];
const game = { variant: "nim", params: {}, ending: "normal", start: { heaps: [3] } };
const at = (ply, more = {}) => ({
  t: "state",
  table: ID,
  ply,
  position: { heaps: [3 - ply] },
  to_move: ply % 2,
  last_move: ply ? [0, 1] : null,
  present: [true, true],
  over: null,
  ...more,
});
const welcome = { t: "welcome", you: { id: "a" }, limits: { claim_after_ms: 60_000 } };
const seatedAt = (ply = 0) => ({
  t: "seated",
  offer: "o",
  seat: 0,
  token: "secret",
  game,
  players,
  since: 0,
  moves: [],
  state: at(ply),
});
const online = () => welcomed(initial({ route: { page: "home" } }), welcome);
const playing = () => received(online(), seatedAt());
const wanted = (state) => wishes(state).map(({ message }) => message.t);

test("the home page wants the lobby, and nothing while the connection is away", () => {
  assert.deepEqual(wanted(initial({})), []);
  assert.deepEqual(wanted(online()), ["lobby"]);
  const lists = "seeks,tables,players";
  assert.deepEqual(wanted({ ...online(), lists }), []);
  assert.deepEqual(wishes({ ...online(), lists, route: { page: "none" } })[0].message, {
    t: "lobby",
    on: false,
  });
  assert.deepEqual(wishes({ ...online(), lists, route: { page: "new" } })[0].message, {
    t: "lobby",
    on: true,
    show: ["players"],
  });
});

test("the lobby is kept up to date, each change once, and asked for again after a gap", () => {
  const bot = (id, house) => ({ id, name: id, kind: "bot", house });
  const lists = "seeks,tables,players";
  const shown = {
    t: "lobby",
    version: 4,
    seeks: [{ seek: "s2" }, { seek: "s1" }],
    seek_count: 2,
    tables: [],
    table_count: 0,
    players: [bot("b", true), { id: "a", kind: "person" }],
    player_count: 2,
  };
  const state = { ...received(online(), shown), lists };
  const delta = {
    t: "lobby_delta",
    since: 3,
    version: 6,
    seeks: { set: [{ seek: "s3" }, { seek: "s1", missing: 2 }], gone: ["s2"], count: 9 },
    players: { set: [bot("c", false), bot("a0", true)], count: 4 },
  };
  const next = received(state, delta);
  assert.deepEqual(next.lobby.seeks, [{ seek: "s3" }, { seek: "s1", missing: 2 }]);
  assert.deepEqual([next.lobby.version, next.lobby.seek_count, next.lobby.table_count], [6, 9, 0]);
  assert.deepEqual(
    next.lobby.players.map(({ id }) => id),
    ["a0", "b", "c", "a"],
  );
  assert.equal(received(next, delta).lobby, next.lobby);
  assert.deepEqual(wanted(next), []);
  assert.deepEqual(wanted(received(next, { ...delta, since: 7, version: 8 })), ["lobby"]);
  assert.deepEqual(wanted(received({ ...online(), lists }, delta)), []);
});

test("being seated leads to the table, where the moves are asked for once each ply", () => {
  const state = playing();
  assert.deepEqual(state.route, { page: "table", id: ID, rest: "" });
  assert.deepEqual(wanted(state), ["moves"]);
  const listed = movesListed(state, {
    t: "moves",
    table: ID,
    ply: 0,
    count: 3,
    moves: [
      [0, 1],
      [0, 2],
      [0, 3],
    ],
  });
  assert.deepEqual(wanted(listed), []);
  const later = received(received(listed, at(1)), at(2));
  assert.deepEqual(wanted(later), ["moves"]);
  assert.notEqual(wishes(later)[0].key, wishes(state)[0].key);
});

test("a move is wished for until the state shows it, also across a lost connection", () => {
  let state = movesListed(playing(), { t: "moves", table: ID, ply: 0, count: 1, moves: [[0, 1]] });
  state = touched(state, state.tables[ID], "h0", 1);
  assert.deepEqual(marksAt(state, state.tables[ID]), { h0: 1 });
  state = played(state, ID, [0, 1]);
  assert.ok(!isMyTurn(state.tables[ID]));
  assert.deepEqual(played(state, ID, [0, 1]).introduced, ["nim"], "once");
  assert.deepEqual(wishes(state).at(-1)?.message, { t: "move", table: ID, ply: 0, move: [0, 1] });
  state = welcomed(cutOff(state, { at: 5 }, 1006), welcome);
  assert.deepEqual(wishes(state)[0].message, { t: "attach", table: ID, token: "secret" });
  const back = tableOpened(state, ID, { t: "table", game, players, moves: [], state: at(0) }, 0);
  assert.deepEqual(wanted(back), ["move"]);
  const done = received(back, at(1));
  assert.equal(done.tables[ID].sent, null);
  assert.deepEqual(done.tables[ID].moves, [[0, 1]]);
  assert.deepEqual(wanted(done), []);
});

test("the first player is chosen, and seats may change by it, even while one player is away", () => {
  const state = received(online(), { ...seatedAt(), state: at(0, { to_move: null, choosing: 0 }) });
  assert.ok(isMyChoice(state.tables[ID]));
  assert.ok(!isMyTurn(state.tables[ID]));
  const swapped = [players[1], players[0]];
  const chosen = received(state, { t: "chosen", table: ID, players: swapped });
  assert.equal(chosen.tables[ID].seat, 1);
  assert.deepEqual(chosen.seats[ID], { seat: 1, token: "secret" });
  assert.deepEqual(chosen.tables[ID].players, swapped);
  assert.ok(!isMyTurn(received(chosen, at(0)).tables[ID]));
  assert.equal(seatOf(swapped, "a"), 1);
  assert.equal(seatOf(swapped, "c"), null);
});

test("a repeated state changes nothing, one with a move taken back shortens the list", () => {
  const state = received(received(playing(), at(1)), at(2));
  assert.deepEqual(received(state, at(2)).tables[ID].moves, state.tables[ID].moves);
  const back = received(state, at(1));
  assert.deepEqual(back.tables[ID].moves, [[0, 1]]);
  assert.equal(back.tables[ID].state.ply, 1);
});

test("a selection dies with its position", () => {
  let state = movesListed(playing(), { t: "moves", table: ID, ply: 0, count: 1, moves: [[0, 1]] });
  state = touched(state, state.tables[ID], "h0", 1);
  state = received(received(state, at(1)), at(2));
  assert.deepEqual(marksAt(state, state.tables[ID]), {});
});

test("a state's times run from when it came", () => {
  const gone = received(
    { ...playing(), now: 7 },
    at(1, { present: [true, false], claim_ms: [null, 60_000] }),
  );
  assert.equal(gone.tables[ID].at, 7);
  assert.ok(isTimed(gone.tables[ID]));
  assert.ok(!isTimed(received(gone, at(1)).tables[ID]));
  assert.ok(isTimed(received(gone, at(1, { clock: { left_ms: [1, 2], running: true } })).tables[ID]));
});

test("a table of others is watched while it is looked at, and only then", () => {
  const state = { ...online(), route: { page: "table", id: ID, rest: "" } };
  assert.deepEqual(wanted(state), ["watch"]);
  const open = tableOpened(state, ID, { t: "table", game, players, moves: [], state: at(1) }, null);
  assert.deepEqual(wanted(open), []);
  assert.deepEqual(wanted({ ...open, route: { page: "none" } }), ["unwatch"]);
  assert.deepEqual(wanted(tableMissing(state, ID, "not_found")), []);
});

test("what was refused is asked again on another page, what was answered is not", () => {
  const [yes, no] = [
    { ok: true, value: 1 },
    { ok: false, code: "forbidden", message: "" },
  ];
  const [one, other, presets] = ["/api/analysis {1}", "/api/analysis {2}", "/api/variants?presets=1"];
  const answers = { [one]: yes, [other]: no, "/api/ladder": yes, [VARIANTS.path]: yes, [presets]: yes };
  const state = { ...online(), answers, account: { link: 1, token: "t", done: "d" }, refused: no };
  assert.deepEqual(Object.keys(refreshed(state).answers), [one, VARIANTS.path, presets]);
  assert.deepEqual(refreshed(state).account, { link: null, token: "", done: "" });
  assert.equal(refreshed(state).refused, null);
});

test("a challenge comes and goes", () => {
  const challenged = received(online(), {
    t: "challenged",
    challenge: "c",
    by: players[1],
    game,
    seat: "first",
  });
  assert.equal(challenged.challenges.length, 1);
  assert.equal(received(challenged, { t: "declined", challenge: "c" }).challenges.length, 0);
});

test("offers that die with the connection are not lost in silence", () => {
  const offering = { ...online(), offers: [{ id: "o", kind: "link", game }] };
  const cut = cutOff(offering, { at: 5 }, 1006);
  assert.deepEqual(cut.offers, []);
  assert.equal(cut.notices.at(-1)?.key, "notice.offersLost");
  assert.equal(cutOff(online(), { at: 5 }, 1006).notices.length, 0);
});

test("an unknown event is ignored, as the protocol asks", () => {
  const state = online();
  assert.equal(received(state, { t: "something_new" }), state);
});

test("delays grow with the outage to a bound and keep their jitter", () => {
  assert.ok(retryDelay(0, 0) >= 250 && retryDelay(0, 0.999) <= 500);
  assert.ok(retryDelay(6_000, 0.999) <= 3_000 && retryDelay(6_000, 0) >= 1_500);
  assert.ok(retryDelay(1e6, 0.999) <= 15_000 && retryDelay(1e6, 0) >= 7_500);
});

test("the page returns after the closes that the protocol names", () => {
  for (const code of [1001, 1005, 1006, 1011, 1012, 1013, 4401, 4408])
    assert.ok(mayReturn(code), String(code));
  for (const code of [1000, 1002, 1003, 1007, 1008, 1009, 4400]) assert.ok(!mayReturn(code), String(code));
});

test("arrows go to the nearest piece in their direction", () => {
  const pieces = [
    ["left", -10, 1],
    ["far", 30, 0],
    ["right", 12, 4],
    ["up", 1, -9],
  ].map(([piece, x, y]) => ({ piece, at: [x, y] }));
  assert.equal(nearest([0, 0], pieces, [1, 0]), "right");
  assert.equal(nearest([0, 0], pieces, [-1, 0]), "left");
  assert.equal(nearest([0, 0], pieces, [0, -1]), "up");
  assert.equal(nearest([0, 0], pieces, [0, 1]), null);
});

test("the first game of a rated pair points to the second until that is over", () => {
  const over = { winners: [0], reason: "resigned" };
  const first = { rated: true, pair: { game: 1, other: "second" }, state: { over }, seat: null, live: true };
  const state = {
    ...online(),
    lists: "",
    route: { page: "table", id: "first", rest: "" },
    tables: { first },
  };
  assert.deepEqual(
    wishes(state).map(({ message }) => message),
    [{ t: "watch", table: "second" }],
  );
  const both = {
    ...state,
    tables: { first, second: { ...first, pair: { game: 2, other: "first" }, state: { ply: 0, over: null } } },
  };
  assert.deepEqual(wanted(both), []);
  assert.deepEqual(wanted({ ...both, route: { page: "none" } }), ["unwatch", "unwatch"]);
  for (const other of [
    { ...first, rated: false },
    { ...first, pair: both.tables.second.pair },
    { ...first, state: { over: null } },
    { ...first, state: { over: { winners: [] } } },
  ])
    assert.equal(sequelOf(other), undefined);
});

test("home shows two running games, those it shows already until they end, and none of mine", () => {
  const lines = ["a", "b", "c"].map((table) => ({ table, variant: "nim", players: [] }));
  const state = { ...initial({}), lobby: { tables: lines }, seats: { a: { seat: 0, token: "" } } };
  assert.deepEqual(featuredOf(state), ["b", "c"]);
  assert.deepEqual(featuredOf({ ...state, tables: { c: { state: { over: null } } } }), ["c", "b"]);
  assert.deepEqual(featuredOf({ ...state, tables: { c: { state: { over: {} } } } }), ["b"]);
  assert.deepEqual(
    featuredOf({ ...state, me: "x", lobby: { tables: [{ table: "d", players: [{ id: "x" }] }] } }),
    [],
    "before I am told that I sit there",
  );
  assert.deepEqual(featuredOf({ ...state, route: { page: "new", id: "", rest: "" } }), []);
});

test("what is heard follows from what has changed", () => {
  const now = playing();
  const moved = received(now, at(1));
  assert.equal(heard(now, now), null);
  assert.equal(heard(now, moved), "move");
  assert.equal(heard(moved, received(moved, at(2))), "turn");
  const over = { ...at(2), over: { winners: [0], reason: "played" }, to_move: null };
  assert.equal(heard(moved, received(moved, over)), "won");
  assert.equal(heard(now, { ...now, challenges: [{}] }), "call");
});

test("a request is heard once, by the player it asks", () => {
  const now = received(playing(), at(2));
  for (const request of [(by) => ({ takeback: { ply: 1, agreed: [by] } }), (by) => ({ rematch: [by] })]) {
    const asked = received(now, at(2, request(1)));
    assert.equal(heard(now, asked), "call");
    assert.equal(heard(asked, received(asked, at(2, request(1)))), null);
    assert.equal(heard(now, received(now, at(2, request(0)))), null, "my own");
  }
});

test("a clock that runs low is heard once, by its own player only", () => {
  const timed = (left, to_move = 0) =>
    received(playing(), at(0, { to_move, clock: { left_ms: [left, left], running: true } }));
  const after = (state, ms) => ({ ...state, now: state.now + ms });
  const minute = timed(60_000);
  assert.equal(heard(minute, after(minute, 49_000)), null);
  assert.equal(heard(after(minute, 49_000), after(minute, 51_000)), "low");
  assert.equal(heard(after(minute, 51_000), after(minute, 52_000)), null);
  assert.equal(heard(timed(60_000, 1), after(timed(60_000, 1), 55_000)), null, "the other's");
  const quick = timed(10_000);
  assert.equal(heard(quick, after(quick, 4_000)), null, "ten seconds a move are not little at once");
  assert.equal(heard(after(quick, 4_000), after(quick, 6_000)), "low");
});

test("a player is told that their takeback was refused", () => {
  const asking = { ply: 0, agreed: [0] };
  const begun = tableOpened(
    initial({}),
    ID,
    {
      game: {},
      players: [],
      moves: [[0, 1]],
      state: { table: ID, ply: 1, to_move: 1, over: null, takeback: asking },
    },
    0,
  );
  const told = (state) => state.notices.map(({ key }) => key);
  const next = { t: "state", table: ID, ply: 1, to_move: 1, over: null, last_move: [0, 1] };
  assert.deepEqual(told(received(begun, next)), ["notice.takebackRefused"]);
  // Not where it was granted, or where a move came instead.
  assert.deepEqual(told(received(begun, { ...next, ply: 0 })), []);
  assert.deepEqual(told(received(begun, { ...next, ply: 2 })), []);
});

test("the first move of the day becomes a game, and may be made again where none was made", () => {
  const begun = dailyBegun(welcomed(initial({}), welcome), 5, [0, 1]);
  const waiting = { ...begun, offers: [{ id: "o", kind: "daily", game }] };
  const seated = received(waiting, seatedAt());
  assert.deepEqual(seated.daily, { ...begun.daily, move: null, table: ID, tries: 1 });
  assert.deepEqual(seated.tables[ID].sent, { ply: 0, move: [0, 1] });
  const dropped = { ...waiting, daily: { ...waiting.daily, move: null } };
  assert.equal(received(dropped, seatedAt()).tables[ID].sent, null);
  const declined = { t: "declined", challenge: "o", reason: "busy" };
  const another = { ...waiting, offers: [...waiting.offers, { id: "p", kind: "challenge", game }] };
  assert.deepEqual(received(another, { ...declined, challenge: "p" }).daily.move, [0, 1]);
  for (const none of [received(waiting, declined), cutOff(waiting, { at: 0 }, 1006)]) {
    assert.equal(none.daily.move, null);
    assert.equal(none.daily.tries, 0, "what was not played is no try");
  }
  assert.equal(dailyBegun(seated, 5, [0, 1]).daily.tries, 1);
  assert.equal(dailyBegun(seated, 6, [0, 1]).daily.tries, 0);
});

test("without a network nothing is asked, and an answer on the same connection takes all up again", () => {
  const there = online();
  const away = unplugged(there);
  assert.equal(away.link.status, "offline");
  assert.deepEqual(wishes(away), []);
  assert.deepEqual(replugged(away), there);
  const lost = cutOff(away, { at: 5 }, 1006);
  assert.equal(unplugged(lost), lost);
  assert.equal(replugged(lost), lost, "a connection that is lost comes back in its own way");
});
