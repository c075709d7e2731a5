// The ladder: one board from the top.

import { h } from "../browser/dom.js";
import { number, t } from "../texts/text.js";
import { chips, field } from "./fields.js";
import { OVERALL, boardName, named, points, poolName } from "./ranks.js";
import { table } from "./tables.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */

export const texts = ["ladder"];
export const styles = ["/styles/forms.css", "/styles/ladder.css"];

const LADDER = "/api/ladder";
const LANES = ["people", "open", "bots"];
/** The board that is shown when the address names none, if anybody stands on it. */
const FIRST = `${LANES[0]}/${OVERALL}`;

/** @param {State} state */
export function needs(state) {
  const board = boardShown(state);
  return board ? [{ path: LADDER }, rankingOf(board)] : [{ path: LADDER }];
}

/** @param {string} board */
const rankingOf = (board) => ({ path: `${LADDER}?${new URLSearchParams({ board })}` });

/** @param {State} state @param {Act} act */
export function view(state, act) {
  const boards = boardsOf(state);
  const board = boardShown(state);
  const [lane] = (board ?? FIRST).split("/");
  const show = (/** @type {string} */ rest) =>
    act.change((now) => ({ ...now, route: { ...now.route, rest } }));
  const overall = `${lane}/${OVERALL}`;
  const pools = (boards ?? [])
    .filter((one) => one.board.startsWith(`${lane}/`) && one.board !== overall)
    .sort((a, b) => b.players - a.players);
  return h(
    "section",
    { class: "card" },
    h("h1", {}, t("ladder.title")),
    h("p", { class: "soft" }, t("ladder.about")),
    h(
      "div",
      { class: "board-choice" },
      chips(
        "lane",
        t("ladder.lane"),
        lane,
        LANES.map((one) => [one, t(`lane.${one}`)]),
        (one) => show(`${one}/${OVERALL}`),
      ),
      field(
        "board-name",
        t("ladder.board"),
        h(
          "select",
          { id: "board-name", value: board ?? FIRST, on: { change: (event) => show(event.target.value) } },
          h("option", { value: overall }, t("ladder.overall")),
          pools.map(({ board, players }) =>
            h("option", { value: board }, `${poolName(board)} · ${t("ladder.players", { n: players })}`),
          ),
        ),
      ),
    ),
    ranking(state, board ?? FIRST, act),
  );
}

/** @param {State} state @param {string} board @param {Act} act */
function ranking(state, board, act) {
  const answer = state.answers[rankingOf(board).path];
  if (!answer && boardsOf(state)?.length !== 0)
    return h("p", { class: "soft", role: "status" }, t("frame.loading"));
  /** @type {Array<{rank: number | null, player: import("../net/wire.js").Player} & import("./ranks.js").Stands>} */
  const ranked = answer?.ok ? answer.value : [];
  return ranked.length === 0
    ? h("p", { class: "empty" }, t("ladder.empty"))
    : table(
        boardName(board),
        [t("ladder.rank"), t("ladder.player"), t("ladder.rating"), t("ladder.bouts")],
        ranked.map(({ rank, player, bouts, ...stands }) => [
          rank === null ? "–" : number(rank),
          named(player, act),
          points(stands),
          number(bouts),
        ]),
      );
}

/** @param {State} state @returns {Array<{board: string, players: number}> | null} */
function boardsOf({ answers }) {
  const answer = answers[LADDER];
  return answer ? (answer.ok ? answer.value : []) : null;
}

/** @param {State} state @returns {string | undefined} */
function boardShown(state) {
  const boards = boardsOf(state) ?? [];
  return state.route.rest || (boards.find(({ board }) => board === FIRST) ?? boards[0])?.board;
}
