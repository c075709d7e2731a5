// No text is missing in any language, none is left over, and each has the same
// parameters everywhere.

import assert from "node:assert/strict";
import { copyFile, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

import { refusalOf } from "../../../server/web/net/refusal.js";
import { LANGUAGES, bestLanguage, speak, speakOf, t } from "../../../server/web/texts/text.js";
import { CLOCKS } from "../../../server/web/state/clocks.js";
import { NAMES } from "../../../server/web/variants/index.js";
import { inVariants, variantWords } from "../words.js";

const WEB = new URL("../../../server/web/", import.meta.url);
/** @param {string} variant */
const fileOf = async (variant) => (await import(new URL(`variants/${variant}.js`, WEB).href)).default;
const files = await readdir(new URL("texts/", WEB));
/** The texts of every page and of all its parts; each key is in one file only. */
const texts = Object.fromEntries(
  await Promise.all(
    Object.keys(LANGUAGES).map(async (language) => {
      const own = files.filter((file) => file.split(".")[0] === language);
      const parts = await Promise.all(
        own.map(async (file) => (await import(new URL(`texts/${file}`, WEB).href)).default),
      );
      const all = Object.assign({}, ...parts);
      assert.equal(Object.keys(all).length, parts.flatMap(Object.keys).length, `${language}: a key twice`);
      return [language, all];
    }),
  ),
);
const forms = (text) => (typeof text === "string" ? [text] : Object.values(text));
const parameters = (text) => [...new Set(forms(text).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();

for (const language of Object.keys(LANGUAGES)) {
  test(`${language} has the texts of English`, () => {
    assert.deepEqual(Object.keys(texts[language]).sort(), Object.keys(texts.en).sort());
    for (const [key, text] of Object.entries(texts[language])) {
      const given = new Set([...parameters(texts.en[key]), "{n}"]);
      assert.ok(
        parameters(text).every((parameter) => given.has(parameter)),
        `${language} ${key}: a parameter that English lacks`,
      );
      assert.ok(
        forms(text).every((form) => form.trim()),
        `${language} ${key} is empty`,
      );
    }
  });
}

test("each part has a file in each language, and a text stands in the same part everywhere", async () => {
  const languages = await inVariants();
  const split = files.filter((file) => languages.includes(file.split(".")[0]));
  const parts = new Set(split.map((file) => file.split(".").slice(1).join(".")));
  for (const part of parts) {
    const keys = await Promise.all(
      languages.map(async (language) =>
        Object.keys((await import(new URL(`texts/${language}.${part}`, WEB).href)).default).sort(),
      ),
    );
    for (const own of keys) assert.deepEqual(own, keys[0], part);
  }
});

test("every text that the page asks for exists, and none is never asked for", async () => {
  const sources = await Promise.all(
    (await readdir(WEB, { recursive: true }))
      .filter((file) => file.endsWith(".js") && !file.startsWith("texts"))
      .map((file) => readFile(new URL(file, WEB), "utf8")),
  );
  const source = sources.join("\n");
  const whole = new Set([...source.matchAll(/"([a-z]+\.[\w.]+)"/g)].map(([, key]) => key));
  const begun = [...source.matchAll(/[`"]([a-z]+\.(?:[\w]+\.)*)\$\{/g)].map(([, key]) => key);
  for (const key of source.matchAll(/\bt\("([^"]+)"/g))
    assert.ok(key[1] in texts.en, `${key[1]} is asked for`);
  for (const key of Object.keys(texts.en)) {
    assert.ok(whole.has(key) || begun.some((start) => key.startsWith(start)), `${key} is never asked for`);
  }
});

test("the page has a file of every variant that the rules list", async () => {
  const list = await readFile(new URL("../../../rules/src/variants.rs", import.meta.url), "utf8");
  const listed = [...list.matchAll(/^ +"(\w+)" => /gm)].map(([, name]) => name);
  assert.ok(listed.length > 0);
  assert.deepEqual([...NAMES].sort(), listed.sort());
});

for (const language of await inVariants()) {
  test(`npm run words has written the ${language} words of all variants`, async () => {
    const { default: written } = await import(new URL(`texts/${language}.variants.js`, WEB).href);
    assert.deepEqual(written, await variantWords(language));
  });
}

test("names made of parts exist", async () => {
  for (const name of NAMES) {
    assert.ok(`variant.${name}` in texts.en, name);
    assert.ok(`hint.${name}` in texts.en, name);
    assert.ok(
      Object.keys(texts.en).some((key) => key.startsWith(`rules.${name}`)),
      name,
    );
    for (const field of (await fileOf(name)).ownStart.fields) {
      assert.ok(`value.${field.name}` in texts.en, field.name);
      for (const choice of field.choices ?? [])
        assert.ok(`choice.${choice}` in texts.en || choice === "0.777" || choice === "star", choice);
    }
  }
  for (const clock of Object.keys(CLOCKS)) assert.ok(`clock.${clock}` in texts.en, clock);
  const source = await readFile(new URL("../../../protocol/src/error_code.rs", import.meta.url), "utf8");
  const codes = [...source.matchAll(/ErrorCode::(\w+),/g)].map(([, code]) => code);
  assert.ok(codes.length > 10);
  for (const code of codes) assert.ok(`error.${snake(code)}` in texts.en, code);
});

/** A module and all that it imports, with their sources. */
async function modules(file, found = new Map()) {
  if (found.has(file.href)) return found;
  const source = await readFile(file, "utf8");
  found.set(file.href, source);
  for (const [, path] of source.matchAll(/^import (?:[^;"]* from )?"([^"]+)";/gm))
    await modules(new URL(path, file), found);
  return found;
}

test("each part of the page loads the texts that it says", async () => {
  const inFile = async (name) => Object.keys((await import(new URL(`texts/${name}.js`, WEB).href)).default);
  const always = [...(await inFile("en")), ...(await inFile("en.variants"))];
  const app = await readFile(new URL("views/pages.js", WEB), "utf8");
  for (const [, view] of app.matchAll(/import\("\.\/(\w+\.js)"\)/g)) {
    const file = new URL(`views/${view}`, WEB);
    const { texts = [] } = await import(file.href);
    const loaded = new Set([
      ...always,
      ...(await Promise.all(texts.map((part) => inFile(`en.${part}`)))).flat(),
    ]);
    // The review stands on a table, which has loaded its own.
    if (view.endsWith("review.js"))
      for (const part of ["table", "board"]) for (const key of await inFile(`en.${part}`)) loaded.add(key);
    for (const [module, source] of await modules(file)) {
      // Moves are said where there are moves: that is, with the texts of a table.
      for (const [, key] of source.matchAll(/\bt\("((?!say\.)[^"]+)"/g))
        assert.ok(loaded.has(key), `${view}, by ${module.split("/").at(-1)}: ${key}`);
    }
  }
});

test("what home needs besides its bundle is fetched at once on home", async () => {
  const page = await readFile(new URL("index.html", WEB), "utf8");
  const [, home] = page.split(/<!-- \/?home -->/);
  const early = [...home.matchAll(/"preload" href="([^"]+)"/g)].map(([, path]) => path);
  const { texts, styles } = await import(new URL("views/home.js", WEB).href);
  assert.deepEqual(early, styles);
  assert.deepEqual((await import(new URL("views/pages.js", WEB).href)).HOME_TEXTS, texts);
});

/** What the page cannot ask for: only programs meet it, and whoever runs the server. */
const FOR_PROGRAMS = [
  ...[
    "admin_only",
    "bots_have_no_bots",
    "bot_in_tournament",
    "named_version",
    "reserved_reason",
    "too_many_bans",
    "too_many_bots",
  ],
  ...["bad_delay", "bad_seed", "single_needs_rated_game", "unknown_preset"],
];
/** Codes that a page which keeps to the protocol never sees. */
const OF_DEVELOPERS = ["bad_message", "bad_hello"];
/** Codes that bound what a visitor may do. */
const OF_BOUNDS = ["forbidden", "too_many", "bad_game"];

test("every refusal has a sentence: its own where it bounds what a visitor may do, or its code's", async () => {
  const causes = await theCauses();
  assert.ok(causes.size > 50);
  for (const [language, said] of Object.entries(texts)) {
    for (const [kind, { code }] of causes) {
      const own = Object.keys(said).some(
        (key) => key === `cause.${kind}` || key.startsWith(`cause.${kind}.`),
      );
      if (own || FOR_PROGRAMS.includes(kind) || OF_DEVELOPERS.includes(code)) continue;
      assert.ok(!OF_BOUNDS.includes(code) && `error.${code}` in said, `${language}: ${kind}`);
    }
  }
});

test("a cause that has a sentence is one that the server gives, with the parameters that it gives", async () => {
  const causes = await theCauses();
  for (const [key, text] of Object.entries(texts.en).filter(([key]) => key.startsWith("cause."))) {
    const [, kind] = key.split(".");
    assert.ok(causes.has(kind), `${kind} is no cause`);
    for (const parameter of parameters(text))
      assert.ok(causes.get(kind).fields.includes(parameter.slice(1, -1)), key);
  }
});

test("what is missing and the numbers of a plan have sentences of their own, others a general one", async () => {
  await speak("en");
  const key = (cause) => refusalOf({ code: "bad_game", cause })[0];
  assert.equal(
    key({ kind: "plan_out_of_range", field: "pairs", min: 1, max: 9 }),
    "cause.plan_out_of_range.pairs",
  );
  assert.equal(key({ kind: "plan_out_of_range", field: "each", min: 1, max: 9 }), "cause.plan_out_of_range");
  assert.equal(key({ kind: "not_found", what: "seek" }), "cause.not_found.seek");
  assert.equal(key({ kind: "no_such_cause" }), "error.bad_game");
});

/** The causes of the protocol by their names on the wire: their codes, and their fields. */
async function theCauses() {
  const source = await readFile(new URL("../../../protocol/src/cause.rs", import.meta.url), "utf8");
  return new Map(
    [...source.matchAll(/^ {4}([A-Z]\w+)(?: \{ ([^}]*) \})? => (\w+), "/gm)].map(
      ([, name, fields = "", code]) => [
        snake(name),
        { code: snake(code), fields: fields.split(", ").map((field) => field.split(":")[0]) },
      ],
    ),
  );
}

const snake = (name) => name.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

test("parameters are filled in, numbers as the language writes them", async () => {
  await speakOf("table");
  await speakOf("home");
  await speak("de");
  assert.equal(t("say.take", { n: 12345, heap: "A" }), "12.345 aus Haufen A");
  assert.equal(t("home.missing", { n: 1 }), "Es fehlt noch jemand.");
  assert.equal(t("no.such"), "no.such");
  assert.equal(bestLanguage(["it-IT", "es-MX", "en"]), "es");
  assert.equal(bestLanguage(["xx"]), "en");
});

test("a language may be a single file", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "nim-texts-"));
  await copyFile(new URL("texts/text.js", WEB), path.join(folder, "text.js"));
  await writeFile(
    path.join(folder, "xx.js"),
    `export default { "home.all": "omnes", "table.home": "domum", "twice": "{n}, {n} {name} : « ! »",
      "forms": { 0: "nihil", one: "unum", other: "{n} multa" } };`,
  );
  const alone = await import(pathToFileURL(path.join(folder, "text.js")).href);
  await alone.speak("xx", ["home"]);
  await alone.speakOf("table");
  assert.deepEqual(["home.all", "table.home"].map(alone.t), ["omnes", "domum"]);
  assert.equal(alone.t("twice", { n: 2, name: "Ada" }), "2, 2 Ada : « ! »");
  // By its number: exactly, as one, as any other; without one as any other too.
  assert.deepEqual(
    [0, 1, 2000, "1"].map((n) => alone.t("forms", { n })),
    ["nihil", "unum", "2,000 multa", "1 multa"],
  );
  await rm(folder, { recursive: true });
});

test("a part that is asked for is spoken at once, in the language that is current", async () => {
  await speak("de");
  assert.equal(t("table.checked"), "table.checked");
  await speakOf("fairness");
  assert.equal(t("table.checked"), "Geprüft:");
  assert.equal(t("frame.loading"), "Lade\u00a0…", "beside what there was");
  await speak("en");
});

test("a part that cannot be fetched says so to whoever asked, and may be asked for again", async () => {
  await speak("en");
  for (let i = 0; i < 2; i++) await assert.rejects(speakOf("no_such_part"));
  assert.equal(speakOf("table"), speakOf("table"), "once is enough");
  await speak("en");
});

test("no line of French begins with a colon: its space does not break, and before other signs it is narrow", async () => {
  await speak("fr");
  await speakOf("variants");
  const texts = ["challenge.text", "rules.building"].map((key) => t(key, { name: "Ada", game: "Nim" }));
  assert.deepEqual(
    texts.filter((text) => / [:;!?»]|« /.test(text)),
    [],
  );
  assert.deepEqual(
    texts.map((text) => text.match(/[\u00a0\u202f]/)?.[0]),
    ["\u00a0", "\u202f"],
  );
  await speak("en");
  assert.ok(!t("challenge.text", { name: "Ada", game: "Nim" }).includes("\u00a0"));
  await speak("de");
  assert.ok(t("frame.loading").endsWith("\u00a0…"));
});

test("nothing is singular or plural as each language has it, and is never said to be one", async () => {
  await speakOf("home");
  const all = async (language, n) => {
    await speak(language);
    return t("home.all", { n });
  };
  assert.deepEqual(
    [await all("fr", 0), await all("fr", 1), await all("fr", 2)],
    ["0 jeu", "Un jeu", "2 jeux"],
  );
  assert.deepEqual([await all("de", 0), await all("de", 1)], ["0 Spiele", "Ein Spiel"]);
  for (const [key, text] of Object.entries(texts.fr))
    if (typeof text !== "string" && text.other.includes("{n}")) assert.ok(text.one.includes("{n}"), key);
});

test("a part that is asked for while a language is on its way is spoken in that language", async () => {
  await speak("en");
  const coming = speak("de");
  await Promise.all([speakOf("puzzles"), coming]);
  assert.equal(t("puzzles.title"), "Aufgaben");
  const other = speak("fr");
  await Promise.all([other, speakOf("archive")]);
  assert.match(t("puzzles.title"), /^Problèmes/);
  assert.notEqual(t("archive.title"), "archive.title");
  await speak("en");
});
