//! The data in an SQLite file.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection as File, OpenFlags, OptionalExtension};

use super::{Archive, ArchiveWriter, CommitEnd};
use crate::store::checkpoints;
use crate::store::commit_mark::{CommitMark, MarkFile};
use crate::store::database::Database;
use crate::store::error::StoreError;
use crate::store::journal::is_page;
use crate::store::private_file;
use crate::store::schema::{ensure_ours, ensure_version, migrate, version};

/// How long to wait for another connection, such as a backup's, that briefly locks the file.
const BUSY: Duration = Duration::from_secs(5);

/// The length in bytes to which the log shrinks again after a burst, at most.
pub(in crate::store) const KEPT_LOG: u32 = 64 << 20;

impl Archive {
    /// Opens the file for writing; creates it, or migrates it to the current schema.
    pub(in crate::store) fn create(file: &Path) -> Result<Archive, StoreError> {
        ensure_file_of_log(file)?;
        let main = Arc::new(private_file::open(file)?);
        let mut db = File::open(file)?;
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
        db.pragma_update(None, "journal_size_limit", KEPT_LOG)?;
        db.pragma_update(None, "foreign_keys", false)?;
        migrate(&mut db)?;
        db.pragma_update(None, "foreign_keys", true)?;
        #[cfg(test)]
        let delegates = !crate::system::simulated::is_simulated();
        #[cfg(not(test))]
        let delegates = true;
        if delegates {
            checkpoints::delegate(&mut db, file, &main)?;
        }
        db.set_db_config(keep_log, false)?;
        let mut archive = Archive { db: Database::of_file(db)?, pen: None, _main: Some(main) };
        let set_aside = archive.set_aside_damaged_pages()?;
        let end = CommitEnd::File(MarkFile::open(file)?);
        archive.pen = Some(ArchiveWriter::new(&archive.db, end)?);
        if set_aside {
            archive.put_journal_away()?;
        }
        Ok(archive)
    }

    /// Opens the file for reading.
    pub(in crate::store) fn open(file: &Path) -> Result<Archive, StoreError> {
        ensure_file_of_log(file)?;
        let db = File::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        db.busy_timeout(BUSY)?;
        ensure_ours(&db)?;
        ensure_version(version(&db)?)?;
        Ok(Archive { db: Database::of_file(db)?, pen: None, _main: None })
    }

    /// Returns the faults that the database finds in its own file, without examining the contents
    /// of rows. A server looks after its files itself.
    pub(in crate::store) fn faulty_pages(&self) -> Result<Vec<String>, StoreError> {
        let Some(db) = self.db.file() else { return Ok(Vec::new()) };
        let mut query = db.prepare("PRAGMA integrity_check")?;
        let found: Vec<String> =
            query.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(found.into_iter().filter(|line| line != "ok").collect())
    }

    /// Copies all committed data into a new file.
    pub(in crate::store) fn copy_file(&self, to: &Path) -> Result<(), StoreError> {
        let Some(db) = self.db.file() else { return Ok(()) };
        let mut copy = File::open(to)?;
        let backup = rusqlite::backup::Backup::new(db, &mut copy)?;
        // In one step: with several, each commit of the server would restart the copy, and on a
        // busy server it would never end.
        backup.run_to_completion(i32::MAX, Duration::ZERO, None)?;
        Ok(())
    }
}

/// Checks that a log is not without its file: the database would take it for one of another file,
/// and delete it.
pub(in crate::store) fn ensure_file_of_log(file: &Path) -> Result<(), StoreError> {
    let is_blank = |path: &Path| path.metadata().map_or(true, |file| file.len() == 0);
    let log = private_file::beside(file, "-wal");
    if !is_blank(file) || is_blank(&log) {
        return Ok(());
    }
    let (file, log) = (file.display(), log.display());
    Err(StoreError::Damaged(format!(
        "{file} is missing or empty, but not its log: restore a backup, or move {log} elsewhere"
    )))
}

/// Checks that the row written last is there; otherwise the store is damaged.
pub(in crate::store) fn expect_end(db: &File, file: &Path) -> Result<(), StoreError> {
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
            let there = has_page(db, number, sum)?;
            (there, format!("page {number} of the journal"))
        }
    };
    match there {
        true => Ok(()),
        false => Err(StoreError::Damaged(format!(
            "{what}, the last write, is missing: the store has lost its end. \
             (After restoring a backup by hand, delete the .mark file.)"
        ))),
    }
}

/// Whether a page was written as the commit mark says. It may have left the journal since, but only
/// with others after it.
fn has_page(db: &File, number: i64, sum: i64) -> Result<bool, StoreError> {
    let mut query = db.prepare_cached("SELECT facts, checksum FROM journal WHERE number = ?1")?;
    // If one of the two is damaged, the other still identifies the page.
    let is_it = |row: &rusqlite::Row<'_>| {
        let text = row.get_ref(0)?.as_bytes().unwrap_or_default();
        Ok(row.get::<_, i64>(1)? == sum || is_page(number, text, sum))
    };
    let found: Option<bool> = query.query_row([number], is_it).optional()?;
    let first: Option<i64> =
        db.query_row("SELECT min(number) FROM journal", [], |row| row.get(0))?;
    Ok(found.unwrap_or(first.is_some_and(|first| first > number)))
}
