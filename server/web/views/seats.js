// The players at a table: name, rating, what they took, and their clock.

import { h, s } from "../browser/dom.js";
import { drawing } from "../matter/markup.js";
import { pebble } from "../matter/pebbles.js";
import { byoyomiLeft, clockText, firstMoveLeft, isLow, timeLeft } from "../state/clock.js";
import { number, t } from "../texts/text.js";
import { avatar } from "./icons.js";
import { kindOf, ratingOf, shownName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../state/types.js").Table} Table */
/** @typedef {import("../app.js").Act} Act */

/** How long a phrase stays. */
const SAID_MS = 6000;

/**
 * The seats above the board, the one below it, or all.
 * @param {State} state
 * @param {Table} table
 * @param {import("../boards/draw.js").Board} drawn
 * @param {"above" | "below" | "all"} where
 * @param {number} played  How many moves led to the position shown: what they took is counted.
 * @param {Act} act
 */
export function seats(state, table, drawn, where, played, act) {
  const own = table.seat ?? 0;
  const others = table.players.map((_, i) => i).filter((i) => i !== own);
  const shown = { above: others, below: [own], all: [own, ...others] }[where];
  return h(
    "div",
    { class: `seats ${where}`, key: where },
    shown.map((i) => seat(state, table, drawn, i, played, act)),
  );
}

/**
 * @param {State} state @param {Table} table @param {import("../boards/draw.js").Board} drawn
 * @param {number} i @param {number} played @param {Act} act
 */
function seat({ now, said }, table, drawn, i, played, act) {
  const { players, state, seat, at, ratings } = table;
  const player = players[i];
  const turn = state.to_move === i;
  const won = state.over?.winners.includes(i);
  const claim = state.over ? null : (state.claim_ms?.[i] ?? null);
  const took = takenBy(table, drawn, i, played);
  const kind = [seat === i ? t("player.you") : kindOf(player), ratingOf(ratings?.[i])]
    .filter(Boolean)
    .join(" · ");
  return h(
    "div",
    { key: `player ${i}`, class: ["seat player", turn && "turn", won && "won"].filter(Boolean).join(" ") },
    avatar(player.name),
    h(
      "div",
      { class: "who" },
      h("a", { href: `/player/${player.id}`, on: { click: act.follow } }, shownName(player)),
      claim === null
        ? h("span", {}, kind)
        : h(
            "span",
            { class: "gone" },
            t("player.gone", { n: Math.max(0, Math.ceil((claim - (now - at)) / 1000)) }),
          ),
    ),
    said?.table === state.table &&
      said.seat === i &&
      now - said.at < SAID_MS &&
      h("span", { key: `said ${said.at}`, class: "said-bubble", role: "status" }, t(`phrase.${said.phrase}`)),
    h(
      "span",
      // Nothing is said of it in games that take nothing.
      drawn.took
        ? { class: "tray", role: "img", "aria-label": t("player.took", { n: took }) }
        : { class: "tray" },
      took > 0 && [
        s(
          "svg",
          { viewBox: "-60 -42 120 88" },
          drawn.tray?.(table.game) ?? drawing(pebble(0, 0, 100, i + 1)),
        ),
        number(took),
      ],
    ),
    countdown(table, i, now),
    clock(table, i, now),
  );
}

/** @param {Table} table @param {number} i @param {number} now */
function clock(table, i, now) {
  const left = timeLeft(table, i, now);
  if (left === undefined) return null;
  const byoyomi = byoyomiLeft(table, i, left);
  const full = byoyomi?.inPeriod
    ? byoyomi.period_ms
    : Math.max(...(table.state.clock?.left_ms ?? [0]), table.full ?? 0, 1);
  return h(
    "div",
    {
      class: ["clock", byoyomi && "byoyomi", isLow(table, i, now) && "low"].filter(Boolean).join(" "),
      role: "timer",
    },
    clockText(byoyomi?.ms ?? left),
    byoyomi && periods(byoyomi),
    h("progress", {
      max: full,
      value: String(Math.max(0, byoyomi?.inPeriod ? byoyomi.ms : left)),
      "aria-hidden": "true",
    }),
  );
}

/** The periods left, each a dot, and in words. @param {NonNullable<ReturnType<typeof byoyomiLeft>>} byoyomi */
function periods({ periods: n, period_ms, inPeriod }) {
  const words = inPeriod
    ? t("clock.periods", { n })
    : t("clock.then", { n, seconds: number(period_ms / 1000) });
  return h("small", { class: n === 1 && inPeriod ? "last" : "" }, words);
}

/**
 * The ring that counts down while no clock runs yet: a first move has its own limit.
 * @param {Table} table
 * @param {number} i
 * @param {number} now
 */
function countdown(table, i, now) {
  const bids = table.state.bidding?.[i] === false;
  const left = bids || table.state.to_move === i ? firstMoveLeft(table, now) : null;
  if (left === null) return null;
  const around = 2 * Math.PI * 20;
  const seconds = Math.ceil(left / 1000);
  const words = t(bids ? "player.bid" : "player.firstMove", { n: seconds });
  return h(
    "div",
    {
      key: "countdown",
      class: "countdown",
      role: "timer",
      "aria-label": words,
      title: words,
    },
    s(
      "svg",
      { viewBox: "0 0 48 48", "aria-hidden": "true" },
      s("circle", { cx: 24, cy: 24, r: 20 }),
      s("circle", {
        class: "left",
        cx: 24,
        cy: 24,
        r: 20,
        "stroke-dasharray": `${Math.round((around * left) / (table.state.clock?.due_ms || 1))} 200`,
      }),
    ),
    String(seconds),
  );
}

/**
 * How many objects a player took in the first moves, as far as moves take any.
 * @param {Table} table
 * @param {import("../boards/draw.js").Board} drawn
 * @param {number} seat @param {number} played
 */
function takenBy({ game, moves, state, players }, drawn, seat, played) {
  const { took } = drawn;
  if (!took || moves.length !== state.ply) return 0;
  return moves
    .slice(0, played)
    .filter((_, i) => i % players.length === seat)
    .reduce((/** @type {number} */ all, move) => all + took(move, game), 0);
}
