// The page comes alive: one state, one render, one connection. Everything that
// happens (a message, a touch, a key) replaces the state; after it the page is
// drawn and what is still wanted of the server is asked for.

import { boardOf, fetchBoard } from "./boards/index.js";
import { Connection, Refused } from "./connection.js";
import { h, render } from "./dom.js";
import { moveFocus } from "./focus.js";
import { dropSeat, keepSeat, recall, remember, seats } from "./memory.js";
import * as change from "./state.js";
import { bestLanguage, speak, t } from "./text.js";
import { setupOf } from "./variants.js";
import { frame } from "./views/frame.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./wire.js").Message} Message */
/** @typedef {import("./wire.js").Move} Move */
/** @typedef {typeof act} Act */

const CLIENT = "nim-web 0.1.0";
/** How long a notice stays. */
const NOTICE_MS = 10_000;
const PHONE = window.matchMedia("(max-width: 600px)");

const languages = [recall("language", ""), ...navigator.languages];
let state = change.initial({
  language: bestLanguage(languages),
  name: recall("name", "") || `Guest ${Math.floor(1000 + Math.random() * 9000)}`,
  route: routeOf(location.pathname),
  narrow: PHONE.matches,
  now: Date.now(),
  seats: Object.fromEntries(seats()),
});

/** Wishes on their way to the server, by key: each is said once. @type {Set<string>} */
let asked = new Set();
let scheduled = false;
/** When each notice was first there. @type {Map<number, number>} */
const seen = new Map();

const connection = new Connection(Connection.here(), {
  opened: hello,
  received: (message) => {
    if (message.t === "seated") keepSeat(message.state.table, message.seat, message.token);
    update(change.received({ ...state, now: Date.now() }, message));
  },
  lost: (again, code) => {
    asked = new Set();
    update(change.cutOff(state, again, code));
  },
});

/** What a view may do. */
const act = {
  /** @param {MouseEvent} event */
  follow(event) {
    const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(new URL(link.href).pathname);
  },
  /** @param {Event} event */
  rename(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const name = input.value.trim();
    if (!name) return update({ ...state });
    remember("name", name);
    // A name is said once, in hello; so say it anew.
    update({ ...state, name });
    connection.restart();
  },
  /** @param {Event} event */
  async speak(event) {
    const language = /** @type {HTMLSelectElement} */ (event.target).value;
    await speak(language);
    remember("language", language);
    update({ ...state, language });
  },
  reconnect: () => connection.open(),
  /** @param {number} id */
  dismiss: (id) => update({ ...state, notices: state.notices.filter((notice) => notice.id !== id) }),
  /** @param {Partial<import("./state.js").Form>} form */
  form: (form) => update({ ...state, form: { ...state.form, ...form } }),
  /** @param {string} variant */
  pickVariant: (variant) => act.form(change.pickVariant(variant)),
  /** @param {string} name @param {string} value */
  value: (name, value) => act.form({ values: { ...state.form.values, [name]: value } }),
  /** @param {Event} event */
  start(event) {
    event.preventDefault();
    const { form } = state;
    const game = setupOf(form.variant, form.values, form.ending);
    if (form.opponent === "bot" && !(Number(form.values.players) > 2)) return challengeBot(game);
    const kind = form.opponent === "link" ? "link" : "open";
    const seek = { t: "seek", game, seat: form.seat, private: kind === "link" };
    ask(seek, ({ seek: id }) => ({ ...state, offers: [...state.offers, { id, kind, game }] }));
  },
  /** @param {string} seek */
  accept(seek) {
    ask({ t: "accept", seek }, () => state, (why) =>
      state.route.page === "seek" ? change.tableMissing(state, seek, why.code) : failed(why));
  },
  /** @param {string} id */
  cancel(id) {
    const done = () => ({ ...state, offers: state.offers.filter((offer) => offer.id !== id) });
    ask({ t: "cancel", offer: id }, done, done);
  },
  /** @param {string} challenge @param {boolean} accept */
  reply(challenge, accept) {
    const done = () => ({ ...state, challenges: state.challenges.filter((other) => other.challenge !== challenge) });
    ask({ t: "reply", challenge, accept }, done, (why) => change.notify(done(), "error", `error.${why.code}`));
  },
  /** @param {string} link */
  async share(link) {
    if (navigator.share) return navigator.share({ title: t("frame.title"), url: link }).catch(() => {});
    const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    update(change.notify(state, copied ? "info" : "error", copied ? "notice.copied" : "notice.notCopied"));
  },
  /** @param {string} id @param {string} slot @param {number} value */
  touch: (id, slot, value) => {
    const next = change.touched(state, id, slot, value);
    const refused = change.marksAt(next, id) === change.marksAt(state, id);
    update(refused ? change.notify(state, "info", "notice.noSuchMove") : next);
  },
  /** @param {string} id @param {string} slot @param {number} value */
  put: (id, slot, value) => update(change.entered(state, id, slot, value)),
  /** @param {string} id @param {import("./selection.js").Marks} marks */
  select: (id, marks) => update(change.selected(state, id, marks)),
  /** @param {string | null} hover */
  hover: (hover) => update({ ...state, selection: { ...state.selection, hover } }),
  /** @param {string} focus */
  focus: (focus) => {
    if (state.selection.focus !== focus) update({ ...state, selection: { ...state.selection, focus } });
  },
  /** @param {KeyboardEvent} event @param {string} id */
  key(event, id) {
    const piece = /** @type {Element} */ (event.target).closest("[data-piece]");
    if (event.key === "Escape") act.select(id, {});
    else if (event.key === " " || event.key === "Enter") pressed(event, id, piece);
    else if (moveFocus(/** @type {Element} */ (event.currentTarget), piece, event.key)) event.preventDefault();
  },
  /** @param {string} id @param {Move} move */
  play: (id, move) => update(change.played(state, id, move)),
  /** @param {string | null} what */
  ask: (what) => update({ ...state, asking: what ? { what } : null }),
  /** @param {string} id @param {string} what "resign" or "abort" */
  leave(id, what) {
    act.ask(null);
    ask({ t: what, table: id }, () => state);
  },
  /** The same game with the seats swapped. @param {string} id */
  again(id) {
    const { players, seat, game } = state.tables[id];
    const opponent = players[1 - (seat ?? 0)];
    // People are asked at the table; a house bot, which may have a new id since, like any new opponent.
    if (!opponent?.house) return ask({ t: "rematch", table: id, want: true }, () => state);
    challenge(sameBot(opponent)?.id ?? opponent.id, game, seat === 0 ? "second" : "first");
  },
  /** To ask for a move back, or to answer who asks. @param {string} id @param {number} ply @param {boolean} want */
  takeBack: (id, ply, want) => ask({ t: "takeback", table: id, ply, want }, () => state),
};

/** Each page is fetched when it is first gone to. */
const PAGES = {
  home: async () => (await import("./views/home.js")).home,
  table: async () => (await import("./views/table.js")).table,
  seek: async () => (await import("./views/invitation.js")).invitation,
  none: async () => nowhere,
};
/** @type {Partial<Record<State["route"]["page"], (state: State, act: Act, id: string) => import("./dom.js").Children>>} */
const pages = {};

await Promise.all([speak(state.language), fetchPage(state.route.page)]);
draw();
connection.open();

window.addEventListener("popstate", () => update({ ...state, route: routeOf(location.pathname), asking: null }));
window.addEventListener("online", () => connection.open());
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && connection.open());
PHONE.addEventListener("change", () => update({ ...state, narrow: PHONE.matches }));
setInterval(tick, 1000);
// From home the way leads to a table.
if (state.route.page !== "table") await fetchPage("table");

/** @param {State} next */
function update(next) {
  const page = JSON.stringify(state.route);
  state = next;
  if (JSON.stringify(next.route) !== page) turnPage();
  pursue();
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(() => {
    scheduled = false;
    draw();
  });
}

function draw() {
  const container = /** @type {Element} */ (document.getElementById("page"));
  const inPlay = document.activeElement?.closest(".stage") !== null && document.activeElement !== document.body;
  render(container, frame(state, act, page()));
  // When the piece or button under the keyboard has gone with a move, the board
  // takes over, so that the next key still means something.
  if (inPlay && document.activeElement === document.body) document.getElementById("board")?.focus();
  const { title, turn } = heading();
  document.title = title;
  document.documentElement.lang = state.language;
  const icon = turn ? "/favicon-turn.svg" : "/favicon.svg";
  const link = document.getElementById("icon");
  if (link?.getAttribute("href") !== icon) link?.setAttribute("href", icon);
}

function page() {
  const { route } = state;
  return pages[route.page]?.(state, act, "id" in route ? route.id : "");
}

/** @param {State["route"]["page"]} name */
async function fetchPage(name) {
  pages[name] ??= await PAGES[name]();
}

/** @returns {import("./dom.js").Tag} */
function nowhere() {
  return h("section", { class: "card" }, h("h1", {}, t("page.none")), h("p", {}, h("a", { class: "button", href: "/", on: { click: act.follow } }, t("table.home"))));
}

/** The title tells when somebody waits for me. */
function heading() {
  const turn = Object.values(state.tables).some(change.isMyTurn) || state.challenges.length > 0;
  return { turn, title: turn ? `● ${t("turn.mine")} · ${t("frame.title")}` : t("frame.title") };
}

/** Asks for what the state lacks, each thing once: of the server, and files of the page. */
function pursue() {
  if (!pages[state.route.page]) fetchPage(state.route.page).then(() => update(state));
  for (const { game } of Object.values(state.tables)) {
    if (!boardOf(game.variant)) fetchBoard(game.variant).then(() => update(state));
  }
  const wished = change.wishes(state);
  const keys = new Set(wished.map(({ key }) => key));
  asked = new Set([...asked].filter((key) => keys.has(key)));
  for (const { key, message } of wished) {
    if (asked.has(key)) continue;
    asked.add(key);
    ask(message, (answer) => fulfilled(message, answer), (why) => denied(message, why));
  }
}

/** @param {Message} message @param {Message} answer @returns {State} */
function fulfilled(message, answer) {
  switch (message.t) {
    case "lobby":
      return { ...state, lobbyOn: message.on };
    case "attach":
      return change.tableOpened(state, message.table, answer, state.seats[message.table]?.seat ?? null);
    case "watch":
      return change.tableOpened(state, message.table, answer, null);
    case "unwatch":
      return change.unwatched(state, message.table);
    case "moves":
      return change.movesListed(state, answer);
    default:
      return state;
  }
}

/** @param {Message} message @param {Refused} why @returns {State} */
function denied(message, why) {
  if (why.code === "lost") return state;
  switch (message.t) {
    case "attach":
      return withoutSeat(message.table);
    case "watch":
      return change.tableMissing(state, message.table, why.code);
    case "unwatch":
      return change.unwatched(state, message.table);
    case "moves":
      return change.movesUnknown(state, message.table, state.tables[message.table]?.state.ply ?? 0);
    case "move":
      return change.notify(change.unplayed(state, message.table), "error", `error.${why.code}`, { detail: why.message });
    default:
      return failed(why);
  }
}

/** The seat is not, or no longer, mine; the table may still be looked at. @param {string} id @returns {State} */
function withoutSeat(id) {
  dropSeat(id);
  const { [id]: _, ...rest } = state.seats;
  const { [id]: __, ...tables } = state.tables;
  return { ...state, seats: rest, tables };
}

/** @param {Message} message @param {(answer: Message) => State} then @param {(why: Refused) => State} [otherwise] */
async function ask(message, then, otherwise = failed) {
  try {
    const answer = await connection.request(message);
    update(then(answer));
  } catch (why) {
    if (!(why instanceof Refused)) throw why;
    update(otherwise(why));
  }
}

/** @param {Refused} why @returns {State} */
function failed(why) {
  return change.notify(state, "error", `error.${why.code}`, { detail: why.code === "bad_game" ? why.message : "" });
}

function hello() {
  ask({ t: "hello", name: state.name, kind: "person", client: CLIENT }, (welcome) => {
    connection.settled();
    return change.welcomed(state, welcome);
  });
}

/** @param {import("./wire.js").Setup} game */
function challengeBot(game) {
  const bots = (state.lobby?.players ?? []).filter(({ kind }) => kind === "bot");
  const bot = bots.find(({ id }) => id === state.form.bot) ?? bots.find(({ house }) => house) ?? bots[0];
  if (!bot) return update(change.notify(state, "error", "home.noBot"));
  challenge(bot.id, game, state.form.seat);
}

/** A house bot has a new id when it was started anew. @param {import("./wire.js").Player} bot */
function sameBot({ id, name }) {
  const bots = (state.lobby?.players ?? []).filter(({ house }) => house);
  return bots.find((other) => other.id === id) ?? bots.find((other) => other.name === name);
}

/** @param {string} player @param {import("./wire.js").Setup} game @param {import("./wire.js").SeatChoice} seat */
function challenge(player, game, seat) {
  ask({ t: "challenge", player, game, seat }, ({ challenge: id }) => {
    return { ...state, offers: [...state.offers, { id, kind: /** @type {const} */ ("challenge"), game }] };
  });
}

/** @param {KeyboardEvent} event @param {string} id @param {Element | null} piece */
function pressed(event, id, piece) {
  event.preventDefault();
  const going = piece?.getAttribute("aria-pressed") === "true";
  // Enter on what is selected plays it; otherwise both keys touch.
  if (event.key === "Enter" && (going || !piece)) document.getElementById("play")?.click();
  else piece?.dispatchEvent(new MouseEvent("click"));
}

/** @param {string} path */
function go(path) {
  update({ ...state, route: routeOf(path), asking: null });
}

/** The address follows the state, and the reader begins at the top. */
function turnPage() {
  const { route } = state;
  const path = route.page === "home" ? "/" : route.page === "none" ? location.pathname : `/${route.page}/${route.id}`;
  if (path !== location.pathname) {
    // An invitation that was taken is behind us: back must not lead to it.
    const taken = location.pathname.startsWith("/seek/");
    history[taken ? "replaceState" : "pushState"](null, "", path);
  }
  window.scrollTo(0, 0);
  requestAnimationFrame(() => document.getElementById("main")?.focus({ preventScroll: true }));
}

/** @param {string} path @returns {State["route"]} */
function routeOf(path) {
  const [, page, id] = path.match(/^\/(table|seek)\/([0-9a-f-]{36})$/) ?? [];
  if (page === "table" || page === "seek") return { page, id };
  return { page: path === "/" ? "home" : "none" };
}

/** Countdowns run, notices go. */
function tick() {
  const now = Date.now();
  const counting = state.link.status === "waiting" || Object.values(state.tables).some(change.isTimed);
  const old = state.notices.filter(({ id }) => (seen.has(id) ? now - (seen.get(id) ?? now) > NOTICE_MS : (seen.set(id, now), false)));
  if (old.length > 0) update({ ...state, now, notices: state.notices.filter((notice) => !old.includes(notice)) });
  else if (counting) update({ ...state, now });
  else state = { ...state, now };
}
