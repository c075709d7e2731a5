// A board and the move about to be made on it: the same at a table, in the
// analysis and in a lesson.

import { choicesAt, entered, marksAt, mayPremove, selected, touched } from "../state/choosing.js";
import { h } from "../browser/dom.js";
import { moveFocus } from "../browser/focus.js";
import { once } from "../boards/once.js";
import { markOf, meaning, mostOf, reach, touch } from "../state/selection.js";
import { notify } from "../state/notices.js";
import { isMyTurn } from "../state/tables.js";
import { language, t } from "../texts/text.js";
import { picture } from "./picture.js";
import { again, againAhead } from "./pointing.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../state/types.js").Table} Table */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../boards/draw.js").Board} Board */
/** @typedef {import("../state/selection.js").Choices} Choices */
/** @typedef {import("../state/selection.js").Marks} Marks */
/** @typedef {import("./picture.js").Chosen} Chosen */
/**
 * @typedef {object} Moving  How a move is played if not on the server, and what is said of moves.
 * @property {(move: import("../net/wire.js").Move) => void} [play]
 * @property {string} [advice]  Said until something is chosen, instead of an invitation to choose: the move
 *   that is pointed out, or the last one.
 * @property {boolean} [noList]  Whether the moves are listed elsewhere.
 */

/** The most moves in the list of moves: more would not help. */
const MOST_OFFERED = 300;

/**
 * The board of a table, and, if moves may be made, the move bar and the list of moves.
 * @param {State} state @param {Table} table @param {Board} drawn @param {Act} act @param {import("./picture.js").Shown & Moving} [shown]
 */
export function boardParts(state, table, drawn, act, shown = {}) {
  if (!isMyTurn(table)) {
    const ahead = shown.ahead && mayPremove(table);
    return ahead ? partsAhead(state, table, drawn, act, shown) : looking(state, table, drawn, shown);
  }
  // Moves that are not played on the server need no connection.
  const near = shown.play
    ? { ...state, link: { ...state.link, status: /** @type {const} */ ("online") } }
    : state;
  const choices = choicesAt(table);
  const marks = marksAt(state, table);
  const meant = meaning(marks, choices);
  const play =
    shown.play ?? ((/** @type {import("../net/wire.js").Move} */ move) => act.play(table.state.table, move));
  return {
    picture: picture(state, table, drawn, shown, chosen(near, table, choices, marks, meant, act, play)),
    bar: moveBar(near, table, drawn, choices, marks, meant, act, play, shown.advice),
    list: shown.noList ? null : moveList(table, drawn, choices, meant, act),
  };
}

/** Nothing may be chosen. @param {State} state @param {Table} table @param {Board} drawn @param {import("./picture.js").Shown} shown */
function looking(state, table, drawn, shown) {
  return { picture: picture(state, table, drawn, shown), bar: null, list: null };
}

/**
 * While others are to move: my next move is chosen, or it is chosen already and any touch takes
 * it back.
 * @param {State} state @param {Table} table @param {Board} drawn @param {Act} act @param {import("./picture.js").Shown} shown
 */
function partsAhead(state, table, drawn, act, shown) {
  const id = table.state.table;
  const choices = choicesAt(table);
  const marks = marksAt(state, table);
  const meant = meaning(marks, choices);
  const play = (/** @type {import("../net/wire.js").Move} */ move) => act.premove(id, move);
  const touchable = chosen(state, table, choices, marks, meant, act, play);
  const back = () => act.premove(id, null);
  const kept = table.premove && {
    on: { ...touchable.on, touch: back, clear: back },
    pressed: (/** @type {KeyboardEvent} */ event) => pressed(event, back),
  };
  return {
    picture: picture(state, table, drawn, shown, { ...touchable, ...kept }),
    bar: barAhead(state, table, drawn, marks, meant, act),
    list: null,
  };
}

/**
 * @param {State} state @param {Table} table @param {Board} drawn @param {Marks} marks
 * @param {ReturnType<typeof meaning>} meant @param {Act} act
 */
function barAhead(state, table, drawn, marks, meant, act) {
  const { confirm } = state;
  const { game, premove } = table;
  const id = table.state.table;
  const some = Object.keys(marks).length > 0;
  const said = premove
    ? t("premove.set", { move: drawn.say(premove, game) })
    : meant
      ? [drawn.say(meant.move, game), !confirm && h("span", { class: "soft" }, ` · ${againAhead(state)}`)]
      : t("premove.any");
  return h(
    "div",
    { class: some || premove ? "move-bar some" : "move-bar", key: "move-bar" },
    // It is announced once something is chosen, and not each time when others are to move.
    h("p", { class: "preview", role: premove || meant ? "status" : null }, said),
    h(
      "div",
      { class: "buttons" },
      premove
        ? h(
            "button",
            { id: "premove-back", key: "back", on: { click: () => act.premove(id, null) } },
            t("premove.back"),
          )
        : h(
            "button",
            {
              id: "play",
              key: "ahead",
              disabled: !meant,
              on: { click: () => meant && act.premove(id, meant.move) },
            },
            t("premove.play"),
          ),
    ),
  );
}

/**
 * All parts, one below the other.
 * @param {State} state
 * @param {Table} table
 * @param {Board} drawn
 * @param {Act} act
 * @param {import("./picture.js").Shown & Moving} [shown]
 */
export function board(state, table, drawn, act, shown = {}) {
  const { picture, bar, list } = boardParts(state, table, drawn, act, shown);
  return [picture, bar, list];
}

/**
 * @param {State} state
 * @param {Table} table
 * @param {Choices} choices
 * @param {Marks} marks
 * @param {ReturnType<typeof meaning>} meant
 * @param {Act} act
 * @param {(move: import("../net/wire.js").Move) => void} play
 * @returns {Chosen}
 */
function chosen({ confirm, link, selection: { hover } }, table, choices, marks, meant, act, play) {
  const going = meant?.face ?? marks;
  // A second touch of the selection plays it.
  const plays = (/** @type {string} */ slot, /** @type {number} */ value) =>
    !confirm &&
    meant &&
    link.status === "online" &&
    (marks[slot] === value || (marks[slot] === undefined && meant.face[slot] === value));
  return {
    marks,
    going,
    would: hover ? foreseen(marks, hover, choices) : {},
    ...reach(marks, choices),
    on: {
      touch: (piece) => {
        const [slot, value] = markOf(piece);
        if (meant && plays(slot, value)) return play(meant.move);
        act.change((now) => {
          const next = touched(now, table, slot, value);
          const [before, after] = [marksAt(now, table), marksAt(next, table)];
          // Two selections of nothing are not the same object.
          const nothing = [before, after].every((marks) => Object.keys(marks).length === 0);
          return nothing || before === after ? refused(now, slot, value, choices) : next;
        });
      },
      put: (slot, value) => act.change((now) => entered(now, table, slot, value)),
      clear: () => act.change((now) => selected(now, table, {})),
      hover: (hover) =>
        act.change((now) =>
          now.selection.hover === hover ? now : { ...now, selection: { ...now.selection, hover } },
        ),
      focus: (focus) =>
        act.change((now) =>
          now.selection.focus === focus ? now : { ...now, selection: { ...now.selection, focus } },
        ),
    },
    pressed: (event) => pressed(event, () => act.change((now) => selected(now, table, {}))),
  };
}

/** Says why a touch chose nothing. @param {State} state @param {string} slot @param {number} value @param {Choices} choices */
function refused(state, slot, value, choices) {
  const n = mostOf(slot, choices);
  return n > 0 && value > n
    ? notify(state, "info", "notice.atMost", { n })
    : notify(state, "info", "notice.noSuchMove");
}

/** The selection that a touch under the pointer would make. @param {Marks} marks @param {string} hover @param {Choices} choices */
function foreseen(marks, hover, choices) {
  const next = touch(marks, ...markOf(hover), choices);
  return meaning(next, choices)?.face ?? next;
}

/** A key on the board. @param {KeyboardEvent} event @param {() => void} clear */
function pressed(event, clear) {
  const piece = /** @type {Element} */ (event.target).closest("[data-piece]");
  if (event.key === "Escape") return clear();
  if (event.key !== " " && event.key !== "Enter") {
    if (moveFocus(/** @type {Element} */ (event.currentTarget), piece, event.key)) event.preventDefault();
    return;
  }
  event.preventDefault();
  // Enter on what is selected plays it; otherwise both keys touch.
  const going = piece?.getAttribute("aria-pressed") === "true";
  if (event.key === "Enter" && (going || !piece)) document.getElementById("play")?.click();
  else piece?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}

/**
 * @param {State} now
 * @param {Table} table
 * @param {Board} drawn
 * @param {Choices} choices
 * @param {Marks} marks
 * @param {ReturnType<typeof meaning>} meant
 * @param {Act} act
 * @param {(move: import("../net/wire.js").Move) => void} play
 * @param {string} [advice]
 */
function moveBar(now, table, drawn, choices, marks, meant, act, play, advice) {
  const { link, confirm } = now;
  const { game, state, legal } = table;
  const known = legal?.ply === state.ply;
  const { say } = drawn;
  const some = Object.keys(marks).length > 0;
  const hint = !known
    ? t("choose.loading")
    : some
      ? t("choose.more")
      : (advice ?? t(legal.moves === null ? "choose.many" : "choose.any"));
  return h(
    "div",
    { class: some ? "move-bar some" : "move-bar", key: "move-bar" },
    h(
      "p",
      { class: known ? "preview" : "preview loading", role: "status" },
      meant ? [say(meant.move, game), !confirm && h("span", { class: "soft" }, ` · ${again(now)}`)] : hint,
    ),
    h(
      "div",
      { class: "buttons" },
      h(
        "button",
        {
          id: "play",
          class: "light",
          disabled: !meant || link.status !== "online",
          on: { click: () => meant && play(meant.move) },
        },
        t("choose.play"),
      ),
      h(
        "button",
        { disabled: !some, on: { click: () => act.change((now) => selected(now, table, {})) } },
        t("choose.clear"),
      ),
    ),
  );
}

/**
 * All moves in words, for those who would rather read than point.
 * @param {Table} table
 * @param {Board} drawn
 * @param {Choices} choices
 * @param {ReturnType<typeof meaning>} meant
 * @param {Act} act
 */
function moveList(table, drawn, choices, meant, act) {
  const { game, state, legal } = table;
  const offered = legal?.ply === state.ply && legal.moves ? legal.moves : [];
  if (offered.length === 0 || offered.length > MOST_OFFERED) return null;
  return h(
    "label",
    { key: "move-list", class: "all-moves" },
    h("span", {}, t("choose.list", { n: offered.length })),
    h(
      "select",
      {
        value: meant ? JSON.stringify(meant.move) : "",
        on: {
          change: ({ target: { value } }) =>
            act.change((now) => selected(now, table, value ? choices.show(JSON.parse(value))[0] : {})),
        },
      },
      h("option", { value: "" }, "–"),
      once(offered, language(), () =>
        offered.map((move) => h("option", { value: JSON.stringify(move) }, drawn.say(move, game))),
      ),
    ),
  );
}
