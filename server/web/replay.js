// Plays back the games of a report without a server: the boards of the page over positions
// that are written in the report, with what the solver says of each move. `nim-bot
// tournament` puts this file and all that it imports into one HTML file.

import { h, render, s } from "./browser/dom.js";
import { gradients } from "./matter/gradients.js";
import { drawing } from "./matter/markup.js";
import { symbols } from "./matter/pebbles.js";
import { speak, speakOf } from "./texts/text.js";
import { boardOf, fetchVariant } from "./variants/index.js";
import { picture } from "./views/picture.js";

/** @typedef {import("./net/wire.js").Setup} Setup */
/** @typedef {import("./net/wire.js").Move} Move */
/** @typedef {"kept" | "threw" | "safe" | "lost" | "unknown"} Mark */
/**
 * @typedef {object} Game  For each move: the move, the solver's mark, and a winning alternative.
 * @property {string} name
 * @property {[string, string]} players
 * @property {string} end
 * @property {Setup} game
 * @property {import("./net/wire.js").Position[]} positions
 * @property {Move[]} moves
 * @property {Mark[]} marks
 * @property {Array<Move | null>} best
 * @typedef {{games: Game[], words: Record<string, string>}} Report
 */

const SIGNS = { kept: "✓", threw: "✗", safe: "·", lost: "·", unknown: "?" };

const data = document.getElementById("games");
const place = document.getElementById("replay");
/** @type {Report} */
const report = JSON.parse(data?.textContent ?? '{"games":[],"words":{}}');
const shown = { game: 0, ply: 0 };

/** Shows a game from its start; the place is busy until its board has been fetched. @param {number} wanted */
async function open(wanted) {
  const game = Math.max(0, Math.min(wanted, report.games.length - 1));
  Object.assign(shown, { game, ply: 0 });
  place?.setAttribute("aria-busy", "true");
  await fetchVariant(report.games[game].game.variant);
  if (shown.game !== game) return;
  draw();
  place?.removeAttribute("aria-busy");
}

/** @param {number} ply */
function step(ply) {
  shown.ply = Math.max(0, Math.min(ply, report.games[shown.game].moves.length));
  draw();
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  const { game, ply } = shown;
  /** @type {Record<string, number | undefined>} */
  const steps = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: Infinity };
  /** @type {Record<string, number | undefined>} */
  const games = { PageUp: game - 1, PageDown: game + 1 };
  const [to, other] = [steps[event.key], games[event.key]];
  if (to === undefined && other === undefined) return;
  if (/** @type {Element} */ (event.target).tagName === "SELECT" && to !== undefined) return;
  event.preventDefault();
  if (to !== undefined) step(to);
  else if (other !== undefined) open(other);
}

/** @param {string} word @param {number} to @param {string} key */
const stepper = (word, to, key) =>
  h("button", { type: "button", key, on: { click: () => step(to) } }, report.words[word]);

/** The board after the current number of moves. @param {Game} one */
function board({ game, players, positions, moves }) {
  const drawn = boardOf(game.variant);
  if (!drawn) return null;
  const last_move = shown.ply > 0 ? moves[shown.ply - 1] : null;
  const state = { ply: shown.ply, position: positions[shown.ply], last_move, over: null, to_move: null };
  const screen = { width: innerWidth, height: innerHeight };
  const around = { narrow: innerWidth < 700, screen, selection: { focus: null } };
  const table = { game, players, seat: 0, state };
  return picture(/** @type {any} */ (around), /** @type {any} */ (table), drawn, {
    place: "small",
    silent: true,
  });
}

/** The last move in words. @param {Game} one */
function sentence({ game, players, moves, marks, best, end }) {
  const { words } = report;
  if (shown.ply === 0) return `${players[0]} – ${players[1]}. ${words.start}`;
  const ply = shown.ply - 1;
  const drawn = boardOf(game.variant);
  const say = (/** @type {Move} */ move) => drawn?.say(move, game) ?? JSON.stringify(move);
  const other = best[ply];
  const better = marks[ply] === "threw" && other !== null ? ` ${words.better} ${say(other)}.` : "";
  const over = shown.ply === moves.length ? ` ${end}` : "";
  return `${players[ply % 2]}: ${say(moves[ply])}. ${words[marks[ply]]}${better}${over}`;
}

function draw() {
  const one = report.games[shown.game];
  const { words } = report;
  const game = boardOf(one.game.variant);
  if (!place) return;
  render(
    place,
    s("svg", { class: "definitions", "aria-hidden": "true" }, s("defs", {}, drawing(gradients + symbols))),
    h(
      "label",
      { key: "which" },
      h("span", {}, words.game),
      h(
        "select",
        {
          value: String(shown.game),
          on: { change: (/** @type {any} */ event) => open(Number(event.target.value)) },
        },
        report.games.map(({ name, players }, i) =>
          h("option", { value: String(i) }, `${name}: ${players[0]} – ${players[1]}`),
        ),
      ),
    ),
    board(one),
    h("p", { key: "said", role: "status", "aria-live": "polite" }, sentence(one)),
    h(
      "div",
      { key: "steps", class: "steps" },
      stepper("first", 0, "first"),
      stepper("back", shown.ply - 1, "back"),
      stepper("next", shown.ply + 1, "next"),
      stepper("last", one.moves.length, "last"),
    ),
    h(
      "ol",
      { key: `moves ${shown.game}`, class: "moves" },
      one.moves.map((move, i) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: one.marks[i],
              "aria-current": shown.ply === i + 1 ? "step" : null,
              title: words[one.marks[i]],
              on: { click: () => step(i + 1) },
            },
            `${SIGNS[one.marks[i]]} ${game?.say(move, one.game) ?? JSON.stringify(move)}`,
          ),
        ),
      ),
    ),
  );
}

if (place && report.games.length > 0) {
  await speak("en");
  await Promise.all(["board", "table"].map(speakOf));
  document.addEventListener("keydown", pressed);
  for (const link of document.querySelectorAll("[data-game]"))
    link.addEventListener("click", () => open(Number(link.getAttribute("data-game"))));
  await open(0);
}
