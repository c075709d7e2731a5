// Heaps, and a pass that is available once.

import { s } from "../browser/dom.js";
import { t } from "../texts/text.js";
import { describeHeaps, drawHeaps, oneHeap } from "./heaps.js";
import { piece, target } from "./draw.js";

/** The height of the pass below the heaps. */
const PASS = 46;

/** `[heap, take]` or `["pass"]` @type {import("./draw.js").Board} */
export const passing = {
  ...oneHeap,
  draw: (view) => {
    const { heaps = [], pass = false } = view.position;
    // The pass has its place on the board, also when it is used: so nothing jumps.
    const below = view.game.start.pass ? PASS : 0;
    const scene = drawHeaps({ ...view, box: { ...view.box, height: view.box.height - below } }, heaps);
    const may = pass && heaps.some(Boolean);
    if (!may) return Array.isArray(scene) ? scene : { ...scene, height: scene.height + below };
    if (Array.isArray(scene)) return [...scene, { slot: "pass", label: t("piece.pass"), max: 1 }];
    const button = piece(
      view,
      { slot: "pass", x: scene.width / 2, y: scene.height + 22 },
      () => t("piece.pass"),
      () => [
        target(120, 38),
        s("rect", { class: "panel", x: -60, y: -19, width: 120, height: 38, rx: 8 }),
        s("text", { class: "letter", y: 5, "text-anchor": "middle" }, t("piece.pass")),
      ],
    );
    return { ...scene, height: scene.height + PASS, nodes: [...scene.nodes, button] };
  },
  show: (move, ...rest) => (move[0] === "pass" ? [{ pass: 1 }] : oneHeap.show(move, ...rest)),
  read: (marks, ...rest) => (marks.pass ? ["pass"] : oneHeap.read(marks, ...rest)),
  took: ([heap, take]) => (heap === "pass" ? 0 : take),
  say: (move, game) => (move[0] === "pass" ? t("say.pass") : oneHeap.say(move, game)),
  describe: ({ heaps = [], pass = false }) =>
    t(pass ? "board.withPass" : "board.withoutPass", { heaps: describeHeaps(heaps) }),
};
