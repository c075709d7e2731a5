//! The thread that commits. While it waits for the disk, the next batch gathers
//! behind it: the busier the server, the cheaper a move. Where nobody waits for a
//! commit, it lets events gather first.

use std::time::{Duration, Instant};

use tracing::error;

use super::archive::Archive;
use super::queue::{Job, Queue};
use super::{Durability, Unavailable};
use crate::metrics::Metrics;

/// How large commits are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rhythm {
    /// How long events gather after a commit.
    pause: Duration,
    /// Events in one commit.
    most: usize,
}

impl From<Durability> for Rhythm {
    fn from(durability: Durability) -> Rhythm {
        match durability {
            // Enough that the cost of a commit no longer matters, few enough that
            // nobody waits for the others' rows.
            Durability::Full => Rhythm { pause: Duration::ZERO, most: 512 },
            // The fewer commits, the fewer times a page is written that many
            // events change.
            Durability::Relaxed => Rhythm { pause: Duration::from_millis(20), most: 4_096 },
        }
    }
}

/// Commits until the queue is closed. The first commit that fails is the last:
/// nobody knows what of it is on disk, and whatever followed from it must not
/// be acknowledged.
pub(super) fn run(mut archive: Archive, queue: &Queue, rhythm: Rhythm, metrics: &Metrics) {
    let _broken = BreakOnPanic(queue);
    let mut batch: Vec<Job> = Vec::new();
    while queue.take(&mut batch, rhythm.most) {
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
        let full = batch.len() == rhythm.most;
        batch.drain(..).for_each(|job| job.finish(kept));
        // This list and the queue's take turns: what a burst has taken goes back.
        batch.shrink_to(rhythm.most);
        let Ok(last) = last else { return queue.break_down() };
        // Only now: nobody waits for it.
        archive.note(last);
        if !rhythm.pause.is_zero() && !full {
            std::thread::sleep(rhythm.pause);
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
