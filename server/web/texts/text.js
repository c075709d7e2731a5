// Every word that the page shows comes from a file in `texts/`: one per language, or one for
// each part of the page, fetched when needed. A text may contain parameters, "{name}", and may
// have a singular and a plural, chosen by the parameter `n` as the language has it (in French 0 is
// singular), and forms for certain numbers, which come first.

/** @typedef {string | {[exactly: number]: string, one: string, other: string}} Text */
/** @typedef {Record<string, string | number>} Params */

/** Languages with a file, by their own name. */
export const LANGUAGES = { en: "English", de: "Deutsch", es: "Español", fr: "Français" };

/** Languages with a file for each part, so that less is fetched at first; any other is one file. */
const IN_PARTS = ["en", "de", "es", "fr"];

/** Spaces at which no line may break: in every language, and those that French sets its signs off with. */
const UNBROKEN = / (?=[…%])/g;
const FRENCH_COLON = / (?=:)/g;
const FRENCH_NARROW = / (?=[;!?»])|(?<=«) /g;

/** The current language, and its formats, which are costly to create. */
const spoken = { language: "en", texts: /** @type {Record<string, Text>} */ ({}), ...formats("en") };

/** Parts of the page whose texts are loaded or loading. @type {Map<string, Promise<void>>} */
const parts = new Map();
/** The language that is current, or about to be. */
let wanted = spoken.language;

/**
 * Loads a language and makes it current.
 * @param {string} language one of LANGUAGES
 * @param {readonly string[]} early  Parts of the page that are loaded with it.
 */
export async function speak(language, early = []) {
  wanted = language;
  for (const part of early) parts.set(part, Promise.resolve());
  const texts = /** @type {Record<string, Text>} */ ({});
  const fetched = new Set();
  const fetch = async (/** @type {string} */ file) => {
    fetched.add(file);
    Object.assign(texts, (await import(`./${file}.js`)).default);
  };
  await Promise.all(filesOf(language).map(fetch));
  // What was asked for in the meantime belongs to it too; whoever asked hears if it fails.
  for (;;) {
    const late = filesOf(language).filter((file) => !fetched.has(file));
    if (late.length === 0) break;
    await Promise.allSettled(late.map(fetch));
  }
  Object.assign(spoken, { language, texts, ...formats(language) });
}

/** The files of a language: itself, and those of the parts that are wanted so far. @param {string} language */
function filesOf(language) {
  const of = IN_PARTS.includes(language) ? ["variants", ...parts.keys()] : [];
  return [language, ...of.map((part) => `${language}.${part}`)];
}

/** Loads the texts of a part of the page, also for languages chosen later. @param {string} part */
export function speakOf(part) {
  const coming = parts.get(part) ?? loaded(part);
  parts.set(part, coming);
  // A failed part may be requested again.
  coming.catch(() => parts.delete(part));
  return coming;
}

/** @param {string} part */
async function loaded(part) {
  const language = wanted;
  if (!IN_PARTS.includes(language)) return;
  const { default: texts } = await import(`./${language}.${part}.js`);
  // Else the language is still coming, and has this part with it.
  if (spoken.language === language) spoken.texts = { ...spoken.texts, ...texts };
}

/** The first language of the list that has a file. @param {readonly string[]} wanted */
export function bestLanguage(wanted) {
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES) ?? "en";
}

/** The current language. */
export function language() {
  return spoken.language;
}

/**
 * The text of a key, with its parameters filled in.
 * @param {string} key @param {Params} [params]
 */
export function t(key, params = {}) {
  const text = spoken.texts[key];
  if (text === undefined) return key;
  const said = formOf(text, params.n).replace(/\{(\w+)\}/g, (_, name) => number(params[name]));
  const unbroken = said.replace(UNBROKEN, "\u00a0");
  if (spoken.language !== "fr") return unbroken;
  return unbroken.replace(FRENCH_COLON, "\u00a0").replace(FRENCH_NARROW, "\u202f");
}

/** @param {Text} text @param {string | number | undefined} n */
function formOf(text, n) {
  if (typeof text === "string") return text;
  if (typeof n !== "number") return text.other;
  return text[n] ?? (spoken.plurals.select(n) === "one" ? text.one : text.other);
}

/** Whether a text with this key exists. @param {string} key */
export function known(key) {
  return key in spoken.texts;
}

/** "A, B and C". @param {Array<string | number>} items */
export function list(items) {
  return spoken.lists.format(items.map(number));
}

/** A number in the language's format; other values unchanged. @param {string | number} value */
export function number(value) {
  return typeof value === "number" ? spoken.numbers.format(value) : String(value);
}

/** A rating: like a year, it has no thousands. @param {number} rating */
export const inPoints = (rating) => String(Math.round(rating));

/** A share of a whole, from 0 to 1: "85%", as the language writes it. @param {number} share */
export function percent(share) {
  return spoken.percents.format(share);
}

/** A change: "+12", "−3", "±0". @param {number} value */
export function signed(value) {
  return `${value < 0 ? "−" : value > 0 ? "+" : "±"}${number(Math.abs(value))}`;
}

/** "Sunday, 22 November" @param {number} at  In milliseconds. */
export function date(at) {
  return spoken.dates.format(at);
}

/** A, B, C .. Z, AA, AB: a heap's name, as in the notation. @param {number} heap from 0 @returns {string} */
export function heapName(heap) {
  const last = String.fromCharCode(65 + (heap % 26));
  return heap < 26 ? last : heapName(Math.floor(heap / 26) - 1) + last;
}

/** @param {string} language */
function formats(language) {
  return {
    numbers: new Intl.NumberFormat(language),
    percents: new Intl.NumberFormat(language, { style: "percent" }),
    lists: new Intl.ListFormat(language),
    plurals: new Intl.PluralRules(language),
    dates: new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long" }),
  };
}
