//! The rules of the Nim family, and nothing else.
//!
//! A variant is a value: its parameters. It says two things of a position,
//! what a move does ([`Rules::apply`]) and which moves there are
//! ([`Rules::moves`]); who wins is decided once for all variants, by the
//! [`Ending`]. Positions and moves are plain data whose JSON is the same on the
//! wire, in the notation, in the golden files and in the tools.
//!
//! Nothing here knows a clock, a socket, a thread or a random number, and no
//! input, however hostile, makes it panic.

#[cfg(test)]
mod agree;
mod ending;
mod game;
mod limits;
mod moves;
mod nim;
mod position;
mod race_to;
mod refusal;
mod variant;

pub use ending::{Ending, Seat};
pub use game::{Draft, Game, Setup};
pub use limits::{MAX_COUNTED_MOVES, MAX_HEAPS, MAX_NUMBER};
pub use moves::{Amount, Move, MoveForm, Take};
pub use nim::Nim;
pub use position::{Heaps, Position, Shape, Total};
pub use race_to::RaceTo;
pub use refusal::Refusal;
pub use variant::{AnyRules, Rules, Variant};
