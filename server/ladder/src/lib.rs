//! The ladder: players' ratings from results and decisions. Pure: matches, reviews and times come
//! in, and standings go to a [`Book`]; this crate does not know who implements the book or where it
//! is stored. docs/ladder.md explains the model and its reasons.

mod anchor;
mod book;
mod decision;
mod even_chances;
mod fixed;
mod leaderboard;
mod learning;
mod matchmaking;
mod memory;
pub mod merkle;
#[cfg(test)]
mod pinned;
mod puzzle;
mod rated_match;
mod rating;
mod rating_line;
mod record;
mod season;
mod skill;
mod standing;
mod start_weight;
mod strength;
mod traits;
mod unrated;

pub use anchor::{ANCHORS, Anchor};
pub use book::{Book, Learnt};
pub use decision::{Decision, DecisionFamily, Item, decision, given_up};
pub use even_chances::{chance_by_rating, chance_of_first, share_of_time};
pub use leaderboard::{Leaderboard, Pool, Speed};
pub use learning::{DecidedGame, learn};

pub use matchmaking::{
    Found, LONGEST_WAIT_MS, REMATCH_AFTER_MS, REMEMBERED, TICK_MS, WaitingPlayer, find_at_once,
    find_opponents,
};
pub use memory::MemoryBook;
pub use merkle::{Hash, leaf_hash};
pub use protocol::Division;
pub use puzzle::{PuzzleStanding, puzzle_points, puzzle_prior};
pub use rated_match::{Contender, Fingerprint, Played, RatedMatch};
pub use rating::{RatingCause, RatingChange, RatingOutcome, rate};
pub use rating_line::rating_line;
pub use record::{
    ContinuationProof, HeldRecord, InclusionProof, KeyChange, LogEntry, LogFlaw, LogHead,
    LogReplay, LogSigner, LoggedGame, LoggedMatch, LoggedPlay, LoggedRating, Replayed,
    check_record, entries_of_record, write_record,
};
pub use season::{Season, UnknownSeason};
pub use skill::Belief;
pub use standing::Standing;
pub use start_weight::StartWeight;
pub use traits::{DecisionTally, Trait, average_skill, stands_out};
pub use unrated::Unrated;
