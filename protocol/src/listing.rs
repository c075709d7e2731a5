//! What the lobby lists: open seeks, challenges and tables.

use serde::{Deserialize, Serialize};

use crate::{
    ChallengeId, GameView, Player, Proposal, Rating, SeekId, TableId, WindowView, is_false,
};

/// A seek as the lobby shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeekView {
    /// The id that `accept` takes.
    pub seek: SeekId,
    /// The offering player.
    pub by: Player,
    /// The offer.
    #[serde(flatten)]
    pub offer: Proposal<GameView>,
    /// How many players are missing: one, except in games with more seats.
    pub missing: u8,
    /// The offering player's rating in the pool where it would count, if it is rated
    /// and they have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<Rating>,
    /// Which ratings are admitted, if not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<WindowView>,
}

/// A challenge as its addressee sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChallengeView {
    /// The id that `reply` takes.
    pub challenge: ChallengeId,
    /// The challenger.
    pub by: Player,
    /// The offer.
    #[serde(flatten)]
    pub offer: Proposal<GameView>,
    /// The challenger's rating in the pool where it would count, if it is rated
    /// and they have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<Rating>,
}

/// A running table in one line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableLine {
    /// The id that `watch` takes.
    pub table: TableId,
    /// The variant's name.
    pub variant: String,
    /// The players by seat.
    pub players: Vec<Player>,
    /// Whether it counts for the ladder.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rated: bool,
    /// In a rated game: the players' ratings by seat when it began; empty if there are
    /// none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<Option<Rating>>,
}
