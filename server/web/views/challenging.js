// A challenge from a player's page: a game offered to exactly this player. They see it as a request;
// whether they take it, decline it, are not here or are blocked is said where it was offered.

import { h } from "../browser/dom.js";
import { refusalOf } from "../net/refusal.js";
import { staled } from "../state/answers.js";
import { CLOCKS, termsOf } from "../state/clocks.js";
import { cancel, offeredBy, startOf } from "../state/offers.js";
import { t } from "../texts/text.js";
import { personOf } from "./presence.js";
import { chips, field, variantSelect } from "./fields.js";
import { gameTitle, shownName, startInShort } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../net/wire.js").Player} Player */
/** @typedef {import("./presence.js").Person} Person */

/** What the player is asked while the form is open. */
const OPEN = "challenge";

/** The clocks of games that wait for players who are away. */
const DAYS = Object.keys(CLOCKS).filter((clock) => CLOCKS[clock].kind === "days");

/** Whether the form is open, and needs the variants. @param {State} state */
export const isChallenging = ({ asking }) => asking?.what === OPEN;

/**
 * The button, what it opens, and what has come of it.
 * @param {State} state @param {Act} act @param {Person} person
 */
export function challenging(state, act, person) {
  const { player, online, notified, blocked } = person;
  const { id, name } = player;
  const reached = online || (notified && state.registered);
  if (id === state.me) return null;
  const mine = state.offers.find(({ kind, to }) => kind === "challenge" && to === id);
  if (mine) return waiting(mine, name, act);
  if (isChallenging(state)) return form(state, act, person);
  const why = blocked ? "person.blocked" : online ? null : reached ? "person.notified" : "person.absent";
  return h(
    "div",
    { key: "challenging", class: "after" },
    outcome(state, player),
    h(
      "p",
      { class: "buttons" },
      h(
        "button",
        {
          id: "challenge",
          class: "light",
          disabled: blocked || !reached || state.link.status !== "online",
          on: { click: () => open(act, true) },
        },
        t("person.challenge", { name }),
      ),
      why && h("span", { class: "soft" }, t(why, { name })),
    ),
  );
}

/** Why the last challenge came to nothing. @param {State} state @param {Player} player */
function outcome({ people: { unwilling } }, { id, name }) {
  if (unwilling?.player !== id) return null;
  const [key, params] = unwilling.why;
  return h("p", { class: "said bad", role: "alert" }, t(key, { ...params, name }));
}

/** @param {import("../state/types.js").Offer} offer @param {string} name @param {Act} act */
function waiting({ id, game, place }, name, act) {
  return h(
    "section",
    { key: "challenging", class: "card strip waiting" },
    h(
      "div",
      { role: "status" },
      h("p", {}, h("strong", {}, t("person.waiting", { name })), " ", gameTitle(game)),
      place !== undefined && h("p", { class: "soft" }, t("home.place", { n: place })),
    ),
    h("p", { class: "buttons" }, h("button", { on: { click: () => cancel(act, id) } }, t("person.withdraw"))),
  );
}

/** Moves the focus into the opened form, and back. @param {Act} act @param {boolean} on */
function open(act, on) {
  act.change((now) => ({
    ...now,
    asking: on ? { what: OPEN } : null,
    people: { ...now.people, unwilling: null },
  }));
  requestAnimationFrame(() => document.getElementById(on ? "variant" : "challenge")?.focus());
}

/** The usual game that the form names, for two. @param {State} state */
function gameOf(state) {
  const usual = startOf(state);
  return usual && usual.params.players > 2 ? { ...usual, params: { ...usual.params, players: 2 } } : usual;
}

/**
 * What the form offers. A rated challenge is for two games from a start that the server draws, so
 * that it always counts.
 * @param {State} state @param {import("../net/wire.js").Setup} game @param {Person} person
 * @param {string} clock
 */
function drafted({ form, registered }, game, { player }, clock) {
  const rated = form.rated && mayRate({ registered }, player);
  const seat = form.seat === "pie" ? "random" : form.seat;
  const { variant, params, ending, start } = game;
  const draw = { difficulty: /** @type {const} */ ("medium") };
  const draft = rated ? { variant, params, ending, draw } : { variant, params, ending, start };
  const asked = { ...form, clock, seat, rated, pair: rated, open: false, window: "" };
  return { game: draft, seat, ...termsOf(asked, false) };
}

/** @param {State} state @param {Act} act @param {Person} person */
function form(state, act, person) {
  const game = gameOf(state);
  if (!game) return h("p", { class: "soft", role: "status" }, t("frame.loading"));
  const { player, online } = person;
  const clocks = online ? ["", ...Object.keys(CLOCKS)] : DAYS;
  const chosen = clocks.includes(state.form.clock) ? state.form.clock : clocks[0];
  const terms = drafted(state, game, person, chosen);
  const rated = "rated" in terms;
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    offer(act, player.id, terms);
  };
  return h(
    "section",
    {
      key: "challenging",
      class: "card",
      role: "dialog",
      "aria-label": t("person.challenge", { name: shownName(player) }),
      on: { keydown: (event) => event.key === "Escape" && open(act, false) },
    },
    h("h2", {}, t("person.challenge", { name: shownName(player) })),
    h(
      "form",
      { class: "stacked", on: { submit: send } },
      h(
        "div",
        { class: "pair" },
        field("variant", t("home.variant"), variantSelect(state, act)),
        clock(clocks, chosen, act),
      ),
      h("div", { class: "pair" }, endings(state, game, act), begins(terms.seat, act)),
      mayRate(state, player) && counts(rated, act),
      h("p", { class: "soft" }, [gameTitle(game), startInShort(terms.game)].join(" · ")),
      h(
        "p",
        { class: "buttons" },
        h(
          "button",
          { id: "send-challenge", type: "submit", class: "light", disabled: state.link.status !== "online" },
          t("person.send"),
        ),
        h("button", { type: "button", on: { click: () => open(act, false) } }, t("person.close")),
      ),
    ),
  );
}

/** Rated games are between players with an account. @param {Pick<State, "registered">} state @param {Player} player */
const mayRate = ({ registered }, { kind, version, house }) =>
  registered && (kind === "person" || house || version !== undefined);

/** @param {State} state @param {import("../net/wire.js").Setup} game @param {Act} act */
function endings(state, { variant, ending }, act) {
  const all = offeredBy(state).find((offered) => offered.variant === variant)?.endings ?? [];
  return (
    all.length > 1 &&
    chips(
      "ending",
      t("new.ending"),
      ending,
      all.map((one) => [one, t(`ending.${one}`)]),
      (ending) => act.form({ ending }),
    )
  );
}

/** @param {string} seat @param {Act} act */
function begins(seat, act) {
  return chips(
    "seat",
    t("new.seat"),
    seat,
    ["first", "second", "random"].map((one) => [one, t(`seat.${one}`)]),
    (seat) => act.form({ seat }),
  );
}

/** @param {boolean} rated @param {Act} act */
function counts(rated, act) {
  return chips(
    "counts",
    t("new.counts"),
    rated ? "rated" : "casual",
    ["casual", "rated"].map((one) => [one, t(`counts.${one}`)]),
    (counts) => act.form({ rated: counts === "rated" }),
  );
}

/** @param {string[]} clocks @param {string} chosen @param {Act} act */
function clock(clocks, chosen, act) {
  const on = {
    change: (/** @type {any} */ event) => act.form({ clock: event.target.value }),
  };
  return field(
    "clock",
    t("new.clock"),
    h(
      "select",
      { id: "clock", value: chosen, on },
      clocks.map((one) => h("option", { value: one }, t(`clock.${one || "none"}`))),
    ),
  );
}

/** @param {Act} act @param {string} player @param {any} terms  Of the offer. */
function offer(act, player, terms) {
  act.tell(
    { t: "challenge", player, ...terms },
    (now, answer) => {
      const { challenge: id } = /** @type {import("../net/wire.js").MessageOf<"challenging">} */ (answer);
      const sent = {
        id,
        kind: /** @type {const} */ ("challenge"),
        game: terms.game,
        to: player,
      };
      return { ...now, asking: null, offers: [...now.offers, sent] };
    },
    (now, refused) => {
      const why = refusalOf(refused);
      // Whether they are here, or blocked, may have changed.
      const next = staled(now, personOf(player).path);
      return {
        ...next,
        asking: null,
        people: { ...next.people, unwilling: { player, why } },
      };
    },
  );
}
