//! What a server can be told before it starts.

use crate::store::Durability;

/// What the library takes; where it comes from (flags, environment, a file) is
/// the binary's matter.
#[derive(Clone, Debug)]
pub struct Config {
    /// Players connected at once.
    pub max_connections: usize,
    /// When a move is acknowledged.
    pub durability: Durability,
}

impl Default for Config {
    /// Half of the 20,000 file descriptors that a process commonly may have is
    /// left for what has not been upgraded yet.
    fn default() -> Config {
        Config { max_connections: 10_000, durability: Durability::Full }
    }
}
