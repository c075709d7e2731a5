//! Puzzles: positions of rated games in which somebody threw a win away.

use ladder::Item;
use protocol::{PlayerId, TableId};
use rules::{Move, Setup};
use serde::{Deserialize, Serialize};

/// One in so many puzzles is only for rushes, in which puzzles come with their answers: so no answer
/// is known from there when a puzzle is rated.
pub(crate) const RUSH_EVERY: i64 = 4;

/// A position that may become a puzzle once its match has been rated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct FoundPuzzle {
    /// The number of moves before the position.
    pub(crate) ply: u32,
    /// The position as the start of a game.
    pub(crate) game: Setup,
    /// All winning moves; proven.
    pub(crate) winning: Vec<Move>,
    /// Its kind, which gives its difficulty before anybody has tried it.
    pub(crate) item: Item,
}

/// A stored puzzle, with its current difficulty.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Puzzle {
    pub(crate) number: i64,
    pub(crate) game: Setup,
    pub(crate) winning: Vec<Move>,
    /// The rating of a player who solves it half of the time.
    pub(crate) rating: f64,
    pub(crate) tried: u32,
    pub(crate) solved: u32,
    /// The game it comes from.
    pub(crate) table: TableId,
    pub(crate) ply: u32,
}

impl Puzzle {
    /// Whether it is for rushes, and rates nobody.
    pub(crate) fn is_for_rushes(&self) -> bool {
        self.number % RUSH_EVERY == 0
    }
}

/// A registered player's first try at a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tried {
    pub(crate) player: PlayerId,
    pub(crate) puzzle: i64,
    pub(crate) solved: bool,
}
