//! What players can say at a table.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What players may say to each other: phrases that every page shows in its reader's language,
/// so nothing needs moderation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    /// Hello!
    Hello,
    /// Good luck!
    GoodLuck,
    /// Have fun!
    HaveFun,
    /// Nice move!
    NiceMove,
    /// Oops.
    Oops,
    /// One moment, please.
    OneMoment,
    /// Well played!
    WellPlayed,
    /// Good game!
    GoodGame,
    /// Thank you!
    Thanks,
    /// I have to go.
    HaveToGo,
    /// Goodbye!
    Goodbye,
}

impl Phrase {
    /// How long a player must wait at a table between two phrases: nobody reads faster, and a
    /// stream of them would disturb the game.
    pub const EVERY: Duration = Duration::from_secs(2);
}
