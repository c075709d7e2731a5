// The list of tournaments, and the form that makes one.

import { h } from "../browser/dom.js";
import { refusalText } from "../net/refusal.js";
import { VARIANTS } from "../state/answers.js";
import { CLOCKS } from "../state/clocks.js";
import { offeredBy } from "../state/offers.js";
import { number, t } from "../texts/text.js";
import { stageOf, tournamentName } from "./beginning.js";
import { accountWanted } from "./credentials.js";
import { chips, field } from "./fields.js";
import { formatName } from "./formats.js";
import { RATINGS } from "./sheets.js";
import { table } from "./tables.js";
import { variantName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/**
 * @typedef {{tournament: string, name: string, format: import("./formats.js").Format, stage: string,
 *   entrants: number, begins_at_ms?: number}} Line
 */

export const texts = ["tournament", "new", "account"];
export const styles = ["/styles/forms.css", ...RATINGS, "/styles/tournament.css"];

const LIST = "/api/tournaments";

/**
 * The additional fields of each format: the name in the plan, and which numbers.
 * @type {Record<string, [string, number, number, number] | null>}
 */
const FORMATS = {
  round_robin: ["cycles", 1, 1, 100],
  swiss: ["rounds", 5, 1, 100],
  knockout: null,
  arena: ["minutes", 30, 1, 1440],
  gauntlet: ["champions", 1, 1, 255],
};

/** @param {State} state */
export function needs({ route }) {
  return [route.rest === "new" ? VARIANTS : { path: LIST }];
}

/** @param {State} state @param {Act} act */
export function view(state, act) {
  if (state.route.rest !== "new") return all(state, act);
  if (state.registered) return form(state, act);
  return state.me ? guest(state, act) : h("p", { class: "soft", role: "status" }, t("frame.loading"));
}

/** @param {State} state @param {Act} act */
function all({ answers }, act) {
  const answer = answers[LIST];
  /** @type {Line[]} */
  const lines = answer?.ok ? answer.value.tournaments : [];
  return [
    h(
      "header",
      { class: "page-head" },
      h(
        "div",
        { class: "headed" },
        h("h1", {}, t("tournament.title")),
        h(
          "a",
          { class: "button primary", href: "/tournaments/new", on: { click: act.follow } },
          t("tournament.new"),
        ),
      ),
      h("p", { class: "soft" }, t("tournament.about")),
    ),
    h(
      "section",
      { class: "card", key: "list" },
      lines.length === 0
        ? h("p", { class: "empty" }, t(answer ? "tournament.empty" : "frame.loading"))
        : table(
            t("tournament.title"),
            [t("tournament.name"), t("tournament.format"), t("tournament.stage"), t("tournament.entrants")],
            lines.map((line) => [
              h(
                "a",
                { href: `/tournament/${line.tournament}`, on: { click: act.follow } },
                tournamentName(line.name),
              ),
              formatName(line.format),
              stageOf(line),
              number(line.entrants),
            ]),
            "ranks loose",
          ),
    ),
  ];
}

/** @param {State} state @param {Act} act */
function guest(state, act) {
  return [
    newHead(),
    h(
      "section",
      { class: "card account-wanted", key: "guest" },
      accountWanted(state, act, t("tournament.account"), "/tournaments/new"),
    ),
  ];
}

const newHead = () => h("header", { class: "page-head" }, h("h1", {}, t("tournament.new")));

/** @param {State} state @param {Act} act */
function form(state, act) {
  // Games of tournaments are for two.
  const variants = offeredBy(state).filter(({ presets }) => !presets[0].game.params.players);
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    act.post({ path: LIST, body: { plan: planOf(new FormData(event.target), variants) } }, (now, answer) =>
      answer.ok ? made(now, answer.value) : now,
    );
  };
  return [
    newHead(),
    h(
      "section",
      { class: "card new alone", key: "plan" },
      h(
        "form",
        { on: { submit } },
        nameField(),
        formatFields(state.form, act),
        whichGames(variants),
        h(
          "div",
          { class: "pair" },
          numberField("cup-size", "size", t("plan.size"), 15, 1, 1000),
          numberField("cup-pairs", "pairs", t("plan.pairs"), 1, 1, 1000),
          numberField("cup-entrants", "entrants", t("plan.entrants"), 16, 2, 256),
        ),
        times(state.form, act),
        admission(state.form, act),
        h("button", { class: "primary big", type: "submit" }, t("tournament.make")),
        state.refused && h("p", { class: "bad", role: "alert" }, refusalText(state.refused)),
      ),
    ),
  ];
}

function nameField() {
  const input = { id: "cup-name", name: "name", required: true, maxlength: 32, autocomplete: "off" };
  return field("cup-name", t("tournament.name"), h("input", input));
}

/** The format, and the number it asks for. @param {State["form"]} form @param {Act} act */
function formatFields({ format }, act) {
  const asked = FORMATS[format];
  const kinds = Object.keys(FORMATS).map((kind) => h("option", { value: kind }, t(`kind.${kind}`)));
  const on = { change: (/** @type {any} */ event) => act.form({ format: event.target.value }) };
  return h(
    "div",
    { class: "pair" },
    field(
      "cup-format",
      t("tournament.format"),
      h("select", { id: "cup-format", name: "format", value: format, on }, kinds),
    ),
    asked && numberField(`cup-${asked[0]}`, "detail", t(`plan.${asked[0]}`), asked[1], asked[2], asked[3]),
    format === "swiss" && numberField("cup-byes", "byes", t("plan.byes"), 0, 0, 30),
  );
}

/** @param {import("../net/wire.js").OfferedVariant[]} variants */
function whichGames(variants) {
  return h(
    "fieldset",
    { class: "chips" },
    h("legend", {}, t("plan.games")),
    variants.map(({ variant }, i) =>
      h(
        "label",
        { key: variant },
        h("input", { type: "checkbox", name: "variant", value: variant, initial: i === 0 }),
        h("span", {}, variantName(variant)),
      ),
    ),
  );
}

/** The clock, and when it begins. @param {State["form"]} form @param {Act} act */
function times({ begin }, act) {
  const clocks = ["", ...Object.keys(CLOCKS)].map((clock) =>
    h("option", { value: clock }, t(`clock.${clock || "none"}`)),
  );
  const begins = ["on_request", "full", "in"].map((when) => h("option", { value: when }, t(`begin.${when}`)));
  const on = { change: (/** @type {any} */ event) => act.form({ begin: event.target.value }) };
  return h(
    "div",
    { class: "pair" },
    field(
      "cup-clock",
      t("new.clock"),
      h("select", { id: "cup-clock", name: "clock", initial: "3+2" }, clocks),
    ),
    field(
      "cup-begin",
      t("plan.begin"),
      h("select", { id: "cup-begin", name: "begin", value: begin, on }, begins),
    ),
    begin === "in" && numberField("cup-in", "in", t("plan.in"), 10, 1, 40_320),
  );
}

/** Who may enter, whether they are asked before each round, and what ends it. @param {State["form"]} form @param {Act} act */
function admission({ format, entry, kinds, ready, close }, act) {
  /** @type {(name: string, chosen: string, all: Array<[string, string]>, set: (value: any) => void) => any} */
  const choice = (name, chosen, all, set) => chips(name, t(`plan.${name}`), chosen, all, set);
  return [
    choice(
      "entry",
      entry,
      ["open", "invited"].map((one) => [one, t(`entry.${one}`)]),
      (entry) => act.form({ entry }),
    ),
    choice(
      "kinds",
      kinds,
      ["everybody", "people", "bots"].map((one) => [one, t(`kinds.${one}`)]),
      (kinds) => act.form({ kinds }),
    ),
    // In an arena, everybody present is paired.
    format !== "arena" &&
      choice(
        "ready",
        ready,
        ["", "asked"].map((one) => [one, t(`ready.${one || "here"}`)]),
        (ready) => act.form({ ready }),
      ),
    choice(
      "close",
      close,
      ["played", "on_request"].map((one) => [one, t(`close.${one}`)]),
      (close) => act.form({ close }),
    ),
  ];
}

/** @param {string} id @param {string} name @param {string} title @param {number} value @param {number} min @param {number} max */
function numberField(id, name, title, value, min, max) {
  return field(
    id,
    title,
    h("input", {
      key: id,
      id,
      name,
      type: "number",
      inputmode: "numeric",
      required: true,
      initial: value,
      min,
      max,
    }),
  );
}

/** The request to the server. @param {FormData} data @param {import("../net/wire.js").OfferedVariant[]} variants */
export function planOf(data, variants) {
  const text = (/** @type {string} */ name) => String(data.get(name) ?? "");
  const kind = text("format");
  const asked = FORMATS[kind]?.[0];
  const detail = Number(text("detail"));
  const detailed = asked === "minutes" ? { seconds: 60 * detail } : asked && { [asked]: detail };
  const chosen = data.getAll("variant");
  const courses = variants
    .filter(({ variant }) => chosen.includes(variant))
    .map(({ variant, endings, presets }) => ({
      variant,
      params: presets[0].game.params,
      ending: endings[0],
      size: Number(text("size")),
    }));
  const when = text("begin");
  return {
    name: text("name").trim(),
    format: { kind, ...detailed },
    ...(Number(text("byes")) && { byes: Number(text("byes")) }),
    pairs: Number(text("pairs")),
    courses,
    ...(text("clock") && { clock: CLOCKS[text("clock")] }),
    entry: text("entry"),
    kinds: text("kinds"),
    ready: text("ready") === "asked",
    close: text("close"),
    entrants: Number(text("entrants")),
    begin: when === "in" ? { when, seconds: 60 * Number(text("in")) } : { when },
  };
}

/**
 * The tournament has been created: its organizer may begin it.
 * @param {State} state
 * @param {{tournament: string, organizer: string, invitation?: string}} answer
 * @returns {State}
 */
function made(state, { tournament, organizer, invitation }) {
  return {
    ...state,
    founded: { ...state.founded, [tournament]: { organizer, invitation } },
    route: { page: "tournament", id: tournament, rest: "" },
  };
}
