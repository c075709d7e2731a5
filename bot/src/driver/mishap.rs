//! What went wrong in one game, told apart by whose fault it is: a program that
//! hangs is not one that crashes, and neither is a move that the rules refuse.

use std::fmt;

use protocol::TableId;
use rules::{Game, Move, Seat, Setup};
use serde::{Deserialize, Serialize};

use crate::bots::Fault;

/// Something that went wrong on our side of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mishap {
    /// Where.
    pub table: TableId,
    /// Our seat.
    pub seat: Seat,
    /// The game so far, as a record has it (docs/notation.md).
    pub record: String,
    /// What kind of thing it was.
    pub trouble: Trouble,
    /// More of it, in words.
    pub why: String,
}

/// What can go wrong on our side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trouble {
    /// The bot panicked.
    Panic,
    /// Its program ended.
    Crash,
    /// It did not choose in time.
    Hang,
    /// It said what is no move, or found none.
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

impl Mishap {
    pub(crate) fn new(
        table: TableId,
        seat: Seat,
        (setup, moves): (&Setup, &[Move]),
        trouble: Trouble,
        why: String,
    ) -> Mishap {
        let mut game = Game::new(setup.clone());
        // The server has told them, so they are legal.
        let _ = moves.iter().try_for_each(|mv| game.play(mv.clone()));
        Mishap { table, seat, record: game.to_string(), trouble, why }
    }
}

impl Trouble {
    pub(crate) fn of(fault: &Fault) -> Trouble {
        match fault {
            Fault::Resigned => Trouble::Resigned,
            Fault::Panicked => Trouble::Panic,
            Fault::Exited(_) => Trouble::Crash,
            Fault::TimedOut => Trouble::Hang,
            Fault::Stuck | Fault::Nonsense(_) => Trouble::Nonsense,
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Trouble::Panic => "panic",
            Trouble::Crash => "crash",
            Trouble::Hang => "hang",
            Trouble::Nonsense => "nonsense",
            Trouble::Illegal => "illegal move",
            Trouble::Resigned => "resigned",
            Trouble::Refused => "refused",
            Trouble::SeatLost => "seat lost",
        })
    }
}
