//! Connections for reading, besides the one for writing. There are several, so that no short query
//! waits for a long one; and separate ones for what players wait for, so that no query over HTTP
//! ever holds up a greeting or a rated game.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

use super::archive::Archive;
use super::error::StoreError;
use super::storage::Storage;
use crate::admission::background_thread;

/// The number of queries of one purpose that run at once. Each holds a connection, whose cache
/// takes up to 2 MB; more would only share the disk.
const AT_ONCE: usize = 4;

/// The purpose of a query; each has its own connections.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    /// A client looks something up.
    LookUp,
    /// Two players wait for their game.
    Offer,
    /// Somebody says who they are.
    Identity,
}

/// All connections for reading.
#[derive(Debug)]
pub(super) struct Readers {
    look_ups: Arc<ReaderPool>,
    offers: Arc<ReaderPool>,
    identities: Arc<ReaderPool>,
}

#[derive(Debug)]
struct ReaderPool {
    storage: Storage,
    turns: Semaphore,
    /// Idle connections; each is opened when it is first needed.
    idle: Mutex<Vec<Archive>>,
}

impl Readers {
    /// Opens readers of data that exists and has the current schema.
    pub(super) fn open(storage: &Storage) -> Result<Readers, StoreError> {
        let pool = || -> Result<Arc<ReaderPool>, StoreError> {
            let idle = Mutex::new(vec![Archive::read_only(storage)?]);
            let (storage, turns) = (storage.clone(), Semaphore::new(AT_ONCE));
            Ok(Arc::new(ReaderPool { storage, turns, idle }))
        };
        Ok(Readers { look_ups: pool()?, offers: pool()?, identities: pool()? })
    }

    /// Reads in this thread.
    pub(super) fn read_now<T>(
        &self,
        read: impl FnOnce(&Archive) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.look_ups.read(read)
    }

    /// Reads away from the network threads. A query that is lost, because the server stops or the
    /// query panics, does not mean that anything is damaged.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        purpose: Purpose,
        read: impl FnOnce(&Archive) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let pool = match purpose {
            Purpose::LookUp => &self.look_ups,
            Purpose::Offer => &self.offers,
            Purpose::Identity => &self.identities,
        };
        let _turn = pool.turns.acquire().await.map_err(io::Error::other)?;
        let pool = Arc::clone(pool);
        #[cfg(test)]
        if crate::system::simulated::is_simulated() {
            return pool.read(read);
        }
        match purpose {
            // Anybody may send expensive queries, so they give way to play.
            Purpose::LookUp => background_thread::run(move || pool.read(read)).await?,
            Purpose::Offer | Purpose::Identity => {
                tokio::task::spawn_blocking(move || pool.read(read))
                    .await
                    .map_err(io::Error::from)?
            }
        }
    }
}

impl ReaderPool {
    fn read<T>(
        &self,
        read: impl FnOnce(&Archive) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let archive = match self.take() {
            Some(archive) => archive,
            None => Archive::read_only(&self.storage)?,
        };
        // A connection whose query panics, or that is lost, is dropped, and another is opened in
        // its place.
        let done = read(&archive);
        if !archive.db.is_open() {
            return done;
        }
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(archive);
        done
    }

    fn take(&self) -> Option<Archive> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain(|archive| archive.db.is_open());
        idle.pop()
    }
}

#[cfg(test)]
mod tests {
    use protocol::ErrorCode;

    use super::*;
    use crate::records::request_error::RequestError;
    use crate::store::folder::{folder_in_memory, open_store, storage};

    #[tokio::test]
    async fn a_lost_query_does_not_mean_that_a_record_is_damaged() {
        let folder = folder_in_memory();
        drop(open_store(&folder));
        let readers = Readers::open(&storage(&folder)).expect("there is a store");
        for purpose in [Purpose::LookUp, Purpose::Offer, Purpose::Identity] {
            let lost = readers.read::<()>(purpose, |_| panic!("on purpose")).await;
            let told = RequestError::from(lost.expect_err("it is lost"));
            assert_eq!(told.code(), ErrorCode::StorageUnavailable, "{purpose:?}");
        }
    }
}
