// Every word that the page shows comes from a file in `texts/`: one a language, or one
// for each part of the page, that is fetched when it is needed. A
// text may name its parameters, "{name}", and may have a singular beside its
// plural, chosen by the parameter `n`.

/** @typedef {string | {one: string, other: string}} Text */
/** @typedef {Record<string, string | number>} Params */

/** Languages with a file, by their own name. */
export const LANGUAGES = { en: "English", de: "Deutsch", es: "Español", fr: "Français" };

/** Languages with a file for each part, so that less is fetched at first; any other is one file. */
const IN_PARTS = ["en", "de", "es", "fr"];

/** The language spoken, and its formats, which are costly to make. */
const spoken = { language: "en", texts: /** @type {Record<string, Text>} */ ({}), ...formats("en") };

/** Words of single variants, in all languages. @type {Array<Record<string, Record<string, Text>>>} */
const words = [];

/** Parts of the page whose texts are loaded, or on their way. @type {Map<string, Promise<void>>} */
const parts = new Map();

/**
 * Loads a language; all later texts are in it.
 * @param {string} language one of LANGUAGES
 */
export async function speak(language) {
  const of = IN_PARTS.includes(language) ? ["variants", ...parts.keys()] : [];
  const files = [language, ...of.map((part) => `${language}.${part}`)];
  const loaded = await Promise.all(files.map((file) => import(`./${file}.js`)));
  Object.assign(spoken, {
    language,
    texts: Object.assign({}, ...loaded.map((file) => file.default), ...words.map((own) => own[language])),
    ...formats(language),
  });
}

/** Loads the texts of a part of the page, also for languages spoken later. @param {string} part */
export function speakOf(part) {
  const coming = parts.get(part) ?? loaded(part);
  parts.set(part, coming);
  // What did not come may be asked for again.
  coming.catch(() => parts.delete(part));
  return coming;
}

/** @param {string} part */
async function loaded(part) {
  if (!IN_PARTS.includes(spoken.language)) return;
  const { default: texts } = await import(`./${spoken.language}.${part}.js`);
  spoken.texts = { ...spoken.texts, ...texts };
}

/** Adds the words of a variant, also for languages spoken later. @param {Record<string, Record<string, Text>>} own */
export function addWords(own) {
  words.push(own);
  spoken.texts = { ...spoken.texts, ...own[spoken.language] };
}

/** The first language of the list that there is a file for. @param {readonly string[]} wanted */
export function bestLanguage(wanted) {
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES) ?? "en";
}

/** The language spoken now. */
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
  const form = typeof text === "string" ? text : params.n === 1 ? text.one : text.other;
  return form.replace(/\{(\w+)\}/g, (_, name) => number(params[name]));
}

/** Whether there is such a text. @param {string} key */
export function known(key) {
  return key in spoken.texts;
}

/** "A, B and C". @param {Array<string | number>} items */
export function list(items) {
  return spoken.lists.format(items.map(number));
}

/** A number as the language writes it; other things as they are. @param {string | number} value */
export function number(value) {
  return typeof value === "number" ? spoken.numbers.format(value) : String(value);
}

/** "Sunday, 22 November" @param {number} at  In milliseconds. */
export function date(at) {
  return spoken.dates.format(at);
}

/** A, B, C .. Z, AA, AB: what a heap is called, as in the notation. @param {number} heap from 0 @returns {string} */
export function heapName(heap) {
  const last = String.fromCharCode(65 + (heap % 26));
  return heap < 26 ? last : heapName(Math.floor(heap / 26) - 1) + last;
}

/** @param {string} language */
function formats(language) {
  return {
    numbers: new Intl.NumberFormat(language),
    lists: new Intl.ListFormat(language),
    dates: new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long" }),
  };
}
