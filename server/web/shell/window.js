// The window: its size, colour scheme, title and icon.

import { WIDE } from "../boards/room.js";
import { addressOf } from "../state/route.js";
import { recall } from "../browser/memory.js";

/** @typedef {import("../state/types.js").State} State */

/** The system's preferences. */
export const DARK = window.matchMedia("(prefers-color-scheme: dark)");

/** The size of the window, and what one points with in it. */
export function sizes() {
  const screen = { width: window.innerWidth, height: window.innerHeight };
  return { screen, narrow: screen.width < WIDE, fine: window.matchMedia("(pointer: fine)").matches };
}

export function isDark() {
  const theme = recall("theme", "");
  return theme ? theme === "dark" : DARK.matches;
}

/** Updates what is outside the page's own tree. @param {State} state @param {{title: string, turn: boolean}} heading */
export function reflect(state, { title, turn }) {
  if (document.title !== title) document.title = title;
  // Compare first: even writing the same value makes the browser recompute all styles.
  const { documentElement: root } = document;
  if (root.lang !== state.language) root.lang = state.language;
  root.classList.toggle("still", state.still);
  for (const [name, value] of [
    ["theme", state.dark ? "dark" : "light"],
    ["page", state.route.page],
  ]) {
    if (root.dataset[name] !== value) root.dataset[name] = value;
  }
  const icon = turn ? "/favicon-turn.svg" : "/favicon.svg";
  const link = document.getElementById("icon");
  if (link?.getAttribute("href") !== icon) link?.setAttribute("href", icon);
}

/** Brings a new offer of mine into view: on a phone it may stand above what is seen. */
export function showOffer() {
  document.querySelector(".waiting")?.scrollIntoView({ block: "nearest" });
}

/**
 * Updates the address to the state, keeps where the back button leads, and scrolls a new page to its top.
 * @param {State["route"]} before
 * @param {State["route"]} route
 */
export function turnPage(before, route) {
  const within = route.page === before.page && route.id === before.id;
  const address = addressOf(route);
  if (address && address !== location.pathname + location.search) {
    // The back button must not lead to an accepted invitation.
    const taken = location.pathname.startsWith("/seek/");
    // It leads from the review to the end of the game.
    const begun = within && route.page === "table" && before.rest === "";
    history[taken || (within && !begun) ? "replaceState" : "pushState"](null, "", address);
  }
  if (within) return;
  window.scrollTo(0, 0);
  requestAnimationFrame(() => document.getElementById("main")?.focus({ preventScroll: true }));
}
