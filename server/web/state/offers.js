// How games are created: offers by the server and the visitor, and opponents. Fetched with the
// first page on which a game can be created.

import { refusalOf } from "../net/refusal.js";
import { VARIANTS } from "./answers.js";
import { dailyDropped } from "./days.js";
import { isForSeveral, leftFrom } from "./filling.js";
import { ADAPTS, LEVELS, levelOf } from "./levels.js";
import { notify } from "./notices.js";
import { usualOf } from "./state.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../net/wire.js").Request} Request */
/**
 * @template {import("../net/wire.js").Message["t"]} T
 * @typedef {import("../net/wire.js").MessageOf<T>} MessageOf
 */
/** @typedef {import("../net/wire.js").SeatChoice} SeatChoice */
/** @typedef {import("./types.js").Offer} Offer */

/** The same with the usual start of each only. */
export const USUAL = { path: `${VARIANTS.path}?presets=1` };

/**
 * The variants that can be played; empty until the server has answered.
 * @param {State} state @returns {import("../net/wire.js").OfferedVariant[]}
 */
export function offeredBy({ answers }) {
  const answer = answers[VARIANTS.path] ?? answers[USUAL.path];
  return answer?.ok ? answer.value : [];
}

/**
 * The known start that the form names, in the ending that it names.
 * @param {State} state
 * @returns {import("../net/wire.js").Setup | null}
 */
export function startOf(state) {
  const { variant, preset, ending } = state.form;
  const presets = offeredBy(state).find((offered) => offered.variant === variant)?.presets ?? [];
  const game = (presets.find(({ name }) => name === preset) ?? presets[0])?.game;
  return game ? { ...game, ending: ending || game.ending } : null;
}

/** Bots that accept a challenge at once: the house bots, the weakest first. @param {State} state */
export function botsOf({ lobby }) {
  const bots = (lobby?.players ?? []).filter(({ kind }) => kind === "bot");
  const house = bots.filter(({ house }) => house);
  const level = (/** @type {{name: string}} */ { name }) => LEVELS.indexOf(levelOf(name) ?? "");
  if (house.length > 0) return house.sort((a, b) => level(a) - level(b));
  // Of several by one name one is enough, for nobody can tell them apart.
  return [...new Map(bots.map((bot) => [bot.name, bot])).values()].slice(0, 8);
}

/**
 * The bot to play against: the one chosen before, if it is here, else that of the second level. Half of the
 * first one's moves are blind: whoever begins would win without having learnt anything.
 * @param {State} state
 */
export function botOf(state) {
  const bots = botsOf(state);
  if (state.form.bot === ADAPTS) return bots[Math.min(state.level, bots.length - 1)];
  return bots.find(({ name }) => name === state.form.bot) ?? bots[1] ?? bots[0];
}

/** @param {Act} act @param {string} variant */
export function pickVariant(act, variant) {
  act.form(usualOf(variant));
}

/** @param {Act} act @param {string} bot */
export function pickBot(act, bot) {
  act.form({ bot });
}

/**
 * Finds an opponent who wants the same.
 * @param {Act} act
 * @param {{variant: string, ending: import("../net/wire.js").Ending} & import("../net/wire.js").Terms} pool
 */
export function quick(act, pool) {
  offer(act, { t: "quick", pool }, "quick", pool);
}

/**
 * The game against the opponent that the form names.
 * @param {State} state
 * @param {Act} act
 * @param {import("../net/wire.js").Draft} game
 * @param {object} terms  Clock, pair, rated.
 */
export function start(state, act, game, terms) {
  const { opponent } = state.form;
  // Where players choose or bid, or a handicap decides, the proposer's seat is random.
  const { seat: wanted } = state.form;
  const settled = wanted === "pie" || wanted === "bid" || "handicap" in terms;
  const seat = settled ? "random" : wanted;
  if (opponent === "bot" && isForSeveral(game)) return startWithBots(act, game, seat, terms);
  if (opponent === "bot") return challengeBot(state, act, game, seat, terms);
  const kind = opponent === "link" ? "link" : "open";
  offer(act, { t: "seek", game, seat, private: kind === "link", ...terms }, kind, game);
}

/**
 * A game for several at once: house bots take the other seats. With too few of them it stays open
 * as an invitation.
 * @param {Act} act
 * @param {import("../net/wire.js").Draft} game
 * @param {SeatChoice} seat
 * @param {object} [terms]
 */
export function startWithBots(act, game, seat, terms) {
  offer(act, { t: "seek", game, seat, private: true, ...terms }, "link", game, (id) => fill(act, id));
}

/** House bots take the free seats of my offer. @param {Act} act @param {string} seek */
export function fill(act, seek) {
  act.tell({ t: "fill", seek });
}

/**
 * A game at once against house bots. A player's first game of a variant begins with their move: whoever meets
 * a game has the chance to win it before a bot has moved.
 * @param {State} state @param {Act} act @param {import("../net/wire.js").Setup} game
 */
export function startAtOnce(state, act, game) {
  const seat = state.introduced.includes(game.variant) ? "random" : "first";
  if (isForSeveral(game)) startWithBots(act, game, seat);
  else challengeBot(state, act, game, seat);
}

/** The weakest house bot. @param {State} state */
export function easiestBot(state) {
  return botsOf(state)[0] ?? null;
}

/**
 * Challenges a bot.
 * @param {State} state
 * @param {Act} act
 * @param {import("../net/wire.js").Draft} game
 * @param {SeatChoice} seat
 * @param {object} [terms]
 */
export function challengeBot(state, act, game, seat, terms) {
  const bot = botOf(state);
  if (!bot) return act.change((now) => notify(now, "error", "home.noBot"));
  challenge(act, bot.id, game, seat, terms);
}

/**
 * Plays a bot instead of waiting any longer. If its challenge is refused, the wait continues.
 * @param {State} state
 * @param {Act} act
 * @param {Offer} waiting
 * @param {import("../net/wire.js").Player} bot
 */
export function meanwhile(state, act, { id }, bot) {
  const game = startOf(state);
  if (game) challenge(act, bot.id, game, "random", {}, { made: () => cancel(act, id) });
}

/** @param {Act} act @param {string} id */
export function cancel(act, id) {
  const done = (/** @type {State} */ now) => ({
    ...now,
    offers: now.offers.filter((offer) => offer.id !== id),
  });
  act.tell({ t: "cancel", offer: id }, done, done);
}

/** Gives up my seat in somebody's offer. @param {Act} act @param {string} id */
export function leave(act, id) {
  const done = (/** @type {State} */ now) => leftFrom(now, id);
  act.tell({ t: "cancel", offer: id }, done, done);
}

/** Another game like that of this table. @param {State} state @param {Act} act @param {string} id */
export function again(state, act, id) {
  const { players, seat, game } = state.tables[id];
  const others = players.filter((_, i) => i !== seat);
  if (others.length > 1 && others.every(({ house }) => house)) return startWithBots(act, game, "random");
  const opponent = players[1 - (seat ?? 0)];
  // People are asked at the table; a house bot may have a new id, so it is challenged like a
  // new opponent.
  if (!opponent?.house) return act.tell({ t: "rematch", table: id, want: true });
  playAgain(act, sameBot(state, opponent)?.id ?? opponent.id, state.tables[id]);
}

/**
 * The same game against this bot: whoever has lost begins, and may try what they have learnt; else the seats
 * are swapped. After a try from one of its positions it is the whole game, with me to begin.
 * @param {Act} act @param {string} bot @param {import("./types.js").Table} table
 */
export function playAgain(act, bot, { game, whole, seat, state: { over } }) {
  const winners = over?.winners ?? [];
  const lost = winners.length > 0 && seat !== null && !winners.includes(seat);
  challenge(act, bot, whole ?? game, whole || lost || seat !== 0 ? "first" : "second");
}

/**
 * Whether a position of this game can be played again: there is a bot for two.
 * @param {State} state @param {import("./types.js").Table} table
 */
export function canStartAgain(state, { players }) {
  const bots = botsOf(state).length > 0 || players.some(({ house }) => house);
  return players.length === 2 && state.link.status === "online" && bots;
}

/**
 * The position again, with me to move: against the same house bot, or the weakest.
 * @param {State} state @param {Act} act @param {import("./types.js").Table} table
 * @param {import("../net/wire.js").Position} start
 */
export function tryAgain(state, act, { game, whole = game, players, seat }, start) {
  const opponent = players[1 - (seat ?? 0)];
  const bot = sameBot(state, opponent) ?? (opponent.house ? opponent : easiestBot(state));
  if (bot) challenge(act, bot.id, { ...game, start }, "first", {}, { whole });
}

/** A house bot has a new id after a restart. @param {State} state @param {import("../net/wire.js").Player} bot */
function sameBot({ lobby }, { id, name }) {
  const bots = (lobby?.players ?? []).filter(({ house }) => house);
  return bots.find((other) => other.id === id) ?? bots.find((other) => other.name === name);
}

/**
 * Makes an offer that the home page shows until somebody accepts it.
 * @param {Act} act
 * @param {Request} message
 * @param {"open" | "link" | "quick"} kind
 * @param {Offer["game"]} game
 * @param {(id: string) => void} [made]  What follows once the offer is made.
 */
function offer(act, message, kind, game, made) {
  act.tell(message, (now, answer) => {
    const { seek: id, commitment } = /** @type {MessageOf<"seeking">} */ (answer);
    made?.(id);
    return {
      ...now,
      offers: [...now.offers, { id, kind, game, commitment }],
      route: { page: "home", id: "", rest: "" },
    };
  });
}

/**
 * @param {Act} act
 * @param {string} player
 * @param {import("../net/wire.js").Draft} game
 * @param {SeatChoice} seat
 * @param {object} [terms]
 * @param {object} [more]
 * @param {"challenge" | "daily"} [more.kind]
 * @param {import("../net/wire.js").Setup} [more.whole]  The game that this start is a position of.
 * @param {() => void} [more.made]  What follows once the challenge is made.
 */
export function challenge(act, player, game, seat, terms = {}, { kind = "challenge", whole, made } = {}) {
  act.tell(
    { t: "challenge", player, game, seat, ...terms },
    (now, answer) => {
      made?.();
      const { challenge: id, commitment } = /** @type {MessageOf<"challenging">} */ (answer);
      return {
        ...now,
        offers: [...now.offers, { id, kind, game, commitment, to: player, ...(whole && { whole }) }],
      };
    },
    (now, why) => notify(kind === "daily" ? dailyDropped(now) : now, "error", ...refusalOf(why)),
  );
}
