//! The writer of a simulated server: it commits in that server's only thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::sleep;

use super::{Job, Writer};
use crate::store::archive::Archive;
use crate::store::error::Unavailable;

impl Writer {
    /// Commits what arrives. `takes` says of each commit how long it takes; once `fails` is set, none
    /// succeeds.
    pub(in crate::store) async fn run_simulated(
        self: Arc<Writer>,
        mut takes: impl FnMut() -> Duration,
        fails: Arc<AtomicBool>,
    ) {
        let mut batch = Vec::new();
        while self.arrival().await {
            self.watch.begin();
            sleep(takes()).await;
            if fails.load(Ordering::Relaxed) {
                return self.fail();
            }
            if self.commit(&mut batch).is_none() {
                return;
            }
            self.completions.turn().await;
        }
    }

    /// Fails to commit what waits, as when the database refuses it.
    fn fail(&self) {
        drop(self.lock().take());
        let mut refused = self.queue.break_down();
        self.completions.finish(&mut refused, Err(Unavailable::Broken));
    }

    /// Commits what waits, for nobody, and nothing after it. `before` sees the disk without it.
    /// Returns the archive, whose end copies the log.
    pub(in crate::store) fn crash(&self, before: impl FnOnce()) -> Option<Archive> {
        let mut archive = self.lock().take();
        before();
        let mut batch = Vec::new();
        self.queue.take(&mut batch, usize::MAX);
        if let Some(archive) = &mut archive {
            // Nobody hears whether it can be written.
            let _ = archive.commit(batch.iter().flat_map(Job::rows));
        }
        archive
    }
}
