// A visitor's actions: each changes the state, sends a message to the server, or both.

import { keepChoices, remember } from "./browser/memory.js";
import { DARK, isDark } from "./shell/window.js";
import { refusalOf } from "./net/refusal.js";
import { staled } from "./state/answers.js";
import { notify } from "./state/notices.js";
import { fulfilled } from "./state/replies.js";
import { routeOf } from "./state/route.js";
import { played, premoved, withdrawn } from "./state/tables.js";
import { speak, t } from "./texts/text.js";

/** @typedef {import("./net/wire.js").Message} Message */
/** @typedef {import("./net/wire.js").Request} Request */
/** @typedef {import("./net/wire.js").Move} Move */
/** @typedef {import("./client/connection.js").Refused} Refused */
/** @typedef {import("./shell/query.js").Query} Query */
/** @typedef {import("./state/types.js").State} State */

/**
 * @typedef {object} Page  The operations that the actions use.
 * @property {State} state  The current state.
 * @property {(next: State) => void} update
 * @property {(message: Request, then: (answer: Message) => State, otherwise: (why: Refused) => State) => void} ask
 * @property {import("./client/connection.js").Connection} connection
 * @property {(on: boolean) => void} becoming  Registering, signing in or out is in progress.
 */

export class Acts {
  #page;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
  }

  /** @param {MouseEvent} event */
  follow = (event) => {
    const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { pathname, search } = new URL(link.href);
    this.#go(pathname, search);
  };
  /** @param {Event} event */
  rename = (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const name = input.value.trim();
    if (!name) return this.#page.update({ ...this.#page.state });
    remember("name", name);
    // A name is sent once, in hello, so reconnect to send another.
    this.#page.update({ ...this.#page.state, name });
    this.#page.connection.restart();
  };
  /** @param {Event} event */
  speak = async (event) => {
    const language = /** @type {HTMLSelectElement} */ (event.target).value;
    await speak(language);
    remember("language", language);
    this.#page.update({ ...this.#page.state, language });
  };
  /** @param {boolean} sound */
  sound = (sound) => {
    remember("sound", sound ? "on" : "");
    this.#page.update({ ...this.#page.state, sound });
    // A sample of the sound; playing it at a click also unlocks audio in the browser.
    if (sound) import("./shell/sound.js").then(({ play }) => play("turn"));
  };
  /** Shows the phrases of others, or does not. @param {boolean} muted */
  mute = (muted) => {
    remember("muted", muted ? "on" : "");
    this.#page.update({ ...this.#page.state, muted, said: null });
  };
  /** @param {boolean} confirm */
  confirm = (confirm) => {
    remember("confirm", confirm ? "on" : "");
    this.#page.update({ ...this.#page.state, confirm });
  };
  /** Whether reasons are shown in numbers, too. @param {boolean} numbers */
  numbers = (numbers) => {
    if (numbers === this.#page.state.numbers) return;
    remember("numbers", numbers ? "on" : "");
    this.#page.update({ ...this.#page.state, numbers });
  };
  /** @param {"light" | "dark"} theme */
  theme = (theme) => {
    // A choice equal to the system's is not stored, because the system's may change.
    remember("theme", (theme === "dark") === DARK.matches ? "" : theme);
    this.#page.update({ ...this.#page.state, dark: isDark() });
  };
  /** @param {boolean} still */
  still = (still) => {
    remember("still", still ? "on" : "off");
    this.#page.update({ ...this.#page.state, still });
  };
  /**
   * Sends a message to the server and applies its effect.
   * @param {Request} message
   * @param {(now: State, answer: Message) => State} [then]
   * @param {(now: State, why: Refused) => State} [otherwise]  Replaces the default notice about the refusal.
   */
  tell = (message, then, otherwise) =>
    this.#page.ask(
      message,
      (answer) => (then ? then(this.#page.state, answer) : fulfilled(this.#page.state, message, answer)),
      otherwise ? (why) => otherwise(this.#page.state, why) : this.#failed,
    );
  /**
   * Makes a single HTTP request and applies the effect of its answer.
   * @param {Query} query
   * @param {(state: State, answer: import("./state/types.js").Answer) => State} then
   */
  post = async (query, then) => {
    const answer = await answerTo(query);
    const next = then({ ...this.#page.state, refused: answer.ok ? null : answer }, answer);
    if (next.founded !== this.#page.state.founded) remember("founded", JSON.stringify(next.founded));
    this.#page.update(next);
  };
  /**
   * Registers, signs in or signs out: this changes the player, so the page restarts.
   * @param {string} path
   * @param {object | undefined} body
   * @param {string} then  The path to open afterwards.
   * @param {string} [method]
   */
  become = async (path, body, then, method) => {
    this.#page.becoming(true);
    const answer = await answerTo({ path, body, method });
    if (answer.ok) {
      keepChoices(this.#page.state.form);
      return location.assign(then);
    }
    this.#page.becoming(false);
    this.#page.update({ ...this.#page.state, refused: answer });
    this.#page.connection.open();
  };
  /** Whether this browser is notified while the page is closed. @param {boolean} on */
  notifyMe = async (on) => {
    const { turnOff, turnOn } = await import("./shell/push.js");
    const why = await (on ? turnOn() : turnOff());
    const said = notify(this.#page.state, why ? "error" : "info", why || (on ? "push.nowOn" : "push.nowOff"));
    this.#page.update(staled(said, "/api/push"));
  };
  /** Without a bot. @param {number} day @param {import("./state/types.js").Table} table @param {Move} move */
  playAlone = async (day, table, move) =>
    (await import("./shell/alone.js")).playAlone(this.#page.state.still, this.change, day, table, move);
  reconnect = () => this.#page.connection.open();
  /** @param {number} id */
  dismiss = (id) =>
    this.#page.update({
      ...this.#page.state,
      notices: this.#page.state.notices.filter((notice) => notice.id !== id),
    });
  /** Which game and which bot is kept for the next visit. @param {Partial<import("./state/types.js").Form>} form */
  form = (form) => {
    if (form.variant !== undefined) remember("variant", form.variant);
    if (form.bot !== undefined) remember("bot", form.bot);
    this.#page.update({ ...this.#page.state, form: { ...this.#page.state.form, ...form } });
  };
  /** @param {string} seek */
  accept = (seek) => {
    this.#take(seek);
    // A wish, because whoever has just said what they are called is connected anew.
    this.#page.update({ ...this.#page.state, accepting: seek });
  };
  /** @param {string} challenge @param {boolean} accept */
  reply = (challenge, accept) => {
    if (accept) this.#take(challenge);
    const done = () => ({
      ...this.#page.state,
      challenges: this.#page.state.challenges.filter((other) => other.challenge !== challenge),
    });
    this.#page.ask({ t: "reply", challenge, accept }, done, (why) =>
      notify(done(), "error", ...refusalOf(why)),
    );
  };
  /** @param {string} link @param {string} [text] */
  share = async (link, text) => {
    if (navigator.share) return navigator.share({ title: t("frame.title"), text, url: link }).catch(() => {});
    return this.copy(text ? `${text}\n${link}` : link);
  };
  /** Shares a picture, or saves it. @param {import("./shell/card.js").Card} card */
  picture = async (card) => {
    const { cardOf, handOver } = await import("./shell/card.js");
    const file = await cardOf(card);
    if (file) await handOver(file);
  };
  /** @param {string} text */
  copy = async (text) => {
    const copied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    this.#page.update(
      notify(this.#page.state, copied ? "info" : "error", copied ? "notice.copied" : "notice.notCopied"),
    );
  };
  /** A state change by a page that is fetched later. @param {(state: State) => State} how */
  change = (how) => {
    const next = how(this.#page.state);
    if (next !== this.#page.state) this.#page.update(next);
  };
  /** @param {string} id @param {Move} move */
  play = (id, move) => this.#page.update(played(this.#page.state, id, move));
  /** Chooses my next move ahead, or takes it back. @param {string} id @param {Move | null} move */
  premove = (id, move) => this.#page.update(premoved(this.#page.state, id, move));
  /** Opens or closes a confirmation; focuses its harmless button first. @param {string | null} what */
  ask = (what) => {
    this.#page.update({ ...this.#page.state, asking: what ? { what } : null });
    requestAnimationFrame(() => document.getElementById(what ? "stay" : "leave")?.focus());
  };
  /** @param {string} id @param {"resign" | "abort" | "claim"} what */
  leave = (id, what) => {
    this.ask(null);
    this.tell({ t: what, table: id });
  };
  /** With the pie rule: chooses who moves first. @param {string} id @param {boolean} begin */
  choose = (id, begin) => this.tell({ t: "choose", table: id, begin });
  /** Bids for the seat. @param {string} id @param {boolean} begin @param {number} ms */
  bid = (id, begin, ms) => this.tell({ t: "bid", table: id, begin, ms });
  /** Requests a takeback, or answers a request. @param {string} id @param {number} ply @param {boolean} want */
  takeBack = (id, ply, want) => this.tell({ t: "takeback", table: id, ply, want });
  /** Asks for a takeback no longer. @param {string} id @param {number} ply */
  withdraw = (id, ply) => {
    this.change((now) => withdrawn(now, id));
    this.takeBack(id, ply, false);
  };

  /** @param {Refused} why @returns {State} */
  #failed = (why) => notify(this.#page.state, "error", ...refusalOf(why));

  /** Records an offer accepted in this window: its game is shown here. @param {string} offer */
  #take(offer) {
    const { state } = this.#page;
    this.#page.update({ ...state, taken: [...state.taken.slice(-19), offer] });
  }

  /** @param {string} path @param {string} [search] */
  #go(path, search = "") {
    this.#page.update({ ...this.#page.state, route: routeOf(path, search), asking: null });
  }
}

/** @param {Query} query */
async function answerTo(query) {
  return (await import("./shell/query.js")).answerTo(query);
}
