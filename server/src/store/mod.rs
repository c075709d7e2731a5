//! The store of games. A room decides, posts its events with the messages to send once they are on
//! disk, and continues; the writer commits what has arrived in the meantime and then sends the
//! messages, in the order of posting. Nothing outside this folder knows which database is used.

mod archive;
mod audit;
mod backup;
#[cfg(feature = "testing")]
mod batches;
mod career;
mod check;
mod checkpoints;
mod checksum;
mod cluster_member;
mod cluster_status;
mod commit_mark;
mod commit_watch;
mod committed;
mod completions;
mod copy;
mod database;
mod encoding;
mod entry;
mod erasure;
mod error;
#[cfg(test)]
pub(crate) mod folder;
mod game_search;
mod games;
mod journal;
mod keys;
mod ladder_book;
mod ladder_log;
mod ladder_queries;
mod lease;
mod opening;
mod people;
mod people_queries;
mod player_traits;
pub(crate) mod private_file;
mod puzzle_queries;
mod puzzles;
mod quarantine;
mod queue;
mod rank_cursor;
mod ranking;
mod rated_games;
mod ratings;
mod readers;
mod rebuild;
mod recompute;
mod repair;
mod reports;
mod retention;
mod reviews;
mod row;
mod schema;
mod seasons;
mod seats;
mod settled;
#[cfg(test)]
mod simulated;
mod stats;
mod storage;
mod tournaments;
mod upkeep;
mod writer;

use std::sync::Arc;
use std::time::Duration;

use protocol::{TableId, TournamentId};
use tokio_util::sync::CancellationToken;

use crate::config::Durability;
use crate::ops::calendar::Calendar;
use crate::ops::disk_space::{DiskSpace, free_bytes};
use crate::ops::metrics::Metrics;
use crate::records::game::RecordedGame;
use crate::records::tournament_log::TournamentLog;
use crate::store::archive::Archive;
use crate::store::queue::{EntryRows, Job, Queue};
use crate::store::readers::{Purpose, Readers};
use crate::store::row::Row;
use crate::store::writer::Writer;
use crate::system;

pub use crate::store::backup::{backup, restore};
#[cfg(feature = "testing")]
pub(crate) use crate::store::batches::Batches;
pub(crate) use crate::store::career::Career;
pub use crate::store::check::{Checked, check};
#[cfg(any(test, feature = "testing"))]
pub(crate) use crate::store::cluster_member::ClusterMember;
pub(crate) use crate::store::cluster_member::Leader;
pub use crate::store::cluster_member::LeaderWatch;
pub use crate::store::cluster_status::cluster_status;
pub(crate) use crate::store::commit_watch::CommitWatch;
pub(crate) use crate::store::committed::committed;
pub(crate) use crate::store::completions::CompletionThread;
pub use crate::store::copy::{Copied, copy};
pub(crate) use crate::store::entry::Entry;
pub(crate) use crate::store::erasure::{NameOccurrence, NameOccurrences};
pub use crate::store::error::StoreError;
pub(crate) use crate::store::error::Unavailable;
pub(crate) use crate::store::game_search::{FoundGames, GameFilter, GameOutcome, Whose};
pub(crate) use crate::store::games::Unfinished;
pub use crate::store::ladder_log::Voided;
pub(crate) use crate::store::lease::LeaseHealth;
pub(crate) use crate::store::puzzles::{PuzzleCareer, PuzzleRequest, ShownPuzzleRating};
pub(crate) use crate::store::quarantine::SetAside;
#[cfg(test)]
pub(crate) use crate::store::queue::PLACES;
pub(crate) use crate::store::queue::Slot;
pub(crate) use crate::store::rank_cursor::RankCursor;
pub(crate) use crate::store::ranking::{
    AnchorLine, Bar, LeaderboardLine, Ranked, StartWorth, anchors,
};
pub use crate::store::recompute::{Recomputed, compare, declare_void, recompute};
pub(crate) use crate::store::recompute::{ladder_proof, ladder_record};
pub use crate::store::repair::{Repaired, repair};
pub(crate) use crate::store::reports::ReportsToList;
pub(crate) use crate::store::retention::Old;
pub(crate) use crate::store::reviews::Unreviewed;
pub(crate) use crate::store::seasons::InSeason;
pub(crate) use crate::store::settled::Settled;
pub use crate::store::stats::{Stats, stats};
pub use crate::store::storage::Storage;
pub(crate) use crate::store::tournaments::{DamagedTournament, FinishedTournaments};

/// The file in the data folder.
const FILE: &str = "games.db";

/// With relaxed durability: how long a commit may take before nothing more is acknowledged, so that
/// a crash undoes only what happened during this one and the next.
const MOST_AT_RISK: Duration = Duration::from_secs(1);

/// Stores games or, without a folder, only keeps the order of events.
#[derive(Debug)]
pub(crate) struct Store {
    kept: Option<Kept>,
    /// The server's counters, here because everything that counts has access to the store.
    pub(crate) metrics: Arc<Metrics>,
    /// The current time.
    pub(crate) calendar: Arc<Calendar>,
    /// How full the disk is.
    pub(crate) space: Arc<DiskSpace>,
    /// How long the commit under way has taken.
    pub(crate) watch: Arc<CommitWatch>,
}

#[derive(Debug)]
struct Kept {
    durability: Durability,
    storage: Storage,
    queue: Arc<Queue>,
    writer: Arc<Writer>,
    /// Further connections, so that reading waits for no commit.
    readers: Readers,
    /// Cancelled when this server may no longer write.
    lost: CancellationToken,
    /// How the lease stands, where there is one.
    lease: Option<Arc<LeaseHealth>>,
}

impl Store {
    /// Creates a store that stores nothing: completions run at once.
    pub(crate) fn discarding() -> Store {
        Store {
            kept: None,
            metrics: Arc::default(),
            calendar: Arc::default(),
            space: Arc::default(),
            watch: Arc::default(),
        }
    }

    /// Cancelled when another server has taken over, or the database can no longer be trusted:
    /// nothing more is acknowledged.
    pub(crate) fn lost(&self) -> CancellationToken {
        self.kept.as_ref().map(|kept| kept.lost.clone()).unwrap_or_default()
    }

    /// The lease by which this server writes; `None` if the data is in a folder.
    pub(crate) fn lease(&self) -> Option<&LeaseHealth> {
        self.kept.as_ref()?.lease.as_deref()
    }

    /// Reserves a place in the queue, before anything is decided, so that what has been decided can
    /// be posted. A place that is not used is returned.
    pub(crate) fn reserve(&self) -> Result<Slot, Unavailable> {
        let Some(kept) = &self.kept else { return Ok(Slot::free()) };
        if matches!(kept.durability, Durability::Relaxed)
            && self.watch.waited(system::now()) > MOST_AT_RISK
        {
            return Err(Unavailable::Full);
        }
        kept.queue.reserve()
    }

    /// Stores entries that belong together: all of them or none.
    pub(crate) fn append(
        &self,
        slot: Slot,
        entries: &[Entry<'_>],
        then: impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    ) {
        let rows = || {
            let at = self.calendar.now_ms();
            entries.iter().map(|entry| Row::new(entry, at)).collect()
        };
        self.post(slot, entries.iter().all(Entry::is_of_play), rows, then);
    }

    /// Stores nothing, but waits for everything that was posted before.
    pub(crate) fn on_committed(
        &self,
        slot: Slot,
        then: impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    ) {
        self.post(slot, true, EntryRows::new, then);
    }

    /// As [`Store::on_committed`], but also with relaxed durability, where nothing else waits.
    pub(crate) fn on_written(
        &self,
        slot: Slot,
        then: impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    ) {
        match &self.kept {
            Some(kept) => kept.queue.push(Job::new(slot, EntryRows::new(), Box::new(then))),
            None => then(Err(Unavailable::Broken)),
        }
    }

    /// Posts rows; what is `of_play` is acknowledged at once with relaxed durability.
    fn post(
        &self,
        slot: Slot,
        of_play: bool,
        rows: impl FnOnce() -> EntryRows,
        then: impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    ) {
        let Some(kept) = &self.kept else { return then(Ok(())) };
        match kept.durability {
            Durability::Relaxed if of_play => {
                then(Ok(()));
                let rows = rows();
                if !rows.is_empty() {
                    kept.queue.push(Job::unawaited(slot, rows));
                }
            }
            _ => kept.queue.push(Job::new(slot, rows(), Box::new(then))),
        }
    }

    /// Whether a commit has failed.
    pub(crate) fn is_broken(&self) -> bool {
        self.kept.as_ref().is_some_and(|kept| kept.queue.is_broken())
    }

    /// Returns the number of events that wait for the disk.
    pub(crate) fn waiting(&self) -> usize {
        self.kept.as_ref().map_or(0, |kept| kept.queue.waiting())
    }

    /// Returns all games that have not ended.
    pub(crate) fn unfinished(&self) -> Result<Unfinished, StoreError> {
        match &self.kept {
            Some(kept) => kept.readers.read_now(|archive| archive.read(games::unfinished)),
            None => Ok(Unfinished::default()),
        }
    }

    /// Returns a game that has ended.
    pub(crate) async fn finished(
        &self,
        table: TableId,
    ) -> Result<Option<RecordedGame>, StoreError> {
        let record = self.find(table).await?;
        Ok(record.filter(|record| record.over.is_some()))
    }

    /// Returns some games that wait for a review.
    pub(crate) async fn unreviewed(&self) -> Result<Vec<Unreviewed>, StoreError> {
        Ok(self.read(|archive| archive.read(reviews::unreviewed)).await?.unwrap_or_default())
    }

    /// Returns whether a game needs a review, and the review, if it exists.
    pub(crate) async fn review(
        &self,
        table: TableId,
    ) -> Result<Option<Option<String>>, StoreError> {
        let find = move |archive: &Archive| archive.read(|db| reviews::find(db, table));
        Ok(self.read(find).await?.flatten())
    }

    /// Returns all tournaments that are not over.
    pub(crate) fn ongoing_tournaments(&self) -> Result<Vec<TournamentLog>, StoreError> {
        let Some(kept) = &self.kept else { return Ok(Vec::new()) };
        kept.readers.read_now(|archive| archive.read(tournaments::ongoing))
    }

    /// Returns the lines of the newest finished tournaments that were created before this one.
    pub(crate) async fn finished_tournaments(
        &self,
        before: TournamentId,
        most: u32,
    ) -> Result<FinishedTournaments, StoreError> {
        let read =
            move |archive: &Archive| archive.read(|db| tournaments::finished(db, before, most));
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// Returns all tournaments that cannot be read.
    pub(crate) async fn damaged_tournaments(&self) -> Result<Vec<DamagedTournament>, StoreError> {
        let read = |archive: &Archive| archive.read(tournaments::damaged);
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// Returns everything that is stored of one tournament.
    pub(crate) async fn tournament(
        &self,
        id: TournamentId,
    ) -> Result<Option<TournamentLog>, StoreError> {
        let read = move |archive: &Archive| archive.read(|db| tournaments::find(db, id));
        self.read(read).await.map(Option::flatten)
    }

    /// Reads the disk away from the network threads; `None` if nothing is stored.
    async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Archive) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<Option<T>, StoreError> {
        self.read_for(Purpose::LookUp, read).await
    }

    async fn read_for<T: Send + 'static>(
        &self,
        purpose: Purpose,
        read: impl FnOnce(&Archive) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<Option<T>, StoreError> {
        let Some(kept) = &self.kept else { return Ok(None) };
        kept.readers.read(purpose, read).await.map(Some)
    }

    /// Returns a game, as far as it is stored.
    pub(crate) async fn find(&self, table: TableId) -> Result<Option<RecordedGame>, StoreError> {
        let read = move |archive: &Archive| archive.read(|db| games::find(db, table));
        Ok(self.read(read).await?.flatten())
    }

    /// Returns the latest of these games before this one, up to a maximum number.
    pub(crate) async fn games_of(
        &self,
        whose: Whose,
        filter: GameFilter,
        before: TableId,
        most: usize,
    ) -> Result<FoundGames, StoreError> {
        let read = move |archive: &Archive| {
            archive.read(|db| game_search::search(db, (&whose, &filter), before.0, most))
        };
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// Returns the length of the write-ahead log's file in bytes, which it keeps when the log begins
    /// anew. 0 where the data is not in a file of this machine.
    pub(crate) fn log_bytes(&self) -> u64 {
        let folder = self.kept.as_ref().and_then(|kept| kept.storage.as_folder());
        let file = folder.map(|folder| folder.join(format!("{FILE}-wal")));
        file.and_then(|file| file.metadata().ok()).map_or(0, |file| file.len())
    }
}

impl Drop for Store {
    /// Everything that was posted is still written.
    fn drop(&mut self) {
        if let Some(kept) = &self.kept {
            kept.writer.end();
        }
    }
}

#[cfg(test)]
mod tests;
