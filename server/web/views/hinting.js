// A hint at a table where nothing counts: against a house bot, in a casual game for two. It shows
// a winning move, and says it.

import { h } from "../browser/dom.js";
import { analysisQuery, keyOf } from "../state/answers.js";
import { isMyTurn } from "../state/tables.js";
import { because, planned } from "../study/plan.js";
import { t } from "../texts/text.js";
import { icon } from "./icons.js";
import { saying } from "./saying.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../state/types.js").Table} Table */
/** @typedef {import("../study/study.js").Ply} Ply */
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

/** What is known of the position, if a hint is asked for. @param {State} state @param {Table} table @returns {Ply | undefined} */
function judged({ answers }, table) {
  const answer = isAsked(table) ? answers[keyOf(analysed(table))] : undefined;
  return answer?.ok ? answer.value.plies[table.state.ply] : undefined;
}

/** @typedef {{hint?: import("../state/selection.js").Marks, advice?: string}} Advice  On the board, and in words. */

/**
 * A winning move, or that there is none, if a hint is asked for.
 * @param {State} state @param {Table} table @param {Board} drawn @returns {Advice}
 */
export function hintAt(state, table, drawn) {
  const ply = judged(state, table);
  if (ply && !ply.winning_moves?.length) return { advice: t("table.noHint") };
  return ply ? advised(ply, table, drawn) : {};
}

/**
 * A winning move, if there is one, with the reason where that is short.
 * @param {Ply} ply @param {Table} table @param {Board} drawn @returns {Advice}
 */
export function advised(ply, { game, state }, drawn) {
  const found = planned(game, ply);
  if (found === null) return {};
  const reason = because(game, ply, found);
  const move = drawn.say(found, game);
  return {
    hint: drawn.show(found, game, state.position)[0],
    advice: reason
      ? t("choose.hintWhy", { move, reason: saying(reason, game, false) })
      : t("choose.hint", { move }),
  };
}

/** @param {State} state @param {string} id @param {Table} table @param {Act} act */
export function hintButton(state, id, table, act) {
  if (!mayHint(table)) return null;
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
