//! Quick play: players who want the same kind of game are matched with each other.

use rules::Ending;
use serde::{Deserialize, Serialize};

use crate::{Difficulty, TimeControl, is_false};

/// The kind of game that a player waits for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct QuickPool {
    /// The variant, with the parameters of its first preset.
    pub variant: String,
    /// Whether the last move wins or loses.
    pub ending: Ending,
    /// How long players may think.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// Whether it counts for the ladder.
    #[serde(skip_serializing_if = "is_false")]
    pub rated: bool,
    /// Whether it is a pair. A rated game is always one, unless `single`.
    #[serde(skip_serializing_if = "is_false")]
    pub pair: bool,
    /// A single rated game instead of a pair, from a start with a proven winner.
    #[serde(skip_serializing_if = "is_false")]
    pub single: bool,
    /// Whether all help is allowed.
    #[serde(skip_serializing_if = "is_false")]
    pub open: bool,
    /// How hard the drawn start is.
    pub difficulty: Difficulty,
}

impl Default for QuickPool {
    /// A game of Nim, for fun.
    fn default() -> QuickPool {
        let (variant, ending) = ("nim".to_owned(), Ending::Normal);
        let difficulty = Difficulty::default();
        QuickPool {
            variant,
            ending,
            clock: None,
            rated: false,
            pair: false,
            single: false,
            open: false,
            difficulty,
        }
    }
}
