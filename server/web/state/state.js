// The page's single state, and the pure functions that change it. This file has the initial
// state and the effects of the connection and of the server's messages; the files next to it
// have its parts.

import { refusalOf } from "../net/refusal.js";
import { EVERYBODY, answered, staled } from "./answers.js";
import { dailyDropped } from "./days.js";
import { changed } from "./lobby.js";
import { notify } from "./notices.js";
import { chosen, declined, seated } from "./seats.js";
import { NOTHING } from "./selection.js";
import { stateChanged } from "./tables.js";

/** @typedef {import("../net/wire.js").Message} Message */
/** @typedef {import("./types.js").State} State */

/** The position of the day, before it is begun. @type {State["daily"]} */
const NO_DAILY = {
  day: -1,
  table: null,
  move: null,
  alone: null,
  tries: 0,
  hint: false,
  open: false,
  streak: { last: -1, streak: 0, solved: {} },
};

/** What the forms for a game and for a tournament choose before anybody does. @type {State["form"]} */
const USUAL_FORM = {
  ...usualOf("nim"),
  seat: "random",
  opponent: "bot",
  bot: "",
  clock: "",
  pair: false,
  rated: false,
  handicap: false,
  draw: "",
  wonBy: "",
  winningMoves: "",
  length: "",
  open: false,
  window: "",
  format: "round_robin",
  begin: "on_request",
  entry: "open",
  kinds: "everybody",
  ready: "",
  close: "played",
};

/** @param {Partial<State>} known @returns {State} */
export function initial(known) {
  return {
    language: "en",
    name: "",
    me: null,
    followed: "",
    registered: false,
    signs: false,
    refused: null,
    route: { page: "home", id: "", rest: "" },
    link: { status: "connecting", at: 0, code: 0 },
    now: 0,
    narrow: false,
    screen: { width: 1280, height: 800 },
    fine: true,
    dark: false,
    cameFrom: {},
    family: "",
    people: EVERYBODY,
    opened: false,
    numbers: false,
    whyOf: null,
    said: null,
    daily: NO_DAILY,
    puzzles: null,
    solved: { best: 0, row: 0 },
    learnt: [],
    introduced: [],
    newcomer: false,
    level: 0,
    confirm: false,
    lists: "",
    lobby: null,
    form: USUAL_FORM,
    offers: [],
    accepting: null,
    joined: [],
    taken: [],
    hidden: false,
    challenges: [],
    tables: {},
    missing: {},
    seats: {},
    selection: NOTHING,
    muted: false,
    sound: false,
    still: false,
    study: null,
    answers: {},
    founded: {},
    account: { link: null, token: "", done: "" },
    calls: {},
    asking: null,
    notices: [],
    lastNotice: 0,
    ...known,
  };
}

/** The usual game of a variant. @param {string} variant */
export function usualOf(variant) {
  return {
    variant,
    preset: "",
    values: null,
    draw: /** @type {const} */ (""),
    ending: /** @type {const} */ (""),
  };
}

/**
 * The connection is open and the server has sent `welcome`.
 * @param {State} state
 * @param {import("../net/wire.js").MessageOf<"welcome">} welcome
 * @returns {State}
 */
export function welcomed(state, welcome) {
  // Games that began on another device: the server knows the seat.
  const elsewhere = (welcome.games ?? []).map((/** @type {string} */ id) => [id, { seat: 0 }]);
  return {
    ...state,
    seats: { ...Object.fromEntries(elsewhere), ...state.seats },
    // What the page could not say alone is asked of the server.
    answers: Object.fromEntries(
      Object.entries(state.answers).filter(([, answer]) => answer.ok || answer.code !== "alone"),
    ),
    me: welcome.you.id,
    registered: welcome.you.kind === "person",
    // A registered name comes from the server, whatever was sent to it.
    name: welcome.you.kind === "person" ? welcome.you.name : state.name,
    link: { status: "online", at: 0, code: 0 },
  };
}

/** The browser says that it has no network, though no connection has been seen to break. @param {State} state @returns {State} */
export function unplugged(state) {
  return state.link.status === "online" ? { ...state, link: { ...state.link, status: "offline" } } : state;
}

/** The server has answered all the same, on the same connection. @param {State} state @returns {State} */
export function replugged(state) {
  return state.link.status === "offline" ? { ...state, link: { ...state.link, status: "online" } } : state;
}

/**
 * The connection is lost, and with it everything that depended on it.
 * @param {State} state
 * @param {{at: number} | null} again
 * @param {number} code
 * @returns {State}
 */
export function cutOff(state, again, code) {
  // Without a connection there is no seat in an offer; with the next one it is taken again.
  const accepting = state.accepting ?? state.joined.at(-1) ?? null;
  // The server drops the offers of disconnected players; without a notice the visitor would
  // wait for a dead invitation.
  const told = state.offers.length > 0 ? notify(state, "error", "notice.offersLost") : state;
  return {
    ...dailyDropped(told),
    me: null,
    link: again ? { status: "waiting", at: again.at, code } : { status: "ended", at: 0, code },
    lists: "",
    followed: "",
    offers: [],
    accepting,
    joined: [],
    challenges: [],
    tables: mapValues(state.tables, (table) => ({ ...table, live: false, premove: null })),
  };
}

/** An event from the server. @param {State} state @param {Message} message @returns {State} */
export function received(state, message) {
  switch (message.t) {
    case "lobby":
      return { ...state, lobby: /** @type {any} */ (message) };
    case "lobby_delta":
      return lobbyChanged(state, /** @type {any} */ (message));
    case "state":
      return stateChanged(state, /** @type {any} */ (message));
    case "seated":
      return seated(state, message);
    case "chosen":
      return chosen(state, message);
    case "challenged":
      return {
        ...state,
        challenges: [
          ...state.challenges.filter(({ challenge }) => challenge !== message.challenge),
          /** @type {any} */ (message),
        ],
      };
    case "tournament":
      return staled(
        answered(state, `/api/tournaments/${message.tournament}`, { ok: true, value: message }),
        `/api/tournaments/${message.tournament}/`,
      );
    case "ready_check":
      return {
        ...notify(state, "info", "notice.readyCheck", { name: message.opponent.name }),
        calls: { ...state.calls, [message.tournament]: message.opponent.name },
      };
    case "declined":
      return declined(state, message);
    case "queued":
      return offerChanged(state, message.challenge, { place: message.place });
    case "unmatched":
      return offerChanged(state, message.seek, { meanwhile: message.house_bot ?? null });
    case "closing":
      return notify(state, "info", "notice.closing");
    case "notice":
      return notify(state, "info", "notice.announced", { message: message.message });
    case "error":
      return notify(state, "error", ...refusalOf(/** @type {any} */ (message)));
    case "said":
      if (state.muted) return state;
      return {
        ...state,
        said: { table: message.table, seat: message.seat, phrase: message.phrase, at: state.now },
      };
    default:
      return state;
  }
}

/** @param {State} state @param {string} id @param {Partial<State["offers"][number]>} change @returns {State} */
function offerChanged(state, id, change) {
  const offers = state.offers.map((offer) => (offer.id === id ? { ...offer, ...change } : offer));
  return { ...state, offers };
}

/**
 * When changes are missing, the whole lobby is requested again.
 * @param {State} state
 * @param {import("../net/wire.js").LobbyDelta} delta
 * @returns {State}
 */
function lobbyChanged(state, delta) {
  if (!state.lobby) return state;
  const lobby = changed(state.lobby, delta);
  return lobby ? { ...state, lobby } : { ...state, lists: "" };
}

/** @template A, B @param {Record<string, A>} record @param {(value: A) => B} change @returns {Record<string, B>} */
function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
