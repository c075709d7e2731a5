// Words for tournaments, and the server's data about them.

import { t } from "../texts/text.js";

/** The path of the tournaments' data. */
export const PATH = "/api/tournaments";

/** @typedef {{kind: string, cycles?: number, champions?: number, rounds?: number, seconds?: number}} Format */
/** @typedef {{number: number, player: string, name: string, withdrawn?: boolean, byes?: number[], berserk?: boolean}} Entrant */
/** @typedef {{pairs: number[], likely: number | null, low: number | null, high: number | null}} Elo  What is beyond all numbers is null. */
/**
 * @typedef {object} Tournament
 * @property {string} tournament
 * @property {{name: string, format: Format, pairs: number, entry: string, entrants: number, kinds?: string,
 *   byes?: number, close?: string, sprt?: {elo0: number, elo1: number}, clock?:
 *   import("../net/wire.js").Clock, courses: Array<{variant: string, ending:
 *   import("../net/wire.js").Ending, size: number}>}} plan
 * @property {"open" | "running" | "finished" | "cancelled"} stage
 * @property {string} commitment
 * @property {string} key
 * @property {string} [seed]
 * @property {number} [begins_at_ms]
 * @property {Entrant[]} entrants
 * Points are in halves, Sonneborn-Berger in quarters.
 * @property {Array<{rank: number, number: number, score: number, pairs: number[], games: number[], direct:
 *   number, sonneborn_berger: number, buchholz: number, wins: number, elo?: Elo}>} standings
 * @property {{number: number, pairs: number[], ratio: number, bounds: [number, number], decision?: "passed" | "failed"}} [sprt]
 * @property {number} rounds
 * @property {number} played
 * @property {number} pairs
 *
 * @typedef {{round: number, board: number, first: number, second: number | null, games: [number, number],
 *   score: [number, number, number], over: boolean}} Pairing
 * @typedef {{round: number, board: number, pair: number, seats: [number, number], tables: [string, string]}} Running
 * @typedef {{pairings: Pairing[], count: number, running: Running[]}} Met
 * @typedef {Pairing & {pairs: Array<{pair: number, seats: [number, number], games: Array<{winner: number |
 *   null, how: string, table?: string}>, corrected?: Array<string | null>}>}} Detail
 */

/** @param {Format} format */
export function formatName({ kind, cycles = 1, rounds = 0, seconds = 0 }) {
  return t(`format.${kind}`, { n: kind === "swiss" ? rounds : cycles, minutes: Math.round(seconds / 60) });
}
