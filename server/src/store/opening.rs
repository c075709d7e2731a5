//! How a store opens: the data for writing, connections for reading, and the thread that commits.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::archive::Archive;
use super::commit_watch::CommitWatch;
use super::completions::CompletionThread;
use super::error::StoreError;
use super::lease::Lease;
use super::queue::Queue;
use super::readers::Readers;
use super::storage::Storage;
use super::writer::Writer;
use super::{Kept, Store, games};
use crate::config::Durability;
use crate::ops::calendar::Calendar;
use crate::ops::metrics::Metrics;

impl Store {
    /// Opens the store, or creates it; the folder must exist. Where several servers share a database,
    /// it waits for its turn, as long as `wait` returns true.
    pub(crate) fn open(
        storage: &Storage,
        durability: Durability,
        completing: CompletionThread,
        wait: impl FnMut() -> bool,
    ) -> Result<Store, StoreError> {
        let lost = CancellationToken::new();
        let archive = Archive::serve(storage, lost.clone(), wait)?;
        Store::writing(archive, storage, durability, (completing, lost), Writer::start)
    }

    /// Opens a store that its own thread, or something else, has yet to write.
    pub(super) fn writing(
        archive: Archive,
        storage: &Storage,
        durability: Durability,
        (completing, lost): (CompletionThread, CancellationToken),
        start: impl FnOnce(&Arc<Writer>) -> std::io::Result<()>,
    ) -> Result<Store, StoreError> {
        let (readers, lease) = (Readers::open(storage)?, archive.lease().map(Lease::health));
        let (queue, metrics) = (Arc::<Queue>::default(), Arc::<Metrics>::default());
        let watch = Arc::<CommitWatch>::default();
        let (jobs, counters) = (Arc::clone(&queue), Arc::clone(&metrics));
        let watched = Arc::clone(&watch);
        let writer = Writer::new(archive, jobs, durability, counters, watched, completing);
        let writer = Arc::new(writer);
        start(&writer)?;
        let calendar = Arc::<Calendar>::default();
        let written = readers.read_now(|archive| archive.read(games::last_opened))?;
        written.into_iter().for_each(|written| calendar.compare_with(written));
        let storage = storage.clone();
        let kept = Kept { durability, storage, queue, writer, readers, lost, lease };
        Ok(Store { kept: Some(kept), metrics, calendar, space: Arc::default(), watch })
    }
}
