// Addresses of the page: what each shows, every part compared; and next to each, what is no address.

import assert from "node:assert/strict";
import test from "node:test";

import { addressOf, routeOf } from "../../../server/web/state/route.js";

const ID = "01234567-89ab-cdef-0123-456789abcdef";
const shows = (page, id = "", rest = "", more = {}) => ({ page, id, rest, ...more });
const read = (address) => {
  const { pathname, search } = new URL(address, "http://nim");
  return routeOf(pathname, search);
};

test("each address shows its page, and the page has this address", () => {
  const filters = "player=Ada&opponent=Bob&variant=nim&result=won&rated=true&within=7&after=x1";
  for (const [address, route] of [
    ["/", shows("home")],
    ["/new", shows("new")],
    ["/account", shows("account")],
    ["/watch", shows("watch")],
    ["/analysis", shows("analysis")],
    ["/analysis?game=nim+3%2C5", shows("analysis", "", "nim 3,5")],
    ["/analysis?game=nim+3%2C5%3A+A-1&ply=0", shows("analysis", "0", "nim 3,5: A-1")],
    ["/analysis?game=nim+3%2C5&ply=12345", shows("analysis", "12345", "nim 3,5")],
    ["/learn", shows("learn")],
    ["/learn/kayles", shows("learn", "kayles")],
    ["/puzzles", shows("puzzles")],
    ["/puzzles/today", shows("puzzles", "today")],
    ["/puzzles/rush", shows("puzzles", "rush")],
    ["/puzzles/position?game=nim+1%2C2", shows("puzzles", "position", "nim 1,2")],
    ["/ladder", shows("ladder")],
    ["/ladder?leaderboard=people%2Fnim", shows("ladder", "", "people/nim")],
    ["/ladder?leaderboard=people%2Fnim&season=2026-Q4", shows("ladder", "", "people/nim;2026-Q4")],
    ["/ladder?season=2026-Q4", shows("ladder", "", ";2026-Q4")],
    ["/archive", shows("archive")],
    [`/archive?${filters}`, shows("archive", "", filters)],
    ["/tournaments", shows("tournaments")],
    ["/tournaments/new", shows("tournaments", "", "new")],
    [`/tournament/${ID}`, shows("tournament", ID)],
    [`/tournament/${ID}/1-2`, shows("tournament", ID, "1-2")],
    [`/tournament/${ID}/123456-123456`, shows("tournament", ID, "123456-123456")],
    [`/table/${ID}`, shows("table", ID)],
    [`/seek/${ID}`, shows("seek", ID)],
    [`/player/${ID}`, shows("player", ID)],
    [`/game/${ID}`, shows("table", ID, "", { replay: true })],
    [`/game/${ID}/12345`, shows("table", ID, "12345", { replay: true })],
  ]) {
    assert.deepEqual(read(address), route, address);
    assert.equal(addressOf(route), address);
  }
});

test("an archive's filters are those known, and the empty ones are left out", () => {
  assert.equal(read("/archive?rated=&x=1&variant=nim&toString=2").rest, "variant=nim");
});

test("a game is analysed after all its moves unless the address says after how many", () => {
  for (const ply of ["", "x", "-1", "123456"])
    assert.deepEqual(read(`/analysis?game=nim+1&ply=${ply}`), shows("analysis", "", "nim 1"), ply);
});

test("what is almost an address shows nothing", () => {
  const nothing = shows("none");
  for (const address of [
    ...["/home", "/toString", "/x/", "//x", "/new/x", "/account/x", "/watch/x", "/analysis/x"],
    ...["/learn/Kayles", "/learn/x1", "/learn/1x", "/learn/kayles/x", "/ladder/x", "/archive/x"],
    ...[
      "/puzzles/x",
      "/puzzles/today/x",
      "/puzzles//x",
      "/tournaments/x",
      "/tournaments/new/x",
      "/tournaments//x",
    ],
    ...["1", "1-", "-1", "x1-2", "1-2x", "1234567-1", "1-1234567"].map((rest) => `/tournament/${ID}/${rest}`),
    ...["123456", "1x", "x1", "-1"].map((rest) => `/game/${ID}/${rest}`),
    ...["table", "seek", "player", "game", "tournament"].flatMap((page) => [
      `/${page}`,
      ...["x", `${ID}0`, `0${ID}`, ID.toUpperCase(), ID.slice(1)].map((id) => `/${page}/${id}`),
    ]),
    `/other/${ID}`,
    `/home/${ID}`,
  ])
    assert.deepEqual(routeOf(address), nothing, address);
  assert.equal(addressOf(nothing), null);
});
