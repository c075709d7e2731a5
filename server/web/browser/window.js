// The window: how large it is, which colours it wants, and what its title and icon say.

import { WIDE } from "../boards/room.js";
import { addressOf } from "../state/route.js";
import { recall } from "./memory.js";

/** @typedef {import("../state/types.js").State} State */

/** The system's preferences. */
export const DARK = window.matchMedia("(prefers-color-scheme: dark)");

/** As large as the window is. */
export function sizes() {
  const screen = { width: window.innerWidth, height: window.innerHeight };
  return { screen, narrow: screen.width < WIDE };
}

export function isDark() {
  const theme = recall("theme", "");
  return theme ? theme === "dark" : DARK.matches;
}

/** Writes what stands outside the page's own tree. @param {State} state @param {{title: string, turn: boolean}} heading */
export function reflect(state, { title, turn }) {
  if (document.title !== title) document.title = title;
  // To write it, even as it is, has the browser work out the style of everything anew.
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

/**
 * The address follows the state, and the reader of another page begins at its top.
 * @param {State["route"]} before
 * @param {State["route"]} route
 */
export function turnPage(before, route) {
  const within = route.page === before.page && route.id === before.id;
  const address = addressOf(route);
  if (address && address !== location.pathname + location.search) {
    // An invitation that was taken is behind us: back must not lead to it.
    const taken = location.pathname.startsWith("/seek/");
    history[taken || within ? "replaceState" : "pushState"](null, "", address);
  }
  if (within) return;
  window.scrollTo(0, 0);
  requestAnimationFrame(() => document.getElementById("main")?.focus({ preventScroll: true }));
}
