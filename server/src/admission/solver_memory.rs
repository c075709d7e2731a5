//! The memory that the solver's work may take in all, and the share of each kind of
//! question. What asks for more is *unknown*, before memory grows.

use std::fs;

use crate::admission::slots::IpPrefix;
use crate::admission::work_queue::{Permit, WorkQueue};

/// Analyses, drawn or judged starts, and reviews that are at work at once; together
/// their shares are the whole.
pub(crate) const ANALYSES: usize = 1;
pub(crate) const STARTS: usize = 2;

/// Where the memory limits of a cgroup stand, in its two versions.
const CGROUP_LIMITS: [&str; 2] =
    ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];

/// The least that is of any use, and the most that is by default, in bytes.
const LEAST: u64 = 16 << 20;
const MOST: u64 = 1 << 30;

/// A total in bytes, of which each kind of question has a fixed share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SolverMemory(u64);

impl SolverMemory {
    /// So many bytes in all.
    pub(crate) fn new(total: u64) -> SolverMemory {
        SolverMemory(total.max(LEAST))
    }

    /// What one analysis may hold.
    pub(crate) fn of_analysis(self) -> u64 {
        self.0 / 2 / ANALYSES as u64
    }

    /// What drawing or judging one start may hold.
    pub(crate) fn of_start(self) -> u64 {
        self.0 / 4 / STARTS as u64
    }

    /// What the review of a finished game may hold: one is at work at a time.
    pub(crate) fn of_review(self) -> u64 {
        self.0 / 4
    }
}

/// Where questions of one kind wait, and what each may hold.
#[derive(Clone, Debug)]
pub(crate) struct SolverQueue {
    queue: WorkQueue,
    bytes: u64,
}

/// A question that somebody at this address asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asking<'a> {
    queue: &'a SolverQueue,
    from: IpPrefix,
}

impl SolverQueue {
    /// For questions that may hold so many bytes each.
    pub(crate) fn new(queue: WorkQueue, bytes: u64) -> SolverQueue {
        SolverQueue { queue, bytes }
    }

    /// On behalf of this address.
    pub(crate) fn asked_from(&self, from: IpPrefix) -> Asking<'_> {
        Asking { queue: self, from }
    }
}

impl Asking<'_> {
    /// Waits for the right to ask; `None` if too many wait.
    pub(crate) async fn acquire(self) -> Option<Permit> {
        self.queue.queue.acquire(self.from).await
    }

    /// What the answer may hold, in bytes.
    pub(crate) fn bytes(self) -> u64 {
        self.queue.bytes
    }
}

/// An eighth of what this process may have: of its own cgroup, of the one that the
/// system shows at the root, or of the machine.
pub(crate) fn default_total() -> u64 {
    let own = own_cgroup_limits().into_iter();
    let limits = CGROUP_LIMITS.map(str::to_owned).into_iter().chain(own);
    let limited = limits.filter_map(|path| fs::read_to_string(path).ok()?.trim().parse().ok());
    let all = limited.chain(machine()).min().unwrap_or(MOST);
    (all / 8).clamp(LEAST, MOST)
}

/// Where the limits of the cgroups stand in which this process is.
fn own_cgroup_limits() -> Vec<String> {
    let lines = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limit = |line: &str| {
        let mut parts = line.splitn(3, ':').skip(1);
        match (parts.next()?, parts.next()?) {
            ("", path) => Some(format!("/sys/fs/cgroup{path}/memory.max")),
            ("memory", path) => Some(format!("/sys/fs/cgroup/memory{path}/memory.limit_in_bytes")),
            _ => None,
        }
    };
    lines.lines().filter_map(limit).collect()
}

/// The memory of the machine, in bytes.
fn machine() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_are_the_whole() {
        let memory = SolverMemory::new(64 << 20);
        let all = memory.of_analysis() * ANALYSES as u64
            + memory.of_start() * STARTS as u64
            + memory.of_review();
        assert_eq!(all, 64 << 20);
        assert_eq!(SolverMemory::new(0), SolverMemory::new(LEAST));
        assert!((LEAST..=MOST).contains(&default_total()));
    }
}
