// Generated from the Rust types; server/tests/schema says how.

/** When a tournament begins. */
export type Begin = 
/** When the organizer begins it. */
{
  when: "on_request";
} | 
/** When the last place is taken. */
{
  when: "full";
} | 
/** This many seconds after it was made. */
{
  /** The seconds. */
  seconds: number;
  when: "in";
};

/** What a player would give up, and for which seat. */
export type Bid = {
  /** Whether they would rather make the first move. */
  begin: boolean;
  /** How much of their time that is worth to them, in milliseconds. */
  ms: number;
};

/** The bids of a game as everybody may see them. */
export type BidView = {
  /** The server's commitment to the lot that decides between equal bids. */
  commitment: Commitment;
  /** The highest bid, in milliseconds: nine tenths of the base time. */
  max_ms: number;
  /** What was bid, once both players have. */
  settled?: SettledBids | null;
};

/** `{"board": "110100"}`: the cells of a board of any dimension, row-major; the last coordinate runs fastest. */
export type Board = {
  /** Which cells hold a piece. */
  board: Cells;
};

/** `{"boards": ["X...X....", "........."]}`. */
export type Boards = {
  /** The boards, including dead ones. */
  boards: Array<Crosses>;
};

/** Exactly why a request was refused. Clients read an unknown cause as [`Cause::Other`] and act on the [`ErrorCode`]. */
export type Cause = 
/** the message cannot be read */
{
  kind: "unreadable";
} | 
/** {field} is not valid */
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
/** that password is too easy to guess */
{
  kind: "weak_password";
} | 
/** that is not a mail address */
{
  kind: "bad_email";
} | 
/** a name must be in Unicode form NFC */
{
  kind: "name_not_composed";
} | 
/** a name consists of letters, digits and punctuation, with at most two marks on a letter */
{
  kind: "name_unreadable";
} | 
/** a name needs a letter or a digit */
{
  kind: "name_without_letters";
} | 
/** a name must be in one script */
{
  kind: "name_mixes_scripts";
} | 
/** hello must come first */
{
  kind: "hello_first";
} | 
/** hello may come only once */
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
/** this variant has no such position */
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
/** tournaments are for games with two players */
{
  kind: "course_needs_two_players";
} | 
/** only a Swiss tournament has half-point byes */
{
  kind: "byes_in_swiss_only";
} | 
/** a clock of one entrant stands beside that of all others, and neither is by days */
{
  kind: "bad_entrant_clocks";
} | 
/** a sequential test ends by itself */
{
  kind: "sprt_ends_by_itself";
} | 
/** an arena has no ready checks */
{
  kind: "no_ready_check_in_arena";
} | 
/** a sequential test needs exactly two entrants */
{
  kind: "sprt_needs_two_entrants";
} | 
/** elo0 must be below elo1 */
{
  kind: "elo_out_of_order";
} | 
/** alpha and beta must be from 0.0001 to 0.4 */
{
  kind: "bad_error_rates";
} | 
/** a challenge is for games with two players; use a seek for more */
{
  kind: "challenge_needs_two_players";
} | 
/** no certificate was found within the limits */
{
  kind: "no_certificate";
} | 
/** no such start was found */
{
  kind: "no_start_found";
} | 
/** house bots fill the seats of games for more than two; challenge one for a game for two */
{
  kind: "fill_needs_several_seats";
} | 
/** bids for the seat are for casual single games with a base time and random seats */
{
  kind: "bids_not_allowed";
} | 
/** a handicap is for casual single games for two with random seats */
{
  kind: "handicap_not_allowed";
} | 
/** the pie rule is for casual single games with random seats */
{
  kind: "pie_rule_not_allowed";
} | 
/** rated games, pairs and quick play need two players and a start that has a move */
{
  kind: "needs_two_players";
} | 
/** only a rated game that is not a pair can be single */
{
  kind: "single_needs_rated_game";
} | 
/** this start leaves too little to decide for a rated game */
{
  kind: "start_weight_too_low";
} | 
/** this start leaves nothing to decide, so it cannot be rated */
{
  kind: "trivial_start";
} | 
/** there is no preset {preset} */
{
  kind: "unknown_preset";
  preset: string;
} | 
/** the winner of this start is not proven: a rated game from it must be a pair */
{
  kind: "unproven_start";
} | 
/** {max} players are already waiting for that bot */
{
  kind: "bot_queue_full";
  max: number;
} | 
/** no such {what}, or it no longer exists */
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
/** this needs the admin's token */
{
  kind: "admin_only";
} | 
/** you are banned */
{
  kind: "banned";
} | 
/** one of you has blocked the other */
{
  kind: "blocked";
} | 
/** a bot cannot own bots */
{
  kind: "bots_have_no_bots";
} | 
/** the bot plays in a tournament with its present version: let it leave first, or wait for the end */
{
  kind: "bot_in_tournament";
} | 
/** the bot's account names version {version}: a new token names another */
{
  kind: "named_version";
  version: string;
} | 
/** only the server may give the reason {reason:?} */
{
  kind: "reserved_reason";
  reason: Decline;
} | 
/** this tournament needs its invitation */
{
  kind: "invitation_required";
} | 
/** log in first */
{
  kind: "login_required";
} | 
/** a bid is at most {max_ms} ms */
{
  kind: "bid_too_high";
  max_ms: number;
} | 
/** there is nothing to bid for */
{
  kind: "no_bids";
} | 
/** this game has no pie rule */
{
  kind: "no_pie_rule";
} | 
/** there is nothing to choose */
{
  kind: "nothing_to_choose";
} | 
/** a half-point bye is for a round that is not paired yet, as often as the plan admits */
{
  kind: "bye_refused";
} | 
/** going berserk takes an arena for people, with a clock */
{
  kind: "no_berserk";
} | 
/** no such result can be corrected now */
{
  kind: "correction_refused";
} | 
/** no ready check is waiting for you there */
{
  kind: "no_ready_check";
} | 
/** this is not for players of your kind */
{
  kind: "kind_not_admitted";
} | 
/** only the organizer can do that */
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
/** you are part of that offer already */
{
  kind: "own_offer";
} | 
/** this game is played without {what:?} */
{
  kind: "action_excluded";
  what: ExcludedAction;
} | 
/** rated games have no takebacks */
{
  kind: "no_takeback_in_rated_game";
} | 
/** a rated game like this is running */
{
  kind: "rated_game_running";
} | 
/** that needs an account: register first */
{
  kind: "account_required";
} | 
/** register to play rated games */
{
  kind: "registration_required";
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
/** a tournament needs two entrants */
{
  kind: "too_few_entrants";
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
/** the link in the mail has expired */
{
  kind: "reset_expired";
} | 
/** this server sends no mail; ask its operator */
{
  kind: "no_mail";
} | 
/** the name or the password is wrong */
{
  kind: "wrong_credentials";
} | 
/** the player who begins has not been chosen yet */
{
  kind: "first_player_not_chosen";
} | 
/** the other player chooses who begins */
{
  kind: "opponent_chooses";
} | 
/** it is not your turn */
{
  kind: "not_your_turn";
} | 
/** the move cannot be made in this position */
{
  kind: "illegal_move";
} | 
/** you have already bid */
{
  kind: "already_bid";
} | 
/** the player who begins has already been chosen */
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
/** you have met this player just now: wait for them in quick play, or choose another */
{
  kind: "met_too_soon";
} | 
/** the game, the pair or the tournament is not over yet */
{
  kind: "not_over_yet";
} | 
/** the review is not ready yet */
{
  kind: "review_not_ready";
} | 
/** a name can be changed once in thirty days */
{
  kind: "renamed_too_soon";
} | 
/** at most one phrase every two seconds */
{
  kind: "phrase_too_soon";
} | 
/** you have asked for too much of this; wait a little */
{
  kind: "allowance_exceeded";
} | 
/** more than {max} rated matches can only be recomputed while the server is stopped: nim-server void */
{
  kind: "ladder_too_long";
  max: number;
} | 
/** too many attempts */
{
  kind: "too_many_attempts";
} | 
/** too many bans */
{
  kind: "too_many_bans";
} | 
/** a player blocks at most {max} others */
{
  kind: "too_many_blocks";
  max: number;
} | 
/** a player has at most {max} bots */
{
  kind: "too_many_bots";
  max: number;
} | 
/** a player follows at most {max} others */
{
  kind: "too_many_followed";
  max: number;
} | 
/** a tournament has at most {max} followers */
{
  kind: "too_many_followers";
  max: number;
} | 
/** a player has at most {max} unfinished games */
{
  kind: "too_many_games";
  max: number;
} | 
/** a player has at most {max} games with one house bot at once */
{
  kind: "too_many_games_with_bot";
  max: number;
} | 
/** one address has at most {max} unfinished games */
{
  kind: "too_many_games_from_address";
  max: number;
} | 
/** this server plays at most {max} games at once */
{
  kind: "too_many_games_on_server";
  max: number;
} | 
/** at most {max} moves are analysed */
{
  kind: "too_many_moves";
  max: number;
} | 
/** a player has at most {max} open seeks and challenges */
{
  kind: "too_many_offers";
  max: number;
} | 
/** you may have at most {max} open reports */
{
  kind: "too_many_reports";
  max: number;
} | 
/** at most {max} tournaments are open */
{
  kind: "too_many_tournaments";
  max: number;
} | 
/** your address has stored too much; wait a little */
{
  kind: "storage_quota_exceeded";
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
/** the server has more to write than its disk can keep up with */
{
  kind: "disk_too_slow";
} | 
/** too many games are being analysed */
{
  kind: "analysis_queue_full";
} | 
/** too many players are logging in */
{
  kind: "login_queue_full";
} | 
/** too many finished tournaments are being read */
{
  kind: "replay_queue_full";
} | 
/** too much is arriving at once */
{
  kind: "incoming_full";
} | 
/** too many starts are being drawn or judged */
{
  kind: "start_queue_full";
} | 
/** drawing the start took too long */
{
  kind: "draw_timed_out";
} | 
/** the server failed to do this */
{
  kind: "internal_error";
} | 
/** that is damaged on the server's disk and was set aside */
{
  kind: "damaged_record";
} | 
/** the server's store has failed */
{
  kind: "store_failed";
} | 
/** A cause that only a newer server knows. */
{
  kind: "other";
};

/** Which cells hold a piece, in the order of the places. */
export type Cells = string;

/** An offer addressed to one player. */
export type ChallengeId = string;

/** A challenge as its addressee sees it. */
export type ChallengeView = {
  /** Whether both players bid for the seats with their time. Only in casual single games for two, with a base time and `seat` `random`. */
  bid?: boolean;
  /** The challenger. */
  by: Player;
  /** The id that `reply` takes. */
  challenge: ChallengeId;
  /** How long players may think; left out, there is no clock. */
  clock?: TimeControl | null;
  /** How many moves spectators are behind until the game is over, at most 50. Only in rated games. */
  delay?: number;
  /** Actions that are not allowed in this game. */
  excluded?: Array<ExcludedAction>;
  /** What is played. */
  game: GameView;
  /** Whether the server makes the chances nearly even when the offer is taken: by the start and who begins, or by time. Only in casual single games for two with `seat` `random`. */
  handicap?: boolean;
  /** Whether all help is allowed; then a rated game counts in the division `open`. */
  open?: boolean;
  /** Whether it is a pair: two games from one start, with the seats swapped for the second. */
  pair?: boolean;
  /** The pie rule: the player who takes the offer chooses who begins. Only in casual single games for two. */
  pie?: boolean;
  /** Whether it counts for the ladder. Only games for two can. */
  rated?: boolean;
  /** The challenger's rating in the pool where it would count, if it is rated and they have one. */
  rating?: Rating | null;
  /** Where the offering player wants to sit. */
  seat: SeatChoice;
};

/** `{"circle": "11011"}`: places in a circle; the last and the first are neighbours. */
export type Circle = {
  /** Which places hold an object. */
  circle: Cells;
};

/** The clocks as they were when the state was sent. */
export type ClockView = {
  /** After how many milliseconds the server ends the game if nobody moves, including any delay and credit for the network. */
  due_ms: number | null;
  /** What each seat has left, in milliseconds; in byo-yomi with all its periods. */
  left_ms: Array<number>;
  /** Whether the clock of the player to move is running. It does not run in a seat's first turn, nor while the server waits for players after a restart. */
  running: boolean;
};

/** When a tournament ends after everything has been played. */
export type Close = "played" | "on_request";

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

/** The SHA-256 of a salt's 64 digits, a space, and a seed in decimal digits, as text. */
export type Commitment = string;

/** A kind of start: the starts themselves follow from the tournament's seed. */
export type Course = {
  ending: Ending | null;
  params: any;
  size: number;
  variant: string;
};

/** One board of nine cells, rows from top to bottom: `"X...X...."`. */
export type Crosses = string;

/** The program of an entrant, in its own words. A version that the server knows takes precedence. */
export type DeclaredProgram = {
  /** Whether it promises the same move in the same game every time. */
  deterministic?: boolean;
  /** The seed of its choices, at most 2^53 - 1. */
  seed?: number | null;
  /** Its version: each version is an entrant of its own. */
  version?: Version | null;
};

/** Why a challenge did not become a game: the decliner's reason, or what happened. */
export type Decline = "later" | "busy" | "game" | "clock" | "rated" | "casual" | "withdrawn" | "left";

/** How hard a drawn start is. */
export type Difficulty = "easy" | "medium" | "hard";

/** A group of players who are rated together. */
export type Division = "people" | "open" | "bots";

/** How a start is drawn. With a seed, the same draw of the same variant and ending always gives the same start. */
export type Draw = {
  /** The server's commitment to the seed that it chose; ignored in requests. */
  commitment?: Commitment | null;
  /** How hard it is to find the winning moves; with the fields below, only its size. */
  difficulty: Difficulty;
  /** How many moves the game lasts when the winner hurries and the loser resists; left out, any number. */
  length?: number | null;
  /** What the server hashed with the seed, revealed with it; ignored in requests. */
  salt?: Salt | null;
  /** The seed, at most 2^53 - 1; left out, the server chooses one, commits to it, and reveals it when the game begins. */
  seed?: number | null;
  /** How many first moves win; left out, any number. */
  winning_moves?: number | null;
  /** Who wins it with best play; left out, either player. */
  won_by?: Side | null;
};

/** A game whose start is yet to be drawn. */
export type DrawnGame = {
  /** How the start is drawn. */
  draw: Draw;
  /** Whether the last move wins or loses. */
  ending: Ending;
  /** Its parameters; left out, those of its first preset. */
  params?: any;
  /** The variant's name. */
  variant: string;
};

/** A difference in strength, in whole Elo points, with its 95 percent bounds. Infinite values are null: if all pairs went alike, the likeliest difference and one of the bounds. */
export type Elo = {
  /** The upper bound. */
  high: number | null;
  /** The likeliest difference. */
  likely: number | null;
  /** The lower bound. */
  low: number | null;
  /** The pairs won, shared and lost from which it is computed: those that were played. */
  pairs: Array<number>;
};

/** Why a game ended. */
export type EndReason = "played" | "resigned" | "abandoned" | "aborted" | "too_long" | "flagged" | "adjudicated" | "forfeited";

/** What the last move means. This decides the result of every variant, so no variant does so itself. */
export type Ending = "normal" | "misere";

/** The clock of one entrant. */
export type EntrantClock = {
  /** How long they may think. */
  clock: TimeControl;
  /** Their place in the order of entering, from 1. */
  entered: number;
};

/** Which kinds of players may enter. */
export type EntrantKinds = "everybody" | "people" | "bots";

/** A player in a tournament. */
export type EntrantView = {
  /** In an arena for people: whether they go berserk in their next pairs. */
  berserk?: boolean;
  /** The rounds for which they have asked for a half-point bye. */
  byes?: Array<number>;
  /** Their place in the order of entering, from 1. */
  entered: number;
  /** If their account has been deleted: the SHA-256 of the name that they entered under. */
  former_name?: NameHash | null;
  /** The key with which they sign their moves, if they do. */
  key?: PublicKey | null;
  /** A person or a program. */
  kind: Kind;
  /** Whether they entered after the lots were drawn. */
  late?: boolean;
  /** Their name. */
  name: Name;
  /** Their contribution to the lots, if any. */
  nonce?: Nonce | null;
  /** Their number, decided by lots and ratings when the tournament begins; until then the order of entering. */
  number: Number;
  /** Their id. */
  player: PlayerId;
  /** What a bot has said of its program. */
  program?: DeclaredProgram | null;
  /** Their rating when they entered, if they had one. */
  rating?: number | null;
  /** Whether they have left. */
  withdrawn?: boolean;
};

/** Who may enter. */
export type EntryRule = "open" | "invited";

/** Why a request was refused. An error never closes the connection; a [`CloseCode`](crate::CloseCode) does. */
export type ErrorCode = "bad_message" | "bad_hello" | "bad_game" | "not_found" | "name_taken" | "forbidden" | "not_your_turn" | "illegal_move" | "stale_ply" | "future_ply" | "game_over" | "too_late" | "too_soon" | "too_many" | "shutting_down" | "busy" | "storage_unavailable";

/** An action at a table that players may agree to rule out. */
export type ExcludedAction = "abort" | "claim" | "rematch" | "takeback";

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
/** The first entrants meet all others, who do not meet each other. */
{
  /** The number of these entrants. */
  champions: number;
  kind: "gauntlet";
} | 
/** In each round players with similar scores meet, and nobody twice if that can be avoided. */
{
  kind: "swiss";
  /** How many rounds. */
  rounds: number;
} | 
/** The loser of a pairing is out. */
{
  kind: "knockout";
} | 
/** Free players are paired again until the time is up. */
{
  kind: "arena";
  /** The length in seconds of the server's running time. */
  seconds: number;
};

/** The game of an offer as others see it. */
export type GameView = Setup | DrawnGame;

/** What makes up for a difference in strength. */
export type HandicapMeans = "start" | "time";

/** How the chances of a game were made nearly even. */
export type HandicapView = {
  /** What makes up for their difference. */
  by: HandicapMeans;
  /** The computed chance of the first player, in percent. */
  chance: number;
  /** The start is that of the drawn seed plus this number. */
  offset?: number;
  /** The ratings that it was computed from, by seat; a player without one counts as 1500. */
  ratings: Array<number | null>;
};

/** `{"heaps": [3, 5, 7]}`: how many objects each heap holds. Heaps may be in any order and may be empty; a heap keeps its place when it is emptied. */
export type Heaps = {
  /** Objects in each heap. */
  heaps: Array<number>;
};

/** `{"heaps": [3, 5], "pass": true}`: the heaps, and whether the pass is still available. */
export type HeapsAndPass = {
  /** Objects in each heap. */
  heaps: Array<number>;
  /** Whether the pass is still available. */
  pass: boolean;
};

/** The kind of a player. */
export type Kind = "guest" | "person" | "bot";

/** The limits that a client should know; `welcome` carries them. */
export type Limits = {
  /** [`CLAIM_AFTER`], in milliseconds. */
  claim_after_ms: number;
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
  /** [`SILENCE_TIMEOUT`], in milliseconds. */
  silence_timeout_ms: number;
  /** [`MAX_WATCHED`]. */
  watched: number;
};

/** The changes of one list of the lobby. */
export type ListDelta = {
  /** How many lines there are in all. */
  count: number;
  /** Lines that are no longer listed. */
  gone?: Array<SeekId>;
  /** Lines that are new, or that replace those with the same id. */
  set?: Array<SeekView>;
};

/** The changes of one list of the lobby. */
export type ListDelta2 = {
  /** How many lines there are in all. */
  count: number;
  /** Lines that are no longer listed. */
  gone?: Array<TableId>;
  /** Lines that are new, or that replace those with the same id. */
  set?: Array<TableLine>;
};

/** The changes of one list of the lobby. */
export type ListDelta3 = {
  /** How many lines there are in all. */
  count: number;
  /** Lines that are no longer listed. */
  gone?: Array<PlayerId>;
  /** Lines that are new, or that replace those with the same id. */
  set?: Array<Player>;
};

/** The changes of a lobby that is being followed. */
export type LobbyDelta = {
  /** Changes of the players, if any. */
  players?: ListDelta3 | null;
  /** Changes of the seeks, if any. */
  seeks?: ListDelta | null;
  /** The oldest version to which the changes apply; they apply to any version between it and `version` too. */
  since: number;
  /** Changes of the tables, if any. */
  tables?: ListDelta2 | null;
  /** The version to which the changes lead. */
  version: number;
};

/** The lobby: the newest seeks, tables and players, and how many there are in all. Lists that were not asked for are absent. */
export type LobbyView = {
  /** How many players are connected in all. */
  player_count: number;
  /** Connected players; those who accept challenges at once come first. */
  players: Array<Player>;
  /** How many open offers there are in all. */
  seek_count: number;
  /** Open offers, the newest first. */
  seeks: Array<SeekView>;
  /** How many tables are running in all. */
  table_count: number;
  /** Running tables, the newest first. */
  tables: Array<TableLine>;
  /** The version of this view: changes lead from one version to another. */
  version: number;
};

/** The kind of thing that a request named and that does not exist, or no longer does. */
export type Missing = "ban" | "block" | "board" | "bot" | "challenge" | "followed" | "finished_game" | "game" | "house_bot" | "leaderboard" | "offer" | "open_report" | "path" | "player" | "puzzle" | "rated_match" | "ratings" | "report" | "session" | "seek" | "table" | "tournament";

/** A move of any variant, in the JSON of the golden files. Ordered as the golden files sort: by the numbers from left to right, a list before its longer extensions, words after numbers. ``` use rules::Move; // Two objects from the first heap of Nim. let mv: Move = serde_json::from_str("[0, 2]").expect("a move"); assert_eq!(mv, Move::List(vec![0, 2].into())); assert_eq!(serde_json::to_string(&mv).expect("JSON"), "[0,2]"); ``` */
export type Move = number | Array<number> | [PlaceWord, number] | [TakeWord, number, number] | [number, number, Array<number>] | Array<PassWord>;

/** How long a move took. */
export type MoveTime = {
  /** How much of it was credited to the network. */
  lag_ms: number;
  /** From the turn's beginning to the move's arrival, in milliseconds. */
  ms: number;
};

/** A player's name. Unique only among registered players, and not a secret: a seat is owned through its token, never by a name. */
export type Name = string;

/** The SHA-256 of a name under which somebody entered a tournament. It remains when they have deleted their account, because lots were drawn from it. */
export type NameHash = string;

/** 32 bytes that an entrant chooses, written as 64 hexadecimal digits. They should come from a source of randomness. */
export type Nonce = string;

/** An entrant's number in the tables of a tournament. */
export type Number = number;

/** `{"pair": [7, 24]}`: the two numbers, in any order. */
export type NumberPair = {
  /** The two numbers. */
  pair: Array<number>;
};

/** How a game ended. */
export type Over = {
  /** Why it ended. */
  reason: EndReason;
  /** The winners; none in a game without a result. */
  winners: Array<Seat>;
};

/** Two games from one start with the seats swapped. */
export type PairId = string;

/** The place of a table's game in its pair. */
export type PairView = {
  /** The first game or the second. */
  game: number;
  /** The pair. */
  id: PairId;
  /** The other game's table. The second game's table exists once the first game has ended with a winner. */
  other: TableId;
};

/** The word `pass`. */
export type PassWord = "pass";

/** What players may say to each other: phrases that every page shows in its reader's language, so nothing needs moderation. */
export type Phrase = "hello" | "good_luck" | "have_fun" | "nice_move" | "oops" | "one_moment" | "well_played" | "good_game" | "thanks" | "have_to_go" | "goodbye";

/** `{"heap": 20, "limit": 19}`: one heap, and the most that the next move may take from it. */
export type Pile = {
  /** Objects in the heap. */
  heap: number;
  /** The most that the next move may take; it may exceed the heap. */
  limit: number;
};

/** The word `place`. */
export type PlaceWord = "place";

/** The plan of a tournament, as its organizer requests it. */
export type Plan = {
  /** When it begins. */
  begin: Begin;
  /** In a Swiss tournament: how many half-point byes each entrant may ask for. */
  byes?: number;
  /** How long players may think; left out, there is no clock. */
  clock?: TimeControl | null;
  /** Clocks of single entrants instead of `clock`. */
  clocks?: Array<EntrantClock>;
  /** When it ends after everything has been played. */
  close?: Close;
  /** What is played; pairs take the courses in turn. */
  courses: Array<Course>;
  /** Pairs that one entrant plays at the same time. More than one suits bots. */
  each: number;
  /** The most entrants. */
  entrants: number;
  /** Who may enter. */
  entry: EntryRule;
  /** Who meets whom. */
  format: Format;
  /** People, bots, or both. */
  kinds?: EntrantKinds;
  /** Its name. */
  name: Name;
  /** Pairs of games that each pairing plays. */
  pairs: number;
  /** Whether entrants must confirm before each pair that they are ready; otherwise being connected is enough. */
  ready?: boolean;
  /** Pairs played at the same time. */
  running: number;
  /** With two entrants: stop as soon as it is clear whether the first to enter is stronger. */
  sprt?: Sprt | null;
  /** The starts, if the organizer lists them; then the courses only say to which games they belong. */
  starts?: StartList | null;
  /** How long the server waits for an absent entrant, in milliseconds; then they lose the pair. */
  wait_ms: number;
};

/** A bounded number of a plan. */
export type PlanField = "begin" | "byes" | "champions" | "courses" | "cycles" | "each" | "elo" | "entrants" | "pairs" | "rounds" | "running" | "seconds" | "wait_ms";

/** A connected player. */
export type Player = {
  /** Whether it is one of the server's own bots. */
  house: boolean;
  /** The id, for challenges. */
  id: PlayerId;
  /** Guest, person or program. */
  kind: Kind;
  /** The name, for people. */
  name: Name;
  /** For a bot with an owner: the version of its program that plays. */
  version?: Version | null;
};

/** A player: the same secret always gives the same id. */
export type PlayerId = string;

/** A position of any variant, in the JSON of the golden files. */
export type Position = Heaps | Total | Pile | Stacks | Circle | Board | Present | Boards | Rows | Coins | Steps | NumberPair | HeapsAndPass | CoinRow;

/** `{"present": [0, 1, 4]}`: those that remain, ascending. */
export type Present = {
  /** The numbers of those that remain. */
  present: Array<number>;
};

/** An entrant's Ed25519 key (RFC 8032), written as 64 hexadecimal digits. It may be no point on the curve. */
export type PublicKey = string;

/** A player's rating in one pool, in whole points. */
export type Rating = {
  /** Its deviation: how uncertain it is. */
  deviation: number;
  /** Whether it is too uncertain for a place in the ranking. */
  provisional?: boolean;
  /** The rating. */
  rating: number;
};

/** `{"rows": [4, 4, 2]}`: the length of each row. No row is longer than the one above; eaten rows may be listed as 0 or left out. */
export type Rows = {
  /** The lengths, from top to bottom. */
  rows: Array<number>;
};

/** 32 random bytes, without which all seeds could be tried. */
export type Salt = string;

/** A player's place at a table, counted from 0: seat 0 makes the first move. */
export type Seat = number;

/** The seat that a player wants. */
export type SeatChoice = "first" | "second" | "random";

/** 256 random bits, written as 64 lower-case hexadecimal digits. It never appears in a log. */
export type Secret = string;

/** An open offer in the lobby. For a private one it is the invitation. */
export type SeekId = string;

/** A seek as the lobby shows it. */
export type SeekView = {
  /** Whether both players bid for the seats with their time. Only in casual single games for two, with a base time and `seat` `random`. */
  bid?: boolean;
  /** The offering player. */
  by: Player;
  /** How long players may think; left out, there is no clock. */
  clock?: TimeControl | null;
  /** How many moves spectators are behind until the game is over, at most 50. Only in rated games. */
  delay?: number;
  /** Actions that are not allowed in this game. */
  excluded?: Array<ExcludedAction>;
  /** What is played. */
  game: GameView;
  /** Whether the server makes the chances nearly even when the offer is taken: by the start and who begins, or by time. Only in casual single games for two with `seat` `random`. */
  handicap?: boolean;
  /** How many players are missing: one, except in games with more seats. */
  missing: number;
  /** Whether all help is allowed; then a rated game counts in the division `open`. */
  open?: boolean;
  /** Whether it is a pair: two games from one start, with the seats swapped for the second. */
  pair?: boolean;
  /** The pie rule: the player who takes the offer chooses who begins. Only in casual single games for two. */
  pie?: boolean;
  /** Whether it counts for the ladder. Only games for two can. */
  rated?: boolean;
  /** The offering player's rating in the pool where it would count, if it is rated and they have one. */
  rating?: Rating | null;
  /** Where the offering player wants to sit. */
  seat: SeatChoice;
  /** The id that `accept` takes. */
  seek: SeekId;
  /** Which ratings are admitted, if not all. */
  window?: WindowView | null;
};

/** Both bids, and what follows from them. */
export type SettledBids = {
  /** The bids, by the seats that follow from them. */
  bids: Array<Bid>;
  /** The lot: between equal bids it decides for the player who sat first before if it is even. */
  lot: number;
  /** The seat that pays its bid; nobody does if both got what they wanted. */
  paid_by?: Seat | null;
  /** What the server hashed with the lot. */
  salt: Salt;
};

/** What is played: variant, ending and start, checked against each other. In JSON `{"variant": .., "params": .., "ending": .., "start": ..}`. */
export type Setup = {
  /** Whether the last move wins or loses. */
  ending: Ending;
  /** Its parameters; may be left out where there are none. */
  params: any;
  /** The start: the position before the first move. */
  start: Position;
  /** The variant's name. */
  variant: string;
};

/** One of the two players of a game for two. */
export type Side = "first" | "second";

/** A sequential probability ratio test (Wald 1945) between two strengths, in Elo: it ends the match as soon as one of them is likely enough. */
export type Sprt = {
  /** The chance that it passes although `elo0` is true. */
  alpha: number;
  /** The chance that it fails although `elo1` is true. */
  beta: number;
  /** The test fails if the first to enter is stronger by this much, or less. */
  elo0: number;
  /** The test passes if they are stronger by this much, or more. */
  elo1: number;
  /** The unit of `elo0` and `elo1`. */
  model: SprtModel;
};

/** The result of a sequential test. */
export type SprtDecision = "passed" | "failed";

/** The unit of the two strengths of a sequential test. */
export type SprtModel = "logistic" | "normalized";

/** The progress of a sequential test. */
export type SprtView = {
  /** At or below the first it fails, at or above the second it passes. */
  bounds: Array<number>;
  /** Its result, if it has ended. */
  decision?: SprtDecision | null;
  /** The entrant whose strength is tested: the first to enter. */
  number: Number;
  /** Pairs that this entrant has won, shared and lost; only those that were played. */
  pairs: Array<number>;
  /** The log-likelihood ratio: how much likelier `elo1` makes these results than `elo0`. */
  ratio: number;
};

/** `{"remaining": 4, "stacks": [0, 1, 1]}`: stones on stacks, and stones that are still to be placed. */
export type Stacks = {
  /** Stones that nobody has placed yet. */
  remaining: number;
  /** Stones on each stack. */
  stacks: Array<number>;
};

/** The stage of a tournament. */
export type Stage = "open" | "running" | "finished" | "cancelled";

/** Starts of games for two, in the notation; pairs take them in turn, and begin again after the last. */
export type StartList = {
  drawn: boolean;
  list: Array<string>;
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
  /** The players by seat. */
  players: Array<Player>;
  /** Whether it counts for the ladder. */
  rated?: boolean;
  /** In a rated game: the players' ratings by seat when it began; empty if there are none. */
  ratings?: Array<Rating | null>;
  /** The id that `watch` takes. */
  table: TableId;
  /** The variant's name. */
  variant: string;
};

/** What changes during a game. */
export type TableState = {
  /** While players bid for the seats: by seat, who has bid. */
  bidding?: Array<boolean>;
  /** With the pie rule, the seat that chooses who begins, until it has chosen. */
  choosing?: Seat | null;
  /** While a player is gone: by seat, after how many milliseconds the others may `claim`; null for players who are there. */
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
  /** After the game: the seats that want a rematch. */
  rematch?: Array<Seat>;
  /** The table. */
  table: TableId;
  /** The request to take a move back, if there is one. */
  takeback?: TakebackView | null;
  /** The seat to move; `None` when the game is over, or while somebody is `choosing` or `bidding`. */
  to_move: Seat | null;
  /** How many connections watched when the state was sent. */
  watching?: number;
};

/** The word `take`. */
export type TakeWord = "take";

/** A player asks to take their last move back. */
export type TakebackView = {
  /** The seats that have agreed, the asking one included. */
  agreed: Array<Seat>;
  /** The ply of the move. */
  ply: number;
};

/** How long players may think. A seat's first turn is not on its clock: a player who does not begin within a fixed limit is absent, and the game is aborted. */
export type TimeControl = 
/** A base time, and an increment for every move made (Fischer). */
{
  /** The base time. */
  base_ms: number;
  /** What each move adds. */
  increment_ms: number;
  kind: "fischer";
} | 
/** A base time; each move gives back the time it took, at most the delay (Bronstein). */
{
  /** The base time. */
  base_ms: number;
  /** The most that comes back. */
  delay_ms: number;
  kind: "bronstein";
} | 
/** A base time that begins to run only when a turn has lasted for the delay (simple delay). */
{
  /** The base time. */
  base_ms: number;
  /** The free time of each turn. */
  delay_ms: number;
  kind: "delay";
} | 
/** A main time, and then periods: a move within a period keeps it, and a period that passes without a move is gone (Japanese byo-yomi). */
{
  /** The main time; 0 begins with the periods. */
  base_ms: number;
  kind: "byoyomi";
  /** The time of each. */
  period_ms: number;
  /** How many periods follow. */
  periods: number;
} | 
/** The same time for every move; none is saved. */
{
  kind: "move";
  /** The time. */
  ms: number;
} | 
/** Days for every move; nobody has to stay connected. */
{
  /** The days. */
  days: number;
  kind: "days";
};

/** `{"total": 17}`: the number said last, 0 before the first. */
export type Total = {
  /** The number said last. */
  total: number;
};

/** A tournament. */
export type TournamentId = string;

/** One line of the standings. Points are counted in halves: a win is two. */
export type TournamentStanding = {
  /** Third: the opponents' scores (Buchholz 1932), in halves; a bye counts as an opponent with the entrant's own score. */
  buchholz: number;
  /** First tie-break: half points against those with the same score, if all of them have met. */
  direct: number;
  /** How much stronger they are than the opponents they met; left out while nothing is known. */
  elo?: Elo | null;
  /** Games won and lost. */
  games: Array<number>;
  /** The entrant. */
  number: Number;
  /** Pairs won, shared and lost. */
  pairs: Array<number>;
  /** The place, from 1. */
  rank: number;
  /** Half points. */
  score: number;
  /** Second: each opponent's score times the points scored against them (Sonneborn and Berger 1886), in quarters. */
  sonneborn_berger: number;
  /** Fourth: how many pairings, or pairs, were won. Then the number decides. */
  wins: number;
};

/** The state of a tournament. */
export type TournamentView = {
  /** When it is to begin, in milliseconds since 1970. */
  begins_at_ms?: number | null;
  /** The SHA-256 that binds the plan, the id and the seed. */
  commitment: string;
  /** When the last pair ended, in milliseconds of the server's running time. */
  elapsed_ms: number;
  /** The entrants, by number. */
  entrants: Array<EntrantView>;
  /** The public key that will sign its file. */
  key: string;
  /** Pairs in all pairings so far. */
  pairs: number;
  /** Its plan. */
  plan: Plan;
  /** Pairs that have been played. */
  played: number;
  /** Rounds that have been paired. */
  rounds: number;
  /** The seed, once it is over or called off. */
  seed?: string | null;
  /** Whether the organizer chose the seed, and so knew it beforehand. */
  seed_chosen?: boolean;
  /** The sequential test, if there is one. */
  sprt?: SprtView | null;
  /** Its stage. */
  stage: Stage;
  /** The standings, the leader first. */
  standings: Array<TournamentStanding>;
  /** The tournament. */
  tournament: TournamentId;
};

/** The version of the program that plays for a bot: each version has ratings of its own. */
export type Version = string;

/** A seek's window as others see it, at the time of the message. */
export type WindowView = {
  /** The highest. */
  max: number;
  /** The lowest rating admitted. */
  min: number;
  /** Points by which both bounds widen each second. */
  widens: number;
};

/** An answer, which carries the `cid` of its request, or an event, which has none. Clients ignore unknown fields and types: both may be added within `nim.v1`. */
export type ServerMessage = 
/** Answer to `hello`. */
{
  /** Request id. */
  cid: number;
  /** Your unfinished games, to `attach` to. */
  games?: Array<TableId>;
  /** The limits it enforces. */
  limits: Limits;
  /** The server program and its version. */
  server: string;
  t: "welcome";
  /** Your secret, if it is new: a `hello` with it makes you the same player again. */
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
  /** Request id; missing if the message could not be read that far. */
  cid?: number | null;
  /** Why, for programs. */
  code: ErrorCode;
  /** Why, in English, for developers. It may change, so pages do not show it. */
  message: string;
  /** After how many milliseconds the same request may succeed, if that is known. */
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
  /** The commitment to the seed of its start, if the server drew one. */
  commitment?: Commitment | null;
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
  /** The commitment to the seed of its start, if the server drew one. */
  commitment?: Commitment | null;
  t: "challenging";
} | 
/** Answer to `moves`. */
{
  /** Request id. */
  cid: number;
  /** How many there are, if that can be counted. */
  count: number | null;
  /** All of them, in ascending order, if they are few enough to list. */
  moves: Array<Move> | null;
  /** The ply for which they are legal. */
  ply: number;
  t: "moves";
  /** The table. */
  table: TableId;
} | 
/** Answer to `attach` and `watch`: everything about the table. */
{
  /** The players' bids for the seats, in a game with bids. */
  bid?: BidView | null;
  /** Request id. */
  cid: number;
  /** How long players may think. */
  clock?: TimeControl | null;
  /** By seat, where players have clocks of their own instead of `clock`; otherwise empty. */
  clocks?: Array<TimeControl>;
  /** How many moves spectators are behind until the game is over; for them `moves` and `state` end that much earlier. */
  delay?: number;
  /** The division in which it counts, if it does. */
  division?: Division | null;
  /** How the start was drawn, with the seed, so that anybody can repeat it. */
  drawn?: Draw | null;
  /** Actions that are not allowed in this game. */
  excluded?: Array<ExcludedAction>;
  /** What is played. */
  game: Setup;
  /** The computed handicap, in a game with one. */
  handicap?: HandicapView | null;
  /** Moves from `since` on, as many as one answer may list. */
  moves: Array<Move>;
  /** The pair that this game belongs to. */
  pair?: PairView | null;
  /** Whether it has the pie rule. */
  pie?: boolean;
  /** The players by seat. */
  players: Array<Player>;
  /** Whether it counts for the ladder. */
  rated?: boolean;
  /** In a rated game: the players' ratings by seat when it began; empty if there are none. */
  ratings?: Array<Rating | null>;
  /** The ply of the first move in `moves`. */
  since: number;
  /** The table now. */
  state: TableState;
  t: "table";
  /** The times of `moves`, in a game that has a clock. */
  times?: Array<MoveTime>;
} | 
/** Event, after the answer to `lobby`: the lobby as it is. */
(LobbyView) & {
  t: "lobby";
} | 
/** Event: what has changed in the lobby. */
(LobbyDelta) & {
  t: "lobby_delta";
} | 
/** Event: somebody challenges you. */
(ChallengeView) & {
  t: "challenged";
} | 
/** Event: a challenge of yours was declined or withdrawn, or its player left. */
{
  /** The challenge. */
  challenge: ChallengeId;
  /** Why. */
  reason?: Decline | null;
  t: "declined";
} | 
/** Event: a challenge of yours waits until the house bot, which plays as many games as it can, has room for another. */
{
  /** The challenge. */
  challenge: ChallengeId;
  /** Its place in line, from 1. */
  place: number;
  t: "queued";
} | 
/** Event: no opponent has been found yet for your `quick`, which continues. */
{
  /** A house bot that would play at once if challenged. */
  house_bot?: Player | null;
  /** The wait. */
  seek: SeekId;
  t: "unmatched";
} | 
/** Event: a game of yours begins. Keep the token: it is the way back. */
{
  /** The players' bids for the seats, in a game with bids. */
  bid?: BidView | null;
  /** How long players may think. */
  clock?: TimeControl | null;
  /** By seat, where players have clocks of their own instead of `clock`; otherwise empty. */
  clocks?: Array<TimeControl>;
  /** How many moves spectators are behind until the game is over; for them `moves` and `state` end that much earlier. */
  delay?: number;
  /** The division in which it counts, if it does. */
  division?: Division | null;
  /** How the start was drawn, with the seed, so that anybody can repeat it. */
  drawn?: Draw | null;
  /** Actions that are not allowed in this game. */
  excluded?: Array<ExcludedAction>;
  /** What is played. */
  game: Setup;
  /** The computed handicap, in a game with one. */
  handicap?: HandicapView | null;
  /** Moves from `since` on, as many as one answer may list. */
  moves: Array<Move>;
  /** The seek, challenge or tournament that led here, or the earlier table: of this rematch, or of the pair's first game. */
  offer: string;
  /** The pair that this game belongs to. */
  pair?: PairView | null;
  /** Whether it has the pie rule. */
  pie?: boolean;
  /** The players by seat. */
  players: Array<Player>;
  /** Whether it counts for the ladder. */
  rated?: boolean;
  /** In a rated game: the players' ratings by seat when it began; empty if there are none. */
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
} | 
/** Event: the player who begins has been chosen, with the pie rule or by bids. The `state` follows. */
{
  /** Both bids, if there were any. */
  bid?: BidView | null;
  /** By seat: the clocks from now on, if a player has paid. */
  clocks?: Array<TimeControl>;
  /** The players by seat from now on. Tokens stay with their players. */
  players: Array<Player>;
  t: "chosen";
  /** The table. */
  table: TableId;
} | 
/** Event: a player says something at a table where you sit or watch. Spectators behind a `delay` do not get it before the game is over. */
{
  /** The phrase. */
  phrase: Phrase;
  /** The speaker's seat. */
  seat: Seat;
  t: "said";
  /** The table. */
  table: TableId;
} | 
/** Event: a table has changed. */
(TableState) & {
  t: "state";
} | 
/** Event: your pair is due in a tournament that asks whether you are ready. A player who does not answer in time loses it. */
{
  /** The board. */
  board: number;
  /** The opponent. */
  opponent: Player;
  /** The pair. */
  pair: number;
  /** The round. */
  round: number;
  t: "ready_check";
  /** The tournament. */
  tournament: TournamentId;
  /** Milliseconds left to answer. */
  wait_ms: number;
} | 
/** Event: the standing of a tournament that you follow. */
(TournamentView) & {
  t: "tournament";
} | 
/** Event: a message from the server's operator to everybody. */
{
  /** The text, for people. */
  message: string;
  t: "notice";
} | 
/** Event: the server is about to stop. New games are refused from now on. */
{
  /** Why, for people. */
  message: string;
  t: "closing";
};

/** A client's message without the request id; a [`Request`](crate::Request) has both and is what goes over the wire. Each variant names its answer; any may be answered with `error`. ``` use protocol::{ClientMessage, Request, TableId}; use rules::Move; let (table, mv) = (TableId(uuid::Uuid::nil()), Move::List(vec![0, 2].into())); let message = ClientMessage::Move { table, ply: 0, mv }; let text = Request { cid: 1, message }.to_json(); assert!(text.starts_with(r#"{"t":"move","cid":1,"#), "{text}"); ``` */
export type Request = 
/** Identifies the player; the first message of a connection. Answer: `welcome`. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  /** The client program and its version: `nim-bot 0.1.0`. */
  client: string;
  /** A person or a program. */
  kind: "guest" | "person" | "bot";
  /** The name that others see. Registered players keep their own; left out, the server makes one up. */
  name?: string | null;
  t: "hello";
  /** The secret of an earlier `welcome`, or of a registered player or bot. If it is left out, the upgrade's `Authorization` header or the page's cookie counts; without either the player is new. */
  token?: string | null;
} | 
/** Measures the connection. Answer: `pong`. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  t: "ping";
} | 
/** Follows the lobby, or stops. Answer: `ok`, then a `lobby` at once, and a `lobby_delta` after changes. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  /** Whether to follow. */
  on: boolean;
  /** Which lists; left out, all of them. */
  show?: Array<"seeks" | "tables" | "players">;
  t: "lobby";
} | 
/** Offers a game to anybody. Answer: `seeking`. */
{
  /** Whether both players bid for the seats with their time. Only in casual single games for two, with a base time and `seat` `random`. */
  bid?: boolean;
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  /** How long players may think; left out, there is no clock. */
  clock?: 
  /** A base time, and an increment for every move made (Fischer). */
  {
    /** The base time. */
    base_ms: number;
    /** What each move adds. */
    increment_ms: number;
    kind: "fischer";
  } | 
  /** A base time; each move gives back the time it took, at most the delay (Bronstein). */
  {
    /** The base time. */
    base_ms: number;
    /** The most that comes back. */
    delay_ms: number;
    kind: "bronstein";
  } | 
  /** A base time that begins to run only when a turn has lasted for the delay (simple delay). */
  {
    /** The base time. */
    base_ms: number;
    /** The free time of each turn. */
    delay_ms: number;
    kind: "delay";
  } | 
  /** A main time, and then periods: a move within a period keeps it, and a period that passes without a move is gone (Japanese byo-yomi). */
  {
    /** The main time; 0 begins with the periods. */
    base_ms: number;
    kind: "byoyomi";
    /** The time of each. */
    period_ms: number;
    /** How many periods follow. */
    periods: number;
  } | 
  /** The same time for every move; none is saved. */
  {
    kind: "move";
    /** The time. */
    ms: number;
  } | 
  /** Days for every move; nobody has to stay connected. */
  {
    /** The days. */
    days: number;
    kind: "days";
  } | null;
  /** How many moves spectators are behind until the game is over, at most 50. Only in rated games. */
  delay?: number;
  /** Actions that are not allowed in this game. */
  excluded?: Array<"abort" | "claim" | "rematch" | "takeback">;
  /** What is played. */
  game: 
  /** From a start they give. */
  {
    /** Whether the last move wins or loses. */
    ending: "normal" | "misere";
    /** Its parameters; may be left out where there are none. */
    params?: any;
    /** The start: the position before the first move. */
    start: 
    /** Numbers of objects in heaps, stacks or piles. */
    {
      /** Objects in each heap. */
      heaps: Array<number>;
    } | 
    /** A running total. */
    {
      /** The number said last. */
      total: number;
    } | 
    /** One heap, and the most that may be taken from it next. */
    {
      /** Objects in the heap. */
      heap: number;
      /** The most that the next move may take; it may exceed the heap. */
      limit: number;
    } | 
    /** Stacks of stones, and stones yet to be placed. */
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
    /** The remaining vertices, elements or edges. */
    {
      /** The numbers of those that remain. */
      present: Array<number>;
    } | 
    /** Boards of Notakto. */
    {
      /** The boards, including dead ones. */
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
    /** Heaps, and whether the pass is still available. */
    {
      /** Objects in each heap. */
      heaps: Array<number>;
      /** Whether the pass is still available. */
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
      /** The server's commitment to the seed that it chose; ignored in requests. */
      commitment?: string | null;
      /** How hard it is to find the winning moves; with the fields below, only its size. */
      difficulty?: "easy" | "medium" | "hard";
      /** How many moves the game lasts when the winner hurries and the loser resists; left out, any number. */
      length?: number | null;
      /** What the server hashed with the seed, revealed with it; ignored in requests. */
      salt?: string | null;
      /** The seed, at most 2^53 - 1; left out, the server chooses one, commits to it, and reveals it when the game begins. */
      seed?: number | null;
      /** How many first moves win; left out, any number. */
      winning_moves?: number | null;
      /** Who wins it with best play; left out, either player. */
      won_by?: "first" | "second" | null;
    };
    /** Whether the last move wins or loses. */
    ending: "normal" | "misere";
    /** Its parameters; left out, those of its first preset. */
    params?: any;
    /** The variant's name. */
    variant: string;
  } | 
  /** By name. */
  {
    /** The name. */
    preset: string;
  };
  /** Whether the server makes the chances nearly even when the offer is taken: by the start and who begins, or by time. Only in casual single games for two with `seat` `random`. */
  handicap?: boolean;
  /** Whether all help is allowed; then a rated game counts in the division `open`. */
  open?: boolean;
  /** Whether it is a pair: two games from one start, with the seats swapped for the second. */
  pair?: boolean;
  /** The pie rule: the player who takes the offer chooses who begins. Only in casual single games for two. */
  pie?: boolean;
  /** A private seek is not listed: its id is an invitation to pass on. */
  private?: boolean;
  /** Whether it counts for the ladder. Only games for two can. */
  rated?: boolean;
  /** Where the offering player wants to sit. */
  seat: "first" | "second" | "random";
  t: "seek";
  /** How strong the opponent must be; left out, anybody may accept. */
  window?: {
    /** Points above them. */
    above: number;
    /** Points below the offering player. */
    below: number;
    /** Points by which both bounds widen each second; 0 keeps them. */
    widens?: number;
  } | null;
} | 
/** Withdraws the player's own offer or challenge, or the player from a seek that they accepted. Answer: `ok`. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  /** The id of the seek or challenge. */
  offer: string;
  t: "cancel";
} | 
/** Accepts somebody's offer. Answer: `ok`, and `seated` for each player. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  /** The seek. */
  seek: string;
  t: "accept";
} | 
/** Lets house bots take the free seats of the player's own seek, as far as there are bots: in a game for more than two. Answer: `ok`, and `seated` for each player once all seats are taken. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  /** The seek. */
  seek: string;
  t: "fill";
} | 
/** Offers a game to one player. Answer: `challenging`. */
{
  /** Whether both players bid for the seats with their time. Only in casual single games for two, with a base time and `seat` `random`. */
  bid?: boolean;
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  /** How long players may think; left out, there is no clock. */
  clock?: 
  /** A base time, and an increment for every move made (Fischer). */
  {
    /** The base time. */
    base_ms: number;
    /** What each move adds. */
    increment_ms: number;
    kind: "fischer";
  } | 
  /** A base time; each move gives back the time it took, at most the delay (Bronstein). */
  {
    /** The base time. */
    base_ms: number;
    /** The most that comes back. */
    delay_ms: number;
    kind: "bronstein";
  } | 
  /** A base time that begins to run only when a turn has lasted for the delay (simple delay). */
  {
    /** The base time. */
    base_ms: number;
    /** The free time of each turn. */
    delay_ms: number;
    kind: "delay";
  } | 
  /** A main time, and then periods: a move within a period keeps it, and a period that passes without a move is gone (Japanese byo-yomi). */
  {
    /** The main time; 0 begins with the periods. */
    base_ms: number;
    kind: "byoyomi";
    /** The time of each. */
    period_ms: number;
    /** How many periods follow. */
    periods: number;
  } | 
  /** The same time for every move; none is saved. */
  {
    kind: "move";
    /** The time. */
    ms: number;
  } | 
  /** Days for every move; nobody has to stay connected. */
  {
    /** The days. */
    days: number;
    kind: "days";
  } | null;
  /** How many moves spectators are behind until the game is over, at most 50. Only in rated games. */
  delay?: number;
  /** Actions that are not allowed in this game. */
  excluded?: Array<"abort" | "claim" | "rematch" | "takeback">;
  /** What is played. */
  game: 
  /** From a start they give. */
  {
    /** Whether the last move wins or loses. */
    ending: "normal" | "misere";
    /** Its parameters; may be left out where there are none. */
    params?: any;
    /** The start: the position before the first move. */
    start: 
    /** Numbers of objects in heaps, stacks or piles. */
    {
      /** Objects in each heap. */
      heaps: Array<number>;
    } | 
    /** A running total. */
    {
      /** The number said last. */
      total: number;
    } | 
    /** One heap, and the most that may be taken from it next. */
    {
      /** Objects in the heap. */
      heap: number;
      /** The most that the next move may take; it may exceed the heap. */
      limit: number;
    } | 
    /** Stacks of stones, and stones yet to be placed. */
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
    /** The remaining vertices, elements or edges. */
    {
      /** The numbers of those that remain. */
      present: Array<number>;
    } | 
    /** Boards of Notakto. */
    {
      /** The boards, including dead ones. */
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
    /** Heaps, and whether the pass is still available. */
    {
      /** Objects in each heap. */
      heaps: Array<number>;
      /** Whether the pass is still available. */
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
      /** The server's commitment to the seed that it chose; ignored in requests. */
      commitment?: string | null;
      /** How hard it is to find the winning moves; with the fields below, only its size. */
      difficulty?: "easy" | "medium" | "hard";
      /** How many moves the game lasts when the winner hurries and the loser resists; left out, any number. */
      length?: number | null;
      /** What the server hashed with the seed, revealed with it; ignored in requests. */
      salt?: string | null;
      /** The seed, at most 2^53 - 1; left out, the server chooses one, commits to it, and reveals it when the game begins. */
      seed?: number | null;
      /** How many first moves win; left out, any number. */
      winning_moves?: number | null;
      /** Who wins it with best play; left out, either player. */
      won_by?: "first" | "second" | null;
    };
    /** Whether the last move wins or loses. */
    ending: "normal" | "misere";
    /** Its parameters; left out, those of its first preset. */
    params?: any;
    /** The variant's name. */
    variant: string;
  } | 
  /** By name. */
  {
    /** The name. */
    preset: string;
  };
  /** Whether the server makes the chances nearly even when the offer is taken: by the start and who begins, or by time. Only in casual single games for two with `seat` `random`. */
  handicap?: boolean;
  /** Whether all help is allowed; then a rated game counts in the division `open`. */
  open?: boolean;
  /** Whether it is a pair: two games from one start, with the seats swapped for the second. */
  pair?: boolean;
  /** The pie rule: the player who takes the offer chooses who begins. Only in casual single games for two. */
  pie?: boolean;
  /** The player. */
  player: string;
  /** Whether it counts for the ladder. Only games for two can. */
  rated?: boolean;
  /** Where the offering player wants to sit. */
  seat: "first" | "second" | "random";
  t: "challenge";
} | 
/** Finds an opponent who wants the same and is near in rating. Answer: `seeking`; then `seated`, or `unmatched` after ten seconds without a match. The wait continues until `cancel`. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  /** The kind of game. */
  pool?: {
    /** How long players may think. */
    clock?: 
    /** A base time, and an increment for every move made (Fischer). */
    {
      /** The base time. */
      base_ms: number;
      /** What each move adds. */
      increment_ms: number;
      kind: "fischer";
    } | 
    /** A base time; each move gives back the time it took, at most the delay (Bronstein). */
    {
      /** The base time. */
      base_ms: number;
      /** The most that comes back. */
      delay_ms: number;
      kind: "bronstein";
    } | 
    /** A base time that begins to run only when a turn has lasted for the delay (simple delay). */
    {
      /** The base time. */
      base_ms: number;
      /** The free time of each turn. */
      delay_ms: number;
      kind: "delay";
    } | 
    /** A main time, and then periods: a move within a period keeps it, and a period that passes without a move is gone (Japanese byo-yomi). */
    {
      /** The main time; 0 begins with the periods. */
      base_ms: number;
      kind: "byoyomi";
      /** The time of each. */
      period_ms: number;
      /** How many periods follow. */
      periods: number;
    } | 
    /** The same time for every move; none is saved. */
    {
      kind: "move";
      /** The time. */
      ms: number;
    } | 
    /** Days for every move; nobody has to stay connected. */
    {
      /** The days. */
      days: number;
      kind: "days";
    } | null;
    /** How hard the drawn start is. */
    difficulty?: "easy" | "medium" | "hard";
    /** Whether the last move wins or loses. */
    ending?: "normal" | "misere";
    /** Whether all help is allowed. */
    open?: boolean;
    /** Whether it is a pair. A rated game is always one, unless `single`. */
    pair?: boolean;
    /** Whether it counts for the ladder. */
    rated?: boolean;
    /** A single rated game instead of a pair, from a start with a proven winner. */
    single?: boolean;
    /** The variant, with the parameters of its first preset. */
    variant?: string;
  };
  t: "quick";
  /** How strong the opponent must be; left out, one near in rating at first, and farther away the longer the wait. */
  window?: {
    /** Points above them. */
    above: number;
    /** Points below the offering player. */
    below: number;
    /** Points by which both bounds widen each second; 0 keeps them. */
    widens?: number;
  } | null;
} | 
/** Accepts or declines a challenge. Answer: `ok`; then `seated` for both, or `declined` for the challenger. */
{
  /** Whether to accept. */
  accept: boolean;
  /** The challenge. */
  challenge: string;
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  /** Why not, for the challenger. */
  reason?: "later" | "busy" | "game" | "clock" | "rated" | "casual" | "withdrawn" | "left" | null;
  t: "reply";
} | 
/** Makes a move. Answer: `ok`, after which everybody at the table gets the `state`. Repeating an accepted move gives `ok` and the `state` again. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  /** The move. */
  move: number | Array<number> | ["place", number] | ["take", number, number] | [number, number, Array<number>] | Array<"pass">;
  /** How many moves were made before this one. */
  ply: number;
  t: "move";
  /** The table. */
  table: string;
} | 
/** With the pie rule: chooses who begins, in a game that the other player offered. Answer: `ok`; then everybody at the table gets `chosen`, and the `state`. */
{
  /** True to begin, false to let the other player begin. */
  begin: boolean;
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  t: "choose";
  /** The table. */
  table: string;
} | 
/** Bids for the seat, once and in secret, in a game where that was agreed. Answer: `ok`, and the `state`; after the second bid everybody at the table gets `chosen`, and the `state`. */
{
  /** Whether they would rather make the first move. */
  begin: boolean;
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  /** How much of their time that is worth to them, in milliseconds. */
  ms: number;
  t: "bid";
  /** The table. */
  table: string;
} | 
/** Gives up. Answer: `ok`, and the `state`. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  t: "resign";
  /** The table. */
  table: string;
} | 
/** Ends a game that has hardly begun, without a result. Answer: `ok`, and the `state`. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  t: "abort";
  /** The table. */
  table: string;
} | 
/** Wins against a player who has been gone for long enough, instead of waiting for them. Answer: `ok`, and the `state`. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  t: "claim";
  /** The table. */
  table: string;
} | 
/** Asks to take back the player's last move, or answers such a request. When all agree, the game continues from that ply. Answer: `ok`, and the `state`. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  /** The ply of the move to take back. */
  ply: number;
  t: "takeback";
  /** The table. */
  table: string;
  /** True to ask or agree, false to withdraw or decline. */
  want: boolean;
} | 
/** After the game: plays the same game again with the seats rotated by one. When all want it, each gets `seated`, with the old table's id as the `offer`. Answer: `ok`, and the `state`. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  t: "rematch";
  /** The table. */
  table: string;
  /** True to ask or agree, false to withdraw or decline. */
  want: boolean;
} | 
/** Says one of a few phrases, at a table where the player has a seat. Answer: `ok`; then the others there get `said`. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  /** The phrase. */
  phrase: "hello" | "good_luck" | "have_fun" | "nice_move" | "oops" | "one_moment" | "well_played" | "good_game" | "thanks" | "have_to_go" | "goodbye";
  t: "say";
  /** The table. */
  table: string;
} | 
/** Attaches this connection to the player's own seat. Answer: `table`. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  /** The first ply whose move to list. */
  since?: number;
  t: "attach";
  /** The table. */
  table: string;
  /** The seat's secret; left out, the seat that the player has there. */
  token?: string | null;
} | 
/** Watches a table. Answer: `table`, and then each `state`. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  /** The first ply whose move to list. */
  since?: number;
  t: "watch";
  /** The table. */
  table: string;
} | 
/** Stops watching. Answer: `ok`. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  t: "unwatch";
  /** The table. */
  table: string;
} | 
/** Enters a tournament. Answer: `ok`; then `seated` for each game, with the tournament's id as the `offer`. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  /** The organizer's invitation, where one is needed. */
  invitation?: string | null;
  /** The key with which the entrant will sign their moves, if they intend to. */
  key?: string | null;
  /** The entrant's contribution to the lots, so that nobody chooses them alone. */
  nonce?: string | null;
  /** What a bot says of its program. */
  program?: {
    /** Whether it promises the same move in the same game every time. */
    deterministic?: boolean;
    /** The seed of its choices, at most 2^53 - 1. */
    seed?: number | null;
    /** Its version: each version is an entrant of its own. */
    version?: string | null;
  } | null;
  t: "enter";
  /** The tournament. */
  tournament: string;
} | 
/** Signs the move that the player is about to make at a table of a tournament, or that they are about to resign: see [`MoveChain`](crate::MoveChain). Answer: `ok`; the signature is checked when the game is over. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  /** Why they are about to resign; left out, it is the next move that is signed. */
  resigns?: "voluntary" | "crashed" | "illegal_move" | "timed_out" | "protocol_error" | null;
  /** The signature, by the key named on entering. */
  signature: string;
  t: "attest";
  /** The table. */
  table: string;
  /** The tournament. */
  tournament: string;
} | 
/** Leaves a tournament; unplayed pairs are lost. Answer: `ok`. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  t: "leave";
  /** The tournament. */
  tournament: string;
} | 
/** Answers a ready check: the player's next pair may begin. Answer: `ok`. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  t: "ready";
  /** The tournament. */
  tournament: string;
} | 
/** Asks for a half-point bye in a round that has not been paired. Answer: `ok`. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  /** The round, from 1. */
  round: number;
  t: "bye";
  /** The tournament. */
  tournament: string;
} | 
/** Goes berserk in an arena, or stops: in the player's next pairs they have half the time and no more per move, and a pair that they win counts half a point more. Answer: `ok`. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  /** Whether to go berserk. */
  on: boolean;
  t: "berserk";
  /** The tournament. */
  tournament: string;
} | 
/** Follows a tournament, or stops. Answer: `ok`, then a `tournament` at once and after changes. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  /** Whether to follow. */
  on: boolean;
  t: "follow";
  /** The tournament. */
  tournament: string;
} | 
/** Asks for the legal moves. Answer: `moves`. */
{
  /** A number of the client's choice; the answer carries it back. */
  cid: number;
  t: "moves";
  /** The table. */
  table: string;
};
