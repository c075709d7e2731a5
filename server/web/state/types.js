// The types of the page's state: types only, so no browser fetches this file.

/** @typedef {import("../net/wire.js").Move} Move */
/** @typedef {import("./selection.js").Marks} Marks */

/**
 * @typedef {object} Legal
 * @property {number} ply
 * @property {number | null} count
 * @property {Move[] | null} moves  Null if there are too many to list.
 *
 * @typedef {object} Table
 * @property {import("../net/wire.js").Setup} game
 * @property {import("../net/wire.js").Player[]} players
 * @property {Move[]} moves  The known moves; the latest is last.
 * @property {import("../net/wire.js").TableState} state
 * @property {import("../net/wire.js").Clock} [clock]  How long players may think.
 * @property {import("../net/wire.js").Clock[]} [clocks]  By seat, where they differ from it.
 * @property {number | null} seat  My seat; null for a spectator.
 * @property {boolean} [rated]
 * @property {string | null} [division]  The division in which it is rated.
 * @property {Array<import("../net/wire.js").Rating | null> | null} [ratings]  By seat, at the beginning of the game.
 * @property {import("../net/wire.js").Draw | null} [drawn]  How the start was drawn.
 * @property {import("../../../clients/javascript/types/messages").PairView | null} [pair]
 * @property {string[]} [excluded]  Actions that are excluded by agreement: abort, claim, rematch, takeback.
 * @property {import("../net/wire.js").Setup} [whole]  The game that this one is a try from a position of.
 * @property {boolean} [pie]  Whether a player chose who begins.
 * @property {boolean} [again]  Whether it is a rematch: its start is that of the game before.
 * @property {string} [promised]  The commitment to the start that I was told before the game.
 * @property {import("../../../clients/javascript/types/messages").BidView | null} [bid]  The bids for the seats.
 * @property {import("../../../clients/javascript/types/messages").HandicapView | null} [handicap]  What makes the chances nearly even.
 * @property {string} [text]  The game in notation, where no server has it.
 * @property {boolean} live  Whether the server sends changes.
 * @property {Legal | null} legal
 * @property {{ply: number, move: Move} | null} sent  My move, until the state contains it.
 * @property {number} [sentAt]  Since when it has been on its way.
 * @property {Move | null} [premove]  My next move, chosen while others are to move.
 * @property {number} [hint]  The ply for which I asked for a hint.
 * @property {number} at  When the state arrived; its times run from then on.
 * @property {number} [full]  The most time that a clock has shown here.
 *
 * @typedef {object} Notice
 * @property {number} id
 * @property {"info" | "error"} kind
 * @property {string} key
 * @property {Record<string, string | number>} [params]
 * @property {number} at  Since when it is shown.
 *
 * @typedef {object} Form  The choices for the next game.
 * @property {string} variant
 * @property {string} preset  The name of a known start; "" for the usual one.
 * @property {Record<string, string> | null} values  A custom start instead.
 * @property {"" | "easy" | "medium" | "hard"} draw  The difficulty of a random start instead; "" for none.
 * @property {"" | "first" | "second"} wonBy  Who wins the random start.
 * @property {string} winningMoves  How many of its first moves win; empty for any number.
 * @property {string} length  How many moves it lasts; empty for any number.
 * @property {import("../net/wire.js").Ending | ""} ending  "" for the start's own.
 * @property {import("../net/wire.js").SeatChoice | "pie" | "bid"} seat  "pie": the player who accepts chooses
 *   who begins; "bid": both bid for it.
 * @property {"bot" | "link" | "open"} opponent
 * @property {string} bot  The name of the bot wanted, or "".
 * @property {string} clock  See `CLOCKS`; "" for none.
 * @property {boolean} pair  Two games, the second with the seats swapped.
 * @property {boolean} rated
 * @property {boolean} handicap  Whether the server makes the chances nearly even.
 * @property {boolean} open  Whether all help is allowed.
 * @property {string} window  The rating window of a rated offer; "" for any.
 * @property {string} format  Of a tournament.
 * @property {string} begin  When it begins.
 * @property {string} entry  Whether a tournament is open or by invitation.
 * @property {string} kinds  Persons, bots, or both.
 * @property {string} ready  "asked" if entrants are asked before each pair.
 * @property {string} close  What ends a tournament: that all is played, or its organizer.
 *
 * @typedef {object} Offer  An open seek or challenge of mine.
 * @property {string} id
 * @property {"open" | "link" | "challenge" | "quick" | "daily"} kind
 * @property {Pick<import("../net/wire.js").Setup, "variant" | "ending"> & {params?: Record<string, any>}} game
 * @property {import("../net/wire.js").Player | null} [meanwhile]  A bot that would play while no opponent is found.
 * @property {string} [to]  The player who is challenged.
 * @property {string | null} [commitment]  To the seed of its start, if the server drew one.
 * @property {import("../net/wire.js").Setup} [whole]  The game that its start is a position of.
 * @property {number} [place]  My place in a house bot's queue, from 1.
 *
 * @typedef {object} Daily  The position of the day.
 * @property {number} day  The day of the position begun.
 * @property {string | null} table
 * @property {Move | null} move  The first move, while its game is being created.
 * @property {Table | null} alone  Without a house bot: the game against the analysis.
 * @property {number} tries
 * @property {boolean} hint
 * @property {boolean} open  Whether the board is shown although the day is done: it is being played on.
 * @property {import("./daily.js").Streak} streak
 *
 * @typedef {object} Route
 * @property {"home" | "new" | "watch" | "table" | "seek" | "analysis" | "learn" | "ladder" | "archive" | "player" |
 *   "account" | "puzzles" | "tournaments" | "tournament" | "none"} page
 * @property {string} id  Of a table or an offer, of the analysis the ply, or "".
 * @property {string} rest  The rest of the address: the ply of a replay, a game in notation.
 * @property {boolean} [replay]  Whether a table was opened by the address of its replay.
 *
 * @typedef {({ok: true, value: any} | {ok: false, code: string, message: string, cause?: {kind: string}}) &
 *   {stale?: boolean}} Answer  Of the server over HTTP; asked for again when it is stale.
 *
 * @typedef {object} People  Filters on the ladder and on a player's page.
 * @property {string} search  Part of a name.
 * @property {string} board  The leaderboard whose course is drawn; "" for the first.
 * @property {"" | "result" | "decisions"} cause  The changes listed; "" for all.
 * @property {{player: string, why: [string, Record<string, string | number>]} | null} unwilling  Why a challenge
 *   of this player came to nothing: a text's key and parameters.
 *
 * @typedef {object} State
 * @property {string} language
 * @property {string} name
 * @property {string | null} me  My player id on this connection.
 * @property {string} followed  The tournament that the server reports on, or "".
 * @property {boolean} registered  Whether my name is registered.
 * @property {boolean} signs  Whether this browser can sign my moves in tournaments.
 * @property {{code: string, message: string, cause?: {kind: string}} | null} refused  Why an HTTP request was refused.
 * @property {Route} route
 * @property {{status: "connecting" | "online" | "offline" | "waiting" | "ended", at: number, code: number}} link
 * @property {number} now  For countdowns only.
 * @property {boolean} narrow  Whether the rail is below the board.
 * @property {{width: number, height: number}} screen  In pixels.
 * @property {boolean} fine  Whether one points with a mouse, not with a finger.
 * @property {boolean} dark  Whether the dark colours are shown.
 * @property {Daily} daily
 * @property {import("./puzzles.js").Puzzles | null} puzzles  Null before the first.
 * @property {number} level  Of the bot that adapts, from 0.
 * @property {string[]} learnt  The lessons that have been won.
 * @property {string[]} introduced  The variants in which a move was chosen here.
 * @property {boolean} newcomer  Whether nothing was played in this browser before this visit to home.
 * @property {{best: number, row: number}} solved  The best rush, and puzzles in a row solved at the first try.
 * @property {{table: string, begin: boolean, ms: number}} [bid]  The bid that I am making.
 * @property {{table: string, seat: number, phrase: string, at: number} | null} said  The last phrase at a table.
 * @property {boolean} opened  Whether the review opens the heaps to show the reason.
 * @property {boolean} numbers  Whether the review shows nim-sums beside what they come to on the board.
 * @property {string | null} whyOf  The game whose reason I asked for before its review was known.
 * @property {string} family  The tiles shown on the home page, or "".
 * @property {People} people
 * @property {Record<string, string>} cameFrom  The tournament from which I came to a table, by table.
 * @property {boolean} confirm  Whether a move is confirmed with the button, not with a second touch.
 * @property {string} lists  The lobby lists that the server reports, or "".
 * @property {import("../net/wire.js").Lobby | null} lobby
 * @property {Form} form
 * @property {Offer[]} offers
 * @property {string | null} accepting  The offer to be accepted as soon as the server hears of it.
 * @property {string[]} joined  Others' offers for several in which I have a seat, until their games begin.
 * @property {string[]} taken  Others' offers accepted in this window, the newest last.
 * @property {boolean} hidden  Whether this window is hidden.
 * @property {import("../net/wire.js").Challenge[]} challenges
 * @property {Record<string, Table>} tables
 * @property {Record<string, string>} missing  Tables that cannot be loaded, with the reason.
 * @property {Record<string, {seat: number, token?: string, again?: boolean}>} seats  Without a token if the game began
 *   on another device; `again` in a rematch.
 * @property {{table: string, ply: number, marks: Marks, hover: string | null, focus: string | null}} selection
 * @property {boolean} muted  Whether the phrases of others are not shown.
 * @property {boolean} sound  Whether sounds are wanted.
 * @property {boolean} still  Whether animation is off: the browser's preference, until chosen here.
 * @property {import("../study/study.js").Study | null} study  The game being viewed.
 * @property {Record<string, Answer>} answers  By query; see `keyOf`.
 * @property {{link: {what: string, token: string} | null, token: string, done: string}} account  The link of a
 *   mail that was opened, a bot's new token, and what has been done: the key of its text.
 * @property {Record<string, {organizer: string, invitation?: string}>} founded  Tournaments that I have created, with their secrets.
 * @property {Record<string, string>} calls  Tournaments that ask whether I am ready, with the opponent.
 * @property {{what: string} | null} asking  What the player is asked to confirm.
 * @property {Notice[]} notices
 * @property {number} lastNotice
 */

/**
 * @typedef {object} Page  A part of the page that is fetched when it is first needed.
 * @property {(state: State, act: import("../app.js").Act, id: string, parts: Parts) =>
 * import("../browser/dom.js").Children} [view]  Receives the parts already fetched.
 * @property {(state: State, id: string) => import("../shell/query.js").Query[]} [needs]  Its current HTTP queries.
 * @property {(state: State, id: string) => State} [prepare]  Applies consequences of the address and the answers.
 * @property {(state: State) => string[]} [variants]  Variants whose boards it needs, besides those of tables.
 * @property {string[]} [texts]  Its texts, besides those of every page.
 * @property {string[]} [styles]
 *
 * @typedef {{picture?: typeof import("../views/picture.js"), review?: typeof import("../views/review.js"),
 * followed?: typeof import("../views/following.js"), fairness?: typeof import("../views/fairness.js")}} Parts
 */

export {};
