// Quick play: against a bot of a chosen level, or a player who wants the same clock.

import { h } from "../browser/dom.js";
import { CLOCKS } from "../state/clocks.js";
import { isForSeveral } from "../state/filling.js";
import { botsOf, quick, startAtOnce, startOf } from "../state/offers.js";
import { t } from "../texts/text.js";
import { botChips } from "./bots.js";
import { icon } from "./icons.js";
import { whoIsHere } from "./live.js";
import { tilePicture } from "./tile.js";
import { gameWithStart, variantName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../net/wire.js").Setup} Setup */

/** Clocks to choose from for an opponent at once. */
const PACES = ["3+2", "10+5", "day", ""];

/** A game at once: which one, how strong, and against whom. @param {State} state @param {Act} act */
export function playNow(state, act) {
  const { lobby, link, me } = state;
  const game = startOf(state);
  const several = game !== null && isForSeveral(game);
  const offline = link.status !== "online" || !game;
  const open = PACES.map((pace) => openAt(state, pace));
  return h(
    "section",
    { class: "new" },
    h("h2", {}, t("home.now")),
    whichGame(state, game),
    againstBot(state, several, act),
    h(
      "p",
      { class: "against" },
      h("span", {}, t("home.person")),
      h("span", { class: "soft" }, lobby ? whoIsHere(lobby, me) : ""),
    ),
    !several && [
      h(
        "div",
        { class: "paces" },
        PACES.map((pace, i) => paceButton(state, game, pace, open[i], offline, act)),
      ),
      // The game above names a start, which is that against bots; who waits may have one of their own.
      open.every((seeks) => seeks.length === 0) && h("p", { key: "lot", class: "soft lot" }, t("home.lot")),
      state.registered && ratedBox(state, act),
    ],
    h(
      "p",
      { class: "more" },
      way("link", [icon("link"), t("home.withFriend")], act),
      way("bot", t("home.more"), act),
    ),
  );
}

/** The chosen game, and the way to the others. @param {State} state @param {Setup | null} game */
function whichGame({ form, still }, game) {
  const toGames = (/** @type {Event} */ event) => {
    event.preventDefault();
    document.getElementById("games")?.scrollIntoView({ behavior: still ? "auto" : "smooth" });
  };
  return h(
    "div",
    { class: "choice" },
    tilePicture(form.variant),
    h(
      "div",
      {},
      h("h3", {}, game ? gameWithStart(game) : variantName(form.variant)),
      h("a", { href: "#games", on: { click: toGames } }, t("home.another")),
    ),
  );
}

/** @param {State} state @param {boolean} several @param {Act} act */
function againstBot(state, several, act) {
  const none = botsOf(state).length === 0;
  return startForm(
    state,
    act,
    several ? h("p", { class: "soft" }, t("home.several")) : botChips(state, act),
    state.lobby &&
      none &&
      h(
        "p",
        { class: "soft" },
        t("home.noBot"),
        " ",
        h("a", { href: "/learn/free", on: { click: act.follow } }, t("home.alone")),
      ),
  );
}

/**
 * Begins the chosen game against the chosen bot.
 * @param {State} state @param {Act} act
 * @param {import("../browser/dom.js").Child} [above] @param {import("../browser/dom.js").Child} [below]
 */
export function startForm(state, act, above, below) {
  const game = startOf(state);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (game) startAtOnce(state, act, game);
  };
  const disabled = state.link.status !== "online" || !game || botsOf(state).length === 0;
  return h(
    "form",
    { class: "at-once", on: { submit } },
    above,
    h("button", { class: "primary big", type: "submit", disabled }, icon("play"), t("home.start.bot")),
    below,
  );
}

/** @param {State} state @param {Act} act */
function ratedBox({ form }, act) {
  const on = { change: (/** @type {any} */ event) => act.form({ rated: event.target.checked }) };
  return h(
    "label",
    { class: "check" },
    h("input", { type: "checkbox", checked: form.rated, on }),
    h("span", {}, t("home.rated")),
  );
}

/** @param {string} pace */
const clockOf = (pace) => (pace ? CLOCKS[pace] : undefined);

/** The offers of others for the chosen game with this clock. @param {State} state @param {string} pace */
function openAt({ form, lobby, me }, pace) {
  return (lobby?.seeks ?? []).filter(
    (seek) =>
      seek.by.id !== me &&
      seek.game.variant === form.variant &&
      (seek.missing ?? 1) === 1 &&
      JSON.stringify(seek.clock) === JSON.stringify(clockOf(pace)),
  );
}

/**
 * An opponent who wants the same: one who is waiting, or the next to come.
 * @param {State} state
 * @param {Setup | null} game
 * @param {string} pace
 * @param {import("../net/wire.js").Seek[]} open  Those who wait with this clock.
 * @param {boolean} offline
 * @param {Act} act
 */
function paceButton({ form, registered, offers }, game, pace, open, offline, act) {
  const clock = clockOf(pace);
  const looking = offers.some(({ kind }) => kind === "quick");
  const rated = registered && form.rated;
  const fits = open.find((seek) => Boolean(seek.rated) === rated);
  const take = () =>
    fits
      ? act.accept(fits.seek)
      : game &&
        quick(act, {
          variant: game.variant,
          ending: game.ending,
          ...(clock && { clock }),
          ...(rated && { rated: true, pair: true }),
        });
  return h(
    "button",
    {
      key: pace,
      class: open.length ? "pace waits" : "pace",
      "data-pace": pace,
      disabled: offline || looking,
      on: { click: take },
    },
    h("b", { class: "num" }, t(`pace.${pace || "none"}`)),
    h("span", {}, open.length ? t("home.waits", { n: open.length }) : t(`pace.${pace || "none"}.what`)),
  );
}

/**
 * The way to the form, with the opponent chosen.
 * @param {"link" | "open" | "bot"} opponent
 * @param {import("../browser/dom.js").Children} name
 * @param {Act} act
 */
function way(opponent, name, act) {
  const go = (/** @type {MouseEvent} */ event) => {
    act.form({ opponent });
    act.follow(event);
  };
  return h("a", { key: opponent, class: "button", href: "/new", on: { click: go } }, name);
}
