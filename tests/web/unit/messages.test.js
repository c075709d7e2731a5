// What the page begins with, and the effect of the connection and of each message of the server.

import assert from "node:assert/strict";
import test from "node:test";

import { notify } from "../../../server/web/state/notices.js";
import { cutOff, initial, received, welcomed } from "../../../server/web/state/state.js";
import { speak } from "../../../server/web/texts/text.js";

await speak("en");

const welcome = (you, more = {}) => ({ t: "welcome", you: { id: "a", ...you }, ...more });
const told = ({ notices }) => notices.map(({ kind, key, params }) => [kind, key, params]);

test("before anything is known, nothing is there, chosen or on", () => {
  const { form, daily, selection, ...blank } = initial({});
  const on = (part) => Object.keys(part).filter((name) => part[name] === true);
  assert.deepEqual([on(blank), on(form), on(daily)], [["fine"], [], []]);
  const listed = (part) => Object.values(part).flatMap((value) => (Array.isArray(value) ? value : []));
  assert.deepEqual([listed(blank), listed(form)], [[], []]);
  assert.deepEqual([daily.day, daily.streak], [-1, { last: -1, streak: 0, solved: {} }]);
  assert.deepEqual(selection.marks, {});
  assert.deepEqual(blank.link, { status: "connecting", at: 0, code: 0 });
  assert.deepEqual(blank.account, { link: null, token: "", done: "" });
  assert.equal(initial({ name: "Ada" }).name, "Ada");
});

test("a registered player has the name that the server knows, a guest the one that was chosen here", () => {
  const before = initial({ name: "here", link: { status: "waiting", at: 5, code: 1006 } });
  const known = (kind) => {
    const { me, registered, name, link } = welcomed(before, welcome({ kind, name: "there" }));
    assert.deepEqual(link, { status: "online", at: 0, code: 0 });
    return [me, registered, name];
  };
  assert.deepEqual(known("person"), ["a", true, "there"]);
  assert.deepEqual(known("guest"), ["a", false, "here"]);
});

test("games that began on another device are mine too, and my secrets are kept", () => {
  const before = initial({ seats: { T: { seat: 1, token: "secret" } } });
  const seats = { U: { seat: 0 }, T: { seat: 1, token: "secret" } };
  assert.deepEqual(welcomed(before, welcome({}, { games: ["T", "U"] })).seats, seats);
  assert.deepEqual(welcomed(before, welcome({})).seats, before.seats);
});

test("what the page could not say alone is asked of the server once there is one", () => {
  const no = (code) => ({ ok: false, code, message: "" });
  const answers = { yes: { ok: true, value: 1 }, refused: no("not_found"), alone: no("alone") };
  assert.deepEqual(Object.keys(welcomed(initial({ answers }), welcome({})).answers), ["yes", "refused"]);
});

test("a lost connection says when it is tried again, or that it is not", () => {
  const link = (again) => cutOff(initial({}), again, 1006).link;
  assert.deepEqual(link({ at: 7 }), { status: "waiting", at: 7, code: 1006 });
  assert.deepEqual(link(null), { status: "ended", at: 0, code: 1006 });
  const cut = cutOff(initial({ me: "a", challenges: [{ challenge: "c" }] }), null, 1006);
  assert.deepEqual([cut.me, cut.challenges], [null, []]);
});

test("a challenge that is told again takes the place of the earlier one", () => {
  const challenged = (challenge, seat) => ({ t: "challenged", challenge, seat });
  const both = [challenged("c", "first"), challenged("d", "first")].reduce(received, initial({}));
  assert.deepEqual(received(both, challenged("c", "second")).challenges, [
    challenged("d", "first"),
    challenged("c", "second"),
  ]);
});

test("news of a tournament are its answer, and its other answers are asked for again", () => {
  const path = "/api/tournaments/T";
  const yes = (value) => ({ ok: true, value });
  const answers = { [`${path}/games`]: yes(1), "/api/tournaments": yes(2), [path]: yes(3) };
  const news = { t: "tournament", tournament: "T", stage: "running" };
  assert.deepEqual(received(initial({ answers }), news).answers, {
    [`${path}/games`]: { ...yes(1), stale: true },
    "/api/tournaments": yes(2),
    [path]: yes(news),
  });
});

test("a call of a tournament names the opponent, and other calls stay", () => {
  const call = { t: "ready_check", tournament: "T", opponent: { name: "Bob" } };
  const next = received(initial({ calls: { U: "Eve" } }), call);
  assert.deepEqual(next.calls, { U: "Eve", T: "Bob" });
  assert.deepEqual(told(next), [["info", "notice.readyCheck", { name: "Bob" }]]);
});

test("an offer of mine says its place in a queue, or which bot would play meanwhile", () => {
  const state = initial({ offers: [{ id: "o", kind: "quick" }, { id: "p" }] });
  const offer = (message) => received(state, message).offers;
  const bot = { id: "b", name: "Bob" };
  const queued = { t: "queued", challenge: "o", place: 2 };
  assert.deepEqual(offer(queued), [{ id: "o", kind: "quick", place: 2 }, { id: "p" }]);
  const unmatched = { t: "unmatched", seek: "o", house_bot: bot };
  assert.deepEqual(offer(unmatched), [{ id: "o", kind: "quick", meanwhile: bot }, { id: "p" }]);
  assert.equal(offer({ ...unmatched, house_bot: undefined })[0].meanwhile, null);
  assert.deepEqual(offer({ ...queued, challenge: "unknown" }), state.offers);
});

test("what the server has to say is told", () => {
  const says = (message) => told(received(initial({}), message));
  assert.deepEqual(says({ t: "closing" }), [["info", "notice.closing", undefined]]);
  assert.deepEqual(says({ t: "notice", message: "Hello" }), [
    ["info", "notice.announced", { message: "Hello" }],
  ]);
  assert.deepEqual(says({ t: "error", code: "not_found", message: "" }), [["error", "error.not_found", {}]]);
});

test("a phrase is heard from now on, unless the visitor wants none", () => {
  const message = { t: "said", table: "T", seat: 1, phrase: "hello" };
  const said = { table: "T", seat: 1, phrase: "hello", at: 7 };
  assert.deepEqual(received(initial({ now: 7 }), message).said, said);
  assert.equal(received(initial({ now: 7, muted: true }), message).said, null);
});

test("the last three notices are shown, each kind once, with a number of its own", () => {
  const state = [..."abcd"].reduce((so, key, at) => notify({ ...so, now: at }, "info", key), initial({}));
  const shown = ({ notices }) => notices.map(({ id, key, at }) => [id, key, at]);
  const [c, d] = [[3, "c", 2], [4, "d", 3]]; // prettier-ignore
  assert.deepEqual(shown(state), [[2, "b", 1], c, d]);
  assert.deepEqual(shown(notify(state, "error", "e")), [c, d, [5, "e", 3]]);
  assert.deepEqual(shown(notify(state, "error", "c")), [[2, "b", 1], d, [5, "c", 3]]);
});
