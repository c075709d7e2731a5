//! The thread that commits. While it waits for the disk, the next batch gathers
//! behind it: the busier the server, the cheaper a move.

use tracing::error;

use super::Unavailable;
use super::queue::{Job, Queue};
use super::sqlite::Archive;

/// Commits until the queue is closed. The first commit that fails is the last:
/// nobody knows what of it is on disk, and whatever followed from it must not
/// be acknowledged.
pub(super) fn run(mut archive: Archive, queue: &Queue) {
    let _broken = BreakOnPanic(queue);
    let mut batch: Vec<Job> = Vec::new();
    while queue.take(&mut batch) {
        let kept = archive.commit(batch.iter().filter_map(Job::row));
        let kept = kept.map_err(|error| {
            error!(%error, "a commit has failed: nothing more is acknowledged");
            Unavailable::Broken
        });
        batch.drain(..).for_each(|job| job.finish(kept));
        if kept.is_err() {
            return queue.break_down();
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
