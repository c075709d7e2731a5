//! Tournament games that were not played out, and why. The signed file says only that somebody
//! resigned; only the process that ran the player knows that its program hung.

use bot::GameError;
use protocol::Number;
use serde::{Deserialize, Serialize};

/// What went wrong on an entrant's side of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntrantError {
    /// The entrant, as an index in the order of entering.
    pub entrant: usize,
    /// The error.
    #[serde(flatten)]
    pub error: GameError,
}

/// A loss other than by the rules, and its known reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnplayedLoss {
    pub(crate) loser: Number,
    pub(crate) against: Number,
    pub(crate) place: [u32; 4],
    /// `hang`, `crash` and so on, or the file's word if no more is known.
    pub(crate) what: String,
    pub(crate) why: String,
    pub(crate) record: String,
}

impl UnplayedLoss {
    /// `1.2.3.1`: round, board, pair and game.
    pub(crate) fn number(&self) -> String {
        self.place.map(|n| n.to_string()).join(".")
    }
}
