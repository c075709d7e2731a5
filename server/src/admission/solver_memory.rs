//! The memory that the solver's work may take in all, and the share of each kind of
//! question. What asks for more is *unknown*, before memory grows.

use crate::admission::ip_prefix::IpPrefix;
use crate::admission::work_queue::{Permit, WorkQueue};

/// Analyses, drawn or judged starts, and reviews that are at work at once; together
/// their shares are the whole.
pub(crate) const ANALYSES: usize = 1;
pub(crate) const STARTS: usize = 2;

/// The least that is of any use, in bytes.
const LEAST: u64 = 16 << 20;

/// A total in bytes, of which each kind of question has a fixed share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SolverMemory(u64);

impl SolverMemory {
    /// So many bytes in all.
    pub(crate) fn new(total: u64) -> SolverMemory {
        SolverMemory(total.max(LEAST))
    }

    /// Memory for one analysis.
    pub(crate) fn of_analysis(self) -> u64 {
        self.0 / 2 / ANALYSES as u64
    }

    /// Memory for drawing or judging one start.
    pub(crate) fn of_start(self) -> u64 {
        self.0 / 4 / STARTS as u64
    }

    /// Memory for the review of a finished game: one runs at a time.
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

/// A question from a client at this address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asking<'a> {
    queue: &'a SolverQueue,
    from: IpPrefix,
}

impl SolverQueue {
    /// For questions that may use this many bytes each.
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

    /// Memory for the answer, in bytes.
    pub(crate) fn bytes(self) -> u64 {
        self.queue.bytes
    }
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
    }
}
