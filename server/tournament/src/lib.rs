//! Tournaments that anyone can check: who meets whom, from which starts, and how the tables follow
//! from the results. Pure: clock, randomness and results are passed in, and there is no socket or
//! store, so that the same entrants, seed, plan and results give the same tournament, byte for
//! byte.

mod arena;
mod attestation;
mod berger;
mod closing;
mod contest;
mod event;
mod export;
mod game_result;
mod gauntlet;
mod hash_chain;
mod knockout;
mod pairing;
mod seed;
mod seeding;
mod sprt;
mod standings;
mod starts;
mod strength;
mod swiss;
mod table_ids;
mod trf;

pub use attestation::{Candidate, attested};
pub use closing::name_hash;
pub use contest::{Contest, DuePair};
pub use event::{Correction, Event, EventError, MAX_CORRECTION_REASON, TournamentOpening, Wave};
pub use export::export;
#[cfg(feature = "schema")]
pub use export::{SealTag, SealedLine};
pub use game_result::{Attestation, GameResult, ResultReason, SignedResignation};
pub use pairing::{Pairing, PairingState};
pub use seed::Seed;
pub use starts::draw;
pub use strength::PairCounts;
pub use table_ids::pair_ids;
pub use trf::report;
