//! The thread that commits. While it waits for the disk, the next batch gathers
//! behind it: the busier the server, the cheaper a move.

use std::time::{Duration, Instant};

use tracing::error;

use super::Unavailable;
use super::archive::Archive;
use super::queue::{Job, MAX_BATCH, Queue};
use crate::metrics::Metrics;

/// Commits until the queue is closed. The first commit that fails is the last:
/// nobody knows what of it is on disk, and whatever followed from it must not
/// be acknowledged.
/// After each commit it waits for `pause`, if nobody waits for it.
pub(super) fn run(mut archive: Archive, queue: &Queue, pause: Duration, metrics: &Metrics) {
    let _broken = BreakOnPanic(queue);
    let mut batch: Vec<Job> = Vec::new();
    while queue.take(&mut batch) {
        let rows = batch.iter().flat_map(Job::rows).count() as u64;
        let began = Instant::now();
        let kept = archive.commit(batch.iter().flat_map(Job::rows));
        if rows > 0 {
            metrics.commits.took(began.elapsed());
            metrics.batches.record(rows);
        }
        let last = kept.map_err(|error| {
            error!(%error, "a commit has failed: nothing more is acknowledged");
            Unavailable::Broken
        });
        let kept = last.map(drop);
        let full = batch.len() == MAX_BATCH;
        batch.drain(..).for_each(|job| job.finish(kept));
        let Ok(last) = last else { return queue.break_down() };
        // Only now: nobody waits for it.
        archive.note(last);
        if !pause.is_zero() && !full {
            std::thread::sleep(pause);
        }
    }
}

/// A writer that is gone must not look like one that is slow.
struct BreakOnPanic<'a>(&'a Queue);

impl Drop for BreakOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.break_down();
        }
    }
}
