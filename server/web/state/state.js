// The one state of the page, and what changes it: pure functions from a state
// to the next. What the page wants of the server follows from the state too
// (`wishes`), so a reconnect needs no code of its own: what is missing is asked
// for again.

import { refusalOf } from "../net/refusal.js";
import { changed, listsOf } from "./lobby.js";

/** @typedef {import("../net/wire.js").Message} Message */
/** @typedef {import("../net/wire.js").Move} Move */
/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Answer} Answer */

/** @type {State["selection"]} */
const NOTHING = { table: "", ply: -1, marks: {}, hover: null, focus: null };

/** @param {Partial<State>} known @returns {State} */
export function initial(known) {
  return {
    language: "en",
    name: "",
    me: null,
    followed: "",
    registered: false,
    refused: null,
    route: { page: "home", id: "", rest: "" },
    link: { status: "connecting", at: 0, code: 0 },
    now: 0,
    narrow: false,
    screen: { width: 1280, height: 800 },
    dark: false,
    cameFrom: {},
    family: "",
    opened: false,
    said: null,
    daily: {
      day: -1,
      table: null,
      move: null,
      tries: 0,
      hint: false,
      streak: { last: -1, streak: 0, solved: {} },
    },
    confirm: false,
    lists: "",
    lobby: null,
    form: {
      ...usualOf("nim"),
      seat: "random",
      opponent: "bot",
      bot: "",
      clock: "",
      pair: false,
      rated: false,
      draw: "",
      wonBy: "",
      open: false,
      window: "",
      format: "round_robin",
      begin: "told",
      entry: "open",
      who: "everybody",
      ready: "",
    },
    offers: [],
    taken: [],
    hidden: false,
    challenges: [],
    tables: {},
    missing: {},
    seats: {},
    selection: NOTHING,
    sound: false,
    still: false,
    study: null,
    answers: {},
    founded: {},
    account: { reset: "", token: "", done: "" },
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

/** Where the server says which variants and starts there are. */
export const VARIANTS = { path: "/api/variants" };
/** The connection is open and the server has said welcome. @param {State} state @param {Message} welcome @returns {State} */
export function welcomed(state, welcome) {
  // Games that began on another device: the server knows the seat.
  const elsewhere = (welcome.games ?? []).map((/** @type {string} */ id) => [id, { seat: 0 }]);
  return {
    ...state,
    seats: { ...Object.fromEntries(elsewhere), ...state.seats },
    me: welcome.you.id,
    registered: welcome.you.kind === "person",
    // A registered name is said by the server, whatever was said to it.
    name: welcome.you.kind === "person" ? welcome.you.name : state.name,
    link: { status: "online", at: 0, code: 0 },
  };
}

/** The connection is gone; everything that hung on it with it. @param {State} state @param {{at: number} | null} again @param {number} code @returns {State} */
export function cutOff(state, again, code) {
  // The server forgets the offers of who leaves; not to say so would leave
  // somebody waiting behind a dead invitation.
  const told = state.offers.length > 0 ? notify(state, "error", "notice.offersLost") : state;
  return {
    ...dailyDropped(told),
    me: null,
    link: again ? { status: "waiting", at: again.at, code } : { status: "ended", at: 0, code },
    lists: "",
    followed: "",
    offers: [],
    challenges: [],
    tables: mapValues(state.tables, (table) => ({ ...table, live: false })),
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
      return {
        ...state,
        offers: state.offers.map((offer) =>
          offer.id === message.challenge ? { ...offer, place: message.place } : offer,
        ),
      };
    case "nobody":
      return {
        ...state,
        offers: state.offers.map((offer) =>
          offer.id === message.seek ? { ...offer, meanwhile: message.house ?? null } : offer,
        ),
      };
    case "closing":
      return notify(state, "info", "notice.closing");
    case "notice":
      return notify(state, "info", "notice.announced", { message: message.message });
    case "error":
      return notify(state, "error", ...refusalOf(/** @type {any} */ (message)));
    case "said":
      return {
        ...state,
        said: { table: message.table, seat: message.seat, phrase: message.phrase, at: state.now },
      };
    default:
      return state;
  }
}

/** Where changes are missing, all of it is wanted again. @param {State} state @param {import("../net/wire.js").LobbyDelta} delta @returns {State} */
function lobbyChanged(state, delta) {
  if (!state.lobby) return state;
  const lobby = changed(state.lobby, delta);
  return lobby ? { ...state, lobby } : { ...state, lists: "" };
}

/** The answer to `attach` or `watch`. @param {State} state @param {string} id @param {Message} view @param {number | null} seat @returns {State} */
export function tableOpened(state, id, view, seat) {
  const { game, players, moves, rated, pair, division, ratings, drawn, without } = view;
  const before = state.tables[id];
  const same = before && JSON.stringify(before.game) === JSON.stringify(game);
  const table = {
    // The same object for the same game: layouts are kept by it.
    game: same ? before.game : game,
    players,
    moves,
    rated,
    pair,
    division,
    ratings,
    drawn,
    without,
    state: view.state,
    seat,
    live: true,
    legal: before?.legal ?? null,
    sent: before?.sent && before.sent.ply === view.state.ply ? before.sent : null,
    at: state.now,
  };
  const { [id]: _, ...missing } = state.missing;
  return follow({ ...state, missing, tables: { ...state.tables, [id]: table } }, id);
}

/** @param {State} state @param {string} id @param {string} why @returns {State} */
export function tableMissing(state, id, why) {
  return { ...state, missing: { ...state.missing, [id]: why } };
}

/** The answer to `moves`. @param {State} state @param {Message} answer @returns {State} */
export function movesListed(state, answer) {
  return changeTable(state, answer.table, {
    legal: { ply: answer.ply, count: answer.count ?? null, moves: answer.moves ?? null },
  });
}

/** @param {State} state @param {string} id @param {number} ply @returns {State} */
export function movesUnknown(state, id, ply) {
  return changeTable(state, id, { legal: { ply, count: null, moves: null } });
}

/** The player has chosen a move. @param {State} state @param {string} id @param {Move} move @returns {State} */
export function played(state, id, move) {
  const table = state.tables[id];
  return changeTable(state, id, { sent: { ply: table.state.ply, move } });
}

/** The move was refused. @param {State} state @param {string} id @returns {State} */
export function unplayed(state, id) {
  return changeTable(state, id, { sent: null });
}

/** @param {State} state @param {"info" | "error"} kind @param {string} key @param {Record<string, string | number>} [params] @returns {State} */
export function notify(state, kind, key, params) {
  const id = state.lastNotice + 1;
  const others = state.notices.filter((notice) => notice.key !== key);
  return { ...state, lastNotice: id, notices: [...others.slice(-2), { id, kind, key, params }] };
}

/** Whether I may move now. @param {Table} table */
export function isMyTurn({ seat, state, sent }) {
  return seat !== null && state.to_move === seat && sent === null;
}

/** Whether I am to choose who begins. @param {Table} table */
export function isMyChoice({ seat, state }) {
  return seat !== null && !state.over && state.choosing === seat;
}

/**
 * What the page wants of the server now, each with a key that stays the same
 * while the wish does.
 * @param {State} state
 * @returns {Array<{key: string, message: Message}>}
 */
export function wishes(state) {
  if (state.link.status !== "online") return [];
  /** @type {Array<{key: string, message: Message}>} */
  const wished = [];
  const wish = (/** @type {Message} */ message, key = "") =>
    wished.push({ key: `${JSON.stringify(message)} ${key}`, message });
  const { route } = state;
  const shown = tablesShown(state);
  const show = listsOf(route.page);
  const followed = route.page === "tournament" ? route.id : "";
  if (followed !== state.followed)
    wish({ t: "follow", tournament: followed || state.followed, on: followed !== "" });
  if (show.join() !== state.lists)
    wish(show.length > 0 ? { t: "lobby", on: true, show } : { t: "lobby", on: false });
  for (const id of tablesWanted(state, shown)) {
    const seat = state.seats[id];
    wish(seat ? { t: "attach", table: id, token: seat.token } : { t: "watch", table: id });
  }
  for (const [id, table] of Object.entries(state.tables)) {
    if (!table.live) continue;
    const here = shown.includes(id);
    if (table.seat === null && !here) wish({ t: "unwatch", table: id });
    const { ply, to_move } = table.state;
    if (table.seat !== null && to_move === table.seat) {
      if (here && table.legal?.ply !== ply) wish({ t: "moves", table: id }, String(ply));
      if (table.sent?.ply === ply) wish({ t: "move", table: id, ply, move: table.sent.move });
    }
  }
  return wished;
}

/** Running games that are shown as boards. @type {Record<string, number>} */
const FEATURED = { home: 2, watch: 12 };

/**
 * The running games that home and the wall show: those they show already, then the
 * newest. None of mine: the lobby may tell of a game before I am told that I sit there.
 * @param {State} state @returns {string[]}
 */
export function featuredOf({ route, lobby, tables, seats, missing, me }) {
  const most = FEATURED[route.page] ?? 0;
  if (most === 0) return [];
  const others = (lobby?.tables ?? []).filter(({ players }) => !players.some(({ id }) => id === me));
  const running = others
    .map(({ table }) => table)
    .filter((id) => !(id in seats) && !(id in missing) && !tables[id]?.state.over);
  const shown = running.filter((id) => tables[id]);
  return [...shown, ...running.filter((id) => !tables[id])].slice(0, most);
}

/**
 * The second game of a rated pair whose first one is over. It has the same start, so
 * that until it is over too the server tells nothing of either.
 * @param {Table | undefined} table
 */
export function sequelOf(table) {
  return table?.rated && table.pair?.game === 1 && table.state.over?.winners.length
    ? table.pair.other
    : undefined;
}

/** The table that the page shows, and the one for whose end it waits. @param {State} state @returns {string[]} */
function tablesShown(state) {
  const { route, tables } = state;
  if (route.page !== "table")
    return [...featuredOf(state), ...(state.daily.table && route.page === "home" ? [state.daily.table] : [])];
  const sequel = sequelOf(tables[route.id]);
  return sequel ? [route.id, sequel] : [route.id];
}

/**
 * Tables to be told about: those of the page, and those where I sit, also from an
 * earlier visit.
 * @param {State} state @param {string[]} shown
 */
function tablesWanted({ tables, missing, seats }, shown) {
  const wanted = new Set([...shown, ...Object.keys(seats).slice(0, 8)]);
  return [...wanted].filter((id) => !tables[id]?.live && !(id in missing));
}

/** The name of what is asked over HTTP. @param {{path: string, body?: object}} query */
export function keyOf({ path, body }) {
  return body ? `${path} ${JSON.stringify(body)}` : path;
}

/** Answers that are kept: those asked for last. */
const MOST_ANSWERS = 200;

/** @param {State} state @param {string} key @param {Answer} answer @returns {State} */
export function answered(state, key, answer) {
  const { [key]: _, ...others } = state.answers;
  const kept = Object.entries(others).slice(1 - MOST_ANSWERS);
  return { ...state, answers: { ...Object.fromEntries(kept), [key]: answer } };
}

/** What was asked of these paths is shown on, and asked for again. @param {State} state @param {string} path @returns {State} */
export function staled(state, path) {
  const answers = Object.entries(state.answers).map(([key, answer]) => [
    key,
    key.startsWith(path) ? { ...answer, stale: true } : answer,
  ]);
  return { ...state, answers: Object.fromEntries(answers) };
}

/** Whoever goes to another page wants to see what is true now; only what was answered to a question with a body, and the variants, stay as they are. @param {State} state @returns {State} */
export function refreshed(state) {
  const kept = Object.entries(state.answers).filter(
    ([key, { ok }]) => (ok && key.includes(" ")) || key.startsWith(VARIANTS.path),
  );
  const account = { reset: "", token: "", done: "" };
  return { ...state, account, refused: null, answers: Object.fromEntries(kept) };
}

/** @param {State} state @param {string} id @returns {State} */
export function unwatched(state, id) {
  const { [id]: _, ...tables } = state.tables;
  return { ...state, tables };
}

/** @param {State} state @param {import("../net/wire.js").TableState} next @returns {State} */
function stateChanged(state, next) {
  const table = state.tables[next.table];
  if (!table) return state;
  const asked = table.seat !== null && table.state.takeback?.agreed.includes(table.seat);
  const refused = asked && !next.takeback && !next.over && next.ply === table.state.ply;
  if (refused) state = notify(state, "info", "notice.takebackRefused");
  const moved = next.ply === table.state.ply + 1 && next.last_move !== null;
  // Moves that were taken back go from the list too.
  const kept = table.moves.slice(
    0,
    Math.max(0, table.moves.length - Math.max(0, table.state.ply - next.ply)),
  );
  return follow(
    changeTable(state, next.table, {
      state: next,
      at: state.now,
      moves: moved ? [...table.moves, /** @type {Move} */ (next.last_move)] : kept,
      sent: table.sent && table.sent.ply === next.ply && !next.over ? table.sent : null,
    }),
    next.table,
  );
}

/** A selection dies with its position. @param {State} state @param {string} id @returns {State} */
function follow(state, id) {
  const table = state.tables[id];
  const stale = state.selection.table === id && state.selection.ply !== table.state.ply;
  return {
    ...state,
    selection: stale
      ? { ...NOTHING, table: id, ply: table.state.ply, focus: state.selection.focus }
      : state.selection,
  };
}

/** @param {State} state @param {Message} message @returns {State} */
function seated(state, message) {
  const id = message.state.table;
  const opened = tableOpened(state, id, message, message.seat);
  const daily = state.offers.find((offer) => offer.id === message.offer)?.kind === "daily";
  const next = daily ? dailySeated(opened, id) : opened;
  return {
    ...next,
    route: daily || !follows(state, message) ? state.route : { page: "table", id, rest: "" },
    seats: { [id]: { seat: message.seat, token: message.token }, ...state.seats },
    offers: state.offers.filter((offer) => offer.id !== message.offer),
    challenges: state.challenges.filter(({ challenge }) => challenge !== message.offer),
    calls: uncalled(state, message.offer),
  };
}

/**
 * Whether this window goes to a game that begins. Every window hears of it: that which
 * asked for it goes there, and otherwise one that is seen and does not show a running
 * game of mine.
 * @param {State} state @param {Message} message
 */
function follows({ offers, taken, route, tables, hidden }, { offer }) {
  if (taken.includes(offer) || route.id === offer || offers.some(({ id }) => id === offer)) return true;
  const shown = route.page === "table" ? tables[route.id] : undefined;
  return !hidden && (!shown || shown.seat === null || shown.state.over !== null);
}

/** The first move of the day is made: now a game has to be made of it. @param {State} state @param {number} day @param {Move} move @returns {State} */
export function dailyBegun(state, day, move) {
  const tries = state.daily.day === day ? state.daily.tries : 0;
  return { ...state, daily: { ...state.daily, day, move, table: null, tries } };
}

/** The game of the day is there: its first move is sent. @param {State} state @param {string} id @returns {State} */
function dailySeated(state, id) {
  const { move, tries } = state.daily;
  const next = { ...state, daily: { ...state.daily, table: id, move: null, tries: tries + 1 } };
  return move === null ? next : played(next, id, move);
}

/** No game was made of the first move: it may be made again. @param {State} state @returns {State} */
export function dailyDropped(state) {
  return { ...state, daily: { ...state.daily, move: null } };
}

/** Who is ready, or plays, is no longer asked by that tournament. @param {State} state @param {string} tournament */
export function uncalled({ calls }, tournament) {
  const { [tournament]: _, ...others } = calls;
  return others;
}

/** Who begins was chosen: players may have changed seats. @param {State} state @param {Message} message @returns {State} */
function chosen(state, { table: id, players }) {
  const table = state.tables[id];
  if (!table) return state;
  // A seat belongs to its token, so whoever sits there may not be me: the player moves.
  const seat = table.seat === null ? null : seatOf(players, table.players[table.seat].id);
  const own = state.seats[id];
  const next = changeTable(state, id, { players, seat });
  return own && seat !== null ? { ...next, seats: { ...next.seats, [id]: { ...own, seat } } } : next;
}

/** Where a player sits; nothing for a player who does not. @param {import("../net/wire.js").Player[]} players @param {string | null} me */
export function seatOf(players, me) {
  const seat = players.findIndex(({ id }) => id === me);
  return seat < 0 ? null : seat;
}

/** @param {State} state @param {Message} message @returns {State} */
function declined(state, { challenge, reason }) {
  const mine = state.offers.find((offer) => offer.id === challenge);
  const next = {
    ...(mine?.kind === "daily" ? dailyDropped(state) : state),
    offers: state.offers.filter((offer) => offer.id !== challenge),
    challenges: state.challenges.filter((other) => other.challenge !== challenge),
  };
  if (mine) return notify(next, "info", "notice.declined");
  // What was declined in another window is only taken away here.
  return ["withdrawn", "left"].includes(reason) ? notify(next, "info", "notice.withdrawn") : next;
}

/** @param {State} state @param {string} id @param {Partial<Table>} change @returns {State} */
function changeTable(state, id, change) {
  const table = state.tables[id];
  return table ? { ...state, tables: { ...state.tables, [id]: { ...table, ...change } } } : state;
}

/** @template A, B @param {Record<string, A>} record @param {(value: A) => B} change @returns {Record<string, B>} */
function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
