// A lesson: its idea, a game that shows it, and the next lesson.

import { boardOf } from "../variants/index.js";
import { isLow, isUpright, studyPlace } from "../boards/room.js";
import { marksAt } from "../state/choosing.js";
import { h } from "../browser/dom.js";
import {
  LESSONS,
  answeredIn,
  begun,
  freelyBegun,
  freeStarts,
  learning,
  lessonMeant,
  standing,
} from "../study/learn.js";
import { answerOf, continued, lineQuery, reviewOf, tableOf } from "../study/study.js";
import { t } from "../texts/text.js";
import { boardParts } from "./board.js";
import { waitingBoard } from "./picture.js";
import { icon } from "./icons.js";
import { lessonList } from "./lessons.js";
import { waiting } from "./review.js";
import { STUDY, TABLE } from "./sheets.js";
import { numbers } from "./why.js";
import { rules, variantName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../study/learn.js").Lesson} Lesson */
/** @typedef {import("../study/study.js").Study} Study */
/** @typedef {import("../boards/draw.js").Board} Board */
/** @typedef {import("../browser/dom.js").Child} Child */

export const texts = ["board", "table", "study", "learn", "home"];
export const styles = [...TABLE, ...STUDY];

/** @param {State} state @param {string} id @returns {State} */
export function prepare(state, id) {
  const lesson = lessonMeant(state, id);
  const fresh = begun(lesson);
  const now = answeredIn(state.study?.id === fresh.id ? state : { ...state, study: fresh }, lesson);
  const { study } = now;
  const stands = study && standing(lesson, study, reviewOf(now, study));
  return learning(now, lesson, stands === "won");
}

/** @param {State} state */
export function needs({ study }) {
  return study?.id.startsWith("learn") ? [lineQuery(study)] : [];
}

/** @param {State} state @param {Act} act @param {string} id */
export function view(state, act, id) {
  const lesson = lessonMeant(state, id);
  const { study } = state;
  const low = isLow(state.screen);
  const title = h("h1", { key: "title" }, t(`lesson.${lesson.name}.title`));
  return [
    !low && title,
    h(
      "div",
      { class: low ? "play low" : "play" },
      h(
        "div",
        { class: "ground-column" },
        low && title,
        h("p", { class: "lesson" }, t(`lesson.${lesson.name}.text`)),
        study && played(state, study, lesson, act),
      ),
      h("aside", { class: "side" }, lessonList(state, lesson, act)),
    ),
  ];
}

/** @param {State} state @param {Study} study @param {Lesson} lesson @param {Act} act */
function played(state, study, lesson, act) {
  const drawn = boardOf(lesson.game.variant);
  const review = reviewOf(state, study);
  if (!drawn || !review)
    return inOrder(
      state,
      rulesOf(lesson),
      h(
        "div",
        { class: "card saying", key: "saying" },
        // As short as what follows, so that it needs no second line.
        answerOf(state, study)?.ok === false
          ? waiting(state, study)
          : h("p", { class: "soft", role: "status" }, t("frame.loading")),
        // In its place already, so that the board stays in its own.
        !lesson.free &&
          h(
            "p",
            { class: "buttons" },
            hintButton(false, () => {}),
          ),
      ),
      waitingBoard(state, studyPlace(state.screen)),
      [],
    );
  const stands = standing(lesson, study, review);
  const table = tableOf(study, lesson.game, review.plies, stands === "turn" ? review.values : undefined);
  const play = (/** @type {import("../net/wire.js").Move} */ move) =>
    act.change((now) => (now.study ? { ...now, study: continued(now.study, move) } : now));
  const ply = review.plies[study.ply];
  const parts = boardParts(state, table, drawn, act, {
    play,
    place: studyPlace(state.screen),
    hint: hintOf(study, ply, lesson, drawn),
  });
  // On a phone the bar of a chosen move takes its place: both have no room, and one would cover the other.
  const covered = isUpright(state.screen) && Object.keys(marksAt(state, table)).length > 0;
  const saying = h(
    "div",
    {
      class: covered ? "hidden" : `card saying ${stands}`,
      key: "saying",
      role: "status",
      "aria-live": "polite",
    },
    h("p", {}, said(study, lesson, drawn, stands)),
    !covered && (lesson.free ? starts(lesson, act) : buttons(study, lesson, stands, act)),
  );
  return [
    ...inOrder(state, rulesOf(lesson), saying, parts.picture, [parts.bar, parts.list]),
    lesson.why && stands === "turn" && h("section", { class: "card", key: "why" }, numbers(lesson.game, ply)),
  ];
}

/** @param {Lesson} lesson */
const rulesOf = ({ game }) => h("p", { key: "rules", class: "soft" }, rules(game));

/**
 * On a phone the board comes first, so that it is seen without scrolling.
 * @param {State} state @param {Child} rules @param {Child} saying @param {Child} picture @param {Child[]} below
 */
function inOrder({ narrow }, rules, saying, picture, below) {
  return narrow ? [picture, saying, ...below, rules] : [rules, saying, picture, ...below];
}

/** @param {boolean} enabled @param {() => void} ask */
function hintButton(enabled, ask) {
  return h("button", { key: "hint", disabled: !enabled, on: { click: ask } }, icon("bulb"), t("daily.hint"));
}

/**
 * Where a winning move is, once the learner has asked: one mark of it, without the number.
 * @param {Study} study @param {import("../study/study.js").Ply} ply @param {Lesson} lesson @param {Board} drawn
 */
function hintOf({ hint, line }, { position, winning_moves }, { game }, drawn) {
  const [move] = hint === line.length ? (winning_moves ?? []) : [];
  if (move === undefined) return {};
  const [slot] = Object.keys(drawn.show(move, game, position)[0]);
  return { [slot]: 1 };
}

/** @param {Study} study @param {Lesson} lesson @param {Board} drawn @param {ReturnType<typeof standing>} stands */
function said({ line }, { game, name, seat }, drawn, stands) {
  if (stands === "won") return `${t("learn.won")} ${t(`lesson.${name}.done`)}`;
  if (stands !== "turn") return t(`learn.${stands}`);
  const last = line[line.length - 1];
  if (last === undefined) return t(seat === 0 ? "learn.begin" : "learn.waiting");
  return t("learn.turn", { move: drawn.say(last, game) });
}

/** The same game with the seats swapped, and other games of free play. @param {Lesson} lesson @param {Act} act */
function starts({ game, seat }, act) {
  const begin = (/** @type {import("../net/wire.js").Setup} */ game, /** @type {0 | 1} */ seat) =>
    act.change((now) => ({ ...now, study: freelyBegun(game, seat) }));
  return [
    h(
      "p",
      { class: "buttons", key: "swap" },
      h(
        "button",
        { on: { click: () => begin(game, seat === 0 ? 1 : 0) } },
        t(seat === 0 ? "free.second" : "free.first"),
      ),
    ),
    h("p", { class: "soft", key: "new" }, t("free.new")),
    h(
      "p",
      { class: "buttons", key: "starts" },
      freeStarts(() => 0).map(({ variant, ending }, i) =>
        h(
          "button",
          { key: String(i), class: "small", on: { click: () => begin(freeStarts(Math.random)[i], seat) } },
          variant === "nim" && ending === "misere"
            ? t("free.misere", { game: variantName(variant) })
            : variantName(variant),
        ),
      ),
    ),
  ];
}

/** @param {Study} study @param {Lesson} lesson @param {ReturnType<typeof standing>} stands @param {Act} act */
function buttons(study, lesson, stands, act) {
  const next = LESSONS[LESSONS.indexOf(lesson) + 1];
  const set = (/** @type {Study} */ study) => act.change((now) => ({ ...now, study }));
  const line = study.line.slice(0, -1);
  return h(
    "p",
    { class: "buttons" },
    (stands === "turn" || stands === "waiting") &&
      hintButton(stands === "turn" && study.hint !== study.line.length, () =>
        set({ ...study, hint: study.line.length }),
      ),
    stands === "threw" &&
      h(
        "button",
        { key: "back", class: "primary", on: { click: () => set({ ...study, line, ply: line.length }) } },
        t("learn.takeBack"),
      ),
    stands === "won" &&
      next &&
      h(
        "a",
        { key: "next", class: "button primary", href: `/learn/${next.name}`, on: { click: act.follow } },
        t("learn.next"),
      ),
    stands === "won" &&
      !next &&
      h("a", { key: "home", class: "button primary", href: "/", on: { click: act.follow } }, t("learn.end")),
    study.line.length > 1 &&
      h("button", { key: "again", on: { click: () => set(begun(lesson)) } }, t("learn.again")),
  );
}
