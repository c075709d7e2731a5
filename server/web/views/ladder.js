// The ladder: my rank, the distribution of ratings, and one leaderboard from the top, with the
// house bots as marks on its scale.

import { h } from "../browser/dom.js";
import { addressOf } from "../state/route.js";
import { inPoints, number, t } from "../texts/text.js";
import { distribution, spreadOf } from "./distribution.js";
import { seasonAt } from "../state/season.js";
import { ago } from "./dates.js";
import { chips, field } from "./fields.js";
import { avatar } from "./icons.js";
import { OVERALL, boardName, boardPicture, named, poolName } from "./ranks.js";
import { boardAndSeason, seasonOf, seasonView } from "./season.js";
import { RATINGS } from "./sheets.js";
import { keptShare, points, scaleOf, spread } from "./standing.js";
import { startsOf, startsWorth } from "./start_worth.js";
import { shownName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("./ranks.js").Stands} Stands */
/** @typedef {{leaderboard: string, players: number}} Line */
/** @typedef {{rank: number | null, player: import("../net/wire.js").Player} & Stands} Ranked */
/** @typedef {{player: string, name: string, rating: number, errs: number}} Anchor  `errs`: the share of blind moves. */
/** @typedef {{leaderboard: string, rank: number | null, ranked: number, percentile: number | null} & Stands} Own */

export const texts = ["ladder"];
export const styles = ["/styles/forms.css", ...RATINGS, "/styles/people.css", "/styles/season.css"];

const LADDER = "/api/ladder";
const DIVISIONS = ["people", "open", "bots"];
/** The leaderboard that is shown when the address names none, if it has players. */
const FIRST = `${DIVISIONS[0]}/${OVERALL}`;
/** The pause after the last key before a search. */
const TYPING_MS = 250;
let typing = 0;
/** Players of the last days are called active. */
const WEEK_MS = 7 * 86_400_000;

/** @param {State} state */
export function needs(state) {
  const leaderboard = leaderboardShown(state);
  const own = state.registered && state.me ? [ownOf(state.me)] : [];
  if (!leaderboard) return [{ path: LADDER }, ...own];
  const { season } = boardAndSeason(state.route.rest);
  return [
    { path: LADDER },
    season ? seasonOf(leaderboard, season) : rankingOf(leaderboard, state.people.search),
    spreadOf(leaderboard),
    ...startsOf(leaderboard),
    ...own,
  ];
}

/** @param {string} leaderboard @param {string} search */
const rankingOf = (leaderboard, search) => ({
  path: `${LADDER}?${new URLSearchParams({ leaderboard, ...(search && { search }) })}`,
});
/** @param {string} me */
const ownOf = (me) => ({ path: `/api/players/${me}/ratings` });

/** @param {State} state @param {Act} act */
export function view(state, act) {
  const leaderboard = leaderboardShown(state) ?? FIRST;
  const { season } = boardAndSeason(state.route.rest);
  const ranking = state.answers[rankingOf(leaderboard, state.people.search).path];
  return [
    h(
      "header",
      { class: "page-head" },
      h("h1", {}, t("ladder.title")),
      h("p", { class: "soft" }, t("ladder.about")),
    ),
    choice(state, leaderboard, act),
    h(
      "div",
      { class: "columns ladder" },
      h(
        "section",
        { class: "card", key: "ranking" },
        h("h2", {}, boardName(leaderboard)),
        h(
          "div",
          { class: "headed" },
          whichTime(state, leaderboard, season, act),
          !season && search(state, act),
        ),
        season
          ? seasonView(state, leaderboard, season, (to) => show(act, `${leaderboard};${to}`), act)
          : ranking?.ok
            ? rows(state, ranking.value, act)
            : h("p", { class: "empty", role: "status" }, t(ranking ? "ladder.empty" : "frame.loading")),
      ),
      h(
        "div",
        { class: "column" },
        mine(state, leaderboard, act),
        distribution(state, leaderboard, ranking?.ok ? ranking.value.anchors : [], ownOn(state, leaderboard)),
        startsWorth(state, leaderboard),
      ),
    ),
  ];
}

/** The choice of leaderboard: the division, and a tile for each game. @param {State} state @param {string} leaderboard @param {Act} act */
function choice(state, leaderboard, act) {
  const [division] = leaderboard.split("/");
  const pools = (linesOf(state) ?? [])
    .filter((one) => one.leaderboard.startsWith(`${division}/`) && !one.leaderboard.endsWith(OVERALL))
    .sort((a, b) => b.players - a.players);
  return h(
    "div",
    { class: "board-choice" },
    chips(
      "division",
      t("ladder.division"),
      division,
      DIVISIONS.map((one) => [one, t(`division.${one}`)]),
      (one) => show(act, `${one}/${OVERALL}`),
    ),
    h("p", { class: "soft" }, t(`division.${division}.how`)),
    h(
      "nav",
      { class: "pools", "aria-label": t("ladder.leaderboard") },
      [`${division}/${OVERALL}`, ...pools.map((pool) => pool.leaderboard)].map((one) =>
        h(
          "a",
          {
            key: one,
            class: "pool",
            href: addressOf({ page: "ladder", id: "", rest: one }),
            "aria-current": one === leaderboard ? "true" : null,
            on: { click: act.follow },
          },
          boardPicture(one),
          h("span", {}, poolName(one)),
        ),
      ),
    ),
  );
}

/** @param {Act} act @param {string} rest */
const show = (act, rest) => act.change((now) => ({ ...now, route: { ...now.route, rest } }));

/**
 * The ratings as they are, or what a season has brought.
 * @param {State} state @param {string} leaderboard @param {string} season @param {Act} act
 */
function whichTime({ now }, leaderboard, season, act) {
  return chips(
    "time",
    h("span", { class: "hidden" }, t("season.which")),
    season ? "season" : "now",
    ["now", "season"].map((one) => [one, t(`season.${one}`)]),
    (one) => show(act, one === "season" ? `${leaderboard};${seasonAt(now)}` : leaderboard),
  );
}

/** @param {State} state @param {Act} act */
function search({ people }, act) {
  const look = (/** @type {any} */ event) => {
    const text = event.target.value.trim();
    clearTimeout(typing);
    typing = window.setTimeout(
      () => act.change((now) => ({ ...now, people: { ...now.people, search: text } })),
      TYPING_MS,
    );
  };
  return field(
    "search",
    t("ladder.search"),
    h("input", {
      id: "search",
      type: "search",
      initial: people.search,
      maxlength: 32,
      autocomplete: "off",
      on: { input: look },
    }),
  );
}

/** @param {State} state @param {{ranking: Ranked[], anchors: Anchor[]}} told @param {Act} act */
function rows(state, { ranking, anchors }, act) {
  const found = state.people.search !== "";
  if (ranking.length === 0) return h("p", { class: "empty" }, t(found ? "ladder.nobody" : "ladder.empty"));
  const scale = scaleOf([...ranking, ...anchors]);
  const marks = found ? [] : [...anchors];
  const lines = ranking.flatMap((one) => {
    // A provisional rating is listed below all others, and has no rank.
    const above = one.rank === null ? marks.splice(0) : marks.splice(0, below(marks, one.rating));
    return [...above.map((mark) => anchor(mark, scale, act)), standing(state, one, scale, act)];
  });
  return [
    !found && activity(ranking, state.now),
    table(
      lines,
      marks.map((mark) => anchor(mark, scale, act)),
    ),
  ];
}

/** How many play here, and how many lately. @param {Ranked[]} ranking @param {number} now */
function activity(ranking, now) {
  const lately = ranking.filter(({ at }) => now - at < WEEK_MS).length;
  return h("p", { class: "soft activity" }, t("ladder.active", { n: ranking.length, lately }));
}

/** @param {import("../browser/dom.js").Children} lines @param {import("../browser/dom.js").Children} below */
function table(lines, below) {
  return h(
    "div",
    { class: "wide", tabindex: 0, role: "group", "aria-label": t("ladder.title") },
    h(
      "table",
      { class: "ranks standings" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["rank", "player", "rating", "", "kept", "peak", "rated", "last"].map((head) =>
            h(
              "th",
              { scope: "col", class: head || "spread" },
              head ? t(`ladder.${head}`) : h("span", { class: "hidden" }, t("ladder.doubt")),
            ),
          ),
        ),
      ),
      h("tbody", {}, lines, below),
    ),
  );
}

/** How many of these are above a rating. @param {Anchor[]} marks @param {number} rating */
function below(marks, rating) {
  return marks.filter((mark) => mark.rating >= rating).length;
}

/** @param {State} state @param {Ranked} one @param {import("./standing.js").Scale} scale @param {Act} act */
function standing({ me, now }, { rank, player, ...stands }, scale, act) {
  return h(
    "tr",
    { key: player.id, class: player.id === me ? "me" : null },
    h("td", { class: "rank num" }, rank === null ? "–" : number(rank)),
    h("th", { scope: "row" }, h("span", { class: "who-row" }, avatar(player.name), named(player, act))),
    h("td", {}, points(stands)),
    h("td", { class: "spread" }, spread(scale, stands)),
    h("td", { class: "kept figures" }, keptShare(stands)),
    h("td", { class: "peak figures" }, stands.peak ? inPoints(stands.peak) : "–"),
    h("td", { class: "rated figures" }, number(stands.rated_matches)),
    h("td", { class: "last soft" }, ago(stands.at, now)),
  );
}

/**
 * A house bot: a mark on the scale, without a rank.
 * @param {Anchor} anchor
 * @param {import("./standing.js").Scale} scale
 * @param {Act} act
 */
function anchor({ player, name, rating, errs }, scale, act) {
  const says = errs === 0 ? t("anchor.never") : t("anchor.errs", { n: Math.round(1 / errs) });
  return h(
    "tr",
    { key: player, class: "anchor" },
    h("td", { class: "rank" }),
    h(
      "th",
      { scope: "row" },
      h(
        "span",
        { class: "who-row" },
        h("a", { href: `/player/${player}`, on: { click: act.follow } }, shownName({ name, house: true })),
        h("span", { class: "soft" }, says),
      ),
    ),
    h("td", {}, h("b", { class: "num" }, inPoints(rating))),
    h("td", { class: "spread" }, spread(scale, { rating })),
    h("td", { class: "soft", colspan: 4 }, t("anchor.fixed")),
  );
}

/** My rank, or how to get one. @param {State} state @param {string} leaderboard @param {Act} act */
function mine(state, leaderboard, act) {
  // Until the answer is there, nothing is said that may be false.
  if (state.registered && !(state.me && ownOf(state.me).path in state.answers))
    return h(
      "section",
      { class: "card", key: "mine" },
      h("h2", {}, t("ladder.you")),
      h("p", { class: "soft" }, t("frame.loading")),
    );
  const own = ownOn(state, leaderboard);
  if (!own)
    return h(
      "section",
      { class: "card", key: "mine" },
      h("h2", {}, t("ladder.you")),
      h("p", { class: "soft" }, t(state.registered ? "ladder.notYet" : "ladder.guest")),
      h(
        "p",
        { class: "buttons after" },
        h(
          "a",
          {
            class: "button primary",
            href: state.registered ? "/new" : "/account",
            on: { click: act.follow },
          },
          t(state.registered ? "ladder.play" : "frame.account"),
        ),
      ),
    );
  return h(
    "section",
    { class: "card own", key: "mine" },
    h("h2", {}, t("ladder.you")),
    h(
      "p",
      { class: "place" },
      h("b", { class: "num" }, own.rank === null ? "–" : number(own.rank)),
      h(
        "span",
        { class: "soft" },
        own.rank === null ? t("ladder.unsure") : t("ladder.of", { n: own.ranked }),
      ),
    ),
    h("p", {}, points(own)),
    own.percentile !== null &&
      h("p", { class: "soft" }, t("ladder.percentile", { percent: Math.round(own.percentile) })),
    h("p", {}, h("a", { href: `/player/${state.me}`, on: { click: act.follow } }, t("ladder.course"))),
  );
}

/** @param {State} state @param {string} leaderboard @returns {Own | null} */
function ownOn({ me, answers }, leaderboard) {
  const answer = me ? answers[ownOf(me).path] : undefined;
  /** @type {Own[]} */
  const ratings = answer?.ok ? answer.value.ratings : [];
  return ratings.find((one) => one.leaderboard === leaderboard) ?? null;
}

/** @param {State} state @returns {Line[] | null} */
function linesOf({ answers }) {
  const answer = answers[LADDER];
  return answer ? (answer.ok ? answer.value.leaderboards : []) : null;
}

/** @param {State} state @returns {string | undefined} */
function leaderboardShown(state) {
  const lines = linesOf(state);
  const { leaderboard } = boardAndSeason(state.route.rest);
  if (leaderboard || !lines) return leaderboard || undefined;
  return (lines.find(({ leaderboard }) => leaderboard === FIRST) ?? lines[0])?.leaderboard ?? FIRST;
}
