//! What has happened in a simulation.

use std::collections::BTreeMap;

/// Counts of what has happened.
#[derive(Debug, Default)]
pub(super) struct SessionCounts {
    pub(super) moves: u64,
    pub(super) crashes: u64,
    /// Facts lost in a crash, of which nobody had been told.
    pub(super) lost: u64,
    /// Facts that were on disk when a crash kept everybody from being told.
    pub(super) unheard: u64,
    /// Other servers that have taken over, and those of them with an earlier clock.
    pub(super) takeovers: u64,
    pub(super) clocks_back: u64,
    /// Servers that woke up after a takeover and had something to commit.
    pub(super) refused: u64,
    /// Commits that have failed.
    pub(super) failed: u64,
    pub(super) repeated: u64,
    /// Messages that went through real frames, and those that broke off or were rubbish.
    pub(super) framed: u64,
    pub(super) broken: u64,
    /// Second games of pairs.
    pub(super) seconds: u64,
    /// Results that count for the ladder.
    pub(super) rated: u64,
    pub(super) ends: BTreeMap<String, u64>,
}

impl SessionCounts {
    pub(super) fn add(&mut self, other: &SessionCounts) {
        self.moves += other.moves;
        self.crashes += other.crashes;
        self.lost += other.lost;
        self.unheard += other.unheard;
        self.takeovers += other.takeovers;
        self.clocks_back += other.clocks_back;
        self.refused += other.refused;
        self.failed += other.failed;
        self.repeated += other.repeated;
        self.framed += other.framed;
        self.broken += other.broken;
        self.seconds += other.seconds;
        self.rated += other.rated;
        for (why, count) in &other.ends {
            *self.ends.entry(why.clone()).or_default() += count;
        }
    }
}
