//! The store of games. A room decides, posts its events with the messages to send once
//! they are on disk, and continues; the writer commits what has arrived in the meantime
//! and then sends them, in the order of posting. Nothing outside this folder knows
//! which database it is.

mod archive;
mod audit;
mod backup;
#[cfg(feature = "testing")]
mod batches;
mod career;
mod check;
mod checkpoints;
mod checksum;
mod commit_mark;
mod committed;
mod encoding;
mod entry;
mod erasure;
mod error;
#[cfg(test)]
mod folder;
mod games;
mod journal;
mod ladder_book;
mod ladder_log;
mod ladder_queries;
mod pace;
mod people;
mod player_traits;
mod private_file;
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
mod settled;
mod stats;
mod tournaments;
mod upkeep;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use protocol::{TableId, TournamentId};

use crate::config::Durability;
use crate::ops::calendar::Calendar;
use crate::ops::disk_space::{DiskSpace, free_bytes};
use crate::ops::metrics::Metrics;
use crate::records::accounts::Accounts;
use crate::records::game::Record;
use crate::records::tournament_log::TournamentLog;
use crate::store::archive::Archive;
use crate::store::queue::{Job, Queue, Rows};
use crate::store::readers::{Purpose, Readers};
use crate::store::row::Row;
use crate::store::writer::Writer;

pub use crate::store::backup::{backup, restore};
#[cfg(feature = "testing")]
pub(crate) use crate::store::batches::Batches;
pub(crate) use crate::store::career::Career;
pub use crate::store::check::{Checked, check};
pub(crate) use crate::store::committed::committed;
pub(crate) use crate::store::entry::Entry;
pub(crate) use crate::store::erasure::Bearers;
pub use crate::store::error::StoreError;
pub(crate) use crate::store::error::Unavailable;
pub(crate) use crate::store::games::{Unfinished, Whose};
pub use crate::store::ladder_log::Voided;
pub(crate) use crate::store::puzzles::{PuzzleCareer, PuzzleStands, PuzzleWish};
pub(crate) use crate::store::quarantine::SetAside;
pub(crate) use crate::store::queue::Slot;
pub(crate) use crate::store::rank_cursor::RankCursor;
pub(crate) use crate::store::ranking::{
    AnchorLine, Bar, LeaderboardLine, Ranked, StartWorth, anchors,
};
pub(crate) use crate::store::recompute::ladder_record;
pub use crate::store::recompute::{Recomputed, compare, declare_void, recompute};
pub use crate::store::repair::{Repaired, repair};
pub(crate) use crate::store::reports::Which;
pub(crate) use crate::store::retention::Old;
pub(crate) use crate::store::reviews::Unreviewed;
pub(crate) use crate::store::seasons::InSeason;
pub(crate) use crate::store::settled::Settled;
pub use crate::store::stats::{Stats, stats};
pub(crate) use crate::store::tournaments::{DamagedTournament, FinishedTournaments};
pub(crate) use crate::store::writer::WriterMode;

/// The file in the data folder.
const FILE: &str = "games.db";

/// Keeps games, or, without a folder, only the order of events.
#[derive(Debug)]
pub(crate) struct Store {
    kept: Option<Kept>,
    /// The server's counters, here because everything that counts has the store.
    pub(crate) metrics: Arc<Metrics>,
    /// The current time.
    pub(crate) calendar: Arc<Calendar>,
    /// How full the disk is.
    pub(crate) space: Arc<DiskSpace>,
}

#[derive(Debug)]
struct Kept {
    durability: Durability,
    folder: PathBuf,
    queue: Arc<Queue>,
    writer: Arc<Writer>,
    /// Further connections: reading waits for no commit.
    readers: Readers,
}

impl Store {
    /// Stores nothing: completions run at once.
    pub(crate) fn nowhere() -> Store {
        Store {
            kept: None,
            metrics: Arc::default(),
            calendar: Arc::default(),
            space: Arc::default(),
        }
    }

    /// Opens the store in a folder that exists, or makes it.
    pub(crate) fn open(
        folder: &Path,
        durability: Durability,
        place: WriterMode,
    ) -> Result<Store, StoreError> {
        let file = folder.join(FILE);
        let archive = Archive::create(&file)?;
        let readers = Readers::open(&file)?;
        let (queue, metrics) = (Arc::<Queue>::default(), Arc::<Metrics>::default());
        // Commits that nobody waits for must not make the network wait for the disk.
        let place = match durability {
            Durability::Full => place,
            Durability::Relaxed => WriterMode::Thread,
        };
        let writer = Writer::new(archive, Arc::clone(&queue), durability, Arc::clone(&metrics));
        let writer = Arc::new(writer);
        writer.start(place)?;
        let calendar = Arc::<Calendar>::default();
        let written = readers.read_now(|archive| archive.look(games::last_opened))?;
        written.into_iter().for_each(|written| calendar.compare_with(written));
        let kept = Kept { durability, folder: folder.to_owned(), queue, writer, readers };
        Ok(Store { kept: Some(kept), metrics, calendar, space: Arc::default() })
    }

    /// Takes a place in the queue, before anything is decided: what has been
    /// decided can be posted. A place that is not used is given back.
    pub(crate) fn reserve(&self) -> Result<Slot, Unavailable> {
        match &self.kept {
            Some(kept) => kept.queue.reserve(),
            None => Ok(Slot::free()),
        }
    }

    /// Keeps what belongs together: all of it or nothing.
    pub(crate) fn keep(
        &self,
        slot: Slot,
        entries: &[Entry<'_>],
        then: impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    ) {
        let rows = || {
            let at = self.calendar.now_ms();
            entries.iter().map(|entry| Row::new(entry, at)).collect()
        };
        self.post(slot, rows, then);
    }

    /// Keeps nothing, but waits for all that was posted before.
    pub(crate) fn follow(
        &self,
        slot: Slot,
        then: impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    ) {
        self.post(slot, Rows::new, then);
    }

    fn post(
        &self,
        slot: Slot,
        rows: impl FnOnce() -> Rows,
        then: impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    ) {
        let Some(kept) = &self.kept else { return then(Ok(())) };
        match kept.durability {
            Durability::Full => kept.queue.push(Job::new(slot, rows(), Box::new(then))),
            Durability::Relaxed => {
                then(Ok(()));
                let rows = rows();
                if !rows.is_empty() {
                    kept.queue.push(Job::new(slot, rows, Box::new(|_| {})));
                }
            }
        }
    }

    /// Whether a commit has failed.
    pub(crate) fn is_broken(&self) -> bool {
        self.kept.as_ref().is_some_and(|kept| kept.queue.is_broken())
    }

    /// Events that wait for the disk.
    pub(crate) fn waiting(&self) -> usize {
        self.kept.as_ref().map_or(0, |kept| kept.queue.waiting())
    }

    /// All games that have not ended.
    pub(crate) fn unfinished(&self) -> Result<Unfinished, StoreError> {
        match &self.kept {
            Some(kept) => kept.readers.read_now(|archive| archive.look(games::unfinished)),
            None => Ok(Unfinished::default()),
        }
    }

    /// Everybody who is registered.
    pub(crate) fn accounts(&self) -> Result<Accounts, StoreError> {
        match &self.kept {
            Some(kept) => kept.readers.read_now(|archive| archive.look(people::accounts)),
            None => Ok(Accounts::default()),
        }
    }

    /// A game that has ended.
    pub(crate) async fn finished(&self, table: TableId) -> Result<Option<Record>, StoreError> {
        let record = self.find(table).await?;
        Ok(record.filter(|record| record.over.is_some()))
    }

    /// Some games that wait for a review.
    pub(crate) async fn unreviewed(&self) -> Result<Vec<Unreviewed>, StoreError> {
        Ok(self.read(|archive| archive.look(reviews::unreviewed)).await?.unwrap_or_default())
    }

    /// Whether a game needs a review, and the review, if it exists.
    pub(crate) async fn review(
        &self,
        table: TableId,
    ) -> Result<Option<Option<String>>, StoreError> {
        let find = move |archive: &Archive| archive.look(|db| reviews::find(db, table));
        Ok(self.read(find).await?.flatten())
    }

    /// All tournaments that are not over.
    pub(crate) fn ongoing_tournaments(&self) -> Result<Vec<TournamentLog>, StoreError> {
        let Some(kept) = &self.kept else { return Ok(Vec::new()) };
        kept.readers.read_now(|archive| archive.look(tournaments::ongoing))
    }

    /// The newest finished tournaments that were made before this one, as they are
    /// listed.
    pub(crate) async fn finished_tournaments(
        &self,
        before: TournamentId,
        most: u32,
    ) -> Result<FinishedTournaments, StoreError> {
        let read =
            move |archive: &Archive| archive.look(|db| tournaments::finished(db, before, most));
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// All tournaments that cannot be read.
    pub(crate) async fn damaged_tournaments(&self) -> Result<Vec<DamagedTournament>, StoreError> {
        let read = |archive: &Archive| archive.look(tournaments::damaged);
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// All that is kept of one tournament.
    pub(crate) async fn tournament(
        &self,
        id: TournamentId,
    ) -> Result<Option<TournamentLog>, StoreError> {
        let read = move |archive: &Archive| archive.look(|db| tournaments::find(db, id));
        self.read(read).await.map(Option::flatten)
    }

    /// Reads the disk away from the network threads; `None` if nothing is kept.
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

    /// A game, as far as it is kept.
    pub(crate) async fn find(&self, table: TableId) -> Result<Option<Record>, StoreError> {
        let read = move |archive: &Archive| archive.look(|db| games::find(db, table));
        Ok(self.read(read).await?.flatten())
    }

    /// The latest games of a player, before this one, at most so many.
    pub(crate) async fn games_of(
        &self,
        whose: Whose,
        before: TableId,
        most: usize,
    ) -> Result<Vec<Record>, StoreError> {
        let read = move |archive: &Archive| {
            archive.look(|db| games::of_player(db, &whose, before.0, most))
        };
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// Bytes of what has been written and is not yet in its place in the file.
    pub(crate) fn log_bytes(&self) -> u64 {
        let file = self.kept.as_ref().map(|kept| kept.folder.join(format!("{FILE}-wal")));
        file.and_then(|file| file.metadata().ok()).map_or(0, |file| file.len())
    }
}

impl Drop for Store {
    /// Everything posted is still written.
    fn drop(&mut self) {
        if let Some(kept) = &self.kept {
            kept.writer.end();
        }
    }
}

#[cfg(test)]
mod tests;
