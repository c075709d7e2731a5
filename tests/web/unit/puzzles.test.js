// Puzzles: what is posed, how a try is judged, and when a rush is over.

import assert from "node:assert/strict";
import test from "node:test";

import {
  MOST_MISTAKES,
  NEXT,
  RUSH,
  RUSH_MS,
  TODAY,
  following,
  isPractice,
  judged,
  judgedHere,
  looked,
  missed,
  posed,
  posedIn,
  puzzleTable,
  puzzlesOf,
  sharedQuery,
  rushBegun,
  rushEnded,
  rushed,
  scoreOf,
  shown,
  standsOf,
  tried,
  unjudged,
} from "../../../server/web/state/puzzles.js";
import { initial } from "../../../server/web/state/state.js";

const game = { variant: "nim", params: {}, ending: "normal", start: { heaps: [1, 2] } };
const drawn = { game, moves: [[0, 1], [1, 1], [1, 2]], winning: [[1, 1]], rating: 1300 }; // prettier-ignore
const kept = { puzzle: 7, game, moves: drawn.moves, rating: 1500, tried: 3, solved: 1 };
const RIGHT = [1, 1];
const WRONG = [0, 1];
const route = (id) => ({ page: "puzzles", id, rest: "" });
const stands = (rating) => ({ rating, deviation: 90, tried: 1, solved: 1 });

test("a puzzle from games is posed, and drawn ones only where there is none", () => {
  const state = initial({ route: route("") });
  assert.equal(posedIn(state), null);
  const with_ = { ...state, answers: { [NEXT]: { ok: true, value: kept } } };
  assert.equal(posedIn(with_), kept);
  assert.equal(isPractice(with_), false);
  const none = { ok: false, code: "not_found", message: "" };
  const without = { ...state, answers: { [NEXT]: none, [RUSH]: { ok: true, value: { puzzles: [drawn] } } } };
  assert.equal(isPractice(without), true);
  assert.equal(posedIn(without), drawn);
  // The day's is one of the games', or nobody's.
  const today = { ...without, route: route("today"), answers: { ...without.answers, [TODAY]: none } };
  assert.equal(posedIn(today), null);
});

test("a first try counts in the row, and the rating before it is kept", () => {
  const path = "/api/players/me/puzzles";
  const state = posed(
    initial({
      route: route(""),
      me: "me",
      registered: true,
      answers: { [NEXT]: { ok: true, value: kept }, [path]: { ok: true, value: stands(1500) } },
    }),
  );
  const right = judged(tried(state, RIGHT), {
    solved: true,
    winning: [RIGHT],
    counted: true,
    stands: stands(1512),
  });
  assert.equal(puzzlesOf(right).before, 1500);
  assert.equal(standsOf(right)?.rating, 1512);
  assert.equal(right.solved.row, 1);
  assert.ok(right.answers[path].stale, "how they stand is asked for again");
  // A second try has no effect, and another puzzle starts afresh.
  const again = judged(tried(right, WRONG), judgedHere(drawn, WRONG));
  assert.equal(again.solved.row, 1);
  const next = following(again);
  assert.equal(posedIn(next), null, "the next one is asked for");
  assert.deepEqual([puzzlesOf(next).tries, puzzlesOf(next).judged], [0, null]);
  assert.equal(judged(tried(next, WRONG), judgedHere(drawn, WRONG)).solved.row, 0);
});

test("a rush is over when time is up, after three mistakes, or when all is solved", () => {
  const start = rushBegun(initial({ route: route("rush") }), Array(5).fill(drawn), 1000);
  let state = start;
  for (let i = 0; i < MOST_MISTAKES; i++) {
    assert.equal(puzzlesOf(state).run?.over, false);
    state = rushed(state, WRONG, 2000);
  }
  assert.equal(puzzlesOf(state).run?.over, true);
  assert.equal(state.solved.best, 0);
  const two = rushed(rushed(rushed(start, RIGHT, 2000), WRONG, 3000), RIGHT, 4000);
  const run = puzzlesOf(two).run;
  assert.ok(run && !run.over);
  assert.deepEqual([scoreOf(run), missed(run).length], [2, 1]);
  const late = rushed(two, RIGHT, 1000 + RUSH_MS);
  assert.deepEqual(
    [puzzlesOf(late).run?.over, puzzlesOf(late).run?.record, late.solved.best],
    [true, true, 2],
  );
  assert.equal(scoreOf(/** @type {any} */ (puzzlesOf(late).run)), 2, "what came too late does not count");
  const ended = rushEnded({ ...two, now: 1000 + RUSH_MS });
  assert.equal(puzzlesOf(ended).run?.over, true);
  let all = start;
  for (let i = 0; i < 5; i++) all = rushed(all, RIGHT, 2000);
  assert.deepEqual([puzzlesOf(all).run?.over, all.solved.best], [true, 5]);
});

const yes = (value) => ({ ok: true, value });
const NOT_FOUND = { ok: false, code: "not_found", message: "" };
const CAREER = "/api/players/me/puzzles";
const BLANK = { of: "", step: 0, move: null, judged: null, tries: 0, shown: false, before: null, run: null };

test("the puzzles come from these addresses", () => {
  const of = (what) => `/api/puzzles/${what}`;
  assert.deepEqual([NEXT, TODAY, RUSH], [of("next"), of("today"), of("rush")]);
  assert.deepEqual([RUSH_MS, MOST_MISTAKES], [180_000, 3]);
});

test("the puzzle is that of its page, and none while it is asked for again", () => {
  const answers = { [NEXT]: yes(kept), [TODAY]: yes(drawn) };
  const shows = (id, more) => posedIn(initial({ route: route(id), answers: { ...answers, ...more } }));
  assert.equal(shows(""), kept);
  assert.equal(shows("today"), drawn);
  assert.equal(shows("", { [NEXT]: { ...yes(kept), stale: true } }), null);
  assert.equal(shows("", { [NEXT]: NOT_FOUND }), null, "the drawn ones are not here yet");
  assert.equal(shows("", { [NEXT]: NOT_FOUND, [RUSH]: NOT_FOUND }), null);
  assert.equal(shows("today", { [TODAY]: NOT_FOUND, [RUSH]: yes({ puzzles: [drawn] }) }), null);
});

test("a position of the address is a puzzle if a winning move is proven and known, of two players", () => {
  const text = "nim 1,3: 1-1";
  const state = initial({ route: { page: "puzzles", id: "position", rest: text } });
  const query = sharedQuery(state);
  assert.deepEqual(query, { path: "/api/analysis", body: { text } });
  assert.equal(posedIn(state), null);
  const won = { position: game.start, outcome: "N", certainty: "proven", winning_moves: [RIGHT] };
  const shows = (ply, seats = 2, values = [{ move: WRONG }, { move: RIGHT }]) => {
    const value = {
      game: { ...game, start: { heaps: [1, 3] } },
      plies: [
        { ...won, position: { heaps: [1, 3] } },
        { ...won, ...ply },
      ],
      seats: Array(seats).fill({}),
      values,
    };
    return posedIn({
      ...state,
      answers: { [`/api/analysis ${JSON.stringify({ text })}`]: { ok: true, value } },
    });
  };
  assert.deepEqual(shows({}), { game, moves: [WRONG, RIGHT], winning: [RIGHT] });
  assert.deepEqual(shows({}, 2, null), { game, moves: null, winning: [RIGHT] });
  assert.equal(shows({ outcome: "P" }), null);
  assert.equal(shows({ certainty: "heuristic" }), null);
  assert.equal(shows({ winning_moves: [] }), null);
  assert.equal(shows({ winning_moves: null }), null);
  assert.equal(shows({}, 3), null);
  const refused = { ok: false, code: "forbidden", message: "" };
  assert.equal(
    posedIn({ ...state, answers: { [`/api/analysis ${JSON.stringify({ text })}`]: refused } }),
    null,
  );
});

test("drawn puzzles are posed one after the other, from the first again after the last", () => {
  const puzzles = [1, 2, 3].map((rating) => ({ ...drawn, rating }));
  let state = initial({ route: route(""), answers: { [NEXT]: NOT_FOUND, [RUSH]: yes({ puzzles }) } });
  const ratings = [];
  for (let i = 0; i < 4; i++) {
    state = posed(state);
    assert.equal(puzzlesOf(state).of, ` ${i}`);
    ratings.push(posedIn(state)?.rating);
    const { answers } = state;
    state = following(state);
    assert.equal(state.answers, answers, "the server has no other");
  }
  assert.deepEqual(ratings, [1, 2, 3, 1]);
});

test("puzzles are practice where the server has none, and not for other reasons", () => {
  const practice = (id, answers) => isPractice(initial({ route: route(id), answers }));
  assert.equal(practice("", { [NEXT]: NOT_FOUND }), true);
  assert.equal(practice("today", { [TODAY]: NOT_FOUND }), true);
  assert.equal(practice("today", { [NEXT]: NOT_FOUND }), false);
  assert.equal(practice("", { [NEXT]: { ...NOT_FOUND, code: "busy" } }), false);
  assert.equal(practice("", { [NEXT]: { ...yes(kept), code: "not_found" } }), false);
  assert.equal(practice("", {}), false);
});

test("how I stand is known from the last try, or else from the server, with a name alone", () => {
  const known = (more) =>
    standsOf(initial({ me: "me", registered: true, answers: { [CAREER]: yes(stands(1500)) }, ...more }));
  assert.deepEqual(known({}), stands(1500));
  const judged = { ...BLANK, judged: { stands: stands(1512) } };
  assert.deepEqual(known({ puzzles: judged }), stands(1512));
  assert.deepEqual(known({ puzzles: { ...BLANK, judged: { stands: null } } }), stands(1500));
  assert.equal(known({ me: null }), null);
  assert.equal(known({ registered: false }), null);
  assert.equal(known({ answers: {} }), null);
  assert.equal(known({ answers: { [CAREER]: { ...NOT_FOUND, value: stands(1) } } }), null);
});

test("a puzzle is a table of one position, with moves only where they may be made", () => {
  const closed = {
    ...{ game, players: [], moves: [], seat: null, live: false, sent: null, at: 0, legal: null },
    state: {
      table: "P",
      ply: 0,
      position: game.start,
      to_move: null,
      last_move: null,
      present: [],
      over: null,
    },
  };
  assert.deepEqual(puzzleTable(drawn, "P", false), closed);
  const open = (count, moves) => ({
    ...closed,
    seat: 0,
    legal: { ply: 0, count, moves },
    state: { ...closed.state, to_move: 0 },
  });
  assert.deepEqual(puzzleTable(drawn, "P", true), open(3, drawn.moves));
  assert.deepEqual(puzzleTable({ ...drawn, moves: null }, "P", true), open(null, null));
});

test("a try waits for its result, may be repeated without one, and the rating before the first is kept", () => {
  const rated = (rating) => ({ [CAREER]: yes(stands(rating)) });
  const state = initial({
    me: "me",
    registered: true,
    answers: rated(1500),
    puzzles: { ...BLANK, of: " 7", step: 2 },
  });
  const once = tried(state, RIGHT);
  const waiting = { ...BLANK, of: " 7", step: 2, move: RIGHT, before: 1500 };
  assert.deepEqual(once.puzzles, waiting);
  assert.deepEqual(unjudged(once).puzzles, { ...waiting, move: null });
  const result = { solved: false, winning: [RIGHT], counted: false, stands: null };
  const seen = judged({ ...once, answers: rated(1600) }, result);
  assert.deepEqual(seen.puzzles, { ...waiting, judged: result, tries: 1 });
  assert.deepEqual(tried(seen, WRONG).puzzles, { ...waiting, move: WRONG, tries: 1 });
  assert.equal(tried(initial({}), RIGHT).puzzles?.before, null, "a guest has none");
});

test("only what counted makes my standing stale, and only a first try without the answer counts in the row", () => {
  const state = initial({ me: "me", answers: { [CAREER]: yes(stands(1500)) }, solved: { best: 4, row: 3 } });
  const result = { solved: true, winning: [RIGHT], counted: true, stands: null };
  const stale = (next) => Boolean(next.answers[CAREER].stale);
  const first = judged(state, result);
  assert.deepEqual([first.solved, stale(first)], [{ best: 4, row: 4 }, true]);
  assert.deepEqual(judged(state, { ...result, solved: false }).solved, { best: 4, row: 0 });
  assert.equal(stale(judged(state, { ...result, counted: false })), false);
  assert.equal(stale(judged({ ...state, me: null }, result)), false);
  for (const more of [{ tries: 1 }, { shown: true }])
    assert.deepEqual(judged({ ...state, puzzles: { ...BLANK, ...more } }, result).solved, state.solved);
});

test("a try at a puzzle with its answer is judged here, and never counts", () => {
  const result = (solved, winning) => ({ solved, winning, counted: false, stands: null });
  assert.deepEqual(judgedHere(drawn, RIGHT), result(true, drawn.winning));
  assert.deepEqual(judgedHere(drawn, WRONG), result(false, drawn.winning));
  assert.deepEqual(judgedHere({ ...drawn, winning: [WRONG, RIGHT] }, RIGHT), result(true, [WRONG, RIGHT]));
  assert.deepEqual(judgedHere(kept, RIGHT), result(false, []));
});

test("another puzzle starts afresh, the same one keeps its tries, and none changes nothing", () => {
  const puzzles = { ...BLANK, of: " 7", step: 3, move: RIGHT, tries: 2, shown: true, before: 9 };
  const state = initial({ route: route(""), answers: { [NEXT]: yes(kept) }, puzzles });
  assert.equal(posed(state), state);
  const other = posed({ ...state, answers: { [NEXT]: yes({ ...kept, puzzle: 8 }) } });
  assert.deepEqual(other.puzzles, { ...BLANK, of: " 8", step: 3 });
  const waiting = { ...state, answers: {} };
  assert.equal(posed(waiting), waiting);
  const daily = posed({ ...state, route: route("today"), answers: { [TODAY]: yes(kept) } });
  assert.equal(daily.puzzles?.of, "today 7");
  const next = following(state);
  assert.deepEqual(next.puzzles, { ...BLANK, step: 4 });
  assert.deepEqual(next.answers, {});
  assert.deepEqual(shown(initial({})).puzzles, { ...BLANK, shown: true });
});

test("a rush begins with its puzzles, its time and nothing done, and asks for others afterwards", () => {
  const answers = { [RUSH]: yes({}), [NEXT]: yes(kept) };
  const state = rushBegun(initial({ answers, puzzles: { ...BLANK, step: 2 } }), [drawn], 5000);
  const run = { posed: [drawn], ends: 5000 + RUSH_MS, done: [], over: false, record: false, shown: null };
  assert.deepEqual(state.puzzles, { ...BLANK, step: 2, run });
  assert.deepEqual([state.now, state.answers], [5000, { [NEXT]: yes(kept) }]);
  const done = rushed(state, WRONG, 6000);
  assert.deepEqual(done.puzzles?.run?.done, [{ posed: drawn, move: WRONG, solved: false }]);
  assert.equal(done.now, 6000);
});

test("the last moment of a rush counts, and what comes after its end does not", () => {
  const start = rushBegun(initial({ solved: { best: 1, row: 2 } }), Array(5).fill(drawn), 1000);
  const end = 1000 + RUSH_MS;
  assert.equal(puzzlesOf(rushed(start, RIGHT, end - 1)).run?.done.length, 1);
  assert.equal(puzzlesOf(rushed(start, RIGHT, end)).run?.done.length, 0);
  assert.equal(puzzlesOf(rushEnded({ ...start, now: end - 1 })).run?.over, false);
  const one = rushed(rushed(start, RIGHT, 2000), RIGHT, end);
  assert.deepEqual(
    [one.solved, one.puzzles?.run?.record],
    [{ best: 1, row: 2 }, false],
    "as good as the best",
  );
  const two = rushEnded({ ...rushed(rushed(start, RIGHT, 2000), RIGHT, 3000), now: end });
  assert.deepEqual([two.solved, two.puzzles?.run?.record], [{ best: 2, row: 2 }, true]);
  assert.equal(rushEnded(two), two);
  assert.equal(puzzlesOf(rushed(two, RIGHT, 4000)).run, two.puzzles?.run);
  const none = initial({});
  assert.equal(rushEnded(none), none);
  assert.deepEqual(rushed(none, RIGHT, 7), { ...none, now: 7 });
  // A puzzle whose answer is not known here cannot be solved.
  const unknown = rushed(rushBegun(none, [kept, kept], 0), RIGHT, 1);
  assert.equal(unknown.puzzles?.run?.done[0].solved, false);
});

test("a missed puzzle is viewed in its rush, and nothing without one", () => {
  const state = rushed(rushBegun(initial({}), [drawn, drawn], 0), WRONG, 1);
  assert.deepEqual(looked(state, 0).puzzles, { ...state.puzzles, run: { ...state.puzzles?.run, shown: 0 } });
  const none = initial({});
  assert.equal(looked(none, 0), none);
});
