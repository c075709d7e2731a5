//! The rules of the Nim family, and nothing else.
//!
//! A variant is a value: its parameters. It says two things of a position,
//! what a move does ([`Rules::apply`]) and which moves there are
//! ([`Rules::moves`]); who wins is decided once for all variants, by the
//! [`Ending`]. Positions and moves are plain data whose JSON is the same on the
//! wire, in the notation, in the golden files and in the tools.
//!
//! ```
//! use rules::{Game, Setup};
//!
//! let setup: Setup = "misere nim 3,4,5".parse()?;
//! let mut game = Game::new(setup);
//! let variant = game.setup().variant().clone();
//! game.play(variant.rules().read_move("A-2")?)?;
//! assert_eq!(game.to_string(), "misere nim 3,4,5: A-2");
//! assert_eq!(variant.rules().count(game.position()), Some(10));
//! assert!(game.play(variant.rules().read_move("A-2")?).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here knows a clock, a socket, a thread or a random number. Whatever
//! comes from outside goes through [`Setup`] and [`Game`], or through
//! [`Rules::admit`], and is refused there: no text, JSON, move or position can
//! make those panic. Methods of single variants that expect an admitted position
//! say so.

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
pub use moves::{Amount, Move, MoveForm, PassWord, PlaceWord, Take, TakeWord};
pub use notation::record::{Record, Times};
pub use notation::{BadNotation, MAX_NOTATION};
pub use position::cells::{Board, Cells, Circle, MAX_CELLS, Places};
pub use position::coins::{Coins, Slide};
pub use position::heaps::Heaps;
pub use position::present::{Present, ones};
pub use position::{Position, Shape};
pub use presets::Preset;
pub use refusal::Refusal;
pub use rules::Rules;
pub use variants::*;
