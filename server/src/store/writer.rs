//! Commits what is posted, in a thread of its own. Events that arrive while a commit waits for the
//! disk go into the next one: the busier the server, the cheaper a move. Where nobody waits for a
//! commit, events are collected first.

#[cfg(test)]
mod simulated;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures::executor::block_on;
use tracing::error;

use super::archive::Archive;
use super::commit_watch::CommitWatch;
use super::completions::{CompletionThread, Completions};
use super::error::Unavailable;
use super::lease::Lease;
use super::queue::{Job, Queue};
use crate::config::Durability;
use crate::ops::metrics::Metrics;

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
            // The fewer commits, the less often a page that many events change is written; but on a
            // single core players wait while one is made.
            Durability::Relaxed => Rhythm { pause: Duration::from_millis(4), most: 4_096 },
        }
    }
}

/// The committing side. The store can stop it.
#[derive(Debug)]
pub(super) struct Writer {
    /// `None` when a commit has failed, or the store has ended.
    archive: Mutex<Option<Archive>>,
    queue: Arc<Queue>,
    completions: Arc<Completions>,
    /// Set when the store ends: then nothing waits for a database that cannot be reached.
    stopping: Option<Arc<AtomicBool>>,
    rhythm: Rhythm,
    metrics: Arc<Metrics>,
    watch: Arc<CommitWatch>,
}

impl Writer {
    pub(super) fn new(
        archive: Archive,
        queue: Arc<Queue>,
        durability: Durability,
        metrics: Arc<Metrics>,
        watch: Arc<CommitWatch>,
        completing: CompletionThread,
    ) -> Writer {
        let stopping = archive.lease().map(Lease::stopping);
        let archive = Mutex::new(Some(archive));
        let completions = Completions::start(completing, &queue);
        let rhythm = durability.into();
        Writer { archive, queue, completions, stopping, rhythm, metrics, watch }
    }

    /// Starts committing what arrives in the queue.
    pub(super) fn start(self: &Arc<Writer>) -> std::io::Result<()> {
        let writer = Arc::clone(self);
        let run = move || writer.run();
        std::thread::Builder::new().name("store".to_owned()).spawn(run).map(drop)
    }

    /// Commits what is left, and closes the archive. The completions of the last commit before
    /// these may run a moment later.
    pub(super) fn end(&self) {
        self.queue.close();
        self.stopping.iter().for_each(|stopping| stopping.store(true, Ordering::Relaxed));
        let mut batch = Vec::new();
        while self.queue.has_jobs() && self.commit(&mut batch).is_some() {}
        self.lock().take();
        self.completions.end();
    }

    /// Commits until there is nothing more to commit.
    fn run(&self) {
        let _broken = BreakOnPanic(&self.queue);
        let mut batch = Vec::new();
        while block_on(self.arrival())
            && let Some(pause) = self.commit(&mut batch)
        {
            block_on(self.completions.turn());
            std::thread::sleep(pause);
        }
    }

    /// Waits for entries. Returns false when there will be no more.
    async fn arrival(&self) -> bool {
        let some = self.queue.arrival().await;
        // After a pause enough has been collected.
        if some && self.rhythm.pause.is_zero() {
            self.completions.gather().await;
        }
        some
    }

    /// Commits a batch of waiting entries, and has its completions run. Returns how long the next
    /// batch is collected; `None` when there is nothing more to commit: the first failed commit is
    /// the last one, because it is unknown how much of it is on disk, and nothing that follows from
    /// it may be acknowledged.
    fn commit(&self, batch: &mut Vec<Job>) -> Option<Duration> {
        let mut place = self.lock();
        // Put back only on success: nothing is committed after a failure or a panic.
        let mut archive = place.take()?;
        self.queue.take(batch, self.rhythm.most);
        let kept = self.write(&mut archive, batch);
        if kept.is_ok() {
            *place = Some(archive);
        }
        // The completions may drop the store.
        drop(place);
        if kept.is_err() {
            // First, so that whoever hears of the failure finds the server not ready.
            batch.append(&mut self.queue.break_down());
        }
        let full = batch.len() == self.rhythm.most;
        self.completions.finish(batch, kept);
        // This list and the queue's alternate: memory that a burst has taken is returned.
        batch.shrink_to(self.rhythm.most);
        kept.ok()?;
        Some(if full { Duration::ZERO } else { self.rhythm.pause })
    }

    fn write(&self, archive: &mut Archive, batch: &[Job]) -> Result<(), Unavailable> {
        let rows = batch.iter().flat_map(Job::rows).count() as u64;
        let began = Instant::now();
        self.watch.begin();
        let kept = archive.commit(batch.iter().flat_map(Job::rows));
        self.watch.end();
        // A commit without rows says nothing about the disk.
        if rows > 0 {
            self.metrics.commits.took(began.elapsed());
            self.metrics.batches.record(rows);
        }
        kept.map_err(|error| {
            error!(%error, "a commit has failed: nothing more is acknowledged");
            Unavailable::Broken
        })
    }

    fn lock(&self) -> MutexGuard<'_, Option<Archive>> {
        // After a panic within a commit there is no archive.
        self.archive.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Marks the queue as broken on a panic: a writer that is gone must not look like a slow one.
struct BreakOnPanic<'a>(&'a Queue);

impl Drop for BreakOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.break_down().into_iter().for_each(|job| job.finish(Err(Unavailable::Broken)));
        }
    }
}
