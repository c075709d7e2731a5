// Games for several while their seats fill: which offers are asked about, and who has a seat.

import assert from "node:assert/strict";
import test from "node:test";

import {
  filling,
  isForSeveral,
  joinedIn,
  leftFrom,
  seatsTaken,
  withdrawn,
} from "../../../server/web/state/filling.js";
import { initial } from "../../../server/web/state/state.js";

const PATH = "/api/seeks/S";
const game = (players) => ({ variant: "game21_nplayer", params: { players }, ending: "misere" });
const seek = (missing, more = {}) => ({ seek: "S", by: { id: "A" }, game: game(4), missing, ...more });
const answer = (value) => ({ answers: { [PATH]: { ok: true, value } } });
const offer = (id, players) => ({ id, kind: "link", game: game(players) });

test("a game is for several if it says that more than two play", () => {
  const is = (params) => isForSeveral({ params });
  assert.deepEqual(
    [is({ players: 3 }), is({ players: 2 }), is({}), is(undefined)],
    [true, false, false, false],
  );
});

test("my own offers are asked about, and those of others that do not stand in the lobby", () => {
  const asked = (more) => {
    const link = { status: "online", at: 0, code: 0 };
    return filling(initial({ link, now: 2000, ...more }), 3000).map(({ path }) => path);
  };
  assert.deepEqual(asked({ offers: [offer("S", 3), offer("T", 2)] }), [PATH]);
  assert.deepEqual(asked({ joined: ["S"] }), [PATH], "nothing is known of the lobby");
  const lobby = { seeks: [{ seek: "S" }] };
  assert.deepEqual(asked({ joined: ["S"], lobby }), []);
  assert.deepEqual(asked({ joined: ["S"], lobby, route: { page: "seek", id: "S", rest: "" } }), [PATH]);
  const gone = { answers: { [PATH]: { ok: false, code: "not_found" } } };
  assert.deepEqual(asked({ joined: ["S", "T"], ...gone }), ["/api/seeks/T"]);
});

test("all seats but the missing ones are taken, of a new offer its owner's", () => {
  assert.deepEqual(seatsTaken({ game: game(4), missing: 1 }), { n: 3, seats: 4 });
  assert.deepEqual(seatsTaken({ game: game(4) }), { n: 1, seats: 4 });
  assert.deepEqual(seatsTaken({ game: {}, missing: 0 }), { n: 2, seats: 2 });
});

test("an offer of somebody else that waits for others is joined, once", () => {
  const joined = (more) => joinedIn(initial({ me: "me", joined: ["S", "R"], ...more }), "S");
  const listed = (...seeks) => ({ lobby: { seeks: [seek(9, { seek: "R" }), ...seeks] } });
  assert.deepEqual(joined(answer(seek(2))).joined, ["R", "S"]);
  assert.deepEqual(joined(answer(seek(2))).answers[PATH], { ok: true, value: seek(1) });
  assert.deepEqual(joined(listed(seek(2))).joined, ["R", "S"]);
  assert.deepEqual(joined(listed(seek(2))).answers, {});
  for (const none of [
    answer(seek(1)),
    answer(seek(2, { by: { id: "me" } })),
    answer(seek(2, { game: game(2) })),
    listed(seek(1)),
    listed(),
    {},
  ])
    assert.deepEqual(joined(none), initial({ me: "me", joined: ["S", "R"], ...none }));
});

test("a seat that is given up is free again, as far as its offer is known", () => {
  const state = initial({ joined: ["R", "S"], ...answer(seek(1)) });
  const left = leftFrom(state, "S");
  assert.deepEqual([left.joined, left.answers[PATH]], [["R"], { ok: true, value: seek(2) }]);
  const unknown = initial({ joined: ["R", "S"] });
  assert.deepEqual(leftFrom(unknown, "S"), { ...unknown, joined: ["R"] });
  const refused = initial({ joined: ["S"], answers: { [PATH]: { ok: false, code: "not_found" } } });
  assert.deepEqual(leftFrom(refused, "S"), { ...refused, joined: [] });
});

test("an offer that is there no longer was withdrawn, and nothing else says so", () => {
  const no = (code) => ({ answers: { [PATH]: { ok: false, code } } });
  const gone = withdrawn(initial({ joined: ["R", "S"], ...no("not_found") }));
  assert.deepEqual([gone.joined, gone.notices.map(({ key }) => key)], [["R"], ["notice.offerWithdrawn"]]);
  for (const known of [no("busy"), answer({ ...seek(1), code: "not_found" }), {}]) {
    const state = initial({ joined: ["S"], ...known });
    assert.equal(withdrawn(state), state);
  }
});
