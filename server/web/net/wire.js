// The types of `nim.v1` as the page uses them: types only, so no browser fetches this file.
// Most are generated from the server's; where the page treats all shapes of something alike
// (positions, clocks, offers), its own types are here.

/**
 * @typedef {import("../../../clients/javascript/types/messages").Ending} Ending
 * @typedef {import("../../../clients/javascript/types/messages").SeatChoice} SeatChoice
 * @typedef {number | Array<number | string | number[]>} Move
 *
 * @typedef {object} Position  The fields of all variants; each variant has a few of them.
 * @property {number[]} [heaps]
 * @property {number} [heap]
 * @property {number} [limit]
 * @property {number} [total]
 * @property {string} [circle]
 * @property {string} [board]
 * @property {string[]} [boards]
 * @property {number[]} [present]
 * @property {number[]} [rows]
 * @property {number} [remaining]
 * @property {number[]} [stacks]
 * @property {number[] | string} [coins]  Squares of coins, or heads and tails.
 * @property {number[]} [steps]
 * @property {number[]} [pair]
 * @property {boolean} [pass]
 *
 * @typedef {object} Setup
 * @property {string} variant
 * @property {Record<string, any>} params
 * @property {Ending} ending
 * @property {Position} start
 *
 * @typedef {import("../../../clients/javascript/types/messages").Draw} Draw  A start that the server chooses.
 * @typedef {Pick<Setup, "variant" | "params" | "ending"> & {start?: Position, draw?: Draw}} Draft  What is offered.
 * @typedef {import("../../../clients/javascript/types/messages").Rating} Rating
 *
 * @typedef {import("../../../clients/javascript/types/messages").Player} Player
 * @typedef {{clock?: Clock, rated?: boolean, pair?: boolean, pie?: boolean, bid?: boolean, handicap?: boolean, open?: boolean,
 *   rating?: Rating,
 *   window?: {min: number, max: number}}} Terms  Left out where it is false or nobody is hurried.
 * @typedef {{kind: "fischer" | "bronstein" | "delay" | "byoyomi" | "move" | "days", base_ms?: number,
 *   increment_ms?: number, periods?: number, period_ms?: number, delay_ms?: number, ms?: number, days?: number}} Clock
 * @typedef {{seek: string, by: Player, game: Draft, seat: SeatChoice, missing?: number} & Terms} Seek
 * @typedef {{challenge: string, by: Player, game: Draft, seat: SeatChoice} & Terms} Challenge
 * @typedef {import("../../../clients/javascript/types/messages").TableLine} TableLine
 *
 * @typedef {object} Lobby
 * @property {number} version
 * @property {Seek[]} seeks
 * @property {number} seek_count
 * @property {TableLine[]} tables
 * @property {number} table_count
 * @property {Player[]} players
 * @property {number} player_count
 *
 * @typedef {object} LobbyDelta
 * @property {number} since
 * @property {number} version
 * @property {ListDelta<Seek>} [seeks]
 * @property {ListDelta<TableLine>} [tables]
 * @property {ListDelta<Player>} [players]
 *
 * @typedef {import("../../../clients/javascript/types/messages").EndReason} Reason
 * @typedef {import("../../../clients/javascript/types/messages").Over} Over
 *
 * @typedef {Omit<import("../../../clients/javascript/types/messages").TableState, "position" | "last_move"> &
 *   {position: Position, last_move: Move | null}} TableState
 *
 * @typedef {{name: string, game: Setup}} Preset
 * @typedef {{variant: string, endings: Ending[], presets: Preset[]}} OfferedVariant
 *
 * @typedef {object} TableView
 * @property {Setup} game
 * @property {Player[]} players
 * @property {number} since
 * @property {Move[]} moves
 * @property {TableState} state
 *
 * @typedef {import("../../../clients/javascript/types/messages").ServerMessage} Message  Whatever the server says.
 * @typedef {AsSent<import("../../../clients/javascript/types/messages").Request>} Request
 */

/**
 * A request as the page makes it: the connection adds its number, and the server checks what
 * a move or a game consists of.
 * @template R
 * @typedef {R extends any ? Omit<R, "cid" | "move" | "game" | "clock" | "pool"> & (R extends {move: any} ? {move: Move} : {}) &
 *   (R extends {game: any} ? {game: Draft} : {}) & (R extends {clock?: any} ? {clock?: Clock} : {}) &
 *   (R extends {pool?: any} ? {pool: Terms & Pick<Setup, "variant" | "ending">} : {}) : never} AsSent
 */

/**
 * The messages of a kind.
 * @template {Message["t"]} T
 * @typedef {Extract<Message, {t: T}>} MessageOf
 */

/**
 * @template L
 * @typedef {{set?: L[], gone?: string[], count: number}} ListDelta
 */

export {};
