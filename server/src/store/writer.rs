//! Commits what is posted: in a thread of its own or, if the server has only one thread, between
//! the network's turns. Events that arrive while a commit waits for the disk go into the next one:
//! the busier the server, the cheaper a move. Where nobody waits for a commit, events are collected
//! first.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures::executor::block_on;
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::oneshot;
use tracing::{error, info};

use super::archive::Archive;
use super::commit_watch::CommitWatch;
use super::error::Unavailable;
use super::lease::Lease;
use super::pace::{CommitThread, Pace};
use super::queue::{Job, Queue};
use crate::config::Durability;
use crate::ops::metrics::Metrics;

/// The number of completions that run at a time between the turns of the network.
const SLICE: usize = 32;

/// Where commits are made.
#[derive(Clone, Copy, Debug)]
pub(crate) enum WriterMode {
    /// In a thread of their own, besides the network's.
    Thread,
    /// Between the turns of the network, in the only thread. On a single core two threads would
    /// take it from each other for milliseconds at a time.
    Network,
}

impl WriterMode {
    /// Returns the best mode for the current runtime.
    pub(crate) fn here() -> WriterMode {
        match Handle::try_current().map(|runtime| runtime.runtime_flavor()) {
            Ok(RuntimeFlavor::CurrentThread) => WriterMode::Network,
            _ => WriterMode::Thread,
        }
    }
}

/// The timing and size of commits.
#[derive(Clone, Copy, Debug)]
struct Rhythm {
    /// How long events are collected after a commit.
    pause: Duration,
    /// The maximum number of events in one commit.
    most: usize,
}

impl From<Durability> for Rhythm {
    fn from(durability: Durability) -> Rhythm {
        match durability {
            // Enough that the cost of a commit no longer matters, and few enough that nobody waits
            // for the others' rows.
            Durability::Full => Rhythm { pause: Duration::ZERO, most: 512 },
            // The fewer commits, the less often a page that many events change is written.
            Durability::Relaxed => Rhythm { pause: Duration::from_millis(20), most: 4_096 },
        }
    }
}

/// The committing side. The store can stop it, wherever it runs.
#[derive(Debug)]
pub(super) struct Writer {
    /// `None` when a commit has failed, or the store has ended.
    archive: Mutex<Option<Archive>>,
    queue: Arc<Queue>,
    /// Set when the store ends: then nothing waits for a database that cannot be reached.
    stopping: Option<Arc<AtomicBool>>,
    rhythm: Rhythm,
    metrics: Arc<Metrics>,
    watch: Arc<CommitWatch>,
}

/// The result of a commit, for the next one.
#[derive(Clone, Copy, Debug)]
struct Done {
    /// How long it kept others waiting; `None` if there was nothing to write.
    took: Option<Duration>,
    /// How long the next batch is collected.
    pause: Duration,
}

impl Writer {
    pub(super) fn new(
        archive: Archive,
        queue: Arc<Queue>,
        durability: Durability,
        metrics: Arc<Metrics>,
        watch: Arc<CommitWatch>,
    ) -> Writer {
        let stopping = archive.lease().map(Lease::stopping);
        let archive = Mutex::new(Some(archive));
        Writer { archive, queue, stopping, rhythm: durability.into(), metrics, watch }
    }

    /// Starts committing what arrives in the queue.
    pub(super) fn start(self: &Arc<Writer>, place: WriterMode) -> std::io::Result<()> {
        match place {
            WriterMode::Thread => {
                let writer = Arc::clone(self);
                thread(move || _ = writer.run(|_| false))
            }
            WriterMode::Network => {
                tokio::spawn(Arc::clone(self).take_turns());
                Ok(())
            }
        }
    }

    /// Commits what is left, and closes the archive. The completions of the last commit before
    /// these may run a moment later.
    pub(super) fn end(&self) {
        self.queue.close();
        self.stopping.iter().for_each(|stopping| stopping.store(true, Ordering::Relaxed));
        let mut batch = Vec::new();
        while self.queue.has_jobs() && self.commit(&mut batch).is_some() {}
        self.lock().take();
    }

    /// Commits until `enough` returns true; returns false when there is nothing more to commit.
    fn run(&self, mut enough: impl FnMut(&Done) -> bool) -> bool {
        let _broken = BreakOnPanic(&self.queue);
        let mut batch = Vec::new();
        while block_on(self.queue.arrival()) {
            let Some(done) = self.commit(&mut batch) else { return false };
            if enough(&done) {
                return true;
            }
            std::thread::sleep(done.pause);
        }
        false
    }

    /// Commits in this thread as long as that is quick, and in another while it is not.
    async fn take_turns(self: Arc<Writer>) {
        let mut pace = Pace::new();
        while self.commit_here(&mut pace).await {
            let usual = pace.usual();
            match Arc::clone(&self).go_apart(pace) {
                Ok(returns) => {
                    info!(?usual, "commits are slow: a thread makes them for a while");
                    let Ok(returned) = returns.await else { return };
                    pace = returned;
                    info!(usual = ?pace.usual(), "commits are quick again");
                }
                Err(error) => {
                    error!(?usual, %error, "commits are slow, and there is no thread for them");
                    pace.stay_here();
                }
            }
        }
    }

    /// Commits whenever every runnable task has had its turn, until that is too slow; returns false
    /// when there is nothing more to commit. The answers are sent a few at a time, with turns of
    /// others in between: sent all at once, they would hold up whoever has something to say.
    async fn commit_here(&self, pace: &mut Pace) -> bool {
        let _broken = BreakOnPanic(&self.queue);
        let mut batch = Vec::new();
        while self.queue.arrival().await {
            tokio::task::yield_now().await;
            let Some(done) = self.write(&mut batch) else { return false };
            while batch.len() > SLICE {
                batch.drain(..SLICE).for_each(|job| job.finish(Ok(())));
                tokio::task::yield_now().await;
            }
            self.finish(&mut batch, Ok(()));
            if done.next(pace) == CommitThread::Apart {
                return true;
            }
            if !done.pause.is_zero() {
                tokio::time::sleep(done.pause).await;
            }
        }
        false
    }

    /// Makes a thread commit until commits are quick again, and then returns its pace.
    fn go_apart(self: Arc<Writer>, mut pace: Pace) -> std::io::Result<oneshot::Receiver<Pace>> {
        let (back, returns) = oneshot::channel();
        thread(move || {
            let quick = self.run(|done| done.next(&mut pace) == CommitThread::Network);
            // When the network no longer takes over, the thread continues.
            if quick && back.send(pace).is_err() {
                self.run(|_| false);
            }
        })?;
        Ok(returns)
    }

    /// Commits a batch of waiting entries, and then runs their completions. `None` when there is
    /// nothing more to commit.
    fn commit(&self, batch: &mut Vec<Job>) -> Option<Done> {
        let done = self.write(batch)?;
        self.finish(batch, Ok(()));
        Some(done)
    }

    /// Runs the completions of a batch.
    fn finish(&self, batch: &mut Vec<Job>, kept: Result<(), Unavailable>) {
        batch.drain(..).for_each(|job| job.finish(kept));
        // This list and the queue's alternate: memory that a burst has taken is returned.
        batch.shrink_to(self.rhythm.most);
    }

    /// Commits a batch of waiting entries, whose completions the caller runs. `None` when there is
    /// nothing more to commit: the first failed commit is the last one, because it is unknown how
    /// much of it is on disk, and nothing that follows from it may be acknowledged.
    fn write(&self, batch: &mut Vec<Job>) -> Option<Done> {
        let mut place = self.lock();
        // Put back only on success: nothing is committed after a failure or a panic.
        let mut archive = place.take()?;
        self.queue.take(batch, self.rhythm.most);
        let rows = batch.iter().flat_map(Job::rows).count() as u64;
        let began = Instant::now();
        self.watch.begin();
        let kept = archive.commit(batch.iter().flat_map(Job::rows));
        self.watch.end();
        let took = (rows > 0).then(|| began.elapsed());
        if kept.is_ok() {
            *place = Some(archive);
        }
        // The callbacks may drop the store.
        drop(place);
        if let Some(took) = took {
            self.metrics.commits.took(took);
            self.metrics.batches.record(rows);
        }
        let kept = kept.map_err(|error| {
            error!(%error, "a commit has failed: nothing more is acknowledged");
            Unavailable::Broken
        });
        let full = batch.len() == self.rhythm.most;
        if kept.is_err() {
            self.finish(batch, kept);
            self.queue.break_down();
            return None;
        }
        Some(Done { took, pause: if full { Duration::ZERO } else { self.rhythm.pause } })
    }

    fn lock(&self) -> MutexGuard<'_, Option<Archive>> {
        // After a panic within a commit there is no archive.
        self.archive.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Done {
    /// Returns where the next commit is made. A commit without rows says nothing about the disk.
    fn next(&self, pace: &mut Pace) -> CommitThread {
        match self.took {
            Some(took) => pace.took(took, Instant::now()),
            None => pace.place(),
        }
    }
}

/// Starts a thread that commits.
fn thread(run: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    std::thread::Builder::new().name("store".to_owned()).spawn(run).map(drop)
}

/// Marks the queue as broken on a panic: a writer that is gone must not look like a slow one.
struct BreakOnPanic<'a>(&'a Queue);

impl Drop for BreakOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.break_down();
        }
    }
}
