//! Load for a Nim server: thousands of clients in one process, each with the real client library,
//! and a referee that replays every game.
//!
//! Moves are due at times fixed in advance, and latency counts from then, so a server that stalls
//! is also measured on the moves due during the stall (no coordinated omission).
//! [`LoadOutcome::failures`] names every requested goal that was not reached, so a test that loaded
//! nothing cannot pass.
//!
//! ```no_run
//! use load::{Swarm, Target};
//!
//! # async fn example() -> Result<(), load::LoadError> {
//! let mut target = Target::Remote("ws://127.0.0.1:7070/ws".parse().unwrap(), None);
//! let swarm = Swarm { players: 100, ..Swarm::default() };
//! let outcome = swarm.run(&mut target, std::future::pending(), |_| {}).await?;
//! assert_eq!(outcome.failures(&[]), Vec::<String>::new(), "{outcome}");
//! # Ok(())
//! # }
//! ```

mod accounts;
mod arena;
mod capacity;
mod compare;
mod coordinator;
mod export;
mod faults;
mod latency;
pub mod lean;
mod merge;
mod meter;
mod ongoing;
mod organizer;
mod outcome;
mod page;
mod player;
pub mod process;
mod ratings;
mod referee;
mod run;
mod scenario;
mod schedule;
mod search;
mod stages;
mod swarm;
#[cfg(test)]
mod testing;
mod text;
mod threshold;
mod verdict;
mod visitor;

pub use accounts::{LoadAccount, make_accounts};
pub use capacity::{Capacity, CapacityProbe, find_capacity};
pub use compare::Comparison;
pub use latency::{Latencies, Latency, Measure};
pub use meter::Second;
pub use outcome::{LoadOutcome, RunEnd, StageOutcome};
pub use ratings::Ratings;
pub use run::LoadError;
pub use scenario::Scenarios;
pub use schedule::Think;
pub use stages::{LoadStage, Stages};
pub use swarm::{Fault, Swarm, Target};
pub use threshold::Threshold;
