//! The total memory that the solver's work may take, and the share of each kind of question. A
//! question that needs more is answered with *unknown*, before memory grows.

use crate::admission::ip_prefix::IpPrefix;
use crate::admission::work_queue::{WorkPermit, WorkQueue};

/// The number of analyses, and of drawn or judged starts, at work at once; one review runs beside
/// them. Together their shares are the whole.
pub(crate) const ANALYSES: usize = 1;
pub(crate) const STARTS: usize = 2;

/// The minimum total that is of any use, in bytes.
const LEAST: u64 = 16 << 20;

/// A total in bytes, of which each kind of question gets a fixed share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SolverMemory(u64);

impl SolverMemory {
    /// Creates a budget of this many bytes in total.
    pub(crate) fn new(total: u64) -> SolverMemory {
        SolverMemory(total.max(LEAST))
    }

    /// Returns the memory for one analysis, in bytes.
    pub(crate) fn analysis_bytes(self) -> u64 {
        self.0 / 2 / ANALYSES as u64 - self.brief_bytes()
    }

    /// Returns the memory for the brief try before an analysis, in bytes.
    pub(crate) fn brief_bytes(self) -> u64 {
        self.0 / 32 / ANALYSES as u64
    }

    /// Returns the memory for drawing or judging one start, in bytes.
    pub(crate) fn start_bytes(self) -> u64 {
        self.0 / 4 / STARTS as u64
    }

    /// Returns the memory for the review of a finished game, in bytes; one review runs at a time.
    pub(crate) fn review_bytes(self) -> u64 {
        self.0 / 4
    }
}

/// The queue of one kind of question, and the memory for each.
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
    /// Creates a queue for questions that may use this many bytes each.
    pub(crate) fn new(queue: WorkQueue, bytes: u64) -> SolverQueue {
        SolverQueue { queue, bytes }
    }

    /// Returns a handle for questions from this address.
    pub(crate) fn asked_from(&self, from: IpPrefix) -> Asking<'_> {
        Asking { queue: self, from }
    }
}

impl Asking<'_> {
    /// Waits for the right to ask; `None` if too many wait.
    pub(crate) async fn acquire(self) -> Option<WorkPermit> {
        self.queue.queue.acquire(self.from).await
    }

    /// Returns the memory for the answer, in bytes.
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
        let all = (memory.analysis_bytes() + memory.brief_bytes()) * ANALYSES as u64
            + memory.start_bytes() * STARTS as u64
            + memory.review_bytes();
        assert_eq!(all, 64 << 20);
        let share =
            |of: u64, bytes, at_once: usize| assert_eq!(of * bytes * at_once as u64, 64 << 20);
        share(32, memory.brief_bytes(), ANALYSES);
        share(4, memory.start_bytes(), STARTS);
        share(4, memory.review_bytes(), 1);
        assert_eq!(SolverMemory::new(0), SolverMemory::new(LEAST));
    }
}
