// The page behind an invitation link: the inviting player, the game and its rules.

import { h } from "../browser/dom.js";
import { isForSeveral, seatsTaken, seekAt } from "../state/filling.js";
import { leave } from "../state/offers.js";
import { puzzleTable } from "../state/puzzles.js";
import { t } from "../texts/text.js";
import { boardOf } from "../variants/index.js";
import { avatar } from "./icons.js";
import { nameField } from "./name.js";
import { picture } from "./picture.js";
import { code } from "./qr.js";
import { BOARD } from "./sheets.js";
import { tilePicture } from "./tile.js";
import { clockInShort, ratingOf, rules, shownName, startInShort, variantName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../net/wire.js").Seek} Seek */

export const texts = ["invitation", "board", "table"];
export const styles = [...BOARD, "/styles/forms.css", "/styles/invitation.css"];

/** @param {State} _state @param {string} id */
export const needs = (_state, id) => [seekAt(id)];

/** @param {State} state */
export function variants({ answers, route }) {
  const answer = answers[seekAt(route.id).path];
  return answer?.ok ? [answer.value.game.variant] : [];
}

/** @param {State} state @param {Act} act @param {string} id */
export function view(state, act, id) {
  const answer = state.answers[seekAt(id).path];
  if (id in state.missing || (answer && !answer.ok && answer.code === "not_found")) return gone(act);
  if (!answer) return h("p", { class: "soft", role: "status" }, t("frame.loading"));
  return h(
    "section",
    { class: "invitation" },
    answer.ok && start(state, answer.value.game),
    h(
      "div",
      {},
      answer.ok ? offered(answer.value, state.me) : h("h1", {}, t("invitation.title")),
      answer.ok && seats(state, act, answer.value),
      answer.ok && isIn(state, answer.value) ? null : decide(state, act, id),
    ),
    code(id, t("invitation.code"), t("invitation.elsewhere")),
  );
}

/** Whether I have a seat already: by joining, or because it is my own offer. @param {State} state @param {Seek} seek */
const isIn = ({ joined, me }, { seek, by }) => joined.includes(seek) || by.id === me;

/** To play, or not. @param {State} state @param {Act} act @param {string} id */
function decide(state, act, id) {
  return [
    !state.registered && nameField(state.name, act),
    h(
      "p",
      { class: "buttons", key: "decide" },
      h(
        "button",
        {
          id: "accept",
          class: "light big",
          disabled: state.link.status === "ended" || state.accepting === id,
          on: { click: () => act.accept(id) },
        },
        t("invitation.accept"),
      ),
      h("a", { class: "button big", href: "/", on: { click: act.follow } }, t("invitation.decline")),
    ),
  ];
}

/** How many are in, of several, and whether I am. @param {State} state @param {Act} act @param {Seek} seek */
function seats(state, act, seek) {
  const own = seek.by.id === state.me;
  if (!own && !isForSeveral(seek.game)) return null;
  const joined = !own && isIn(state, seek);
  return h(
    "div",
    { key: "seats", class: "seats", role: "status" },
    own && h("p", {}, t("cause.own_offer")),
    isForSeveral(seek.game) &&
      h("p", {}, joined && h("b", {}, t("invitation.in"), " "), t("invitation.seats", seatsTaken(seek))),
    joined && h("p", { class: "soft" }, t("invitation.stay", { name: shownName(seek.by) })),
    joined &&
      h(
        "div",
        { class: "buttons" },
        h("button", { id: "leave", on: { click: () => leave(act, seek.seek) } }, t("table.leaveSeat")),
      ),
  );
}

/** The start as it will stand on the board; the game's picture until its board is here. @param {State} state @param {Seek["game"]} game */
function start(state, game) {
  const drawn = boardOf(game.variant);
  if (!drawn || !game.start) return tilePicture(game.variant);
  const posed = { game: /** @type {import("../net/wire.js").Setup} */ (game), moves: null };
  const table = puzzleTable(posed, "invitation", false);
  return h(
    "div",
    { class: "start", key: "start" },
    picture(state, table, drawn, { silent: true, place: "small" }),
  );
}

/** Players, game and terms. @param {Seek} seek @param {State["me"]} me */
function offered({ by, game, seat, rating, ...terms }, me) {
  const names = { name: shownName(by), game: variantName(game.variant) };
  return [
    h(
      "p",
      { class: "by" },
      avatar(by.name),
      h("b", {}, shownName(by)),
      rating && h("span", { class: "soft num" }, ratingOf(rating)),
    ),
    h("h1", {}, t(by.id === me ? "invitation.to" : "invitation.from", names)),
    h("p", { class: "soft" }, rules(game)),
    h(
      "dl",
      {},
      fact("start", startInShort(game)),
      fact("clock", terms.clock ? clockInShort(terms.clock) : t("invitation.noClock")),
      fact(
        "begins",
        t(`invitation.begins.${terms.handicap ? "handicap" : terms.bid ? "bid" : terms.pie ? "pie" : seat}`, {
          name: shownName(by),
        }),
      ),
      fact("counts", t(terms.rated ? "invitation.rated" : "invitation.casual")),
    ),
  ];
}

/** @param {string} what @param {string} value */
function fact(what, value) {
  return h("div", { key: what }, h("dt", {}, t(`invitation.${what}`)), h("dd", {}, value));
}

/** @param {Act} act */
function gone(act) {
  return h(
    "section",
    { class: "empty-state" },
    h("h1", {}, t("invitation.title")),
    h("p", { class: "soft" }, t("invitation.gone")),
    h("a", { class: "button primary", href: "/", on: { click: act.follow } }, t("table.home")),
  );
}
