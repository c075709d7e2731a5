//! What a server can be told before it starts.

use std::net::IpAddr;
use std::time::Duration;

use clap::ValueEnum;
use protocol::Secret;

use crate::memory_limit;
use serde::{Deserialize, Serialize};

/// When an event is acknowledged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Durability {
    /// When it is on disk: nothing that anybody has heard of is ever lost.
    #[default]
    Full,
    /// When it has been decided: a crash loses what was played in the last
    /// moments before it.
    Relaxed,
}

/// What the library takes; where it comes from (flags, environment, a file) is
/// the binary's matter.
#[derive(Clone, Debug)]
pub struct Config {
    /// Players connected at once.
    pub max_connections: usize,
    /// Of them, from one address; 0 for no bound. A /64 of IPv6 is one address.
    pub max_connections_per_address: usize,
    /// Connections from one address that are no players (yet); 0 for no bound.
    pub max_handshakes_per_address: usize,
    /// Proxies whose word is taken for whom they speak for.
    pub proxies: Vec<IpAddr>,
    /// When a move is acknowledged.
    pub durability: Durability,
    /// What opens `/admin`; nothing does without it.
    pub admin_token: Option<Secret>,
    /// How long running games may go on when the server is to stop. None is lost
    /// by a short one: what is running goes on after the restart.
    pub drain: Duration,
    /// Bytes that the solver's work may take in all: analyses, reviews, drawn starts.
    pub solver_memory: u64,
}

impl Default for Config {
    /// Half of the 20,000 file descriptors that a process commonly may have is
    /// left for what has not been upgraded yet. One address may be a school.
    fn default() -> Config {
        Config {
            max_connections: 10_000,
            max_connections_per_address: 500,
            max_handshakes_per_address: 200,
            proxies: Vec::new(),
            durability: Durability::Full,
            admin_token: None,
            drain: Duration::ZERO,
            solver_memory: memory_limit::default_total(),
        }
    }
}
