//! Games of a tournament that were not played out, and why: the signed file only says that
//! somebody resigned, and only the process that ran the player knows that its program hung.

use protocol::Number;
use serde::{Deserialize, Serialize};

use crate::driver::GameError;

/// What went wrong on an entrant's side of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntrantError {
    /// Who, by the place in the order of entering.
    pub entrant: usize,
    /// What.
    #[serde(flatten)]
    pub error: GameError,
}

/// A game as the file has it, that was not played to its end.
#[derive(Clone, Debug)]
pub(super) struct UnplayedGame {
    /// Round, board, pair and game.
    pub(super) place: [u32; 4],
    pub(super) seats: [Number; 2],
    pub(super) winner: Option<Number>,
    pub(super) how: String,
    pub(super) record: String,
}

/// A loss in another way than by the rules, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UnplayedLoss {
    pub(super) loser: Number,
    pub(super) against: Number,
    pub(super) place: [u32; 4],
    /// `hang`, `crash`, .. or, where nothing more is known, what the file says.
    pub(super) what: String,
    pub(super) why: String,
    pub(super) record: String,
}

impl UnplayedLoss {
    /// `1.2.3.1`: round, board, pair and game.
    pub(super) fn number(&self) -> String {
        self.place.map(|n| n.to_string()).join(".")
    }
}
