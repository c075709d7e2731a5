// My seats: games that begin, players who change seats, and offers that come to nothing.

import assert from "node:assert/strict";
import test from "node:test";

import { chosen, declined, seatOf, seated, uncalled } from "../../../server/web/state/seats.js";
import { tableOpened } from "../../../server/web/state/tables.js";
import { initial } from "../../../server/web/state/state.js";

const players = [
  { id: "a", name: "Ada", kind: "person" },
  { id: "b", name: "Bob", kind: "bot" },
];
const game = { variant: "nim", params: {}, ending: "normal", start: { heaps: [3] } };
const begun = { table: "T", ply: 0, position: { heaps: [3] }, to_move: 0, last_move: null, over: null };
const message = { t: "seated", offer: "o", seat: 1, token: "secret", game, players, moves: [], state: begun };
const route = (page, id = "") => ({ page, id, rest: "" });
const HERE = route("table", "T");

test("a game that begins takes my seat, and ends the offer, the challenge and the call that led to it", () => {
  const others = {
    offers: [{ id: "p", kind: "open", game }],
    joined: ["r"],
    challenges: [{ challenge: "q", game }],
    calls: { u: "Eve" },
  };
  const state = initial({
    joined: ["o", ...others.joined],
    offers: [{ id: "o", kind: "open", game }, ...others.offers],
    challenges: [{ challenge: "o", game }, ...others.challenges],
    calls: { o: "Bob", ...others.calls },
    seats: { S: { seat: 0, token: "older" } },
  });
  const next = seated(state, message);
  assert.deepEqual(next.seats, {
    T: { seat: 1, token: "secret" },
    S: { seat: 0, token: "older" },
  });
  assert.deepEqual(Object.keys(next.seats), ["T", "S"], "the newest first");
  const { offers, joined, challenges, calls } = next;
  assert.deepEqual({ offers, joined, challenges, calls }, others);
  assert.deepEqual([next.tables.T.seat, next.tables.T.live, next.tables.T.state], [1, true, begun]);
  assert.deepEqual(next.route, HERE);
});

test("a rematch is known as one after a reload too, when only the seats are left", () => {
  const first = seated(initial({}), { ...message, state: { ...begun, table: "S" } });
  const rematch = seated(first, { ...message, offer: "S" });
  assert.deepEqual([first.tables.S.again, rematch.tables.T.again], [false, true]);
  const { offer: _, token: __, ...view } = message;
  const reloaded = (seats) => tableOpened(initial({ seats }), "T", view, 1).tables.T.again;
  assert.equal(reloaded(rematch.seats), true);
  assert.equal(reloaded({ T: { seat: 1 } }), undefined, "begun elsewhere");
});

test("a try from a position remembers the whole game", () => {
  const whole = { ...game, start: { heaps: [9] } };
  const next = seated(initial({ offers: [{ id: "o", kind: "challenge", game, whole }] }), message);
  assert.deepEqual(next.tables.T.whole, whole);
});

test("the game of the day begins where the visitor is", () => {
  const state = initial({
    offers: [
      { id: "o", kind: "daily", game },
      { id: "p", kind: "open", game },
    ],
  });
  const next = seated(state, message);
  assert.deepEqual([next.route, next.daily.table], [route("home"), "T"]);
  assert.equal(seated(state, { ...message, offer: "p" }).daily.table, null);
});

test("the commitment to a start is remembered from wherever I was told of it", () => {
  const promised = (known) => seated(initial(known), message).tables.T.promised;
  const drawn = (commitment) => ({ game: { ...game, draw: { commitment } } });
  const [mine, theirs] = [
    { id: "o", kind: "open", game, commitment: "x" },
    { id: "p", kind: "open", game, commitment: "y" },
  ];
  assert.equal(promised({ offers: [theirs, mine] }), "x");
  assert.equal(
    promised({
      challenges: [
        { challenge: "p", ...drawn("y") },
        { challenge: "o", ...drawn("x") },
      ],
    }),
    "x",
  );
  assert.equal(
    promised({
      lobby: {
        seeks: [
          { seek: "p", ...drawn("y") },
          { seek: "o", ...drawn("x") },
        ],
      },
    }),
    "x",
  );
  for (const none of [
    {},
    { offers: [theirs, { ...mine, commitment: null }] },
    { challenges: [{ challenge: "o", game }] },
    { lobby: { seeks: [{ seek: "p", ...drawn("y") }] } },
    { lobby: { seeks: [{ seek: "o", ...drawn(null) }] } },
  ])
    assert.equal(promised(none), undefined);
});

test("the window that asked for a game opens it, or a visible one without a running game of mine", () => {
  const opens = (known) => seated(initial(known), message).route.id === "T";
  const running = { seat: 0, state: { over: null } };
  const busy = { hidden: true, route: route("table", "R"), tables: { R: running } };
  assert.ok(!opens(busy));
  // Hidden or not, whoever asked.
  assert.ok(opens({ ...busy, taken: ["p", "o"] }));
  assert.ok(opens({ ...busy, route: route("seek", "o") }));
  assert.ok(
    opens({
      ...busy,
      offers: [
        { id: "p", kind: "open" },
        { id: "o", kind: "open" },
      ],
    }),
  );
  assert.ok(!opens({ ...busy, taken: ["p"], offers: [{ id: "p", kind: "open" }] }));
  // Nobody asked here.
  const visible = { ...busy, hidden: false };
  assert.ok(!opens(visible));
  assert.ok(opens({ ...visible, tables: { R: { ...running, seat: null } } }));
  assert.ok(opens({ ...visible, tables: { R: { ...running, state: { over: { winners: [] } } } } }));
  assert.ok(opens({ ...visible, tables: {} }));
  assert.ok(opens({ ...visible, route: route("player", "R") }));
  assert.ok(!opens({ hidden: true }));
});

test("players change seats, and whoever looks on has none before or after", () => {
  const table = { players, seat: 0, clocks: undefined };
  const swapped = [players[1], players[0]];
  const state = initial({ tables: { T: table }, seats: { T: { seat: 0, token: "secret" } } });
  const event = { t: "chosen", table: "T", players: swapped };
  const next = chosen(state, event);
  assert.deepEqual(next.tables.T, { players: swapped, seat: 1, clocks: undefined });
  assert.deepEqual(next.seats, { T: { seat: 1, token: "secret" } });
  assert.equal(chosen(state, { ...event, table: "U" }), state);
  // Another player sits there now: the seat is nobody's here.
  const gone = chosen(state, { ...event, players: [players[1], { id: "c" }] });
  assert.deepEqual([gone.tables.T.seat, gone.seats], [null, state.seats]);
  const watching = initial({ tables: { T: { ...table, seat: null } } });
  const watched = chosen(watching, event);
  assert.deepEqual([watched.tables.T.seat, watched.seats], [null, {}]);
  // I play on another device: there is a seat, and no secret here.
  const elsewhere = chosen({ ...state, seats: {} }, event);
  assert.deepEqual([elsewhere.tables.T.seat, elsewhere.seats], [1, {}]);
});

test("after the bids the clocks are those that were bid, and nobody else's change", () => {
  const state = initial({ tables: { T: { players, seat: null, bid: null, clocks: ["old"] } } });
  const event = { t: "chosen", table: "T", players, bid: { by: 1 }, clocks: ["new"] };
  assert.deepEqual(chosen(state, event).tables.T, { players, seat: null, bid: { by: 1 }, clocks: ["new"] });
  assert.deepEqual(chosen(state, { ...event, bid: undefined }).tables.T, state.tables.T);
});

test("a seat is the player's, and nobody's is none", () => {
  assert.deepEqual(
    [seatOf(players, "a"), seatOf(players, "b"), seatOf(players, "c"), seatOf([], null)],
    [0, 1, null, null],
  );
});

test("an offer of mine that is declined goes, and I am told, on the player's page there", () => {
  const others = { offers: [{ id: "p", kind: "open" }], challenges: [{ challenge: "q" }] };
  const offering = (kind, more = {}) =>
    initial({
      daily: { ...initial({}).daily, move: [0, 1] },
      offers: [{ id: "o", kind, to: "b" }, ...others.offers],
      challenges: others.challenges,
      ...more,
    });
  const told = ({ notices, people, offers, challenges, daily }) => {
    assert.deepEqual({ offers, challenges }, others);
    return [notices.map(({ kind, key }) => `${kind} ${key}`), people.unwilling, daily.move];
  };
  const notice = ["info notice.declined"];
  const no = { t: "declined", challenge: "o", reason: "busy" };
  assert.deepEqual(told(declined(offering("challenge"), no)), [notice, null, [0, 1]]);
  assert.deepEqual(told(declined(offering("daily"), no)), [notice, null, null]);
  const there = { route: route("player", "b") };
  assert.deepEqual(told(declined(offering("challenge", there), no)), [
    [],
    { player: "b", why: ["declined.busy", {}] },
    [0, 1],
  ]);
  const silent = declined(offering("challenge", there), { ...no, reason: undefined });
  assert.deepEqual(silent.people, {
    ...initial({}).people,
    unwilling: { player: "b", why: ["declined.later", {}] },
  });
  for (const elsewhere of [route("player", "c"), route("table", "b")])
    assert.deepEqual(told(declined(offering("challenge", { route: elsewhere }), no)), [notice, null, [0, 1]]);
});

test("a challenge of another player that is withdrawn goes with a notice, one declined elsewhere without", () => {
  const state = initial({
    challenges: [{ challenge: "o" }, { challenge: "q" }],
    route: route("player", undefined),
  });
  for (const [reason, keys] of [
    ["withdrawn", ["notice.withdrawn"]],
    ["left", ["notice.withdrawn"]],
    ["busy", []],
    [undefined, []],
  ]) {
    const next = declined(state, { t: "declined", challenge: "o", reason });
    assert.deepEqual(next.challenges, [{ challenge: "q" }]);
    assert.deepEqual(
      next.notices.map(({ key }) => key),
      keys,
    );
    assert.equal(next.people.unwilling, null);
  }
});

test("a call that is followed is a call no longer", () => {
  assert.deepEqual(uncalled(initial({ calls: { t: "Ada", u: "Bob" } }), "t"), { u: "Bob" });
});
