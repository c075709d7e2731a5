// Every board against every golden row: the marks of a move are read back as the same move,
// and can be selected piece by piece.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

import { boardOf, fetchVariant } from "../../../server/web/variants/index.js";
import { hasse } from "../../../server/web/boards/hasse.js";
import { components, layOut } from "../../../server/web/boards/layout.js";
import { choices, meaning, reach, touch } from "../../../server/web/state/selection.js";
import { speak, speakOf } from "../../../server/web/texts/text.js";
import { viewOf } from "../view.js";

const GOLDEN = new URL("../../golden/", import.meta.url);
await speak("en", ["board", "table"]);

for (const file of readdirSync(GOLDEN).filter((name) => name.endsWith(".jsonl"))) {
  test(`moves of ${file} are shown and read`, async () => {
    for (const line of readFileSync(new URL(file, GOLDEN), "utf8").trim().split("\n")) {
      const row = JSON.parse(line);
      await fetchVariant(row.variant);
      const board = boardOf(row.variant);
      const { position } = row;
      const game = { variant: row.variant, params: row.params, ending: "normal", start: position };
      const moves = row.winning_moves ?? row.safe_moves ?? [];
      const chosen = choices(
        moves,
        (marks) => board.read(marks, game, position),
        (move) => board.show(move, game, position),
      );
      for (const move of moves) {
        for (const face of board.show(move, game, position)) {
          assert.deepEqual(board.read(face, game, position), move, `${row.id}: ${JSON.stringify(move)}`);
          assertTouchable(face, move, chosen, row.id);
        }
        assertText(board.say(move, game), row.id);
      }
      assertText(board.describe(position, game), row.id);
      const scene = board.draw(view(game, position, chosen));
      assert.ok(
        Array.isArray(scene) || (scene.width > 0 && scene.height > 0 && Number.isFinite(scene.height)),
        row.id,
      );
      if (!Array.isArray(scene)) assertPieces(scene, chosen, row.id);
    }
  });
}

/** Touched one by one, in order, the marks of a face come to mean its move. */
function assertTouchable(face, move, chosen, id) {
  let marks = {};
  for (const [slot, value] of Object.entries(face)) {
    const { onward } = reach(marks, chosen);
    assert.ok(onward.has(`${slot}:${value}`), `${id}: ${slot} goes on with ${JSON.stringify(marks)}`);
    marks = touch(marks, slot, value, chosen);
  }
  assert.deepEqual(marks, face, id);
  assert.deepEqual(meaning(marks, chosen).move, move, id);
}

/** Every mark of every move has a piece that can be touched, and no two pieces are the same. */
function assertPieces(scene, chosen, id) {
  const touched = scene.nodes.filter(({ props }) => props["data-piece"]);
  const pieces = touched.map(({ props }) => props["data-piece"]);
  assert.equal(new Set(pieces).size, pieces.length, `${id}: a piece twice`);
  for (const { props } of touched) assertText(props["aria-label"], `${id}: ${props["data-piece"]}`);
  const names = touched.map(({ props }) => props["aria-label"]);
  assert.equal(new Set(names).size, names.length, `${id}: two pieces of one name`);
  // Of a bundle only the top is drawn; any number of it is entered.
  const entered = new Map((scene.bundles ?? []).map(({ slot, max }) => [slot, max]));
  for (const face of chosen.faces) {
    for (const [slot, value] of Object.entries(face).filter(([slot, value]) => !(value <= entered.get(slot))))
      assert.ok(pieces.includes(`${slot}:${value}`), `${id}: no piece for ${slot}:${value}`);
  }
  const keys = scene.nodes.map(({ props }) => props.key).filter((key) => key !== undefined);
  assert.equal(new Set(keys).size, keys.length, `${id}: a key twice`);
}

function assertText(text, id) {
  assert.ok(text && !/[{}]|undefined|NaN/.test(text), `${id}: ${text}`);
}

function view(game, position, chosen, narrow = true) {
  const box = narrow ? { width: 360, height: 480 } : { width: 818, height: 654 };
  return viewOf({ game, position, narrow, box, covers: (a, b) => a[0] === b[0] }, chosen);
}

/** The scene of a position at its start, in a room, with nothing legal known. */
async function sceneOf(variant, start, box, more = {}, params = {}) {
  await fetchVariant(variant);
  const game = { variant, params, ending: "normal", start };
  const anything = choices(
    null,
    () => null,
    () => [],
  );
  return boardOf(variant).draw(
    viewOf({ game, position: start, narrow: box.width < 600, box, ...more }, anything),
  );
}

test("large heaps become bundles with a number to enter, very many heaps a table of numbers", async () => {
  await fetchVariant("nim");
  const anything = choices(
    null,
    () => null,
    () => [],
  );
  const drawn = (heaps, narrow) => {
    const game = { variant: "nim", params: {}, ending: "normal", start: { heaps } };
    return boardOf("nim").draw(view(game, game.start, anything, narrow));
  };
  for (const narrow of [true, false]) {
    const million = drawn([1_000_000, 0, 3], narrow);
    assert.deepEqual(
      million.bundles.map(({ slot, max }) => [slot, max]),
      [["h0", 1_000_000]],
    );
    const { bundles, height } = drawn(Array(8).fill(100), narrow);
    assert.equal(bundles.length, 8);
    assert.ok(height <= 654);
  }
  // On a phone a stone is never too small for a finger.
  const heights = drawn(Array(8).fill(25), true)
    .nodes.filter(({ props }) => props["data-piece"])
    .map(({ children }) => children[0].props.height);
  assert.ok(Math.min(...heights) >= 26, `${Math.min(...heights)}`);
  const table = drawn(Array(200).fill(1), true);
  assert.equal(table.length, 200);
  assert.equal(table[27].name, "AB");
});

test("no stone of a heap hides the number and the letter of another, and no field hides the tag of a move", async () => {
  for (const [width, height] of [
    [302, 280],
    [372, 374],
    [818, 508],
  ])
    for (const heaps of [[40, 500], [9, 9, 8, 7, 7, 6, 5, 4], Array(9).fill(100), [9, 1, 1, 9, 1, 1, 9, 1]]) {
      const { nodes, bundles } = await sceneOf("nim", { heaps }, { width, height }, { going: { h0: 2 } });
      const what = `${heaps.join()} in ${width} x ${height}`;
      const letters = nodes.filter(({ props }) => props.class === "letter");
      assert.equal(letters.length, heaps.length);
      for (const { props: piece, children } of nodes.filter(({ props }) => props["data-piece"])) {
        const [x, y] = piece.transform.match(/-?[\d.]+/g).map(Number);
        const half = children[0].props.height / 2;
        const under = letters.filter(({ props }) => Math.abs(props.x - x) < 20 && props.y - 12 < y + half);
        for (const { props } of under) assert.ok(props.y < y - half, `${what}: ${piece["data-piece"]}`);
      }
      const tag = nodes.find(({ props }) => props.key === "tag");
      if (bundles.length > 0)
        assert.ok(tag.children[0].props.y >= (width < 600 ? 92 : 70), `${what}: the tag`);
    }
});

test("a path that is too long for one row goes to and fro", () => {
  const vertices = [3, 0, 1, 2, 4, 7, 6, 5];
  const edges = vertices.slice(1).map((v, i) => [vertices[i], v]);
  const { points, width } = layOut(8, edges, 320);
  assert.ok(width <= 320, width);
  const steps = edges.map(([a, b]) => Math.hypot(points[a][0] - points[b][0], points[a][1] - points[b][1]));
  assert.deepEqual(
    steps,
    steps.map(() => 74),
  );
  assert.equal(new Set(points.map(String)).size, 8);
  assert.ok(layOut(8, edges, 700).width > 500, "with room it is drawn as any graph");
});

test("points of a layout are finite and apart, and the same each time", () => {
  const cube = Array.from({ length: 8 }, (_, v) =>
    [1, 2, 4].filter((bit) => !(v & bit)).map((bit) => [v, v | bit]),
  ).flat();
  for (const [vertices, edges] of [
    [0, []],
    [1, []],
    [5, []],
    [2, [[0, 1]]],
    [8, cube],
    [
      6,
      [
        [0, 1],
        [1, 2],
        [0, 2],
        [3, 4],
        [4, 5],
      ],
    ],
  ]) {
    const { points, width, height } = layOut(vertices, edges, 320);
    assert.deepEqual(layOut(vertices, edges, 320).points, points);
    assertApart(points, 30);
    for (const [x, y] of points) assert.ok(x >= 0 && x <= width && y >= 0 && y <= height);
  }
  assert.equal(
    components(6, [
      [0, 1],
      [1, 2],
      [0, 2],
      [3, 4],
      [4, 5],
    ]).length,
    2,
  );
});

test("a Hasse diagram has each element above what it covers", () => {
  const covers = [
    [0, 1],
    [0, 3],
    [1, 2],
    [1, 4],
    [2, 5],
    [3, 4],
    [4, 5],
  ];
  const { points } = hasse(6, covers);
  for (const [low, high] of covers) assert.ok(points[high][1] < points[low][1]);
  assertApart(points, 40);
  assert.equal(
    hasse(2, [
      [0, 1],
      [1, 0],
    ]).points.length,
    2,
    "a circle of covers ends",
  );
});

function assertApart(points, least) {
  points.forEach(([x, y], i) => {
    assert.ok(Number.isFinite(x) && Number.isFinite(y));
    points
      .slice(i + 1)
      .forEach(([a, b]) =>
        assert.ok(Math.hypot(a - x, b - y) >= least, `${[x, y]} and ${[a, b]} are too near`),
      );
  });
}

test("a tray counts what is taken, and neither what is moved nor what is put down", async () => {
  const moves = {
    nim: [[[0, 3], 3]],
    moore: [[[0, 2, 4], 6]],
    lasker: [
      [[0, 2], 2],
      [[0, 0, [1, 3]], 0],
    ],
    nim_pass: [
      [[0, 3], 3],
      [["pass"], 0],
    ],
    building: [
      [["place", 1], 0],
      [["take", 1, 3], 3],
    ],
    octal: [[[0, 2, [3]], 2]],
    ndim: [[[0, 1, 2], 3]],
    fibonacci: [[5, 5]],
  };
  for (const [variant, all] of Object.entries(moves)) {
    await fetchVariant(variant);
    for (const [move, n] of all) assert.equal(boardOf(variant).took(move), n, `${variant} ${move}`);
  }
  for (const variant of ["game21", "grundy", "chomp", "notakto", "cram", "staircase", "nimble", "turning"]) {
    await fetchVariant(variant);
    assert.equal(boardOf(variant).took, undefined, variant);
  }
});

test("a tray shows the game's own pieces", async () => {
  const shown = async (variant, heaps = [3, 5]) => {
    await fetchVariant(variant);
    const game = { variant, params: {}, ending: "normal", start: { heaps } };
    return JSON.stringify(boardOf(variant).tray?.(game) ?? "pebble");
  };
  for (const [variant, paint] of [
    ["subtraction", "#mh"],
    ["greedy", "#cnF)"],
    ["circular_stacks", "#cnF2"],
    ["candy", "#cd"],
    ["building", "#wd"],
    ["fibonacci", "#sd"],
    ["octal", "#pin"],
    ["circular", "#bdB"],
    ["ndim", "#gl"],
    ["graph", "#br"],
  ])
    assert.ok((await shown(variant)).includes(paint), variant);
  assert.ok((await shown("nim", [1, 3, 5, 7])).includes("#mh"), "Marienbad is of matches");
  for (const variant of ["nim", "moore", "lasker"])
    assert.doesNotMatch(await shown(variant), /#(mh|cn|cd|wd|sd)/, variant);
});

test("rows, matches and blocks to place fill most of the board", async () => {
  const sizes = { desktop: [794, 628, false], phone: [360, 492, true] };
  const games = [
    ["grundy", { heaps: [8] }, 0.5, 0],
    ["grundy", { heaps: [2, 2, 4] }, 0.2, 0.3],
    ["lasker", { heaps: [3, 4, 5] }, 0.45, 0.3],
    ["octal", { heaps: [5, 7] }, 0.6, 0.15],
    ["subtraction", { heaps: [15] }, 0.65, 0],
    ["building", { remaining: 6, stacks: [0, 2, 0] }, 0.3, 0],
  ];
  for (const [look, [width, height, narrow]] of Object.entries(sizes))
    for (const [variant, start, across, down] of games) {
      await fetchVariant(variant);
      const game = { variant, params: { take: [1, 2, 3] }, ending: "normal", start };
      const given = { game, position: start, narrow, box: { width, height } };
      const scene = boardOf(variant).draw(
        viewOf(
          given,
          choices(
            [],
            () => null,
            () => [],
          ),
        ),
      );
      const id = `${variant} ${JSON.stringify(start)} ${look}`;
      assert.equal(scene.width, width, `${id}: laid out for this board`);
      assert.equal(scene.height, height, `${id}: nothing to scroll`);
      const at = scene.nodes
        .filter(({ props }) => /^(piece|set)\b/.test(props.class ?? ""))
        .map(({ props }) => props.transform.match(/-?[\d.]+/g).map(Number));
      const spread = (axis) => Math.max(...at.map((p) => p[axis])) - Math.min(...at.map((p) => p[axis]));
      assert.ok(spread(0) >= across * width, `${id}: ${spread(0)} across`);
      if (!narrow) assert.ok(spread(1) >= down * height, `${id}: ${spread(1)} down`);
      for (const [x, y] of at)
        assert.ok(x > 0 && x < width && y > 0 && y < height, `${id}: a piece is outside`);
    }
});

test("how many are chosen stands beside the flower and above the beads, and over neither", async () => {
  for (const [variant, params, start, text] of [
    ["fibonacci", {}, { heap: 20, limit: 19 }, "Take 3"],
    ["game21", { target: 21, step: 3 }, { total: 0 }, "+3"],
  ]) {
    await fetchVariant(variant);
    const game = { variant, params, ending: "normal", start };
    const { show, read } = boardOf(variant);
    const moves = choices(
      [1, 2, 3],
      (marks) => read(marks, game, start),
      (move) => show(move, game, start),
    );
    for (const [width, height, narrow] of [
      [360, 492, true],
      [794, 628, false],
    ]) {
      const given = { game, position: start, narrow, box: { width, height }, going: { d: 3 }, mayMove: true };
      const { nodes } = boardOf(variant).draw(viewOf(given, moves));
      const [tag] = nodes.filter(({ props }) => props.class === "tag");
      const [{ props: under }, , said] = tag.children;
      assert.equal(said.children.join(""), text);
      for (const { props } of nodes.filter(({ props }) => /^piece\b/.test(props.class ?? ""))) {
        const [x, y] = props.transform.match(/-?[\d.]+/g).map(Number);
        const inside = x > under.x && x < under.x + under.width && y > under.y && y < under.y + under.height;
        assert.ok(!inside, `${variant}: a piece at ${x}, ${y} is under it`);
      }
    }
  }
});

test("the counts of heaps side by side do not touch, and stay legible", async () => {
  const sizes = { count: 32, "count small": 22, "count less": 17, "count least": 13 };
  for (const width of [330, 360, 400, 818])
    for (const heaps of [Array(8).fill(100), Array(8).fill(1000), Array(12).fill(99), [5, 70, 100_000]]) {
      const { nodes } = await sceneOf("nim", { heaps }, { width, height: 480 });
      const counts = nodes
        .filter(({ props }) => props.class in sizes)
        .map(({ props, children }) => ({
          ...props,
          half: (String(children[0]).length * sizes[props.class] * 0.6) / 2,
        }));
      assert.equal(counts.length, heaps.length);
      for (const [i, { x, y, half }] of counts.entries())
        for (const next of counts.slice(i + 1).filter((other) => other.y === y))
          assert.ok(next.x - next.half - (x + half) >= 4, `${heaps.join()} in ${width}`);
    }
});

test("a heap of which all may be taken says so, and no limit above it", async () => {
  const words = async (heap, limit, box) => {
    const { nodes } = await sceneOf("fibonacci", { heap, limit }, box);
    return nodes.filter(({ props }) => props.class === "letter").map(({ children }) => children.join(""));
  };
  const said = (heap, limit) => boardOf("fibonacci").describe({ heap, limit }, { params: {} });
  assert.deepEqual(await words(3, 2, PHONE), ["at most 2 now"]);
  for (const limit of [3, 8]) assert.deepEqual(await words(3, limit, PHONE), ["all may be taken now"]);
  assert.deepEqual(await words(2000, 4000, PHONE), ["all may be taken now"], "a bundle");
  assert.deepEqual(await words(0, 6, PHONE), [""]);
  assert.equal(said(3, 2), "a heap of 3, at most 2 may be taken");
  assert.equal(said(3, 3), "a heap of 3, all may be taken");
});

test("a row of pins that has to continue below has as many in each of its lines, or one more", async () => {
  const box = { width: 330, height: 390 };
  for (const heaps of [[7], [8], [13], [6, 9], [10, 11, 12], [5, 3]]) {
    const { nodes } = await sceneOf("octal", { heaps }, box, {}, { code: "0.77" });
    for (const [heap, size] of heaps.entries()) {
      /** @type {Map<string, number>} */
      const lines = new Map();
      const own = nodes.filter(({ props }) => props["data-piece"]?.startsWith(`h${heap}.`));
      for (const { props } of own) {
        const [, y] = props.transform.match(/-?[\d.]+/g);
        lines.set(y, (lines.get(y) ?? 0) + 1);
      }
      const held = [...lines.values()];
      assert.equal(
        held.reduce((all, n) => all + n, 0),
        size,
      );
      assert.ok(Math.max(...held) - Math.min(...held) <= 1, `${heaps}: ${held}`);
    }
  }
});

test("a single row of matches too long for a phone continues below", async () => {
  await fetchVariant("subtraction");
  const game = { variant: "subtraction", params: { take: [1] }, ending: "normal", start: { heaps: [15] } };
  const given = { game, position: game.start, narrow: true, box: { width: 356, height: 384 } };
  const scene = boardOf("subtraction").draw(
    viewOf(
      given,
      choices(
        [],
        () => null,
        () => [],
      ),
    ),
  );
  const ys = scene.nodes
    .filter(({ props }) => /^piece\b/.test(props.class ?? ""))
    .map(({ props }) => props.transform.match(/-?[\d.]+/g)[1]);
  assert.equal(ys.length, 15, "matches, not a bundle");
  assert.equal(new Set(ys).size, 2);
});

test("dominoes are put down, in every language", async () => {
  await Promise.all([fetchVariant("cram"), speakOf("board"), speakOf("table")]);
  const { say, describe } = boardOf("cram");
  const game = { variant: "cram", params: { dims: [1, 3] }, ending: "normal", start: { board: "111" } };
  try {
    for (const [language, free, full] of [
      ["en", /one free cell/, /no cell is free/],
      ["de", /ein freies Feld/, /kein Feld ist frei/],
      ["es", /una casilla libre/, /ninguna casilla libre/],
      ["fr", /une case libre/, /aucune case/],
    ]) {
      await speak(language);
      assert.match(say([0, 1], game), /domin.* 1.* 2/i);
      assert.match(describe({ board: "001" }, game), free);
      assert.match(describe({ board: "000" }, game), full);
    }
  } finally {
    await speak("en");
  }
});

test("each square of chocolate shows by its shape that it would be eaten", async () => {
  await fetchVariant("chomp");
  const game = { variant: "chomp", params: {}, ending: "misere", start: { rows: [3, 2] } };
  const { nodes } = boardOf("chomp").draw(
    view(
      game,
      game.start,
      choices(
        [],
        () => null,
        () => [],
      ),
    ),
  );
  const squares = nodes.filter(({ props }) => props["data-piece"]);
  const shapes = (node) => (node.props ? [node.props.class, ...node.children.flatMap(shapes)] : []);
  assert.equal(squares.length, 5);
  for (const one of squares) assert.ok(shapes(one).includes("bite"), one.props["data-piece"]);
});

const PHONE = { width: 360, height: 492 };
const DESK = { width: 818, height: 654 };
const placeOf = ({ props }) => props.transform.match(/-?[\d.]+/g).map(Number);

test("the two parts of a cut are told where no stone lies", async () => {
  for (const box of [PHONE, DESK, { width: 302, height: 280 }])
    for (const heaps of [[2, 2, 4], [8], [1, 12, 3], [9, 9], [3, 3, 3, 3], [20, 7, 6]])
      for (const [heap, n] of heaps.entries())
        for (const part of [1, n - 1].filter((part) => part > 0)) {
          const { nodes } = await sceneOf("grundy", { heaps }, box, { going: { [`h${heap}`]: part } });
          const under = nodes.find(({ props }) => props.key === "tag").children[0].props;
          const stones = nodes.filter(({ props }) => props.key.startsWith("stone")).map(placeOf);
          const pitch = stones.length > 1 ? Math.max(stones[1][0] - stones[0][0], 34) : 34;
          for (const [x, y] of stones) {
            const across = x + pitch * 0.45 > under.x && x - pitch * 0.45 < under.x + under.width;
            const down = y + pitch * 0.28 > under.y && y - pitch * 0.28 < under.y + under.height;
            const id = `${heaps} in ${box.width} x ${box.height}: ${part} of ${heap}, stone at ${x}, ${y}`;
            assert.ok(!(across && down), id);
          }
        }
});

test("on a phone coins on a strip and on stairs are large enough for a finger, and nothing is outside", async () => {
  for (const [variant, start] of [
    ["nimble", { coins: [3, 5, 7] }],
    ["nimble", { coins: [7, 7, 7, 7] }],
    ["nimble", { coins: [0, 20, 40] }],
    ["silver_dollar", { coins: [1, 4, 6, 10] }],
    ["welter", { coins: [3, 5, 63] }],
    ["staircase", { steps: [0, 5, 0, 4] }],
    ["staircase", { steps: [0, 3, 1, 5, 2] }],
  ]) {
    const id = `${variant} ${JSON.stringify(start)}`;
    const { nodes, width, height } = await sceneOf(variant, start, PHONE);
    assert.equal(width, PHONE.width, id);
    const coins = nodes.filter(({ props }) => /^[ch]\d/.test(props["data-piece"] ?? ""));
    assert.ok(coins.length > 0, id);
    for (const coin of coins) {
      const [x, y] = placeOf(coin);
      assert.ok(coin.children[0].props.height >= 26, `${id}: ${coin.children[0].props.height}`);
      assert.ok(x > 0 && x < width && y > 0 && y < height, `${id}: ${x}, ${y}`);
    }
  }
});

test("each step of a staircase is higher than the one before", async () => {
  for (const box of [PHONE, DESK]) {
    const { nodes } = await sceneOf("staircase", { steps: [1, 2, 3, 1] }, box);
    const feet = [0, 1, 2, 3].map((step) =>
      Math.max(
        ...nodes
          .filter(({ props }) => props["data-piece"]?.startsWith(`h${step}:`))
          .map((coin) => placeOf(coin)[1]),
      ),
    );
    for (const step of [1, 2, 3]) assert.ok(feet[step] < feet[step - 1] - 5, `${feet}`);
  }
});

test("the last and the chosen domino are one piece, unless its cells are in two layers", async () => {
  const draw = (dims, board, more) => sceneOf("cram", { board }, PHONE, more, { dims });
  const { nodes } = await draw([3, 3], "110111011", { last: { c2: 1, c5: 1 }, going: { c0: 1, c1: 1 } });
  const keys = nodes.map(({ props }) => props.key);
  assert.ok(keys.includes("half c6"), "one of which nobody knows the other half");
  assert.ok(keys.includes("chosen"));
  const joined = await draw([3, 3], "110110111", { last: { c2: 1, c5: 1 } });
  const halves = joined.nodes.filter(({ props }) => props.key.startsWith("half"));
  assert.deepEqual(
    halves.map(({ props }) => [props.key, props.class]),
    [["half c2", "set last"]],
  );
  const apart = await draw([2, 1, 2], "1111", { going: { c0: 1, c2: 1 } });
  assert.ok(!apart.nodes.some(({ props }) => props.key === "chosen"));
});
