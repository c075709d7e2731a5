// How games are offered: what is proposed, to whom, and what follows from the answer.

import assert from "node:assert/strict";
import test from "node:test";

import { VARIANTS } from "../../../server/web/state/answers.js";
import {
  again,
  botOf,
  botsOf,
  canStartAgain,
  cancel,
  challenge,
  challengeBot,
  easiestBot,
  leave,
  meanwhile,
  offeredBy,
  pickBot,
  pickVariant,
  quick,
  start,
  startAtOnce,
  startOf,
  tryAgain,
  USUAL,
} from "../../../server/web/state/offers.js";
import { LEVELS, levelOf } from "../../../server/web/state/levels.js";
import { initial } from "../../../server/web/state/state.js";
import { speak } from "../../../server/web/texts/text.js";
import { playNow } from "../../../server/web/views/quick_play.js";

await speak("en");
const nim = (...heaps) => ({ variant: "nim", params: {}, ending: "normal", start: { heaps } });
const classic = nim(3, 4, 5);
const house = (id, level) => ({ id, name: `Nimby (${level})`, kind: "bot", house: true });
const own = (id) => ({ id, name: `Bot ${id}`, kind: "bot", house: false });
const person = { id: "p", name: "Ada", kind: "person" };
const lobby = (...players) => ({ players });
const HOUSE = lobby(person, house("h", "hard"), own("o"), house("e", "easy"));

/** What the page tells the server, and what it changes. */
function acting() {
  const said = [];
  const forms = [];
  const changes = [];
  const tell = (message, then, otherwise) => said.push({ message, then, otherwise });
  return {
    said,
    forms,
    changes,
    act: { tell, form: (form) => forms.push(form), change: (by) => changes.push(by) },
  };
}
/** The one message that an act leads to. */
function message(work) {
  const { said, act } = acting();
  work(act);
  assert.equal(said.length, 1);
  return said[0];
}
const form = (more, known = {}) => {
  const state = initial({ lobby: HOUSE, ...known });
  return { ...state, form: { ...state.form, ...more } };
};

test("the variants are those of the server's answer, the whole one first", () => {
  const [all, usual] = [[{ variant: "nim", presets: [] }], [{ variant: "chomp", presets: [] }]];
  const yes = (value) => ({ ok: true, value });
  const no = { ok: false, code: "busy", message: "", value: all };
  assert.deepEqual([VARIANTS.path, USUAL.path], ["/api/variants", "/api/variants?presets=1"]);
  const offered = (answers) => offeredBy(initial({ answers }));
  assert.deepEqual(offered({}), []);
  assert.deepEqual(offered({ [USUAL.path]: yes(usual) }), usual);
  assert.deepEqual(offered({ [USUAL.path]: yes(usual), [VARIANTS.path]: yes(all) }), all);
  assert.deepEqual(offered({ [VARIANTS.path]: no }), []);
});

test("a start is the one named, or the first, in its own ending or the one chosen", () => {
  const presets = [
    { name: "classic", game: classic },
    { name: "small", game: { ...nim(1, 2), ending: "misere" } },
  ];
  const value = [{ variant: "chomp", presets: [] }, { variant: "nim", presets }, { variant: "kayles" }];
  const chosen = (more) => startOf(form(more, { answers: { [VARIANTS.path]: { ok: true, value } } }));
  assert.deepEqual(chosen({}), classic);
  assert.deepEqual(chosen({ preset: "small" }), presets[1].game);
  assert.deepEqual(chosen({ preset: "small", ending: "normal" }), nim(1, 2));
  assert.deepEqual(chosen({ preset: "unknown", ending: "misere" }), { ...classic, ending: "misere" });
  for (const variant of ["chomp", "kayles", "other"]) assert.equal(chosen({ variant }), null);
  assert.equal(startOf(form({})), null, "the server has not answered");
});

test("a bot's level is in its name", () => {
  for (const level of LEVELS) assert.equal(levelOf(`Nimby (${level})`), level);
  for (const name of ["Nimby", "easy", "(easy) Nimby", "Nimby (Easy)"])
    assert.equal(levelOf(name), undefined);
});

test("house bots are offered from the weakest on, others only where there are none", () => {
  const ids = (players) => botsOf(initial({ lobby: players })).map(({ id }) => id);
  assert.deepEqual(ids(HOUSE), ["e", "h"]);
  const levels = ["perfect", "medium", "hard", "easy"].map((level) => house(level, level));
  assert.deepEqual(ids(lobby(...levels)), ["easy", "medium", "hard", "perfect"]);
  assert.deepEqual(ids(lobby(person, ...[..."abcdefghi"].map(own))), [..."abcdefgh"]);
  assert.deepEqual(ids(null), []);
});

test("the bot chosen before plays, or else that of the second level, if there are two", () => {
  assert.equal(botOf(form({ bot: "Nimby (easy)" }))?.id, "e");
  assert.equal(botOf(form({ bot: "Nimby (hard)" }))?.id, "h");
  assert.equal(botOf(form({ bot: "Nimby (perfect)" }))?.id, "h");
  assert.equal(botOf(form({ bot: "" }, { lobby: lobby(house("e", "easy")) }))?.id, "e");
  assert.equal(botOf(form({}, { lobby: null })), undefined);
  assert.equal(easiestBot(form({ bot: "Nimby (hard)" }))?.id, "e");
  assert.equal(easiestBot(form({}, { lobby: null })), null);
});

test("a variant is chosen with its usual start, and a bot alone", () => {
  const { act, forms } = acting();
  pickVariant(act, "chomp");
  pickBot(act, "Nimby (hard)");
  assert.deepEqual(forms, [
    { variant: "chomp", preset: "", values: null, draw: "", ending: "" },
    { bot: "Nimby (hard)" },
  ]);
});

test("an offer that the server has is shown on the home page", () => {
  const pool = { variant: "nim", ending: "normal", rated: true };
  const old = { id: "old", kind: "open", game: classic };
  const state = form({}, { offers: [old], route: { page: "new", id: "x", rest: "y" } });
  const { message: sent, then } = message((act) => quick(act, pool));
  assert.deepEqual(sent, { t: "quick", pool });
  const next = then(state, { t: "seeking", seek: "s", commitment: "c" });
  assert.deepEqual(next.offers, [old, { id: "s", kind: "quick", game: pool, commitment: "c" }]);
  assert.deepEqual(next.route, { page: "home", id: "", rest: "" });
  assert.deepEqual({ ...next, offers: state.offers, route: state.route }, state);
});

test("a game is proposed to the opponent that the form names", () => {
  const terms = { pair: true };
  const proposed = (more, game = classic, others = terms, known = {}) => {
    const state = form(more, known);
    const { message: sent, then } = message((act) => start(state, act, game, others));
    const made = then(state, { seek: "new", challenge: "new", commitment: null }).offers;
    return [sent, made.map(({ kind }) => kind)];
  };
  const seek = (seat, more = {}) => ({ t: "seek", game: classic, seat, private: false, pair: true, ...more });
  assert.deepEqual(proposed({ opponent: "open", seat: "first" }), [seek("first"), ["open"]]);
  assert.deepEqual(proposed({ opponent: "link", seat: "second" }), [
    seek("second", { private: true }),
    ["link"],
  ]);
  const bot = { t: "challenge", player: "h", game: classic, seat: "first", pair: true };
  assert.deepEqual(proposed({ seat: "first" }), [bot, ["challenge"]]);
  assert.deepEqual(proposed({ seat: "first", bot: "Nimby (easy)" }), [
    { ...bot, player: "e" },
    ["challenge"],
  ]);
  // Where players choose or bid, or a handicap decides, the seat is random.
  for (const seat of ["pie", "bid"]) {
    assert.equal(proposed({ opponent: "open", seat })[0].seat, "random");
    assert.equal(proposed({ seat })[0].seat, "random");
  }
  assert.equal(proposed({ seat: "first" }, classic, { handicap: true })[0].seat, "random");
  assert.equal(proposed({}, { ...classic, params: { players: 2 } })[0].t, "challenge");
  const three = { ...classic, params: { players: 3 } };
  assert.deepEqual(proposed({ opponent: "open", seat: "first" }, three), [
    seek("first", { game: three }),
    ["open"],
  ]);
});

test("quick play says that its start is drawn, and of rated games only in a game for two", async () => {
  await speak("en", ["home"]);
  /** @param {any} node @returns {string} */
  const words = (node) => (typeof node === "string" ? node : (node?.children ?? []).map(words).join(" "));
  const shown = (game, seeks = []) => {
    const answers = {
      [VARIANTS.path]: { ok: true, value: [{ variant: "nim", presets: [{ name: "classic", game }] }] },
    };
    const state = form({}, { answers, registered: true, me: "me", lobby: { ...HOUSE, seeks } });
    return words(playNow(state, acting().act));
  };
  const seek = { seek: "s", by: person, game: classic };
  assert.match(shown(classic), /The start is drawn by lot\..*Two rated games, seats swapped/);
  assert.doesNotMatch(shown(classic, [seek]), /drawn by lot/, "who waits may have a start of their own");
  const three = { ...classic, params: { players: 3 } };
  assert.match(shown(three), /Bots take the other seats/);
  assert.doesNotMatch(shown(three), /drawn by lot|rated/);
});

test("in a game for several bots take the other seats, again too", () => {
  const three = { ...classic, params: { players: 3 } };
  const sent = (work) => {
    const { act, said } = acting();
    work(act);
    said[0].then(form({}), { seek: "s", commitment: null });
    return said.map(({ message }) => message);
  };
  const expected = [
    { t: "seek", game: three, seat: "random", private: true },
    { t: "fill", seek: "s" },
  ];
  assert.deepEqual(
    sent((act) => start(form({}), act, three, {})),
    expected,
  );
  const bots = [person, house("h", "hard"), house("e", "easy")];
  const over = (players) => ({ ...form({}), tables: { t: { game: three, players, seat: 0 } } });
  assert.deepEqual(
    sent((act) => again(over(bots), act, "t")),
    expected,
  );
  // Among people the table is asked.
  const { message: asked } = message((act) => again(over([person, own("o"), bots[1]]), act, "t"));
  assert.deepEqual(asked, { t: "rematch", table: "t", want: true });
});

test("without a bot a challenge says so, and nothing is sent", () => {
  const { act, said, changes } = acting();
  const state = form({}, { lobby: null });
  challengeBot(state, act, classic, "first");
  assert.deepEqual(said, []);
  assert.deepEqual(
    changes.map((by) => by(state).notices.map(({ kind, key }) => [kind, key])),
    [[["error", "home.noBot"]]],
  );
});

test("a challenge waits until it is accepted, and a refused one is told", () => {
  const state = form({}, { daily: { ...initial({}).daily, move: [0, 1] } });
  const refused = (work) => {
    const next = message(work).otherwise(state, { code: "busy", message: "" });
    return [next.notices.map(({ kind, key }) => [kind, key]), next.daily.move];
  };
  const made = (work) =>
    message(work).then(state, { t: "challenging", challenge: "c", commitment: "x" }).offers;
  const plain = (act) => challenge(act, "b", classic, "first");
  const daily = (act) => challenge(act, "b", classic, "first", { pair: true }, { kind: "daily" });
  assert.deepEqual(message(plain).message, { t: "challenge", player: "b", game: classic, seat: "first" });
  assert.equal(message(daily).message.pair, true);
  const offer = { id: "c", kind: "challenge", game: classic, commitment: "x", to: "b" };
  assert.deepEqual(made(plain), [offer]);
  assert.deepEqual(made(daily), [{ ...offer, kind: "daily" }]);
  assert.deepEqual(refused(plain), [[["error", "error.busy"]], [0, 1]]);
  assert.deepEqual(refused(daily), [[["error", "error.busy"]], null]);
});

test("the wait ends when the bot suggested instead is challenged, and not if that is refused", () => {
  const value = [{ variant: "nim", presets: [{ name: "classic", game: classic }] }];
  const state = form({}, { answers: { [USUAL.path]: { ok: true, value } } });
  const waiting = { id: "w", kind: "quick", game: classic };
  const { said, act } = acting();
  meanwhile(state, act, waiting, house("b", "easy"));
  assert.deepEqual(
    said.map(({ message }) => message),
    [{ t: "challenge", player: "b", game: classic, seat: "random" }],
  );
  said[0].otherwise(state, { code: "busy", message: "" });
  assert.equal(said.length, 1);
  const next = said[0].then(state, { t: "challenging", challenge: "c" });
  assert.deepEqual(
    next.offers.map(({ id, kind }) => [id, kind]),
    [["c", "challenge"]],
  );
  assert.deepEqual(said[1].message, { t: "cancel", offer: "w" });
  const { said: nothing, act: none } = acting();
  meanwhile(form({}), none, waiting, house("b", "easy"));
  assert.deepEqual(nothing, [], "the start is not known");
});

test("an offer that is cancelled is gone, also where the server no longer has it", () => {
  const state = form({}, { offers: [{ id: "w" }, { id: "v" }] });
  const { message: sent, then, otherwise } = message((act) => cancel(act, "w"));
  assert.deepEqual(sent, { t: "cancel", offer: "w" });
  for (const done of [then, otherwise]) assert.deepEqual(done(state), { ...state, offers: [{ id: "v" }] });
});

test("a seat in somebody else's offer that is given up is free again, also where there is none", () => {
  const path = "/api/seeks/w";
  const seen = (missing) => ({ [path]: { ok: true, value: { seek: "w", missing } } });
  const state = form({}, { joined: ["w", "v"], answers: seen(1) });
  const { message: sent, then, otherwise } = message((act) => leave(act, "w"));
  assert.deepEqual(sent, { t: "cancel", offer: "w" });
  for (const done of [then, otherwise])
    assert.deepEqual(done(state), { ...state, joined: ["v"], answers: seen(2) });
});

test("people are asked for a rematch, a house bot is challenged: whoever lost begins, else the seats are swapped", () => {
  const sent = (players, seat, known = {}, winners = [seat]) => {
    const table = { players, seat, game: classic, state: { over: { winners } } };
    const state = initial({ lobby: HOUSE, tables: { T: table }, ...known });
    return message((act) => again(state, act, "T")).message;
  };
  assert.deepEqual(sent([person, own("o")], 0), { t: "rematch", table: "T", want: true });
  const bot = (player, seat) => ({ t: "challenge", player, game: classic, seat });
  assert.deepEqual(sent([person, house("h", "hard")], 0), bot("h", "second"));
  assert.deepEqual(sent([house("h", "hard"), person], 1), bot("h", "first"));
  assert.deepEqual(sent([person, house("h", "hard")], 0, {}, [1]), bot("h", "first"), "lost");
  assert.deepEqual(sent([house("h", "hard"), person], 1, {}, [0]), bot("h", "first"), "lost");
  assert.deepEqual(sent([person, house("h", "hard")], 0, {}, []), bot("h", "second"), "nobody has won");
  assert.deepEqual(
    sent([person, house("h", "easy")], 0),
    bot("h", "second"),
    "the same one, by another name",
  );
  assert.deepEqual(sent([person, house("gone", "easy")], 0), bot("e", "second"), "its name after a restart");
  assert.deepEqual(sent([person, house("gone", "perfect")], 0), bot("gone", "second"));
  assert.deepEqual(sent([person, house("h", "hard")], 0, { lobby: null }), bot("h", "second"));
  assert.deepEqual(sent([person, own("x")], null), { t: "rematch", table: "T", want: true });
  assert.deepEqual(sent([person, own("o"), own("x")], 2), { t: "rematch", table: "T", want: true });
  const named = lobby({ ...own("o"), name: "Nimby (easy)" });
  assert.deepEqual(
    sent([person, house("gone", "easy")], 0, { lobby: named }),
    bot("gone", "second"),
    "an impostor",
  );
});

test("a position is tried again against the same house bot, or the weakest", () => {
  const heaps = { heaps: [1, 2] };
  const tried = (players, seat, known = {}) => {
    const { said, act } = acting();
    tryAgain(initial({ lobby: HOUSE, ...known }), act, { game: classic, players, seat }, heaps);
    return said.map(({ message }) => message);
  };
  const bot = (player) => [{ t: "challenge", player, game: nim(1, 2), seat: "first" }];
  assert.deepEqual(tried([person, house("h", "hard")], 0), bot("h"));
  assert.deepEqual(tried([house("h", "hard"), person], 1), bot("h"));
  assert.deepEqual(tried([person, own("o")], 0), bot("e"), "own bots and people need not want to");
  assert.deepEqual(tried([own("o"), person], null), bot("e"));
  assert.deepEqual(tried([person, house("x", "perfect")], 0), bot("x"));
  assert.deepEqual(tried([person, own("o")], 0, { lobby: null }), []);
});

test("after a try from a position, and another from within it, the whole game is played again", () => {
  const table = { game: classic, players: [person, house("h", "hard")], seat: 0 };
  const offered = (table, heaps) => {
    const { said, act } = acting();
    tryAgain(form({}), act, table, { heaps });
    const [{ message, then }] = said;
    assert.ok(!("whole" in message), "the server need not know");
    return then(form({}), { t: "challenging", challenge: "c" }).offers[0];
  };
  const first = offered(table, [1, 2]);
  assert.deepEqual([first.game, first.whole], [nim(1, 2), classic]);
  const second = offered({ ...table, game: first.game, whole: first.whole }, [1, 1]);
  assert.deepEqual([second.game, second.whole], [nim(1, 1), classic]);
  const ended = { ...table, game: second.game, whole: second.whole, state: { over: { winners: [0] } } };
  const state = form({}, { tables: { T: ended } });
  assert.deepEqual(message((act) => again(state, act, "T")).message, {
    t: "challenge",
    player: "h",
    game: classic,
    seat: "first",
  });
});

test("a first game of a variant begins with the player, a later one with either, also for several", () => {
  const seatIn = (game, introduced) =>
    message((act) => startAtOnce(form({}, { introduced }), act, game)).message.seat;
  assert.equal(message((act) => startAtOnce(form({}), act, classic)).message.t, "challenge");
  assert.equal(seatIn(classic, []), "first");
  assert.equal(seatIn(classic, ["chomp"]), "first");
  assert.equal(seatIn(classic, ["nim"]), "random");
  const three = { variant: "twenty_one", params: { players: 3 }, ending: "normal", start: 0 };
  assert.deepEqual([seatIn(three, []), seatIn(three, ["twenty_one"])], ["first", "random"]);
  assert.equal(message((act) => startAtOnce(form({}), act, three)).message.t, "seek");
});

test("a game for two can be started again while a bot is there", () => {
  const online = { link: { status: "online", at: 0, code: 0 } };
  const can = (players, known) => canStartAgain(initial(known), { players });
  const two = [person, own("o")];
  assert.equal(can(two, { ...online, lobby: HOUSE }), true);
  assert.equal(can(two, { lobby: HOUSE }), false);
  assert.equal(can(two, online), false);
  assert.equal(can([person, house("h", "hard")], online), true);
  assert.equal(can([...two, house("h", "hard")], { ...online, lobby: HOUSE }), false);
});
