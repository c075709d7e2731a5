// The page's main loop: one state, one render, one connection. Every event (a message, a
// touch, a key) replaces the state; then the page is redrawn, and missing data are requested
// from the server.

import { Acts } from "./acts.js";
import { render } from "./browser/dom.js";
import { known } from "./shell/known.js";
import { keepChoices, mayReload, recall, remember } from "./browser/memory.js";
import { Fetching } from "./shell/fetching.js";
import { DARK, isDark, reflect, showOffer, sizes, turnPage } from "./shell/window.js";
import { Session } from "./session.js";
import { answered, keyOf, refreshed, staled } from "./state/answers.js";
import { DAILY, dailyAt, dailyTable, solvedOn } from "./state/daily.js";
import { dailyTried, homeLeft } from "./state/days.js";
import { levelAfter } from "./state/levels.js";
import { notify } from "./state/notices.js";
import { routeOf } from "./state/route.js";
import { initial, replugged, unplugged } from "./state/state.js";
import { ticked } from "./state/ticks.js";
import { speak } from "./texts/text.js";
import { boardOf, fetchVariant } from "./variants/index.js";
import { frame, heading } from "./views/frame.js";
import { HOME_TEXTS, fetchPage, pages } from "./views/pages.js";

/** @typedef {import("./state/types.js").State} State */
/** @typedef {import("./state/types.js").Parts} Parts */
/** @typedef {import("./shell/query.js").Query} Query */
/** @typedef {import("./views/pages.js").PageName} PageName */
/** @typedef {Acts} Act */

/** The delay before the page is cached for offline use, so that this does not compete with loading. */
const KEEP_MS = 10_000;
/** Times are redrawn every second, and in tenths when they run low. */
const TICK_MS = 100;

let state = initial(known());

let scheduled = false;

const session = new Session({
  get state() {
    return state;
  },
  update,
  returned: () => fetching.returned(),
});
const { connection } = session;

const act = new Acts({
  get state() {
    return state;
  },
  update,
  ask: (message, then, otherwise) => session.ask(message, then, otherwise),
  connection,
  becoming: (on) => {
    session.becoming = on;
  },
});

const fetching = new Fetching({
  isOnline: () => state.link.status === "online",
  update: () => update(state),
  failed: () => update(notify(state, "error", "notice.notFetched")),
  reload,
});
/** Queries in flight. @type {Set<string>} */
const queried = new Set();

begin();

/** Draws the page when it is there, and from then on hears what happens. */
async function begin() {
  const isHome = state.route.page === "home";
  // What home needs is fetched before its modules could ask: on a slow network each wait counts.
  if (isHome) fetchVariant(dailyAt(state.now).game.variant).catch(() => {});
  const texts = speak(state.language, isHome ? HOME_TEXTS : []);
  // If the page fails, it is tried again like any other part.
  await Promise.all([texts, fetchPage(state.route.page).catch(() => {})]);
  state = prepared(state);
  draw();
  connection.open();
  hear();
}

function hear() {
  window.addEventListener("popstate", () => {
    const route = routeOf(location.pathname, location.search);
    // Which move of a game is looked at follows from the address.
    const study = route.page === "table" ? null : state.study;
    update({ ...state, route, study, asking: null });
  });
  window.addEventListener("online", () => {
    connection.open();
    check();
  });
  window.addEventListener("offline", () => {
    update(unplugged(state));
    check();
  });
  document.addEventListener("visibilitychange", () => {
    update({ ...state, hidden: document.hidden });
    if (!document.hidden) connection.open();
  });
  window.addEventListener("resize", () => update({ ...state, ...sizes() }));
  DARK.addEventListener("change", () => update({ ...state, dark: isDark() }));
  setInterval(tick, TICK_MS);
  // A click or key is handled in the current state, not in the one drawn a frame ago: otherwise
  // the second of two quick clicks would miss the first. A field already has its new value when
  // its event arrives, so it must not be redrawn first.
  for (const touch of ["click", "keydown"])
    window.addEventListener(touch, ({ target }) => isField(target) || drawIfDue(), { capture: true });
  setTimeout(keep, KEEP_MS);
  // A visitor who interacts is soon at a table, so its parts are fetched now; a mere reader
  // fetches nothing.
  for (const sign of ["pointerdown", "keydown"])
    window.addEventListener(sign, () => fetchPage("table").catch(() => {}), { once: true });
}

/** Whoever says that there is no network, or that it is back: what counts is whether the server answers. */
function check() {
  connection.check().then(
    () => update(replugged(state)),
    () => {},
  );
}

/** Caches the page, the lessons and the analysis for offline use. */
async function keep() {
  const { keepForOffline } = await import("./browser/offline.js");
  const lessons = async () => {
    const [{ TAUGHT }] = await Promise.all([
      import("./study/learn.js"),
      fetchPage("learn"),
      fetchPage("analysis"),
      import("./study/offline.js"),
    ]);
    await Promise.all(TAUGHT.map(fetchVariant));
  };
  await keepForOffline(lessons).catch(() => {});
}

/** @param {State} next */
function update(next) {
  const before = state;
  next = followed(before, next);
  const moved = before.route.page !== next.route.page || before.route.id !== next.route.id;
  state = prepared(moved ? refreshed(next) : next);
  for (const what of /** @type {const} */ (["learnt", "introduced"]))
    if (state[what] !== before[what]) remember(what, state[what].join());
  // A rush also ends by time alone.
  if (state.solved !== before.solved) remember("solved", JSON.stringify(state.solved));
  if (JSON.stringify(before.route) !== JSON.stringify(state.route)) turnPage(before.route, state.route);
  if (state.sound && isAudible(state)) listen(before, state);
  pursue();
  if (!scheduled) requestAnimationFrame(drawIfDue);
  scheduled = true;
  if (state.offers.length > before.offers.length) requestAnimationFrame(showOffer);
}

function drawIfDue() {
  if (!scheduled) return;
  scheduled = false;
  draw();
}

/**
 * Consequences of a change: a daily position or puzzle solved, or a tournament that led to a
 * table.
 * @param {State} before
 * @param {State} next
 * @returns {State}
 */
function followed(before, next) {
  next = dailyTried(before, next);
  const { daily, route } = next;
  const table = dailyTable(next);
  // Now one more has tried it.
  if (table?.state.over && !dailyTable(before)?.state.over) next = staled(next, DAILY.path);
  const won = table?.state.over && table.seat !== null && table.state.over.winners.includes(table.seat);
  if (won && !(String(daily.day) in daily.streak.solved) && daily.day === dailyAt(next.now).number) {
    const streak = solvedOn(daily.streak, daily.day, daily.tries);
    remember("daily", JSON.stringify(streak));
    next = { ...next, daily: { ...daily, streak } };
  }
  if (daily.tries !== before.daily.tries)
    remember("tries", JSON.stringify({ day: daily.day, tries: daily.tries }));
  next = homeLeft(next);
  const level = levelAfter(before, next);
  if (level !== next.level) {
    remember("level", String(level));
    next = { ...next, level };
  }
  const from = before.route.page === "tournament" && route.page === "table" && route.id !== before.route.id;
  return from ? { ...next, cameFrom: { ...next.cameFrom, [route.id]: before.route.id } } : next;
}

/** Whether anything here makes a sound: our game, a challenge or a puzzle. @param {State} state */
function isAudible({ challenges, puzzles, tables }) {
  const plays = Object.values(tables).some(({ seat }) => seat !== null);
  return plays || challenges.length > 0 || Boolean(puzzles?.run ?? puzzles?.judged);
}

/** Plays the sound of a change. @param {State} before @param {State} after */
async function listen(before, after) {
  const { heard, play } = await import("./shell/sound.js");
  const sound = heard(before, after);
  if (sound) play(sound);
}

function draw() {
  const container = /** @type {Element} */ (document.getElementById("page"));
  const inPlay =
    document.activeElement?.closest(".play") !== null && document.activeElement !== document.body;
  render(container, frame(state, act, page()));
  // When a move removes the focused piece or button, the board takes the focus, so that the
  // next key still works. A new game stays at its top.
  if (inPlay && document.activeElement === document.body)
    document.getElementById("board")?.focus({ preventScroll: true });
  reflect(state, heading(state));
}

function page() {
  const { route } = state;
  return pages[route.page]?.view?.(state, act, route.id, /** @type {Parts} */ (pages));
}

/** Consequences of the address and the answers, on this page. @param {State} state @returns {State} */
function prepared(state) {
  return pages[state.route.page]?.prepare?.(state, state.route.id) ?? state;
}

/** The parts of the page that the state shows. @returns {PageName[]} */
function pagesShown() {
  const { page, id } = state.route;
  if (page === "home" && state.registered) return [page, "followed"];
  if (page !== "table") return [page];
  const table = state.tables[id];
  /** @type {PageName[]} */
  const shown = [page];
  if (table?.state.over) shown.push("review");
  if (table && (table.drawn || table.bid || table.handicap)) shown.push("fairness");
  return shown;
}

/** Requests what the state lacks, each item once: data from the server, and files of the page. */
function pursue() {
  // For those who look at a tournament, or have entered one in this browser.
  if (state.route.page === "tournament" || recall("signed.tournaments", ""))
    fetching.obtain("signing", session.signs, () => session.fetchSigning());
  for (const name of pagesShown()) {
    fetching.obtain(name, pages[name], () => fetchPage(name));
    for (const query of pages[name]?.needs?.(state, state.route.id) ?? []) inquire(query);
  }
  const shown = [
    state.study?.game?.variant,
    state.route.page === "new" && state.form.variant,
    state.route.page === "home" && dailyAt(state.now).game.variant,
    ...(pages[state.route.page]?.variants?.(state) ?? []),
  ];
  const variants = Object.values(state.tables).map(({ game }) => game.variant);
  for (const one of [...shown.filter((variant) => typeof variant === "string"), ...variants])
    fetching.obtain(`variant ${one}`, boardOf(one), () => fetchVariant(one));
  session.pursue();
}

/** Loads the page anew, unless that would cost an offer of mine, or has just been of no use. */
function reload() {
  if (state.offers.length > 0 || !mayReload(Date.now())) return false;
  keepChoices(state.form);
  location.reload();
  return true;
}

/** @param {Query} query */
async function answerTo(query) {
  return (await import("./shell/query.js")).answerTo(query);
}

/** Makes an HTTP query, once. @param {Query} query */
async function inquire(query) {
  const key = keyOf(query);
  if ((key in state.answers && !state.answers[key].stale) || queried.has(key)) return;
  queried.add(key);
  const answer = await answerTo(query);
  queried.delete(key);
  // Events that arrived over the connection in the meantime are newer than this answer.
  const told = state.answers[key];
  update(told && !told.stale ? state : answered(state, key, answer));
}

/** @param {EventTarget | null} target */
function isField(target) {
  return target instanceof Element && target.matches("input, select, textarea");
}

/** Updates countdowns and removes old notices. */
function tick() {
  const next = ticked(state, Date.now());
  if (next.seen) update(next.state);
  else state = next.state;
  next.due.forEach(inquire);
}
