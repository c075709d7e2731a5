// Coins in a row, heads or tails; the player chooses those to turn over.

import { s } from "../browser/dom.js";
import { disc } from "../matter/pieces.js";
import { list, t } from "../texts/text.js";
import { body, label, piece, placesRead, placesShown, target, widthOf } from "./draw.js";

/** @typedef {import("./draw.js").Board} Board */
/** @typedef {import("./draw.js").View} View */

const PITCH = 44;

/** The coins turned, from the left. @type {Board} */
export const faces = {
  draw: (view) => {
    const coins = [...String(view.position.coins ?? "")];
    const fit = Math.max(1, Math.min(coins.length, Math.floor((widthOf(view) - 16) / PITCH)));
    const lines = Math.max(1, Math.ceil(coins.length / fit));
    const nodes = coins.flatMap((face, i) => {
      const [x, y] = [8 + ((i % fit) + 0.5) * PITCH, 34 + Math.floor(i / fit) * (PITCH + 26)];
      return [drawFace(view, i, face === "H", x, y), label(x, y + 36, String(i + 1), "letter")];
    });
    return { width: Math.max(fit * PITCH + 16, 200), height: lines * (PITCH + 26) + 14, nodes };
  },
  show: (/** @type {number[]} */ move) => [placesShown(move)],
  read: placesRead,
  say: (/** @type {number[]} */ move) =>
    t("say.turn", { n: move.length, places: list(move.map((place) => place + 1)) }),
  describe: ({ coins = "" }) => {
    const heads = [...String(coins)].flatMap((face, i) => (face === "H" ? [i + 1] : []));
    return heads.length
      ? t("board.faces", { n: heads.length, size: coins.length, places: list(heads) })
      : t("board.empty");
  },
};

/** @param {View} view @param {number} i @param {boolean} heads @param {number} x @param {number} y */
function drawFace(view, i, heads, x, y) {
  return piece(
    view,
    { slot: `c${i}`, x, y },
    () => t(heads ? "piece.heads" : "piece.tails", { place: i + 1 }),
    () => [
      target(PITCH, PITCH),
      body(disc(17, heads)),
      s(
        "text",
        { class: heads ? "number" : "number light", y: 5, "text-anchor": "middle" },
        t(heads ? "face.H" : "face.T"),
      ),
    ],
  );
}
