//! One game as a tournament counts it: its winner, and how it ended.

use protocol::{EndReason, Number, Resignation, Signature, TableId};
use serde::{Deserialize, Serialize};

/// The result of one game in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameResult {
    /// The winner, if any.
    pub winner: Option<Number>,
    /// How it ended.
    pub how: ResultReason,
    /// The table where it was played, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// The game in the notation; the start alone if it was not played.
    pub game: String,
    /// In a game lost on time: how long each turn lasted on its player's clock, in milliseconds,
    /// including the last one, which was not ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spent_ms: Vec<u64>,
    /// By seat: whether the player has gone berserk.
    #[serde(default, skip_serializing_if = "is_calm")]
    pub berserk: [bool; 2],
    /// What its players have signed.
    #[serde(flatten)]
    pub attestation: Attestation,
}

pub(crate) fn is_calm(berserk: &[bool; 2]) -> bool {
    *berserk == [false; 2]
}

/// What the players of a game have signed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Attestation {
    /// By seat: the signature of the player's last move, which vouches for all of their moves.
    #[serde(default, skip_serializing_if = "is_unsigned")]
    pub signatures: [Option<Signature>; 2],
    /// In a resigned game: the loser's signature, and why they resigned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resignation: Option<SignedResignation>,
}

/// A resignation signed by the player who resigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SignedResignation {
    /// Why they resigned.
    pub why: Resignation,
    /// Their signature.
    pub signature: Signature,
}

fn is_unsigned(signatures: &[Option<Signature>; 2]) -> bool {
    signatures.iter().all(Option::is_none)
}

impl Attestation {
    /// Whether nobody has signed anything.
    pub fn is_empty(&self) -> bool {
        *self == Attestation::default()
    }
}

impl GameResult {
    /// Creates the result of a game with neither table, times nor signatures.
    pub fn new(winner: Option<Number>, how: ResultReason, game: String) -> GameResult {
        GameResult {
            winner,
            how,
            table: None,
            game,
            spent_ms: Vec::new(),
            berserk: [false; 2],
            attestation: Attestation::default(),
        }
    }

    /// Whether both players took part: the game was neither a no-show nor left.
    pub fn was_played(&self) -> bool {
        !matches!(self.how, ResultReason::NoShow | ResultReason::Left)
    }
}

/// How a game of a tournament ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ResultReason {
    /// No move was left.
    Played,
    /// The loser resigned.
    Resigned,
    /// The loser was absent for too long.
    Abandoned,
    /// It was aborted before it had properly begun, or was never begun.
    Aborted,
    /// It reached the maximum number of moves.
    TooLong,
    /// The loser's time ran out.
    Flagged,
    /// The operator has decided it.
    Adjudicated,
    /// The loser did not want to begin, or did not begin in time.
    Forfeited,
    /// The loser, or both, did not appear.
    NoShow,
    /// The loser has left the tournament.
    Left,
}

impl From<EndReason> for ResultReason {
    fn from(reason: EndReason) -> ResultReason {
        match reason {
            EndReason::Played => ResultReason::Played,
            EndReason::Resigned => ResultReason::Resigned,
            EndReason::Abandoned => ResultReason::Abandoned,
            EndReason::Aborted => ResultReason::Aborted,
            EndReason::TooLong => ResultReason::TooLong,
            EndReason::Flagged => ResultReason::Flagged,
            EndReason::Adjudicated => ResultReason::Adjudicated,
            EndReason::Forfeited => ResultReason::Forfeited,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_signature_is_something() {
        let signature = Signature::new([1; 64]);
        let resignation = Some(SignedResignation { why: Resignation::Voluntary, signature });
        let none = Attestation::default();
        assert!(none.is_empty());
        assert!(!Attestation { signatures: [None, Some(signature)], ..none }.is_empty());
        assert!(!Attestation { resignation, ..none }.is_empty());
    }
}
