// The room for a board on screens on both sides of every limit.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

import { WIDE, isLow, roomFor } from "../../../server/web/boards/room.js";

const STYLES = new URL("../../../server/web/styles/", import.meta.url);

/** By screen: whether it is low, and the room at a table, beside the seats, for a review and at home. */
const ROOMS = [
  [[320, 568], false, { table: [290, 280], low: [28, 538], review: [290, 280], home: [286, 280] }],
  [[390, 844], false, { table: [360, 492], low: [98, 814], review: [360, 374], home: [356, 328] }],
  [[390, 1400], false, { table: [360, 540], low: [98, 1370], review: [360, 540], home: [356, 328] }],
  [[768, 1024], false, { table: [738, 672], low: [455, 994], review: [738, 554], home: [734, 480] }],
  [[859, 700], false, { table: [829, 348], low: [515, 670], review: [829, 280], home: [825, 300] }],
  [[860, 700], false, { table: [398, 454], low: [516, 670], review: [398, 320], home: [330, 218] }],
  [[1024, 768], false, { table: [562, 522], low: [652, 738], review: [562, 376], home: [494, 326] }],
  [[1280, 800], false, { table: [818, 554], low: [908, 770], review: [818, 408], home: [750, 490] }],
  [[1920, 1080], false, { table: [818, 834], low: [908, 1050], review: [818, 688], home: [750, 495] }],
  [[844, 390], true, { table: [814, 280], low: [505, 360], beside: [505, 308], home: [505, 308] }],
  [[560, 500], true, { table: [530, 280], low: [268, 470], beside: [268, 418], home: [268, 418] }],
  [[860, 500], true, { beside: [516, 418], home: [330, 218] }],
  [[559, 500], false, { table: [529, 280], low: [267, 470], review: [529, 280], home: [525, 280] }],
  [[560, 501], false, { table: [530, 280], low: [268, 471], review: [530, 280], home: [526, 280] }],
  [[200, 200], false, { table: [260, 280], low: [-92, 262], review: [260, 280], home: [260, 280] }],
];

test("a board's room follows from its place and the screen", () => {
  for (const [[width, height], low, rooms] of ROOMS) {
    const screen = { width, height };
    const at = (place) => Object.values(roomFor(screen, place));
    assert.equal(isLow(screen), low, `${width} x ${height}`);
    for (const [place, room] of Object.entries(rooms))
      assert.deepEqual(at(place), room, `${place} on ${width} x ${height}`);
    assert.deepEqual(at("small"), [420, 300]);
  }
});

test("the style sheets have the same limits", () => {
  const all = readdirSync(STYLES).filter((name) => name.endsWith(".css"));
  const text = all.map((name) => readFileSync(new URL(name, STYLES), "utf8")).join("");
  const widths = [...text.matchAll(/\((min|max)-width: (8\d\d)px\)/g)].map(([, side, px]) => [
    side,
    Number(px),
  ]);
  assert.ok(widths.length > 10);
  for (const [side, px] of widths) assert.equal(px, side === "min" ? WIDE : WIDE - 1);
  // The column beside a low board: on a screen where neither limit holds, and where one does.
  const [, least, share, most] = /clamp\((\d+)px, (\d+)vw, (\d+)px\)/.exec(text).map(Number);
  const column = (width) => width - roomFor({ width, height: 400 }, "low").width - 34 - 18;
  assert.deepEqual([column(600), column(800), column(1200)], [least, (800 * share) / 100, most]);
});
