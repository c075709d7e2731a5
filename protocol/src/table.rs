//! A table as its players and its audience see it. The state is small, so it is
//! sent whole after every change: a lost or repeated one does no harm.

use rules::{Move, Position, Seat, Setup};
use serde::{Deserialize, Serialize};

use crate::{Player, TableId};

/// What changes during a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableState {
    /// Where.
    pub table: TableId,
    /// How many moves have been made.
    pub ply: u32,
    /// The position after them.
    pub position: Position,
    /// Whose turn it is; nobody's when the game is over.
    pub to_move: Option<Seat>,
    /// The last move.
    pub last_move: Option<Move>,
    /// Which players are connected, by seat.
    pub present: Vec<bool>,
    /// How it ended, if it has.
    pub over: Option<Over>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Over {
    /// Who won; nobody in a game without a result.
    pub winners: Vec<Seat>,
    /// Why it ended.
    pub reason: Reason,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// No move was left.
    Played,
    /// A player gave up.
    Resigned,
    /// A player was gone for too long.
    Abandoned,
    /// Ended before the second move, without a result.
    Aborted,
    /// The game reached the limit of moves, without a result.
    TooLong,
}

/// What does not change during a game, with the state and the moves so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableView {
    /// What is played.
    pub game: Setup,
    /// Who sits where.
    pub players: Vec<Player>,
    /// The ply of the first move in `moves`.
    pub since: u32,
    /// Moves from `since` on, as many as one answer may list.
    pub moves: Vec<Move>,
    /// The table now.
    pub state: TableState,
}
