// Writes the words of each variant, its name, a hint and its rules, from the variants' files
// into one file a language, which every page has. `npm run words`.

import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { format } from "prettier";

import { NAMES } from "../../server/web/variants/index.js";
import { LANGUAGES } from "../../server/web/texts/text.js";
import layout from "./prettier.config.js";

const TEXTS = new URL("../../server/web/texts/", import.meta.url);

/** The words of all variants: "variant.nim", "hint.nim", "rules.nim", .. */
export async function variantWords(language) {
  const own = NAMES.map(async (variant) => {
    const { default: file } = await import(`../../server/web/variants/${variant}.js`);
    return Object.entries(file.words[language]).map(([key, text]) => [keyOf(key, variant), text]);
  });
  return Object.fromEntries((await Promise.all(own)).flat());
}

/** The languages that the variants' files have words in; any other has them in its own files. */
export async function inVariants() {
  const { default: nim } = await import("../../server/web/variants/nim.js");
  return Object.keys(LANGUAGES).filter((language) => language in nim.words);
}

/** "rules.cap" of Moore's Nim is "rules.moore.cap". */
function keyOf(key, variant) {
  const [kind, ...narrower] = key.split(".");
  return [kind === "name" ? "variant" : kind, variant, ...narrower].join(".");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const language of await inVariants()) {
    const texts = JSON.stringify(await variantWords(language));
    const source = `// Made by \`npm run words\` from the files of the variants.

/** @type {Record<string, import("./text.js").Text>} */
export default ${texts};
`;
    const laidOut = await format(source, { ...layout, parser: "babel", objectWrap: "preserve" });
    await writeFile(new URL(`${language}.variants.js`, TEXTS), laidOut);
  }
}
