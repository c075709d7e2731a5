// What decided a finished game, in one sentence, and the way to see it and to do better.

import { isSmall } from "../boards/room.js";
import { h } from "../browser/dom.js";
import { boardInSight, moveInSight } from "../browser/scrolling.js";
import { canStartAgain, tryAgain } from "../state/offers.js";
import { hadWin, taught } from "../study/mistakes.js";
import { decided, hasRule, instructive, reviewOf, stepped } from "../study/study.js";
import { t } from "../texts/text.js";
import { closes } from "./opened.js";
import { shownName } from "./words.js";

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
 * The position shown in the review, which the address names, so that a reload shows it again.
 * @param {State} state @param {string} id @param {Table} table @param {number} ply @returns {State}
 */
export function lookedAt(state, id, table, ply) {
  const study = stepped(studyOf(state, id, table), ply);
  return { ...state, study, route: { ...state.route, rest: String(study.ply), replay: true } };
}

/** Whether the visitor has begun to look through the game. @param {State} state @param {string} id */
export function isChosen({ study, route }, id) {
  return study?.id === id || route.rest !== "";
}

/**
 * Shows the position after so many moves.
 * @param {State} state @param {string} id @param {Table} table @param {Act} act
 */
export function goTo(state, id, table, act) {
  return (/** @type {number} */ ply) => {
    act.change((now) => lookedAt(now, id, table, ply));
    moveInSight();
  };
}

/**
 * What decided the game, at a move from which can be learnt: also a player who never had a win sees such a position.
 * @param {Table} table @param {import("../study/study.js").Review} review
 */
function decidedIn({ seat, state }, review) {
  const found = decided(review, seat, state.over?.winners ?? []);
  if (!found) return null;
  return {
    ...found,
    ply: found.kind === "never" ? instructive(review, seat ?? 0) : taught(review, found.ply),
  };
}

/** The endings of the games for which there is an idea to win by, though most positions have no rule. @type {Record<string, string>} */
const IDEAS = { chomp: "misere", octal: "normal" };

/** @param {Table} table */
function idea({ game: { variant, ending } }) {
  return (
    Object.hasOwn(IDEAS, variant) &&
    IDEAS[variant] === ending &&
    h("p", { class: "soft" }, t(`idea.${variant}`))
  );
}

/**
 * What decided the game, where it did, and whether it is shown.
 * @param {State} state @param {string} id @param {Table} table
 */
function decidedAt(state, id, table) {
  const study = studyOf(state, id, table);
  const review = reviewOf(state, study);
  const found = review && decidedIn(table, review);
  if (!found) return null;
  const who = found.ply % 2 === table.seat ? "mine" : "other";
  // Where players chose who begins, that was something they did.
  const lost = table.seat === 1 ? "neverSecond" : "never";
  const never = table.bid?.settled ? "neverBid" : table.pie ? "neverPie" : lost;
  const ply = review.plies[found.ply];
  const seen = study.ply === found.ply && state.opened;
  return { review, at: found.ply, ply, said: found.kind === "never" ? never : who, seen };
}

/**
 * In one sentence what decided the game, and the next step, unless that stands in the bar.
 * @param {State} state
 * @param {string} id
 * @param {Table} table
 * @param {Board} drawn
 * @param {Act} act
 */
export function decision(state, id, table, drawn, act) {
  const found = decidedAt(state, id, table);
  if (!found) return null;
  const { at, said } = found;
  const params = {
    n: at + 1,
    move: drawn.say(table.moves[at], table.game),
    name: shownName(table.players[at % 2]),
    first: shownName(table.players[0]),
  };
  return h(
    "div",
    { key: "decision", class: "decision" },
    h("p", { class: said === "mine" ? "box threw" : "box" }, t(`decided.${said}`, params)),
    (said.startsWith("never") || (said === "mine" && !hasRule(found.ply))) && idea(table),
    !isSmall(state.screen) && nextStep(state, id, table, act),
  );
}

/**
 * How long the viewer could force the win that they lost, or who gave it to them; null if that is not proven.
 * @param {State} state @param {string} id @param {Table} table
 */
export function heldUntil(state, id, table) {
  const found = decidedAt(state, id, table);
  const had = found?.said === "mine" ? hadWin(found.review, found.at) : null;
  if (!found || !had) return null;
  const n = found.at + 1;
  if (had.kind === "throughout") return t("decided.held", { n });
  return t("decided.given", { name: shownName(table.players[had.given % 2]), given: had.given + 1, n });
}

/**
 * Whether the next step opens and closes the reason of the position shown; one such button is enough.
 * @param {State} state @param {string} id @param {Table} table
 */
export function opensHere(state, id, table) {
  const found = decidedAt(state, id, table);
  return found !== null && studyOf(state, id, table).ply === found.at && !mayTryAgain(state, table, found);
}

/** Whether a mistake of mine can be played again. @param {State} state @param {Table} table @param {{said: string}} found */
const mayTryAgain = (state, table, { said }) => said === "mine" && canStartAgain(state, table);

/** The next step, where it stands in the bar. @param {State} state @param {string} id @param {Table} table @param {Act} act */
export function stepInBar(state, id, table, act) {
  return isSmall(state.screen) ? nextStep(state, id, table, act) : null;
}

/**
 * The next step: first to see what decided the game, then to play the same position again.
 * @param {State} state @param {string} id @param {Table} table @param {Act} act
 */
function nextStep(state, id, table, act) {
  const found = decidedAt(state, id, table);
  if (!found) return null;
  const { at, ply, seen } = found;
  // In the same place, so that nothing below it moves when it is pressed.
  if (seen && mayTryAgain(state, table, found))
    return h(
      "button",
      { class: "light", on: { click: () => tryAgain(state, act, table, ply.position) } },
      t("decided.again"),
    );
  const show = () => {
    act.change((now) => ({ ...lookedAt(now, id, table, at), opened: !seen }));
    moveInSight();
    if (!seen) boardInSight();
  };
  const hide = closes(table.game, ply);
  return h("button", { class: seen ? "" : "light", on: { click: show } }, t(seen ? hide : "decided.show"));
}
