// Writes what every page must know of each variant, its name and its rules in
// short, from the variants' files into one file a language. `npm run words`.

import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { format } from "prettier";

import { NAMES } from "../../server/web/variants/index.js";
import { LANGUAGES } from "../../server/web/texts/text.js";
import layout from "./prettier.config.js";

const TEXTS = new URL("../../server/web/texts/", import.meta.url);

/** The short words of all variants: "variant.nim", "rules.nim", .. */
export async function shortWords(language) {
  const own = NAMES.map(async (variant) => {
    const { default: file } = await import(`../../server/web/variants/${variant}.js`);
    return Object.entries(file.words[language]).flatMap(([key, text]) => {
      const full = key.match(/^(name|rules|goal)(\..+)?$/);
      return full ? [[`${full[1] === "name" ? "variant" : full[1]}.${variant}${full[2] ?? ""}`, text]] : [];
    });
  });
  return Object.fromEntries((await Promise.all(own)).flat());
}

/** The languages that the variants' files have words in; any other has them in its own files. */
export async function inVariants() {
  const { default: nim } = await import("../../server/web/variants/nim.js");
  return Object.keys(LANGUAGES).filter((language) => language in nim.words);
}

/** The words of one variant that come with its board. */
export function boardWords(words) {
  return Object.fromEntries(Object.entries(words).filter(([key]) => !/^(name|rules|goal)(\.|$)/.test(key)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const language of await inVariants()) {
    const texts = JSON.stringify(await shortWords(language));
    const source = `// Made by \`npm run words\` from the files of the variants.

/** @type {Record<string, import("./text.js").Text>} */
export default ${texts};
`;
    const laidOut = await format(source, { ...layout, parser: "babel", objectWrap: "preserve" });
    await writeFile(new URL(`${language}.variants.js`, TEXTS), laidOut);
  }
}
