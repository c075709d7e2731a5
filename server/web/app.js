// The page comes alive: one state, one render, one connection. Everything that
// happens (a message, a touch, a key) replaces the state; after it the page is
// drawn and what is still wanted of the server is asked for.

import { boardOf, fetchVariant } from "./variants/index.js";
import { WIDE } from "./boards/room.js";
import { Connection, Refused } from "./net/connection.js";
import { Pacing, heldFor } from "./net/pacing.js";
import { render } from "./browser/dom.js";
import {
  dropSeat,
  guestName,
  keepChoices,
  keepSeat,
  keptChoices,
  recall,
  recalled,
  remember,
  seats,
  stableName,
} from "./browser/memory.js";
import { addressOf, routeOf } from "./state/route.js";
import { isLow, isTimed } from "./state/clock.js";
import * as change from "./state/state.js";
import { refusalOf } from "./net/refusal.js";
import { bestLanguage, speak, t } from "./texts/text.js";
import { dailyAt, solvedOn, streakOf } from "./state/daily.js";
import { frame, heading } from "./views/frame.js";
import { fetchPage, pages } from "./views/pages.js";

/** @typedef {import("./state/types.js").State} State */
/** @typedef {import("./state/types.js").Parts} Parts */
/** @typedef {import("./net/wire.js").Message} Message */
/** @typedef {import("./net/wire.js").Move} Move */
/** @typedef {import("./net/query.js").Query} Query */
/** @typedef {import("./views/pages.js").PageName} PageName */
/** @typedef {typeof act} Act */

const CLIENT = "nim-web 0.1.0";
/** How long a notice stays. */
const NOTICE_MS = 10_000;
/** Times are drawn each second, and in tenths where they run low. */
const TICK_MS = 100;
const DARK = window.matchMedia("(prefers-color-scheme: dark)");

const languages = [recall("language", ""), ...navigator.languages];
let state = change.initial({
  language: bestLanguage(languages),
  name: stableName(),
  route: routeOf(location.pathname, location.search),
  ...sizes(),
  dark: isDark(),
  hidden: document.hidden,
  confirm: recall("confirm", "") === "on",
  now: Date.now(),
  sound: recall("sound", "on") === "on",
  still: recall("still", window.matchMedia("(prefers-reduced-motion: reduce)").matches ? "on" : "") === "on",
  seats: Object.fromEntries(seats()),
  founded: recalled("founded"),
  // Behind the #, so that no log of a proxy has it.
  account: { reset: /^#reset=([0-9a-f]{64})$/.exec(location.hash)?.[1] ?? "", token: "", done: "" },
});
state.daily.streak = streakOf(recalled("daily"));
Object.assign(
  state.form,
  { variant: recall("variant", state.form.variant), bot: recall("bot", "") },
  keptChoices(),
);

/** Wishes on their way to the server, by key: each is said once. @type {Set<string>} */
let asked = new Set();
let scheduled = false;
/** Registering, signing in or out is on its way. */
let becoming = false;
/** When each notice was first there. @type {Map<number, number>} */
const seen = new Map();

const pacing = new Pacing(heard);
const connection = new Connection(Connection.here(), {
  opened: hello,
  received: (message) => {
    pacing.hear(message, heldFor(state, message, Date.now()));
  },
  lost: (again, code) => {
    // Whoever registers is closed as the guest they were; the page begins anew in a moment.
    if (becoming) return;
    asked = new Set();
    pacing.release();
    update(change.cutOff(state, again, code));
  },
});

/** @param {Message} message */
function heard(message) {
  if (message.t === "seated") keepSeat(message.state.table, message.seat, message.token);
  const next = change.received({ ...state, now: Date.now() }, message);
  const seat = message.t === "chosen" && next.seats[message.table];
  if (seat && seat.token) keepSeat(message.table, seat.seat, seat.token);
  update(next);
}

/** What a view may do. */
const act = {
  /** @param {MouseEvent} event */
  follow(event) {
    const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { pathname, search } = new URL(link.href);
    go(pathname, search);
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
  /** @param {boolean} sound */
  sound(sound) {
    remember("sound", sound ? "on" : "");
    update({ ...state, sound });
    // So that one hears what one has chosen, and the browser that one has.
    if (sound) import("./browser/sound.js").then(({ play }) => play("turn"));
  },
  /** @param {boolean} confirm */
  confirm(confirm) {
    remember("confirm", confirm ? "on" : "");
    update({ ...state, confirm });
  },
  /** @param {"light" | "dark"} theme */
  theme(theme) {
    // The system's own choice need not be remembered: it may change again.
    remember("theme", (theme === "dark") === DARK.matches ? "" : theme);
    update({ ...state, dark: isDark() });
  },
  /** @param {boolean} still */
  still(still) {
    remember("still", still ? "on" : "off");
    update({ ...state, still });
  },
  /** What is said to the server, and what follows. @param {Message} message @param {(now: State, answer: Message) => State} [then] @param {(now: State, why: Refused) => State} [otherwise]  Instead of only saying why it was refused. */
  tell: (message, then, otherwise) =>
    ask(
      message,
      (answer) => (then ? then(state, answer) : fulfilled(message, answer)),
      otherwise ? (why) => otherwise(state, why) : failed,
    ),
  /** What is asked over HTTP once, and what follows from the answer. @param {Query} query @param {(state: State, answer: import("./state/types.js").Answer) => State} then */
  async post(query, then) {
    const answer = await answerTo(query);
    const next = then({ ...state, refused: answer.ok ? null : answer }, answer);
    if (next.founded !== state.founded) remember("founded", JSON.stringify(next.founded));
    update(next);
  },
  /** To register, to sign in or out: then I am somebody else, and everything begins anew. @param {string} path @param {object | undefined} body @param {string} then  Where it begins. @param {string} [method] */
  async become(path, body, then, method) {
    becoming = true;
    const answer = await answerTo({ path, body, method });
    if (answer.ok) {
      keepChoices(state.form);
      return location.assign(then);
    }
    becoming = false;
    update({ ...state, refused: answer });
    connection.open();
  },
  reconnect: () => connection.open(),
  /** @param {number} id */
  dismiss: (id) => update({ ...state, notices: state.notices.filter((notice) => notice.id !== id) }),
  /** @param {Partial<import("./state/types.js").Form>} form */
  form: (form) => update({ ...state, form: { ...state.form, ...form } }),
  /** @param {string} seek */
  accept(seek) {
    take(seek);
    ask(
      { t: "accept", seek },
      () => state,
      (why) => (state.route.page === "seek" ? change.tableMissing(state, seek, why.code) : failed(why)),
    );
  },
  /** @param {string} challenge @param {boolean} accept */
  reply(challenge, accept) {
    if (accept) take(challenge);
    const done = () => ({
      ...state,
      challenges: state.challenges.filter((other) => other.challenge !== challenge),
    });
    ask({ t: "reply", challenge, accept }, done, (why) => change.notify(done(), "error", ...refusalOf(why)));
  },
  /** @param {string} link @param {string} [text] */
  async share(link, text) {
    if (navigator.share) return navigator.share({ title: t("frame.title"), text, url: link }).catch(() => {});
    return act.copy(text ? `${text}\n${link}` : link);
  },
  /** @param {string} text */
  async copy(text) {
    const copied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    update(change.notify(state, copied ? "info" : "error", copied ? "notice.copied" : "notice.notCopied"));
  },
  /** Whatever a page that is fetched later does to the state. @param {(state: State) => State} how */
  change: (how) => {
    const next = how(state);
    if (next !== state) update(next);
  },
  /** @param {string} id @param {Move} move */
  play: (id, move) => update(change.played(state, id, move)),
  /** Asks whether that is meant, or no longer; the keyboard goes on there, and first to what does no harm. @param {string | null} what */
  ask(what) {
    update({ ...state, asking: what ? { what } : null });
    requestAnimationFrame(() => document.getElementById(what ? "stay" : "leave")?.focus());
  },
  /** @param {string} id @param {string} what "resign" or "abort" */
  leave(id, what) {
    act.ask(null);
    ask({ t: what, table: id }, () => state);
  },
  /** Who begins, when it is mine to choose. @param {string} id @param {boolean} begin */
  choose: (id, begin) => ask({ t: "choose", table: id, begin }, () => state),
  /** To ask for a move back, or to answer who asks. @param {string} id @param {number} ply @param {boolean} want */
  takeBack: (id, ply, want) => ask({ t: "takeback", table: id, ply, want }, () => state),
};

/** Parts on their way, and those that did not come: they are fetched again once the server is there. @type {Set<string>} */
const fetching = new Set();
/** Queries on their way. @type {Set<string>} */
const queried = new Set();

await Promise.all([speak(state.language), fetchPage(state.route.page)]);
state = prepared(state);
draw();
connection.open();

window.addEventListener("popstate", () =>
  update({ ...state, route: routeOf(location.pathname, location.search), asking: null }),
);
window.addEventListener("online", () => connection.open());
document.addEventListener("visibilitychange", () => {
  update({ ...state, hidden: document.hidden });
  if (!document.hidden) connection.open();
});
window.addEventListener("resize", () => update({ ...state, ...sizes() }));
DARK.addEventListener("change", () => update({ ...state, dark: isDark() }));
setInterval(tick, TICK_MS);
// A touch is answered by what the state is, not by what was drawn a frame ago: the second
// of two quick ones would otherwise not know of the first. A field already has its new
// value when it is heard of: that must not be drawn over.
for (const touch of ["click", "keydown"])
  window.addEventListener(touch, ({ target }) => isField(target) || drawIfDue(), { capture: true });
// Whoever touches the page is soon at a table; who only looks fetches nothing for it.
for (const sign of ["pointerdown", "keydown"])
  window.addEventListener(sign, () => fetchPage("table").catch(() => {}), { once: true });

/** @param {State} next */
function update(next) {
  const before = state;
  next = followed(before, next);
  const moved = before.route.page !== next.route.page || before.route.id !== next.route.id;
  state = prepared(moved ? change.refreshed(next) : next);
  if (JSON.stringify(before.route) !== JSON.stringify(state.route)) turnPage(before.route);
  if (state.sound) listen(before, state);
  pursue();
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(drawIfDue);
}

function drawIfDue() {
  if (!scheduled) return;
  scheduled = false;
  draw();
}

/** Notes what was taken in this window: the game of it is shown here. @param {string} offer */
function take(offer) {
  state = { ...state, taken: [...state.taken.slice(-19), offer] };
}

/** What follows from what happened: a day that is solved, the tournament that a table was reached from. @param {State} before @param {State} next @returns {State} */
function followed(before, next) {
  const { daily, route } = next;
  const table = daily.table ? next.tables[daily.table] : undefined;
  const won = table?.state.over && table.seat !== null && table.state.over.winners.includes(table.seat);
  if (won && !(String(daily.day) in daily.streak.solved) && daily.day === dailyAt(next.now).number) {
    const streak = solvedOn(daily.streak, daily.day, daily.tries);
    remember("daily", JSON.stringify(streak));
    next = { ...next, daily: { ...daily, streak } };
  }
  const from = before.route.page === "tournament" && route.page === "table" && route.id !== before.route.id;
  return from ? { ...next, cameFrom: { ...next.cameFrom, [route.id]: before.route.id } } : next;
}

/** Lets be heard what has changed. @param {State} before @param {State} after */
async function listen(before, after) {
  const { heard, play } = await import("./browser/sound.js");
  const sound = heard(before, after);
  if (sound) play(sound);
}

function draw() {
  const container = /** @type {Element} */ (document.getElementById("page"));
  const inPlay =
    document.activeElement?.closest(".play") !== null && document.activeElement !== document.body;
  render(container, frame(state, act, page()));
  // When the piece or button under the keyboard has gone with a move, the board
  // takes over, so that the next key still means something.
  if (inPlay && document.activeElement === document.body) document.getElementById("board")?.focus();
  const { title, turn } = heading(state);
  if (document.title !== title) document.title = title;
  // To write it, even as it is, has the browser work out the style of everything anew.
  const { documentElement: root } = document;
  if (root.lang !== state.language) root.lang = state.language;
  root.classList.toggle("still", state.still);
  for (const [name, value] of [
    ["theme", state.dark ? "dark" : "light"],
    ["page", state.route.page],
  ]) {
    if (root.dataset[name] !== value) root.dataset[name] = value;
  }
  const icon = turn ? "/favicon-turn.svg" : "/favicon.svg";
  const link = document.getElementById("icon");
  if (link?.getAttribute("href") !== icon) link?.setAttribute("href", icon);
}

function page() {
  const { route } = state;
  return pages[route.page]?.view?.(state, act, route.id, /** @type {Parts} */ (pages));
}

/** What follows from the address and the answers, on this page. @param {State} state @returns {State} */
function prepared(state) {
  return pages[state.route.page]?.prepare?.(state, state.route.id) ?? state;
}

/** The parts of the page that the state shows. @returns {PageName[]} */
function pagesShown() {
  const { page, id } = state.route;
  return page === "table" && state.tables[id]?.state.over ? [page, "review"] : [page];
}

/** Asks for what the state lacks, each thing once: of the server, and files of the page. */
function pursue() {
  for (const name of pagesShown()) {
    obtain(name, pages[name], () => fetchPage(name));
    for (const query of pages[name]?.needs?.(state, state.route.id) ?? []) inquire(query);
  }
  const shown = [
    state.study?.game?.variant,
    state.route.page === "new" && state.form.variant,
    state.route.page === "home" && dailyAt(state.now).game.variant,
  ];
  const variants = Object.values(state.tables).map(({ game }) => game.variant);
  for (const one of [...shown.filter((variant) => typeof variant === "string"), ...variants])
    obtain(`variant ${one}`, boardOf(one), () => fetchVariant(one));
  const wished = change.wishes(state);
  const keys = new Set(wished.map(({ key }) => key));
  asked = new Set([...asked].filter((key) => keys.has(key)));
  for (const { key, message } of wished) {
    if (asked.has(key)) continue;
    asked.add(key);
    ask(
      message,
      (answer) => fulfilled(message, answer),
      (why) => denied(message, why),
    );
  }
}

/** Fetches a part of the page that is not there, once. @param {string} name @param {unknown} there @param {() => Promise<void>} fetch */
function obtain(name, there, fetch) {
  if (there || fetching.has(name)) return;
  fetching.add(name);
  fetch().then(
    () => update(state),
    () => update(change.notify(state, "error", "notice.notFetched")),
  );
}

/** @param {Query} query */
async function answerTo(query) {
  return (await import("./net/query.js")).answerTo(query);
}

/** Asks over HTTP, once. @param {Query} query */
async function inquire(query) {
  const key = change.keyOf(query);
  if ((key in state.answers && !state.answers[key].stale) || queried.has(key)) return;
  queried.add(key);
  const answer = await answerTo(query);
  queried.delete(key);
  // What was told over the connection meanwhile is newer than this answer.
  const told = state.answers[key];
  update(told && !told.stale ? state : change.answered(state, key, answer));
}

/** @param {Message} message @param {Message} answer @returns {State} */
function fulfilled(message, answer) {
  switch (message.t) {
    case "lobby":
      return { ...state, lists: (message.show ?? []).join() };
    case "ready":
      return { ...state, calls: change.uncalled(state, message.tournament) };
    case "follow":
      return { ...state, followed: message.on ? message.tournament : "" };
    case "attach":
      // Who begins may have been chosen while I was away.
      return change.tableOpened(
        state,
        message.table,
        answer,
        change.seatOf(answer.players, state.me) ?? state.seats[message.table]?.seat ?? null,
      );
    case "watch":
      return change.tableOpened(state, message.table, answer, state.seats[message.table]?.seat ?? null);
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
    case "follow":
      // There is no such tournament, or no longer: the page says so.
      return { ...state, followed: message.on ? message.tournament : "" };
    case "attach":
      return withoutSeat(message.table);
    case "watch":
      return change.tableMissing(state, message.table, why.code);
    case "unwatch":
      return change.unwatched(state, message.table);
    case "moves":
      return change.movesUnknown(state, message.table, state.tables[message.table]?.state.ply ?? 0);
    case "move":
      return change.notify(change.unplayed(state, message.table), "error", ...refusalOf(why));
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
  return change.notify(state, "error", ...refusalOf(why));
}

function hello() {
  ask(
    { t: "hello", name: state.name, kind: "person", client: CLIENT },
    (welcome) => {
      connection.settled();
      fetching.clear();
      return change.welcomed(state, welcome);
    },
    (why) => {
      // A name that has become somebody else's must keep nobody out.
      if (why.code !== "name_taken") return failed(why);
      state = { ...state, name: guestName() };
      remember("name", state.name);
      // The server hears one hello on each connection.
      connection.restart();
      return failed(why);
    },
  );
}

/** @param {EventTarget | null} target */
function isField(target) {
  return target instanceof Element && target.matches("input, select, textarea");
}

/** As large as the window is. */
function sizes() {
  const screen = { width: window.innerWidth, height: window.innerHeight };
  return { screen, narrow: screen.width < WIDE };
}

function isDark() {
  const theme = recall("theme", "");
  return theme ? theme === "dark" : DARK.matches;
}

/** @param {string} path @param {string} [search] */
function go(path, search = "") {
  update({ ...state, route: routeOf(path, search), asking: null });
}

/** The address follows the state, and the reader of another page begins at its top. @param {State["route"]} before */
function turnPage(before) {
  const { route } = state;
  const within = route.page === before.page && route.id === before.id;
  const address = addressOf(route);
  if (address && address !== location.pathname + location.search) {
    // An invitation that was taken is behind us: back must not lead to it.
    const taken = location.pathname.startsWith("/seek/");
    history[taken || within ? "replaceState" : "pushState"](null, "", address);
  }
  if (within) return;
  window.scrollTo(0, 0);
  requestAnimationFrame(() => document.getElementById("main")?.focus({ preventScroll: true }));
}

/** Countdowns run, notices go. */
function tick() {
  const now = Date.now();
  const hurried = Object.values(state.tables).some(
    (table) => table.state.to_move !== null && isLow(table, table.state.to_move, now),
  );
  if (!hurried && Math.floor(now / 1000) === Math.floor(state.now / 1000)) return;
  const counting =
    (state.said !== null && now - state.said.at < 8000) ||
    state.link.status === "waiting" ||
    Object.values(state.tables).some(isTimed);
  const old = state.notices.filter(({ id }) =>
    seen.has(id) ? now - (seen.get(id) ?? now) > NOTICE_MS : (seen.set(id, now), false),
  );
  if (old.length > 0)
    update({ ...state, now, notices: state.notices.filter((notice) => !old.includes(notice)) });
  else if (counting) update({ ...state, now });
  else state = { ...state, now };
}
