//! Who wins when no move is left, and the players' seats.

use serde::{Deserialize, Serialize};

/// What the last move means. This decides the result of every variant, so no variant does so
/// itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The player who makes the last move wins.
    Normal,
    /// The player who makes the last move loses; with more than two seats all others
    /// survive (the golden files call that `saying_target_loses`).
    #[serde(alias = "saying_target_loses")]
    Misere,
}

impl Ending {
    /// Both endings, for variants that allow either.
    pub const BOTH: &'static [Ending] = &[Ending::Normal, Ending::Misere];
}

/// A player's place at a table, counted from 0: seat 0 makes the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Seat(pub u8);
