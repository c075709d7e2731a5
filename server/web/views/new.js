// The form for a game of one's own: start, ending, clock, seat and opponent.

import { CLOCKS, draftOf, termsOf } from "../state/clocks.js";
import { h } from "../browser/dom.js";
import { botsOf, offeredBy, start, startOf } from "../state/offers.js";
import { VARIANTS } from "../state/answers.js";
import { known, t } from "../texts/text.js";
import { ownStartOf, withValues } from "../variants/index.js";
import { botChips } from "./bots.js";
import { accountWanted } from "./credentials.js";
import { chips, field, variantSelect } from "./fields.js";
import { presetName } from "./presets.js";
import { rules } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../net/wire.js").Setup} Setup */
/** @typedef {import("../net/wire.js").Offered} Offered */
/** @typedef {import("../variants/index.js").Field} Field */

export const texts = ["home", "new", "presets", "account"];
export const styles = ["/styles/forms.css"];
export const needs = () => [VARIANTS];

/** Stands among the names of starts for one that the server draws. */
const DRAWN = "?";
/** How far off in rating who takes an offer may be. */
const WINDOWS = ["", "100", "200", "400"];

/** @param {State} state @param {Act} act */
export function view(state, act) {
  const { form, lobby, link } = state;
  const offered = offeredBy(state).find(({ variant }) => variant === form.variant);
  const usual = startOf(state);
  if (!offered || !usual) return h("p", { class: "soft", role: "status" }, t("frame.loading"));
  const game = form.values ? withValues(usual, form.values) : usual;
  const several = game.params.players > 2;
  const opponent = several && form.opponent === "bot" ? "open" : form.opponent;
  // A game of days outlives a guest.
  const guest = CLOCKS[form.clock]?.kind === "days" && state.me !== null && !state.registered;
  return h(
    "section",
    { class: "card new alone" },
    h("h1", {}, t("new.title")),
    h(
      "form",
      {
        on: {
          submit: (/** @type {Event} */ event) => {
            event.preventDefault();
            start(
              state,
              act,
              draftOf(state, game),
              termsOf({ ...form, opponent, rated: form.rated && state.registered }, several),
            );
          },
        },
      },
      h(
        "div",
        { class: "pair" },
        field("variant", t("home.variant"), variantSelect(state, act)),
        field(
          "ending",
          t("new.ending"),
          h(
            "select",
            {
              id: "ending",
              value: game.ending,
              on: { change: (event) => act.form({ ending: event.target.value }) },
            },
            offered.endings.map((ending) => h("option", { value: ending }, t(`ending.${ending}`))),
          ),
        ),
      ),
      h("p", { class: "rules" }, rules(game)),
      chips(
        "start",
        t("new.starts"),
        form.draw ? DRAWN : form.values ? "" : form.preset || offered.presets[0].name,
        [
          ...offered.presets.map(
            (preset) => /** @type {[string, string]} */ ([preset.name, presetName(preset)]),
          ),
          [DRAWN, t("new.drawn")],
        ],
        (preset) =>
          act.form(preset === DRAWN ? { draw: "medium", values: null } : { preset, values: null, draw: "" }),
      ),
      form.draw ? drawn(form, act) : own(game, form.values, act),
      chips(
        "seat",
        t("new.seat"),
        form.seat === "pie" && (several || form.pair || (form.rated && state.registered))
          ? "random"
          : form.seat,
        [
          "first",
          "second",
          "random",
          ...(several || form.pair || (form.rated && state.registered) ? [] : ["pie"]),
        ].map((seat) => [seat, t(`seat.${seat}`)]),
        (seat) => act.form({ seat }),
      ),
      field(
        "clock",
        t("new.clock"),
        h(
          "select",
          {
            id: "clock",
            value: form.clock,
            on: { change: (event) => act.form({ clock: event.target.value }) },
          },
          ["", ...Object.keys(CLOCKS)].map((clock) =>
            h("option", { value: clock }, t(`clock.${clock || "none"}`)),
          ),
        ),
      ),
      !several &&
        h(
          "div",
          { class: "pair" },
          chips(
            "games",
            t("new.games"),
            form.pair ? "pair" : "one",
            [
              ["one", t("games.one")],
              ["pair", t("games.pair")],
            ],
            (games) => act.form({ pair: games === "pair" }),
          ),
          state.registered
            ? chips(
                "counts",
                t("new.counts"),
                form.rated ? "rated" : "casual",
                [
                  ["casual", t("counts.casual")],
                  ["rated", t("counts.rated")],
                ],
                (counts) => act.form({ rated: counts === "rated" }),
              )
            : h(
                "p",
                { class: "soft" },
                t("new.guest"),
                " ",
                h("a", { href: "/account", on: { click: act.follow } }, t("frame.account")),
              ),
        ),
      !several &&
        state.registered &&
        form.rated &&
        h(
          "div",
          { class: "pair" },
          chips(
            "help",
            t("new.help"),
            form.open ? "open" : "none",
            [
              ["none", t("help.none")],
              ["open", t("help.open")],
            ],
            (help) => act.form({ open: help === "open" }),
          ),
          opponent === "open" &&
            chips(
              "window",
              t("new.window"),
              form.window,
              WINDOWS.map((far) => [far, far ? `± ${far}` : t("window.any")]),
              (window) => act.form({ window }),
            ),
        ),
      chips(
        "opponent",
        t("new.opponent"),
        opponent,
        (several ? ["link", "open"] : ["bot", "link", "open"]).map((value) => [
          value,
          t(`opponent.${value}`),
        ]),
        (opponent) => act.form({ opponent }),
      ),
      opponent === "bot" && botChips(state, act),
      !guest &&
        h(
          "button",
          { class: "primary big", type: "submit", disabled: link.status !== "online" },
          t(`home.start.${opponent}`),
        ),
      opponent === "bot" && lobby && botsOf(state).length === 0 && h("p", { class: "soft" }, t("home.noBot")),
    ),
    guest && accountWanted(state, act, t("new.account"), "/new"),
  );
}

/** A start that the server draws: how hard, and who wins it. @param {State["form"]} form @param {Act} act */
function drawn({ draw, wonBy }, act) {
  return h(
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
}

/**
 * Numbers of one's own, which begin as those of the start chosen.
 * @param {Setup} game
 * @param {Record<string, string> | null} values
 * @param {Act} act
 */
function own(game, values, act) {
  const variant = ownStartOf(game.variant);
  if (!variant) return null;
  const now = values ?? variant.read(game);
  return h(
    "details",
    {},
    h("summary", {}, t("new.custom")),
    h(
      "div",
      { class: "pair" },
      variant.fields.map((one) =>
        valueField(one, now[one.name] ?? "", (value) => act.form({ values: { ...now, [one.name]: value } })),
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
