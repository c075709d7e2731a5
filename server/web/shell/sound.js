// Optional sounds, synthesised by the browser without files. The change in the state
// determines the sound.

import { isLow } from "../state/clock.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../state/types.js").Table} Table */
/** @typedef {"move" | "turn" | "won" | "lost" | "low" | "call"} Sound */

/** The notes of each sound: pitch in hertz, and time in seconds. @type {Record<Sound, Array<[number, number]>>} */
const NOTES = {
  move: [[220, 0]],
  turn: [
    [440, 0],
    [587, 0.09],
  ],
  won: [
    [523, 0],
    [659, 0.12],
    [784, 0.24],
  ],
  lost: [
    [392, 0],
    [311, 0.15],
  ],
  low: [
    [880, 0],
    [880, 0.12],
    [880, 0.24],
  ],
  call: [
    [659, 0],
    [659, 0.18],
  ],
};

/** The sound of a change. @param {State} before @param {State} after @returns {Sound | null} */
export function heard(before, after) {
  if (after.challenges.length > before.challenges.length) return "call";
  for (const [id, table] of Object.entries(after.tables)) {
    const { seat, state } = table;
    const old = before.tables[id]?.state;
    if (!old || seat === null) continue;
    if (isLow(table, seat, after.now) && !isLow(before.tables[id], seat, before.now)) return "low";
    if (old === state) continue;
    if (state.over && !old.over) return state.over.winners.includes(seat) ? "won" : "lost";
    if (isAsked(state, seat) && !isAsked(old, seat)) return "call";
    if (state.ply > old.ply) return state.to_move === seat ? "turn" : "move";
  }
  return ofPuzzle(before.puzzles, after.puzzles);
}

/** @param {State["puzzles"]} before @param {State["puzzles"]} after @returns {Sound | null} */
function ofPuzzle(before, after) {
  const done = after?.run?.done ?? [];
  if (done.length > 0 && done.length === (before?.run?.done.length ?? 0) + 1)
    return done[done.length - 1].solved ? "turn" : "lost";
  if (!after?.judged || after.judged === before?.judged) return null;
  return after.judged.solved ? "won" : "lost";
}

/**
 * Whether another player waits for my answer about a takeback or a rematch.
 * @param {import("../net/wire.js").TableState} state
 * @param {number} seat
 */
function isAsked({ takeback, rematch }, seat) {
  const wanted = takeback?.agreed ?? rematch ?? [];
  return wanted.length > 0 && !wanted.includes(seat);
}

/** @type {AudioContext | undefined} */
let context;

/** @param {Sound} sound */
export function play(sound) {
  context ??= new AudioContext();
  // Browsers play nothing before the first interaction, so this is not an error.
  context.resume().catch(() => {});
  for (const [pitch, after] of NOTES[sound]) note(context, pitch, context.currentTime + after);
}

/** @param {AudioContext} context @param {number} pitch @param {number} at */
function note(context, pitch, at) {
  const oscillator = context.createOscillator();
  const volume = context.createGain();
  oscillator.type = "triangle";
  oscillator.frequency.value = pitch;
  volume.gain.setValueAtTime(0.12, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.2);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + 0.22);
}
