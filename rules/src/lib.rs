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
mod building;
mod candy;
mod cells;
mod certificate;
mod chomp;
mod circular;
mod circular_stacks;
mod compact;
mod ending;
mod fibonacci;
mod game;
mod game21_nplayer;
mod graph;
mod greedy;
mod grundy;
mod letters;
mod limits;
mod moore;
mod moves;
mod multiheap;
mod ndim;
mod nim;
mod notakto;
mod notation;
mod octal;
mod poset;
mod position;
mod present;
mod race_to;
mod read_move;
mod record;
mod refusal;
mod subtraction;
mod takes;
mod variant;

pub use building::{Building, BuildingMove};
pub use candy::Candy;
pub use cells::{Board, Cells, Circle, MAX_CELLS, Places};
pub use certificate::{Certificate, Claim, MAX_LOST, Unproved};
pub use chomp::{Bite, Chomp, Rows};
pub use circular::Circular;
pub use circular_stacks::CircularStacks;
pub use ending::{Ending, Seat};
pub use fibonacci::Fibonacci;
pub use game::{Draft, Game, Setup};
pub use game21_nplayer::Game21NPlayer;
pub use graph::{Graph, Removal};
pub use greedy::Greedy;
pub use grundy::{Grundy, Split};
pub use limits::{MAX_COUNTED_MOVES, MAX_HEAPS, MAX_NUMBER};
pub use moore::Moore;
pub use moves::{Amount, Move, MoveForm, PlaceWord, Take, TakeWord};
pub use multiheap::{Multiheap, Scope};
pub use ndim::Ndim;
pub use nim::Nim;
pub use notakto::{Boards, Crosses, Mark, Notakto};
pub use notation::{BadNotation, MAX_NOTATION};
pub use octal::{Leave, Octal};
pub use poset::{Element, Poset};
pub use position::{Heaps, Pile, Position, Shape, Stacks, Total};
pub use present::{Present, ones};
pub use race_to::RaceTo;
pub use record::{Record, Times};
pub use refusal::Refusal;
pub use subtraction::Subtraction;
pub use takes::Takes;
pub use variant::{AnyRules, Rules, Variant};
