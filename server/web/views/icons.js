// The icons of buttons: strokes on a field of 24, in the colour of their text.

import { h, s } from "../browser/dom.js";
import { drawing } from "../matter/markup.js";
import { logo } from "../matter/logo.js";
import { pebble } from "../matter/pebbles.js";

const PATHS = {
  moon: "M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5z",
  sun:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2.5M12 19.500v2.500M2 12h2.500M19.500 12H22" +
    "M5 5l1.700 1.700M17.300 17.300L19 19M19 5l-1.700 1.700M6.700 17.300L5 19",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.5.4.5 1.1.5 2.1h6c0-1 0-1.7.5-2.1A6 6 0 0 0 12 3z",
  share: "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h1",
  play: "M8 5l11 7-11 7z",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.6-5.6L12 7.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.6 5.6l1.4-1.4",
  home: "M4 11l8-7 8 7v9h-5v-6H9v6H4z",
  learn: "M3 9l9-4 9 4-9 4zM7 11v5c3 2 7 2 10 0v-5",
  watch: "M3 7h18v12H3zM8 3l4 4 4-4",
  eye:
    "M2.5 12c2.500-4.500 5.700-6.500 9.500-6.500s7 2 9.500 6.500c-2.500 4.500-5.700 6.500-9.500 6.500" +
    "s-7-2-9.500-6.500zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  search: "M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM15.500 15.500L20 20",
  menu: "M4 7h16M4 12h16M4 17h16",
  puzzles: "M12 3c1 5 4 8 9 9-5 1-8 4-9 9-1-5-4-8-9-9 5-1 8-4 9-9z",
  ladder: "M7 3v18M17 3v18M7 7h10M7 12h10M7 17h10",
  you: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 4.5a3.3 3.3 0 0 1 0 6.2M18 14.5c2 .8 3.2 2.6 3.5 5.5",
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  first: "M6 5v14M18 5l-8 7 8 7",
  last: "M18 5v14M6 5l8 7-8 7",
  rules: "M12 7c-2-1.500-5-2-8-1v12c3-1 6-.500 8 1 2-1.500 5-2 8-1V6c-3-1-6-.500-8 1zM12 7v12",
  undo: "M8 5L4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3",
  flag: "M6 21V4M6 5h11l-2.5 4L17 13H6",
  check: "M5 12.5l4.5 4.5L19 7.5",
  list: "M9 6h11M9 12h11M9 18h11M4 6h1M4 12h1M4 18h1",
  sound: "M5 10v4h3l4 4V6L8 10zM16 9a4 4 0 0 1 0 6M18.5 6.500a8 8 0 0 1 0 11",
  mute: "M5 10v4h3l4 4V6L8 10zM16 9.500l5 5M21 9.500l-5 5",
};

/** @typedef {keyof typeof PATHS} Icon */

/** @type {Partial<Record<Icon, import("../browser/dom.js").Tag>>} */
const made = {};

/** @param {Icon} name */
export function icon(name) {
  made[name] ??= s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: PATHS[name] }),
  );
  return made[name];
}

/** @param {number} size */
export function logoMark(size) {
  return s(
    "svg",
    { class: "logo", width: size, height: size, viewBox: "0 0 32 32", "aria-hidden": "true" },
    drawing(logo),
  );
}

/** A stone with the player's initials, or the first digit of a number: its mineral follows from the name. @param {string} name */
export function avatar(name) {
  const seed = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7);
  const words = name
    .replace(/[^\p{L}\p{N} ]/gu, "")
    .trim()
    .split(/\s+/);
  const initials = words.length > 1 ? words[0].slice(0, 1) + words[1].slice(0, 1) : words[0].slice(0, 2);
  return h(
    "span",
    { class: "avatar", "aria-hidden": "true" },
    s("svg", { viewBox: "-60 -40 120 86" }, drawing(pebble(0, 0, 104, seed % 16))),
    h("b", {}, initials.toUpperCase()),
  );
}
