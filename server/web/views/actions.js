// Actions at a table besides moving: saying a phrase, asking for a takeback, claiming,
// resigning.

import { isUpright } from "../boards/room.js";
import { h } from "../browser/dom.js";
import { t } from "../texts/text.js";
import { hintButton } from "./hinting.js";
import { icon } from "./icons.js";
import { how } from "./pointing.js";
import { rules, shownName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../state/types.js").Table} Table */

/**
 * The phrases, before and after the game.
 * @type {Record<string, import("../../../clients/javascript/types/messages").Phrase[]>}
 */
const PHRASES = {
  playing: ["good_luck", "nice_move", "thanks"],
  over: ["well_played", "good_game", "thanks"],
};

/**
 * A few phrases instead of a chat, and whether those of others are shown.
 * @param {State} state @param {string} id @param {Table} table @param {Act} act
 */
export function phrases({ link, muted }, id, { seat, state, players }, act) {
  if (seat === null || players.every((player, i) => i === seat || player.kind === "bot")) return null;
  return h(
    "div",
    { class: "phrases", key: "phrases", role: "group", "aria-label": t("phrase.label") },
    PHRASES[state.over ? "over" : "playing"].map((phrase) =>
      h(
        "button",
        {
          key: phrase,
          disabled: link.status !== "online",
          on: {
            click: () =>
              act.tell({ t: "say", table: id, phrase }, (now) => ({
                ...now,
                said: { table: id, seat, phrase, at: now.now },
              })),
          },
        },
        t(`phrase.${phrase}`),
      ),
    ),
    h(
      "button",
      { id: "mute", "aria-pressed": muted ? "true" : "false", on: { click: () => act.mute(!muted) } },
      icon("mute"),
      t("phrase.mute"),
    ),
  );
}

/** @param {State} state @param {string} id @param {Table} table @param {Act} act */
export function actions(state, id, table, act) {
  if (table.state.over) return null;
  if (table.seat === null) return h("p", { class: "soft watching", key: "watching" }, t("table.watching"));
  return h(
    "div",
    { class: "actions", key: "actions" },
    claim(state, id, table, act),
    hintButton(state, id, table, act),
    takeBack(state, id, table, act),
    rulesHere(state, table, act),
    leave(state, id, table, act),
  );
}

/**
 * If the opponent is absent, a player may end the game after a while.
 * @param {State} state
 * @param {string} id
 * @param {Table} table
 * @param {Act} act
 */
function claim({ now }, id, { state, seat, at, excluded }, act) {
  const may = state.claim_ms?.some((ms, i) => ms !== null && i !== seat && ms <= now - at);
  return (
    may &&
    state.to_move !== seat &&
    !excluded?.includes("claim") &&
    h(
      "p",
      { key: "claim", class: "buttons claim" },
      h("button", { class: "primary", on: { click: () => act.leave(id, "claim") } }, t("table.claim")),
    )
  );
}

/** Whether actions stand as signs at the foot of a phone. @param {State} state */
const asSigns = ({ screen }) => isUpright(screen);

/**
 * On a phone the rules are below the board and its buttons: here they are one touch away.
 * @param {State} state @param {Table} table @param {Act} act
 */
function rulesHere(state, { game }, act) {
  if (!asSigns(state)) return null;
  const { asking } = state;
  const open = asking?.what === "rules";
  const turn = () => act.change((now) => ({ ...now, asking: open ? null : { what: "rules" } }));
  return [
    h(
      "p",
      { key: "rules-here", class: "buttons" },
      h(
        "button",
        { id: "rules", "aria-expanded": open ? "true" : "false", on: { click: turn } },
        icon("rules"),
        t("table.rules"),
      ),
    ),
    open &&
      h(
        "div",
        { key: "rules-sheet", class: "sheet", role: "status" },
        h("p", {}, rules(game), " ", how(state)),
        h("p", { class: "buttons" }, h("button", { on: { click: turn } }, t("table.stay"))),
      ),
  ];
}

/** @param {State} now @param {string} id @param {Table} table @param {Act} act */
function takeBack(now, id, { state, seat, players, rated, excluded }, act) {
  if (rated || excluded?.includes("takeback")) return null;
  const asked = state.takeback;
  if (asked && seat !== null && !asked.agreed.includes(seat)) {
    return h(
      "div",
      { key: "takeback", class: "sheet asked", role: "alert" },
      h(
        "p",
        {},
        t("takeback.asked", {
          n: state.ply - asked.ply,
          name: shownName(players[asked.ply % players.length]),
        }),
      ),
      h(
        "p",
        { class: "buttons" },
        h("button", { on: { click: () => act.takeBack(id, asked.ply, true) } }, t("takeback.agree")),
        h("button", { on: { click: () => act.takeBack(id, asked.ply, false) } }, t("takeback.decline")),
      ),
    );
  }
  if (asked)
    return [
      // Among signs the button says it too, so that it stays as wide as the one whose place it takes.
      h(
        "p",
        { key: "asked", class: asSigns(now) ? "hidden" : "soft wide", role: "status" },
        t("takeback.waiting"),
      ),
      h(
        "p",
        { key: "takeback", class: "buttons" },
        h(
          "button",
          { id: "withdraw", on: { click: () => act.withdraw(id, asked.ply) } },
          asSigns(now) && h("span", {}, t("takeback.askedShort")),
          h("b", {}, t("takeback.withdraw")),
        ),
      ),
    ];
  // My last move, counted back from the last one made.
  const mine = [...Array(players.length).keys()]
    .map((i) => state.ply - 1 - i)
    .find((ply) => ply >= 0 && ply % players.length === seat);
  // It has its place from the beginning, so that it never appears where another button was.
  return h(
    "p",
    { key: "takeback", class: "buttons" },
    h(
      "button",
      {
        id: "takeback",
        // It keeps the focus while there is nothing to take back, as after a takeback that was agreed to.
        "aria-disabled": mine === undefined ? "true" : null,
        on: { click: () => mine !== undefined && act.takeBack(id, mine, true) },
      },
      asSigns(now) && icon("undo"),
      t(asSigns(now) ? "takeback.askShort" : "takeback.ask"),
    ),
  );
}

/** @param {State} now @param {string} id @param {Table} table @param {Act} act */
function leave(now, id, { state, rated, pair, excluded }, act) {
  const { asking } = now;
  // Cancelling a game of a rated pair loses it, so it is offered as resigning.
  const what = state.ply < 2 && !(rated && pair) && !excluded?.includes("abort") ? "abort" : "resign";
  if (asking?.what !== what)
    return h(
      "p",
      { key: "leave", class: "buttons" },
      h(
        "button",
        { id: "leave", on: { click: () => act.ask(what) } },
        asSigns(now) && icon("flag"),
        // In the question below, "Cancel" alone would be misread as the way out of it.
        t(asSigns(now) ? `table.${what}Short` : `table.${what}`),
      ),
    );
  return h(
    "div",
    {
      key: "sure",
      class: "sheet",
      role: "alertdialog",
      "aria-label": t(`table.${what}Sure`),
      on: { keydown: (event) => event.key === "Escape" && act.ask(null) },
    },
    h("p", {}, t(`table.${what}Sure`)),
    h(
      "p",
      { class: "buttons" },
      h(
        "button",
        { id: "sure", class: "danger", on: { click: () => act.leave(id, what) } },
        t(`table.${what}`),
      ),
      h("button", { id: "stay", on: { click: () => act.ask(null) } }, t("table.stay")),
    ),
  );
}
