//! Waiting for a commit: converts "do this once it is on disk" into a future.

use tokio::sync::oneshot;

use super::Store;
use super::entry::Entry;
use super::error::Unavailable;
use super::lease::LeaseHealth;
use super::queue::Slot;

/// Returns a callback for a commit, and a future of the result that it is called with.
pub(crate) fn committed() -> (
    impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    impl Future<Output = Result<(), Unavailable>> + Send + use<>,
) {
    let (say, heard) = oneshot::channel();
    let then = move |kept| {
        // The caller may have stopped waiting.
        let _ = say.send(kept);
    };
    // A store that has gone has stored nothing.
    (then, async move { heard.await.unwrap_or(Err(Unavailable::Broken)) })
}

impl Store {
    /// Posts entries that belong together; the future completes when they are on disk.
    pub(crate) fn commit(
        &self,
        slot: Slot,
        entries: &[Entry<'_>],
    ) -> impl Future<Output = Result<(), Unavailable>> + Send + use<> {
        let (then, kept) = committed();
        self.append(slot, entries, then);
        kept
    }

    /// Takes a slot and commits: for callers that decide nothing between the two.
    pub(crate) async fn commit_now(&self, entries: &[Entry<'_>]) -> Result<(), Unavailable> {
        self.commit(self.reserve()?, entries).await
    }

    /// Waits until everything that was posted before is on disk.
    pub(crate) async fn flush(&self) -> Result<(), Unavailable> {
        let (then, kept) = committed();
        self.on_committed(self.reserve()?, then);
        kept.await
    }

    /// Waits until everything that was posted before can be read, whatever the durability. Fails if
    /// nothing is stored.
    pub(crate) async fn written(&self) -> Result<(), Unavailable> {
        let (then, written) = committed();
        self.on_written(self.reserve()?, then);
        written.await
    }

    /// Makes sure that what is in memory was true when this was called. A server that was paused,
    /// or cut off from the database, knows nothing of what its successor has done since.
    pub(crate) async fn confirm(&self) -> Result<(), Unavailable> {
        match self.lease().is_none_or(LeaseHealth::is_certain) {
            true => Ok(()),
            // It is rare, and part of the future of every connection.
            false => Box::pin(self.flush()).await,
        }
    }
}
