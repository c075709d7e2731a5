// Beside the board of a finished game: its moves with their marks, and what can be done with it.

import { isSmall } from "../boards/room.js";
import { h } from "../browser/dom.js";
import { boardInSight } from "../browser/scrolling.js";
import { POSITION, isPuzzle } from "../state/puzzles.js";
import { addressOf } from "../state/route.js";
import { positionQuery, reviewOf } from "../study/study.js";
import { t } from "../texts/text.js";
import { goTo, studyOf } from "./decision.js";
import { icon } from "./icons.js";
import { accuracyMeans, mark, signs } from "./legend.js";
import { moverName } from "./mover.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../state/types.js").Table} Table */
/** @typedef {import("../study/study.js").Study} Study */
/** @typedef {import("../study/study.js").Review} Review */
/** @typedef {import("../study/study.js").Ply} Ply */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../boards/draw.js").Board} Board */

/**
 * Accuracy, moves with their marks, and what can be done with the game.
 * @param {State} state
 * @param {string} id
 * @param {Table} table
 * @param {Board} drawn
 * @param {Act} act
 */
export function remarks(state, id, table, drawn, act) {
  const study = studyOf(state, id, table);
  const review = reviewOf(state, study);
  const go = goTo(state, id, table, act);
  const chosen = (/** @type {number} */ ply) => {
    go(ply);
    if (isSmall(state.screen)) boardInSight();
  };
  return [
    // The signs are explained above the moves, which are too many for one screen.
    review && table.moves.length > 0 && signs(review),
    table.moves.length > 0 && moveList(table, study, review, drawn, chosen),
    review && table.moves.length > 0 && accuracyMeans(),
    keeping(id, table, study, review, act),
  ];
}

/**
 * The moves with their marks.
 * @param {Table} table @param {Study} study @param {Review | null} review
 * @param {Board} drawn @param {(ply: number) => void} go
 */
function moveList({ game, moves, players, seat }, study, review, drawn, go) {
  const line = (/** @type {import("../net/wire.js").Move} */ move, /** @type {number} */ i) =>
    h(
      "button",
      { class: "plain", "aria-current": study.ply === i ? "step" : null, on: { click: () => go(i) } },
      h("i", {}, String(i + 1)),
      h("span", {}, h("b", {}, moverName(players, seat, i)), ` ${drawn.say(move, game)}`),
      review ? mark(review.plies[i], players.length) : h("span", {}),
    );
  return h(
    "ol",
    { class: "moves marked", key: "moves", tabindex: 0, "aria-label": t("table.moves") },
    moves.map((move, i) => h("li", { key: `move ${i}`, class: study.ply === i ? "now" : "" }, line(move, i))),
  );
}

/**
 * Share it, copy it, pose the position as a puzzle, take it to the analysis.
 * @param {string} id @param {Table} table @param {Study} study @param {Review | null} review @param {Act} act
 */
function keeping(id, { game, moves }, { ply }, review, act) {
  const rest = ply === moves.length ? "" : String(ply);
  const link = `${location.origin}${addressOf({ page: "table", id, rest, replay: true })}`;
  return h(
    "p",
    { class: "buttons keep", key: "keep" },
    h("button", { on: { click: () => act.share(link) } }, icon("share"), t("review.share")),
    review && h("button", { on: { click: () => act.copy(review.text) } }, t("review.copy")),
    review &&
      isPuzzle(review.plies[ply], review.seats.length) &&
      h("button", { on: { click: () => pose(game, review.plies[ply], act) } }, t("review.pose")),
    review &&
      h(
        "a",
        {
          class: "button",
          href: addressOf({ page: "analysis", id: rest, rest: review.text }),
          on: { click: act.follow },
        },
        t("review.analyse"),
      ),
  );
}

/** Poses a position as a puzzle. @param {import("../net/wire.js").Setup} game @param {Ply} ply @param {Act} act */
function pose(game, { position }, act) {
  return act.post(positionQuery(game, position), (now, answer) =>
    answer.ok ? { ...now, route: { page: "puzzles", id: POSITION, rest: answer.value.text } } : now,
  );
}
