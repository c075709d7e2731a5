// A hint at a table where nothing counts: against a house bot, in a casual game for two. It shows
// a winning move, and says it.

import { h } from "../browser/dom.js";
import { analysisQuery, keyOf } from "../state/answers.js";
import { isMyTurn } from "../state/tables.js";
import { t } from "../texts/text.js";
import { icon } from "./icons.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../state/types.js").Table} Table */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../boards/draw.js").Board} Board */

/** @param {Table} table */
function mayHint({ rated, players, moves, state, seat }) {
  const isTeaching = players.length === 2 && players.some(({ house }) => house);
  return seat !== null && !rated && isTeaching && moves.length === state.ply;
}

/** @param {Table} table */
const isAsked = (table) => mayHint(table) && isMyTurn(table) && table.hint === table.state.ply;

/** @param {Table} table */
const analysed = ({ game, moves }) => analysisQuery(game, moves);

/** What is asked of the server for a hint. @param {Table | undefined} table */
export const hintQueries = (table) => (table && isAsked(table) ? [analysed(table)] : []);

/**
 * A winning move, `null` if there is none, and `undefined` until it is known or where none is asked for.
 * @param {State} state @param {Table} table @returns {import("../net/wire.js").Move | null | undefined}
 */
function winning({ answers }, table) {
  const answer = isAsked(table) ? answers[keyOf(analysed(table))] : undefined;
  if (!answer?.ok) return undefined;
  const { winning_moves } = answer.value.plies[table.state.ply];
  return winning_moves?.[0] ?? null;
}

/** @typedef {{hint?: import("../state/selection.js").Marks, advice?: string}} Advice  On the board, and in words. */

/** A winning move. @param {State} state @param {Table} table @param {Board} drawn @returns {Advice} */
export function hintAt(state, table, drawn) {
  const move = winning(state, table);
  return move === undefined || move === null ? {} : advised(move, table, drawn);
}

/** @param {import("../net/wire.js").Move} move @param {Table} table @param {Board} drawn @returns {Advice} */
export function advised(move, { game, state }, drawn) {
  return {
    hint: drawn.show(move, game, state.position)[0],
    advice: t("choose.hint", { move: drawn.say(move, game) }),
  };
}

/** @param {State} state @param {string} id @param {Table} table @param {Act} act */
export function hintButton(state, id, table, act) {
  if (!mayHint(table)) return null;
  if (winning(state, table) === null)
    return h("p", { key: "hint", class: "soft wide", role: "status" }, t("table.noHint"));
  const ask = () =>
    act.change((now) => {
      const { ply } = now.tables[id].state;
      return { ...now, tables: { ...now.tables, [id]: { ...now.tables[id], hint: ply } } };
    });
  return h(
    "p",
    { key: "hint", class: "buttons" },
    h(
      "button",
      { id: "hint", disabled: !isMyTurn(table) || isAsked(table), on: { click: ask } },
      icon("bulb"),
      t("table.hint"),
    ),
  );
}
