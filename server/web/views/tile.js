// The picture of a game.

import { h, s } from "../browser/dom.js";
import { groundOf } from "../matter/grounds.js";
import { drawing } from "../matter/markup.js";
import { pictureOf } from "../matter/tiles.js";

/** The picture of a game. @param {string} variant */
export function tilePicture(variant) {
  return h(
    "span",
    { class: `ground ground-${groundOf(variant)}` },
    s("svg", { viewBox: "0 0 200 140", "aria-hidden": "true" }, drawing(pictureOf(variant))),
  );
}
