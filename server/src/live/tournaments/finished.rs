//! Views of tournaments, including finished ones, which are replayed from the disk. That may take a
//! second, so it is done away from the network threads, one at a time and fairly by address, and clients who ask for
//! the same file share it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use protocol::{Cause, Missing, TournamentId, TournamentView};
use tournament::Contest;

use super::{TournamentConfig, Tournaments, pairings, view};
use crate::admission::background_thread;
use crate::admission::ip_prefix::IpPrefix;
use crate::admission::work_queue::WorkQueue;
use crate::records::request_error::RequestError;
use crate::store::{Store, StoreError};

/// The number of requests that may wait for a replay; a page asks for a few at a time.
const WAITING: usize = 64;

/// The queue of replays, and the files that are being sent.
#[derive(Debug)]
pub(super) struct Finished {
    queue: WorkQueue,
    files: Mutex<BTreeMap<TournamentId, Weak<[u8]>>>,
}

impl Tournaments {
    /// Returns a tournament's state, or its final state.
    pub(crate) async fn view(
        &self,
        store: &Store,
        from: IpPrefix,
        id: TournamentId,
    ) -> Result<TournamentView, RequestError> {
        if let Ok(ongoing) = self.find(id) {
            let view = ongoing.view();
            store.flush().await?;
            return Ok(view);
        }
        self.replayed(store, from, id, move |config, contest| {
            view::tournament(id, contest, config.begins_at, &contest.opening().key)
        })
        .await
    }

    /// Passes a tournament to `read`, without anything that is not on disk.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        store: &Store,
        from: IpPrefix,
        id: TournamentId,
        read: impl FnOnce(&Contest) -> T + Send + 'static,
    ) -> Result<T, RequestError> {
        let Ok(ongoing) = self.find(id) else {
            return self.replayed(store, from, id, |_, contest| read(contest)).await;
        };
        store.flush().await?;
        if !ongoing.is_over() {
            return Ok(ongoing.read(read));
        }
        let contest = ongoing.contest();
        let seen = background_thread::run(move || read(&contest)).await;
        Ok(seen.map_err(|_| unreadable(id))?)
    }

    /// Returns the pairings, and the pairs that are being played.
    pub(crate) async fn pairings(
        &self,
        store: &Store,
        from: IpPrefix,
        id: TournamentId,
    ) -> Result<pairings::Pairings, RequestError> {
        if let Ok(ongoing) = self.find(id) {
            let pairings = ongoing.pairings();
            store.flush().await?;
            return Ok(pairings);
        }
        self.replayed(store, from, id, move |_, contest| {
            pairings::all(id, contest, &BTreeSet::new())
        })
        .await
    }

    /// Returns the signed file of a tournament; `None` before it is over.
    pub(crate) async fn file(
        &self,
        store: &Store,
        from: IpPrefix,
        id: TournamentId,
    ) -> Result<Option<Arc<[u8]>>, RequestError> {
        if let Some(file) = self.finished.sent(id) {
            return Ok(Some(file));
        }
        let signer = self.signer.clone();
        let export = move |contest: &Contest| signer.export(contest).map(String::into_bytes);
        let file: Option<Arc<[u8]>> = self.read(store, from, id, export).await?.map(Arc::from);
        if let Some(file) = &file {
            self.finished.sends(id, file);
        }
        Ok(file)
    }

    async fn replayed<T: Send + 'static>(
        &self,
        store: &Store,
        from: IpPrefix,
        id: TournamentId,
        read: impl FnOnce(&TournamentConfig, &Contest) -> T + Send + 'static,
    ) -> Result<T, RequestError> {
        let none = || RequestError::from(Cause::NotFound { what: Missing::Tournament });
        let busy = || RequestError::from(Cause::ReplayQueueFull);
        let permit = self.finished.queue.acquire(from).await.ok_or_else(busy)?;
        let log = store.tournament(id).await?.ok_or_else(none)?;
        let replay = move || {
            let damaged = |wrong| StoreError::Damaged(format!("tournament {id}: {wrong}"));
            let contest = log.contest().map_err(damaged)?;
            let seen = read(&log.config, &contest);
            drop(permit);
            Ok::<T, StoreError>(seen)
        };
        Ok(background_thread::run(replay).await.map_err(|_| unreadable(id))??)
    }
}

fn unreadable(id: TournamentId) -> StoreError {
    StoreError::Damaged(format!("tournament {id} could not be replayed"))
}

impl Default for Finished {
    fn default() -> Finished {
        Finished { queue: WorkQueue::new(1, WAITING), files: Mutex::default() }
    }
}

impl Finished {
    /// Returns the file, if it is being sent to somebody.
    fn sent(&self, id: TournamentId) -> Option<Arc<[u8]>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).get(&id)?.upgrade()
    }

    fn sends(&self, id: TournamentId, file: &Arc<[u8]>) {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.retain(|_, file| file.strong_count() > 0);
        files.insert(id, Arc::downgrade(file));
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_file_is_shared_while_it_is_sent_and_then_forgotten() {
        let (finished, id) = (Finished::default(), |n| TournamentId(Uuid::from_u128(n)));
        let file: Arc<[u8]> = Arc::from(vec![7; 9]);
        finished.sends(id(1), &file);
        let shared = finished.sent(id(1)).expect("it is being sent");
        assert!(Arc::ptr_eq(&shared, &file) && finished.sent(id(2)).is_none());
        drop((file, shared));
        assert!(finished.sent(id(1)).is_none());
        finished.sends(id(2), &Arc::from(vec![8]));
        let files = finished.files.lock().expect("no test panics here");
        assert_eq!(files.keys().collect::<Vec<_>>(), [&id(2)]);
    }
}
