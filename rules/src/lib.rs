#![doc = include_str!("../README.md")]
//!
//! [`Rules`] is the trait of a variant's rules, [`Variant`] is any of the variants, [`Setup`]
//! is a start with its variant and [`Ending`], [`Game`] adds the moves played from it, and
//! [`GameRecord`] is a game with its players, result and times.
//!
//! All input from outside goes through [`Setup`] and [`Game`], or through [`Rules::admit`],
//! and is refused there if it is not legal: no text, JSON, move or position can make those
//! panic. Methods of single variants that expect an admitted position say so.

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
pub use certificate::{Certificate, Claim, Grounds, HeapTable, MAX_LOST, Repeats, Unproved};
pub use ending::{Ending, Seat};
pub use game::{Draft, Game, Setup};
pub use limits::{MAX_COUNTED_MOVES, MAX_HEAPS, MAX_NUMBER};
pub use moves::takes::Takes;
pub use moves::{Amount, Move, MoveForm, PassWord, PlaceWord, Take, TakeWord};
pub use notation::record::{GameRecord, Times, read_game};
pub use notation::{BadNotation, MAX_NOTATION};
pub use position::admitted::Admitted;
pub use position::cells::{Board, Cells, Circle, MAX_CELLS, Places};
pub use position::coins::{Coins, Slide};
pub use position::heaps::Heaps;
pub use position::present::{Present, ones, reached};
pub use position::{Position, Shape};
pub use presets::Preset;
pub use refusal::Refusal;
pub use rules::Rules;
pub use variants::*;
