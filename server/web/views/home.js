// Home: the position of the day on a live board, a game at once, all games, and what is
// going on here.

import { h, s } from "../browser/dom.js";
import { groundOf } from "../matter/grounds.js";
import { drawing } from "../matter/markup.js";
import { PICTURES } from "../matter/tiles.js";
import { CLOCKS } from "../state/clocks.js";
import {
  USUAL,
  botsOf,
  cancel,
  challengeBot,
  easiestBot,
  meanwhile,
  offeredBy,
  pickVariant,
  quick,
  startOf,
} from "../state/offers.js";
import { featuredOf } from "../state/state.js";
import { known, number, t } from "../texts/text.js";
import { botChips } from "./bots.js";
import { daily, hintQueries } from "./daily.js";
import { icon } from "./icons.js";
import { liveBoard } from "./live.js";
import { gameTitle, kindOf, ratingOf, startInShort, termsInShort, variantName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */

export const texts = ["board", "table", "home"];
export const styles = ["/styles/board.css", "/styles/forms.css", "/styles/home.css"];

const LADDER = { path: "/api/ladder?leaderboard=people/overall&limit=5" };
const TOURNAMENTS = { path: "/api/tournaments?limit=5" };
/** @param {State} state */
export const needs = (state) => [USUAL, LADDER, TOURNAMENTS, ...hintQueries(state)];

/** Offers and games that are shown at first. */
const FEW = 4;
/** Clocks that are offered to whoever wants an opponent at once. */
const PACES = ["3+2", "10+5", "day", ""];

/** @param {State} state @param {Act} act */
export function view(state, act) {
  return [
    runningGames(state, act),
    waiting(state, act),
    h(
      "div",
      { class: "hero" },
      daily(state, act),
      h(
        "aside",
        { class: "side", id: "play-now" },
        playNow(state, act),
        seeks(state, act),
        beingPlayed(state, act),
      ),
    ),
    games(state, act),
    h("section", { class: "section trio" }, tournaments(state, act), ladder(state, act), learn(act)),
  ];
}

/** Games of mine come first. @param {State} state @param {Act} act */
function runningGames({ tables, daily }, act) {
  const running = Object.entries(tables).filter(
    ([id, table]) => table.seat !== null && !table.state.over && id !== daily.table,
  );
  if (running.length === 0) return null;
  return h(
    "section",
    { class: "mine", key: "mine" },
    h("h2", {}, t("home.mine")),
    h(
      "div",
      { class: "mine-games" },
      running
        .slice(0, 4)
        .map(([id, table]) =>
          h(
            "a",
            { key: id, class: "strip", href: `/table/${id}`, on: { click: act.follow } },
            tilePicture(table.game.variant),
            h(
              "span",
              {},
              t("home.running", { game: variantName(table.game.variant), names: others(table) }),
              table.state.to_move === table.seat && h("strong", { class: "turn-now" }, t("turn.mine")),
            ),
            h("b", { class: "button light" }, t("home.continue")),
          ),
        ),
    ),
    running.length > 4 && h("p", { class: "soft" }, t("home.rest", { n: running.length - 4 })),
  );
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
  return state.offers
    .filter(({ kind }) => kind !== "daily")
    .map((offer) => {
      const link = `${location.origin}/seek/${offer.id}`;
      const bot = offer.meanwhile !== undefined ? easiestBot(state) : null;
      return h(
        "section",
        { key: `offer ${offer.id}`, class: "card strip waiting" },
        h(
          "div",
          { role: "status" },
          h("p", {}, h("strong", {}, t(`home.waiting.${offer.kind}`)), " ", gameTitle(offer.game)),
          offer.meanwhile !== undefined && h("p", { class: "soft" }, t("home.nobody")),
          offer.place !== undefined && h("p", { class: "soft" }, t("home.place", { n: offer.place })),
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
          bot &&
            h(
              "button",
              { class: "light", on: { click: () => meanwhile(state, act, offer, bot) } },
              t("home.meanwhile", { name: bot.name }),
            ),
          h("button", { on: { click: () => cancel(act, offer.id) } }, t("home.cancel")),
        ),
      );
    });
}

/** The picture of a game. @param {string} variant */
export function tilePicture(variant) {
  // A game without a picture of its own has that of its nearest.
  const picture = PICTURES[variant] ?? PICTURES[variant.split("_")[0]] ?? PICTURES.nim;
  return h(
    "span",
    { class: `ground ground-${groundOf(variant)}` },
    s("svg", { viewBox: "0 0 200 140", "aria-hidden": "true" }, picture ? drawing(picture()) : []),
  );
}

/** A game at once: which, how strong, and against whom. @param {State} state @param {Act} act */
function playNow(state, act) {
  const { lobby, link, form } = state;
  const game = startOf(state);
  const several = game?.params.players > 2;
  const offline = link.status !== "online" || !game;
  const none = botsOf(state).length === 0;
  return h(
    "section",
    { class: "new" },
    h("h2", {}, t("home.now")),
    h(
      "div",
      { class: "choice" },
      tilePicture(form.variant),
      h(
        "div",
        {},
        h(
          "h3",
          {},
          game && !game.params.target
            ? `${variantName(form.variant)} ${startInShort(game)}`
            : variantName(form.variant),
        ),
        h(
          "a",
          {
            href: "#games",
            on: {
              click: (/** @type {Event} */ event) => {
                event.preventDefault();
                document
                  .getElementById("games")
                  ?.scrollIntoView({ behavior: state.still ? "auto" : "smooth" });
              },
            },
          },
          t("home.another"),
        ),
      ),
    ),
    h(
      "form",
      {
        class: "at-once",
        on: {
          submit: (/** @type {Event} */ event) => {
            event.preventDefault();
            if (game) challengeBot(state, act, game, "random");
          },
        },
      },
      botChips(state, act),
      h(
        "button",
        { class: "primary big", type: "submit", disabled: offline || several || none },
        icon("play"),
        t("home.start.bot"),
      ),
      lobby && none && h("p", { class: "soft" }, t("home.noBot")),
      several && h("p", { class: "soft" }, t("home.several")),
    ),
    h(
      "p",
      { class: "against" },
      h("span", {}, t("home.person")),
      h("span", { class: "soft" }, lobby ? t("home.here", { n: lobby.player_count }) : ""),
    ),
    !several &&
      h(
        "div",
        { class: "paces" },
        PACES.map((pace) => paceButton(state, game, pace, offline, act)),
      ),
    state.registered &&
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          checked: form.rated,
          on: { change: (/** @type {any} */ event) => act.form({ rated: event.target.checked }) },
        }),
        h("span", {}, t("home.rated")),
      ),
    h(
      "p",
      { class: "more" },
      way("link", [icon("link"), t("home.withFriend")], act),
      way("bot", t("home.more"), act),
    ),
  );
}

/** Whoever wants the same: who waits already, or the next to come. @param {State} state @param {import("../net/wire.js").Setup | null} game @param {string} pace @param {boolean} offline @param {Act} act */
function paceButton({ form, registered, offers, lobby, me }, game, pace, offline, act) {
  const clock = pace ? CLOCKS[pace] : undefined;
  const looking = offers.some(({ kind }) => kind === "quick");
  const rated = registered && form.rated;
  const open = (lobby?.seeks ?? []).filter(
    (seek) =>
      seek.by.id !== me &&
      seek.game.variant === form.variant &&
      (seek.missing ?? 1) === 1 &&
      JSON.stringify(seek.clock) === JSON.stringify(clock),
  );
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

/** The way to the form, with the opponent chosen. @param {"link" | "open" | "bot"} opponent @param {import("../browser/dom.js").Children} name @param {Act} act */
function way(opponent, name, act) {
  const go = (/** @type {MouseEvent} */ event) => {
    act.form({ opponent });
    act.follow(event);
  };
  return h("a", { key: opponent, class: "button", href: "/new", on: { click: go } }, name);
}

/** Whoever waits for an opponent. @param {State} state @param {Act} act */
function seeks({ lobby, me }, act) {
  const open = (lobby?.seeks ?? []).filter(({ by }) => by.id !== me);
  if (open.length === 0) return null;
  const items = open.map(({ seek, by, game, missing = 1, ...terms }) =>
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
        h(
          "p",
          { class: "soft" },
          [gameTitle(game), startInShort(game), termsInShort(terms)].filter(Boolean).join(" · "),
          missing > 1 ? ` ${t("home.missing", { n: missing })}` : "",
        ),
      ),
      h(
        "button",
        { "aria-label": t("home.acceptOf", { name: by.name }), on: { click: () => act.accept(seek) } },
        t("home.accept"),
      ),
    ),
  );
  const rest = items.splice(FEW);
  return h(
    "section",
    { class: "open", key: "open" },
    h("h3", {}, t("home.seeks")),
    h("ul", { class: "list" }, items),
    rest.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, t("home.rest", { n: rest.length })),
        h("ul", { class: "list" }, rest),
      ),
  );
}

/** Running games, as they are now. @param {State} state @param {Act} act */
function beingPlayed(state, act) {
  const shown = featuredOf(state).flatMap((id) => liveBoard(state, id, act) ?? []);
  const count = state.lobby?.table_count ?? 0;
  if (shown.length === 0) return null;
  return h(
    "section",
    { class: "live-now featured", key: "live" },
    h(
      "p",
      { class: "against" },
      h("b", { class: "h3" }, t("home.featured")),
      h("a", { href: "/watch", on: { click: act.follow } }, t("home.games", { n: count })),
    ),
    h("div", { class: "lives" }, shown),
  );
}

/** Families of games, as tabs over the tiles. @type {Record<string, string[]>} */
const FAMILIES = {
  heaps: [
    ...["nim", "multiheap", "rwythoff", "moore", "greedy", "grundy", "lasker", "candy", "building"],
    ...["fibonacci", "staircase", "nim_pass"],
  ],
  count: ["subtraction", "game21", "game100", "game21_nplayer", "euclid"],
  rows: ["octal", "circular", "circular_stacks", "nimble", "silver_dollar", "welter", "turning"],
  boards: ["ndim", "cram", "chomp", "notakto", "graph", "node_kayles", "hackenbush", "poset"],
};

/** @param {State} state @param {Act} act */
function games(state, act) {
  const offered = offeredBy(state).map(({ variant }) => variant);
  const family = FAMILIES[state.family];
  const shown = offered.filter((variant) => !family || family.includes(variant));
  const here = (/** @type {string} */ variant) =>
    (state.lobby?.tables ?? []).filter((line) => line.variant === variant).length;
  const choose = (/** @type {string} */ variant) => {
    pickVariant(act, variant);
    document
      .getElementById("play-now")
      ?.scrollIntoView({ behavior: state.still ? "auto" : "smooth", block: "center" });
  };
  return h(
    "section",
    { class: "section", id: "games" },
    h(
      "div",
      { class: "section-head" },
      h("h2", {}, t("home.all", { n: offered.length })),
      h(
        "div",
        { class: "filter", role: "group", "aria-label": t("home.family") },
        ["", ...Object.keys(FAMILIES)].map((name) =>
          h(
            "button",
            {
              key: name,
              "aria-pressed": state.family === name ? "true" : "false",
              on: { click: () => act.change((now) => ({ ...now, family: name })) },
            },
            t(`family.${name || "all"}`),
          ),
        ),
      ),
    ),
    h(
      "div",
      { class: "tiles" },
      shown.map((variant) =>
        h(
          "button",
          {
            key: variant,
            class: "tile",
            "data-variant": variant,
            "aria-pressed": state.form.variant === variant ? "true" : "false",
            on: { click: () => choose(variant) },
          },
          tilePicture(variant),
          h(
            "span",
            { class: "tile-name" },
            variantName(variant),
            here(variant) > 0 && h("i", { class: "here" }, number(here(variant))),
          ),
          h("span", { class: "tile-hint" }, known(`hint.${variant}`) ? t(`hint.${variant}`) : ""),
        ),
      ),
    ),
  );
}

/** @param {State} state @param {Act} act */
function ladder({ answers }, act) {
  const answer = answers[LADDER.path];
  /** @type {Array<{player: import("../net/wire.js").Player, rating: number, provisional: boolean}>} */
  const top = answer?.ok ? answer.value.ranking : [];
  return h(
    "div",
    { class: "card" },
    h("h3", {}, t("home.ladder")),
    top.length === 0 && h("p", { class: "soft" }, t(answer ? "home.noLadder" : "frame.loading")),
    h(
      "ol",
      { class: "top-list" },
      top.map(({ player, rating, provisional }, i) =>
        h(
          "li",
          { key: player.id },
          h("i", { class: "num" }, number(i + 1)),
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
    "div",
    { class: "card" },
    h("h3", {}, t("home.tournaments")),
    now.length === 0 && h("p", { class: "soft" }, t(answer ? "home.noTournaments" : "frame.loading")),
    h(
      "ul",
      { class: "list" },
      now
        .slice(0, 4)
        .map(({ tournament, name, stage, entrants }) =>
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
      { class: "buttons more" },
      h(
        "a",
        { class: "button", href: "/tournaments/new", on: { click: act.follow } },
        t("home.newTournament"),
      ),
      h("a", { href: "/tournaments", on: { click: act.follow } }, t("home.allTournaments")),
    ),
  );
}

/** For whoever is new here. @param {Act} act */
function learn(act) {
  return h(
    "div",
    { class: "card" },
    h("h3", {}, t("home.learnTitle")),
    h("p", { class: "soft" }, t("home.learn")),
    h(
      "p",
      { class: "more" },
      h("a", { class: "button", href: "/learn", on: { click: act.follow } }, t("home.learnGo")),
    ),
  );
}
