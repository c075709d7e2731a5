//! The store of a simulated server, whose disk is slow, fails, and tears the last commit.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rand::rngs::StdRng;
use tokio_util::sync::CancellationToken;

use super::folder::{DiskFiles, files, torn};
use super::{Archive, CompletionThread, Storage, Store, StoreError};
use crate::config::Durability;

impl Store {
    /// Opens the store of a server that runs in the current runtime. `takes` says of each commit how
    /// long it takes; once `fails` is set, none succeeds.
    pub(crate) fn simulated(
        storage: &Storage,
        durability: Durability,
        takes: impl FnMut() -> Duration + Send + 'static,
        fails: Arc<AtomicBool>,
    ) -> Result<Store, StoreError> {
        let lost = CancellationToken::new();
        let archive = Archive::serve(storage, lost.clone(), || false)?;
        let threads = (CompletionThread::here(), lost);
        Store::writing(archive, storage, durability, threads, |writer| {
            drop(tokio::spawn(writer.clone().run_simulated(takes, fails)));
            Ok(())
        })
    }

    /// Ends as in a power failure, while what waits is committed: returns what is on the disk.
    pub(crate) fn crash(&self, chance: &mut StdRng) -> DiskFiles {
        let Some(kept) = &self.kept else { return DiskFiles::new() };
        let folder = kept.storage.as_folder().expect("a folder");
        let mut before = DiskFiles::new();
        let archive = kept.writer.crash(|| before = files(folder));
        let after = files(folder);
        drop(archive);
        torn_commit(chance, before, after)
    }
}

/// What is on the disk when the power fails during a commit. Its mark is written after it.
fn torn_commit(chance: &mut StdRng, before: DiskFiles, after: DiskFiles) -> DiskFiles {
    let is_written = |name: &str| name.ends_with("-wal") || name.ends_with(".mark");
    let same = |(name, old): (&String, &Vec<u8>)| is_written(name) || after.get(name) == Some(old);
    if !before.iter().all(same) {
        // The log was being copied into the file, which `faulty_disk` tears.
        return after;
    }
    let mut crashed = torn(chance, &before, &after, false);
    for (name, old) in before.into_iter().filter(|(name, _)| name.ends_with(".mark")) {
        crashed.insert(name, old);
    }
    crashed
}
