// Puzzles: a position in which somebody threw the win away, or one that is shared. Find the move that
// wins; then the reason, the game it comes from, and the next one.

import { boardOf } from "../variants/index.js";
import { isLow, isSmall, isUpright, studyPlace } from "../boards/room.js";
import { h } from "../browser/dom.js";
import { refusalText } from "../net/refusal.js";
import { keyOf } from "../state/answers.js";
import { addressOf } from "../state/route.js";
import {
  NEXT,
  POSITION,
  RUSH,
  TODAY,
  careerQuery,
  following,
  isPractice,
  judged,
  judgedHere,
  posed,
  posedIn,
  puzzleTable,
  puzzlesOf,
  rushEnded,
  sharedQuery,
  shown,
  standsOf,
  tried,
  unjudged,
} from "../state/puzzles.js";
import { lineQuery, reviewOf } from "../study/study.js";
import { inPoints, number, signed, t } from "../texts/text.js";
import { board } from "./board.js";
import { sparkline } from "./course.js";
import { icon } from "./icons.js";
import { canExplain, canOpen, explained, openedBoard, whyButton } from "./opened.js";
import { waitingBoard } from "./picture.js";
import { rush, rushQueries, rushVariants } from "./rush.js";
import { RATINGS, STUDY, TABLE } from "./sheets.js";
import { points } from "./standing.js";
import { dots } from "./tries.js";
import { why } from "./why.js";
import { winningSaid } from "./winning.js";
import { rules, variantName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../state/puzzles.js").Posed} Posed */
/** @typedef {import("../study/study.js").Ply} Ply */
/** @typedef {import("../boards/draw.js").Board} Board */
/** @typedef {import("../net/wire.js").Move} Move */

export const texts = ["board", "table", "study", "ladder", "puzzles"];
export const styles = [...TABLE, ...STUDY, ...RATINGS, "/styles/puzzles.css"];

const MODES = ["", "today", "rush"];

/** @param {State} state @param {string} id */
export const prepare = (state, id) => (id === "rush" ? rushEnded(state) : posed(state));

/** @param {State} state @param {string} id */
export function needs(state, id) {
  const own = state.me && state.registered ? [careerQuery(state.me)] : [];
  if (id === "rush") return [...own, ...rushQueries(state)];
  const one = posedIn(state);
  const study = one && isAnswered(state) ? [lineQuery(studyOf(state, one))] : [];
  if (id === POSITION) return [sharedQuery(state), ...own, ...study];
  const drawn = isPractice(state) && id !== "today" ? [{ path: RUSH }] : [];
  return [{ path: id === "today" ? TODAY : NEXT }, ...drawn, ...own, ...study];
}

/** @param {State} state */
export function variants(state) {
  return state.route.id === "rush" ? rushVariants(state) : [posedIn(state)?.game.variant ?? "nim"];
}

/** @param {State} state @param {Act} act @param {string} id */
export function view(state, act, id) {
  return [
    h(
      "header",
      { class: "page-head puzzle-head" },
      h("h1", {}, t("puzzles.title")),
      h(
        "nav",
        { class: "modes", "aria-label": t("puzzles.modes") },
        MODES.map((mode) =>
          h(
            "a",
            {
              key: mode,
              href: addressOf({ page: "puzzles", id: mode, rest: "" }),
              "aria-current": mode === id ? "page" : null,
              on: { click: act.follow },
            },
            t(`puzzles.mode.${mode || "next"}`),
          ),
        ),
      ),
    ),
    id === "rush" ? rush(state, act, standing(state, act)) : single(state, act),
  ];
}

/** @param {State} state @param {Act} act */
function single(state, act) {
  const one = posedIn(state);
  const drawn = one && boardOf(one.game.variant);
  const none = state.route.id === "today" && isPractice(state);
  const parts = one && drawn ? played(state, one, drawn, act) : null;
  return h(
    "div",
    { class: isLow(state.screen) ? "play low" : "play" },
    h("div", { class: "ground-column" }, parts?.ground ?? nothing(state, act)),
    (drawn || none) && h("aside", { class: "side" }, parts?.beside, standing(state, act), one && about(one)),
  );
}

/** No puzzle yet, or none at all. @param {State} state @param {Act} act */
function nothing(state, act) {
  const shared = state.route.id === POSITION && state.answers[keyOf(sharedQuery(state))];
  if (shared)
    return h(
      "div",
      { class: "card" },
      h("p", { class: "says" }, t(shared.ok ? "puzzles.noWin" : "review.none")),
      h(
        "p",
        { class: "buttons" },
        h("a", { class: "button", href: "/puzzles", on: { click: act.follow } }, t("puzzles.more")),
      ),
    );
  return isPractice(state) && state.route.id === "today"
    ? h(
        "div",
        { class: "card" },
        h("p", { class: "says" }, t("puzzles.noneToday")),
        h("p", { class: "soft" }, t("puzzles.whence")),
      )
    : [
        h(
          "div",
          { key: "ask", class: "asks" },
          h("p", { class: "soft", role: "status" }, t("frame.loading")),
        ),
        waitingBoard(state, studyPlace(state.screen)),
      ];
}

/** Whether the answer may be told: it was found, or asked for. @param {State} state */
function isAnswered(state) {
  const { judged, shown } = puzzlesOf(state);
  return judged !== null || shown;
}

/** The puzzle as a game that is looked at, with the last try as its move. @param {State} state @param {Posed} one */
function studyOf(state, { game }) {
  const { move, judged } = puzzlesOf(state);
  return { id: "puzzle", game, text: "", line: judged && move !== null ? [move] : [], ply: 0 };
}

/**
 * How it went stands beside a board that fills the window, and below a small one.
 * @param {State} state @param {Posed} one @param {Board} drawn @param {Act} act
 */
function played(state, one, drawn, act) {
  const { judged, shown, tries, move, of } = puzzlesOf(state);
  const found = judged?.solved || shown;
  const ply = isAnswered(state) ? reviewOf(state, studyOf(state, one))?.plies[0] : undefined;
  const table = puzzleTable(one, `puzzle ${of} ${tries}`, !found && (move === null || judged !== null));
  if (move !== null && !judged) table.sent = { ply: 0, move };
  const answer = judged?.solved ? move : (judged?.winning ?? ply?.winning_moves ?? [])[0];
  const known = found && answer !== undefined && answer !== null;
  const [picture, ...bar] =
    found && ply && state.opened && canOpen(one.game, ply)
      ? [openedBoard(state, one.game, ply, studyPlace(state.screen))]
      : board(state, table, drawn, act, {
          place: studyPlace(state.screen),
          play: (move) => attempt(one, move, act),
          hint: known ? drawn.show(answer, one.game, one.game.start)[0] : undefined,
          ...(found && ply && explained(state, one.game, ply)),
        });
  const how = told(state, one, drawn, ply, answer, act);
  const small = isSmall(state.screen);
  // Above a board that fills the width they would push it down when they come.
  const under = isUpright(state.screen);
  const ruled = h("p", { key: "rules", class: "soft ruled" }, rules(one.game));
  const ground = [
    h(
      "div",
      { key: "ask", class: "asks" },
      h("p", { class: "says" }, t("puzzles.findIn", { game: variantName(one.game.variant) })),
      !under && ruled,
    ),
    picture,
    under && ruled,
    bar,
    small && how,
  ];
  return { ground, beside: small ? null : how };
}

/** Nothing was tried yet, and nothing shown. @param {State} state */
function isNew(state) {
  const { judged, shown, move } = puzzlesOf(state);
  return !judged && !shown && move === null;
}

/**
 * How it went, and what can be done next; on a phone the reason comes last, as it is the longest.
 * @param {State} state @param {Posed} one @param {Board} drawn @param {Ply | undefined} ply
 * @param {Move | null | undefined} answer @param {Act} act
 */
function told(state, one, drawn, ply, answer, act) {
  const { judged, shown } = puzzlesOf(state);
  const found = judged?.solved || shown;
  const outcome = judged?.solved ? "found solved" : found ? "found" : judged ? "wrong" : "";
  const reason = found && ply && why(one.game, ply);
  return [
    // On a phone there is nothing to tell yet, and no room for it.
    !(state.narrow && isNew(state) && !state.refused) &&
      h(
        "section",
        { key: "told", class: `card told ${outcome}`, "aria-live": "polite" },
        state.refused
          ? h("p", { class: "refused", role: "alert" }, refusalText(state.refused))
          : h("p", {}, said(state, one, drawn, ply, answer)),
        !state.narrow && reason,
        (found || !state.narrow) && buttons(state, one, ply, act),
        state.narrow && reason,
      ),
    !found && state.narrow && buttons(state, one, ply, act),
  ];
}

/** @param {Posed} one @param {Move} move @param {Act} act */
function attempt(one, move, act) {
  act.change((now) => tried(now, move));
  if (one.puzzle === undefined) return act.change((now) => judged(now, judgedHere(one, move)));
  return act.post({ path: `/api/puzzles/${one.puzzle}`, body: { move } }, (now, answer) =>
    answer.ok ? judged(now, answer.value) : unjudged(now),
  );
}

/**
 * One sentence: what to do, or how it went.
 * @param {State} state @param {Posed} one @param {Board} drawn @param {Ply | undefined} ply @param {Move | null | undefined} answer
 */
function said(state, { game }, drawn, ply, answer) {
  const { judged, shown, tries, before, move } = puzzlesOf(state);
  const gone = before !== null && judged?.counted && judged.stands ? judged.stands.rating - before : 0;
  const moved = Math.round(gone);
  const change = moved !== 0 && h("b", { class: `change ${moved > 0 ? "up" : "down"}` }, ` ${signed(moved)}`);
  if (judged?.solved) return [h("b", {}, t("puzzles.solved", { n: tries })), change];
  if (shown)
    return answer !== null && answer !== undefined
      ? winningSaid(judged?.winning ?? ply?.winning_moves ?? [answer], drawn, game)
      : t("choose.loading");
  if (judged) {
    const reply = ply?.refutation?.[0];
    return [
      h("b", {}, t("puzzles.wrong")),
      change,
      " ",
      reply !== undefined ? t("puzzles.reply", { move: drawn.say(reply, game) }) : "",
      " ",
      t("puzzles.again"),
    ];
  }
  return move === null ? t("puzzles.how") : t("choose.loading");
}

/** @param {State} state @param {Posed} one @param {Ply | undefined} ply @param {Act} act */
function buttons(state, one, ply, act) {
  const { judged, shown: told } = puzzlesOf(state);
  const found = judged?.solved || told;
  const { id } = state.route;
  const alone = id === "today" || id === POSITION;
  return h(
    "p",
    { key: "next-steps", class: "buttons" },
    found &&
      (alone
        ? h(
            "a",
            { key: "more", class: "button light", href: "/puzzles", on: { click: act.follow } },
            t("puzzles.more"),
          )
        : h(
            "button",
            { key: "next", id: "next", class: "light", on: { click: () => act.change(following) } },
            t("puzzles.next"),
          )),
    found &&
      ply &&
      canExplain(one.game, ply) &&
      whyButton(state, one.game, ply, () => act.change((now) => ({ ...now, opened: !now.opened }))),
    !found &&
      h(
        "button",
        { key: "show", id: "show", on: { click: () => act.change(shown) } },
        icon("bulb"),
        t("puzzles.show"),
      ),
    judged?.table !== undefined &&
      found &&
      h(
        "a",
        {
          key: "game",
          class: "button",
          href: `/game/${judged.table}/${judged.ply}`,
          on: { click: act.follow },
        },
        t("puzzles.game"),
      ),
    alone && sharing(state, act),
  );
}

/** @param {State} state @param {Act} act */
function sharing({ route }, act) {
  const said = route.id === POSITION ? "puzzles.find" : "puzzles.share";
  const share = () => act.share(`${location.origin}${addressOf(route)}`, t(said));
  return h("button", { key: "share", on: { click: share } }, icon("share"), t("puzzles.shareIt"));
}

/** What is known of the puzzle. @param {Posed} one */
function about({ puzzle, rating, tried, solved }) {
  return h(
    "section",
    { class: "card", key: "about" },
    h("h2", {}, puzzle === undefined ? t("puzzles.practice") : t("puzzles.number", { number: puzzle })),
    h(
      "p",
      { class: "soft" },
      t(rating === undefined ? "puzzles.shared" : puzzle === undefined ? "puzzles.drawn" : "puzzles.thrown"),
    ),
    // Of a drawn position it is only estimated.
    rating !== undefined &&
      puzzle !== undefined &&
      h(
        "dl",
        { class: "facts-row" },
        h("div", {}, h("dt", {}, t("puzzles.difficulty")), h("dd", {}, inPoints(rating))),
        tried !== undefined &&
          tried > 0 &&
          h(
            "div",
            {},
            h("dt", {}, t("puzzles.solvedBy")),
            h("dd", {}, `${number(solved ?? 0)} / ${number(tried)}`),
          ),
      ),
  );
}

/** How I stand, and how it went lately. @param {State} state @param {Act} act */
function standing(state, act) {
  const stands = standsOf(state);
  const { best, row } = state.solved;
  const answer = state.me ? state.answers[careerQuery(state.me).path] : undefined;
  /** @type {Array<{puzzle: number, solved: boolean, rating: number}>} */
  const tries = answer?.ok ? answer.value.tries : [];
  return h(
    "section",
    { class: "card", key: "standing" },
    h("h2", {}, t("puzzles.you")),
    h(
      "dl",
      { class: "facts-row" },
      stands && h("div", {}, h("dt", {}, t("puzzles.rating")), h("dd", {}, points(stands))),
      stands &&
        h(
          "div",
          {},
          h("dt", {}, t("puzzles.tried")),
          h("dd", {}, `${number(stands.solved)} / ${number(stands.tried)}`),
        ),
      h("div", {}, h("dt", {}, t("puzzles.row")), h("dd", {}, number(row))),
      h("div", {}, h("dt", {}, t("puzzles.best")), h("dd", {}, number(best))),
    ),
    tries.length > 1 && sparkline([...tries].reverse().map(({ rating }) => ({ after: rating }))),
    tries.length > 0 && dots(tries),
    !state.registered &&
      h(
        "p",
        { class: "soft" },
        t("puzzles.guest"),
        " ",
        h("a", { href: "/account", on: { click: act.follow } }, t("frame.account")),
      ),
  );
}
