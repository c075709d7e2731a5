// Generated from the Rust types; server/tests/schema says how.

/** When a tournament begins. */
export type Begin = 
/** When the organizer says so. */
{
  when: "told";
} | 
/** When the last place is taken. */
{
  when: "full";
} | 
/** So many seconds after it was made. */
{
  /** The seconds. */
  seconds: number;
  when: "in";
};

/** `{"board": "110100"}`: the cells of a board of any dimension, row-major; the last coordinate runs fastest. */
export type Board = {
  /** Which cells hold a piece. */
  board: Cells;
};

/** `{"boards": ["X...X....", "........."]}`. */
export type Boards = {
  /** The boards, dead ones too. */
  boards: Array<Crosses>;
};

/** Why a request was refused, precisely. Clients take a cause that they do not know for [`Cause::Other`] and go by the [`ErrorCode`]. */
export type Cause = 
/** the message cannot be read */
{
  kind: "unreadable";
} | 
/** {field} is not as it must be */
{
  field: string;
  kind: "bad_field";
} | 
/** a password has {min} to {max} characters */
{
  kind: "bad_password";
  max: number;
  min: number;
} | 
/** that password is among the first that anybody guesses */
{
  kind: "weak_password";
} | 
/** that is no mail address */
{
  kind: "bad_email";
} | 
/** a name has each accented letter as one character (NFC) */
{
  kind: "name_not_composed";
} | 
/** a name has letters, digits and punctuation, and no heaps of marks */
{
  kind: "name_unreadable";
} | 
/** a name has a letter or a digit */
{
  kind: "name_without_letters";
} | 
/** a name is written in one script */
{
  kind: "name_mixes_scripts";
} | 
/** hello comes first */
{
  kind: "hello_first";
} | 
/** hello comes only once */
{
  kind: "hello_twice";
} | 
/** client: at most {max} printable characters */
{
  kind: "bad_client";
  max: number;
} | 
/** a house bot needs a name */
{
  kind: "house_bot_nameless";
} | 
/** the token has been revoked */
{
  kind: "token_revoked";
} | 
/** there is no variant {variant} */
{
  kind: "unknown_variant";
  variant: string;
} | 
/** the parameters do not make a game of this variant */
{
  kind: "bad_params";
} | 
/** this variant is not played with that ending */
{
  kind: "bad_ending";
} | 
/** the position is not one of this variant */
{
  kind: "bad_position";
} | 
/** {what}: at least {min} */
{
  kind: "too_small";
  min: number;
  what: string;
} | 
/** {what}: at most {max} */
{
  kind: "too_large";
  max: number;
  what: string;
} | 
/** the text is not a game in the notation */
{
  kind: "bad_notation";
} | 
/** the clock's times are out of range */
{
  kind: "bad_clock";
} | 
/** only a rated game has a delay, of at most {max} moves */
{
  kind: "bad_delay";
  max: number;
} | 
/** a seed is at most 2^53 - 1 */
{
  kind: "bad_seed";
} | 
/** {field}: from {min} to {max} */
{
  field: PlanField;
  kind: "plan_out_of_range";
  max: number;
  min: number;
} | 
/** a tournament has at most {max} pairs */
{
  kind: "too_many_pairs";
  max: number;
} | 
/** tournaments are of games for two */
{
  kind: "course_not_for_two";
} | 
/** an arena pairs those who are there, and asks nobody */
{
  kind: "no_ready_check_in_arena";
} | 
/** a sequential test is of two entrants */
{
  kind: "sprt_for_two";
} | 
/** elo0 is below elo1 */
{
  kind: "elo_out_of_order";
} | 
/** alpha and beta are from 0.0001 to 0.4 */
{
  kind: "bad_error_rates";
} | 
/** a challenge is for two; use a seek for a game with more seats */
{
  kind: "challenge_for_two";
} | 
/** no such start was found */
{
  kind: "no_start_found";
} | 
/** the pie rule is for casual single games, and leaves the seats to the choice */
{
  kind: "not_for_pie";
} | 
/** rated games, pairs and quick play are for two, and from a start that has a move */
{
  kind: "not_for_two";
} | 
/** single is said of a rated game that is no pair */
{
  kind: "not_single";
} | 
/** too little is decided from this start for a rated game */
{
  kind: "thin_start";
} | 
/** this start plays itself; rated games need one that does not */
{
  kind: "trivial_start";
} | 
/** no start is called {preset} */
{
  kind: "unknown_preset";
  preset: string;
} | 
/** nobody knows who wins this start: a rated game from it must be a pair */
{
  kind: "unproven_start";
} | 
/** {max} wait for that bot already */
{
  kind: "line_is_full";
  max: number;
} | 
/** no such {what}, or no longer */
{
  kind: "not_found";
  what: Missing;
} | 
/** that name is a registered player's, or looks like it */
{
  kind: "name_taken";
} | 
/** that name is the server's own, or looks like it */
{
  kind: "name_reserved";
} | 
/** the admin's token is wanted */
{
  kind: "admin_only";
} | 
/** you are banned */
{
  kind: "banned";
} | 
/** a bot has no bots */
{
  kind: "bots_have_no_bots";
} | 
/** only the server says {reason:?} */
{
  kind: "forged_reason";
  reason: Decline;
} | 
/** the invitation is wanted */
{
  kind: "invitation_wanted";
} | 
/** log in first */
{
  kind: "login_wanted";
} | 
/** this game has no pie rule */
{
  kind: "no_pie_rule";
} | 
/** there is nothing to choose */
{
  kind: "nothing_to_choose";
} | 
/** you are not asked whether you are ready there */
{
  kind: "no_ready_check";
} | 
/** it is not for players of your kind */
{
  kind: "not_for_your_kind";
} | 
/** that is the organizer's to say */
{
  kind: "not_organizer";
} | 
/** that offer is somebody else's */
{
  kind: "not_your_offer";
} | 
/** that seat is not yours */
{
  kind: "not_your_seat";
} | 
/** this seek is for ratings from {min} to {max} now */
{
  kind: "outside_window";
  max: number;
  min: number;
} | 
/** you have that seat already */
{
  kind: "own_offer";
} | 
/** this game is played without {what:?} */
{
  kind: "played_without";
  what: Without;
} | 
/** in a rated game no move is taken back */
{
  kind: "rated_for_good";
} | 
/** a rated game like this is running */
{
  kind: "rated_game_running";
} | 
/** register first: that is for those who have an account */
{
  kind: "account_wanted";
} | 
/** register to play rated games */
{
  kind: "registration_wanted";
} | 
/** you are registered already */
{
  kind: "already_registered";
} | 
/** all places are taken */
{
  kind: "tournament_full";
} | 
/** you have entered already */
{
  kind: "already_entered";
} | 
/** you have not entered */
{
  kind: "not_entered";
} | 
/** it takes two entrants */
{
  kind: "two_entrants_wanted";
} | 
/** the tournament has not begun */
{
  kind: "tournament_not_begun";
} | 
/** the tournament has begun */
{
  kind: "tournament_begun";
} | 
/** the tournament is over */
{
  kind: "tournament_over";
} | 
/** the link to reset the password is no longer good */
{
  kind: "reset_expired";
} | 
/** this server sends no mail; ask whoever runs it */
{
  kind: "no_mail";
} | 
/** the name or the password is wrong */
{
  kind: "wrong_credentials";
} | 
/** who begins is still to be chosen */
{
  kind: "beginner_not_chosen";
} | 
/** the other player chooses who begins */
{
  kind: "other_chooses";
} | 
/** it is not your turn */
{
  kind: "not_your_turn";
} | 
/** the move cannot be made in this position */
{
  kind: "illegal_move";
} | 
/** who begins has been chosen */
{
  kind: "already_chosen";
} | 
/** the next ply is {ply} */
{
  kind: "stale_ply";
  ply: number;
} | 
/** the next ply is {ply} */
{
  kind: "future_ply";
  ply: number;
} | 
/** the game is over */
{
  kind: "game_over";
} | 
/** a game can be aborted only before its second move */
{
  kind: "abort_too_late";
} | 
/** nobody has been gone for long enough, or it is your turn */
{
  kind: "claim_too_soon";
} | 
/** the game, the pair or the tournament is not over yet */
{
  kind: "not_over_yet";
} | 
/** the game waits for its review */
{
  kind: "review_not_ready";
} | 
/** a name stays for thirty days */
{
  kind: "renamed_lately";
} | 
/** one phrase every two seconds */
{
  kind: "phrase_too_soon";
} | 
/** more than {max} rated matches are computed again only while the server is stopped: nim-server void */
{
  kind: "ladder_too_long";
  max: number;
} | 
/** too many attempts */
{
  kind: "too_many_attempts";
} | 
/** too many are banned */
{
  kind: "too_many_bans";
} | 
/** a player has at most {max} bots */
{
  kind: "too_many_bots";
  max: number;
} | 
/** at most {max} follow a tournament */
{
  kind: "too_many_followers";
  max: number;
} | 
/** a player has at most {max} unfinished games */
{
  kind: "too_many_games";
  max: number;
} | 
/** at most {max} unfinished games are played from one address */
{
  kind: "too_many_games_from_here";
  max: number;
} | 
/** at most {max} games are played here at once */
{
  kind: "too_many_games_in_all";
  max: number;
} | 
/** at most {max} moves are looked at */
{
  kind: "too_many_moves";
  max: number;
} | 
/** a player has at most {max} open seeks and challenges */
{
  kind: "too_many_offers";
  max: number;
} | 
/** at most {max} tournaments are open */
{
  kind: "too_many_tournaments";
  max: number;
} | 
/** your address has had too much kept; wait a little */
{
  kind: "too_much_kept";
} | 
/** a connection watches at most {max} tables */
{
  kind: "too_many_watched";
  max: number;
} | 
/** the server is stopping */
{
  kind: "server_stopping";
} | 
/** the server's disk is nearly full: nothing new begins */
{
  kind: "disk_full";
} | 
/** the server has more to write than its disk takes */
{
  kind: "disk_behind";
} | 
/** many games are being looked at */
{
  kind: "many_analyses";
} | 
/** too many log in at once */
{
  kind: "many_logins";
} | 
/** many starts are being drawn or judged */
{
  kind: "many_starts";
} | 
/** drawing the start took too long */
{
  kind: "draw_too_long";
} | 
/** that did not work */
{
  kind: "defect";
} | 
/** that is damaged on the server's disk, and set aside */
{
  kind: "damaged";
} | 
/** the server's store has failed */
{
  kind: "store_failed";
} | 
/** A cause of a newer server. */
{
  kind: "other";
};

/** Which cells hold a piece, in the order of the places. */
export type Cells = string;

/** An offer addressed to one player. */
export type ChallengeId = string;

/** A challenge as its addressee sees it. */
export type ChallengeView = {
  /** Who challenges. */
  by: Player;
  /** What `reply` names. */
  challenge: ChallengeId;
  /** How long players may think; left out, nobody is hurried. */
  clock?: TimeControl | null;
  /** How many moves spectators are behind until the game is over, at most 50. Only in rated games. */
  delay?: number;
  /** What is played. */
  game: Offered;
  /** Whether all help is allowed: then a rated game counts in the division `open`. */
  open?: boolean;
  /** Whether it is a pair: two games from one start, the second with the seats swapped. */
  pair?: boolean;
  /** The pie rule: whoever takes the offer chooses who begins. Only in casual single games for two. */
  pie?: boolean;
  /** Whether it counts for the ladder. Only games for two can. */
  rated?: boolean;
  /** The challenger's rating in the pool where it would count, if it is rated and they have one. */
  rating?: Rating | null;
  /** Where the offering player sits. */
  seat: SeatChoice;
  /** What this game is played without. */
  without?: Array<Without>;
};

/** `{"circle": "11011"}`: places in a circle; the last neighbours the first. */
export type Circle = {
  /** Which places hold an object. */
  circle: Cells;
};

/** The clocks as they were when the state was sent. */
export type ClockView = {
  /** In how many milliseconds the server ends the game if nobody moves; a delay and what is granted for the network are part of it. */
  due_ms: number | null;
  /** What each seat has left, in milliseconds. */
  left_ms: Array<number>;
  /** Whether the clock of who is to move is running. It is not in a seat's first turn, and not while players are awaited after a restart. */
  running: boolean;
};

/** `{"coins": "HTH"}`: a row of coins. */
export type CoinRow = {
  /** The coins, from left to right. */
  coins: Faces;
};

/** `{"coins": [1, 3, 7]}`: the square of each coin, 0 being the lowest. Coins may be given in any order; a coin keeps its place in the list when it is moved. */
export type Coins = {
  /** The square of each coin. */
  coins: Array<number>;
};

/** A kind of start: the starts themselves follow from the tournament's seed. */
export type Course = {
  ending: Ending | null;
  params: any;
  size: number;
  variant: string;
};

/** One board of nine cells, rows from top to bottom: `"X...X...."`. */
export type Crosses = string;

/** What a sequential test has come to. */
export type Decision = "passed" | "failed";

/** Why there is no game: in whoever declines, or by what happened. */
export type Decline = "later" | "busy" | "game" | "clock" | "rated" | "casual" | "withdrawn" | "left";

/** How hard a drawn start is. */
export type Difficulty = "easy" | "medium" | "hard";

/** Among whom somebody is rated. */
export type Division = "people" | "open" | "bots";

/** How a start is drawn. The same draw of the same variant and ending gives the same start, if it has a seed. */
export type Draw = {
  /** How hard it is to find the way. */
  difficulty: Difficulty;
  /** What chance is made from, at most 2^53 - 1; left out, the server chooses one and tells it when the game begins. */
  seed?: number | null;
  /** Who is to win it with best play; left out, whoever. */
  won_by?: Side | null;
};

/** A difference in strength, in whole points of Elo, with the bounds that hold it with 95 percent. What is beyond all numbers is null: the likeliest when all pairs went alike, and then a bound too. */
export type Elo = {
  /** The upper bound. */
  high: number | null;
  /** The likeliest difference. */
  likely: number | null;
  /** The lower bound. */
  low: number | null;
  /** Pairs won, shared and lost that it follows from: those that were played. */
  pairs: Array<number>;
};

/** What the last move is worth. It decides every variant's result, so no variant decides it for itself. */
export type Ending = "normal" | "misere";

/** One who plays in a tournament. */
export type EntrantView = {
  /** Their place in the order of entering, from 1. */
  entered: number;
  /** A person or a program. */
  kind: Kind;
  /** Whether they entered after the lots were drawn. */
  late?: boolean;
  /** Their name. */
  name: Name;
  /** What they have added to the lots, if anything. */
  nonce?: Nonce | null;
  /** Their number. Lots and ratings decide it when the tournament begins; until then it is the order of entering. */
  number: Number;
  /** Their id. */
  player: PlayerId;
  /** Their rating when they entered, if they had one. */
  rating?: number | null;
  /** Whether they have left. */
  withdrawn?: boolean;
};

/** Who may enter. */
export type EntryRule = "open" | "invited";

/** Why a request was refused. An error never closes the connection; what does is a [`CloseCode`](crate::CloseCode). */
export type ErrorCode = "bad_message" | "bad_hello" | "bad_game" | "not_found" | "name_taken" | "forbidden" | "not_your_turn" | "illegal_move" | "stale_ply" | "future_ply" | "game_over" | "too_late" | "too_soon" | "too_many" | "shutting_down" | "busy" | "storage_unavailable";

/** Coins from left to right, heads up or not: `"HTH"`. */
export type Faces = string;

/** Who meets whom. */
export type Format = 
/** Everybody meets everybody, by Berger's tables. */
{
  /** How many times. */
  cycles: number;
  kind: "round_robin";
} | 
/** The first entrants meet everybody else, and nobody else meets. */
{
  /** How many are the first. */
  champions: number;
  kind: "gauntlet";
} | 
/** In each round those of like score meet, and nobody twice while that can be avoided. */
{
  kind: "swiss";
  /** How many rounds. */
  rounds: number;
} | 
/** Who loses a pairing is out. */
{
  kind: "knockout";
} | 
/** Whoever is free is paired again until the time is up. */
{
  kind: "arena";
  /** How long, in seconds of the running server. */
  seconds: number;
};

/** `{"heaps": [3, 5, 7]}`: how many objects each heap holds. Heaps may be in any order and may be empty; a heap keeps its place when it is emptied. */
export type Heaps = {
  /** Objects in each heap. */
  heaps: Array<number>;
};

/** `{"heaps": [3, 5], "pass": true}`: the heaps, and whether somebody may still pass. */
export type HeapsAndPass = {
  /** Objects in each heap. */
  heaps: Array<number>;
  /** Whether the pass is still to be had. */
  pass: boolean;
};

/** Who sits behind a name. */
export type Kind = "guest" | "person" | "bot";

/** The limits that a client should know, as `welcome` tells them. */
export type Limits = {
  /** [`ABSENT_FOR`], in milliseconds. */
  absent_for_ms: number;
  /** [`CREDITS`]. */
  credits: number;
  /** [`CREDITS_PER_SECOND`]. */
  credits_per_second: number;
  /** [`MAX_GAMES`]. */
  games: number;
  /** [`MAX_MESSAGE_BYTES`]. */
  message_bytes: number;
  /** [`MAX_OFFERS`]. */
  offers: number;
  /** [`PING_AFTER`], in milliseconds. */
  ping_after_ms: number;
  /** [`MAX_PLIES`]. */
  plies: number;
  /** [`SILENT_FOR`], in milliseconds. */
  silent_for_ms: number;
  /** [`MAX_WATCHED`]. */
  watched: number;
};

/** What has changed in one list of the lobby. */
export type ListDelta = {
  /** How many there are in all. */
  count: number;
  /** Lines that are no longer listed. */
  gone?: Array<SeekId>;
  /** Lines that are new, or in the place of those with the same id. */
  set?: Array<SeekView>;
};

/** What has changed in one list of the lobby. */
export type ListDelta2 = {
  /** How many there are in all. */
  count: number;
  /** Lines that are no longer listed. */
  gone?: Array<TableId>;
  /** Lines that are new, or in the place of those with the same id. */
  set?: Array<TableLine>;
};

/** What has changed in one list of the lobby. */
export type ListDelta3 = {
  /** How many there are in all. */
  count: number;
  /** Lines that are no longer listed. */
  gone?: Array<PlayerId>;
  /** Lines that are new, or in the place of those with the same id. */
  set?: Array<Player>;
};

/** What has changed in a lobby that is looked at. */
export type LobbyDelta = {
  /** Of the players, if any. */
  players?: ListDelta3 | null;
  /** Of the seeks, if any. */
  seeks?: ListDelta | null;
  /** The changes are those to this version or any between it and `version`. */
  since: number;
  /** Of the tables, if any. */
  tables?: ListDelta2 | null;
  /** The version that they lead to. */
  version: number;
};

/** The lobby: the newest seeks, tables and players, and how many there are in all. Of the lists that were not asked for there is nothing. */
export type LobbyView = {
  /** All who are connected. */
  player_count: number;
  /** Who is connected: bots that take challenges first. */
  players: Array<Player>;
  /** All open offers. */
  seek_count: number;
  /** Open offers, the newest first. */
  seeks: Array<SeekView>;
  /** All running tables. */
  table_count: number;
  /** Running tables, the newest first. */
  tables: Array<TableLine>;
  /** Of what it shows: changes are told from one version to another. */
  version: number;
};

/** What was asked for and is not there, or no longer. */
export type Missing = "ban" | "board" | "bot" | "challenge" | "finished_game" | "game" | "leaderboard" | "offer" | "path" | "player" | "rated_match" | "ratings" | "report" | "session" | "seek" | "table" | "tournament";

/** A move of any variant, in the JSON of the golden files. Ordered as the golden files sort: by the numbers from left to right, a list before a longer one that it begins, words after numbers. */
export type Move = number | Array<number> | [PlaceWord, number] | [TakeWord, number, number] | [number, number, Array<number>] | Array<PassWord>;

/** How long a move took. */
export type MoveTime = {
  /** How much of it was credited to the network. */
  lag_ms: number;
  /** From the turn's beginning to the move's arrival, in milliseconds. */
  ms: number;
};

/** What a player is called. Unique only among the registered, and no secret: a seat is owned by its token, never by a name. */
export type Name = string;

/** 32 bytes of an entrant's own choice, written as 64 hexadecimal digits. */
export type Nonce = string;

/** An entrant's number in the tables of a tournament. */
export type Number = number;

/** `{"pair": [7, 24]}`: the two numbers, in any order. */
export type NumberPair = {
  /** The two numbers. */
  pair: Array<number>;
};

/** The game of an offer as others see it. */
export type Offered = Setup | ToDraw;

/** How a game ended. */
export type Over = {
  /** Why it ended. */
  reason: Reason;
  /** Who won; nobody in a game without a result. */
  winners: Array<Seat>;
};

/** Two games from one start with the seats swapped. */
export type PairId = string;

/** Which game of which pair a table holds. */
export type PairView = {
  /** The first game or the second. */
  game: number;
  /** The pair. */
  id: PairId;
  /** The other game's table. That of the second game is there when the first has ended with a winner. */
  other: TableId;
};

/** The word `pass`. */
export type PassWord = "pass";

/** What players may say to each other: phrases that every page has in its reader's language, so there is nothing to moderate. */
export type Phrase = "hello" | "good_luck" | "have_fun" | "nice_move" | "oops" | "one_moment" | "well_played" | "good_game" | "thanks" | "have_to_go" | "goodbye";

/** `{"heap": 20, "limit": 19}`: one heap, and the most that the next move may take from it. */
export type Pile = {
  /** Objects in the heap. */
  heap: number;
  /** The most that the next move may take; it may be more than the heap. */
  limit: number;
};

/** The word `place`. */
export type PlaceWord = "place";

/** What a tournament is, as its organizer asks for it. */
export type Plan = {
  /** When it begins. */
  begin: Begin;
  /** How long players may think; left out, nobody is hurried. */
  clock?: TimeControl | null;
  /** What is played; the pairs take them in turn. */
  courses: Array<Course>;
  /** Pairs that one entrant plays at the same time. More than one is for bots. */
  each: number;
  /** The most entrants. */
  entrants: number;
  /** Who may enter. */
  entry: EntryRule;
  /** Who meets whom. */
  format: Format;
  /** What it is called. */
  name: Name;
  /** Pairs of games that each pairing plays. */
  pairs: number;
  /** Whether entrants are asked before each pair if they are ready; else who is connected is. */
  ready?: boolean;
  /** Pairs played at the same time. */
  running: number;
  /** With two entrants: stop as soon as it is clear whether the one who entered first is stronger. */
  sprt?: Sprt | null;
  /** How long an entrant whose pair is due is waited for, in milliseconds; then they lose the pair. */
  wait_ms: number;
  /** Persons, bots, or both. */
  who?: Who;
};

/** A number of a plan that has bounds. */
export type PlanField = "begin" | "champions" | "courses" | "cycles" | "each" | "elo" | "entrants" | "pairs" | "rounds" | "running" | "seconds" | "wait_ms";

/** Somebody who is connected. */
export type Player = {
  /** Whether it is one of the server's own bots. */
  house: boolean;
  /** For challenges. */
  id: PlayerId;
  /** Guest, person or program. */
  kind: Kind;
  /** For people. */
  name: Name;
};

/** A player: the same whenever the same secret is said. */
export type PlayerId = string;

/** A position of any variant, in the JSON of the golden files. */
export type Position = Heaps | Total | Pile | Stacks | Circle | Board | Present | Boards | Rows | Coins | Steps | NumberPair | HeapsAndPass | CoinRow;

/** `{"present": [0, 1, 4]}`: those that remain, ascending. */
export type Present = {
  /** The numbers of those that remain. */
  present: Array<number>;
};

/** What the ladder knows of a player in one pool, in whole points. */
export type Rating = {
  /** Its deviation: how uncertain it is. */
  deviation: number;
  /** Whether it is too uncertain for a place in the ranking. */
  provisional?: boolean;
  /** The rating. */
  rating: number;
};

/** Why a game ended. */
export type Reason = "played" | "resigned" | "abandoned" | "aborted" | "too_long" | "flagged" | "adjudicated" | "forfeited";

/** `{"rows": [4, 4, 2]}`: how long each row still is. Rows never get longer downwards; eaten ones may be there as 0 or be left out. */
export type Rows = {
  /** The lengths, from top to bottom. */
  rows: Array<number>;
};

/** A player's place at a table, counted from 0: seat 0 makes the first move. */
export type Seat = number;

/** Which seat somebody wants. */
export type SeatChoice = "first" | "second" | "random";

/** 256 random bits, written as 64 lower-case hexadecimal digits. It never shows itself in a log. */
export type Secret = string;

/** An open offer in the lobby. For a private one it is the invitation. */
export type SeekId = string;

/** A seek as the lobby shows it. */
export type SeekView = {
  /** Who offers. */
  by: Player;
  /** How long players may think; left out, nobody is hurried. */
  clock?: TimeControl | null;
  /** How many moves spectators are behind until the game is over, at most 50. Only in rated games. */
  delay?: number;
  /** What is played. */
  game: Offered;
  /** How many players are still missing: one, but for games with more seats. */
  missing: number;
  /** Whether all help is allowed: then a rated game counts in the division `open`. */
  open?: boolean;
  /** Whether it is a pair: two games from one start, the second with the seats swapped. */
  pair?: boolean;
  /** The pie rule: whoever takes the offer chooses who begins. Only in casual single games for two. */
  pie?: boolean;
  /** Whether it counts for the ladder. Only games for two can. */
  rated?: boolean;
  /** The offering player's rating in the pool where it would count, if it is rated and they have one. */
  rating?: Rating | null;
  /** Where the offering player sits. */
  seat: SeatChoice;
  /** What `accept` names. */
  seek: SeekId;
  /** Which ratings are let in, if not all. */
  window?: WindowView | null;
  /** What this game is played without. */
  without?: Array<Without>;
};

/** What a game is played with: variant, ending and start, checked against each other. In JSON `{"variant": .., "params": .., "ending": .., "start": ..}`. */
export type Setup = {
  /** Whether the last move wins or loses. */
  ending: Ending;
  /** Its parameters; may be left out where there are none. */
  params: any;
  /** The position that the first player finds. */
  start: Position;
  /** The variant's name. */
  variant: string;
};

/** One of the two sides of a game for two. */
export type Side = "first" | "second";

/** A sequential probability ratio test (Wald 1945) between two strengths, in Elo: it ends the match as soon as one of them is likely enough. */
export type Sprt = {
  /** The chance that it passes although `elo0` is true. */
  alpha: number;
  /** The chance that it fails although `elo1` is true. */
  beta: number;
  /** Who entered first is stronger by so much, or less: the test fails. */
  elo0: number;
  /** By so much, or more: it passes. */
  elo1: number;
  /** What `elo0` and `elo1` are differences of. */
  model: SprtModel;
};

/** What the two strengths of a sequential test are measured in. */
export type SprtModel = "logistic" | "normalized";

/** How a sequential test stands. */
export type SprtView = {
  /** At the first or below it fails, at the second or above it passes. */
  bounds: Array<number>;
  /** What it has said. */
  decision?: Decision | null;
  /** The entrant it asks about (is this one stronger?): the first to enter. */
  number: Number;
  /** Pairs that this entrant has won, shared and lost; only those that were played. */
  pairs: Array<number>;
  /** The logarithm of how much likelier `elo1` makes them than `elo0`. */
  ratio: number;
};

/** `{"remaining": 4, "stacks": [0, 1, 1]}`: stones on stacks, and stones that are still to be put on them. */
export type Stacks = {
  /** Stones that nobody has placed yet. */
  remaining: number;
  /** Stones on each stack. */
  stacks: Array<number>;
};

/** How far a tournament has come. */
export type Stage = "open" | "running" | "finished" | "cancelled";

/** One line of the table. Points are counted in halves: a win is two. */
export type Standing = {
  /** Third: what the opponents have scored (Buchholz 1932), in halves; a bye counts as an opponent with the own score. */
  buchholz: number;
  /** First tie-break: half points against those of the same score, where all of them have met. */
  direct: number;
  /** How much stronger they are than those they have met; left out while nothing is known. */
  elo?: Elo | null;
  /** Games won and lost. */
  games: Array<number>;
  /** Who. */
  number: Number;
  /** Pairs won, shared and lost. */
  pairs: Array<number>;
  /** The place, from 1. */
  rank: number;
  /** Half points. */
  score: number;
  /** Second: what each opponent has scored times what was scored against them (Sonneborn and Berger 1886), in quarters. */
  sonneborn_berger: number;
  /** Fourth: how many pairings, or pairs, were won. Then the number decides. */
  wins: number;
};

/** `{"steps": [2, 0, 3]}`: how many coins lie on each step, the ground first. */
export type Steps = {
  /** Coins on each step. */
  steps: Array<number>;
};

/** A table. */
export type TableId = string;

/** A running table in one line. */
export type TableLine = {
  /** Who sits where. */
  players: Array<Player>;
  /** Whether it counts for the ladder. */
  rated?: boolean;
  /** In a rated game: by seat, what the ladder knew of the players when it began; empty if nothing. */
  ratings?: Array<Rating | null>;
  /** What `watch` names. */
  table: TableId;
  /** The variant's name. */
  variant: string;
};

/** What changes during a game. */
export type TableState = {
  /** With the pie rule, until it is chosen who begins: who chooses. */
  choosing?: Seat | null;
  /** While a player is gone: by seat, in how many milliseconds the others may `claim`; null for who is there. */
  claim_ms?: Array<number | null>;
  /** The clocks, in a game that has any. */
  clock?: ClockView | null;
  /** The last move. */
  last_move: Move | null;
  /** How it ended, if it has. */
  over: Over | null;
  /** How many moves have been made. */
  ply: number;
  /** The position after them. */
  position: Position;
  /** Which players are connected, by seat. */
  present: Array<boolean>;
  /** After the game: who wants a rematch. */
  rematch?: Array<Seat>;
  /** Where. */
  table: TableId;
  /** While somebody asks to take a move back. */
  takeback?: TakebackView | null;
  /** Whose turn it is; nobody's when the game is over, or while somebody is `choosing`. */
  to_move: Seat | null;
};

/** The word `take`. */
export type TakeWord = "take";

/** A player asks to take their last move back. */
export type TakebackView = {
  /** Who asks, and who has agreed. */
  agreed: Array<Seat>;
  /** The ply of the move. */
  ply: number;
};

/** How long players may think. A seat's first turn is not timed: whoever does not begin within the limit for that has not come, and the game is aborted. */
export type TimeControl = 
/** A stock of time, and an increment to it for every move made (Fischer). */
{
  /** The stock. */
  base_ms: number;
  /** What each move adds. */
  increment_ms: number;
  kind: "fischer";
} | 
/** A stock of time; what a move took comes back after it, at most the delay (Bronstein). */
{
  /** The stock. */
  base_ms: number;
  /** What comes back at most. */
  delay_ms: number;
  kind: "bronstein";
} | 
/** A stock of time that begins to run only when a turn has lasted for the delay (simple delay). */
{
  /** The stock. */
  base_ms: number;
  /** What each turn has free. */
  delay_ms: number;
  kind: "delay";
} | 
/** The same time for every move; none is saved. */
{
  kind: "move";
  /** The time. */
  ms: number;
} | 
/** Days for every move. Nobody has to stay connected. */
{
  /** The days. */
  days: number;
  kind: "days";
};

/** A game of which the start is still to be drawn. */
export type ToDraw = {
  /** How the start is drawn. */
  draw: Draw;
  /** Whether the last move wins or loses. */
  ending: Ending;
  /** Its parameters; left out, those of its first preset. */
  params?: any;
  /** The variant's name. */
  variant: string;
};

/** `{"total": 17}`: the number said last, 0 before the first. */
export type Total = {
  /** The number said last. */
  total: number;
};

/** A tournament. */
export type TournamentId = string;

/** How a tournament stands. */
export type TournamentView = {
  /** When it is to begin, in milliseconds since 1970. */
  begins_at_ms?: number | null;
  /** The SHA-256 that binds the plan, the id and the seed. */
  commitment: string;
  /** When the last pair ended, in milliseconds of the running server. */
  elapsed_ms: number;
  /** Who plays, by number. */
  entrants: Array<EntrantView>;
  /** The public key that will sign its file. */
  key: string;
  /** Pairs of all pairings so far. */
  pairs: number;
  /** What is played. */
  plan: Plan;
  /** Pairs that have been played. */
  played: number;
  /** Rounds that have been paired. */
  rounds: number;
  /** The seed, once it is over, also when it was called off. */
  seed?: string | null;
  /** Whether the organizer has chosen the seed, and knows it beforehand. */
  seed_chosen?: boolean;
  /** How the sequential test stands, where there is one. */
  sprt?: SprtView | null;
  /** How far it has come. */
  stage: Stage;
  /** The table, the first first. */
  standings: Array<Standing>;
  /** Which. */
  tournament: TournamentId;
};

/** What kind of players may enter. */
export type Who = "everybody" | "people" | "bots";

/** A seek's window as the others see it, when the message was sent. */
export type WindowView = {
  /** The highest. */
  max: number;
  /** The lowest rating that is let in. */
  min: number;
  /** Points by which both move away each second. */
  widens: number;
};

/** What players may do at a table, unless they have agreed to play without it. */
export type Without = "abort" | "claim" | "rematch" | "takeback";

/** An answer, which carries the `cid` of its request, or an event, which has none. Clients ignore fields and types that they do not know: within `nim.v1` both may be added. */
export type ServerMessage = 
/** Answer to `hello`. */
{
  /** Request id. */
  cid: number;
  /** Your games that have not ended; `attach` leads to each. */
  games?: Array<TableId>;
  /** What it enforces. */
  limits: Limits;
  /** The server program and its version. */
  server: string;
  t: "welcome";
  /** Your secret, if it is new: whoever says it in `hello` is you. */
  token?: Secret | null;
  /** Who you are. */
  you: Player;
} | 
/** The request was carried out. */
{
  /** Request id. */
  cid: number;
  t: "ok";
} | 
/** The request was refused and changed nothing. */
{
  /** Exactly why, for pages. */
  cause: Cause;
  /** Request id; absent when the message could not be read that far. */
  cid?: number | null;
  /** Why, for programs. */
  code: ErrorCode;
  /** Why, in English, for developers: not for pages, and it may change. */
  message: string;
  /** In how many milliseconds the same request may succeed, where that is known. */
  retry_after_ms?: number | null;
  t: "error";
} | 
/** Answer to `ping`. */
{
  /** Request id. */
  cid: number;
  t: "pong";
} | 
/** Answer to `seek`. */
{
  /** Request id. */
  cid: number;
  /** The new seek. */
  seek: SeekId;
  t: "seeking";
} | 
/** Answer to `challenge`. */
{
  /** The new challenge. */
  challenge: ChallengeId;
  /** Request id. */
  cid: number;
  t: "challenging";
} | 
/** Answer to `moves`. */
{
  /** Request id. */
  cid: number;
  /** How many there are, where that can be counted. */
  count: number | null;
  /** All of them, ascending, if they are few enough to list. */
  moves: Array<Move> | null;
  /** For which ply. */
  ply: number;
  t: "moves";
  /** Where. */
  table: TableId;
} | 
/** Answer to `attach` and `watch`: all that is known of the table. */
{
  /** Request id. */
  cid: number;
  /** How long players may think. */
  clock?: TimeControl | null;
  /** How many moves spectators are behind until the game is over: those who look on are told so many less. */
  delay?: number;
  /** In which division, if it counts. */
  division?: Division | null;
  /** How the start was drawn, with the seed: so that anybody can draw it again. */
  drawn?: Draw | null;
  /** What is played. */
  game: Setup;
  /** Moves from `since` on, as many as one answer may list. */
  moves: Array<Move>;
  /** The pair of which this is a game. */
  pair?: PairView | null;
  /** Whether it has the pie rule. */
  pie?: boolean;
  /** Who sits where. */
  players: Array<Player>;
  /** Whether it counts for the ladder. */
  rated?: boolean;
  /** If it counts: by seat, what the ladder knew of the players when it began; empty if nothing. */
  ratings?: Array<Rating | null>;
  /** The ply of the first move in `moves`. */
  since: number;
  /** The table now. */
  state: TableState;
  t: "table";
  /** The times of `moves`, in a game that has a clock. */
  times?: Array<MoveTime>;
  /** What it is played without. */
  without?: Array<Without>;
} | 
/** After the answer to `lobby`: what the lobby looks like now. */
(LobbyView) & {
  t: "lobby";
} | 
/** Event: what has changed in the lobby since then. */
(LobbyDelta) & {
  t: "lobby_delta";
} | 
/** Event: somebody challenges you. */
(ChallengeView) & {
  t: "challenged";
} | 
/** Event: a challenge of yours was declined, withdrawn, or its player left. */
{
  /** Which. */
  challenge: ChallengeId;
  /** Why. */
  reason?: Decline | null;
  t: "declined";
} | 
/** Event: a challenge of yours to a bot of the server's waits until the bot, which plays as many games as it can, has room for another. */
{
  /** Which. */
  challenge: ChallengeId;
  /** Its place in line, from 1. */
  place: number;
  t: "queued";
} | 
/** Event: nobody has been found yet for a `quick` of yours, which goes on. */
{
  /** A bot of the server's that would play at once if challenged. */
  house?: Player | null;
  /** The wait. */
  seek: SeekId;
  t: "nobody";
} | 
/** Event: a game of yours begins. Keep the token: it is the way back. */
{
  /** How long players may think. */
  clock?: TimeControl | null;
  /** How many moves spectators are behind until the game is over: those who look on are told so many less. */
  delay?: number;
  /** In which division, if it counts. */
  division?: Division | null;
  /** How the start was drawn, with the seed: so that anybody can draw it again. */
  drawn?: Draw | null;
  /** What is played. */
  game: Setup;
  /** Moves from `since` on, as many as one answer may list. */
  moves: Array<Move>;
  /** The seek or challenge that led here, or the table of which this is the rematch or the second game. */
  offer: string;
  /** The pair of which this is a game. */
  pair?: PairView | null;
  /** Whether it has the pie rule. */
  pie?: boolean;
  /** Who sits where. */
  players: Array<Player>;
  /** Whether it counts for the ladder. */
  rated?: boolean;
  /** If it counts: by seat, what the ladder knew of the players when it began; empty if nothing. */
  ratings?: Array<Rating | null>;
  /** Your seat. */
  seat: Seat;
  /** The ply of the first move in `moves`. */
  since: number;
  /** The table now. */
  state: TableState;
  t: "seated";
  /** The times of `moves`, in a game that has a clock. */
  times?: Array<MoveTime>;
  /** Your secret. */
  token: Secret;
  /** What it is played without. */
  without?: Array<Without>;
} | 
/** Event: with the pie rule, who begins has been chosen. Then comes the `state`. */
{
  /** Who sits where from now on. Tokens stay with their players. */
  players: Array<Player>;
  t: "chosen";
  /** Where. */
  table: TableId;
} | 
/** Event: a player at a table where you sit or look on says something. Nobody behind a `delay` gets it before the game is over. */
{
  /** What. */
  phrase: Phrase;
  /** Who. */
  seat: Seat;
  t: "said";
  /** Where. */
  table: TableId;
} | 
/** Event: a table has changed. */
(TableState) & {
  t: "state";
} | 
/** Event: a pair of yours is due in a tournament that asks whether you are ready. Who does not say so in time loses it. */
{
  /** The board. */
  board: number;
  /** Against whom. */
  opponent: Player;
  /** The pair. */
  pair: number;
  /** The round. */
  round: number;
  t: "ready_check";
  /** Which tournament. */
  tournament: TournamentId;
  /** How long it may take to say so, from now on. */
  wait_ms: number;
} | 
/** Event: how a tournament stands that you follow. */
(TournamentView) & {
  t: "tournament";
} | 
/** Event: whoever runs the server says something to everybody. */
{
  /** For people. */
  message: string;
  t: "notice";
} | 
/** Event: the server is about to stop, and why. New games are refused from now on. */
{
  /** For people. */
  message: string;
  t: "closing";
};

/** What a client asks for, without the request id: a [`Request`](crate::Request) has both, and is what travels. Each case names its answer; any may be answered `error`. */
export type Request = 
/** Who is there; the first message of a connection. Answer: `welcome`. */
{
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  /** The client program and its version: `nim-bot 0.1.0`. */
  client: string;
  /** A person or a program. */
  kind: "guest" | "person" | "bot";
  /** What the others see. A registered player keeps their own name; left out, the server makes one up. */
  name?: string | null;
  t: "hello";
  /** Who says it: the secret of an earlier `welcome`, or that of a registered player or bot. Left out, it is that of the upgrade's `Authorization` header or of the page's cookie, or a new player comes. */
  token?: string | null;
} | 
/** Is the connection alive, and how slow is it? Answer: `pong`. */
{
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  t: "ping";
} | 
/** Tell me what happens in the lobby, or stop telling. Answer: `ok`, then a `lobby` at once, and after changes a `lobby_delta`. */
{
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  /** Whether to tell. */
  on: boolean;
  /** Which lists; left out, all. */
  show?: Array<"seeks" | "tables" | "players">;
  t: "lobby";
} | 
/** Offer a game to whoever takes it. Answer: `seeking`. */
{
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  /** How long players may think; left out, nobody is hurried. */
  clock?: 
  /** A stock of time, and an increment to it for every move made (Fischer). */
  {
    /** The stock. */
    base_ms: number;
    /** What each move adds. */
    increment_ms: number;
    kind: "fischer";
  } | 
  /** A stock of time; what a move took comes back after it, at most the delay (Bronstein). */
  {
    /** The stock. */
    base_ms: number;
    /** What comes back at most. */
    delay_ms: number;
    kind: "bronstein";
  } | 
  /** A stock of time that begins to run only when a turn has lasted for the delay (simple delay). */
  {
    /** The stock. */
    base_ms: number;
    /** What each turn has free. */
    delay_ms: number;
    kind: "delay";
  } | 
  /** The same time for every move; none is saved. */
  {
    kind: "move";
    /** The time. */
    ms: number;
  } | 
  /** Days for every move. Nobody has to stay connected. */
  {
    /** The days. */
    days: number;
    kind: "days";
  } | null;
  /** How many moves spectators are behind until the game is over, at most 50. Only in rated games. */
  delay?: number;
  /** What is played. */
  game: 
  /** From a start of one's own. */
  {
    /** Whether the last move wins or loses. */
    ending: "normal" | "misere";
    /** Its parameters; may be left out where there are none. */
    params?: any;
    /** The position that the first player finds. */
    start: 
    /** Numbers of objects in heaps, stacks or piles. */
    {
      /** Objects in each heap. */
      heaps: Array<number>;
    } | 
    /** How far a count has come. */
    {
      /** The number said last. */
      total: number;
    } | 
    /** One heap, and the most that may be taken from it now. */
    {
      /** Objects in the heap. */
      heap: number;
      /** The most that the next move may take; it may be more than the heap. */
      limit: number;
    } | 
    /** Stacks of stones, and stones yet to be put on them. */
    {
      /** Stones that nobody has placed yet. */
      remaining: number;
      /** Stones on each stack. */
      stacks: Array<number>;
    } | 
    /** Places in a circle. */
    {
      /** Which places hold an object. */
      circle: string;
    } | 
    /** Cells of a board. */
    {
      /** Which cells hold a piece. */
      board: string;
    } | 
    /** What remains of a graph or an order. */
    {
      /** The numbers of those that remain. */
      present: Array<number>;
    } | 
    /** Boards of Notakto. */
    {
      /** The boards, dead ones too. */
      boards: Array<string>;
    } | 
    /** A bar of chocolate. */
    {
      /** The lengths, from top to bottom. */
      rows: Array<number>;
    } | 
    /** Coins on the squares of a strip. */
    {
      /** The square of each coin. */
      coins: Array<number>;
    } | 
    /** Coins on the steps of a staircase. */
    {
      /** Coins on each step. */
      steps: Array<number>;
    } | 
    /** Two numbers. */
    {
      /** The two numbers. */
      pair: Array<number>;
    } | 
    /** Heaps, and whether somebody may still pass. */
    {
      /** Objects in each heap. */
      heaps: Array<number>;
      /** Whether the pass is still to be had. */
      pass: boolean;
    } | 
    /** Coins in a row, heads or tails. */
    {
      /** The coins, from left to right. */
      coins: string;
    };
    /** The variant's name. */
    variant: string;
  } | 
  /** From a start that the server draws. */
  {
    /** How the start is drawn. */
    draw: {
      /** How hard it is to find the way. */
      difficulty?: "easy" | "medium" | "hard";
      /** What chance is made from, at most 2^53 - 1; left out, the server chooses one and tells it when the game begins. */
      seed?: number | null;
      /** Who is to win it with best play; left out, whoever. */
      won_by?: "first" | "second" | null;
    };
    /** Whether the last move wins or loses. */
    ending: "normal" | "misere";
    /** Its parameters; left out, those of its first preset. */
    params?: any;
    /** The variant's name. */
    variant: string;
  } | 
  /** One that has a name. */
  {
    /** The name. */
    preset: string;
  };
  /** Whether all help is allowed: then a rated game counts in the division `open`. */
  open?: boolean;
  /** Whether it is a pair: two games from one start, the second with the seats swapped. */
  pair?: boolean;
  /** The pie rule: whoever takes the offer chooses who begins. Only in casual single games for two. */
  pie?: boolean;
  /** A private seek is not listed: its id is an invitation to pass on. */
  private?: boolean;
  /** Whether it counts for the ladder. Only games for two can. */
  rated?: boolean;
  /** Where the offering player sits. */
  seat: "first" | "second" | "random";
  t: "seek";
  /** How strong whoever takes it must be; left out, anybody may. */
  window?: {
    /** How many points stronger at most. */
    above: number;
    /** How many points weaker at most. */
    below: number;
    /** Points by which both bounds move away each second; 0 holds them. */
    widens?: number;
  } | null;
  /** What this game is played without. */
  without?: Array<"abort" | "claim" | "rematch" | "takeback">;
} | 
/** Take back an offer or a challenge of one's own. Answer: `ok`. */
{
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  /** The seek's or the challenge's id. */
  offer: string;
  t: "cancel";
} | 
/** Take somebody's offer. Answer: `ok`, and `seated` for each player. */
{
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  /** The seek. */
  seek: string;
  t: "accept";
} | 
/** Offer a game to one player. Answer: `challenging`. */
{
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  /** How long players may think; left out, nobody is hurried. */
  clock?: 
  /** A stock of time, and an increment to it for every move made (Fischer). */
  {
    /** The stock. */
    base_ms: number;
    /** What each move adds. */
    increment_ms: number;
    kind: "fischer";
  } | 
  /** A stock of time; what a move took comes back after it, at most the delay (Bronstein). */
  {
    /** The stock. */
    base_ms: number;
    /** What comes back at most. */
    delay_ms: number;
    kind: "bronstein";
  } | 
  /** A stock of time that begins to run only when a turn has lasted for the delay (simple delay). */
  {
    /** The stock. */
    base_ms: number;
    /** What each turn has free. */
    delay_ms: number;
    kind: "delay";
  } | 
  /** The same time for every move; none is saved. */
  {
    kind: "move";
    /** The time. */
    ms: number;
  } | 
  /** Days for every move. Nobody has to stay connected. */
  {
    /** The days. */
    days: number;
    kind: "days";
  } | null;
  /** How many moves spectators are behind until the game is over, at most 50. Only in rated games. */
  delay?: number;
  /** What is played. */
  game: 
  /** From a start of one's own. */
  {
    /** Whether the last move wins or loses. */
    ending: "normal" | "misere";
    /** Its parameters; may be left out where there are none. */
    params?: any;
    /** The position that the first player finds. */
    start: 
    /** Numbers of objects in heaps, stacks or piles. */
    {
      /** Objects in each heap. */
      heaps: Array<number>;
    } | 
    /** How far a count has come. */
    {
      /** The number said last. */
      total: number;
    } | 
    /** One heap, and the most that may be taken from it now. */
    {
      /** Objects in the heap. */
      heap: number;
      /** The most that the next move may take; it may be more than the heap. */
      limit: number;
    } | 
    /** Stacks of stones, and stones yet to be put on them. */
    {
      /** Stones that nobody has placed yet. */
      remaining: number;
      /** Stones on each stack. */
      stacks: Array<number>;
    } | 
    /** Places in a circle. */
    {
      /** Which places hold an object. */
      circle: string;
    } | 
    /** Cells of a board. */
    {
      /** Which cells hold a piece. */
      board: string;
    } | 
    /** What remains of a graph or an order. */
    {
      /** The numbers of those that remain. */
      present: Array<number>;
    } | 
    /** Boards of Notakto. */
    {
      /** The boards, dead ones too. */
      boards: Array<string>;
    } | 
    /** A bar of chocolate. */
    {
      /** The lengths, from top to bottom. */
      rows: Array<number>;
    } | 
    /** Coins on the squares of a strip. */
    {
      /** The square of each coin. */
      coins: Array<number>;
    } | 
    /** Coins on the steps of a staircase. */
    {
      /** Coins on each step. */
      steps: Array<number>;
    } | 
    /** Two numbers. */
    {
      /** The two numbers. */
      pair: Array<number>;
    } | 
    /** Heaps, and whether somebody may still pass. */
    {
      /** Objects in each heap. */
      heaps: Array<number>;
      /** Whether the pass is still to be had. */
      pass: boolean;
    } | 
    /** Coins in a row, heads or tails. */
    {
      /** The coins, from left to right. */
      coins: string;
    };
    /** The variant's name. */
    variant: string;
  } | 
  /** From a start that the server draws. */
  {
    /** How the start is drawn. */
    draw: {
      /** How hard it is to find the way. */
      difficulty?: "easy" | "medium" | "hard";
      /** What chance is made from, at most 2^53 - 1; left out, the server chooses one and tells it when the game begins. */
      seed?: number | null;
      /** Who is to win it with best play; left out, whoever. */
      won_by?: "first" | "second" | null;
    };
    /** Whether the last move wins or loses. */
    ending: "normal" | "misere";
    /** Its parameters; left out, those of its first preset. */
    params?: any;
    /** The variant's name. */
    variant: string;
  } | 
  /** One that has a name. */
  {
    /** The name. */
    preset: string;
  };
  /** Whether all help is allowed: then a rated game counts in the division `open`. */
  open?: boolean;
  /** Whether it is a pair: two games from one start, the second with the seats swapped. */
  pair?: boolean;
  /** The pie rule: whoever takes the offer chooses who begins. Only in casual single games for two. */
  pie?: boolean;
  /** Whom. */
  player: string;
  /** Whether it counts for the ladder. Only games for two can. */
  rated?: boolean;
  /** Where the offering player sits. */
  seat: "first" | "second" | "random";
  t: "challenge";
  /** What this game is played without. */
  without?: Array<"abort" | "claim" | "rematch" | "takeback">;
} | 
/** Find me an opponent: whoever waits for the same and is near in rating. Answer: `seeking`, and `seated` when there is one, or `nobody` after a while in which there was none; the wait goes on until `cancel`. */
{
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  /** What for. */
  pool?: {
    /** How long players may think. */
    clock?: 
    /** A stock of time, and an increment to it for every move made (Fischer). */
    {
      /** The stock. */
      base_ms: number;
      /** What each move adds. */
      increment_ms: number;
      kind: "fischer";
    } | 
    /** A stock of time; what a move took comes back after it, at most the delay (Bronstein). */
    {
      /** The stock. */
      base_ms: number;
      /** What comes back at most. */
      delay_ms: number;
      kind: "bronstein";
    } | 
    /** A stock of time that begins to run only when a turn has lasted for the delay (simple delay). */
    {
      /** The stock. */
      base_ms: number;
      /** What each turn has free. */
      delay_ms: number;
      kind: "delay";
    } | 
    /** The same time for every move; none is saved. */
    {
      kind: "move";
      /** The time. */
      ms: number;
    } | 
    /** Days for every move. Nobody has to stay connected. */
    {
      /** The days. */
      days: number;
      kind: "days";
    } | null;
    /** How hard the start is that the server draws. */
    difficulty?: "easy" | "medium" | "hard";
    /** Who wins. */
    ending?: "normal" | "misere";
    /** Whether all help is allowed. */
    open?: boolean;
    /** Whether it is a pair. What is rated is one, unless `single`. */
    pair?: boolean;
    /** Whether it counts for the ladder. */
    rated?: boolean;
    /** A single rated game instead of a pair, from a start of which it is proven who wins it. */
    single?: boolean;
    /** The variant, with the parameters of its first preset. */
    variant?: string;
  };
  t: "quick";
  /** How strong the opponent must be; left out, near in rating at first, and farther off the longer the wait. */
  window?: {
    /** How many points stronger at most. */
    above: number;
    /** How many points weaker at most. */
    below: number;
    /** Points by which both bounds move away each second; 0 holds them. */
    widens?: number;
  } | null;
} | 
/** Take or decline a challenge. Answer: `ok`; then `seated` for both, or `declined` for the challenger. */
{
  /** Whether to play. */
  accept: boolean;
  /** Which challenge. */
  challenge: string;
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  /** Why not, for the challenger. */
  reason?: "later" | "busy" | "game" | "clock" | "rated" | "casual" | "withdrawn" | "left" | null;
  t: "reply";
} | 
/** Make a move. Answer: `ok`, after which everybody at the table gets the `state`. Repeating an accepted move gives `ok` and the `state` again. */
{
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  /** The move. */
  move: number | Array<number> | ["place", number] | ["take", number, number] | [number, number, Array<number>] | Array<"pass">;
  /** How many moves have been made before this one. */
  ply: number;
  t: "move";
  /** Where. */
  table: string;
} | 
/** Choose who begins, in a game with the pie rule that somebody else has proposed. Answer: `ok`; then everybody at the table gets `chosen`, and the `state`. */
{
  /** To begin; or to let the other begin. */
  begin: boolean;
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  t: "choose";
  /** Where. */
  table: string;
} | 
/** Give up. Answer: `ok`, and the `state`. */
{
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  t: "resign";
  /** Where. */
  table: string;
} | 
/** End a game that has not really begun, without a result. Answer: `ok`, and the `state`. */
{
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  t: "abort";
  /** Where. */
  table: string;
} | 
/** Win against a player who has been gone for long enough, instead of waiting for them. Answer: `ok`, and the `state`. */
{
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  t: "claim";
  /** Where. */
  table: string;
} | 
/** Ask to take back one's last move, or answer whoever asks. When all have agreed, the game goes on from that ply. Answer: `ok`, and the `state`. */
{
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  /** The ply of the move to take back. */
  ply: number;
  t: "takeback";
  /** Where. */
  table: string;
  /** To ask or agree; or to withdraw or decline. */
  want: boolean;
} | 
/** Play the same again with the seats moved on by one, when the game is over. When all want it, each gets `seated`, with the old table's id as the `offer`. Answer: `ok`, and the `state`. */
{
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  t: "rematch";
  /** Where. */
  table: string;
  /** To ask or agree; or to withdraw or decline. */
  want: boolean;
} | 
/** Say one of a few phrases, at a table where one has a seat. Answer: `ok`; then the others there get `said`. */
{
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  /** What. */
  phrase: "hello" | "good_luck" | "have_fun" | "nice_move" | "oops" | "one_moment" | "well_played" | "good_game" | "thanks" | "have_to_go" | "goodbye";
  t: "say";
  /** Where. */
  table: string;
} | 
/** Sit down again on a seat of one's own, from any connection. Answer: `table`. */
{
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  /** The first ply to tell the moves from. */
  since?: number;
  t: "attach";
  /** Where. */
  table: string;
  /** The seat's secret; left out, the seat is taken that the player has there. */
  token?: string | null;
} | 
/** Look on. Answer: `table`, and then each `state`. */
{
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  /** The first ply to tell the moves from. */
  since?: number;
  t: "watch";
  /** Where. */
  table: string;
} | 
/** Stop looking on. Answer: `ok`. */
{
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  t: "unwatch";
  /** Where. */
  table: string;
} | 
/** Enter a tournament. Answer: `ok`; then `seated` for each game, with the tournament's id as the `offer`. */
{
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  /** What the organizer has given out, where it is wanted. */
  invitation?: string | null;
  /** What the entrant adds to the lots, so that nobody chooses them alone. */
  nonce?: string | null;
  t: "enter";
  /** Which. */
  tournament: string;
} | 
/** Leave a tournament; what has not been played is lost. Answer: `ok`. */
{
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  t: "leave";
  /** Which. */
  tournament: string;
} | 
/** Say that one is ready for one's next pair in a tournament that asks. Answer: `ok`. */
{
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  t: "ready";
  /** Which. */
  tournament: string;
} | 
/** Tell me how a tournament stands, or stop telling. Answer: `ok`, then a `tournament` at once and after changes. */
{
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  /** Whether to tell. */
  on: boolean;
  t: "follow";
  /** Which. */
  tournament: string;
} | 
/** Which moves are legal now? Answer: `moves`. */
{
  /** A number of the client's choice, which comes back in the answer. */
  cid: number;
  t: "moves";
  /** Where. */
  table: string;
};
