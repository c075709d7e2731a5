// The archive: finished and running games of a player or of everybody, by game, opponent, result,
// whether they were rated, and time. What is chosen is in the address, so it can be shared.

import { h } from "../browser/dom.js";
import { refusalText } from "../net/refusal.js";
import { addressOf } from "../state/route.js";
import { t } from "../texts/text.js";
import { NAMES } from "../variants/index.js";
import { field } from "./fields.js";
import { played } from "./played.js";
import { personOf } from "./presence.js";
import { RATINGS } from "./sheets.js";
import { variantName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */

export const texts = ["ladder", "home", "new", "person", "archive"];
export const styles = ["/styles/forms.css", ...RATINGS, "/styles/archive.css"];

const DAY_MS = 86_400_000;
/** How far back, in days. @type {Record<string, number>} */
const WITHIN = { day: 1, week: 7, month: 31, year: 366 };
/** Games on one page. */
const LIMIT = "20";

/** @param {State} state */
const chosen = ({ route }) => Object.fromEntries(new URLSearchParams(route.rest));

/** @param {State} state */
function query(state) {
  const { within, ...filters } = chosen(state);
  // In whole days, so that the answer stays the same for a while.
  const today = Math.floor(state.now / DAY_MS);
  const since = WITHIN[within] && { since: String((today - WITHIN[within]) * DAY_MS) };
  return { path: `/api/games?${new URLSearchParams({ ...filters, ...since, limit: LIMIT })}` };
}

/** A player whom the address names by id. @param {State} state */
function personAsked(state) {
  const { player = "" } = chosen(state);
  return player.length === 36 ? personOf(player) : null;
}

/** @param {State} state */
export function needs(state) {
  const person = personAsked(state);
  return [query(state), ...(person ? [person] : [])];
}

/** @param {State} state @param {Act} act */
export function view(state, act) {
  const answer = state.answers[query(state).path];
  const { player = "" } = chosen(state);
  return [
    h(
      "header",
      { class: "page-head" },
      h("h1", {}, t("archive.title")),
      h("p", { class: "soft" }, t("archive.about")),
    ),
    filters(state, act),
    h(
      "section",
      { class: "card", key: "games", "aria-label": t("archive.games") },
      !answer
        ? h("p", { class: "soft", role: "status" }, t("frame.loading"))
        : answer.ok
          ? games(state, answer.value, player, act)
          : h("p", { class: "said bad", role: "alert" }, refusalText(answer)),
    ),
  ];
}

/**
 * @param {State} state
 * @param {{games: import("./played.js").Story[], next: string | null}} found
 * @param {string} player
 * @param {Act} act
 */
function games(state, { games, next }, player, act) {
  const way = (/** @type {string} */ after, /** @type {string} */ key) =>
    h(
      "a",
      {
        class: "button",
        href: addressOf({ ...state.route, rest: changed(state, { after }) }),
        on: { click: act.follow },
      },
      t(key),
    );
  return [
    games.length === 0 &&
      h("p", { class: "empty", role: "status" }, t(next ? "archive.noneYet" : "archive.none")),
    h(
      "ul",
      { class: "list latest" },
      games.map((story) => played(story, player, act)),
    ),
    h(
      "p",
      { class: "buttons" },
      chosen(state).after && way("", "archive.newest"),
      next && way(next, games.length > 0 ? "archive.older" : "archive.further"),
    ),
  ];
}

/** The address with this changed; what is empty is left out. @param {State} state @param {Record<string, string>} change */
function changed(state, change) {
  const all = Object.entries({ ...chosen(state), ...change }).filter(([, value]) => value);
  return new URLSearchParams(all).toString();
}

/** @param {State} state @param {Act} act */
function filters(state, act) {
  const now = chosen(state);
  // Another choice begins at the newest game.
  const set = (/** @type {string} */ key, /** @type {string} */ value) =>
    act.change((now) => ({
      ...now,
      route: { ...now.route, rest: changed(now, { [key]: value.trim(), after: "" }) },
    }));
  const select = (/** @type {string} */ key, /** @type {Array<[string, string]>} */ all) =>
    field(
      key,
      t(`archive.${key}`),
      h(
        "select",
        { id: key, value: now[key] ?? "", on: { change: (event) => set(key, event.target.value) } },
        [["", t("archive.any")], ...all].map(([value, text]) => h("option", { value }, text)),
      ),
    );
  const name = (/** @type {string} */ key, /** @type {string} */ shown) =>
    field(
      key,
      t(`archive.${key}`),
      h("input", {
        id: key,
        key: `${key} ${shown}`,
        initial: shown,
        maxlength: 36,
        autocomplete: "off",
        spellcheck: "false",
        on: { change: (event) => set(key, event.target.value) },
      }),
    );
  const games = NAMES.map((variant) => /** @type {[string, string]} */ ([variant, variantName(variant)]));
  const results = ["won", "lost", "open", "running"].slice(now.player ? 0 : 2);
  return h(
    "section",
    { class: "card filters", key: "filters", "aria-label": t("archive.filters") },
    name("player", nameOf(state, now.player ?? "")),
    name("opponent", now.opponent ?? ""),
    select(
      "variant",
      games.sort(([, a], [, b]) => a.localeCompare(b)),
    ),
    select(
      "result",
      results.map((one) => [one, t(`outcome.${one}`)]),
    ),
    select("rated", [
      ["true", t("terms.rated")],
      ["false", t("archive.casual")],
    ]),
    select(
      "within",
      Object.keys(WITHIN).map((one) => [one, t(`within.${one}`)]),
    ),
  );
}

/** @param {State} state @param {string} player  A name or an id. */
function nameOf(state, player) {
  const person = personAsked(state);
  if (!person) return player;
  const answer = state.answers[person.path];
  return answer?.ok ? answer.value.player.name : "";
}
