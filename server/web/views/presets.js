// The names of known starts.

import { known, t } from "../texts/text.js";
import { startInShort } from "./words.js";

/** @typedef {import("../net/wire.js").Setup} Setup */

/** A start's name: its numbers, if they say it best. @param {import("../net/wire.js").Preset} preset */
export function presetName({ name, game }) {
  const key = `preset.${name}`;
  return known(key) ? t(key) : presetInShort(game) || name;
}

/** "3–5–7 (1–2)" @param {Setup} game */
function presetInShort(game) {
  const { params } = game;
  const most = params.step ?? params.k;
  const players = params.players ? `${params.players} × ` : "";
  const take = params.take
    ? ` (${params.take.join(", ")})`
    : most
      ? ` (1–${most}${params.cap ? `, ≤ ${params.cap}` : ""})`
      : "";
  if (game.variant === "octal") return `${t(`choice.${params.code}`)}, ${startInShort(game)}`;
  if (params.graph || params.poset) return "";
  return `${players}${params.target ?? startInShort(game)}${take}${params.scope === "nonempty" ? " *" : ""}`;
}
