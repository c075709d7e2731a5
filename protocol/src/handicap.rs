//! A computed handicap: what makes the chances of two players nearly even.

use serde::{Deserialize, Serialize};

use crate::is_zero_u32;

/// How the chances of a game were made nearly even.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HandicapView {
    /// The ratings that it was computed from, by seat; a player without one counts as 1500.
    pub ratings: [Option<u32>; 2],
    /// What makes up for their difference.
    pub by: HandicapMeans,
    /// The computed chance of the first player, in percent.
    pub chance: u8,
    /// The start is that of the drawn seed plus this number.
    #[serde(default, skip_serializing_if = "is_zero_u32")]
    pub offset: u32,
}

/// What makes up for a difference in strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum HandicapMeans {
    /// The start, and who begins.
    Start,
    /// These, and less time for one player.
    Time,
}
