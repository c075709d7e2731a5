//! The events of a tournament. Its opening and its events, in order, are all that is
//! stored: everything else follows from them.

use protocol::{Decision, Nonce, Number, Plan, Player, PlayerId, TournamentId};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::game_result::GameResult;
use super::pairing::Pairing;
use super::seed::Seed;

/// The part of a tournament that never changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// The tournament's id.
    pub id: TournamentId,
    /// The plan as the organizer made it.
    pub plan: Plan,
    /// The public key, in hexadecimal, that the server signs its file with.
    pub key: String,
    /// The server's share of the randomness that lots and starts come from.
    pub seed: Seed,
    /// Whether the organizer has chosen the seed, and knows it beforehand: then
    /// everything follows from it alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chosen: bool,
}

/// Something that has happened and stays true.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A player has entered.
    Entered {
        /// Who.
        player: Player,
        /// Their rating, if they have one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<u32>,
        /// Their share of the randomness.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nonce: Option<Nonce>,
    },
    /// A player has left. They lose what they have not played.
    Left {
        /// Who.
        player: PlayerId,
    },
    /// The list is closed, and the lots are drawn.
    Began,
    /// A round is paired; in an arena, a wave.
    Paired {
        /// The pairings.
        pairings: Vec<Pairing>,
        /// In an arena: when, and who was absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wave: Option<Wave>,
    },
    /// A pair has been played, or given up.
    Played {
        /// Index of the pairing, in the order of pairing, from 0.
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
        /// The decision of the sequential test, if that has ended it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sprt: Option<Decision>,
        /// In an arena: when, in milliseconds of the running server since the
        /// beginning.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_ms: Option<u64>,
    },
    /// The organizer has called it off.
    Cancelled,
}

/// The inputs of an arena's wave besides the results.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wave {
    /// When, in milliseconds of the running server since the beginning.
    pub at_ms: u64,
    /// Entrants who were neither playing nor present, in order.
    #[serde(default)]
    pub absent: Vec<Number>,
}

/// Why something cannot happen to a tournament, as a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Wrong(pub &'static str);
