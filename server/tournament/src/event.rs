//! What happens to a tournament. Its opening and its events, in order, are all
//! that is kept of it: everything else follows from them.

use protocol::{Decision, Plan, Player, PlayerId};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::game_result::GameResult;
use super::pairing::Pairing;
use super::seed::Seed;

/// What does not change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// What was asked for.
    pub plan: Plan,
    /// Where lots and starts come from.
    pub seed: Seed,
    /// Whether the organizer has chosen the seed, and knows it beforehand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chosen: bool,
}

/// Something that has happened and stays true.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Somebody has entered.
    Entered {
        /// Who.
        player: Player,
        /// What he is rated, if he is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<u32>,
    },
    /// Somebody has left. What he has not played, he loses.
    Left {
        /// Who.
        player: PlayerId,
    },
    /// The lots are drawn.
    Began,
    /// A round is paired; in an arena, some who were free.
    Paired {
        /// Who meets whom.
        pairings: Vec<Pairing>,
    },
    /// A pair has been played, or given up.
    Played {
        /// Which pairing, in the order of pairing, from 0.
        duel: u32,
        /// Which of its pairs, from 1.
        pair: u32,
        /// Both games.
        games: Box<[GameResult; 2]>,
        /// When, in milliseconds of the running server since the beginning.
        at_ms: u64,
    },
    /// It is over.
    Finished {
        /// What the sequential test says, if it has ended it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sprt: Option<Decision>,
    },
    /// The organizer has called it off.
    Cancelled,
}

/// Why something cannot happen to a tournament, as a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Wrong(pub &'static str);
