//! The reasons why a variant, a position or a move is refused: one small enum, so that the
//! wire, the tools and the tests can tell them apart.

use std::fmt;

/// What is wrong with an input. `Display` gives a short phrase in lower case that names
/// the thing and, for a limit, its number.
///
/// Exhaustive on purpose: code that sends refusals or translates them must handle each, and
/// the compiler reports a new one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No variant has this name.
    UnknownVariant(String),
    /// The parameters do not make a game of this variant.
    BadParams(String),
    /// The ending is not played in this variant.
    BadEnding,
    /// The position is not valid in this variant: the phrase says what is expected.
    BadPosition(&'static str),
    /// A number or a size is beyond what the server accepts.
    TooLarge {
        /// What is too large, in the plural: "heaps", "objects in a heap".
        what: &'static str,
        /// The largest value accepted.
        limit: u64,
    },
    /// A number is too small for a game.
    TooSmall {
        /// What is too small: "players", "step".
        what: &'static str,
        /// The smallest value accepted.
        least: u64,
    },
    /// The move cannot be made in this position: the phrase says why.
    IllegalMove(&'static str),
    /// The game has ended, so no move can follow.
    GameOver,
}

impl Refusal {
    /// Returns `Err(TooLarge)` when `size` is above `limit`.
    pub fn above(what: &'static str, size: u64, limit: u64) -> Result<(), Refusal> {
        if size > limit {
            return Err(Refusal::TooLarge { what, limit });
        }
        Ok(())
    }

    /// Returns `Err(TooSmall)` when `size` is below `least`.
    pub fn below(what: &'static str, size: u64, least: u64) -> Result<(), Refusal> {
        if size < least {
            return Err(Refusal::TooSmall { what, least });
        }
        Ok(())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::UnknownVariant(name) => write!(f, "unknown variant {name:?}"),
            Refusal::BadParams(why) => write!(f, "bad params: {why}"),
            Refusal::BadEnding => f.write_str("this variant is not played with this ending"),
            Refusal::BadPosition(why) => write!(f, "bad position: {why}"),
            Refusal::TooLarge { what, limit } => {
                write!(f, "too large: at most {limit} for {what}")
            }
            Refusal::TooSmall { what, least } => {
                write!(f, "too small: at least {least} for {what}")
            }
            Refusal::IllegalMove(why) => write!(f, "illegal move: {why}"),
            Refusal::GameOver => f.write_str("the game is over"),
        }
    }
}

impl std::error::Error for Refusal {}
