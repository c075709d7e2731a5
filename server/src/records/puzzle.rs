//! Puzzles: positions in which somebody threw a win away in a rated game.

use ladder::Item;
use protocol::{PlayerId, TableId};
use rules::{Move, Setup};
use serde::{Deserialize, Serialize};

/// A position that may become a puzzle once its match has been rated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct FoundPuzzle {
    /// Where it was: moves before it.
    pub(crate) ply: u32,
    /// The position as the start of a game.
    pub(crate) game: Setup,
    /// All moves that win; proven.
    pub(crate) winning: Vec<Move>,
    /// Its kind, which says how hard it is before anybody has tried it.
    pub(crate) item: Item,
}

/// A puzzle as it is kept, with how hard it is now.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Puzzle {
    pub(crate) number: i64,
    pub(crate) game: Setup,
    pub(crate) winning: Vec<Move>,
    /// The rating of a player who finds it in one of two cases.
    pub(crate) rating: f64,
    pub(crate) tried: u32,
    pub(crate) solved: u32,
    /// Where it comes from.
    pub(crate) table: TableId,
    pub(crate) ply: u32,
}

/// A registered player's first try at a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tried {
    pub(crate) player: PlayerId,
    pub(crate) puzzle: i64,
    pub(crate) solved: bool,
}
