// A rush: as many puzzles as possible in three minutes, with three mistakes; then the missed
// ones, with reasons.

import { boardOf } from "../variants/index.js";
import { h } from "../browser/dom.js";
import {
  MOST_MISTAKES,
  RUSH,
  looked,
  missed,
  puzzleTable,
  puzzlesOf,
  rushBegun,
  rushed,
  scoreOf,
} from "../state/puzzles.js";
import { TENTHS_MS, clockText } from "../state/clock.js";
import { lineQuery, reviewOf } from "../study/study.js";
import { number, t } from "../texts/text.js";
import { board } from "./board.js";
import { picture } from "./picture.js";
import { why } from "./why.js";
import { winningSaid } from "./winning.js";
import { rules, variantName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../state/puzzles.js").Posed} Posed */
/** @typedef {import("../state/puzzles.js").Run} Run */
/** @typedef {import("../browser/dom.js").Children} Children */

/** @param {State} state @returns {Posed[]} */
function batchOf({ answers }) {
  const answer = answers[RUSH];
  return answer?.ok ? answer.value.puzzles : [];
}

/** @param {State} state */
export function rushQueries(state) {
  const { run } = puzzlesOf(state);
  const one = run?.over && run.shown !== null ? missed(run)[run.shown] : undefined;
  return [...(run && !run.over ? [] : [{ path: RUSH }]), ...(one ? [lineQuery(studyOf(one))] : [])];
}

/** The variants of all its puzzles, which are fetched before the clock runs. @param {State} state */
export function rushVariants(state) {
  const posed = [...batchOf(state), ...(puzzlesOf(state).run?.posed ?? [])];
  return [...new Set(posed.map(({ game }) => game.variant))];
}

/** @param {State} state @param {Act} act @param {Children} standing */
export function rush(state, act, standing) {
  const { run } = puzzlesOf(state);
  return h(
    "div",
    { class: run && !run.over ? "play running" : "play" },
    h(
      "div",
      { class: "ground-column" },
      run && !run.over ? running(state, run, act) : run ? ended(state, run, act) : invitation(state, act),
    ),
    h("aside", { class: "side" }, run && score(state, run), standing),
  );
}

/** What it is, and the button that begins it. @param {State} state @param {Act} act */
function invitation(state, act) {
  return h(
    "section",
    { key: "invitation", class: "card rush-begin" },
    h("h2", {}, t("rush.title")),
    h("p", {}, t("rush.about")),
    begin(state, t("rush.begin"), act),
  );
}

/** @param {State} state @param {string} name @param {Act} act */
function begin(state, name, act) {
  const batch = batchOf(state);
  const answer = state.answers[RUSH];
  return [
    answer && !answer.ok && h("p", { class: "refused", role: "alert" }, t("rush.none")),
    h(
      "p",
      { class: "buttons" },
      h(
        "button",
        {
          id: "begin",
          class: "light big",
          // Nothing may have to load while the clock runs.
          disabled: batch.length === 0 || !rushVariants(state).every(boardOf),
          on: { click: () => act.change((now) => rushBegun(now, batch, Date.now())) },
        },
        name,
      ),
    ),
  ];
}

/** @param {State} state @param {Run} run @param {Act} act */
function running(state, run, act) {
  const one = run.posed[run.done.length];
  const drawn = boardOf(one.game.variant);
  const last = run.done[run.done.length - 1];
  const table = puzzleTable(one, `rush ${run.ends} ${run.done.length}`, true);
  return [
    h(
      "div",
      { key: "ask", class: "asks" },
      h(
        "p",
        { class: "says" },
        last
          ? h(
              "span",
              { class: last.solved ? "right" : "missed" },
              t(last.solved ? "rush.right" : "rush.missed"),
            )
          : t("puzzles.find"),
      ),
      !state.narrow && ruled(one),
    ),
    drawn &&
      board(state, table, drawn, act, {
        place: "review",
        play: (move) => act.change((now) => rushed(now, move, Date.now())),
      }),
    state.narrow && ruled(one),
  ];
}

/** Which game it is, and its rules. @param {Posed} one */
function ruled({ game }) {
  return h("p", { class: "soft", key: "rules" }, `${variantName(game.variant)}. `, rules(game));
}

/** Time, points and mistakes. @param {State} state @param {Run} run */
function score(state, run) {
  const left = run.over ? 0 : Math.max(0, run.ends - state.now);
  const mistakes = missed(run).length;
  return h(
    "section",
    { key: "score", class: "card rush-score" },
    !run.over &&
      h(
        "p",
        {
          class: left < TENTHS_MS ? "rush-clock low" : "rush-clock",
          role: "timer",
          "aria-label": t("rush.left"),
        },
        clockText(left),
      ),
    h(
      "p",
      { class: "rush-points" },
      h("b", { class: "num" }, number(scoreOf(run))),
      ` ${t("rush.points", { n: scoreOf(run) })}`,
    ),
    h(
      "p",
      { class: "strikes", title: t("rush.mistakes", { n: mistakes, most: MOST_MISTAKES }) },
      h("span", { class: "hidden" }, t("rush.mistakes", { n: mistakes, most: MOST_MISTAKES })),
      Array.from({ length: MOST_MISTAKES }, (_, i) =>
        h(
          "span",
          { key: String(i), class: i < mistakes ? "strike made" : "strike", "aria-hidden": "true" },
          i < mistakes ? "✗" : "○",
        ),
      ),
    ),
  );
}

/** How it went, and those missed. @param {State} state @param {Run} run @param {Act} act */
function ended(state, run, act) {
  const wrong = missed(run);
  const one = run.shown === null ? undefined : wrong[run.shown];
  return h(
    "section",
    { key: "ended", class: "card rush-over" },
    h("h2", { role: "status" }, t(run.record ? "rush.record" : "rush.over", { n: scoreOf(run) })),
    begin(state, t("rush.again"), act),
    wrong.length > 0 && h("p", {}, t("rush.look")),
    wrong.length > 0 &&
      h(
        "p",
        { class: "buttons" },
        wrong.map(({ posed: { game } }, i) =>
          h(
            "button",
            {
              key: String(i),
              class: "small",
              "aria-pressed": run.shown === i ? "true" : "false",
              on: { click: () => act.change((now) => looked(now, run.shown === i ? null : i)) },
            },
            `${number(i + 1)}. ${variantName(game.variant)}`,
          ),
        ),
      ),
    one && solution(state, one),
  );
}

/** One of those missed, with the move that wins. @param {State} state @param {Run["done"][number]} done */
function solution(state, done) {
  const { posed, move } = done;
  const drawn = boardOf(posed.game.variant);
  const answer = posed.winning?.[0];
  const ply = reviewOf(state, studyOf(done))?.plies[0];
  return (
    drawn &&
    answer !== undefined && [
      picture(state, puzzleTable(posed, "missed", false), drawn, {
        place: "review",
        going: drawn.show(move, posed.game, posed.game.start)[0],
        hint: drawn.show(answer, posed.game, posed.game.start)[0],
        silent: true,
      }),
      h(
        "p",
        {},
        t("rush.yours", { move: drawn.say(move, posed.game) }),
        " ",
        winningSaid(posed.winning ?? [answer], drawn, posed.game),
      ),
      ply && why(posed.game, ply),
    ]
  );
}

/** @param {Run["done"][number]} done */
function studyOf({ posed, move }) {
  return { id: "puzzle", game: posed.game, text: "", line: [move], ply: 0 };
}
