// What the state of the page is made of: types only, so no browser fetches this
// file.

/** @typedef {import("../net/wire.js").Move} Move */
/** @typedef {import("./selection.js").Marks} Marks */

/**
 * @typedef {object} Legal
 * @property {number} ply
 * @property {number | null} count
 * @property {Move[] | null} moves  Null where they are too many to list.
 *
 * @typedef {object} Table
 * @property {import("../net/wire.js").Setup} game
 * @property {import("../net/wire.js").Player[]} players
 * @property {Move[]} moves  Those known, the last first made last.
 * @property {import("../net/wire.js").TableState} state
 * @property {number | null} seat  Mine; null when I look on.
 * @property {boolean} [rated]
 * @property {string} [division]  Where it counts.
 * @property {Array<import("../net/wire.js").Rating | null>} [ratings]  By seat, as they were when it began.
 * @property {import("../net/wire.js").Draw} [drawn]  How the start was drawn.
 * @property {{id: string, game: number, other: string}} [pair]
 * @property {string[]} [without]  What we have agreed to play without: abort, claim, rematch, takeback.
 * @property {boolean} live  Whether the server tells us of changes.
 * @property {Legal | null} legal
 * @property {{ply: number, move: Move} | null} sent  My move, until the state shows it.
 * @property {number} at  When the state came: from then on its times run.
 * @property {number} [full]  The most time that a clock has shown here.
 *
 * @typedef {object} Notice
 * @property {number} id
 * @property {"info" | "error"} kind
 * @property {string} key
 * @property {Record<string, string | number>} [params]
 *
 * @typedef {object} Form  What the next game is to be.
 * @property {string} variant
 * @property {string} preset  The name of a known start; "" for the usual one.
 * @property {Record<string, string> | null} values  A start of one's own, instead.
 * @property {"" | "easy" | "medium" | "hard"} draw  How hard a start the server is to draw, instead; "" for none.
 * @property {"" | "first" | "second"} wonBy  Who wins the drawn start.
 * @property {import("../net/wire.js").Ending | ""} ending  "" for the start's own.
 * @property {import("../net/wire.js").SeatChoice | "pie"} seat  "pie": who takes the offer chooses who begins.
 * @property {"bot" | "link" | "open"} opponent
 * @property {string} bot  The name of the bot wanted, or "".
 * @property {string} clock  See `CLOCKS`; "" for none.
 * @property {boolean} pair  Two games, the second with the seats swapped.
 * @property {boolean} rated
 * @property {boolean} open  Whether all help is allowed.
 * @property {string} window  How far off in rating who takes a rated offer may be; "" for any.
 * @property {string} format  Of a tournament.
 * @property {string} begin  When it begins.
 * @property {string} entry  Whether a tournament is open or by invitation.
 * @property {string} who  Persons, bots, or both.
 * @property {string} ready  "asked" where entrants are asked before each pair.
 *
 * @typedef {object} Offer  A seek or challenge of mine that waits.
 * @property {string} id
 * @property {"open" | "link" | "challenge" | "quick" | "daily"} kind
 * @property {Pick<import("../net/wire.js").Setup, "variant" | "ending">} game
 * @property {import("../net/wire.js").Player | null} [meanwhile]  Who would play while nobody else is found.
 * @property {number} [place]  In line for a house bot, from 1.
 *
 * @typedef {object} Daily  The position of the day.
 * @property {number} day  The one that was begun.
 * @property {string | null} table
 * @property {Move | null} move  The first move, while a game is being made of it.
 * @property {number} tries
 * @property {boolean} hint
 * @property {import("./daily.js").Streak} streak
 *
 * @typedef {object} Route
 * @property {"home" | "new" | "watch" | "table" | "seek" | "analysis" | "learn" | "ladder" | "player" |
 *   "account" | "puzzles" | "tournaments" | "tournament" | "none"} page
 * @property {string} id  Of a table or an offer, or "".
 * @property {string} rest  What else the address says: the ply of a replay, a game in notation.
 * @property {boolean} [replay]  Whether a table was gone to by the address of its replay.
 *
 * @typedef {({ok: true, value: any} | {ok: false, code: string, message: string, cause?: {kind: string}}) &
 *   {stale?: boolean}} Answer  Of the server over HTTP; asked for again when it is stale.
 *
 * @typedef {object} People  What is looked for on the ladder and of a player.
 * @property {string} search  What a name has in it.
 * @property {string} board  The leaderboard whose course is drawn; the first when "".
 * @property {"" | "result" | "decisions"} cause  Which changes are listed; all when "".
 *
 * @typedef {object} State
 * @property {string} language
 * @property {string} name
 * @property {string | null} me  My player id on this connection.
 * @property {string} followed  The tournament that the server tells of, or "".
 * @property {boolean} registered  Whether my name is mine alone.
 * @property {{code: string, message: string, cause?: {kind: string}} | null} refused  Why something asked over HTTP was not done.
 * @property {Route} route
 * @property {{status: "connecting" | "online" | "waiting" | "ended", at: number, code: number}} link
 * @property {number} now  For countdowns only.
 * @property {boolean} narrow  Whether the rail stands below the board.
 * @property {{width: number, height: number}} screen  In pixels.
 * @property {boolean} dark  Whether the dark colours are shown.
 * @property {Daily} daily
 * @property {import("./puzzles.js").Puzzles | null} puzzles  Null before the first.
 * @property {{best: number, row: number}} solved  The best rush, and puzzles in a row solved at the first try.
 * @property {{table: string, seat: number, phrase: string, at: number} | null} said  What was said last at a table.
 * @property {boolean} opened  Whether the review opens the heaps to say why.
 * @property {string} family  Which tiles home shows, or "".
 * @property {People} people
 * @property {Record<string, string>} cameFrom  The tournament of a table that I came to from there.
 * @property {boolean} confirm  Whether a move is confirmed with the button, not with a second touch.
 * @property {string} lists  Those of the lobby that the server tells of, or "".
 * @property {import("../net/wire.js").Lobby | null} lobby
 * @property {Form} form
 * @property {Offer[]} offers
 * @property {string[]} taken  Offers of others that were taken in this window, the newest last.
 * @property {boolean} hidden  Whether nobody sees this window.
 * @property {import("../net/wire.js").Challenge[]} challenges
 * @property {Record<string, Table>} tables
 * @property {Record<string, string>} missing  Tables that cannot be had, with the reason.
 * @property {Record<string, {seat: number, token?: string}>} seats  Without a token where the game began on another device.
 * @property {{table: string, ply: number, marks: Marks, hover: string | null, focus: string | null}} selection
 * @property {boolean} sound  Whether sounds are wanted.
 * @property {boolean} still  Whether nothing is to move by itself: as the browser says, until it is chosen here.
 * @property {import("../study/study.js").Study | null} study  The game that is looked at.
 * @property {Record<string, Answer>} answers  By query; see `keyOf`.
 * @property {{reset: string, token: string, done: string}} account  What resets a lost password, a bot's new
 *   token, and what has been done: the key of its text.
 * @property {Record<string, {organizer: string, invitation?: string}>} founded  Tournaments that I have made, with what proves it.
 * @property {Record<string, string>} calls  Tournaments that ask whether I am ready, and against whom.
 * @property {{what: string} | null} asking  What the player is asked to confirm.
 * @property {Notice[]} notices
 * @property {number} lastNotice
 */

/**
 * @typedef {object} Page  A part of the page that is fetched when it is first needed.
 * @property {(state: State, act: import("../app.js").Act, id: string, parts: Parts) =>
 *   import("../browser/dom.js").Children} [view]  Given what is fetched already of the parts it may show.
 * @property {(state: State, id: string) => import("../net/query.js").Query[]} [needs]  What it asks over HTTP now.
 * @property {(state: State, id: string) => State} [prepare]  What follows from the address and the answers.
 * @property {(state: State) => string[]} [variants]  Whose boards it needs, besides those of tables.
 * @property {string[]} [texts]  Its texts, besides those of every page.
 * @property {string[]} [styles]
 *
 * @typedef {{picture?: typeof import("../views/picture.js"), review?: typeof import("../views/review.js")}} Parts
 */

export {};
