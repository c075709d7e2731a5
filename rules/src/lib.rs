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
pub use position::present::{Present, ones};
pub use position::{Heaps, Pile, Position, Shape, Stacks, Total};
pub use refusal::Refusal;
pub use rules::Rules;
pub use variants::Variant;
pub use variants::building::{Building, BuildingMove};
pub use variants::candy::Candy;
pub use variants::chomp::{Bite, Chomp, Rows};
pub use variants::circular::Circular;
pub use variants::circular_stacks::CircularStacks;
pub use variants::fibonacci::Fibonacci;
pub use variants::game21_nplayer::Game21NPlayer;
pub use variants::graph::{Graph, Removal};
pub use variants::greedy::Greedy;
pub use variants::grundy::{Grundy, Split};
pub use variants::moore::Moore;
pub use variants::multiheap::{Multiheap, Scope};
pub use variants::ndim::Ndim;
pub use variants::nim::Nim;
pub use variants::notakto::{Boards, Crosses, Mark, Notakto};
pub use variants::octal::{Leave, Octal};
pub use variants::poset::{Element, Poset};
pub use variants::race_to::RaceTo;
pub use variants::subtraction::Subtraction;
