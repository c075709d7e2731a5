//! What went wrong in one game, by cause: hangs, crashes and illegal moves are kept apart.

use std::fmt;

use protocol::{Resignation, TableId};
use rules::{Game, Move, Seat, Setup};
use serde::{Deserialize, Serialize};

use crate::bots::BotError;

/// Something that went wrong on our side of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameError {
    /// The table.
    pub table: TableId,
    /// Our seat.
    pub seat: Seat,
    /// The game so far in record notation (docs/notation.md).
    pub record: String,
    /// Its kind.
    pub kind: GameErrorKind,
    /// Details in words.
    pub why: String,
}

/// What can go wrong on our side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameErrorKind {
    /// The bot panicked.
    Panic,
    /// Its program ended.
    Crash,
    /// It did not choose in time.
    Hang,
    /// It answered with something other than a move, or found none.
    Nonsense,
    /// It made a move that the rules refuse.
    Illegal,
    /// It gave up. That may be wise.
    Resigned,
    /// The server refused something else.
    Refused,
    /// The seat could not be found again after a lost connection.
    SeatLost,
}

impl GameError {
    pub(crate) fn new(
        table: TableId,
        seat: Seat,
        (setup, moves): (&Setup, &[Move]),
        kind: GameErrorKind,
        why: String,
    ) -> GameError {
        let mut game = Game::new(setup.clone());
        // The moves come from the server, so they are legal.
        let _ = moves.iter().try_for_each(|mv| game.play(mv.clone()));
        GameError { table, seat, record: game.to_string(), kind, why }
    }
}

impl GameErrorKind {
    pub(crate) fn new(fault: &BotError) -> GameErrorKind {
        match fault {
            BotError::Resigned => GameErrorKind::Resigned,
            BotError::Panicked => GameErrorKind::Panic,
            BotError::Exited(_) => GameErrorKind::Crash,
            BotError::TimedOut => GameErrorKind::Hang,
            BotError::Stuck | BotError::Nonsense(_) | BotError::BadHello(_) => {
                GameErrorKind::Nonsense
            }
        }
    }
}

impl GameErrorKind {
    /// Why we resign after this.
    pub(crate) fn resignation(self) -> Resignation {
        match self {
            GameErrorKind::Resigned => Resignation::Voluntary,
            GameErrorKind::Panic | GameErrorKind::Crash => Resignation::Crashed,
            GameErrorKind::Hang => Resignation::TimedOut,
            GameErrorKind::Illegal => Resignation::IllegalMove,
            GameErrorKind::Nonsense | GameErrorKind::Refused | GameErrorKind::SeatLost => {
                Resignation::ProtocolError
            }
        }
    }
}

impl fmt::Display for GameErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameErrorKind::Panic => "panic",
            GameErrorKind::Crash => "crash",
            GameErrorKind::Hang => "hang",
            GameErrorKind::Nonsense => "nonsense",
            GameErrorKind::Illegal => "illegal move",
            GameErrorKind::Resigned => "resigned",
            GameErrorKind::Refused => "refused",
            GameErrorKind::SeatLost => "seat lost",
        })
    }
}
