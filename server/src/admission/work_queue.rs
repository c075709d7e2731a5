//! A line in which costly work waits, the solver's or a password's: some are worked
//! on, a few wait, and the rest is turned away; so no flood slows a move down.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Lets some work at a time, and a few stand in line.
#[derive(Clone, Debug)]
pub(crate) struct WorkQueue {
    places: Arc<Semaphore>,
    turns: Arc<Semaphore>,
}

/// A turn, until it is dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    _place: OwnedSemaphorePermit,
    _turn: OwnedSemaphorePermit,
}

impl WorkQueue {
    pub(crate) fn new(at_once: usize, waiting: usize) -> WorkQueue {
        let places = Arc::new(Semaphore::new(waiting + at_once));
        WorkQueue { places, turns: Arc::new(Semaphore::new(at_once)) }
    }

    /// Waits in line for a turn; `None` if the line is full. Who no longer waits
    /// leaves the line.
    pub(crate) async fn acquire(&self) -> Option<Permit> {
        let place = Arc::clone(&self.places).try_acquire_owned().ok()?;
        let turn = Arc::clone(&self.turns).acquire_owned().await.ok()?;
        Some(Permit { _place: place, _turn: turn })
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[tokio::test]
    async fn a_full_line_turns_away_and_who_leaves_makes_room() {
        let queue = WorkQueue::new(1, 8);
        let turn = queue.acquire().await.expect("nobody is there");
        let mut waiting: Vec<_> = (0..8).map(|_| Box::pin(queue.acquire())).collect();
        assert!(waiting.iter_mut().all(|one| one.as_mut().now_or_never().is_none()));
        assert!(queue.acquire().await.is_none(), "full");
        waiting.pop();
        let mut late = Box::pin(queue.acquire());
        assert!(late.as_mut().now_or_never().is_none(), "waits");
        drop(turn);
        let next = waiting.remove(0).now_or_never();
        assert!(next.flatten().is_some(), "in the order of coming");
    }
}
