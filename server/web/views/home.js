// The home page: a game at once, and what is going on here.

import { boardOf } from "../variants/index.js";
import { CLOCKS } from "../state/clocks.js";
import { h } from "../browser/dom.js";
import { USUAL, botsOf, cancel, challengeBot, meanwhile, quick, startOf } from "../state/offers.js";
import { featuredOf } from "../state/state.js";
import { number, t } from "../texts/text.js";
import { botChips } from "./bots.js";
import { chips, field, variantSelect } from "./fields.js";
import { gameTitle, kindOf, ratingOf, rules, startInShort, termsInShort, variantName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../browser/dom.js").Children} Children */

export const texts = ["home"];
export const styles = ["/styles/forms.css"];

const LADDER = { path: "/api/ladder?board=people/overall&top=5" };
const TOURNAMENTS = { path: "/api/tournaments?top=5" };
export const needs = () => [USUAL, LADDER, TOURNAMENTS];

/** Offers and games that are shown at first. */
const FEW = 6;
/** Games of mine that are shown at first. */
const MOST_OF_MINE = 3;
/** Clocks that are offered to whoever wants an opponent at once. */
const PACES = ["", "3+2", "10+5"];

/** @param {State} state @param {Act} act @param {string} _id @param {import("../state/types.js").Parts} parts */
export function view(state, act, _id, { picture }) {
  return [
    h("h1", { class: "hidden" }, t("frame.title")),
    runningGames(state, act),
    waiting(state, act),
    h(
      "div",
      { class: "columns" },
      h(
        "div",
        { class: "column" },
        playNow(state, act),
        learn(state, act),
        seeks(state, act),
        tournaments(state, act),
      ),
      h(
        "div",
        { class: "column" },
        picture && featured(state, picture, act),
        tables(state, act),
        ladder(state, act),
      ),
    ),
  ];
}

/** @param {State} state @param {Act} act */
function runningGames({ tables }, act) {
  const running = Object.entries(tables).filter(([, table]) => table.seat !== null && !table.state.over);
  const strips = running.map(([id, table]) =>
    h(
      "section",
      { key: `running ${id}`, class: "card strip" },
      h(
        "p",
        {},
        t("home.running", { game: variantName(table.game.variant), names: others(table) }),
        " ",
        h("strong", {}, table.state.to_move === table.seat ? t("turn.mine") : ""),
      ),
      h(
        "a",
        { class: "button primary", href: `/table/${id}`, on: { click: act.follow } },
        t("home.continue"),
      ),
    ),
  );
  const rest = strips.splice(MOST_OF_MINE);
  return [
    ...strips,
    rest.length > 0 &&
      h(
        "details",
        { key: "mine" },
        h("summary", {}, t("home.rest", { n: rest.length })),
        h("div", { class: "column" }, rest),
      ),
  ];
}

/** @param {import("../state/types.js").Table} table */
function others({ players, seat }) {
  return players
    .filter((_, i) => i !== seat)
    .map(({ name }) => name)
    .join(", ");
}

/** @param {State} state @param {Act} act */
function waiting(state, act) {
  return state.offers.map((offer) => {
    const link = `${location.origin}/seek/${offer.id}`;
    return h(
      "section",
      { key: `offer ${offer.id}`, class: "card strip waiting" },
      h(
        "div",
        { role: "status" },
        h("p", {}, h("strong", {}, t(`home.waiting.${offer.kind}`)), " ", gameTitle(offer.game)),
        offer.meanwhile !== undefined && h("p", { class: "soft" }, t("home.nobody")),
        offer.kind === "link" &&
          h(
            "p",
            { class: "share" },
            h("input", {
              readonly: true,
              value: link,
              "aria-label": t("home.link"),
              on: { focus: (event) => event.target.select() },
            }),
            h("button", { on: { click: () => act.share(link) } }, t("home.share")),
          ),
      ),
      h(
        "p",
        { class: "buttons" },
        offer.meanwhile &&
          h(
            "button",
            { class: "primary", on: { click: () => meanwhile(state, act, offer) } },
            t("home.meanwhile", { name: offer.meanwhile.name }),
          ),
        h("button", { on: { click: () => cancel(act, offer.id) } }, t("home.cancel")),
      ),
    );
  });
}

/** A game at once: which, and against whom. @param {State} state @param {Act} act */
function playNow(state, act) {
  const { lobby, link } = state;
  const game = startOf(state);
  const several = game?.params.players > 2;
  const offline = link.status !== "online" || !game;
  const none = botsOf(state).length === 0;
  return h(
    "section",
    { class: "card new" },
    h("h2", {}, t("home.now")),
    h(
      "form",
      {
        on: {
          submit: (/** @type {Event} */ event) => {
            event.preventDefault();
            if (game) challengeBot(state, act, game, "random");
          },
        },
      },
      field("variant", t("home.variant"), variantSelect(state, act)),
      h("p", { class: "rules" }, game ? rules(game) : t("frame.loading")),
      botChips(state, act),
      h(
        "button",
        { class: "primary big", type: "submit", disabled: offline || several || none },
        t("home.start.bot"),
      ),
      lobby && none && h("p", { class: "soft" }, t("home.noBot")),
      several && h("p", { class: "soft" }, t("home.several")),
    ),
    h("h3", {}, t("home.person")),
    !several && pairing(state, game, offline, act),
    h(
      "p",
      { class: "buttons more" },
      way("link", t("home.withFriend"), act),
      way("open", t("home.withAnybody"), act),
      way("bot", t("home.more"), act),
    ),
  );
}

/** Whoever wants the same, as soon as there is one. @param {State} state @param {import("../net/wire.js").Setup | null} game @param {boolean} offline @param {Act} act */
function pairing({ form, registered, offers }, game, offline, act) {
  const { clock, rated } = form;
  const looking = offers.some(({ kind }) => kind === "quick");
  return h(
    "form",
    {
      class: "quick",
      on: {
        submit: (/** @type {Event} */ event) => {
          event.preventDefault();
          if (game)
            quick(act, {
              variant: game.variant,
              ending: game.ending,
              ...(clock && { clock: CLOCKS[clock] }),
              ...(registered && rated && { rated: true, pair: true }),
            });
        },
      },
    },
    chips(
      "pace",
      t("home.pace"),
      PACES.includes(clock) ? clock : "",
      PACES.map((pace) => [pace, pace || t("home.paceNone")]),
      (clock) => act.form({ clock }),
    ),
    h("button", { type: "submit", class: "second", disabled: offline || looking }, t("home.quick")),
    registered &&
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          checked: rated,
          on: { change: (/** @type {any} */ event) => act.form({ rated: event.target.checked }) },
        }),
        h("span", {}, t("home.rated")),
      ),
  );
}

/** A running game, as it is now. @param {State} state @param {typeof import("./picture.js")} part @param {Act} act */
function featured(state, { picture }, act) {
  const id = featuredOf(state);
  const table = id && state.tables[id];
  const drawn = table && boardOf(table.game.variant);
  if (!drawn) return null;
  const { players, game } = table;
  return h(
    "section",
    { key: `featured ${id}`, class: "card featured" },
    h("h2", {}, t("home.featured")),
    h(
      "p",
      {},
      players.map(({ name }) => name).join(" – "),
      " ",
      h("span", { class: "soft" }, gameTitle(game)),
    ),
    picture(state, table, drawn, { silent: true }),
    h(
      "p",
      { class: "buttons" },
      h("a", { class: "button", href: `/table/${id}`, on: { click: act.follow } }, t("home.watch")),
    ),
  );
}

/** For whoever is new here. @param {State} state @param {Act} act */
function learn({ seats }, act) {
  if (Object.keys(seats).length > 20) return null;
  return h(
    "section",
    { key: "learn", class: "card strip" },
    h("p", {}, t("home.learn")),
    h("a", { class: "button", href: "/learn", on: { click: act.follow } }, t("frame.learn")),
  );
}

/** The way to the form, with the opponent chosen. @param {"link" | "open" | "bot"} opponent @param {string} name @param {Act} act */
function way(opponent, name, act) {
  return h(
    "a",
    {
      key: opponent,
      class: "button",
      href: "/new",
      on: {
        click: (/** @type {MouseEvent} */ event) => {
          act.form({ opponent });
          act.follow(event);
        },
      },
    },
    name,
  );
}

/** @param {State} state @param {Act} act */
function seeks({ lobby, me }, act) {
  const open = (lobby?.seeks ?? []).filter(({ by }) => by.id !== me);
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("home.seeks")),
    open.length === 0 && h("p", { class: "soft" }, t(lobby ? "home.noSeeks" : "frame.loading")),
    few(
      open.map(({ seek, by, game, missing = 1, ...terms }) =>
        h(
          "li",
          { key: seek },
          h(
            "div",
            {},
            h(
              "p",
              {},
              h("strong", {}, by.name),
              " ",
              h("span", { class: "soft" }, [kindOf(by), ratingOf(terms.rating)].filter(Boolean).join(" · ")),
            ),
            h("p", {}, gameTitle(game)),
            h(
              "p",
              { class: "soft" },
              [startInShort(game), termsInShort(terms)].filter(Boolean).join(" · "),
              missing > 1 ? ` ${t("home.missing", { n: missing })}` : "",
            ),
          ),
          h(
            "button",
            { "aria-label": t("home.acceptOf", { name: by.name }), on: { click: () => act.accept(seek) } },
            t("home.accept"),
          ),
        ),
      ),
    ),
  );
}

/** @param {State} state @param {Act} act */
function tables({ lobby, seats }, act) {
  const running = lobby?.tables ?? [];
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("home.tables")),
    running.length === 0 && h("p", { class: "soft" }, t(lobby ? "home.noTables" : "frame.loading")),
    few(
      running.map(({ table, variant, players, rated, ratings = [] }) =>
        h(
          "li",
          { key: table },
          h(
            "div",
            {},
            h(
              "p",
              {},
              players
                .map(({ name }, i) => [name, ratingOf(ratings[i])].filter(Boolean).join(" "))
                .join(" – "),
            ),
            h("p", { class: "soft" }, variantName(variant), rated ? ` · ${t("terms.rated")}` : ""),
          ),
          h(
            "a",
            {
              class: "button",
              href: `/table/${table}`,
              "aria-label":
                table in seats
                  ? null
                  : t("home.watchOf", { names: players.map(({ name }) => name).join(", ") }),
              on: { click: act.follow },
            },
            t(table in seats ? "home.continue" : "home.watch"),
          ),
        ),
      ),
    ),
    lobby &&
      h("p", { class: "soft" }, t("home.counts", { players: lobby.player_count, tables: lobby.table_count })),
  );
}

/** @param {State} state @param {Act} act */
function ladder({ answers }, act) {
  const answer = answers[LADDER.path];
  /** @type {Array<{player: import("../net/wire.js").Player, rating: number, provisional: boolean}>} */
  const top = answer?.ok ? answer.value : [];
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("home.ladder")),
    top.length === 0 && h("p", { class: "soft" }, t(answer ? "home.noLadder" : "frame.loading")),
    h(
      "ol",
      { class: "list" },
      top.map(({ player, rating, provisional }) =>
        h(
          "li",
          { key: player.id },
          h("a", { href: `/player/${player.id}`, on: { click: act.follow } }, player.name),
          h("span", { class: "figures" }, number(Math.round(rating)), provisional ? "?" : ""),
        ),
      ),
    ),
    h("p", { class: "more" }, h("a", { href: "/ladder", on: { click: act.follow } }, t("home.wholeLadder"))),
  );
}

/** @param {State} state @param {Act} act */
function tournaments({ answers }, act) {
  const answer = answers[TOURNAMENTS.path];
  /** @type {Array<{tournament: string, name: string, stage: string, entrants: number}>} */
  const all = answer?.ok ? answer.value.tournaments : [];
  const now = all.filter(({ stage }) => stage === "open" || stage === "running");
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("home.tournaments")),
    now.length === 0 && h("p", { class: "soft" }, t(answer ? "home.noTournaments" : "frame.loading")),
    h(
      "ul",
      { class: "list" },
      now.map(({ tournament, name, stage, entrants }) =>
        h(
          "li",
          { key: tournament },
          h("a", { href: `/tournament/${tournament}`, on: { click: act.follow } }, name),
          h("span", { class: "soft" }, t(`stage.${stage}`), " · ", t("home.entrants", { n: entrants })),
        ),
      ),
    ),
    h(
      "p",
      { class: "more buttons" },
      h("a", { href: "/tournaments", on: { click: act.follow } }, t("home.allTournaments")),
      h("a", { href: "/tournaments/new", on: { click: act.follow } }, t("home.newTournament")),
    ),
  );
}

/** A list, of which the first few are shown at once. @param {import("../browser/dom.js").Tag[]} items */
function few(items) {
  const rest = items.slice(FEW);
  return [
    h("ul", { class: "list" }, items.slice(0, FEW)),
    rest.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, t("home.rest", { n: rest.length })),
        h("ul", { class: "list" }, rest),
      ),
  ];
}
