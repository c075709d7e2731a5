// The reason of a verdict: a sentence, and a drawing of what it rests on.

import { h, s } from "../browser/dom.js";
import { heapName, number, t } from "../texts/text.js";
import { planOf } from "../study/plan.js";
import { powers, reasonOf } from "../study/why.js";
import { mirror } from "./mirror.js";
import { canOpen } from "./opened.js";
import { saying } from "./saying.js";

/** @typedef {import("../study/study.js").Ply} Ply */
/** @typedef {import("../study/study.js").Facts} Facts */
/** @typedef {import("../browser/dom.js").Children} Children */
/** @typedef {import("../net/wire.js").Setup} Setup */

/** Rows of a table of digits: more would be no help. */
const MOST_ROWS = 16;
/** Points that are drawn one by one. */
const MOST_POINTS = 150;

/**
 * @typedef {object} Fold  Numbers in a place that opens and closes, where the board can show what they come to.
 * @property {boolean} open
 * @property {(open: boolean) => void} toggle
 */

/**
 * What to do, in plain words; where there are such words, numbers that say more are folded.
 * @param {Setup} game @param {Ply} ply @param {Fold} [fold]  Without it, all is open that has no plain words.
 */
export function why(game, ply, fold) {
  const plan = planSaid(game, ply);
  if (plan.length > 0 && ply.why.facts.kind === "mirror")
    return h("div", { class: "why" }, plan, figure(game, ply));
  const inNumbers = plan.length > 0 || (fold && canOpen(game, ply));
  return h("div", { class: "why" }, plan, inNumbers ? folded(grounds(game, ply), fold) : grounds(game, ply));
}

/** @param {Setup} game @param {Ply} ply */
function planSaid(game, ply) {
  return planOf(game, ply).map((said, i) => h("p", { key: `plan ${i}` }, saying(said, game)));
}

/** The reason in a sentence or two, for below the board. @param {Setup} game @param {Ply} ply @returns {Children} */
export function whySaid(game, ply) {
  const plan = planSaid(game, ply);
  return plan.length > 0 ? plan : reasonSaid(game, ply);
}

/** What there is to say besides what stands below the board. @param {Setup} game @param {Ply} ply @param {Fold} fold */
export function more(game, ply, fold) {
  const told = planOf(game, ply).length > 0 || canOpen(game, ply);
  if (told && ply.why.facts.kind !== "mirror") return numbers(game, ply, fold);
  return h("div", { class: "why" }, figure(game, ply));
}

/** The numbers alone, where something else says what to do or nothing shall. @param {Setup} game @param {Ply} ply @param {Fold} [fold] */
export function numbers(game, ply, fold) {
  return h("div", { class: "why" }, fold ? folded(grounds(game, ply), fold) : grounds(game, ply));
}

/** @param {Setup} game @param {Ply} ply @returns {Children} */
function grounds(game, ply) {
  return [reasonSaid(game, ply), figure(game, ply)];
}

/** @param {Setup} game @param {Ply} ply */
function reasonSaid(game, ply) {
  const reason = reasonOf(game, ply);
  return reason ? h("p", {}, t(reason.key, reason.params)) : h("p", { lang: "en" }, ply.why.sentence);
}

/** @param {Setup} game @param {Ply} ply */
function figure(game, ply) {
  const { facts } = ply.why;
  return Object.hasOwn(FIGURES, facts.kind) ? FIGURES[facts.kind](facts, game, ply) : null;
}

/** @param {Children} inside @param {Fold} [fold]  Without it, the page remembers nothing. */
function folded(inside, fold) {
  const toggled = (/** @type {Event} */ event) =>
    fold?.toggle(/** @type {HTMLDetailsElement} */ (event.currentTarget).open);
  return h(
    "details",
    { key: "numbers", ...(fold && { open: fold.open, on: { toggle: toggled } }) },
    h("summary", {}, t("why.numbers")),
    inside,
  );
}

/** A part's name, as moves name it. @param {Setup} game @param {number} i */
function partName({ variant }, i) {
  return variant === "notakto" ? t("figure.board", { n: i + 1 }) : heapName(i);
}

/** @type {Record<string, (facts: Facts, game: Setup, ply: Ply) => Children>} */
const FIGURES = {
  nim_sum: ({ values }, game) => digits(game, values, (count) => count % 2, "XOR"),
  tame: ({ values }, game) => digits(game, values, (count) => count % 2, "XOR"),
  columns: ({ values, modulus }, game) => digits(game, values, (count) => count % modulus, `mod ${modulus}`),
  golden_pair: ({ number: n, pair: [low, high], heaps }) =>
    table(
      ["", "A", "B"],
      [
        [t("figure.here"), ...heaps],
        [t("figure.golden", { number: n }), ...(heaps[0] > heaps[1] ? [high, low] : [low, high])],
      ],
    ),
  zeckendorf: ({ parts, take }) => zeckendorf(parts, take),
  // Among several no remainder decides alone.
  remainder: ({ left, modulus, wanted }, { params }) =>
    (params.players ?? 2) > 2 ? null : groups(left, modulus, wanted),
  quotient: ({ words, product }, game) =>
    table(
      [t("figure.part"), ""],
      [
        ...words
          .slice(0, MOST_ROWS)
          .map((/** @type {string} */ word, /** @type {number} */ i) => [partName(game, i), powers(word)]),
        [t("figure.product"), powers(product)],
      ],
    ),
  mirror,
  arms: ({ arms }) =>
    table(
      ["", ""],
      [
        [t("figure.long"), arms[0]],
        [t("figure.short"), arms[1]],
      ],
    ),
};

/**
 * Numbers in binary, one per row, and below them the sums of the columns; the odd columns
 * stand out.
 * @param {Setup} game @param {number[]} values @param {(count: number) => number} rest @param {string} name
 */
function digits(game, values, rest, name) {
  // Of a number alone there is nothing to add up.
  if (values.filter(Boolean).length < 2) return null;
  const width = Math.max(1, ...values.map((value) => value.toString(2).length));
  const written = values.map((value) => value.toString(2).padStart(width, "0"));
  const counts = [...Array(width).keys()].map(
    (column) => written.filter((digits) => digits[column] === "1").length,
  );
  const odd = (/** @type {number} */ column) => (rest(counts[column]) ? "odd" : "");
  const shown = written.slice(0, MOST_ROWS);
  return scrolled(
    h(
      "table",
      { class: "digits" },
      h("caption", { class: "hidden" }, t("figure.digits")),
      h(
        "tbody",
        {},
        shown.map((digits, i) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, partName(game, i)),
            h("td", { class: "value" }, number(values[i])),
            [...digits].map((digit, column) =>
              h("td", { class: `${digit === "1" ? "one" : "zero"} ${odd(column)}` }, digit),
            ),
          ),
        ),
        written.length > MOST_ROWS &&
          h(
            "tr",
            {},
            h("th", { scope: "row" }, "…"),
            h("td", {}),
            counts.map(() => h("td", {}, "…")),
          ),
        h(
          "tr",
          { class: "sum" },
          h("th", { scope: "row", colspan: 2 }, name),
          counts.map((count, column) => h("td", { class: odd(column) }, rest(count))),
        ),
      ),
    ),
  );
}

/** @param {Array<string | number>} heads @param {Array<Array<string | number>>} rows */
function table(heads, rows) {
  return scrolled(
    h(
      "table",
      { class: "facts" },
      heads.some(Boolean) &&
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            heads.map((head) => h("th", { scope: "col" }, head)),
          ),
        ),
      h(
        "tbody",
        {},
        rows.map(([head, ...cells]) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, head),
            cells.map((cell) => h("td", {}, number(cell))),
          ),
        ),
      ),
    ),
  );
}

/**
 * The parts as bars side by side; those that are taken stand out.
 * @param {number[]} parts the smallest first
 * @param {number | null} take
 */
function zeckendorf(parts, take) {
  if (parts.length === 0) return null;
  const sum = parts.reduce((a, b) => a + b, 0);
  let [x, taken] = [0, 0];
  const bars = parts.map((part) => {
    const width = Math.max(34, (part / sum) * 260);
    taken += part;
    const bar = s(
      "g",
      { class: take !== null && taken <= take ? "bar taken" : "bar", transform: `translate(${x} 0)` },
      s("rect", { width: width - 3, height: 32, rx: 6 }),
      s("text", { x: (width - 3) / 2, y: 21, "text-anchor": "middle" }, number(part)),
    );
    x += width;
    return bar;
  });
  return h(
    "div",
    { class: "figure" },
    s(
      "svg",
      {
        viewBox: `0 0 ${Math.ceil(x)} 32`,
        width: Math.ceil(x),
        role: "img",
        "aria-label": parts.map((part) => number(part)).join(" + "),
      },
      bars,
    ),
  );
}

/**
 * The rest in groups of the modulus; the excess over the wanted number stands out.
 * @param {number} left
 * @param {number} modulus
 * @param {number} wanted
 */
function groups(left, modulus, wanted) {
  if (left === 0 || left > MOST_POINTS || modulus > 30) return null;
  const rest = (((left - wanted) % modulus) + modulus) % modulus;
  const at = (/** @type {number} */ i) => {
    const [row, column] =
      i < rest ? [0, i] : [Math.floor((i - rest) / modulus) + (rest ? 1 : 0), (i - rest) % modulus];
    return { cx: column * 16 + 8, cy: row * 16 + 8 };
  };
  const rows = Math.ceil((left - rest) / modulus) + (rest ? 1 : 0);
  const points = [...Array(left).keys()].map((i) =>
    s("circle", { class: i < rest ? "point over" : "point", r: 5.5, ...at(i) }),
  );
  return h(
    "div",
    { class: "figure" },
    s(
      "svg",
      {
        viewBox: `0 0 ${modulus * 16} ${rows * 16}`,
        width: modulus * 16,
        role: "img",
        "aria-label": t("figure.groups", { left, modulus, n: rest }),
      },
      points,
    ),
  );
}

/** Content that may be wider than its place: it can be scrolled, with the keyboard too. @param {import("../browser/dom.js").Tag} content */
function scrolled(content) {
  return h("div", { class: "figure", tabindex: 0, role: "group", "aria-label": t("figure.label") }, content);
}
