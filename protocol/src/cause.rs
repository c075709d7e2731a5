//! Exactly why a request was refused: a stable word with the numbers and names that a
//! sentence about it needs. Pages say it in their reader's language; the English here
//! is for developers and logs.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Decline, ErrorCode, PlanField, Without};

/// What was asked for and is not there, or no longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Missing {
    /// A ban.
    Ban,
    /// A board of a round.
    Board,
    /// A bot of the player's own.
    Bot,
    /// A challenge.
    Challenge,
    /// A finished game that is reviewed.
    FinishedGame,
    /// A game.
    Game,
    /// A ranking.
    Leaderboard,
    /// An offer of the player's own.
    Offer,
    /// A path of the HTTP API.
    Path,
    /// A player, or one who is connected.
    Player,
    /// A rated match that is not void yet.
    RatedMatch,
    /// The ratings of a player.
    Ratings,
    /// A report: an arena has no rounds.
    Report,
    /// A place where one is logged in.
    Session,
    /// A seek.
    Seek,
    /// A table.
    Table,
    /// A tournament, or one that is not over.
    Tournament,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Missing::Ban => "ban",
            Missing::Board => "round or board",
            Missing::Bot => "bot of yours",
            Missing::Challenge => "challenge",
            Missing::FinishedGame => "finished game that is reviewed",
            Missing::Game => "game",
            Missing::Leaderboard => "ranking",
            Missing::Offer => "offer",
            Missing::Path => "path",
            Missing::Player => "player",
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

/// Each cause on one line: its fields, the code that it belongs to, and what it says.
macro_rules! causes {
    ($($(#[$doc:meta])* $cause:ident $({ $($field:ident: $type:ty),* })? => $code:ident, $says:literal $(, $value:expr)*;)*) => {
        /// Why a request was refused, precisely. Clients take a cause that they do not
        /// know for [`Cause::Other`] and go by the [`ErrorCode`].
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "kind", rename_all = "snake_case")]
        #[non_exhaustive]
        pub enum Cause {
            $(
                #[doc = $says]
                $(#[$doc])* $cause $({ $(#[allow(missing_docs)] $field: $type),* })?,
            )*
            /// A cause of a newer server.
            #[serde(other)]
            Other,
        }

        impl Cause {
            /// The code that programs act on.
            pub fn code(&self) -> ErrorCode {
                match self {
                    $(Cause::$cause { .. } => ErrorCode::$code,)*
                    Cause::Other => ErrorCode::BadMessage,
                }
            }
        }

        /// Each cause once.
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
    BadField { field: String } => BadMessage, "{field} is not as it must be";
    BadPassword { min: usize, max: usize } => BadMessage, "a password has {min} to {max} characters";
    WeakPassword => BadMessage, "that password is among the first that anybody guesses";
    BadEmail => BadMessage, "that is no mail address";
    NameNotComposed => BadMessage, "a name has each accented letter as one character (NFC)";
    NameUnreadable => BadMessage, "a name has letters, digits and punctuation, and no heaps of marks";
    NameWithoutLetters => BadMessage, "a name has a letter or a digit";
    NameMixesScripts => BadMessage, "a name is written in one script";

    HelloFirst => BadHello, "hello comes first";
    HelloTwice => BadHello, "hello comes only once";
    BadClient { max: usize } => BadHello, "client: at most {max} printable characters";
    HouseBotNameless => BadHello, "a house bot needs a name";
    TokenRevoked => BadHello, "the token has been revoked";

    UnknownVariant { variant: String } => BadGame, "there is no variant {variant}";
    BadParams => BadGame, "the parameters do not make a game of this variant";
    BadEnding => BadGame, "this variant is not played with that ending";
    BadPosition => BadGame, "the position is not one of this variant";
    TooSmall { what: String, min: u64 } => BadGame, "{what}: at least {min}";
    TooLarge { what: String, max: u64 } => BadGame, "{what}: at most {max}";
    BadNotation => BadGame, "the text is not a game in the notation";
    BadClock => BadGame, "the clock's times are out of range";
    BadDelay { max: u8 } => BadGame, "only a rated game has a delay, of at most {max} moves";
    BadSeed => BadGame, "a seed is at most 2^53 - 1";
    PlanOutOfRange { field: PlanField, min: i64, max: i64 } => BadGame, "{field}: from {min} to {max}";
    TooManyPairs { max: u64 } => BadGame, "a tournament has at most {max} pairs";
    CourseNotForTwo => BadGame, "tournaments are of games for two";
    NoReadyCheckInArena => BadGame, "an arena pairs those who are there, and asks nobody";
    SprtForTwo => BadGame, "a sequential test is of two entrants";
    EloOutOfOrder => BadGame, "elo0 is below elo1";
    BadErrorRates => BadGame, "alpha and beta are from 0.0001 to 0.4";
    ChallengeForTwo => BadGame, "a challenge is for two; use a seek for a game with more seats";
    NoStartFound => BadGame, "no such start was found";
    NotForPie => BadGame, "the pie rule is for casual single games, and leaves the seats to the choice";
    NotForTwo => BadGame, "rated games, pairs and quick play are for two, and from a start that has a move";
    NotSingle => BadGame, "single is said of a rated game that is no pair";
    ThinStart => BadGame, "too little is decided from this start for a rated game";
    TrivialStart => BadGame, "this start plays itself; rated games need one that does not";
    UnknownPreset { preset: String } => BadGame, "no start is called {preset}";
    UnprovenStart => BadGame, "nobody knows who wins this start: a rated game from it must be a pair";

    LineIsFull { max: usize } => Busy, "{max} wait for that bot already";
    NotFound { what: Missing } => NotFound, "no such {what}, or no longer";

    NameTaken => NameTaken, "that name is a registered player's, or looks like it";
    NameReserved => NameTaken, "that name is the server's own, or looks like it";

    AdminOnly => Forbidden, "the admin's token is wanted";
    Banned => Forbidden, "you are banned";
    BotsHaveNoBots => Forbidden, "a bot has no bots";
    ForgedReason { reason: Decline } => Forbidden, "only the server says {reason:?}";
    InvitationWanted => Forbidden, "the invitation is wanted";
    LoginWanted => Forbidden, "log in first";
    NoPieRule => Forbidden, "this game has no pie rule";
    NothingToChoose => Forbidden, "there is nothing to choose";
    NoReadyCheck => Forbidden, "you are not asked whether you are ready there";
    NotForYourKind => Forbidden, "it is not for players of your kind";
    NotOrganizer => Forbidden, "that is the organizer's to say";
    NotYourOffer => Forbidden, "that offer is somebody else's";
    NotYourSeat => Forbidden, "that seat is not yours";
    OutsideWindow { min: u32, max: u32 } => Forbidden, "this seek is for ratings from {min} to {max} now";
    OwnOffer => Forbidden, "you have that seat already";
    PlayedWithout { what: Without } => Forbidden, "this game is played without {what:?}";
    RatedForGood => Forbidden, "in a rated game no move is taken back";
    RatedGameRunning => Forbidden, "a rated game like this is running";
    AccountWanted => Forbidden, "register first: that is for those who have an account";
    RegistrationWanted => Forbidden, "register to play rated games";
    AlreadyRegistered => Forbidden, "you are registered already";
    TournamentFull => Forbidden, "all places are taken";
    AlreadyEntered => Forbidden, "you have entered already";
    NotEntered => Forbidden, "you have not entered";
    TwoEntrantsWanted => Forbidden, "it takes two entrants";
    TournamentNotBegun => Forbidden, "the tournament has not begun";
    TournamentBegun => Forbidden, "the tournament has begun";
    TournamentOver => Forbidden, "the tournament is over";
    ResetExpired => Forbidden, "the link to reset the password is no longer good";
    NoMail => Forbidden, "this server sends no mail; ask whoever runs it";
    WrongCredentials => Forbidden, "the name or the password is wrong";

    BeginnerNotChosen => NotYourTurn, "who begins is still to be chosen";
    OtherChooses => NotYourTurn, "the other player chooses who begins";
    NotYourTurn => NotYourTurn, "it is not your turn";

    IllegalMove => IllegalMove, "the move cannot be made in this position";

    AlreadyChosen => StalePly, "who begins has been chosen";
    StalePly { ply: u32 } => StalePly, "the next ply is {ply}";
    FuturePly { ply: u32 } => FuturePly, "the next ply is {ply}";

    GameOver => GameOver, "the game is over";
    AbortTooLate => TooLate, "a game can be aborted only before its second move";

    ClaimTooSoon => TooSoon, "nobody has been gone for long enough, or it is your turn";
    NotOverYet => TooSoon, "the game, the pair or the tournament is not over yet";
    ReviewNotReady => TooSoon, "the game waits for its review";
    RenamedLately => TooSoon, "a name stays for thirty days";
    PhraseTooSoon => TooSoon, "one phrase every two seconds";

    LadderTooLong { max: u64 } => TooMany, "more than {max} rated matches are computed again only while the server is stopped: nim-server void";
    TooManyAttempts => TooMany, "too many attempts";
    TooManyBans => TooMany, "too many are banned";
    TooManyBots { max: usize } => TooMany, "a player has at most {max} bots";
    TooManyFollowers { max: usize } => TooMany, "at most {max} follow a tournament";
    TooManyGames { max: usize } => TooMany, "a player has at most {max} unfinished games";
    TooManyGamesFromHere { max: usize } => TooMany, "at most {max} unfinished games are played from one address";
    TooManyGamesInAll { max: usize } => TooMany, "at most {max} games are played here at once";
    TooManyMoves { max: usize } => TooMany, "at most {max} moves are looked at";
    TooManyOffers { max: usize } => TooMany, "a player has at most {max} open seeks and challenges";
    TooManyTournaments { max: usize } => TooMany, "at most {max} tournaments are open";
    TooMuchKept => TooMany, "your address has had too much kept; wait a little";
    TooManyWatched { max: usize } => TooMany, "a connection watches at most {max} tables";

    ServerStopping => ShuttingDown, "the server is stopping";

    DiskFull => Busy, "the server's disk is nearly full: nothing new begins";
    DiskBehind => Busy, "the server has more to write than its disk takes";
    ManyAnalyses => Busy, "many games are being looked at";
    ManyLogins => Busy, "too many log in at once";
    ManyStarts => Busy, "many starts are being drawn or judged";
    DrawTooLong => Busy, "drawing the start took too long";
    Defect => Busy, "that did not work";

    Damaged => NotFound, "that is damaged on the server's disk, and set aside";
    StoreFailed => StorageUnavailable, "the server's store has failed";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorBody;

    /// A value of a field.
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
        Without: Without::Claim,
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
