// What decided a finished game, in one sentence, and the way to see it and to do better.

import { h } from "../browser/dom.js";
import { canStartAgain, tryAgain } from "../state/offers.js";
import { decided, reviewOf, stepped } from "../study/study.js";
import { t } from "../texts/text.js";
import { canOpen } from "./opened.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../state/types.js").Table} Table */
/** @typedef {import("../study/study.js").Study} Study */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../boards/draw.js").Board} Board */

/**
 * The ply shown: the visitor's choice, at first the end or the one in the link.
 * @param {State} state
 * @param {string} id
 * @param {Table} table
 * @returns {Study}
 */
export function studyOf(state, id, table) {
  const { study, route, whyOf } = state;
  if (study?.id === id) return study;
  const whole = { id, game: table.game, text: "", line: table.moves, ply: table.moves.length };
  if (route.rest === "") return whole;
  const review = whyOf === id ? reviewOf(state, whole) : null;
  return stepped(whole, review ? (decidedIn(table, review)?.ply ?? 0) : Number(route.rest));
}

/**
 * What decided the game; a player who never had a win sees why at their first move.
 * @param {Table} table @param {import("../study/study.js").Review} review
 */
function decidedIn({ seat, state }, review) {
  const found = decided(review, seat, state.over?.winners ?? []);
  return found && { ...found, ply: found.kind === "never" ? (seat ?? 0) : found.ply };
}

/**
 * In one sentence what decided the game, and the next step: first to see it, then to play
 * the same position again.
 * @param {State} state
 * @param {string} id
 * @param {Table} table
 * @param {Board} drawn
 * @param {Act} act
 */
export function decision(state, id, table, drawn, act) {
  const study = studyOf(state, id, table);
  const review = reviewOf(state, study);
  const found = review && decidedIn(table, review);
  if (!found) return null;
  const { ply } = found;
  const seat = ply % 2;
  const params = {
    n: ply + 1,
    move: drawn.say(table.moves[ply], table.game),
    name: table.players[seat].name,
  };
  const said = found.kind === "never" ? "never" : seat === table.seat ? "mine" : "other";
  const seen = study.ply === ply && state.opened;
  const show = () => {
    act.change((now) => ({ ...now, opened: !seen, study: stepped(studyOf(now, id, table), ply) }));
    // On a phone the board is far above this.
    if (!seen)
      requestAnimationFrame(() => document.getElementById("board")?.scrollIntoView({ block: "nearest" }));
  };
  const hide = canOpen(table.game, review.plies[ply]) ? "opened.close" : "chalk.hide";
  const again = said === "mine" && canStartAgain(state, table);
  return h(
    "div",
    { key: "decision", class: "decision" },
    h("p", { class: said === "mine" ? "box threw" : "box" }, t(`decided.${said}`, params)),
    // In the same place, so that nothing below it moves when it is pressed.
    seen && again
      ? h(
          "button",
          { class: "light", on: { click: () => tryAgain(state, act, table, review.plies[ply].position) } },
          t("decided.again"),
        )
      : h("button", { class: seen ? "" : "light", on: { click: show } }, t(seen ? hide : "decided.show")),
  );
}
