// The analysis board: any game in notation, or one of the known starts; the value of each
// move, and why; the visitor moves for both sides.

import { boardOf } from "../variants/index.js";
import { isLow, studyPlace } from "../boards/room.js";
import { h } from "../browser/dom.js";
import { challengeBot } from "../state/offers.js";
import { addressOf } from "../state/route.js";
import { VARIANTS } from "../state/answers.js";
import { continued, queriesOf, reviewOf, stepped, tableOf, valuesAt } from "../study/study.js";
import { number, t } from "../texts/text.js";
import { board } from "./board.js";
import { FIRST, ID, chooser } from "./chooser.js";
import { waitingBoard } from "./picture.js";
import { canExplain, canOpen, explained, openedBoard, openedSaid, openedSteps, whyButton } from "./opened.js";
import { isOver, verdict, waiting } from "./review.js";
import { STUDY, TABLE } from "./sheets.js";
import { stepper } from "./stepper.js";
import { why } from "./why.js";
import { gameTitle, rules } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../study/study.js").Study} Study */
/** @typedef {import("../study/study.js").Review} Review */
/** @typedef {import("../study/study.js").Valued} Valued */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../boards/draw.js").Board} Board */
/** @typedef {import("../net/wire.js").Setup} Setup */
/** @typedef {import("../net/wire.js").Move} Move */
/** @typedef {Study & {game: Setup}} Ready */

export const texts = ["board", "table", "study", "presets"];
export const styles = ["/styles/forms.css", ...TABLE, ...STUDY];

/** The most moves listed with their values. */
const MOST_LISTED = 200;

/** The game follows from the address, and the address from the moves made. @param {State} state @returns {State} */
export function prepare(state) {
  const { study, route } = state;
  const text = route.rest || FIRST;
  if (study?.id !== ID || (study.text !== text && study.address !== text)) {
    const ply = route.id ? Number(route.id) : Infinity;
    return { ...state, study: { id: ID, game: null, text, line: [], ply, address: text } };
  }
  const review = reviewOf(state, study);
  if (!review) return state;
  if (!study.game)
    return { ...state, study: stepped({ ...study, game: review.game, line: review.moves }, study.ply) };
  // The page itself writes no notation.
  if (study.text || !review.text || review.text === route.rest) return state;
  const address = { ...route, id: "", rest: review.text };
  return { ...state, study: { ...study, address: review.text }, route: address };
}

/** @param {State} state */
export function needs(state) {
  const { study } = state;
  return study?.id === ID ? [...queriesOf(state, study, true), VARIANTS] : [VARIANTS];
}

/** @param {State} state @param {Act} act */
export function view(state, act) {
  const { study } = state;
  const game = study?.id === ID ? study.game : null;
  const { ground, side } = (game && study && looked(state, { ...study, game }, act)) || {
    ground: study && [waiting(state, study), waitingBoard(state, studyPlace(state.screen))],
    side: null,
  };
  const title = h("h1", {}, t("analysis.title"));
  // In a low window the title stands beside the board, which needs the height.
  const low = isLow(state.screen);
  return [
    !low && title,
    h(
      "div",
      { class: low ? "play low" : "play" },
      h("div", { class: "ground-column" }, low && title, ground),
      h("aside", { class: "side" }, chooser(state, act), side),
    ),
  ];
}

/** @param {State} state @param {Ready} study @param {Act} act */
function looked(state, study, act) {
  const drawn = boardOf(study.game.variant);
  const review = reviewOf(state, study);
  if (!drawn || !review) return null;
  const ply = review.plies[study.ply];
  const values = valuesAt(state, study, review);
  const table = tableOf(study, study.game, review.plies, values);
  const seats = study.game.params.players ?? 2;
  const play = (/** @type {Move} */ move) =>
    act.change((now) => (now.study?.id === ID ? { ...now, study: continued(now.study, move) } : now));
  const go = (/** @type {number} */ to) =>
    act.change((now) => (now.study ? { ...now, study: stepped(now.study, to) } : now));
  const open = () => act.change((now) => ({ ...now, opened: !now.opened }));
  return {
    ground: [
      h("h2", { class: "game" }, gameTitle(study.game)),
      state.opened && canOpen(study.game, ply)
        ? openedBoard(state, study.game, ply, studyPlace(state.screen))
        : board(state, table, drawn, act, {
            place: studyPlace(state.screen),
            play,
            worth: state.opened
              ? undefined
              : worthOf(values ?? [], ply.winning_moves, drawn, study.game, ply.position, seats),
            noList: true,
            ...explained(state, study.game, ply),
          }),
      stepper(
        study.ply,
        study.line.length,
        t("step.where", { n: study.ply, last: study.line.length }),
        go,
        canExplain(study.game, ply) && whyButton(state, study.game, ply, open),
      ),
      state.opened &&
        canOpen(study.game, ply) && [openedSaid(study.game, ply, drawn), openedSteps(study.game, ply, drawn)],
      h(
        "section",
        { class: "card verdict", key: "verdict", "aria-live": "polite" },
        isOver(review, study)
          ? h("p", { class: "says" }, t("analysis.over"))
          : [verdict(playerName(study.ply % seats, seats), ply), why(study.game, ply)],
      ),
    ],
    side: [
      h("p", { class: "rules" }, rules(study.game)),
      worths(values, ply.winning_moves, drawn, study.game, seats, play),
      line(study, drawn, go),
      playOn(state, study, review, act),
    ],
  };
}

/** Nobody sits here: of two it is said who began, of more the number. @param {number} seat @param {number} seats */
function playerName(seat, seats) {
  return seats > 2
    ? t("analysis.player", { n: seat + 1 })
    : t(seat === 0 ? "analysis.first" : "analysis.second");
}

/**
 * For moves that are one mark: whether they win.
 * @param {Valued[]} values
 * @param {Move[] | null} safe
 * @param {Board} drawn
 * @param {Setup} game
 * @param {import("../net/wire.js").Position} position
 * @param {number} seats
 */
function worthOf(values, safe, drawn, game, position, seats) {
  /** @type {Map<string, boolean>} */
  const worth = new Map();
  for (const value of values) {
    const wins = isGood(value, safe, seats);
    if (wins === null) continue;
    for (const face of drawn.show(value.move, game, position)) {
      const [mark, ...more] = Object.entries(face);
      if (mark && more.length === 0) worth.set(mark.join(":"), wins);
    }
  }
  return worth;
}

/**
 * Whether a move wins, or with more players is safe; null if that is not known.
 * @param {Valued} value
 * @param {Move[] | null} safe
 * @param {number} seats
 */
function isGood({ move, outcome }, safe, seats) {
  if (seats > 2) return safe ? safe.some((other) => JSON.stringify(other) === JSON.stringify(move)) : null;
  return outcome && outcome === "P";
}

/**
 * Each move with its value, the best first.
 * @param {Valued[] | null | undefined} values
 * @param {Move[] | null} safe
 * @param {Board} drawn
 * @param {Setup} game
 * @param {number} seats
 * @param {(move: Move) => void} play
 */
function worths(values, safe, drawn, game, seats, play) {
  const rank = (/** @type {Valued} */ value) => [true, null, false].indexOf(isGood(value, safe, seats));
  const sorted = [...(values ?? [])].sort((a, b) => rank(a) - rank(b)).slice(0, MOST_LISTED);
  const kinds = seats > 2 ? ["safe", "unknown", "unsafe"] : ["wins", "unknown", "loses"];
  return h(
    "section",
    { class: "card", key: "worths" },
    h("h2", {}, t("analysis.moves")),
    values === undefined && h("p", { class: "soft" }, t("choose.loading")),
    values === null && h("p", { class: "soft" }, t("analysis.tooMany")),
    values?.length === 0 && h("p", { class: "soft" }, t("analysis.noMove")),
    sorted.some(({ grundy }) => grundy !== null) &&
      seats === 2 &&
      h("p", { class: "soft" }, t("analysis.star")),
    sorted.length > 0 &&
      h(
        "ul",
        { class: "worths", tabindex: 0, "aria-label": t("analysis.moves") },
        sorted.map((value) => {
          const kind = kinds[rank(value)];
          return h(
            "li",
            { key: JSON.stringify(value.move) },
            h(
              "button",
              { class: "plain", on: { click: () => play(value.move) } },
              drawn.say(value.move, game),
            ),
            h(
              "span",
              { class: `worth ${kind}` },
              t(`worth.${kind}`),
              value.grundy === null || seats > 2 ? "" : ` · *${number(value.grundy)}`,
            ),
          );
        }),
      ),
    values &&
      values.length > MOST_LISTED &&
      h("p", { class: "soft" }, t("review.more", { n: values.length - MOST_LISTED })),
  );
}

/** The moves made so far. @param {Ready} study @param {Board} drawn @param {(ply: number) => void} go */
function line({ line, game, ply }, drawn, go) {
  return (
    line.length > 0 &&
    h(
      "section",
      { class: "card", key: "line" },
      h("h2", {}, t("table.moves")),
      h(
        "ol",
        { class: "moves marked", tabindex: 0, "aria-label": t("table.moves") },
        line.map((move, i) =>
          h(
            "li",
            { key: `move ${i}` },
            h(
              "button",
              {
                class: "plain",
                "aria-current": ply === i + 1 ? "step" : null,
                on: { click: () => go(i + 1) },
              },
              drawn.say(move, game),
            ),
          ),
        ),
      ),
    )
  );
}

/** @param {State} state @param {Ready} study @param {Review} review @param {Act} act */
function playOn(state, study, review, act) {
  const start = review.plies[study.ply].position;
  const game = { ...study.game, start };
  const offline =
    state.link.status !== "online" || (study.game.params.players ?? 2) > 2 || isOver(review, study);
  return h(
    "section",
    { class: "card", key: "play-on" },
    h("h2", {}, t("analysis.playOn")),
    h(
      "p",
      { class: "buttons" },
      h(
        "button",
        { disabled: offline, on: { click: () => challengeBot(state, act, game, "first") } },
        t("analysis.asFirst"),
      ),
      h(
        "button",
        { disabled: offline, on: { click: () => challengeBot(state, act, game, "second") } },
        t("analysis.asSecond"),
      ),
      review.text === "" ? [] : passedOn(review.text, act),
    ),
  );
}

/** A position in notation is shared and copied. @param {string} text @param {Act} act */
function passedOn(text, act) {
  const address = `${location.origin}${addressOf({ page: "analysis", id: "", rest: text })}`;
  return [
    h("button", { on: { click: () => act.share(address) } }, t("analysis.share")),
    h("button", { on: { click: () => act.copy(text) } }, t("review.copy")),
  ];
}
