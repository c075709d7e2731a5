"""The messages of the protocol, as types for checkers: requests, answers and events.

Generated from the server's schemas by tests/generate_messages.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired, TypeAlias


class BeginOnRequest(TypedDict):
    """When the organizer begins it."""

    when: Literal["on_request"]


class BeginFull(TypedDict):
    """When the last place is taken."""

    when: Literal["full"]


class BeginIn(TypedDict):
    """This many seconds after it was made."""

    seconds: int
    when: Literal["in"]


# When a tournament begins.
Begin: TypeAlias = "BeginOnRequest | BeginFull | BeginIn"


class Bid(TypedDict):
    """What a player would give up, and for which seat."""

    begin: bool
    ms: int


class BidView(TypedDict):
    """The bids of a game as everybody may see them."""

    commitment: Commitment
    max_ms: int
    settled: NotRequired[SettledBids | None]


class Board(TypedDict):
    """`{"board": "110100"}`: the cells of a board of any dimension, row-major; the last coordinate
    runs fastest."""

    board: Cells


class Boards(TypedDict):
    """`{"boards": ["X...X....", "........."]}`."""

    boards: list[Crosses]


class CauseUnreadable(TypedDict):
    """the message cannot be read"""

    kind: Literal["unreadable"]


class CauseBadField(TypedDict):
    """{field} is not valid"""

    field: str
    kind: Literal["bad_field"]


class CauseBadPassword(TypedDict):
    """a password has {min} to {max} characters"""

    kind: Literal["bad_password"]
    max: int
    min: int


class CauseWeakPassword(TypedDict):
    """that password is too easy to guess"""

    kind: Literal["weak_password"]


class CauseBadEmail(TypedDict):
    """that is not a mail address"""

    kind: Literal["bad_email"]


class CauseNameNotComposed(TypedDict):
    """a name must be in Unicode form NFC"""

    kind: Literal["name_not_composed"]


class CauseNameUnreadable(TypedDict):
    """a name consists of letters, digits and punctuation, with at most two marks on a letter"""

    kind: Literal["name_unreadable"]


class CauseNameWithoutLetters(TypedDict):
    """a name needs a letter or a digit"""

    kind: Literal["name_without_letters"]


class CauseNameMixesScripts(TypedDict):
    """a name must be in one script"""

    kind: Literal["name_mixes_scripts"]


class CauseHelloFirst(TypedDict):
    """hello must come first"""

    kind: Literal["hello_first"]


class CauseHelloTwice(TypedDict):
    """hello may come only once"""

    kind: Literal["hello_twice"]


class CauseBadClient(TypedDict):
    """client: at most {max} printable characters"""

    kind: Literal["bad_client"]
    max: int


class CauseHouseBotNameless(TypedDict):
    """a house bot needs a name"""

    kind: Literal["house_bot_nameless"]


class CauseTokenRevoked(TypedDict):
    """the token has been revoked"""

    kind: Literal["token_revoked"]


class CauseUnknownVariant(TypedDict):
    """there is no variant {variant}"""

    kind: Literal["unknown_variant"]
    variant: str


class CauseBadParams(TypedDict):
    """the parameters do not make a game of this variant"""

    kind: Literal["bad_params"]


class CauseBadEnding(TypedDict):
    """this variant is not played with that ending"""

    kind: Literal["bad_ending"]


class CauseBadPosition(TypedDict):
    """this variant has no such position"""

    kind: Literal["bad_position"]


class CauseTooSmall(TypedDict):
    """{what}: at least {min}"""

    kind: Literal["too_small"]
    min: int
    what: str


class CauseTooLarge(TypedDict):
    """{what}: at most {max}"""

    kind: Literal["too_large"]
    max: int
    what: str


class CauseBadNotation(TypedDict):
    """the text is not a game in the notation"""

    kind: Literal["bad_notation"]


class CauseBadClock(TypedDict):
    """the clock's times are out of range"""

    kind: Literal["bad_clock"]


class CauseBadDelay(TypedDict):
    """only a rated game has a delay, of at most {max} moves"""

    kind: Literal["bad_delay"]
    max: int


class CauseBadSeed(TypedDict):
    """a seed is at most 2^53 - 1"""

    kind: Literal["bad_seed"]


class CausePlanOutOfRange(TypedDict):
    """{field}: from {min} to {max}"""

    field: PlanField
    kind: Literal["plan_out_of_range"]
    max: int
    min: int


class CauseTooManyPairs(TypedDict):
    """a tournament has at most {max} pairs"""

    kind: Literal["too_many_pairs"]
    max: int


class CauseCourseNeedsTwoPlayers(TypedDict):
    """tournaments are for games with two players"""

    kind: Literal["course_needs_two_players"]


class CauseByesInSwissOnly(TypedDict):
    """only a Swiss tournament has half-point byes"""

    kind: Literal["byes_in_swiss_only"]


class CauseBadEntrantClocks(TypedDict):
    """a clock of one entrant stands beside that of all others, and neither is by days"""

    kind: Literal["bad_entrant_clocks"]


class CauseSprtEndsByItself(TypedDict):
    """a sequential test ends by itself"""

    kind: Literal["sprt_ends_by_itself"]


class CauseNoReadyCheckInArena(TypedDict):
    """an arena has no ready checks"""

    kind: Literal["no_ready_check_in_arena"]


class CauseSprtNeedsTwoEntrants(TypedDict):
    """a sequential test needs exactly two entrants"""

    kind: Literal["sprt_needs_two_entrants"]


class CauseEloOutOfOrder(TypedDict):
    """elo0 must be below elo1"""

    kind: Literal["elo_out_of_order"]


class CauseBadErrorRates(TypedDict):
    """alpha and beta must be from 0.0001 to 0.4"""

    kind: Literal["bad_error_rates"]


class CauseChallengeNeedsTwoPlayers(TypedDict):
    """a challenge is for games with two players; use a seek for more"""

    kind: Literal["challenge_needs_two_players"]


class CauseNoCertificate(TypedDict):
    """no certificate was found within the limits"""

    kind: Literal["no_certificate"]


class CauseNoStartFound(TypedDict):
    """no such start was found"""

    kind: Literal["no_start_found"]


class CauseFillNeedsSeveralSeats(TypedDict):
    """house bots fill the seats of games for more than two; challenge one for a game for two"""

    kind: Literal["fill_needs_several_seats"]


class CauseBidsNotAllowed(TypedDict):
    """bids for the seat are for casual single games with a base time and random seats"""

    kind: Literal["bids_not_allowed"]


class CauseHandicapNotAllowed(TypedDict):
    """a handicap is for casual single games for two with random seats"""

    kind: Literal["handicap_not_allowed"]


class CausePieRuleNotAllowed(TypedDict):
    """the pie rule is for casual single games with random seats"""

    kind: Literal["pie_rule_not_allowed"]


class CauseNeedsTwoPlayers(TypedDict):
    """rated games, pairs and quick play need two players and a start that has a move"""

    kind: Literal["needs_two_players"]


class CauseSingleNeedsRatedGame(TypedDict):
    """only a rated game that is not a pair can be single"""

    kind: Literal["single_needs_rated_game"]


class CauseStartWeightTooLow(TypedDict):
    """this start leaves too little to decide for a rated game"""

    kind: Literal["start_weight_too_low"]


class CauseTrivialStart(TypedDict):
    """this start leaves nothing to decide, so it cannot be rated"""

    kind: Literal["trivial_start"]


class CauseUnknownPreset(TypedDict):
    """there is no preset {preset}"""

    kind: Literal["unknown_preset"]
    preset: str


class CauseUnprovenStart(TypedDict):
    """the winner of this start is not proven: a rated game from it must be a pair"""

    kind: Literal["unproven_start"]


class CauseBotQueueFull(TypedDict):
    """{max} players are already waiting for that bot"""

    kind: Literal["bot_queue_full"]
    max: int


class CauseNotFound(TypedDict):
    """no such {what}, or it no longer exists"""

    kind: Literal["not_found"]
    what: Missing


class CauseNameTaken(TypedDict):
    """that name is a registered player's, or looks like it"""

    kind: Literal["name_taken"]


class CauseNameReserved(TypedDict):
    """that name is the server's own, or looks like it"""

    kind: Literal["name_reserved"]


class CauseAdminOnly(TypedDict):
    """this needs the admin's token"""

    kind: Literal["admin_only"]


class CauseBanned(TypedDict):
    """you are banned"""

    kind: Literal["banned"]


class CauseBlocked(TypedDict):
    """one of you has blocked the other"""

    kind: Literal["blocked"]


class CauseBotsHaveNoBots(TypedDict):
    """a bot cannot own bots"""

    kind: Literal["bots_have_no_bots"]


class CauseBotInTournament(TypedDict):
    """the bot plays in a tournament with its present version: let it leave first, or wait for the
    end"""

    kind: Literal["bot_in_tournament"]


class CauseNamedVersion(TypedDict):
    """the bot's account names version {version}: a new token names another"""

    kind: Literal["named_version"]
    version: str


class CauseReservedReason(TypedDict):
    """only the server may give the reason {reason:?}"""

    kind: Literal["reserved_reason"]
    reason: Decline


class CauseInvitationRequired(TypedDict):
    """this tournament needs its invitation"""

    kind: Literal["invitation_required"]


class CauseLoginRequired(TypedDict):
    """log in first"""

    kind: Literal["login_required"]


class CauseBidTooHigh(TypedDict):
    """a bid is at most {max_ms} ms"""

    kind: Literal["bid_too_high"]
    max_ms: int


class CauseNoBids(TypedDict):
    """there is nothing to bid for"""

    kind: Literal["no_bids"]


class CauseNoPieRule(TypedDict):
    """this game has no pie rule"""

    kind: Literal["no_pie_rule"]


class CauseNothingToChoose(TypedDict):
    """there is nothing to choose"""

    kind: Literal["nothing_to_choose"]


class CauseByeRefused(TypedDict):
    """a half-point bye is for a round that is not paired yet, as often as the plan admits"""

    kind: Literal["bye_refused"]


class CauseNoBerserk(TypedDict):
    """going berserk takes an arena for people, with a clock"""

    kind: Literal["no_berserk"]


class CauseCorrectionRefused(TypedDict):
    """no such result can be corrected now"""

    kind: Literal["correction_refused"]


class CauseNoReadyCheck(TypedDict):
    """no ready check is waiting for you there"""

    kind: Literal["no_ready_check"]


class CauseKindNotAdmitted(TypedDict):
    """this is not for players of your kind"""

    kind: Literal["kind_not_admitted"]


class CauseNotOrganizer(TypedDict):
    """only the organizer can do that"""

    kind: Literal["not_organizer"]


class CauseNotYourOffer(TypedDict):
    """that offer is somebody else's"""

    kind: Literal["not_your_offer"]


class CauseNotYourSeat(TypedDict):
    """that seat is not yours"""

    kind: Literal["not_your_seat"]


class CauseOutsideWindow(TypedDict):
    """this seek is for ratings from {min} to {max} now"""

    kind: Literal["outside_window"]
    max: int
    min: int


class CauseOwnOffer(TypedDict):
    """you are part of that offer already"""

    kind: Literal["own_offer"]


class CauseActionExcluded(TypedDict):
    """this game is played without {what:?}"""

    kind: Literal["action_excluded"]
    what: ExcludedAction


class CauseNoTakebackInRatedGame(TypedDict):
    """rated games have no takebacks"""

    kind: Literal["no_takeback_in_rated_game"]


class CauseRatedGameRunning(TypedDict):
    """a rated game like this is running"""

    kind: Literal["rated_game_running"]


class CauseAccountRequired(TypedDict):
    """that needs an account: register first"""

    kind: Literal["account_required"]


class CauseRegistrationRequired(TypedDict):
    """register to play rated games"""

    kind: Literal["registration_required"]


class CauseAlreadyRegistered(TypedDict):
    """you are registered already"""

    kind: Literal["already_registered"]


class CauseTournamentFull(TypedDict):
    """all places are taken"""

    kind: Literal["tournament_full"]


class CauseAlreadyEntered(TypedDict):
    """you have entered already"""

    kind: Literal["already_entered"]


class CauseNotEntered(TypedDict):
    """you have not entered"""

    kind: Literal["not_entered"]


class CauseTooFewEntrants(TypedDict):
    """a tournament needs two entrants"""

    kind: Literal["too_few_entrants"]


class CauseTournamentNotBegun(TypedDict):
    """the tournament has not begun"""

    kind: Literal["tournament_not_begun"]


class CauseTournamentBegun(TypedDict):
    """the tournament has begun"""

    kind: Literal["tournament_begun"]


class CauseTournamentOver(TypedDict):
    """the tournament is over"""

    kind: Literal["tournament_over"]


class CauseResetExpired(TypedDict):
    """the link in the mail has expired"""

    kind: Literal["reset_expired"]


class CauseNoMail(TypedDict):
    """this server sends no mail; ask its operator"""

    kind: Literal["no_mail"]


class CauseWrongCredentials(TypedDict):
    """the name or the password is wrong"""

    kind: Literal["wrong_credentials"]


class CauseFirstPlayerNotChosen(TypedDict):
    """the player who begins has not been chosen yet"""

    kind: Literal["first_player_not_chosen"]


class CauseOpponentChooses(TypedDict):
    """the other player chooses who begins"""

    kind: Literal["opponent_chooses"]


class CauseNotYourTurn(TypedDict):
    """it is not your turn"""

    kind: Literal["not_your_turn"]


class CauseIllegalMove(TypedDict):
    """the move cannot be made in this position"""

    kind: Literal["illegal_move"]


class CauseAlreadyBid(TypedDict):
    """you have already bid"""

    kind: Literal["already_bid"]


class CauseAlreadyChosen(TypedDict):
    """the player who begins has already been chosen"""

    kind: Literal["already_chosen"]


class CauseStalePly(TypedDict):
    """the next ply is {ply}"""

    kind: Literal["stale_ply"]
    ply: int


class CauseFuturePly(TypedDict):
    """the next ply is {ply}"""

    kind: Literal["future_ply"]
    ply: int


class CauseGameOver(TypedDict):
    """the game is over"""

    kind: Literal["game_over"]


class CauseAbortTooLate(TypedDict):
    """a game can be aborted only before its second move"""

    kind: Literal["abort_too_late"]


class CauseClaimTooSoon(TypedDict):
    """nobody has been gone for long enough, or it is your turn"""

    kind: Literal["claim_too_soon"]


class CauseMetTooSoon(TypedDict):
    """you have met this player just now: wait for them in quick play, or choose another"""

    kind: Literal["met_too_soon"]


class CauseNotOverYet(TypedDict):
    """the game, the pair or the tournament is not over yet"""

    kind: Literal["not_over_yet"]


class CauseReviewNotReady(TypedDict):
    """the review is not ready yet"""

    kind: Literal["review_not_ready"]


class CauseRenamedTooSoon(TypedDict):
    """a name can be changed once in thirty days"""

    kind: Literal["renamed_too_soon"]


class CausePhraseTooSoon(TypedDict):
    """at most one phrase every two seconds"""

    kind: Literal["phrase_too_soon"]


class CauseAllowanceExceeded(TypedDict):
    """you have asked for too much of this; wait a little"""

    kind: Literal["allowance_exceeded"]


class CauseLadderTooLong(TypedDict):
    """more than {max} rated matches can only be recomputed while the server is stopped: nim-server
    void"""

    kind: Literal["ladder_too_long"]
    max: int


class CauseTooManyAttempts(TypedDict):
    """too many attempts"""

    kind: Literal["too_many_attempts"]


class CauseTooManyBans(TypedDict):
    """too many bans"""

    kind: Literal["too_many_bans"]


class CauseTooManyBlocks(TypedDict):
    """a player blocks at most {max} others"""

    kind: Literal["too_many_blocks"]
    max: int


class CauseTooManyBots(TypedDict):
    """a player has at most {max} bots"""

    kind: Literal["too_many_bots"]
    max: int


class CauseTooManyFollowed(TypedDict):
    """a player follows at most {max} others"""

    kind: Literal["too_many_followed"]
    max: int


class CauseTooManyFollowers(TypedDict):
    """a tournament has at most {max} followers"""

    kind: Literal["too_many_followers"]
    max: int


class CauseTooManyGames(TypedDict):
    """a player has at most {max} unfinished games"""

    kind: Literal["too_many_games"]
    max: int


class CauseTooManyGamesWithBot(TypedDict):
    """a player has at most {max} games with one house bot at once"""

    kind: Literal["too_many_games_with_bot"]
    max: int


class CauseTooManyGamesFromAddress(TypedDict):
    """one address has at most {max} unfinished games"""

    kind: Literal["too_many_games_from_address"]
    max: int


class CauseTooManyGamesOnServer(TypedDict):
    """this server plays at most {max} games at once"""

    kind: Literal["too_many_games_on_server"]
    max: int


class CauseTooManyMoves(TypedDict):
    """at most {max} moves are analysed"""

    kind: Literal["too_many_moves"]
    max: int


class CauseTooManyOffers(TypedDict):
    """a player has at most {max} open seeks and challenges"""

    kind: Literal["too_many_offers"]
    max: int


class CauseTooManyReports(TypedDict):
    """you may have at most {max} open reports"""

    kind: Literal["too_many_reports"]
    max: int


class CauseTooManyTournaments(TypedDict):
    """at most {max} tournaments are open"""

    kind: Literal["too_many_tournaments"]
    max: int


class CauseStorageQuotaExceeded(TypedDict):
    """your address has stored too much; wait a little"""

    kind: Literal["storage_quota_exceeded"]


class CauseTooManyWatched(TypedDict):
    """a connection watches at most {max} tables"""

    kind: Literal["too_many_watched"]
    max: int


class CauseServerStopping(TypedDict):
    """the server is stopping"""

    kind: Literal["server_stopping"]


class CauseDiskFull(TypedDict):
    """the server's disk is nearly full: nothing new begins"""

    kind: Literal["disk_full"]


class CauseDiskTooSlow(TypedDict):
    """the server has more to write than its disk can keep up with"""

    kind: Literal["disk_too_slow"]


class CauseAnalysisQueueFull(TypedDict):
    """too many games are being analysed"""

    kind: Literal["analysis_queue_full"]


class CauseLoginQueueFull(TypedDict):
    """too many players are logging in"""

    kind: Literal["login_queue_full"]


class CauseReplayQueueFull(TypedDict):
    """too many finished tournaments are being read"""

    kind: Literal["replay_queue_full"]


class CauseIncomingFull(TypedDict):
    """too much is arriving at once"""

    kind: Literal["incoming_full"]


class CauseStartQueueFull(TypedDict):
    """too many starts are being drawn or judged"""

    kind: Literal["start_queue_full"]


class CauseDrawTimedOut(TypedDict):
    """drawing the start took too long"""

    kind: Literal["draw_timed_out"]


class CauseInternalError(TypedDict):
    """the server failed to do this"""

    kind: Literal["internal_error"]


class CauseDamagedRecord(TypedDict):
    """that is damaged on the server's disk and was set aside"""

    kind: Literal["damaged_record"]


class CauseStoreFailed(TypedDict):
    """the server's store has failed"""

    kind: Literal["store_failed"]


class CauseOther(TypedDict):
    """A cause that only a newer server knows."""

    kind: Literal["other"]


# Exactly why a request was refused. Clients read an unknown cause as [`Cause::Other`] and act on
# the [`ErrorCode`].
Cause: TypeAlias = "CauseUnreadable | CauseBadField | CauseBadPassword | CauseWeakPassword | CauseBadEmail | CauseNameNotComposed | CauseNameUnreadable | CauseNameWithoutLetters | CauseNameMixesScripts | CauseHelloFirst | CauseHelloTwice | CauseBadClient | CauseHouseBotNameless | CauseTokenRevoked | CauseUnknownVariant | CauseBadParams | CauseBadEnding | CauseBadPosition | CauseTooSmall | CauseTooLarge | CauseBadNotation | CauseBadClock | CauseBadDelay | CauseBadSeed | CausePlanOutOfRange | CauseTooManyPairs | CauseCourseNeedsTwoPlayers | CauseByesInSwissOnly | CauseBadEntrantClocks | CauseSprtEndsByItself | CauseNoReadyCheckInArena | CauseSprtNeedsTwoEntrants | CauseEloOutOfOrder | CauseBadErrorRates | CauseChallengeNeedsTwoPlayers | CauseNoCertificate | CauseNoStartFound | CauseFillNeedsSeveralSeats | CauseBidsNotAllowed | CauseHandicapNotAllowed | CausePieRuleNotAllowed | CauseNeedsTwoPlayers | CauseSingleNeedsRatedGame | CauseStartWeightTooLow | CauseTrivialStart | CauseUnknownPreset | CauseUnprovenStart | CauseBotQueueFull | CauseNotFound | CauseNameTaken | CauseNameReserved | CauseAdminOnly | CauseBanned | CauseBlocked | CauseBotsHaveNoBots | CauseBotInTournament | CauseNamedVersion | CauseReservedReason | CauseInvitationRequired | CauseLoginRequired | CauseBidTooHigh | CauseNoBids | CauseNoPieRule | CauseNothingToChoose | CauseByeRefused | CauseNoBerserk | CauseCorrectionRefused | CauseNoReadyCheck | CauseKindNotAdmitted | CauseNotOrganizer | CauseNotYourOffer | CauseNotYourSeat | CauseOutsideWindow | CauseOwnOffer | CauseActionExcluded | CauseNoTakebackInRatedGame | CauseRatedGameRunning | CauseAccountRequired | CauseRegistrationRequired | CauseAlreadyRegistered | CauseTournamentFull | CauseAlreadyEntered | CauseNotEntered | CauseTooFewEntrants | CauseTournamentNotBegun | CauseTournamentBegun | CauseTournamentOver | CauseResetExpired | CauseNoMail | CauseWrongCredentials | CauseFirstPlayerNotChosen | CauseOpponentChooses | CauseNotYourTurn | CauseIllegalMove | CauseAlreadyBid | CauseAlreadyChosen | CauseStalePly | CauseFuturePly | CauseGameOver | CauseAbortTooLate | CauseClaimTooSoon | CauseMetTooSoon | CauseNotOverYet | CauseReviewNotReady | CauseRenamedTooSoon | CausePhraseTooSoon | CauseAllowanceExceeded | CauseLadderTooLong | CauseTooManyAttempts | CauseTooManyBans | CauseTooManyBlocks | CauseTooManyBots | CauseTooManyFollowed | CauseTooManyFollowers | CauseTooManyGames | CauseTooManyGamesWithBot | CauseTooManyGamesFromAddress | CauseTooManyGamesOnServer | CauseTooManyMoves | CauseTooManyOffers | CauseTooManyReports | CauseTooManyTournaments | CauseStorageQuotaExceeded | CauseTooManyWatched | CauseServerStopping | CauseDiskFull | CauseDiskTooSlow | CauseAnalysisQueueFull | CauseLoginQueueFull | CauseReplayQueueFull | CauseIncomingFull | CauseStartQueueFull | CauseDrawTimedOut | CauseInternalError | CauseDamagedRecord | CauseStoreFailed | CauseOther"


# Which cells hold a piece, in the order of the places.
Cells: TypeAlias = "str"


# An offer addressed to one player.
ChallengeId: TypeAlias = "str"


class ChallengeView(TypedDict):
    """A challenge as its addressee sees it."""

    bid: NotRequired[bool]
    by: Player
    challenge: ChallengeId
    clock: NotRequired[TimeControl | None]
    delay: NotRequired[int]
    excluded: NotRequired[list[ExcludedAction]]
    game: GameView
    handicap: NotRequired[bool]
    open: NotRequired[bool]
    pair: NotRequired[bool]
    pie: NotRequired[bool]
    rated: NotRequired[bool]
    rating: NotRequired[Rating | None]
    seat: SeatChoice


class Circle(TypedDict):
    """`{"circle": "11011"}`: places in a circle; the last and the first are neighbours."""

    circle: Cells


class ClockView(TypedDict):
    """The clocks as they were when the state was sent."""

    due_ms: int | None
    left_ms: list[int]
    running: bool


# When a tournament ends after everything has been played.
Close: TypeAlias = 'Literal["played", "on_request"]'


class CoinRow(TypedDict):
    """`{"coins": "HTH"}`: a row of coins."""

    coins: Faces


class Coins(TypedDict):
    """`{"coins": [1, 3, 7]}`: the square of each coin, 0 being the lowest. Coins may be given in
    any order; a coin keeps its place in the list when it is moved."""

    coins: list[int]


# The SHA-256 of a salt's 64 digits, a space, and a seed in decimal digits, as text.
Commitment: TypeAlias = "str"


class Course(TypedDict):
    """A kind of start: the starts themselves follow from the tournament's seed."""

    ending: Ending | None
    params: Any
    size: int
    variant: str


# One board of nine cells, rows from top to bottom: `"X...X...."`.
Crosses: TypeAlias = "str"


class DeclaredProgram(TypedDict):
    """The program of an entrant, in its own words. A version that the server knows takes
    precedence."""

    deterministic: NotRequired[bool]
    seed: NotRequired[int | None]
    version: NotRequired[Version | None]


# Why a challenge did not become a game: the decliner's reason, or what happened.
Decline: TypeAlias = 'Literal["later", "busy", "game", "clock", "rated", "casual", "withdrawn", "left"]'


# How hard a drawn start is.
Difficulty: TypeAlias = 'Literal["easy", "medium", "hard"]'


# A group of players who are rated together.
Division: TypeAlias = 'Literal["people", "open", "bots"]'


class Draw(TypedDict):
    """How a start is drawn. With a seed, the same draw of the same variant and ending always gives
    the same start."""

    commitment: NotRequired[Commitment | None]
    difficulty: Difficulty
    length: NotRequired[int | None]
    salt: NotRequired[Salt | None]
    seed: NotRequired[int | None]
    winning_moves: NotRequired[int | None]
    won_by: NotRequired[Side | None]


class DrawnGame(TypedDict):
    """A game whose start is yet to be drawn."""

    draw: Draw
    ending: Ending
    params: NotRequired[Any]
    variant: str


class Elo(TypedDict):
    """A difference in strength, in whole Elo points, with its 95 percent bounds. Infinite values
    are null: if all pairs went alike, the likeliest difference and one of the bounds."""

    high: int | None
    likely: int | None
    low: int | None
    pairs: list[int]


# Why a game ended.
EndReason: TypeAlias = 'Literal["played", "resigned", "abandoned", "aborted", "too_long", "flagged", "adjudicated", "forfeited"]'


# What the last move means. This decides the result of every variant, so no variant does so
# itself.
Ending: TypeAlias = 'Literal["normal", "misere"]'


class EntrantClock(TypedDict):
    """The clock of one entrant."""

    clock: TimeControl
    entered: int


# Which kinds of players may enter.
EntrantKinds: TypeAlias = 'Literal["everybody", "people", "bots"]'


class EntrantView(TypedDict):
    """A player in a tournament."""

    berserk: NotRequired[bool]
    byes: NotRequired[list[int]]
    entered: int
    former_name: NotRequired[NameHash | None]
    key: NotRequired[PublicKey | None]
    kind: Kind
    late: NotRequired[bool]
    name: Name
    nonce: NotRequired[Nonce | None]
    number: Number
    player: PlayerId
    program: NotRequired[DeclaredProgram | None]
    rating: NotRequired[int | None]
    withdrawn: NotRequired[bool]


# Who may enter.
EntryRule: TypeAlias = 'Literal["open", "invited"]'


# Why a request was refused. An error never closes the connection; a
# [`CloseCode`](crate::CloseCode) does.
ErrorCode: TypeAlias = 'Literal["bad_message", "bad_hello", "bad_game", "not_found", "name_taken", "forbidden", "not_your_turn", "illegal_move", "stale_ply", "future_ply", "game_over", "too_late", "too_soon", "too_many", "shutting_down", "busy", "storage_unavailable"]'


# An action at a table that players may agree to rule out.
ExcludedAction: TypeAlias = 'Literal["abort", "claim", "rematch", "takeback"]'


# Coins from left to right, heads up or not: `"HTH"`.
Faces: TypeAlias = "str"


class FormatRoundRobin(TypedDict):
    """Everybody meets everybody, by Berger's tables."""

    cycles: int
    kind: Literal["round_robin"]


class FormatGauntlet(TypedDict):
    """The first entrants meet all others, who do not meet each other."""

    champions: int
    kind: Literal["gauntlet"]


class FormatSwiss(TypedDict):
    """In each round players with similar scores meet, and nobody twice if that can be avoided."""

    kind: Literal["swiss"]
    rounds: int


class FormatKnockout(TypedDict):
    """The loser of a pairing is out."""

    kind: Literal["knockout"]


class FormatArena(TypedDict):
    """Free players are paired again until the time is up."""

    kind: Literal["arena"]
    seconds: int


# Who meets whom.
Format: TypeAlias = "FormatRoundRobin | FormatGauntlet | FormatSwiss | FormatKnockout | FormatArena"


# The game of an offer as others see it.
GameView: TypeAlias = "Setup | DrawnGame"


# What makes up for a difference in strength.
HandicapMeans: TypeAlias = 'Literal["start", "time"]'


class HandicapView(TypedDict):
    """How the chances of a game were made nearly even."""

    by: HandicapMeans
    chance: int
    offset: NotRequired[int]
    ratings: list[int | None]


class Heaps(TypedDict):
    """`{"heaps": [3, 5, 7]}`: how many objects each heap holds. Heaps may be in any order and may
    be empty; a heap keeps its place when it is emptied."""

    heaps: list[int]


# `{"heaps": [3, 5], "pass": true}`: the heaps, and whether the pass is still available.
HeapsAndPass = TypedDict("HeapsAndPass", {"heaps": "list[int]", "pass": "bool"})


# The kind of a player.
Kind: TypeAlias = 'Literal["guest", "person", "bot"]'


class Limits(TypedDict):
    """The limits that a client should know; `welcome` carries them."""

    claim_after_ms: int
    credits: int
    credits_per_second: int
    games: int
    message_bytes: int
    offers: int
    ping_after_ms: int
    plies: int
    silence_timeout_ms: int
    watched: int


class ListDelta(TypedDict):
    """The changes of one list of the lobby."""

    count: int
    gone: NotRequired[list[SeekId]]
    set: NotRequired[list[SeekView]]


class ListDelta2(TypedDict):
    """The changes of one list of the lobby."""

    count: int
    gone: NotRequired[list[TableId]]
    set: NotRequired[list[TableLine]]


class ListDelta3(TypedDict):
    """The changes of one list of the lobby."""

    count: int
    gone: NotRequired[list[PlayerId]]
    set: NotRequired[list[Player]]


class LobbyDelta(TypedDict):
    """The changes of a lobby that is being followed."""

    players: NotRequired[ListDelta3 | None]
    seeks: NotRequired[ListDelta | None]
    since: int
    tables: NotRequired[ListDelta2 | None]
    version: int


class LobbyView(TypedDict):
    """The lobby: the newest seeks, tables and players, and how many there are in all. Lists that
    were not asked for are absent."""

    player_count: int
    players: list[Player]
    seek_count: int
    seeks: list[SeekView]
    table_count: int
    tables: list[TableLine]
    version: int


# The kind of thing that a request named and that does not exist, or no longer does.
Missing: TypeAlias = 'Literal["ban", "block", "board", "bot", "challenge", "followed", "finished_game", "game", "house_bot", "leaderboard", "offer", "open_report", "path", "player", "puzzle", "rated_match", "ratings", "report", "session", "seek", "table", "tournament"]'


# A move of any variant, in the JSON of the golden files. Ordered as the golden files sort: by the
# numbers from left to right, a list before its longer extensions, words after numbers. ``` use
# rules::Move; // Two objects from the first heap of Nim. let mv: Move = serde_json::from_str("[0,
# 2]").expect("a move"); assert_eq!(mv, Move::List(vec![0, 2].into()));
# assert_eq!(serde_json::to_string(&mv).expect("JSON"), "[0,2]"); ```
Move: TypeAlias = "int | list[int] | list[PlaceWord | int] | list[TakeWord | int] | list[int | list[int]] | list[PassWord]"


class MoveTime(TypedDict):
    """How long a move took."""

    lag_ms: int
    ms: int


# A player's name. Unique only among registered players, and not a secret: a seat is owned through
# its token, never by a name.
Name: TypeAlias = "str"


# The SHA-256 of a name under which somebody entered a tournament. It remains when they have
# deleted their account, because lots were drawn from it.
NameHash: TypeAlias = "str"


# 32 bytes that an entrant chooses, written as 64 hexadecimal digits. They should come from a
# source of randomness.
Nonce: TypeAlias = "str"


# An entrant's number in the tables of a tournament.
Number: TypeAlias = "int"


class NumberPair(TypedDict):
    """`{"pair": [7, 24]}`: the two numbers, in any order."""

    pair: list[int]


class Over(TypedDict):
    """How a game ended."""

    reason: EndReason
    winners: list[Seat]


# Two games from one start with the seats swapped.
PairId: TypeAlias = "str"


class PairView(TypedDict):
    """The place of a table's game in its pair."""

    game: int
    id: PairId
    other: TableId


# The word `pass`.
PassWord: TypeAlias = 'Literal["pass"]'


# What players may say to each other: phrases that every page shows in its reader's language, so
# nothing needs moderation.
Phrase: TypeAlias = 'Literal["hello", "good_luck", "have_fun", "nice_move", "oops", "one_moment", "well_played", "good_game", "thanks", "have_to_go", "goodbye"]'


class Pile(TypedDict):
    """`{"heap": 20, "limit": 19}`: one heap, and the most that the next move may take from it."""

    heap: int
    limit: int


# The word `place`.
PlaceWord: TypeAlias = 'Literal["place"]'


class Plan(TypedDict):
    """The plan of a tournament, as its organizer requests it."""

    begin: Begin
    byes: NotRequired[int]
    clock: NotRequired[TimeControl | None]
    clocks: NotRequired[list[EntrantClock]]
    close: NotRequired[Close]
    courses: list[Course]
    each: int
    entrants: int
    entry: EntryRule
    format: Format
    kinds: NotRequired[EntrantKinds]
    name: Name
    pairs: int
    ready: NotRequired[bool]
    running: int
    sprt: NotRequired[Sprt | None]
    starts: NotRequired[StartList | None]
    wait_ms: int


# A bounded number of a plan.
PlanField: TypeAlias = 'Literal["begin", "byes", "champions", "courses", "cycles", "each", "elo", "entrants", "pairs", "rounds", "running", "seconds", "wait_ms"]'


class Player(TypedDict):
    """A connected player."""

    house: bool
    id: PlayerId
    kind: Kind
    name: Name
    version: NotRequired[Version | None]


# A player: the same secret always gives the same id.
PlayerId: TypeAlias = "str"


# A position of any variant, in the JSON of the golden files.
Position: TypeAlias = "Heaps | Total | Pile | Stacks | Circle | Board | Present | Boards | Rows | Coins | Steps | NumberPair | HeapsAndPass | CoinRow"


class Present(TypedDict):
    """`{"present": [0, 1, 4]}`: those that remain, ascending."""

    present: list[int]


# An entrant's Ed25519 key (RFC 8032), written as 64 hexadecimal digits. It may be no point on the
# curve.
PublicKey: TypeAlias = "str"


class Rating(TypedDict):
    """A player's rating in one pool, in whole points."""

    deviation: int
    provisional: NotRequired[bool]
    rating: int


class Rows(TypedDict):
    """`{"rows": [4, 4, 2]}`: the length of each row. No row is longer than the one above; eaten
    rows may be listed as 0 or left out."""

    rows: list[int]


# 32 random bytes, without which all seeds could be tried.
Salt: TypeAlias = "str"


# A player's place at a table, counted from 0: seat 0 makes the first move.
Seat: TypeAlias = "int"


# The seat that a player wants.
SeatChoice: TypeAlias = 'Literal["first", "second", "random"]'


# 256 random bits, written as 64 lower-case hexadecimal digits. It never appears in a log.
Secret: TypeAlias = "str"


# An open offer in the lobby. For a private one it is the invitation.
SeekId: TypeAlias = "str"


class SeekView(TypedDict):
    """A seek as the lobby shows it."""

    bid: NotRequired[bool]
    by: Player
    clock: NotRequired[TimeControl | None]
    delay: NotRequired[int]
    excluded: NotRequired[list[ExcludedAction]]
    game: GameView
    handicap: NotRequired[bool]
    missing: int
    open: NotRequired[bool]
    pair: NotRequired[bool]
    pie: NotRequired[bool]
    rated: NotRequired[bool]
    rating: NotRequired[Rating | None]
    seat: SeatChoice
    seek: SeekId
    window: NotRequired[WindowView | None]


class SettledBids(TypedDict):
    """Both bids, and what follows from them."""

    bids: list[Bid]
    lot: int
    paid_by: NotRequired[Seat | None]
    salt: Salt


class Setup(TypedDict):
    """What is played: variant, ending and start, checked against each other. In JSON `{"variant":
    .., "params": .., "ending": .., "start": ..}`."""

    ending: Ending
    params: Any
    start: Position
    variant: str


# One of the two players of a game for two.
Side: TypeAlias = 'Literal["first", "second"]'


class Sprt(TypedDict):
    """A sequential probability ratio test (Wald 1945) between two strengths, in Elo: it ends the
    match as soon as one of them is likely enough."""

    alpha: float
    beta: float
    elo0: int
    elo1: int
    model: SprtModel


# The result of a sequential test.
SprtDecision: TypeAlias = 'Literal["passed", "failed"]'


# The unit of the two strengths of a sequential test.
SprtModel: TypeAlias = 'Literal["logistic", "normalized"]'


class SprtView(TypedDict):
    """The progress of a sequential test."""

    bounds: list[float]
    decision: NotRequired[SprtDecision | None]
    number: Number
    pairs: list[int]
    ratio: float


class Stacks(TypedDict):
    """`{"remaining": 4, "stacks": [0, 1, 1]}`: stones on stacks, and stones that are still to be
    placed."""

    remaining: int
    stacks: list[int]


# The stage of a tournament.
Stage: TypeAlias = 'Literal["open", "running", "finished", "cancelled"]'


class StartList(TypedDict):
    """Starts of games for two, in the notation; pairs take them in turn, and begin again after the
    last."""

    drawn: bool
    list: list[str]


class Steps(TypedDict):
    """`{"steps": [2, 0, 3]}`: how many coins lie on each step, the ground first."""

    steps: list[int]


# A table.
TableId: TypeAlias = "str"


class TableLine(TypedDict):
    """A running table in one line."""

    players: list[Player]
    rated: NotRequired[bool]
    ratings: NotRequired[list[Rating | None]]
    table: TableId
    variant: str


class TableState(TypedDict):
    """What changes during a game."""

    bidding: NotRequired[list[bool]]
    choosing: NotRequired[Seat | None]
    claim_ms: NotRequired[list[int | None]]
    clock: NotRequired[ClockView | None]
    last_move: Move | None
    over: Over | None
    ply: int
    position: Position
    present: list[bool]
    rematch: NotRequired[list[Seat]]
    table: TableId
    takeback: NotRequired[TakebackView | None]
    to_move: Seat | None
    watching: NotRequired[int]


# The word `take`.
TakeWord: TypeAlias = 'Literal["take"]'


class TakebackView(TypedDict):
    """A player asks to take their last move back."""

    agreed: list[Seat]
    ply: int


class TimeControlFischer(TypedDict):
    """A base time, and an increment for every move made (Fischer)."""

    base_ms: int
    increment_ms: int
    kind: Literal["fischer"]


class TimeControlBronstein(TypedDict):
    """A base time; each move gives back the time it took, at most the delay (Bronstein)."""

    base_ms: int
    delay_ms: int
    kind: Literal["bronstein"]


class TimeControlDelay(TypedDict):
    """A base time that begins to run only when a turn has lasted for the delay (simple delay)."""

    base_ms: int
    delay_ms: int
    kind: Literal["delay"]


class TimeControlByoyomi(TypedDict):
    """A main time, and then periods: a move within a period keeps it, and a period that passes
    without a move is gone (Japanese byo-yomi)."""

    base_ms: int
    kind: Literal["byoyomi"]
    period_ms: int
    periods: int


class TimeControlMove(TypedDict):
    """The same time for every move; none is saved."""

    kind: Literal["move"]
    ms: int


class TimeControlDays(TypedDict):
    """Days for every move; nobody has to stay connected."""

    days: int
    kind: Literal["days"]


# How long players may think. A seat's first turn is not on its clock: a player who does not begin
# within a fixed limit is absent, and the game is aborted.
TimeControl: TypeAlias = "TimeControlFischer | TimeControlBronstein | TimeControlDelay | TimeControlByoyomi | TimeControlMove | TimeControlDays"


class Total(TypedDict):
    """`{"total": 17}`: the number said last, 0 before the first."""

    total: int


# A tournament.
TournamentId: TypeAlias = "str"


class TournamentStanding(TypedDict):
    """One line of the standings. Points are counted in halves: a win is two."""

    buchholz: int
    direct: int
    elo: NotRequired[Elo | None]
    games: list[int]
    number: Number
    pairs: list[int]
    rank: int
    score: int
    sonneborn_berger: int
    wins: int


class TournamentView(TypedDict):
    """The state of a tournament."""

    begins_at_ms: NotRequired[int | None]
    commitment: str
    elapsed_ms: int
    entrants: list[EntrantView]
    key: str
    pairs: int
    plan: Plan
    played: int
    rounds: int
    seed: NotRequired[str | None]
    seed_chosen: NotRequired[bool]
    sprt: NotRequired[SprtView | None]
    stage: Stage
    standings: list[TournamentStanding]
    tournament: TournamentId


# The version of the program that plays for a bot: each version has ratings of its own.
Version: TypeAlias = "str"


class WindowView(TypedDict):
    """A seek's window as others see it, at the time of the message."""

    max: int
    min: int
    widens: int


class WelcomeMessage(TypedDict):
    """Answer to `hello`."""

    cid: int
    games: NotRequired[list[TableId]]
    limits: Limits
    server: str
    t: Literal["welcome"]
    token: NotRequired[Secret | None]
    you: Player


class OkMessage(TypedDict):
    """The request was carried out."""

    cid: int
    t: Literal["ok"]


class ErrorMessage(TypedDict):
    """The request was refused and changed nothing."""

    cause: Cause
    cid: NotRequired[int | None]
    code: ErrorCode
    message: str
    retry_after_ms: NotRequired[int | None]
    t: Literal["error"]


class PongMessage(TypedDict):
    """Answer to `ping`."""

    cid: int
    t: Literal["pong"]


class SeekingMessage(TypedDict):
    """Answer to `seek`."""

    cid: int
    commitment: NotRequired[Commitment | None]
    seek: SeekId
    t: Literal["seeking"]


class ChallengingMessage(TypedDict):
    """Answer to `challenge`."""

    challenge: ChallengeId
    cid: int
    commitment: NotRequired[Commitment | None]
    t: Literal["challenging"]


class MovesMessage(TypedDict):
    """Answer to `moves`."""

    cid: int
    count: int | None
    moves: list[Move] | None
    ply: int
    t: Literal["moves"]
    table: TableId


class TableMessage(TypedDict):
    """Answer to `attach` and `watch`: everything about the table."""

    bid: NotRequired[BidView | None]
    cid: int
    clock: NotRequired[TimeControl | None]
    clocks: NotRequired[list[TimeControl]]
    delay: NotRequired[int]
    division: NotRequired[Division | None]
    drawn: NotRequired[Draw | None]
    excluded: NotRequired[list[ExcludedAction]]
    game: Setup
    handicap: NotRequired[HandicapView | None]
    moves: list[Move]
    pair: NotRequired[PairView | None]
    pie: NotRequired[bool]
    players: list[Player]
    rated: NotRequired[bool]
    ratings: NotRequired[list[Rating | None]]
    since: int
    state: TableState
    t: Literal["table"]
    times: NotRequired[list[MoveTime]]


class DeclinedMessage(TypedDict):
    """Event: a challenge of yours was declined or withdrawn, or its player left."""

    challenge: ChallengeId
    reason: NotRequired[Decline | None]
    t: Literal["declined"]


class QueuedMessage(TypedDict):
    """Event: a challenge of yours waits until the house bot, which plays as many games as it can,
    has room for another."""

    challenge: ChallengeId
    place: int
    t: Literal["queued"]


class UnmatchedMessage(TypedDict):
    """Event: no opponent has been found yet for your `quick`, which continues."""

    house_bot: NotRequired[Player | None]
    seek: SeekId
    t: Literal["unmatched"]


class SeatedMessage(TypedDict):
    """Event: a game of yours begins. Keep the token: it is the way back."""

    bid: NotRequired[BidView | None]
    clock: NotRequired[TimeControl | None]
    clocks: NotRequired[list[TimeControl]]
    delay: NotRequired[int]
    division: NotRequired[Division | None]
    drawn: NotRequired[Draw | None]
    excluded: NotRequired[list[ExcludedAction]]
    game: Setup
    handicap: NotRequired[HandicapView | None]
    moves: list[Move]
    offer: str
    pair: NotRequired[PairView | None]
    pie: NotRequired[bool]
    players: list[Player]
    rated: NotRequired[bool]
    ratings: NotRequired[list[Rating | None]]
    seat: Seat
    since: int
    state: TableState
    t: Literal["seated"]
    times: NotRequired[list[MoveTime]]
    token: Secret


class ChosenMessage(TypedDict):
    """Event: the player who begins has been chosen, with the pie rule or by bids. The `state`
    follows."""

    bid: NotRequired[BidView | None]
    clocks: NotRequired[list[TimeControl]]
    players: list[Player]
    t: Literal["chosen"]
    table: TableId


class SaidMessage(TypedDict):
    """Event: a player says something at a table where you sit or watch. Spectators behind a
    `delay` do not get it before the game is over."""

    phrase: Phrase
    seat: Seat
    t: Literal["said"]
    table: TableId


class ReadyCheckMessage(TypedDict):
    """Event: your pair is due in a tournament that asks whether you are ready. A player who does
    not answer in time loses it."""

    board: int
    opponent: Player
    pair: int
    round: int
    t: Literal["ready_check"]
    tournament: TournamentId
    wait_ms: int


class NoticeMessage(TypedDict):
    """Event: a message from the server's operator to everybody."""

    message: str
    t: Literal["notice"]


class ClosingMessage(TypedDict):
    """Event: the server is about to stop. New games are refused from now on."""

    message: str
    t: Literal["closing"]


# An answer, which carries the `cid` of its request, or an event, which has none. Clients ignore
# unknown fields and types: both may be added within `nim.v1`.
Message: TypeAlias = "WelcomeMessage | OkMessage | ErrorMessage | PongMessage | SeekingMessage | ChallengingMessage | MovesMessage | TableMessage | LobbyMessage | LobbyDeltaMessage | ChallengedMessage | DeclinedMessage | QueuedMessage | UnmatchedMessage | SeatedMessage | ChosenMessage | SaidMessage | StateMessage | ReadyCheckMessage | TournamentMessage | NoticeMessage | ClosingMessage"


class Draft(TypedDict):
    """A setup as it arrives from outside, not yet checked; `Setup::try_from` checks it."""

    ending: Ending
    params: NotRequired[Any]
    start: Position
    variant: str


class RequestedDraw(TypedDict):
    """How a start is drawn. With a seed, the same draw of the same variant and ending always gives
    the same start."""

    commitment: NotRequired[Commitment | None]
    difficulty: NotRequired[Difficulty]
    length: NotRequired[int | None]
    salt: NotRequired[Salt | None]
    seed: NotRequired[int | None]
    winning_moves: NotRequired[int | None]
    won_by: NotRequired[Side | None]


# The game that a player would like, in one of three forms.
GameRequest: TypeAlias = "Draft | DrawnGame | PresetName"


# A list of the lobby.
LobbyList: TypeAlias = 'Literal["seeks", "tables", "players"]'


class PresetName(TypedDict):
    """A named game: one of the presets of `GET /api/variants`."""

    preset: str


class QuickPool(TypedDict):
    """The kind of game that a player waits for."""

    clock: NotRequired[TimeControl | None]
    difficulty: NotRequired[Difficulty]
    ending: NotRequired[Ending]
    open: NotRequired[bool]
    pair: NotRequired[bool]
    rated: NotRequired[bool]
    single: NotRequired[bool]
    variant: NotRequired[str]


# Why a player resigns: a program that fails says how.
Resignation: TypeAlias = 'Literal["voluntary", "crashed", "illegal_move", "timed_out", "protocol_error"]'


# An Ed25519 signature of a move, written as 128 hexadecimal digits.
Signature: TypeAlias = "str"


class Window(TypedDict):
    """How strong the opponent for a seek must be, relative to the offering player; no rating
    counts as 1500. Both bounds widen with time."""

    above: int
    below: int
    widens: NotRequired[int]


class HelloRequest(TypedDict):
    """Identifies the player; the first message of a connection. Answer: `welcome`."""

    cid: int
    client: str
    kind: Kind
    name: NotRequired[Name | None]
    t: Literal["hello"]
    token: NotRequired[Secret | None]


class PingRequest(TypedDict):
    """Measures the connection. Answer: `pong`."""

    cid: int
    t: Literal["ping"]


class LobbyRequest(TypedDict):
    """Follows the lobby, or stops. Answer: `ok`, then a `lobby` at once, and a `lobby_delta` after
    changes."""

    cid: int
    on: bool
    show: NotRequired[list[LobbyList]]
    t: Literal["lobby"]


class SeekRequest(TypedDict):
    """Offers a game to anybody. Answer: `seeking`."""

    bid: NotRequired[bool]
    cid: int
    clock: NotRequired[TimeControl | None]
    delay: NotRequired[int]
    excluded: NotRequired[list[ExcludedAction]]
    game: GameRequest
    handicap: NotRequired[bool]
    open: NotRequired[bool]
    pair: NotRequired[bool]
    pie: NotRequired[bool]
    private: NotRequired[bool]
    rated: NotRequired[bool]
    seat: SeatChoice
    t: Literal["seek"]
    window: NotRequired[Window | None]


class CancelRequest(TypedDict):
    """Withdraws the player's own offer or challenge, or the player from a seek that they accepted.
    Answer: `ok`."""

    cid: int
    offer: str
    t: Literal["cancel"]


class AcceptRequest(TypedDict):
    """Accepts somebody's offer. Answer: `ok`, and `seated` for each player."""

    cid: int
    seek: SeekId
    t: Literal["accept"]


class FillRequest(TypedDict):
    """Lets house bots take the free seats of the player's own seek, as far as there are bots: in a
    game for more than two. Answer: `ok`, and `seated` for each player once all seats are taken."""

    cid: int
    seek: SeekId
    t: Literal["fill"]


class ChallengeRequest(TypedDict):
    """Offers a game to one player. Answer: `challenging`."""

    bid: NotRequired[bool]
    cid: int
    clock: NotRequired[TimeControl | None]
    delay: NotRequired[int]
    excluded: NotRequired[list[ExcludedAction]]
    game: GameRequest
    handicap: NotRequired[bool]
    open: NotRequired[bool]
    pair: NotRequired[bool]
    pie: NotRequired[bool]
    player: PlayerId
    rated: NotRequired[bool]
    seat: SeatChoice
    t: Literal["challenge"]


class QuickRequest(TypedDict):
    """Finds an opponent who wants the same and is near in rating. Answer: `seeking`; then
    `seated`, or `unmatched` after ten seconds without a match. The wait continues until
    `cancel`."""

    cid: int
    pool: NotRequired[QuickPool]
    t: Literal["quick"]
    window: NotRequired[Window | None]


class ReplyRequest(TypedDict):
    """Accepts or declines a challenge. Answer: `ok`; then `seated` for both, or `declined` for the
    challenger."""

    accept: bool
    challenge: ChallengeId
    cid: int
    reason: NotRequired[Decline | None]
    t: Literal["reply"]


class MoveRequest(TypedDict):
    """Makes a move. Answer: `ok`, after which everybody at the table gets the `state`. Repeating
    an accepted move gives `ok` and the `state` again."""

    cid: int
    move: Move
    ply: int
    t: Literal["move"]
    table: TableId


class ChooseRequest(TypedDict):
    """With the pie rule: chooses who begins, in a game that the other player offered. Answer:
    `ok`; then everybody at the table gets `chosen`, and the `state`."""

    begin: bool
    cid: int
    t: Literal["choose"]
    table: TableId


class BidRequest(TypedDict):
    """Bids for the seat, once and in secret, in a game where that was agreed. Answer: `ok`, and
    the `state`; after the second bid everybody at the table gets `chosen`, and the `state`."""

    begin: bool
    cid: int
    ms: int
    t: Literal["bid"]
    table: TableId


class ResignRequest(TypedDict):
    """Gives up. Answer: `ok`, and the `state`."""

    cid: int
    t: Literal["resign"]
    table: TableId


class AbortRequest(TypedDict):
    """Ends a game that has hardly begun, without a result. Answer: `ok`, and the `state`."""

    cid: int
    t: Literal["abort"]
    table: TableId


class ClaimRequest(TypedDict):
    """Wins against a player who has been gone for long enough, instead of waiting for them.
    Answer: `ok`, and the `state`."""

    cid: int
    t: Literal["claim"]
    table: TableId


class TakebackRequest(TypedDict):
    """Asks to take back the player's last move, or answers such a request. When all agree, the
    game continues from that ply. Answer: `ok`, and the `state`."""

    cid: int
    ply: int
    t: Literal["takeback"]
    table: TableId
    want: bool


class RematchRequest(TypedDict):
    """After the game: plays the same game again with the seats rotated by one. When all want it,
    each gets `seated`, with the old table's id as the `offer`. Answer: `ok`, and the `state`."""

    cid: int
    t: Literal["rematch"]
    table: TableId
    want: bool


class SayRequest(TypedDict):
    """Says one of a few phrases, at a table where the player has a seat. Answer: `ok`; then the
    others there get `said`."""

    cid: int
    phrase: Phrase
    t: Literal["say"]
    table: TableId


class AttachRequest(TypedDict):
    """Attaches this connection to the player's own seat. Answer: `table`."""

    cid: int
    since: NotRequired[int]
    t: Literal["attach"]
    table: TableId
    token: NotRequired[Secret | None]


class WatchRequest(TypedDict):
    """Watches a table. Answer: `table`, and then each `state`."""

    cid: int
    since: NotRequired[int]
    t: Literal["watch"]
    table: TableId


class UnwatchRequest(TypedDict):
    """Stops watching. Answer: `ok`."""

    cid: int
    t: Literal["unwatch"]
    table: TableId


class EnterRequest(TypedDict):
    """Enters a tournament. Answer: `ok`; then `seated` for each game, with the tournament's id as
    the `offer`."""

    cid: int
    invitation: NotRequired[Secret | None]
    key: NotRequired[PublicKey | None]
    nonce: NotRequired[Nonce | None]
    program: NotRequired[DeclaredProgram | None]
    t: Literal["enter"]
    tournament: TournamentId


class AttestRequest(TypedDict):
    """Signs the move that the player is about to make at a table of a tournament, or that they are
    about to resign: see [`MoveChain`](crate::MoveChain). Answer: `ok`; the signature is checked
    when the game is over."""

    cid: int
    resigns: NotRequired[Resignation | None]
    signature: Signature
    t: Literal["attest"]
    table: TableId
    tournament: TournamentId


class LeaveRequest(TypedDict):
    """Leaves a tournament; unplayed pairs are lost. Answer: `ok`."""

    cid: int
    t: Literal["leave"]
    tournament: TournamentId


class ReadyRequest(TypedDict):
    """Answers a ready check: the player's next pair may begin. Answer: `ok`."""

    cid: int
    t: Literal["ready"]
    tournament: TournamentId


class ByeRequest(TypedDict):
    """Asks for a half-point bye in a round that has not been paired. Answer: `ok`."""

    cid: int
    round: int
    t: Literal["bye"]
    tournament: TournamentId


class BerserkRequest(TypedDict):
    """Goes berserk in an arena, or stops: in the player's next pairs they have half the time and
    no more per move, and a pair that they win counts half a point more. Answer: `ok`."""

    cid: int
    on: bool
    t: Literal["berserk"]
    tournament: TournamentId


class FollowRequest(TypedDict):
    """Follows a tournament, or stops. Answer: `ok`, then a `tournament` at once and after changes."""

    cid: int
    on: bool
    t: Literal["follow"]
    tournament: TournamentId


class MovesRequest(TypedDict):
    """Asks for the legal moves. Answer: `moves`."""

    cid: int
    t: Literal["moves"]
    table: TableId


# A client's message without the request id; a [`Request`](crate::Request) has both and is what
# goes over the wire. Each variant names its answer; any may be answered with `error`. ``` use
# protocol::{ClientMessage, Request, TableId}; use rules::Move; let (table, mv) =
# (TableId(uuid::Uuid::nil()), Move::List(vec![0, 2].into())); let message = ClientMessage::Move {
# table, ply: 0, mv }; let text = Request { cid: 1, message }.to_json();
# assert!(text.starts_with(r#"{"t":"move","cid":1,"#), "{text}"); ```
Request: TypeAlias = "HelloRequest | PingRequest | LobbyRequest | SeekRequest | CancelRequest | AcceptRequest | FillRequest | ChallengeRequest | QuickRequest | ReplyRequest | MoveRequest | ChooseRequest | BidRequest | ResignRequest | AbortRequest | ClaimRequest | TakebackRequest | RematchRequest | SayRequest | AttachRequest | WatchRequest | UnwatchRequest | EnterRequest | AttestRequest | LeaveRequest | ReadyRequest | ByeRequest | BerserkRequest | FollowRequest | MovesRequest"


class LobbyMessage(LobbyView):
    """Event, after the answer to `lobby`: the lobby as it is."""

    t: Literal["lobby"]


class LobbyDeltaMessage(LobbyDelta):
    """Event: what has changed in the lobby."""

    t: Literal["lobby_delta"]


class ChallengedMessage(ChallengeView):
    """Event: somebody challenges you."""

    t: Literal["challenged"]


class StateMessage(TableState):
    """Event: a table has changed."""

    t: Literal["state"]


class TournamentMessage(TournamentView):
    """Event: the standing of a tournament that you follow."""

    t: Literal["tournament"]
