//! What is kept of a game: how it opened, and what happened since, in order.
//! A table that is made from its record is the table that was; who was connected
//! is not part of it.

use protocol::{Over, Player, TableId, TimeControl};
use rules::{Move, Setup};
use serde::{Deserialize, Serialize};

use crate::key::Key;

/// What does not change during a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Opening {
    pub(crate) game: Setup,
    /// By seat.
    pub(crate) players: Vec<Player>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) clock: Option<TimeControl>,
}

/// Something that has happened at a table and stays true.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Fact {
    /// Whoever's turn it was has moved. That the game is over when no move is
    /// left follows from the rules and is no fact of its own.
    Moved {
        #[serde(rename = "move")]
        mv: Move,
        /// How long the turn was, in microseconds of the running server.
        us: u64,
        /// How much of it was credited to the network.
        #[serde(default)]
        lag_us: u64,
    },
    /// All have agreed to go on from an earlier ply.
    TakenBack { ply: u32 },
    /// The game has ended in another way than by its rules.
    Ended(Over),
}

/// All that is kept of one game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    pub(crate) table: TableId,
    pub(crate) opening: Opening,
    /// What the seats' secrets must fit.
    pub(crate) keys: Vec<Key>,
    pub(crate) facts: Vec<Fact>,
    /// How it ended, as the store has it: it must agree with the facts.
    pub(crate) over: Option<Over>,
}
