// The pages, each fetched with its texts and styles when first opened.

import { h } from "../browser/dom.js";
import { speakOf, t } from "../texts/text.js";

/** @typedef {import("../state/types.js").Page} Page */
/** @typedef {keyof typeof PAGES} PageName */

/** Where each page is. */
const PAGES = {
  home: () => import("./home.js"),
  followed: () => import("./following.js"),
  watch: () => import("./live.js"),
  new: () => import("./new.js"),
  table: () => import("./table.js"),
  fairness: () => import("./fairness.js"),
  picture: () => import("./picture.js"),
  seek: () => import("./invitation.js"),
  review: () => import("./review.js"),
  analysis: () => import("./analysis.js"),
  learn: () => import("./learn.js"),
  puzzles: () => import("./puzzles.js"),
  ladder: () => import("./ladder.js"),
  archive: () => import("./archive.js"),
  player: () => import("./player.js"),
  account: () => import("./account.js"),
  tournaments: () => import("./tournaments.js"),
  tournament: () => import("./tournament.js"),
  none: async () => ({ view: (/** @type {any} */ _state, /** @type {any} */ act) => nowhere(act) }),
};
/** The texts of home, known before its module is there. */
export const HOME_TEXTS = ["board", "table", "home"];
/** The parts fetched so far. @type {Partial<Record<PageName, Page>>} */
export const pages = {};
/** Style sheets in force, or on their way. @type {Map<string, Promise<unknown>>} */
const sheets = new Map();

/** @param {PageName} name */
export async function fetchPage(name) {
  if (pages[name]) return;
  /** @type {Page} */
  const page = await PAGES[name]();
  await Promise.all([...(page.texts ?? []).map(speakOf), ...(page.styles ?? []).map(styled)]);
  pages[name] = page;
}

/** Loads a style sheet; resolves when it is applied. @param {string} href */
function styled(href) {
  const coming =
    sheets.get(href) ??
    new Promise((done) => {
      // Without it the page is plain but works.
      document.head.append(
        Object.assign(document.createElement("link"), {
          rel: "stylesheet",
          href,
          onload: done,
          onerror: done,
        }),
      );
    });
  sheets.set(href, coming);
  return coming;
}

/** @param {import("../app.js").Act} act */
function nowhere(act) {
  return [
    h("header", { class: "page-head" }, h("h1", {}, t("page.none"))),
    h("p", {}, h("a", { class: "button", href: "/", on: { click: act.follow } }, t("table.home"))),
  ];
}
