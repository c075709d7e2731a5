//! Runs the completions of what has been committed, in the order of posting: in the network's
//! runtime, a few at a time, with turns of others in between. All at once they would hold up whoever
//! has something to say; in the thread that commits they would hold up the next commit.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::runtime::{Handle, RuntimeFlavor};
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
    /// Notified when all have run.
    all_run: Notify,
    /// The network's runtime if it has one thread. On a single core, commits that do not wait for it
    /// take the core from it, and are many and small.
    network: Option<Handle>,
}

#[derive(Debug)]
enum Waiting {
    /// Nothing waits: completions run in the thread that commits.
    Nothing,
    /// For the network. Bounded by the places of the queue, which a job keeps until it is finished.
    Jobs {
        jobs: VecDeque<Committed>,
        /// Whether some of those before them are running.
        running: bool,
    },
    /// A completion has panicked: none follows.
    Abandoned,
}

/// A job, and whether it is on disk.
type Committed = (Job, Result<(), Unavailable>);

impl Completions {
    /// Starts running completions there. Should one of them panic, `queue` is broken.
    pub(super) fn start(thread: CompletionThread, queue: &Arc<Queue>) -> Arc<Completions> {
        match thread {
            CompletionThread::Committing => Arc::new(Completions::new(Waiting::Nothing, None)),
            CompletionThread::Network(runtime) => {
                let waiting = Waiting::Jobs { jobs: VecDeque::new(), running: false };
                let one_thread = runtime.runtime_flavor() == RuntimeFlavor::CurrentThread;
                let network = one_thread.then(|| runtime.clone());
                let completions = Arc::new(Completions::new(waiting, network));
                runtime.spawn(Arc::clone(&completions).run(Arc::clone(queue)));
                completions
            }
        }
    }

    fn new(waiting: Waiting, network: Option<Handle>) -> Completions {
        let (arrived, all_run) = (Notify::new(), Notify::new());
        Completions { waiting: Mutex::new(waiting), arrived, all_run, network }
    }

    /// Finishes these jobs, after all before them, and empties the list. Those that nobody waits for
    /// do not wait for the network either: a crowded one takes a second for a turn.
    pub(super) fn finish(&self, finished: &mut Vec<Job>, kept: Result<(), Unavailable>) {
        finished.retain(Job::is_awaited);
        if finished.is_empty() {
            return;
        }
        match &mut *self.lock() {
            Waiting::Jobs { jobs, .. } => jobs.extend(finished.drain(..).map(|job| (job, kept))),
            Waiting::Nothing | Waiting::Abandoned => {}
        }
        self.arrived.notify_one();
        // Without the lock, because completions may drop the store.
        finished.drain(..).for_each(|job| job.finish(kept));
    }

    /// Waits, with one network thread, until all have run.
    pub(super) async fn turn(&self) {
        while self.network.is_some() && self.under_way() {
            self.all_run.notified().await;
        }
    }

    /// Waits, with one network thread, until every connection that has something to say has had its
    /// turn.
    pub(super) async fn gather(&self) {
        if let Some(network) = &self.network {
            // A network that has ended has nothing to say.
            let _ = network.spawn(tokio::task::yield_now()).await;
        }
    }

    fn under_way(&self) -> bool {
        match &*self.lock() {
            Waiting::Jobs { jobs, running } => *running || !jobs.is_empty(),
            Waiting::Nothing | Waiting::Abandoned => false,
        }
    }

    /// Finishes in this thread what waits and what comes. A slice that is under way elsewhere may end
    /// a moment later.
    pub(super) fn end(&self) {
        let mut slice = Vec::new();
        while self.take_slice(&mut slice) {
            slice.drain(..).for_each(|(job, kept)| job.finish(kept));
        }
        self.become_idle(Waiting::Nothing);
    }

    async fn run(self: Arc<Completions>, queue: Arc<Queue>) {
        let _gone = AbandonOnPanic { completions: &self, queue: &queue };
        let mut slice = Vec::with_capacity(SLICE);
        while matches!(*self.lock(), Waiting::Jobs { .. }) {
            self.arrived.notified().await;
            while self.take_slice(&mut slice) {
                slice.drain(..).for_each(|(job, kept)| job.finish(kept));
                tokio::task::yield_now().await;
            }
            self.all_run.notify_one();
        }
    }

    /// Moves the next jobs into `slice`, which must be empty; returns false if there are none.
    fn take_slice(&self, slice: &mut Vec<Committed>) -> bool {
        let Waiting::Jobs { jobs, running } = &mut *self.lock() else { return false };
        slice.extend(jobs.drain(..jobs.len().min(SLICE)));
        if jobs.is_empty() {
            jobs.shrink_to(USUAL);
        }
        *running = !slice.is_empty();
        *running
    }

    /// Runs no more completions in the network.
    fn become_idle(&self, waiting: Waiting) {
        *self.lock() = waiting;
        self.arrived.notify_one();
        self.all_run.notify_one();
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
            self.completions.become_idle(Waiting::Abandoned);
            self.queue
                .break_down()
                .into_iter()
                .for_each(|job| job.finish(Err(Unavailable::Broken)));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures::FutureExt;

    use super::*;
    use crate::store::queue::EntryRows;

    /// Finishes more jobs than run between two turns of the network; returns how many have run.
    fn finish_some(completions: &Completions, queue: &Arc<Queue>) -> Arc<AtomicUsize> {
        let run = Arc::new(AtomicUsize::new(0));
        let job = |_| {
            let (slot, run) = (queue.reserve().expect("a place"), Arc::clone(&run));
            let then = move |_| {
                run.fetch_add(1, Ordering::Relaxed);
            };
            Job::new(slot, EntryRows::new(), Box::new(then))
        };
        completions.finish(&mut (0..3 * SLICE).map(job).collect(), Ok(()));
        run
    }

    #[tokio::test]
    async fn with_one_thread_the_next_commit_waits_for_them() {
        let queue = Arc::new(Queue::default());
        let completions = Completions::start(CompletionThread::here(), &queue);
        for _ in 0..3 {
            let run = finish_some(&completions, &queue);
            assert_eq!(completions.turn().now_or_never(), None);
            completions.turn().await;
            assert_eq!((run.load(Ordering::Relaxed), queue.waiting()), (3 * SLICE, 0));
        }
        finish_some(&completions, &queue);
        completions.end();
        assert_eq!((completions.turn().now_or_never(), queue.waiting()), (Some(()), 0));
    }

    #[tokio::test]
    async fn with_one_thread_a_commit_gathers_what_all_have_to_say() {
        let queue = Arc::new(Queue::default());
        let completions = Completions::start(CompletionThread::here(), &queue);
        let said = Arc::new(AtomicUsize::new(0));
        for _ in 0..3 {
            let said = Arc::clone(&said);
            tokio::spawn(async move { said.fetch_add(1, Ordering::Relaxed) });
        }
        completions.gather().await;
        assert_eq!(said.load(Ordering::Relaxed), 3);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn with_several_threads_the_next_commit_does_not_wait() {
        let queue = Arc::new(Queue::default());
        let completions = Completions::start(CompletionThread::here(), &queue);
        finish_some(&completions, &queue);
        assert_eq!(completions.turn().now_or_never(), Some(()));
        assert_eq!(completions.gather().now_or_never(), Some(()));
    }
}
