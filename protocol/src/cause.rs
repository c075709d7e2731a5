//! The exact cause of a refusal: a stable word, with the numbers and names that a sentence
//! about it needs. Pages turn it into their reader's language; the English here is for
//! developers and logs.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Decline, ErrorCode, ExcludedAction, PlanField};

/// The kind of thing that a request named and that does not exist, or no longer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Missing {
    /// A ban.
    Ban,
    /// A player whom the requesting player blocks.
    Block,
    /// A board in a round.
    Board,
    /// One of the player's own bots.
    Bot,
    /// A challenge.
    Challenge,
    /// A player whom the requesting player follows.
    Followed,
    /// A finished game with a review.
    FinishedGame,
    /// A game.
    Game,
    /// A house bot that may play now.
    HouseBot,
    /// A ranking.
    Leaderboard,
    /// One of the player's own offers.
    Offer,
    /// An open report by a player.
    OpenReport,
    /// A path of the HTTP API.
    Path,
    /// A player; for some requests, one who is connected.
    Player,
    /// A puzzle, or one that the player has not tried.
    Puzzle,
    /// A rated match that is not void yet.
    RatedMatch,
    /// The ratings of a player.
    Ratings,
    /// The report of a tournament's round; an arena has no rounds.
    Report,
    /// A session.
    Session,
    /// A seek.
    Seek,
    /// A table.
    Table,
    /// A tournament; for some requests, one that is running.
    Tournament,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Missing::Ban => "ban",
            Missing::Block => "player whom you block",
            Missing::Board => "round or board",
            Missing::Bot => "bot of yours",
            Missing::Challenge => "challenge",
            Missing::Followed => "player whom you follow",
            Missing::FinishedGame => "finished game with a review",
            Missing::Game => "game",
            Missing::HouseBot => "house bot that is free",
            Missing::Leaderboard => "ranking",
            Missing::Offer => "offer",
            Missing::OpenReport => "open report",
            Missing::Path => "path",
            Missing::Player => "player",
            Missing::Puzzle => "puzzle",
            Missing::RatedMatch => "rated match that is not void yet",
            Missing::Ratings => "rated player",
            Missing::Report => "report: an arena has no rounds",
            Missing::Session => "session",
            Missing::Seek => "seek",
            Missing::Table => "table",
            Missing::Tournament => "tournament",
        })
    }
}

/// Each cause in one entry: its fields, its code, and its sentence.
macro_rules! causes {
    ($($(#[$doc:meta])* $cause:ident $({ $($field:ident: $type:ty),* })? => $code:ident, $says:literal $(, $value:expr)*;)*) => {
        /// Exactly why a request was refused. Clients read an unknown cause as
        /// [`Cause::Other`] and act on the [`ErrorCode`].
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "kind", rename_all = "snake_case")]
        #[non_exhaustive]
        pub enum Cause {
            $(
                #[doc = $says]
                $(#[$doc])* $cause $({ $(#[allow(missing_docs)] $field: $type),* })?,
            )*
            /// A cause that only a newer server knows.
            #[serde(other)]
            Other,
        }

        impl Cause {
            /// Returns the code that programs act on.
            ///
            /// ```
            /// use protocol::{Cause, ErrorBody, ErrorCode};
            ///
            /// assert_eq!(Cause::TooManyOffers { max: 32 }.code(), ErrorCode::TooMany);
            /// assert_eq!(ErrorBody::from(Cause::GameOver).message, "the game is over");
            /// ```
            pub fn code(&self) -> ErrorCode {
                match self {
                    $(Cause::$cause { .. } => ErrorCode::$code,)*
                    Cause::Other => ErrorCode::BadMessage,
                }
            }
        }

        /// Returns each cause once.


impl PlanField {
    /// Returns an error unless `value` is within `min` and `max`.
    pub(crate) fn expect(
        self,
        value: impl Into<i64>,
        min: i64,
        max: impl TryInto<i64>,
    ) -> Result<(), Cause> {
        // All limits are small numbers.
        let max = max.try_into().unwrap_or(i64::MAX);
        match (min..=max).contains(&value.into()) {
            true => Ok(()),
            false => Err(Cause::PlanOutOfRange { field: self, min, max }),
        }
    }
}

#[cfg(test)]
        fn samples() -> Vec<Cause> {
            vec![$(Cause::$cause $({ $($field: tests::Sample::sample()),* })?,)*]
        }

        impl fmt::Display for Cause {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Cause::$cause $({ $($field),* })? => write!(f, $says $(, $value)*),)*
                    Cause::Other => f.write_str("refused"),
                }
            }
        }
    };
}

causes! {
    Unreadable => BadMessage, "the message cannot be read";
    BadField { field: String } => BadMessage, "{field} is not valid";
    BadPassword { min: usize, max: usize } => BadMessage, "a password has {min} to {max} characters";
    WeakPassword => BadMessage, "that password is too easy to guess";
    BadEmail => BadMessage, "that is not a mail address";
    NameNotComposed => BadMessage, "a name must be in Unicode form NFC";
    NameUnreadable => BadMessage, "a name consists of letters, digits and punctuation, with at most two marks on a letter";
    NameWithoutLetters => BadMessage, "a name needs a letter or a digit";
    NameMixesScripts => BadMessage, "a name must be in one script";

    HelloFirst => BadHello, "hello must come first";
    HelloTwice => BadHello, "hello may come only once";
    BadClient { max: usize } => BadHello, "client: at most {max} printable characters";
    HouseBotNameless => BadHello, "a house bot needs a name";
    TokenRevoked => BadHello, "the token has been revoked";

    UnknownVariant { variant: String } => BadGame, "there is no variant {variant}";
    BadParams => BadGame, "the parameters do not make a game of this variant";
    BadEnding => BadGame, "this variant is not played with that ending";
    BadPosition => BadGame, "this variant has no such position";
    TooSmall { what: String, min: u64 } => BadGame, "{what}: at least {min}";
    TooLarge { what: String, max: u64 } => BadGame, "{what}: at most {max}";
    BadNotation => BadGame, "the text is not a game in the notation";
    BadClock => BadGame, "the clock's times are out of range";
    BadDelay { max: u8 } => BadGame, "only a rated game has a delay, of at most {max} moves";
    BadSeed => BadGame, "a seed is at most 2^53 - 1";
    PlanOutOfRange { field: PlanField, min: i64, max: i64 } => BadGame, "{field}: from {min} to {max}";
    TooManyPairs { max: u64 } => BadGame, "a tournament has at most {max} pairs";
    CourseNeedsTwoPlayers => BadGame, "tournaments are for games with two players";
    ByesInSwissOnly => BadGame, "only a Swiss tournament has half-point byes";
    BadEntrantClocks => BadGame, "a clock of one entrant stands beside that of all others, and neither is by days";
    SprtEndsByItself => BadGame, "a sequential test ends by itself";
    NoReadyCheckInArena => BadGame, "an arena has no ready checks";
    SprtNeedsTwoEntrants => BadGame, "a sequential test needs exactly two entrants";
    EloOutOfOrder => BadGame, "elo0 must be below elo1";
    BadErrorRates => BadGame, "alpha and beta must be from 0.0001 to 0.4";
    ChallengeNeedsTwoPlayers => BadGame, "a challenge is for games with two players; use a seek for more";
    NoCertificate => BadGame, "no certificate was found within the limits";
    NoStartFound => BadGame, "no such start was found";
    FillNeedsSeveralSeats => BadGame, "house bots fill the seats of games for more than two; challenge one for a game for two";
    BidsNotAllowed => BadGame, "bids for the seat are for casual single games with a base time and random seats";
    HandicapNotAllowed => BadGame, "a handicap is for casual single games for two with random seats";
    PieRuleNotAllowed => BadGame, "the pie rule is for casual single games with random seats";
    NeedsTwoPlayers => BadGame, "rated games, pairs and quick play need two players and a start that has a move";
    SingleNeedsRatedGame => BadGame, "only a rated game that is not a pair can be single";
    StartWeightTooLow => BadGame, "this start leaves too little to decide for a rated game";
    TrivialStart => BadGame, "this start leaves nothing to decide, so it cannot be rated";
    UnknownPreset { preset: String } => BadGame, "there is no preset {preset}";
    UnprovenStart => BadGame, "the winner of this start is not proven: a rated game from it must be a pair";

    BotQueueFull { max: usize } => Busy, "{max} players are already waiting for that bot";
    NotFound { what: Missing } => NotFound, "no such {what}, or it no longer exists";

    NameTaken => NameTaken, "that name is a registered player's, or looks like it";
    NameReserved => NameTaken, "that name is the server's own, or looks like it";

    AdminOnly => Forbidden, "this needs the admin's token";
    Banned => Forbidden, "you are banned";
    Blocked => Forbidden, "one of you has blocked the other";
    BotsHaveNoBots => Forbidden, "a bot cannot own bots";
    BotInTournament => Forbidden, "the bot plays in a tournament with its present version: let it leave first, or wait for the end";
    NamedVersion { version: String } => Forbidden, "the bot's account names version {version}: a new token names another";
    ReservedReason { reason: Decline } => Forbidden, "only the server may give the reason {reason:?}";
    InvitationRequired => Forbidden, "this tournament needs its invitation";
    LoginRequired => Forbidden, "log in first";
    BidTooHigh { max_ms: u32 } => Forbidden, "a bid is at most {max_ms} ms";
    NoBids => Forbidden, "there is nothing to bid for";
    NoPieRule => Forbidden, "this game has no pie rule";
    NothingToChoose => Forbidden, "there is nothing to choose";
    ByeRefused => Forbidden, "a half-point bye is for a round that is not paired yet, as often as the plan admits";
    NoBerserk => Forbidden, "going berserk takes an arena for people, with a clock";
    CorrectionRefused => Forbidden, "no such result can be corrected now";
    NoReadyCheck => Forbidden, "no ready check is waiting for you there";
    KindNotAdmitted => Forbidden, "this is not for players of your kind";
    NotOrganizer => Forbidden, "only the organizer can do that";
    NotYourOffer => Forbidden, "that offer is somebody else's";
    NotYourSeat => Forbidden, "that seat is not yours";
    OutsideWindow { min: u32, max: u32 } => Forbidden, "this seek is for ratings from {min} to {max} now";
    OwnOffer => Forbidden, "you are part of that offer already";
    ActionExcluded { what: ExcludedAction } => Forbidden, "this game is played without {what:?}";
    NoTakebackInRatedGame => Forbidden, "rated games have no takebacks";
    RatedGameRunning => Forbidden, "a rated game like this is running";
    AccountRequired => Forbidden, "that needs an account: register first";
    RegistrationRequired => Forbidden, "register to play rated games";
    AlreadyRegistered => Forbidden, "you are registered already";
    TournamentFull => Forbidden, "all places are taken";
    AlreadyEntered => Forbidden, "you have entered already";
    NotEntered => Forbidden, "you have not entered";
    TooFewEntrants => Forbidden, "a tournament needs two entrants";
    TournamentNotBegun => Forbidden, "the tournament has not begun";
    TournamentBegun => Forbidden, "the tournament has begun";
    TournamentOver => Forbidden, "the tournament is over";
    ResetExpired => Forbidden, "the link in the mail has expired";
    NoMail => Forbidden, "this server sends no mail; ask its operator";
    WrongCredentials => Forbidden, "the name or the password is wrong";

    FirstPlayerNotChosen => NotYourTurn, "the player who begins has not been chosen yet";
    OpponentChooses => NotYourTurn, "the other player chooses who begins";
    NotYourTurn => NotYourTurn, "it is not your turn";

    IllegalMove => IllegalMove, "the move cannot be made in this position";

    AlreadyBid => StalePly, "you have already bid";
    AlreadyChosen => StalePly, "the player who begins has already been chosen";
    StalePly { ply: u32 } => StalePly, "the next ply is {ply}";
    FuturePly { ply: u32 } => FuturePly, "the next ply is {ply}";

    GameOver => GameOver, "the game is over";
    AbortTooLate => TooLate, "a game can be aborted only before its second move";

    ClaimTooSoon => TooSoon, "nobody has been gone for long enough, or it is your turn";
    MetTooSoon => TooSoon, "you have met this player just now: wait for them in quick play, or choose another";
    NotOverYet => TooSoon, "the game, the pair or the tournament is not over yet";
    ReviewNotReady => TooSoon, "the review is not ready yet";
    RenamedTooSoon => TooSoon, "a name can be changed once in thirty days";
    PhraseTooSoon => TooSoon, "at most one phrase every two seconds";

    AllowanceExceeded => TooMany, "you have asked for too much of this; wait a little";
    LadderTooLong { max: u64 } => TooMany, "more than {max} rated matches can only be recomputed while the server is stopped: nim-server void";
    TooManyAttempts => TooMany, "too many attempts";
    TooManyBans => TooMany, "too many bans";
    TooManyBlocks { max: usize } => TooMany, "a player blocks at most {max} others";
    TooManyBots { max: usize } => TooMany, "a player has at most {max} bots";
    TooManyFollowed { max: usize } => TooMany, "a player follows at most {max} others";
    TooManyFollowers { max: usize } => TooMany, "a tournament has at most {max} followers";
    TooManyGames { max: usize } => TooMany, "a player has at most {max} unfinished games";
    TooManyGamesWithBot { max: usize } => TooMany, "a player has at most {max} games with one house bot at once";
    TooManyGamesFromAddress { max: usize } => TooMany, "one address has at most {max} unfinished games";
    TooManyGamesOnServer { max: usize } => TooMany, "this server plays at most {max} games at once";
    TooManyMoves { max: usize } => TooMany, "at most {max} moves are analysed";
    TooManyOffers { max: usize } => TooMany, "a player has at most {max} open seeks and challenges";
    TooManyReports { max: usize } => TooMany, "you may have at most {max} open reports";
    TooManyTournaments { max: usize } => TooMany, "at most {max} tournaments are open";
    StorageQuotaExceeded => TooMany, "your address has stored too much; wait a little";
    TooManyWatched { max: usize } => TooMany, "a connection watches at most {max} tables";

    ServerStopping => ShuttingDown, "the server is stopping";

    DiskFull => Busy, "the server's disk is nearly full: nothing new begins";
    DiskTooSlow => Busy, "the server has more to write than its disk can keep up with";
    AnalysisQueueFull => Busy, "too many games are being analysed";
    LoginQueueFull => Busy, "too many players are logging in";
    ReplayQueueFull => Busy, "too many finished tournaments are being read";
    IncomingFull => Busy, "too much is arriving at once";
    StartQueueFull => Busy, "too many starts are being drawn or judged";
    DrawTimedOut => Busy, "drawing the start took too long";
    InternalError => Busy, "the server failed to do this";

    DamagedRecord => NotFound, "that is damaged on the server's disk and was set aside";
    StoreFailed => StorageUnavailable, "the server's store has failed";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorBody;

    /// Gives an example value for a field's type.
    pub(super) trait Sample {
        fn sample() -> Self;
    }

    macro_rules! samples {
        ($($field:ty: $value:expr),* $(,)?) => {
            $(impl Sample for $field {
                fn sample() -> $field {
                    $value
                }
            })*
        };
    }

    samples! {
        u8: u8::MAX,
        u32: u32::MAX,
        u64: u64::MAX,
        usize: 7,
        i64: i64::MIN,
        String: "\"\u{1f600}".to_owned(),
        Decline: Decline::Later,
        Missing: Missing::Board,
        PlanField: PlanField::WaitMs,
        ExcludedAction: ExcludedAction::Claim,
    }

    #[test]
    fn every_cause_is_read_as_it_was_written() {
        for cause in samples() {
            let body = ErrorBody::from(cause);
            let text = serde_json::to_string(&body).expect("plain");
            assert_eq!(serde_json::from_str::<ErrorBody>(&text).expect(&text), body, "{text}");
        }
    }

    #[test]
    fn a_cause_of_a_newer_server_is_another() {
        let newer = r#"{"code":"forbidden","cause":{"kind":"full_moon","at":3},"message":""}"#;
        let body: ErrorBody = serde_json::from_str(newer).expect("an error");
        assert_eq!(body.cause, Cause::Other);
    }
}
