//! What players settle before a game: who begins, what they play without, and refusals.

use serde::{Deserialize, Serialize};

/// The seat that a player wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SeatChoice {
    /// To make the first move.
    First,
    /// To make the second.
    Second,
    /// The server draws.
    #[default]
    Random,
}

/// Why a challenge did not become a game: the decliner's reason, or what happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Decline {
    /// Not now, perhaps another time.
    Later,
    /// Too many games already.
    Busy,
    /// Prefers another game.
    Game,
    /// Prefers another clock.
    Clock,
    /// Prefers a rated game.
    Rated,
    /// Prefers a casual game.
    Casual,
    /// The challenger withdrew it.
    Withdrawn,
    /// A player has left.
    Left,
}

/// An action at a table that players may agree to rule out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ExcludedAction {
    /// Ending a game that has hardly begun.
    Abort,
    /// Winning against a player who has been gone for long enough.
    Claim,
    /// Playing the same game again.
    Rematch,
    /// Taking a move back.
    Takeback,
}
