// Writes the server's data for link previews: the names and pictures of all games, and the
// titles of pages. `npm run previews`, after a change of any.

import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { gradients } from "../../server/web/matter/gradients.js";
import { groundOf } from "../../server/web/matter/grounds.js";
import { symbols } from "../../server/web/matter/pebbles.js";
import { pictureOf } from "../../server/web/matter/tiles.js";
import texts from "../../server/web/texts/en.js";
import { NAMES } from "../../server/web/variants/index.js";
import { variantWords } from "./words.js";

export const FILE = new URL("../../server/previews/previews.json", import.meta.url);

/** A drawing at rest: what is drawn only once it is chosen is left out. @param {string} svg */
const atRest = (svg) => svg.replace(/<\w+ class="(rim|flame)"[^>]*\/>/g, "").replace(/\n\s*/g, "");

export async function previews() {
  const words = await variantWords("en");
  const games = NAMES.map((game) => [
    game,
    { name: words[`variant.${game}`], ground: groundOf(game), svg: atRest(pictureOf(game)) },
  ]);
  const titles = Object.entries(texts).flatMap(([key, text]) => {
    const page = key.match(/^title\.(\w+)$/)?.[1];
    return page ? [[page, text]] : [];
  });
  const kept = {
    titles: Object.fromEntries(titles),
    shared: atRest(gradients + symbols),
    games: Object.fromEntries(games),
  };
  return `${JSON.stringify(kept, null, 1)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(FILE, await previews());
