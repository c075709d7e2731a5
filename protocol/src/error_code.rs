//! Error codes, for programs.

use serde::{Deserialize, Serialize};

/// Why a request was refused. An error never closes the connection; a
/// [`CloseCode`](crate::CloseCode) does.
// Exhaustive: the server gives each code its HTTP status, and the compiler reports a missing
// one. Within `nim.v1` only the causes may grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// Not JSON, an unknown type or field, a wrong type, or a number out of
    /// range.
    BadMessage,
    /// `hello` must come first, and only once.
    BadHello,
    /// The variant, its parameters, the ending or the start is refused.
    BadGame,
    /// No such seek, challenge, table or player.
    NotFound,
    /// The name is, or looks like, a registered player's or the server's own.
    NameTaken,
    /// The seat is not the player's, or the request is not theirs to make.
    Forbidden,
    /// It is another player's turn.
    NotYourTurn,
    /// The move cannot be made in this position.
    IllegalMove,
    /// A different move has been played at this ply.
    StalePly,
    /// The game has not reached this ply yet.
    FuturePly,
    /// The game has ended.
    GameOver,
    /// A game can be aborted only before its second move.
    TooLate,
    /// The opponent has not been gone for long enough to claim the game, or it is the player's
    /// own turn; or a game is not over yet.
    TooSoon,
    /// A limit of this connection or player is reached.
    TooMany,
    /// The server is stopping and starts nothing new.
    ShuttingDown,
    /// The server has more to write than its disk can keep up with: try again in a moment.
    /// Nothing was changed.
    Busy,
    /// The server's store has failed: nothing can be changed until a restart, which
    /// shows whether the request was carried out.
    StorageUnavailable,
}

impl ErrorCode {
    /// All codes, for the document and its test.
    pub const ALL: &'static [ErrorCode] = &[
        ErrorCode::BadMessage,
        ErrorCode::BadHello,
        ErrorCode::BadGame,
        ErrorCode::NotFound,
        ErrorCode::NameTaken,
        ErrorCode::Forbidden,
        ErrorCode::NotYourTurn,
        ErrorCode::IllegalMove,
        ErrorCode::StalePly,
        ErrorCode::FuturePly,
        ErrorCode::GameOver,
        ErrorCode::TooLate,
        ErrorCode::TooSoon,
        ErrorCode::TooMany,
        ErrorCode::ShuttingDown,
        ErrorCode::Busy,
        ErrorCode::StorageUnavailable,
    ];
}
