// The page's folders are layers, as ARCHITECTURE.md lists them from the lowest to the highest: each
// imports only those listed before it, and no module imports itself by way of others.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import test from "node:test";

import typescript from "typescript";

const ROOT = new URL("../../../", import.meta.url);
const WEB = new URL("server/web/", ROOT);

/** The folders in the map's table of the page, in its order. */
async function layers() {
  const map = await readFile(new URL("ARCHITECTURE.md", ROOT), "utf8");
  const [, section] = map.split("### Inside `server/web`");
  const rows = section.split("\n## ")[0].matchAll(/^\| (`[^|]+) \|/gm);
  return [...rows].map(([, cell]) => [...cell.matchAll(/`(\w+)\/`/g)].map(([, folder]) => folder));
}

/** Each module with the modules that it imports, at once or later; types are no imports. */
async function imports() {
  const files = (await readdir(WEB, { recursive: true })).filter((file) => file.endsWith(".js"));
  const found = await Promise.all(
    files.map(async (file) => {
      const source = (await readFile(new URL(file, WEB), "utf8")).replace(
        /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm,
        "",
      );
      const named = source.matchAll(/(?:^(?:im|ex)port [^;"]*|\bimport\()"(\.[^"]+)"/gm);
      const to = [...named].map(([, other]) => path.posix.join(path.posix.dirname(file), other));
      return /** @type {[string, string[]]} */ ([file, to]);
    }),
  );
  return new Map(found);
}

/** The first circle of modules, if there is one. @param {Map<string, string[]>} graph */
function circle(graph) {
  const done = new Set();
  /** @type {(file: string, way: string[]) => string[] | null} */
  const walk = (file, way) => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const to of graph.get(file) ?? []) {
      const found = walk(to, [...way, file]);
      if (found) return found;
    }
    done.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const found = walk(file, []);
    if (found) return found;
  }
  return null;
}

/** Imports from a folder of one that is not below it. @param {Map<string, string[]>} graph @param {string[][]} order */
function upward(graph, order) {
  const height = new Map(order.flatMap((folders, i) => folders.map((folder) => [folder, i])));
  const folderOf = (/** @type {string} */ file) => (file.includes("/") ? file.split("/")[0] : "");
  return [...graph].flatMap(([file, all]) =>
    all
      .filter((to) => {
        const [from, into] = [folderOf(file), folderOf(to)];
        // The files beside the folders connect them.
        if (from === "" || from === into) return false;
        return into === "" || !height.has(from) || !(height.get(into) < height.get(from));
      })
      .map((to) => `${file} imports ${to}`),
  );
}

test("no folder of the page imports one above it, and no module itself", async () => {
  const [graph, order] = [await imports(), await layers()];
  assert.ok(graph.size > 100 && order.length > 7, "they are read");
  assert.deepEqual(upward(graph, order), []);
  assert.equal(circle(graph), null);
});

test("an upward import and a circle are seen", () => {
  const graph = new Map([
    ["low/a.js", ["high/b.js"]],
    ["high/b.js", ["low/c.js"]],
    ["low/c.js", ["low/a.js"]],
  ]);
  assert.deepEqual(upward(graph, [["low"], ["high"]]), ["low/a.js imports high/b.js"]);
  assert.deepEqual(circle(graph), ["low/a.js", "high/b.js", "low/c.js", "low/a.js"]);
});

test("no text has lines that look like comments: the server does not send lines of comments", async () => {
  const { ScriptTarget, ScriptKind, createSourceFile, forEachChild, isTemplateLiteralToken } = typescript;
  for (const file of (await imports()).keys()) {
    const source = await readFile(new URL(file, WEB), "utf8");
    /** @param {import("typescript").Node} node */
    const look = (node) => {
      if (isTemplateLiteralToken(node)) assert.doesNotMatch(node.text, /\n\s*\/[/*]/, file);
      forEachChild(node, look);
    };
    look(createSourceFile(file, source, ScriptTarget.Latest, true, ScriptKind.JS));
  }
});
