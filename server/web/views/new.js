// The form for a new game: start, ending, clock, seat and opponent.

import { CLOCKS, draftOf, hasBase, termsOf } from "../state/clocks.js";
import { h } from "../browser/dom.js";
import { isForSeveral } from "../state/filling.js";
import { botsOf, offeredBy, start, startOf } from "../state/offers.js";
import { VARIANTS } from "../state/answers.js";
import { known, t } from "../texts/text.js";
import { ownStartOf, withValues } from "../variants/index.js";
import { botChips } from "./bots.js";
import { accountWanted } from "./credentials.js";
import { chips, field, variantSelect } from "./fields.js";
import { presetName } from "./presets.js";
import { tilePicture } from "./tile.js";
import { startJudged, valueOf, valued } from "./start_worth.js";
import { gameTitle, rules, startInShort } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../net/wire.js").Setup} Setup */
/** @typedef {import("../net/wire.js").OfferedVariant} OfferedVariant */
/** @typedef {import("../variants/index.js").Field} Field */

export const texts = ["home", "new", "presets", "account", "ladder"];
export const styles = ["/styles/forms.css", "/styles/new.css"];

/** @param {State} state */
export function needs(state) {
  const game = ownGame(state);
  return [VARIANTS, ...(game && isJudged(state, game) ? [valueOf(draftOf(state, game))] : [])];
}

/** The chosen start, with one's own numbers. @param {State} state @returns {Setup | null} */
function ownGame(state) {
  const usual = state.answers[VARIANTS.path] ? startOf(state) : null;
  return usual && state.form.values ? withValues(usual, state.form.values) : usual;
}

/** A rated game's start is judged, except if the server draws it. @param {State} state @param {Setup} game */
const isJudged = ({ form, registered }, game) =>
  registered && form.rated && !form.draw && !isForSeveral(game);

/** The value, among the names of starts, for a start that the server draws. */
const DRAWN = "?";
/** The rating windows of an offer. */
const WINDOWS = ["", "100", "200", "400"];

/** @param {State} state @param {Act} act */
export function view(state, act) {
  const { form } = state;
  const offered = offeredBy(state).find(({ variant }) => variant === form.variant);
  const game = ownGame(state);
  // The home page knows one start of each game: with those alone, what is below them would
  // move as the others arrive.
  if (!offered || !game) return h("p", { class: "soft", role: "status" }, t("frame.loading"));
  const several = isForSeveral(game);
  const { opponent } = form;
  // A game with a clock of days outlives a guest's identity.
  const guest = CLOCKS[form.clock]?.kind === "days" && state.me !== null && !state.registered;
  const rated = form.rated && state.registered;
  const even = form.handicap && !form.pair && !rated && !several;
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    start(state, act, draftOf(state, game), termsOf({ ...form, opponent, rated }, several));
  };
  return [
    h("header", { class: "page-head" }, h("h1", {}, t("new.title"))),
    h(
      "section",
      { class: "card new", key: "form" },
      h(
        "form",
        { class: "new-form", on: { submit: send } },
        h(
          "div",
          { class: "choices" },
          whichGame(state, offered, game, act),
          whichStart(form, offered, act),
          form.draw ? drawn(form, act) : own(game, form.values, act),
          whoPlays(state, opponent, several, act),
          h("div", { class: "pair" }, !even && whoBegins(form, several, rated, act), clock(form, act)),
          !several && counting(state, opponent, act),
        ),
        preview(state, game, opponent, several, guest),
      ),
      guest && accountWanted(state, act, t("new.account"), "/new"),
    ),
  ];
}

/** A known start, one's own, or one that the server draws. @param {State["form"]} form @param {OfferedVariant} offered @param {Act} act */
function whichStart(form, { presets }, act) {
  const chosen = form.draw ? DRAWN : form.values ? "" : form.preset || presets[0].name;
  /** @type {Array<[string, string]>} */
  const all = presets.map((preset) => [preset.name, presetName(preset)]);
  all.push([DRAWN, t("new.drawn")]);
  return chips("start", t("new.starts"), chosen, all, (preset) =>
    act.form(preset === DRAWN ? { draw: "medium", values: null } : { preset, values: null, draw: "" }),
  );
}

/**
 * The game as it is chosen, and the button that begins it.
 * @param {State} state @param {Setup} game @param {string} opponent @param {boolean} several
 * @param {boolean} guest  Whether an account is needed first.
 */
function preview(state, game, opponent, several, guest) {
  const { form, lobby, link } = state;
  const noBot = opponent === "bot" && lobby && botsOf(state).length === 0;
  const judged = isJudged(state, game);
  const refused = judged && valued(state, draftOf(state, game))?.enough === false;
  return h(
    "aside",
    { class: "preview-game" },
    tilePicture(form.variant),
    h("h2", {}, gameTitle(game)),
    h("p", { class: "rules" }, rules(game)),
    h("p", { class: "soft" }, summary(form, game, several, form.rated && state.registered)),
    judged && startJudged(state, draftOf(state, game)),
    !guest &&
      h(
        "button",
        { class: "light big", type: "submit", disabled: link.status !== "online" || refused },
        t(`home.start.${opponent}`),
      ),
    noBot && h("p", { class: "soft" }, t("home.noBot")),
  );
}

/** A summary in one line. @param {State["form"]} form @param {Setup} game @param {boolean} several @param {boolean} rated */
function summary(form, game, several, rated) {
  return [
    startInShort(draftOf({ form }, game)),
    form.clock && t(`clock.${form.clock}`),
    !several && form.pair && t("terms.pair"),
    !several && rated && t("terms.rated"),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** @param {State} state @param {OfferedVariant} offered @param {Setup} game @param {Act} act */
function whichGame(state, offered, game, act) {
  return h(
    "div",
    { class: "pair" },
    field("variant", t("home.variant"), variantSelect(state, act)),
    offered.endings.length > 1 &&
      chips(
        "ending",
        t("new.ending"),
        game.ending,
        offered.endings.map((ending) => [ending, t(`ending.${ending}`)]),
        (ending) => act.form({ ending }),
      ),
  );
}

/** @param {State} state @param {string} opponent @param {boolean} several @param {Act} act */
function whoPlays(state, opponent, several, act) {
  return h(
    "div",
    { class: "pair" },
    chips(
      "opponent",
      t("new.opponent"),
      opponent,
      ["bot", "link", "open"].map((value) => [
        value,
        t(several && value === "bot" ? "opponent.bots" : `opponent.${value}`),
      ]),
      (opponent) => act.form({ opponent }),
    ),
    opponent === "bot" && !several && botChips(state, act),
  );
}

/** @param {State["form"]} form @param {boolean} several @param {boolean} rated @param {Act} act */
function whoBegins(form, several, rated, act) {
  const noPie = several || form.pair || rated;
  const open = noPie ? [] : ["pie", ...(hasBase(form.clock) ? ["bid"] : [])];
  const chosen = ["pie", "bid"].includes(form.seat) && !open.includes(form.seat) ? "random" : form.seat;
  return chips(
    "seat",
    t("new.seat"),
    chosen,
    ["first", "second", "random", ...open].map((seat) => [seat, t(`seat.${seat}`)]),
    (seat) => act.form({ seat }),
  );
}

/** @param {State["form"]} form @param {Act} act */
function clock(form, act) {
  const on = { change: (/** @type {any} */ event) => act.form({ clock: event.target.value }) };
  const all = ["", ...Object.keys(CLOCKS)];
  return field(
    "clock",
    t("new.clock"),
    h(
      "select",
      { id: "clock", value: form.clock, on },
      all.map((clock) => h("option", { value: clock }, t(`clock.${clock || "none"}`))),
    ),
  );
}

/** Whether the game is rated, the number of games, and the rating window. @param {State} state @param {string} opponent @param {Act} act */
function counting(state, opponent, act) {
  const { form } = state;
  const rated = state.registered && form.rated;
  /** @type {(name: string, chosen: string, all: Array<[string, string]>, set: (value: any) => void) => any} */
  const choice = (name, chosen, all, set) => chips(name, t(`new.${name}`), chosen, all, set);
  return h(
    "div",
    { class: "pair" },
    choice(
      "games",
      form.pair ? "pair" : "one",
      ["one", "pair"].map((one) => [one, t(`games.${one}`)]),
      (games) => act.form({ pair: games === "pair" }),
    ),
    state.registered &&
      choice(
        "counts",
        form.rated ? "rated" : "casual",
        ["casual", "rated"].map((one) => [one, t(`counts.${one}`)]),
        (counts) => act.form({ rated: counts === "rated" }),
      ),
    !form.pair &&
      !rated &&
      choice(
        "chances",
        form.handicap ? "even" : "open",
        ["open", "even"].map((one) => [one, t(`chances.${one}`)]),
        (chances) => act.form({ handicap: chances === "even" }),
      ),
    rated &&
      choice(
        "help",
        form.open ? "open" : "none",
        ["none", "open"].map((one) => [one, t(`help.${one}`)]),
        (help) => act.form({ open: help === "open" }),
      ),
    rated &&
      opponent === "open" &&
      choice(
        "window",
        form.window,
        WINDOWS.map((far) => [far, far ? `± ${far}` : t("window.any")]),
        (window) => act.form({ window }),
      ),
    // With a clock of days the form below asks for an account.
    !state.registered &&
      CLOCKS[form.clock]?.kind !== "days" &&
      h("p", {}, h("a", { href: "/account", on: { click: act.follow } }, t("new.guest"))),
  );
}

/**
 * A start that the server draws: how hard, and who wins it, or exactly how many moves win and how long it is.
 * @param {State["form"]} form @param {Act} act
 */
function drawn({ draw, wonBy, winningMoves, length }, act) {
  const kind = h(
    "div",
    { class: "pair", key: "drawn" },
    chips(
      "draw",
      t("new.difficulty"),
      draw,
      ["easy", "medium", "hard"].map((level) => [level, t(`level.${level}`)]),
      (draw) => act.form({ draw }),
    ),
    chips(
      "won-by",
      t("new.wonBy"),
      wonBy,
      ["", "first", "second"].map((who) => [who, t(`winner.${who || "any"}`)]),
      (wonBy) => act.form({ wonBy }),
    ),
  );
  const numbers = h(
    "div",
    { class: "pair", key: "exactly" },
    exactly("winning-moves", t("new.winningMoves"), winningMoves, [0, 99], (winningMoves) =>
      act.form({ winningMoves }),
    ),
    exactly("length", t("new.length"), length, [1, 99], (length) => act.form({ length })),
  );
  return [kind, numbers];
}

/**
 * A number that the start must have exactly, or any.
 * @param {string} id @param {string} label @param {string} value @param {[number, number]} range
 * @param {(value: string) => void} set
 */
function exactly(id, label, value, [min, max], set) {
  const on = { input: (/** @type {any} */ event) => set(event.target.value) };
  const placeholder = t("new.anyNumber");
  return field(
    id,
    label,
    h("input", { id, value, type: "number", inputmode: "numeric", min, max, placeholder, on }),
  );
}

/**
 * Custom numbers, initially those of the chosen start.
 * @param {Setup} game
 * @param {Record<string, string> | null} values
 * @param {Act} act
 */
function own(game, values, act) {
  const variant = ownStartOf(game.variant);
  const now = values ?? variant?.read(game) ?? {};
  // Collapsed and empty while the variant loads, so that nothing below it moves.
  return h(
    "details",
    {},
    h("summary", {}, t("new.custom")),
    variant &&
      h(
        "div",
        { class: "pair" },
        variant.fields.map((one) =>
          valueField(one, now[one.name] ?? "", (value) =>
            act.form({ values: { ...now, [one.name]: value } }),
          ),
        ),
      ),
  );
}

/** @param {Field} one @param {string} value @param {(value: string) => void} set */
function valueField({ name, kind, choices = [], min, max }, value, set) {
  const id = `value-${name}`;
  const on = {
    [kind === "choice" ? "change" : "input"]: (/** @type {any} */ event) => set(event.target.value),
  };
  const input =
    kind === "choice"
      ? h(
          "select",
          { id, value, on },
          choices.map((choice) =>
            h("option", { value: choice }, known(`choice.${choice}`) ? t(`choice.${choice}`) : choice),
          ),
        )
      : h("input", {
          id,
          value,
          type: kind === "number" ? "number" : "text",
          inputmode: "numeric",
          min,
          max,
          required: true,
          on,
        });
  return field(id, t(`value.${name}`), input);
}
