// Custom starts: the form of each variant, the game that it makes, and its values for that game.

import assert from "node:assert/strict";
import test from "node:test";

import { NAMES, boardOf, fetchVariant, ownStartOf, withValues } from "../../../server/web/variants/index.js";
import { speak, speakOf } from "../../../server/web/texts/text.js";

await speak("en");
await speakOf("table");
await Promise.all(NAMES.map(fetchVariant));

const heaps = [{ heaps: "3 4 5" }, {}, { heaps: [3, 4, 5] }];
const coins = [{ coins: "0 2 5" }, {}, { coins: [0, 2, 5] }];
const total = [{ step: "3", target: "21" }, { step: 3, target: 21 }, { total: 0 }];
const square = () => pairs("01 12 23 03");
/** Pairs of hexadecimal digits. */
const pairs = (text) => text.split(" ").map((pair) => [...pair].map((digit) => parseInt(digit, 16)));
const CUBE = "01 02 04 13 15 23 26 37 45 46 57 67";
const graph = (shape, n, vertices, edges, rule = { rule: "connected", min: 1, max: 2 }) => [
  { shape, n: String(n), rule: rule.rule === "star" ? "star" : rule.min === 2 ? "arc_kayles" : "kayles" },
  { vertices, edges, graph: shape, ...rule },
  { present: Array.from({ length: vertices }, (_, i) => i) },
];
const poset = (shape, elements, covers) => [
  { shape },
  { elements, covers, poset: shape },
  { present: Array.from({ length: elements }, (_, i) => i) },
];

/** The values of a form, and the parameters and the start that they make. */
const MADE = {
  building: [[{ remaining: "9", stacks: "2" }, {}, { remaining: 9, stacks: [0, 0] }]],
  candy: [heaps],
  chomp: [[{ rows: "2", columns: "5" }, {}, { rows: [5, 5] }]],
  circular: [[{ n: "5", k: "2" }, { k: 2 }, { circle: "11111" }]],
  circular_stacks: [[{ k: "2", heaps: "1 2 3" }, { k: 2 }, { heaps: [1, 2, 3] }]],
  cram: [[{ dims: "2 3" }, { dims: [2, 3] }, { board: "111111" }]],
  euclid: [[{ pair: "5 8" }, {}, { pair: [5, 8] }]],
  fibonacci: [
    [{ heap: "12" }, {}, { heap: 12, limit: 11 }],
    [{ heap: "1" }, {}, { heap: 1, limit: 0 }],
  ],
  game100: [total],
  game21: [total],
  game21_nplayer: [
    [{ players: "3", step: "4", target: "30" }, { players: 3, step: 4, target: 30 }, { total: 0 }],
  ],
  graph: [
    graph("path", 4, 4, square().slice(0, 3)),
    graph("cycle", 4, 4, square()),
    graph("cycle", 2, 2, []),
    graph("star", 4, 4, pairs("01 02 03")),
    graph("wheel", 4, 4, pairs("01 02 03 12 23 13")),
    graph("complete", 4, 4, pairs("01 02 12 03 13 23")),
    graph("grid", 2, 4, pairs("01 02 23 13")),
    graph("cube", 8, 8, pairs(CUBE)),
    graph("petersen", 10, 10, pairs("01 12 23 34 04 05 16 27 38 49 57 68 79 58 69")),
    graph("path", 2, 2, [[0, 1]], { rule: "connected", min: 2, max: 2 }),
    graph("path", 2, 2, [[0, 1]], { rule: "star" }),
  ],
  greedy: [heaps],
  grundy: [heaps],
  hackenbush: [[{ edges: "0 1 1 2" }, { edges: pairs("01 12") }, { present: [0, 1] }]],
  lasker: [heaps],
  moore: [
    [{ k: "2", cap: "3", heaps: "3 4" }, { k: 2, cap: 3 }, { heaps: [3, 4] }],
    [{ k: "2", cap: "0", heaps: "3 4" }, { k: 2, cap: null }, { heaps: [3, 4] }],
  ],
  multiheap: [[{ scope: "nonempty", heaps: "3 4" }, { scope: "nonempty" }, { heaps: [3, 4] }]],
  ndim: [[{ dims: "2 3 2" }, { dims: [2, 3, 2] }, { board: "1".repeat(12) }]],
  nim: [heaps],
  nim_pass: [[{ heaps: "3 4" }, {}, { heaps: [3, 4], pass: true }]],
  nimble: [coins],
  node_kayles: [
    [{ edges: "0 1 1 3" }, { vertices: 4, edges: pairs("01 13") }, { present: [0, 1, 2, 3] }],
    [{ edges: "" }, { vertices: 0, edges: [] }, { present: [] }],
  ],
  notakto: [[{ boards: "2" }, {}, { boards: [".........", "........."] }]],
  octal: [[{ code: "0.137", heaps: "3 4" }, { code: "0.137" }, { heaps: [3, 4] }]],
  poset: [
    poset("tree", 10, pairs("01 02 13 14 25 26 37 58 69")),
    // Three rows of four, and three bits.
    poset("grid", 12, pairs("01 04 12 15 23 26 37 45 48 56 59 67 6a 7b 89 9a ab")),
    poset("cube", 8, pairs(CUBE)),
    poset("zigzag", 7, pairs("01 21 23 43 45 65")),
    poset("diamond", 4, pairs("01 02 13 23")),
    poset("chains", 9, pairs("01 23 34 56 67 78")),
  ],
  rwythoff: [[{ r: "2", heaps: "3 4" }, { r: 2 }, { heaps: [3, 4] }]],
  silver_dollar: [coins],
  staircase: [[{ steps: "1 2" }, {}, { steps: [1, 2] }]],
  subtraction: [[{ take: "1 2 4", heaps: "9" }, { take: [1, 2, 4] }, { heaps: [9] }]],
  turning: [[{ rule: "ruler", row: "HTTH" }, { rule: "ruler" }, { coins: "HTTH" }]],
  welter: [coins],
};

const game = (variant) => ({ variant, params: { other: 1 }, ending: "misere", start: { other: 1 } });

test("every variant makes its games of its form, and has the form's values for them", () => {
  assert.deepEqual(Object.keys(MADE), [...NAMES].sort());
  for (const [variant, all] of Object.entries(MADE))
    for (const [values, params, start] of all) {
      const made = withValues(game(variant), values);
      assert.deepEqual(made, { variant, params, ending: "misere", start });
      assert.deepEqual(ownStartOf(variant).read(made), values, variant);
      const names = ownStartOf(variant).fields.map(({ name }) => name);
      assert.deepEqual(names, Object.keys(values), variant);
    }
});

test("the fields have these limits and choices", () => {
  const limits = NAMES.flatMap((variant) =>
    ownStartOf(variant).fields.map(({ name, kind, min, max, choices }) => {
      const all = {
        number: () => `${min} to ${max}`,
        choice: () => choices.join(","),
        numbers: () => "numbers",
      };
      return `${variant} ${name}: ${all[kind]()}`;
    }),
  );
  assert.equal(limits.filter((line) => !line.endsWith(": numbers")).join("\n"), LIMITS);
});
const LIMITS = `
multiheap scope: all,nonempty
rwythoff r: 1 to 1000
moore k: 1 to 100
moore cap: 0 to undefined
building remaining: 0 to 1000
building stacks: 1 to 100
fibonacci heap: 1 to 1000000
game21 step: 1 to 1000
game21 target: 2 to 1000000
game100 step: 1 to 1000
game100 target: 2 to 1000000
game21_nplayer players: 2 to 16
game21_nplayer step: 1 to 1000
game21_nplayer target: 2 to 1000000
octal code: 0.77,0.777,0.137,0.07,0.6,0.007
circular n: 1 to 200
circular k: 1 to 100
circular_stacks k: 1 to 100
turning rule: turtles,mock_turtles,ruler,twins,triplets
chomp rows: 1 to 100
chomp columns: 1 to 100
notakto boards: 1 to 12
graph shape: path,cycle,star,wheel,complete,grid,cube,petersen
graph n: 1 to 60
graph rule: kayles,arc_kayles,star
poset shape: tree,grid,cube,zigzag,diamond,chains
`.trim();

test("whatever is typed makes a game, of a bounded size, whose numbers are within their limits", () => {
  const typed = ["", "-", "-1", "0", "1.9", "1e9", "99999999999", "1e999", "x", "0 99999999", "7,8;9"];
  for (const variant of NAMES) {
    const { fields } = ownStartOf(variant);
    const usual = Object.fromEntries(fields.map(({ name, choices = ["3 4"] }) => [name, choices[0]]));
    for (const { name, kind, min, max = Infinity } of fields)
      for (const text of typed) {
        const made = withValues(game(variant), { ...usual, [name]: text });
        assert.ok(JSON.stringify(made).length < 20_000, `${variant}: ${name} ${text}`);
        if (kind !== "number" || variant === "graph") continue;
        const value = ownStartOf(variant).read(made)[name];
        assert.ok(
          value >= min && value <= max && Number.isInteger(Number(value)),
          `${variant}: ${name} ${value}`,
        );
      }
  }
  const rows = (text) => withValues(game("chomp"), { rows: text, columns: "2" }).start.rows.length;
  assert.deepEqual(["", "-3", "1.9", "7", "100", "101", "x"].map(rows), [1, 1, 1, 7, 100, 100, 1]);
  assert.equal(withValues(game("moore"), { k: "1", cap: "1e99", heaps: "" }).params.cap, 1_000_000_000);
});

test("a form takes numbers however they are separated, and of a list as many as it needs", () => {
  const made = (variant, values) => withValues(game(variant), values);
  assert.deepEqual(made("nim", { heaps: " 3,4; 5x6" }).start, { heaps: [3, 4, 5, 6] });
  assert.deepEqual(made("nim", { heaps: "none" }).start, { heaps: [] });
  assert.deepEqual(made("cram", { dims: "3" }).params, { dims: [3, 1] });
  assert.deepEqual(made("cram", { dims: "" }).start, { board: "1" });
  assert.deepEqual(made("cram", { dims: "300 300" }).start.board.length, 10_000);
  assert.deepEqual(made("ndim", { dims: "300 300" }).start.board.length, 10_000);
  assert.deepEqual(made("euclid", { pair: "5" }).start, { pair: [5, 0] });
  assert.deepEqual(made("euclid", { pair: "" }).start, { pair: [0, 0] });
  assert.deepEqual(made("hackenbush", { edges: "0 1 2" }).params, { edges: [[0, 1]] });
  assert.deepEqual(made("turning", { rule: "ruler", row: "h t-xT" }).start, { coins: "HTT" });
});

test("a start that the form cannot say has the nearest values", () => {
  const read = (variant, params, start) => ownStartOf(variant).read({ variant, params, start });
  assert.deepEqual(read("chomp", {}, {}), { rows: "0", columns: "0" });
  assert.deepEqual(read("chomp", {}, { rows: [5, 3] }), { rows: "2", columns: "5" });
  assert.deepEqual(read("nim", {}, {}), { heaps: "" });
  assert.deepEqual(read("building", {}, { remaining: 3 }), { remaining: "3", stacks: "0" });
  assert.deepEqual(read("circular", { k: 2 }, {}), { n: "0", k: "2" });
  assert.deepEqual(read("notakto", {}, {}), { boards: "0" });
  assert.equal(read("turning", { rule: "none" }, {}).row, "");
  assert.equal(read("graph", { vertices: 9, graph: "Grid", min: 1 }, {}).n, "3");
});

test("a variant without a file is played from the list of its moves", async () => {
  await fetchVariant("unheard_of");
  const board = boardOf("unheard_of");
  assert.deepEqual(board.draw({}), []);
  const [face, ...more] = board.show([1, "a"]);
  assert.deepEqual([face, more], [{ '[1,"a"]': 1 }, []]);
  assert.deepEqual(board.read(face), [1, "a"]);
  assert.ok(board.say([1, "a"]).includes('[1,"a"]'));
  assert.equal(board.describe({ heaps: [3] }), '{"heaps":[3]}');
  assert.equal(ownStartOf("unheard_of"), undefined);
  assert.deepEqual(withValues(game("unheard_of"), { n: "1" }), game("unheard_of"));
});
