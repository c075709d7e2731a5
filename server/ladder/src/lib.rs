//! The ladder: what a result says of its players. Pure: results and times come
//! in, standings go to a [`Book`]; who keeps the book, and where, is not known
//! here. The model and its reasons are in docs/ladder.md.

mod anchor;
mod leaderboard;
mod matchmaking;
mod memory;
mod rated_match;
mod rating;
mod standing;
mod unrated;

pub use anchor::{ANCHORS, Anchor};
pub use leaderboard::{Leaderboard, Pool, Speed};
pub use matchmaking::{
    Found, LONGEST_WAIT_MS, REMATCH_AFTER_MS, REMEMBERED, TICK_MS, Waiting, find_at_once,
    find_opponents,
};
pub use memory::MemoryBook;
pub use protocol::Division;
pub use rated_match::{Contender, Fingerprint, Played, RatedMatch};
pub use rating::{Book, Change, Rated, Subject, rate};
pub use standing::Standing;
pub use unrated::Unrated;
