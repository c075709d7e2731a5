//! The stored data, for reading or writing. In an SQLite file with `synchronous=FULL` in WAL mode, a
//! commit that has returned survives the loss of power, not only of the process; in a PostgreSQL
//! database with a synchronous standby it survives the loss of a machine.

mod file;

use std::fs::File;
use std::sync::Arc;
use std::time::Instant;

use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

use super::cluster_member::ClusterMember;
use super::commit_mark::{CommitMark, MarkFile};
use super::database::{Database, DatabaseError, Postgres, Transaction};
use super::error::StoreError;
use super::journal::{self, Journal, damage};
use super::lease::{LIFETIME, Lease};
use super::quarantine;
use super::row::Row;
use super::schema;
use super::seats::NewSeats;
use super::storage::{Place, Storage};
use crate::ops::calendar::Calendar;

pub(super) use file::{KEPT_LOG, ensure_file_of_log, expect_end};

/// For connections that write to a server: one that is paused in the middle of a commit must not
/// keep its successor waiting.
const BRIEF: &str = "SET idle_in_transaction_session_timeout = '2s'";

/// A connection to the data.
#[derive(Debug)]
pub(super) struct Archive {
    pub(super) db: Database,
    /// Only in the writing connection.
    pen: Option<ArchiveWriter>,
    /// The file once more, for the checkpoints' flushes. Closed after `db`, because closing one
    /// handle of a file releases all locks of the process on it (POSIX).
    _main: Option<Arc<File>>,
}

/// The writing side.
#[derive(Debug)]
struct ArchiveWriter {
    journal: Journal,
    seats: NewSeats,
    end: CommitEnd,
}

/// What makes a commit the last word.
#[derive(Debug)]
enum CommitEnd {
    /// A file names the last row, so that its loss is noticed.
    File(MarkFile),
    /// The database lets only the holder of the lease commit.
    Server(Lease),
}

impl Archive {
    /// Opens the data for writing, by a tool: no server may be using it. On a database it waits until
    /// the lease of one that has crashed is over.
    pub(super) fn write(storage: &Storage) -> Result<Archive, StoreError> {
        let began = Instant::now();
        Archive::serve(storage, CancellationToken::new(), || began.elapsed() < 2 * LIFETIME)
    }

    /// Opens the data for writing, by a server; creates it, or migrates it to the current schema.
    /// Where several servers share a database, it waits for its turn, as long as `wait` returns
    /// true; `lost` is cancelled when it may no longer write.
    pub(super) fn serve(
        storage: &Storage,
        lost: CancellationToken,
        wait: impl FnMut() -> bool,
    ) -> Result<Archive, StoreError> {
        match &storage.place {
            Place::Folder(_) => Archive::create(&storage.file()?),
            Place::Database(postgres) => Archive::take(postgres, storage.member(), lost, wait),
        }
    }

    /// Opens the data for reading. A server may be using it.
    pub(super) fn read_only(storage: &Storage) -> Result<Archive, StoreError> {
        match &storage.place {
            Place::Folder(_) => Archive::open(&storage.file()?),
            Place::Database(postgres) => {
                let db = Database::Postgres(postgres.connect()?);
                schema::ensure_server_version(&db)?;
                Ok(Archive { db, pen: None, _main: None })
            }
        }
    }

    fn take(
        postgres: &Postgres,
        member: &ClusterMember,
        lost: CancellationToken,
        wait: impl FnMut() -> bool,
    ) -> Result<Archive, StoreError> {
        let lease = Lease::take(postgres, member, lost, wait)?;
        let db = reconnect(&lease)?;
        let change = db.begin()?;
        lease.fence(&change)?;
        schema::migrate_server(&change)?;
        change.commit()?;
        let mut archive = Archive { db, pen: None, _main: None };
        let set_aside = archive.set_aside_damaged_pages()?;
        archive.pen = Some(ArchiveWriter::new(&archive.db, CommitEnd::Server(lease))?);
        if set_aside {
            archive.put_journal_away()?;
        }
        Ok(archive)
    }

    /// The lease, where there is one.
    pub(super) fn lease(&self) -> Option<&Lease> {
        match &self.pen.as_ref()?.end {
            CommitEnd::Server(lease) => Some(lease),
            CommitEnd::File(_) => None,
        }
    }

    /// Starts a transaction that fails unless this process may write.
    fn begin(&self) -> Result<Transaction<'_>, StoreError> {
        let change = self.db.begin()?;
        if let Some(lease) = self.lease() {
            lease.fence(&change)?;
        }
        Ok(change)
    }

    /// Removes damaged pages from the journal, and sets aside the games whose facts they may hold;
    /// returns whether there were any.
    fn set_aside_damaged_pages(&mut self) -> Result<bool, StoreError> {
        let damaged = damage::damaged_pages(&self.db)?;
        if damaged.is_empty() {
            return Ok(false);
        }
        let at = Calendar::default().now_ms();
        let change = self.begin()?;
        let games = quarantine::set_aside_pages(&change, &damaged, at)?;
        damage::blank(&change, &damaged)?;
        change.commit()?;
        error!(games, pages = damaged.len(), "the journal is damaged: games are set aside");
        Ok(true)
    }

    /// Moves all facts of the journal into their games' segments, and starts the journal anew.
    pub(super) fn put_journal_away(&mut self) -> Result<(), StoreError> {
        let Some(pen) = self.pen.as_mut() else { return Ok(()) };
        let change = self.db.begin()?;
        pen.end.fence(&change)?;
        let mark = pen.journal.put_away(&change)?;
        change.commit()?;
        pen.end.note(&mark)?;
        Ok(())
    }

    /// Writes all rows or none, and records the last of them. Where the connection is lost, it is
    /// found out whether they were written, however long that takes.
    pub(super) fn commit<'a>(
        &mut self,
        rows: impl Iterator<Item = &'a Row> + Clone,
    ) -> Result<(), StoreError> {
        let done = match rows.clone().next() {
            Some(_) => self.commit_rows(rows),
            None => self.ensure_held(),
        };
        if let (Err(_), Some(lease)) = (&done, self.lease()) {
            lease.lost().cancel();
        }
        done
    }

    fn commit_rows<'a>(
        &mut self,
        rows: impl Iterator<Item = &'a Row> + Clone,
    ) -> Result<(), StoreError> {
        let Some(pen) = &mut self.pen else { return Ok(()) };
        // The page that this commit writes: while it has the lease, nobody else writes one.
        let page = pen.journal.next_page();
        let mut in_doubt = false;
        loop {
            let error = match (pen.commit(&self.db, rows.clone()), &pen.end) {
                (Err(StoreError::Database(error)), CommitEnd::Server(_)) => error,
                (done, _) => return done,
            };
            // After a doubt, the first attempt may still have been under way, and have got in the
            // way of the second.
            if !error.is_lost() && !in_doubt {
                return Err(error.into());
            }
            let CommitEnd::Server(lease) = &pen.end else { return Err(error.into()) };
            if error.is_lost() {
                lease.doubt();
                warn!(%error, "it is unknown whether a commit was made");
                self.db = reconnect(lease)?;
            }
            let kept = was_made(lease, &self.db, page)?;
            (pen.journal, pen.seats) = (Journal::read(&self.db)?, NewSeats::read(&self.db)?);
            match (kept, error.is_lost()) {
                (true, _) => {
                    info!("it was made");
                    return Ok(());
                }
                (false, true) => info!("it was not made, and is made again"),
                (false, false) => return Err(error.into()),
            }
            in_doubt = true;
        }
    }

    /// Makes sure that this process may still speak for the data, where that is in question.
    fn ensure_held(&mut self) -> Result<(), StoreError> {
        let Some(ArchiveWriter { end: CommitEnd::Server(lease), .. }) = &self.pen else {
            return Ok(());
        };
        match lease.ensure_held(&self.db) {
            Err(error) if error.is_lost() => {
                self.db = reconnect(lease)?;
                Ok(())
            }
            held => Ok(held?),
        }
    }

    /// Makes a change, all of it or nothing.
    pub(super) fn change<T>(
        &mut self,
        make: impl FnOnce(&Database) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let change = self.begin()?;
        let made = make(&change)?;
        change.commit()?;
        Ok(made)
    }

    /// Reads from one snapshot of the data.
    pub(super) fn read<T>(
        &self,
        read: impl FnOnce(&Database) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let _moment = self.db.snapshot()?;
        read(&self.db)
    }

    /// Starts a snapshot: later writes are not seen.
    pub(super) fn freeze(&self) -> Result<(), StoreError> {
        Ok(self.db.freeze()?)
    }

    /// Returns the faults that the database finds in its own file, and those of the journal.
    pub(super) fn complaints(&self) -> Result<Vec<String>, StoreError> {
        let mut found = self.faulty_pages()?;
        found.extend(journal::complaints(&self.db)?);
        Ok(found)
    }
}

impl ArchiveWriter {
    fn new(db: &Database, end: CommitEnd) -> Result<ArchiveWriter, StoreError> {
        Ok(ArchiveWriter { journal: Journal::read(db)?, seats: NewSeats::read(db)?, end })
    }

    fn commit<'a>(
        &mut self,
        db: &Database,
        rows: impl Iterator<Item = &'a Row>,
    ) -> Result<(), StoreError> {
        let batch = db.begin()?;
        self.end.fence(&batch)?;
        let mut last = None;
        for row in rows {
            last = row.write(&batch, (&mut self.journal, &mut self.seats))?.or(last);
        }
        self.seats.move_some(&batch)?;
        // Each commit ends with a row by which it is known; where there is none, as for a ban, a
        // blank page is written.
        let last = match (last, &self.end) {
            (Some(last), CommitEnd::File(_)) if self.journal.is_blank() => last,
            _ => self.journal.write(&batch)?,
        };
        batch.commit()?;
        if let Err(error) = self.end.note(&last) {
            warn!(%error, "the commit mark could not be written");
        }
        Ok(())
    }
}

/// Whether the commit with this page was made. Without the lease nobody knows: whoever took it may
/// have written a page of the same number.
fn was_made(lease: &Lease, db: &Database, page: i64) -> Result<bool, StoreError> {
    let look = db.begin()?;
    lease.fence(&look)?;
    let made = journal::has_number(&look, page)?;
    look.commit()?;
    Ok(made)
}

/// Connects again, to write.
fn reconnect(lease: &Lease) -> Result<Database, StoreError> {
    let db = lease.reconnect()?;
    db.execute_batch(BRIEF)?;
    Ok(db)
}

impl CommitEnd {
    fn fence(&self, change: &Database) -> Result<(), DatabaseError> {
        match self {
            CommitEnd::File(_) => Ok(()),
            CommitEnd::Server(lease) => lease.fence(change),
        }
    }

    fn note(&mut self, last: &CommitMark) -> std::io::Result<()> {
        match self {
            CommitEnd::File(mark) => mark.note(last),
            CommitEnd::Server(_) => Ok(()),
        }
    }
}

impl Drop for Archive {
    fn drop(&mut self) {
        if let Some(ArchiveWriter { end: CommitEnd::Server(lease), .. }) = &mut self.pen {
            lease.release(&self.db);
        }
    }
}
