//! Runs the completions of what has been committed, in the order of posting: in the network's
//! runtime, a few at a time, with turns of others in between. All at once they would hold up whoever
//! has something to say; in the thread that commits they would hold up the next commit.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::runtime::Handle;
use tokio::sync::Notify;

use super::error::Unavailable;
use super::queue::{Job, Queue};

/// The number of completions that run between two turns of the network.
pub(super) const SLICE: usize = 32;

/// The room that is kept for completions after a burst.
const USUAL: usize = 1_024;

/// Where completions run.
#[derive(Clone, Debug)]
pub(crate) enum CompletionThread {
    /// In the thread that commits: for tests that wait without a runtime.
    #[cfg_attr(not(test), expect(dead_code, reason = "servers have a runtime"))]
    Committing,
    /// In the threads of the network.
    Network(Handle),
}

impl CompletionThread {
    /// The threads of the current runtime.
    ///
    /// # Panics
    /// Outside a runtime.
    pub(crate) fn here() -> CompletionThread {
        CompletionThread::Network(Handle::current())
    }
}

/// Jobs that have been committed, or have failed.
#[derive(Debug)]
pub(super) struct Completions {
    waiting: Mutex<Waiting>,
    arrived: Notify,
}

#[derive(Debug)]
enum Waiting {
    /// Nothing waits: completions run in the thread that commits.
    Nothing,
    /// For the network. Bounded by the places of the queue, which a job keeps until it is finished.
    Jobs(VecDeque<Committed>),
    /// A completion has panicked: none follows.
    Abandoned,
}

/// A job, and whether it is on disk.
type Committed = (Job, Result<(), Unavailable>);

impl Completions {
    /// Starts running completions there. Should one of them panic, `queue` is broken.
    pub(super) fn start(thread: CompletionThread, queue: &Arc<Queue>) -> Arc<Completions> {
        match thread {
            CompletionThread::Committing => Arc::new(Completions::new(Waiting::Nothing)),
            CompletionThread::Network(runtime) => {
                let completions = Arc::new(Completions::new(Waiting::Jobs(VecDeque::new())));
                runtime.spawn(Arc::clone(&completions).run(Arc::clone(queue)));
                completions
            }
        }
    }

    fn new(waiting: Waiting) -> Completions {
        Completions { waiting: Mutex::new(waiting), arrived: Notify::new() }
    }

    /// Finishes these jobs, after all before them, and empties the list.
    pub(super) fn finish(&self, jobs: &mut Vec<Job>, kept: Result<(), Unavailable>) {
        match &mut *self.lock() {
            Waiting::Jobs(waiting) => waiting.extend(jobs.drain(..).map(|job| (job, kept))),
            Waiting::Nothing | Waiting::Abandoned => {}
        }
        self.arrived.notify_one();
        // Without the lock, because completions may drop the store.
        jobs.drain(..).for_each(|job| job.finish(kept));
    }

    /// Finishes in this thread what waits and what comes. A slice that is under way elsewhere may end
    /// a moment later.
    pub(super) fn end(&self) {
        let mut slice = Vec::new();
        while self.take_slice(&mut slice) {
            slice.drain(..).for_each(|(job, kept)| job.finish(kept));
        }
        *self.lock() = Waiting::Nothing;
        self.arrived.notify_one();
    }

    async fn run(self: Arc<Completions>, queue: Arc<Queue>) {
        let _gone = AbandonOnPanic { completions: &self, queue: &queue };
        let mut slice = Vec::with_capacity(SLICE);
        while matches!(*self.lock(), Waiting::Jobs(_)) {
            self.arrived.notified().await;
            while self.take_slice(&mut slice) {
                slice.drain(..).for_each(|(job, kept)| job.finish(kept));
                tokio::task::yield_now().await;
            }
        }
    }

    /// Moves the next jobs into `slice`, which must be empty; returns false if there are none.
    fn take_slice(&self, slice: &mut Vec<Committed>) -> bool {
        let Waiting::Jobs(waiting) = &mut *self.lock() else { return false };
        let count = waiting.len().min(SLICE);
        slice.extend(waiting.drain(..count));
        if waiting.is_empty() {
            waiting.shrink_to(USUAL);
        }
        !slice.is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // No code panics while holding the lock.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// When a completion has panicked, nothing more is acknowledged: nobody would be told.
struct AbandonOnPanic<'a> {
    completions: &'a Completions,
    queue: &'a Queue,
}

impl Drop for AbandonOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            *self.completions.lock() = Waiting::Abandoned;
            self.queue
                .break_down()
                .into_iter()
                .for_each(|job| job.finish(Err(Unavailable::Broken)));
        }
    }
}
