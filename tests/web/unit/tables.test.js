// The tables that the page knows: what the server says of them, what is kept of before, and whose turn
// it is.

import assert from "node:assert/strict";
import test from "node:test";

import { NOTHING } from "../../../server/web/state/selection.js";
import { initial } from "../../../server/web/state/state.js";
import {
  changeTable,
  isMyBid,
  isMyChoice,
  isMyTurn,
  isUnanswered,
  movesListed,
  movesUnknown,
  played,
  premoved,
  sequelOf,
  stateChanged,
  tableMissing,
  tableOpened,
  unplayed,
  unwatched,
  withdrawn,
} from "../../../server/web/state/tables.js";

const ID = "T";
const game = (heaps = [3]) => ({ variant: "nim", params: {}, ending: "normal", start: { heaps } });
const at = (ply, more = {}) => ({
  table: ID,
  ply,
  to_move: ply % 2,
  last_move: ply > 0 ? [0, ply] : null,
  over: null,
  ...more,
});
const OVER = { winners: [0], reason: "resigned" };
/** What the server says when a table is opened, and nothing more. */
const view = (ply = 0, more = {}) => ({
  t: "table",
  game: game(),
  players: ["a", "b"],
  moves: Array.from({ length: ply }, (_, i) => [0, i + 1]),
  state: at(ply),
  ...more,
});
const open = (ply = 0, more = {}, seat = 0, state = initial({})) =>
  tableOpened(state, ID, view(ply, more), seat);
const table = (state) => state.tables[ID];
const told = (state) => state.notices.map(({ key }) => key);

test("an opened table has everything that the server says of it", () => {
  const said = view(2, {
    clock: { kind: "move", ms: 5 },
    clocks: [1],
    rated: true,
    pair: { game: 1 },
    division: "open",
    ratings: [2],
    drawn: { seed: "s" },
    bid: { max_ms: 3 },
    handicap: { seat: 1 },
    pie: true,
    excluded: true,
  });
  const { t: _, ...expected } = said;
  const kept = {
    whole: undefined,
    again: undefined,
    promised: undefined,
    legal: null,
    sent: null,
    premove: null,
  };
  const opened = tableOpened({ ...initial({}), now: 7 }, ID, said, 1);
  assert.deepEqual(table(opened), { ...expected, ...kept, seat: 1, live: true, at: 7 });
  assert.equal(table(open(0, { clock: null })).clock, undefined);
});

test("an opened table is not missing any more, and other tables are as they were", () => {
  const before = {
    ...tableMissing(tableMissing(initial({}), ID, "gone"), "U", "busy"),
    tables: { V: { seat: 1 } },
  };
  assert.deepEqual(before.missing, { [ID]: "gone", U: "busy" });
  const after = open(0, {}, 0, before);
  assert.deepEqual(after.missing, { U: "busy" });
  assert.equal(after.tables.V, before.tables.V);
  assert.deepEqual(unwatched(after, ID), { ...after, tables: { V: { seat: 1 } } });
});

test("of a table that is opened again the same game, its moves and what was promised are kept", () => {
  const legal = { ply: 0, count: 1, moves: [[0, 1]] };
  const before = changeTable(open(), ID, { legal, promised: "hash", whole: game([9]), premove: [0, 2] });
  const again = open(0, {}, 0, before);
  assert.equal(table(again).game, table(before).game, "layouts are cached by it");
  assert.deepEqual([table(again).legal, table(again).promised, table(again).premove], [legal, "hash", null]);
  assert.deepEqual(table(again).whole, game([9]));
  const other = game([4]);
  assert.equal(table(open(0, { game: other }, 0, before)).game, other);
});

test("a move on its way is kept while its position is there", () => {
  const sent = played(open(), ID, [0, 1]);
  assert.deepEqual(table(sent).sent, { ply: 0, move: [0, 1] });
  assert.deepEqual(table(open(0, {}, 0, sent)).sent, { ply: 0, move: [0, 1] });
  assert.equal(table(open(1, {}, 0, sent)).sent, null);
  assert.deepEqual(table(stateChanged(sent, at(0))).sent, { ply: 0, move: [0, 1] });
  assert.equal(table(stateChanged(sent, at(1))).sent, null);
  assert.equal(table(stateChanged(sent, at(0, { over: OVER }))).sent, null);
  assert.equal(table(unplayed(sent, ID)).sent, null);
});

test("the legal moves are those of a ply, as many as there are, or unknown", () => {
  const legal = (answer) => table(movesListed(open(), { t: "moves", table: ID, ply: 0, ...answer })).legal;
  assert.deepEqual(legal({ count: 1, moves: [[0, 1]] }), { ply: 0, count: 1, moves: [[0, 1]] });
  assert.deepEqual(legal({ count: 0, moves: [] }), { ply: 0, count: 0, moves: [] });
  assert.deepEqual(legal({ count: 5000, moves: null }), { ply: 0, count: 5000, moves: null });
  assert.deepEqual(legal({}), { ply: 0, count: null, moves: null });
  assert.deepEqual(table(movesUnknown(open(), ID, 0)).legal, { ply: 0, count: null, moves: null });
});

test("answers for a table that is not there change nothing", () => {
  const none = initial({});
  assert.equal(movesListed(none, { t: "moves", table: ID, ply: 0, moves: [] }), none);
  assert.equal(stateChanged(none, at(1)), none);
  assert.equal(movesUnknown(none, ID, 0), none);
});

test("a premove waits for its own position and turn, and is played there once", () => {
  const waiting = premoved(open(1), ID, [0, 2]);
  const list = (state, ply, moves = [[0, 2]]) =>
    movesListed(state, { t: "moves", table: ID, ply, count: 1, moves });
  assert.deepEqual(table(list(waiting, 1)).premove, [0, 2], "the other player is to move");
  assert.deepEqual(table(list(stateChanged(waiting, at(2)), 1)).premove, [0, 2], "an old answer");
  assert.equal(table(list(stateChanged(waiting, at(2)), 1)).sent, null);
  const done = table(list(stateChanged(waiting, at(2)), 2));
  assert.deepEqual([done.premove, done.sent], [null, { ply: 2, move: [0, 2] }]);
  const none = list(stateChanged(open(1), at(2)), 2);
  assert.deepEqual([table(none).sent, told(none)], [null, []]);
  assert.deepEqual(table(stateChanged(waiting, at(1))).premove, [0, 2], "a state that is repeated");
});

test("a premove ends the selection, and the focus stays", () => {
  const chosen = {
    ...open(1),
    selection: { ...NOTHING, table: ID, ply: 1, marks: { h0: 1 }, focus: "h0:1" },
  };
  assert.deepEqual(premoved(chosen, ID, [0, 1]).selection, { ...NOTHING, focus: "h0:1" });
});

test("a selection ends with the position of its own table, and the focus stays", () => {
  const select = (name, ply) => ({
    ...open(1),
    selection: { ...NOTHING, table: name, ply, marks: { h0: 1 }, focus: "f" },
  });
  const after = (state, next) => stateChanged(state, next).selection;
  const mine = select(ID, 1);
  assert.equal(after(mine, at(1)), mine.selection);
  assert.deepEqual(after(mine, at(2)), { ...NOTHING, table: ID, ply: 2, focus: "f" });
  const others = select("U", 0);
  assert.equal(after(others, at(2)), others.selection);
});

test("moves are added one at a time, and those taken back are removed", () => {
  const moves = (next) => table(stateChanged(open(2), next)).moves;
  const both = [
    [0, 1],
    [0, 2],
  ];
  assert.deepEqual(moves(at(3)), [...both, [0, 3]]);
  assert.deepEqual(moves(at(3, { last_move: null })), both);
  assert.deepEqual(moves(at(2)), both);
  assert.deepEqual(moves(at(1)), both.slice(0, 1));
  assert.deepEqual(moves(at(0)), []);
  // Even if the page knew fewer.
  const short = changeTable(open(2), ID, { moves: [[0, 1]] });
  assert.deepEqual(table(stateChanged(short, at(0))).moves, []);
});

test("a takeback is refused where it is gone and the game is where it was, and only its player is told", () => {
  const asked = (agreed, seat = 0) => open(2, { state: at(2, { takeback: { ply: 1, agreed } }) }, seat);
  const after = (state, next) => told(stateChanged(state, next));
  assert.deepEqual(after(asked([0]), at(2)), ["notice.takebackRefused"]);
  assert.deepEqual(after(asked([1]), at(2)), [], "the other player's");
  assert.deepEqual(after(asked([null], null), at(2)), [], "a watcher");
  assert.deepEqual(after(open(2), at(2)), [], "nothing was asked");
  assert.deepEqual(after(asked([0]), at(2, { takeback: { ply: 1, agreed: [0] } })), [], "not yet");
  assert.deepEqual(after(asked([0]), at(2, { over: OVER })), [], "the game has ended");
  assert.deepEqual(after(asked([0]), at(1)), [], "granted");
  assert.deepEqual(after(asked([0]), at(3)), [], "a move came instead");
});

test("it is my turn where I sit and have not moved yet", () => {
  const turn = (seat, to_move, sent = null) => isMyTurn({ seat, state: { to_move }, sent });
  assert.deepEqual([turn(0, 0), turn(1, 1), turn(0, 1)], [true, true, false]);
  assert.equal(turn(0, 0, { ply: 0, move: [0, 1] }), false);
  assert.equal(turn(null, null), false, "a watcher, when nobody is to move");
});

test("a move is unanswered once it has been on its way for two seconds", () => {
  const move = { ply: 0, move: [0, 1] };
  const after = (ms, sent = move, sentAt = 1000) => isUnanswered({ sent, sentAt }, 1000 + ms);
  assert.deepEqual([after(1999), after(2000)], [false, true]);
  assert.equal(after(9000, null), false, "it has arrived");
  assert.equal(isUnanswered({ sent: move }, 9000), false, "it is not known when it was sent");
});

test("a takeback that is asked for no longer leaves everything else as it is", () => {
  const asked = open(2, { state: at(2, { takeback: { ply: 1, agreed: [0] } }) });
  assert.deepEqual(withdrawn(asked, ID), open(2));
});

test("I choose or bid where I sit, while it is for me to do and the game goes on", () => {
  const choice = (seat, state) => isMyChoice({ seat, state: { over: null, ...state } });
  assert.deepEqual(
    [choice(0, { choosing: 0 }), choice(1, { choosing: 0 }), choice(0, {})],
    [true, false, false],
  );
  assert.equal(choice(0, { choosing: 0, over: OVER }), false);
  assert.equal(choice(null, { choosing: null }), false);
  const bid = (seat, state) => isMyBid({ seat, state: { over: null, ...state } });
  const bidding = [true, false];
  assert.deepEqual([bid(1, { bidding }), bid(0, { bidding }), bid(1, {})], [true, false, false]);
  assert.equal(bid(1, { bidding, over: OVER }), false);
  assert.equal(bid(null, { bidding: { null: false } }), false);
});

test("only the first game of a rated pair has a sequel", () => {
  const first = { rated: true, pair: { game: 1, other: "second" }, state: { over: OVER } };
  assert.equal(sequelOf(first), "second");
  assert.equal(sequelOf({ ...first, pair: undefined }), undefined);
  assert.equal(sequelOf(undefined), undefined);
});
