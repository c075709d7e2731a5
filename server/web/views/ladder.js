// The ladder: one leaderboard from the top.

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
const DIVISIONS = ["people", "open", "bots"];
/** The leaderboard that is shown when the address names none, if anybody stands on it. */
const FIRST = `${DIVISIONS[0]}/${OVERALL}`;

/** @param {State} state */
export function needs(state) {
  const leaderboard = leaderboardShown(state);
  return leaderboard ? [{ path: LADDER }, rankingOf(leaderboard)] : [{ path: LADDER }];
}

/** @param {string} leaderboard */
const rankingOf = (leaderboard) => ({ path: `${LADDER}?${new URLSearchParams({ leaderboard })}` });

/** @param {State} state @param {Act} act */
export function view(state, act) {
  const leaderboards = leaderboardsOf(state);
  const leaderboard = leaderboardShown(state);
  const [division] = (leaderboard ?? FIRST).split("/");
  const show = (/** @type {string} */ rest) =>
    act.change((now) => ({ ...now, route: { ...now.route, rest } }));
  const overall = `${division}/${OVERALL}`;
  const pools = (leaderboards ?? [])
    .filter((one) => one.leaderboard.startsWith(`${division}/`) && one.leaderboard !== overall)
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
        "division",
        t("ladder.division"),
        division,
        DIVISIONS.map((one) => [one, t(`division.${one}`)]),
        (one) => show(`${one}/${OVERALL}`),
      ),
      field(
        "board-name",
        t("ladder.leaderboard"),
        h(
          "select",
          {
            id: "board-name",
            value: leaderboard ?? FIRST,
            on: { change: (event) => show(event.target.value) },
          },
          h("option", { value: overall }, t("ladder.overall")),
          pools.map(({ leaderboard, players }) =>
            h(
              "option",
              { value: leaderboard },
              `${poolName(leaderboard)} · ${t("ladder.players", { n: players })}`,
            ),
          ),
        ),
      ),
    ),
    ranking(state, leaderboard ?? FIRST, act),
  );
}

/** @param {State} state @param {string} leaderboard @param {Act} act */
function ranking(state, leaderboard, act) {
  const answer = state.answers[rankingOf(leaderboard).path];
  if (!answer && leaderboardsOf(state)?.length !== 0)
    return h("p", { class: "soft", role: "status" }, t("frame.loading"));
  /** @type {Array<{rank: number | null, player: import("../net/wire.js").Player} & import("./ranks.js").Stands>} */
  const ranked = answer?.ok ? answer.value.ranking : [];
  return ranked.length === 0
    ? h("p", { class: "empty" }, t("ladder.empty"))
    : table(
        boardName(leaderboard),
        [t("ladder.rank"), t("ladder.player"), t("ladder.rating"), t("ladder.rated")],
        ranked.map(({ rank, player, rated_matches, ...stands }) => [
          rank === null ? "–" : number(rank),
          named(player, act),
          points(stands),
          number(rated_matches),
        ]),
      );
}

/** @param {State} state @returns {Array<{leaderboard: string, players: number}> | null} */
function leaderboardsOf({ answers }) {
  const answer = answers[LADDER];
  return answer ? (answer.ok ? answer.value.leaderboards : []) : null;
}

/** @param {State} state @returns {string | undefined} */
function leaderboardShown(state) {
  const leaderboards = leaderboardsOf(state) ?? [];
  return (
    state.route.rest ||
    (leaderboards.find(({ leaderboard }) => leaderboard === FIRST) ?? leaderboards[0])?.leaderboard
  );
}
