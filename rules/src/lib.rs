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
mod any_rules;
mod certificate;
mod ending;
mod game;
mod limits;
mod moves;
mod notation;
mod position;
mod presets;
mod refusal;
mod rules;
mod variants;

pub use any_rules::AnyRules;
pub use certificate::{Certificate, Claim, MAX_LOST, Unproved};
pub use ending::{Ending, Seat};
pub use game::{Draft, Game, Setup};
pub use limits::{MAX_COUNTED_MOVES, MAX_HEAPS, MAX_NUMBER};
pub use moves::takes::Takes;
pub use moves::{Amount, Move, MoveForm, PlaceWord, Take, TakeWord};
pub use notation::record::{Record, Times};
pub use notation::{BadNotation, MAX_NOTATION};
pub use position::cells::{Board, Cells, Circle, MAX_CELLS, Places};
pub use position::heaps::Heaps;
pub use position::present::{Present, ones};
pub use position::{Position, Shape};
pub use presets::Preset;
pub use refusal::Refusal;
pub use rules::Rules;
pub use variants::*;
