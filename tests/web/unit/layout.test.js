// The layout of the page's files, as far as the linter does not see it: style sheets.

import { test } from "node:test";
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";

const WEB = new URL("../../../server/web/", import.meta.url);
/** The same bound as the linter's for code. */
const MOST_LINES = 400;

const sheets = (await readdir(new URL("styles/", WEB))).sort();
const read = (path) => readFile(new URL(path, WEB), "utf8");

test("a style sheet has at most 400 lines and says what it is for", async () => {
  for (const sheet of sheets) {
    const text = await read(`styles/${sheet}`);
    assert.ok(text.split("\n").length <= MOST_LINES + 1, `${sheet} is too long`);
    assert.match(text, /^\/\* [A-Z].*\.\s*\*\/\n/, `${sheet} does not say what it is for`);
  }
});

test("every style sheet is loaded by a page, and every one that is loaded exists", async () => {
  const views = (await readdir(new URL("views/", WEB))).map((file) => `views/${file}`);
  const sources = await Promise.all([...views, "index.html", "admin.html", "../build.rs"].map(read));
  const named = sources.flatMap((text) =>
    [...text.matchAll(/\/styles\/(\w+\.css)/g)].map(([, sheet]) => sheet),
  );
  assert.deepEqual([...new Set(named)].sort(), sheets);
});

test("sheets of other pages, which stay once they are loaded, do not restyle what home styles", async () => {
  const { styles } = await import(new URL("views/home.js", WEB).href);
  const ofHome = styles.map((/** @type {string} */ path) => path.replace("/styles/", ""));
  const classes = async (/** @type {string} */ sheet) =>
    [...(await read(`styles/${sheet}`)).matchAll(/^\.([\w-]+) \{/gm)].map(([, name]) => name);
  const own = new Set(await classes("home.css"));
  for (const sheet of sheets.filter((sheet) => sheet !== "style.css" && !ofHome.includes(sheet)))
    assert.deepEqual(
      (await classes(sheet)).filter((name) => own.has(name)),
      [],
      sheet,
    );
});
