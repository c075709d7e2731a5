// The review of a finished game: each position, the move played and a winning one, the reason,
// and each player's accuracy.

import { isLow, isSmall } from "../boards/room.js";
import { h } from "../browser/dom.js";
import { boardInSight } from "../browser/scrolling.js";
import { sequelOf } from "../state/tables.js";
import { planned } from "../study/plan.js";
import { answerOf, decided, hadNoChance, lineQuery, nextMistake, reviewOf, tableOf } from "../study/study.js";
import { known, t } from "../texts/text.js";
import { boardParts } from "./board.js";
import { decision, goTo, heldUntil, isChosen, lookedAt, opensHere, stepInBar, studyOf } from "./decision.js";
import { joins, legend, mark, ofSeveral, saysItself } from "./legend.js";
import { canExplain, canOpen, explained, openedBoard, openedSaid, openedSteps, whyButton } from "./opened.js";
import { STUDY } from "./sheets.js";
import { stepper } from "./stepper.js";
import { thread } from "./thread.js";
import { more, why, whySaid } from "./why.js";
import { shownName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../state/types.js").Table} Table */
/** @typedef {import("../study/study.js").Study} Study */
/** @typedef {import("../study/study.js").Review} Review */
/** @typedef {import("../study/study.js").Ply} Ply */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../boards/draw.js").Board} Board */

export { decision, heldUntil, isChosen, stepInBar };
export { remarks } from "./remarks.js";

export const texts = ["study"];
export const styles = STUDY;

/** Winning moves that are named one by one. */
const MOST_NAMED = 8;

/** @param {State} state @param {string} id */
export function needs(state, id) {
  const table = state.tables[id];
  return table && !isSecret(state, table) ? [lineQuery(studyOf(state, id, table))] : [];
}

/** Whether a running game has the same start, about which the server reveals nothing. @param {State} state @param {Table} table */
function isSecret({ tables, missing }, table) {
  const sequel = sequelOf(table);
  return sequel !== undefined && !tables[sequel]?.state.over && !(sequel in missing);
}

/**
 * The board with the position shown.
 * @param {State} state
 * @param {string} id
 * @param {Table} table
 * @param {Board} drawn
 * @param {Act} act
 * @param {import("../browser/dom.js").Tag} ended  The board as the game left it.
 */
export function reviewed(state, id, table, drawn, act, ended) {
  const study = studyOf(state, id, table);
  const review = reviewOf(state, study);
  // Right below the board, which keeps its height: what is said of a position is longer here and shorter there.
  const steps = stepsOf(state, id, table, act);
  if (!review || (study.ply === study.line.length && !isChosen(state, id))) return [ended, steps];
  const place = isLow(state.screen) ? "low" : "review";
  if (state.opened && canOpen(table.game, review.plies[study.ply]))
    return [
      openedBoard(state, table.game, review.plies[study.ply], place),
      steps,
      openedSaid(table.game, review.plies[study.ply], drawn),
    ];
  const shown = tableOf(study, table.game, review.plies);
  const marks = pointed(table, drawn, review.plies[study.ply]);
  const { picture } = boardParts(state, shown, drawn, act, {
    place,
    ...marks,
    ...explained(state, table.game, review.plies[study.ply]),
  });
  const asked = state.opened && study.ply < study.line.length;
  return [
    picture,
    steps,
    !saysItself(picture) && legend(marks, joins(picture)),
    // Asked for, the reason stands right below the board, before who played and all steps.
    asked && h("div", { key: "reason", class: "reason" }, whySaid(table.game, review.plies[study.ply])),
  ];
}

/** How many moves led to the position that the board shows. @param {State} state @param {string} id @param {Table} table */
export function movesShown(state, id, table) {
  return isChosen(state, id) ? studyOf(state, id, table).ply : table.state.ply;
}

/**
 * The steps through the game, to the next mistake, and to the reason.
 * @param {State} state @param {string} id @param {Table} table @param {Act} act
 */
function stepsOf(state, id, table, act) {
  const study = studyOf(state, id, table);
  const review = reviewOf(state, study);
  const go = goTo(state, id, table, act);
  const last = study.line.length;
  if (!review) return stepper(last, last, t("step.end"), go);
  const ply = review.plies[study.ply];
  const opens = canExplain(table.game, ply) && study.ply < last && !opensHere(state, id, table);
  const toggle = () => act.change((now) => ({ ...lookedAt(now, id, table, study.ply), opened: !now.opened }));
  const step = (/** @type {number} */ to) => {
    go(to);
    // The steps come up to the board, which one then looks at.
    if (isSmall(state.screen) && !isChosen(state, id)) boardInSight();
  };
  // The move that the board, the list and the thread mark: the one that comes next.
  const where = study.ply < last ? t("step.where", { n: study.ply + 1, last }) : t("step.end");
  return stepper(
    study.ply,
    last,
    where,
    step,
    toMistake(review, study, step),
    opens && whyButton(state, table.game, ply, toggle),
  );
}

/**
 * Below the board and its steps: who held the win, and remarks on the position.
 * @param {State} state
 * @param {string} id
 * @param {Table} table
 * @param {Board} drawn
 * @param {Act} act
 * @param {import("../browser/dom.js").Child} ended  The result, for a phone.
 */
export function below(state, id, table, drawn, act, ended) {
  const study = studyOf(state, id, table);
  const review = reviewOf(state, study);
  const last = study.line.length;
  if (!review)
    return isSecret(state, table)
      ? h("p", { class: "soft", role: "status" }, t("review.later"))
      : waiting(state, study);
  const ply = review.plies[study.ply];
  const small = isSmall(state.screen);
  const asked = state.opened && study.ply < last;
  const inHeaps = canOpen(table.game, ply);
  const fold = { open: state.numbers, toggle: act.numbers };
  return [
    asked && inHeaps && openedSteps(table.game, ply, drawn),
    small && isChosen(state, id) && [ended, decision(state, id, table, drawn, act)],
    thread(state, table, review, study.ply, goTo(state, id, table, act)),
    h(
      "section",
      { id: "verdict", class: "card verdict", key: "verdict", "aria-live": "polite" },
      isOver(review, study)
        ? h("p", { class: "says" }, t(overSaid(table, review)))
        : [
            verdict(moverOf(table, study.ply), ply),
            made(table, drawn, ply, study.ply),
            answered(table, drawn, ply, study.ply),
            alternatives(table, drawn, ply),
            asked ? more(table.game, ply, fold) : why(table.game, ply, fold),
          ],
    ),
  ];
}

/**
 * The button to the next mistake, from the last one to the first.
 * @param {Review} review @param {Study} study @param {(ply: number) => void} go
 */
function toMistake(review, study, go) {
  const [next, first] = [nextMistake(review, study.ply), nextMistake(review, -1)];
  const to = next >= 0 ? next : first;
  const click = () => go(to);
  return (
    first >= 0 &&
    h(
      "button",
      { key: "mistake", class: "small", on: { click } },
      t(next >= 0 ? "review.mistake" : "review.firstMistake"),
    )
  );
}

/**
 * The server's verdict, or the lack of one. With a verdict, the drawing of the game is still on its way.
 * @param {State} state @param {Study} study
 */
export function waiting(state, study) {
  const answer = answerOf(state, study);
  if (!answer || answer.ok) return h("p", { class: "soft", role: "status" }, t("review.waiting"));
  const key = answer.code === "forbidden" ? "review.secret" : `error.${answer.code}`;
  return h("p", { class: "soft", role: "status" }, t("review.none"), " ", known(key) ? t(key) : "");
}

/** The played move and one that would have won, on the board. @param {Table} table @param {Board} drawn @param {Ply} ply */
function pointed({ game }, drawn, ply) {
  const { move, mark, position, winning_moves } = ply;
  const face = (/** @type {any} */ move) => drawn.show(move, game, position)[0];
  return {
    going: move === null ? {} : face(move),
    mark,
    hint: mark === "threw" && winning_moves?.length ? face(planned(game, ply)) : {},
  };
}

/** Whether no move is left. @param {Review} review @param {Study} study */
export function isOver({ plies, values }, { ply }) {
  return ply === plies.length - 1 && values?.length === 0;
}

/** What there is to see at the end. @param {Table} table @param {Review} review */
function overSaid({ seat, state }, review) {
  if (nextMistake(review, -1) >= 0) return "verdict.over";
  const never = decided(review, seat, state.over?.winners ?? [])?.kind === "never";
  return never ? "verdict.overNever" : "verdict.overFlawless";
}

/** The name of who is to move; null for the visitor. @param {Table} table @param {number} ply */
function moverOf({ players, seat }, ply) {
  const mover = ply % players.length;
  return mover === seat ? null : shownName(players[mover]);
}

/** Who wins the position. @param {string | null} name  Of who is to move; null for the visitor. @param {Ply} ply */
export function verdict(name, { outcome, certainty, source, mover_survives }) {
  const said = (/** @type {string} */ key) => (name === null ? t(`${key}.mine`) : t(key, { name }));
  if (mover_survives !== undefined)
    return h("p", { class: "says" }, said(mover_survives ? "verdict.survives" : "verdict.mayLose"));
  const sure = certainty === "proven" ? source : certainty === "nonconstructive" ? certainty : null;
  if (!sure || !outcome) return h("p", { class: "says" }, t("verdict.unknown"));
  return h(
    "p",
    { class: `says ${outcome}` },
    said(`verdict.${outcome}`),
    " ",
    h("span", { class: "soft source" }, t(`source.${sure}`)),
  );
}

/** The move that was played. @param {Table} table @param {Board} drawn @param {Ply} ply @param {number} at */
function made(table, drawn, ply, at) {
  if (ply.move === null || !ply.mark) return null;
  const { players, game } = table;
  const name = moverOf(table, at);
  const move = drawn.say(ply.move, game);
  return h(
    "p",
    { class: `made ${ply.mark}` },
    mark(ply, players.length),
    name === null ? t("move.mine", { move }) : t("move.by", { name, move }),
    " ",
    t(`mark.${ofSeveral(ply.mark, players.length)}`),
  );
}

/**
 * How a move that threw the win is punished, beside it: after the winning move it would seem to answer that.
 * @param {Table} table @param {Board} drawn @param {Ply} ply @param {number} at
 */
function answered(table, drawn, { refutation }, at) {
  if (!refutation?.length) return null;
  const [mover, answerer] = [moverOf(table, at), moverOf(table, at + 1)];
  const whose = answerer === null ? "byMe" : mover === null ? "ofMine" : "others";
  const move = drawn.say(refutation[0], table.game);
  return h("p", {}, t(`review.answer.${whose}`, { name: answerer ?? "", move }));
}

/** @param {Table} table @param {Board} drawn @param {Ply} ply */
function alternatives({ game, players }, drawn, { winning_moves, outcome }) {
  if (!winning_moves?.length)
    return outcome === "N" && winning_moves === null ? h("p", { class: "soft" }, t("review.someWin")) : null;
  const named = winning_moves.slice(0, MOST_NAMED).map((move) => drawn.say(move, game));
  const more = winning_moves.length - named.length;
  return h(
    "p",
    {},
    t(players.length > 2 ? "review.safe" : "review.wins", { n: winning_moves.length }),
    " ",
    named.join("; "),
    more > 0 ? ` ${t("review.more", { n: more })}` : "",
  );
}

/** How many real decisions each player kept the win in. @param {State} state @param {string} id @param {Table} table */
export function accuracy(state, id, table) {
  const review = reviewOf(state, studyOf(state, id, table));
  if (!review) return null;
  const { seat, players } = table;
  const of = (
    /** @type {{decisions: number, kept: number}} */ { decisions, kept },
    /** @type {number} */ i,
  ) => {
    const some = players.length > 2 ? "Kept.several" : "Kept";
    const said = decisions > 0 ? some : hadNoChance(review, i) ? "NoChance" : "NoChoice";
    return h(
      "div",
      { key: `seat ${i}` },
      h("b", { class: "num" }, decisions === 0 ? "–" : t("review.of", { kept, n: decisions })),
      h("span", {}, t(`review.${i === seat ? "you" : "they"}${said}`, { name: shownName(players[i]) })),
    );
  };
  const columns = review.seats.map(of);
  // The viewer first.
  if (seat) columns.unshift(...columns.splice(seat, 1));
  return h("div", { class: "accuracy", key: "accuracy" }, columns);
}
