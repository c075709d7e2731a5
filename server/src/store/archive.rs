//! The games in an SQLite file. `synchronous=FULL` in WAL mode: a commit that has returned survives
//! the loss of power, not only of the process.

use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior};
use tracing::{error, warn};

use super::checkpoints;
use super::commit_mark::{CommitMark, MarkFile};
use super::error::StoreError;
use super::journal::{self, Journal, damage};
use super::row::Row;
use super::schema::{ensure_ours, ensure_version, migrate, version};
use super::{private_file, quarantine};
use crate::ops::calendar::Calendar;

/// How long to wait for another connection, such as a backup's, that briefly locks the file.
const BUSY: Duration = Duration::from_secs(5);

/// A connection to the file.
#[derive(Debug)]
pub(super) struct Archive {
    pub(super) db: Connection,
    /// Only in the writing connection.
    pen: Option<ArchiveWriter>,
}

/// The writing side.
#[derive(Debug)]
struct ArchiveWriter {
    journal: Journal,
    head: MarkFile,
}

impl Archive {
    /// Opens the file for writing; creates it, or migrates it to the current schema.
    pub(super) fn create(file: &Path) -> Result<Archive, StoreError> {
        drop(private_file::open(file)?);
        let mut db = Connection::open(file)?;
        db.busy_timeout(BUSY)?;
        // If this start is refused, nothing may be written: the log may hold whole commits behind
        // damaged ones, and closing the file would drop them.
        let keep_log = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
        db.set_db_config(keep_log, true)?;
        ensure_ours(&db)?;
        expect_end(&db, file)?;
        // For a new file, so that it can shrink a little at a time.
        db.pragma_update(None, "auto_vacuum", "incremental")?;
        db.pragma_update(None, "journal_mode", "wal")?;
        db.pragma_update(None, "synchronous", "full")?;
        // After a burst the log shrinks again.
        db.pragma_update(None, "journal_size_limit", 64 << 20)?;
        db.pragma_update(None, "foreign_keys", false)?;
        migrate(&mut db)?;
        db.pragma_update(None, "foreign_keys", true)?;
        checkpoints::delegate(&mut db, file)?;
        db.set_db_config(keep_log, false)?;
        let mut archive = Archive { db, pen: None };
        let set_aside = archive.set_aside_damaged_pages()?;
        let journal = Journal::read(&archive.db)?;
        archive.pen = Some(ArchiveWriter { journal, head: MarkFile::open(file)? });
        if set_aside {
            archive.put_journal_away()?;
        }
        Ok(archive)
    }

    /// Removes damaged pages from the journal, and sets aside the games whose facts they may hold;
    /// returns whether there were any.
    fn set_aside_damaged_pages(&mut self) -> Result<bool, StoreError> {
        let damaged = damage::damaged_pages(&self.db)?;
        if damaged.is_empty() {
            return Ok(false);
        }
        let at = Calendar::default().now_ms();
        let change = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let games = quarantine::set_aside_pages(&change, &damaged, at)?;
        damage::blank(&change, &damaged)?;
        change.commit()?;
        error!(games, pages = damaged.len(), "the journal is damaged: games are set aside");
        Ok(true)
    }

    /// Moves all facts of the journal into their games' segments, and starts the journal anew.
    pub(super) fn put_journal_away(&mut self) -> Result<(), StoreError> {
        let Some(pen) = self.pen.as_mut() else { return Ok(()) };
        let change = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mark = pen.journal.put_away(&change)?;
        change.commit()?;
        pen.head.note(&mark)?;
        Ok(())
    }

    /// Opens the file for reading.
    pub(super) fn open(file: &Path) -> Result<Archive, StoreError> {
        let db = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        db.busy_timeout(BUSY)?;
        ensure_ours(&db)?;
        ensure_version(version(&db)?)?;
        Ok(Archive { db, pen: None })
    }

    /// Writes all rows or none, and records the last of them in the commit mark.
    pub(super) fn commit<'a>(
        &mut self,
        rows: impl Iterator<Item = &'a Row>,
    ) -> Result<(), StoreError> {
        let (mut rows, mut last) = (rows.peekable(), None);
        let Some(pen) = self.pen.as_mut().filter(|_| rows.peek().is_some()) else {
            return Ok(());
        };
        let batch = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for row in rows {
            last = row.write(&batch, &mut pen.journal)?.or(last);
        }
        // Each commit ends with a row that the commit mark can name; where there is none, as for a
        // ban, a blank page is written.
        let last = match last {
            Some(last) if pen.journal.is_blank() => last,
            _ => pen.journal.write(&batch)?,
        };
        batch.commit()?;
        if let Err(error) = pen.head.note(&last) {
            warn!(%error, "the commit mark could not be written");
        }
        Ok(())
    }

    /// Makes a change, all of it or nothing.
    pub(super) fn change<T>(
        &mut self,
        make: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let change = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let made = make(&change)?;
        change.commit()?;
        Ok(made)
    }

    /// Reads from one snapshot of the file.
    pub(super) fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let moment = self.db.is_autocommit().then(|| self.db.unchecked_transaction());
        let _moment = moment.transpose()?;
        read(&self.db)
    }

    /// Starts a snapshot: later writes are not seen.
    pub(super) fn freeze(&self) -> Result<(), StoreError> {
        self.db.execute_batch("BEGIN; SELECT count(*) FROM sqlite_schema")?;
        Ok(())
    }

    /// Returns the faults that the database finds in its own file, and those of the journal.
    pub(super) fn complaints(&self) -> Result<Vec<String>, StoreError> {
        let mut found = self.faulty_pages()?;
        found.extend(journal::complaints(&self.db)?);
        Ok(found)
    }

    /// Returns the same without examining the contents of rows.
    pub(super) fn faulty_pages(&self) -> Result<Vec<String>, StoreError> {
        let mut query = self.db.prepare("PRAGMA integrity_check")?;
        let found: Vec<String> =
            query.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(found.into_iter().filter(|line| line != "ok").collect())
    }

    /// Copies all committed data into a new file.
    pub(super) fn copy(&self, to: &Path) -> Result<(), StoreError> {
        let mut copy = Connection::open(to)?;
        let backup = rusqlite::backup::Backup::new(&self.db, &mut copy)?;
        // In one step: with several, each commit of the server would restart the copy, and on a
        // busy server it would never end.
        backup.run_to_completion(i32::MAX, Duration::ZERO, None)?;
        Ok(())
    }
}
/// Checks that the row written last is there; otherwise the store is damaged.
pub(super) fn expect_end(db: &Connection, file: &Path) -> Result<(), StoreError> {
    let Some(mark) = CommitMark::read(file)? else { return Ok(()) };
    let (there, what) = match mark {
        // Not even the tables are there.
        _ if version(db)? == 0 => (false, "everything".to_owned()),
        CommitMark::Game { game, sum } => {
            let mut query = db.prepare_cached("SELECT checksum FROM game WHERE id = ?1")?;
            let found: Option<i64> = query.query_row([game], |row| row.get(0)).optional()?;
            (found == Some(sum), format!("the opening of game {game}"))
        }
        CommitMark::Page { number, sum } => {
            let there = journal::has_page(db, number, sum)?;
            (there, format!("page {number} of the journal"))
        }
    };
    match there {
        true => Ok(()),
        false => Err(StoreError::Damaged(format!(
            "{what}, the last write, is missing: the store has lost its end. \
             (After restoring a backup by hand, delete the .head file.)"
        ))),
    }
}
