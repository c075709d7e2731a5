//! The events of a tournament. Only its opening and its events, in order, are stored: everything
//! else follows from them.

use protocol::{
    Cause, DeclaredProgram, NameHash, Nonce, Number, Plan, Player, PlayerId, PublicKey,
    SprtDecision, TournamentId,
};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::game_result::{Attestation, GameResult};
use super::pairing::Pairing;
use super::seed::Seed;

/// The part of a tournament that never changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentOpening {
    /// The tournament's id.
    pub id: TournamentId,
    /// The plan as the organizer made it.
    pub plan: Plan,
    /// The public key, in hexadecimal, that the server signs its file with.
    pub key: String,
    /// The server's share of the randomness that lots and starts come from.
    pub seed: Seed,
    /// Whether the organizer has chosen the seed, and so knows it beforehand: then everything
    /// follows from it alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chosen: bool,
}

/// Something that has happened and remains true.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A player has entered.
    Entered {
        /// The player.
        player: Player,
        /// Their rating, if they have one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<u32>,
        /// Their share of the randomness.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nonce: Option<Nonce>,
        /// The key with which they sign their moves.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<PublicKey>,
        /// What a bot says of its program.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        program: Option<DeclaredProgram>,
        /// If their account has been deleted: the hash of the name that they entered under, which
        /// lots and starts have been drawn from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        former_name: Option<NameHash>,
    },
    /// A player has left. They lose the pairs that they have not played.
    Left {
        /// The player.
        player: PlayerId,
    },
    /// An entrant of a Swiss tournament has asked for a half-point bye.
    ByeAsked {
        /// The player.
        player: PlayerId,
        /// The round, from 1.
        round: u32,
    },
    /// An entrant of a Swiss tournament who had not appeared is back.
    Returned {
        /// The player.
        player: PlayerId,
    },
    /// An entrant of an arena for people goes berserk in their next pairs, or stops.
    Berserk {
        /// The player.
        player: PlayerId,
        /// Whether they go berserk.
        on: bool,
    },
    /// The organizer has corrected the result of a game.
    Corrected(Correction),
    /// The list is closed, and the lots are drawn.
    Began,
    /// A round is paired; in an arena, a wave.
    Paired {
        /// The pairings.
        pairings: Vec<Pairing>,
        /// In an arena: the time of the wave, and who was absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wave: Option<Wave>,
    },
    /// A game has ended whose pair has not: what its players have signed.
    Attested {
        /// The index of the pairing, in the order of pairing, from 0.
        pairing: u32,
        /// The number of the pair in its pairing, from 1.
        pair: u32,
        /// Which game of the pair, from 0.
        game: u8,
        /// What they have signed.
        attestation: Attestation,
    },
    /// A pair has been played, or given up.
    Played {
        /// The index of the pairing, in the order of pairing, from 0.
        pairing: u32,
        /// The number of the pair in its pairing, from 1.
        pair: u32,
        /// Both games.
        games: Box<[GameResult; 2]>,
        /// When it ended, in milliseconds of server running time since the beginning.
        at_ms: u64,
    },
    /// The tournament is over.
    Finished {
        /// The decision of the sequential test, if that has ended the tournament.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sprt: Option<SprtDecision>,
        /// In an arena: when it ended, in milliseconds of server running time since the beginning.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_ms: Option<u64>,
    },
    /// The tournament has been cancelled.
    Cancelled,
}

/// A corrected result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correction {
    /// The index of the pairing, in the order of pairing, from 0.
    pub pairing: u32,
    /// The number of the pair in its pairing, from 1.
    pub pair: u32,
    /// Which game of the pair, from 0.
    pub game: u8,
    /// Who has won, if anybody.
    pub winner: Option<Number>,
    /// Why, in at most [`MAX_CORRECTION_REASON`] characters.
    pub why: String,
}

/// The longest reason of a correction, in characters.
pub const MAX_CORRECTION_REASON: usize = 200;

/// The inputs of an arena's wave besides the results.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Wave {
    /// When it came, in milliseconds of server running time since the beginning.
    pub at_ms: u64,
    /// Entrants who were neither playing nor present, in order.
    #[serde(default)]
    pub absent: Vec<Number>,
}

/// Why an event cannot happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum EventError {
    /// All places are taken.
    #[error("all places are taken")]
    Full,
    /// The player has entered already.
    #[error("the player has entered already")]
    Entered,
    /// The player has not entered.
    #[error("the player has not entered")]
    NotEntered,
    /// Fewer than two have entered.
    #[error("it takes two entrants")]
    TooFew,
    /// The tournament has not begun.
    #[error("it has not begun")]
    NotBegun,
    /// The tournament has begun.
    #[error("it has begun")]
    Begun,
    /// The tournament is over.
    #[error("it is over")]
    Over,
    /// There is no half-point bye for them in that round.
    #[error("there is no such bye")]
    NoBye,
    /// Nobody goes berserk in this tournament.
    #[error("nobody goes berserk in this tournament")]
    NoBerserk,
    /// The result cannot be corrected.
    #[error("the result cannot be corrected")]
    NoCorrection,
    /// Something is still to be played.
    #[error("something is still to be played")]
    Unfinished,
    /// No pairing of these entrants is possible.
    #[error("no such pairing is possible")]
    BadPairing,
    /// There is no such pairing or no such open pair, or the winner does not play in it.
    #[error("no open pair has such a result")]
    BadResult,
}

impl From<EventError> for Cause {
    fn from(error: EventError) -> Cause {
        match error {
            EventError::Full => Cause::TournamentFull,
            EventError::Entered => Cause::AlreadyEntered,
            EventError::NotEntered => Cause::NotEntered,
            EventError::TooFew => Cause::TooFewEntrants,
            EventError::NotBegun => Cause::TournamentNotBegun,
            EventError::Begun => Cause::TournamentBegun,
            EventError::Over => Cause::TournamentOver,
            EventError::NoBye => Cause::ByeRefused,
            EventError::NoBerserk => Cause::NoBerserk,
            EventError::NoCorrection => Cause::CorrectionRefused,
            EventError::Unfinished => Cause::NotOverYet,
            // No request of a player causes these: the server pairs, and games end by the rules.
            EventError::BadPairing | EventError::BadResult => Cause::InternalError,
        }
    }
}
