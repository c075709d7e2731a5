//! Builds a new file from the readable rows of one that has lost pages, such as a truncated one.
//! The old files stay beside it, because somebody may know how to read more of them.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, Transaction, params, params_from_iter};
use tracing::warn;
use uuid::Uuid;

use super::FILE;
use super::archive::{ensure_file_of_log, expect_end};
use super::backup::remove_if_there;
use super::commit_mark::CommitMark;
use super::error::StoreError;
use super::journal::blank_page;
use super::private_file::{self, beside};
use super::schema::{ensure_ours, ensure_version, migrate, version};
use crate::ops::calendar::Calendar;

/// The suffix of the names of damaged files.
const ASIDE: &str = ".damaged";

/// The number of consecutive row numbers without a readable row after which the search ends: rows
/// on a lost page are skipped one by one.
const MOST_MISSING: i64 = 100_000;

/// A table of the file that is copied.
struct CopiedTable {
    name: String,
    columns: Vec<String>,
    /// The columns that its rows are ordered by.
    key: Vec<String>,
    /// Whether its rows are numbered.
    numbered: bool,
    /// Whether some of its rows cannot be read, or not be accepted, such as a text that is no JSON
    /// any more.
    torn: Cell<bool>,
}

/// The tables that hold what has happened in games. The others do not say more about a game.
const PLAY: [&str; 3] = ["game", "segment", "journal"];

/// Why a game is set aside that was running when the file lost pages.
const LOST_PAGES: &str = "the file has lost pages, and the game may have lost moves";

/// A new file.
#[derive(Debug)]
pub(super) struct Rebuilt {
    /// The number of its rows.
    pub(super) rows: i64,
    /// The tables of which some rows could not be kept.
    pub(super) torn: Vec<String>,
    /// Games of which only their players are left.
    pub(super) lost: Vec<Uuid>,
}

/// Replaces a damaged file with a new one that has every readable row.
pub(super) fn rebuild(folder: &Path) -> Result<Rebuilt, StoreError> {
    let (file, fresh) = (folder.join(FILE), folder.join(format!("{FILE}.rebuilt")));
    let aside = [FILE.to_owned(), format!("{FILE}-wal"), head()].map(|name| folder.join(name));
    for path in &aside {
        let there = beside(path, ASIDE);
        // A repair that was interrupted has made the same copies.
        if there.exists() && path.exists() && !have_same_content(path, &there)? {
            let there = there.display();
            return Err(StoreError::Damaged(format!("{there} is in the way: move it elsewhere")));
        }
    }
    // Left over from an interrupted attempt.
    remove_if_there(&fresh)?;
    let found = copy(&file, &fresh)?;
    for path in &aside {
        set_aside(path)?;
    }
    // The old log must not be applied to the new file. Until the new file is there, the mark of the
    // last commit keeps a server from starting with the old one.
    for name in [format!("{FILE}-wal"), format!("{FILE}-shm")] {
        remove_if_there(&folder.join(name))?;
    }
    fs::rename(&fresh, &file)?;
    remove_if_there(&folder.join(head()))?;
    Ok(found)
}

fn head() -> String {
    Path::new(FILE).with_extension("mark").display().to_string()
}

fn have_same_content(one: &Path, other: &Path) -> io::Result<bool> {
    let [mut one, mut other] = [File::open(one)?, File::open(other)?].map(BufReader::new);
    loop {
        let (some, others) = (one.fill_buf()?, other.fill_buf()?);
        let length = some.len().min(others.len());
        if length == 0 || some[..length] != others[..length] {
            return Ok(some.len() == others.len() && length == 0);
        }
        one.consume(length);
        other.consume(length);
    }
}

fn set_aside(path: &Path) -> io::Result<()> {
    match fs::copy(path, beside(path, ASIDE)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Copies the readable rows.
fn copy(from: &Path, to: &Path) -> Result<Rebuilt, StoreError> {
    ensure_file_of_log(from)?;
    let old = Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    // SQLite reads a file that is shorter than its header says only with this setting.
    old.set_db_config(DbConfig::SQLITE_DBCONFIG_WRITABLE_SCHEMA, true)?;
    ensure_ours(&old)?;
    ensure_version(version(&old)?)?;
    drop(private_file::create_new(to)?);
    let mut new = Connection::open(to)?;
    new.pragma_update(None, "auto_vacuum", "incremental")?;
    new.pragma_update(None, "foreign_keys", false)?;
    migrate(&mut new)?;
    let change = new.transaction()?;
    let tables = tables(&change)?;
    for table in &tables {
        if let Err(error) = table.copy(&old, &change) {
            warn!(table = table.name, %error, "not all rows can be read");
            table.torn.set(true);
        }
    }
    let torn = tables.iter().filter(|table| table.torn.get());
    let torn: Vec<String> = torn.map(|table| table.name.clone()).collect();
    let lost_moves = lost_moves(&old, &change, (from, &torn))?;
    let lost = lost_games(&change)?;
    while drop_orphans(&change, &tables)? > 0 {}
    if lost_moves {
        // In the same commit: if this repair is interrupted, the next one finds them.
        set_running_games_aside(&change)?;
    }
    let rows = tables.iter().map(|table| {
        let count = format!("SELECT count(*) FROM {}", table.name);
        change.query_row(&count, [], |row| row.get::<_, i64>(0))
    });
    let rows = rows.sum::<rusqlite::Result<i64>>()?;
    if rows == 0 && !torn.is_empty() {
        let why = "nothing in it can be read: restore a backup".to_owned();
        return Err(StoreError::Damaged(why));
    }
    change.commit()?;
    new.close().map_err(|(_, error)| error)?;
    File::open(to)?.sync_all()?;
    Ok(Rebuilt { rows, torn, lost })
}

/// Whether running games may lack moves.
fn lost_moves(
    old: &Connection,
    new: &Connection,
    (from, torn): (&Path, &[String]),
) -> Result<bool, StoreError> {
    // Without a mark it is not known what was written last.
    let has_end = matches!(CommitMark::read(from), Ok(Some(_))) && expect_end(new, from).is_ok();
    let is_torn = PLAY.iter().any(|table| torn.iter().any(|name| name == table));
    // A page may take its rows with it without an error; then an index has more of them. An index
    // that cannot be read is itself what is damaged.
    let is_short = |keys: &str, table: &str| -> Result<bool, StoreError> {
        let query = format!("SELECT {keys} FROM {table} ORDER BY {keys}");
        let count = |db: &Connection| -> rusqlite::Result<usize> {
            Ok(db
                .prepare(&query)?
                .query_map([], |_| Ok(()))?
                .collect::<Result<Vec<()>, _>>()?
                .len())
        };
        let copied = count(new)?;
        Ok(count(old).is_ok_and(|indexed| indexed > copied))
    };
    let is_short = is_short("id", "game")? || is_short("game, seq", "segment")?;
    Ok(close_gaps(new)? || is_short || is_torn || !has_end)
}

/// Puts blank pages where the journal has lost some; returns whether it has. A page whose number is
/// far from the others' has a damaged number.
fn close_gaps(new: &Connection) -> Result<bool, StoreError> {
    let mut query = new.prepare("SELECT number FROM journal ORDER BY number")?;
    let pages: Vec<i64> = query.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let runs = pages.chunk_by(|one, next| next.saturating_sub(*one) <= MOST_MISSING);
    let Some(kept) = runs.max_by_key(|run| run.len()) else { return Ok(false) };
    let (first, last) = (kept[0], kept[kept.len() - 1]);
    let mut delete = new.prepare("DELETE FROM journal WHERE number = ?1")?;
    for stray in pages.iter().filter(|page| !(first..=last).contains(*page)) {
        delete.execute([stray])?;
    }
    let mut insert = new.prepare("INSERT INTO journal VALUES (?1, ?2, ?3)")?;
    for missing in kept.windows(2).flat_map(|gap| gap[0] + 1..gap[1]) {
        let (text, sum) = blank_page(missing);
        insert.execute(params![missing, text, sum])?;
    }
    Ok(last - first + 1 != pages.len() as i64)
}

/// Returns the games that are named in the lists of players and not there.
fn lost_games(new: &Connection) -> Result<Vec<Uuid>, StoreError> {
    let mut query =
        new.prepare("SELECT DISTINCT game FROM seated WHERE game NOT IN (SELECT id FROM game)")?;
    let games = query.query_map([], |row| row.get(0))?;
    Ok(games.collect::<Result<_, _>>()?)
}

fn set_running_games_aside(new: &Connection) -> Result<(), StoreError> {
    new.execute(
        "INSERT INTO quarantine SELECT id, ?1, '', ?2 FROM game WHERE over IS NULL
         ON CONFLICT DO NOTHING",
        params![LOST_PAGES, Calendar::default().now_ms()],
    )?;
    Ok(())
}

/// Returns all tables of the schema.
fn tables(db: &Connection) -> Result<Vec<CopiedTable>, StoreError> {
    let mut query = db.prepare(
        "SELECT name, wr FROM pragma_table_list
         WHERE type = 'table' AND schema = 'main' AND name NOT LIKE 'sqlite_%'",
    )?;
    let named = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let named: Vec<(String, bool)> = named.collect::<Result<_, _>>()?;
    let mut query = db.prepare("SELECT name, pk FROM pragma_table_info(?1) ORDER BY cid")?;
    let mut tables = Vec::new();
    for (name, unnumbered) in named {
        let columns = query.query_map([&name], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let columns: Vec<(String, u32)> = columns.collect::<Result<_, _>>()?;
        let mut key: Vec<_> = columns.iter().filter(|(_, place)| *place > 0).collect();
        key.sort_by_key(|(_, place)| place);
        let key = match unnumbered {
            true => key.into_iter().map(|(name, _)| name.clone()).collect(),
            false => vec!["rowid".to_owned()],
        };
        let columns = columns.into_iter().map(|(name, _)| name).collect();
        let torn = Cell::new(false);
        tables.push(CopiedTable { name, columns, key, numbered: !unnumbered, torn });
    }
    Ok(tables)
}

impl CopiedTable {
    /// Copies all rows, or those around the lost ones; returns the error that was encountered.
    fn copy(&self, old: &Connection, new: &Transaction<'_>) -> Result<(), StoreError> {
        let mut first = 0;
        let Err(error) = self.copy_rows(old, new, "ASC", &mut first) else { return Ok(()) };
        // From the other end, as far as possible.
        let mut last = i64::MAX;
        let _ = self.copy_rows(old, new, "DESC", &mut last);
        if self.numbered {
            self.copy_between(old, new, first, last);
        }
        Err(error)
    }

    /// Copies the rows between two numbers, and skips lost ones.
    fn copy_between(&self, old: &Connection, new: &Transaction<'_>, mut after: i64, last: i64) {
        let mut missing = 0;
        while after < last && missing < MOST_MISSING {
            let mut read = after;
            if self.copy_rows(old, new, "ASC", &mut read).is_ok() {
                return;
            }
            (after, missing) = if read > after { (read, 0) } else { (after + 1, missing + 1) };
        }
    }

    /// Copies rows (of numbered tables, those beyond `at`) until one cannot be read; `at` is then
    /// the number of the last one copied.
    fn copy_rows(
        &self,
        old: &Connection,
        new: &Transaction<'_>,
        order: &str,
        at: &mut i64,
    ) -> Result<(), StoreError> {
        let CopiedTable { name, columns, key, numbered, torn: _ } = self;
        let listed: Vec<String> = columns.iter().map(|column| format!("\"{column}\"")).collect();
        let listed = listed.join(", ");
        let from = match (numbered, order) {
            (false, _) => String::new(),
            (true, "DESC") => format!("WHERE rowid < {at}"),
            (true, _) => format!("WHERE rowid > {at}"),
        };
        let number = if *numbered { ", rowid" } else { ", 0" };
        let ordered: Vec<String> = key.iter().map(|column| format!("{column} {order}")).collect();
        let ordered = ordered.join(", ");
        let query = format!("SELECT {listed}{number} FROM {name} {from} ORDER BY {ordered}");
        let mut query = old.prepare(&query)?;
        let places = vec!["?"; columns.len()].join(", ");
        // A row that violates its table's constraints is ignored.
        let insert = format!("INSERT OR IGNORE INTO {name} ({listed}) VALUES ({places})");
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let values = (0..columns.len()).map(|column| row.get::<_, Value>(column));
            let values: Vec<Value> = values.collect::<Result<_, _>>()?;
            if let Err(error) = new.prepare_cached(&insert)?.execute(params_from_iter(values)) {
                warn!(table = name, %error, "a row is left out");
                self.torn.set(true);
            }
            *at = row.get(columns.len())?;
        }
        Ok(())
    }
}

/// Removes rows that refer to a lost row; returns how many.
fn drop_orphans(db: &Connection, tables: &[CopiedTable]) -> Result<usize, StoreError> {
    let mut query =
        db.prepare("SELECT \"from\", \"table\", \"to\" FROM pragma_foreign_key_list(?1)")?;
    let mut dropped = 0;
    for CopiedTable { name, .. } in tables {
        let links = query.query_map([name], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let links: Vec<(String, String, String)> = links.collect::<Result<_, _>>()?;
        for (column, parent, key) in links {
            dropped += db.execute(
                &format!(
                    "DELETE FROM {name} WHERE {column} IS NOT NULL
                     AND {column} NOT IN (SELECT {key} FROM {parent})"
                ),
                [],
            )?;
        }
    }
    Ok(dropped)
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use tempfile::TempDir;

    use super::*;
    use crate::game::table::Table;
    use crate::store::folder::{alter, temporary_folder};
    use crate::store::tests::{contents, two_games};
    use crate::store::{Storage, check, repair};

    const PAGE: usize = 4_096;

    /// Two games, with rows of others between and behind them, so that they are on many pages.
    fn a_long_file() -> TempDir {
        let folder = temporary_folder();
        drop(two_games(&folder));
        let db = Connection::open(folder.path().join(FILE)).expect("a file");
        db.execute_batch(
            "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 2000)
             INSERT INTO report (at, by, report) SELECT n, randomblob(16), hex(zeroblob(100)) FROM n",
        )
        .expect("rows");
        folder
    }

    #[test]
    fn a_truncated_file_keeps_everything_readable() {
        let whole = a_long_file();
        let expected = contents(&whole).expect("whole");
        let bytes = fs::read(whole.path().join(FILE)).expect("readable");
        let reports = |folder: &TempDir| {
            let db = Connection::open(folder.path().join(FILE)).expect("a file");
            db.query_row("SELECT count(*) FROM report", [], |row| row.get::<_, u32>(0))
                .expect("one")
        };
        for (cut, at_least) in [(1, 1_900), (3, 1_500), (6, 900), (30, 0)] {
            let folder = temporary_folder();
            let kept = bytes.len() - bytes.len() * cut / 60;
            fs::write(folder.path().join(FILE), &bytes[..kept]).expect("a copy");
            contents(&folder).expect_err("it has lost its end");
            let repaired = repair(&Storage::folder(folder.path())).expect("it can be read in part");
            assert!(!repaired.torn.is_empty(), "{repaired:?}");
            assert_eq!(
                check(&Storage::folder(folder.path())).expect("readable").wrong,
                Vec::<String>::new()
            );
            let found = contents(&folder).expect("whole again");
            assert!(reports(&folder) >= at_least, "{cut}: {}", reports(&folder));
            for record in &found {
                let before = expected.iter().find(|one| one.table == record.table).expect("known");
                let kept =
                    record.facts.iter().zip(&before.facts).filter(|(one, other)| one == other);
                assert!(kept.count() + 1 >= record.facts.len(), "{record:?}");
                // A running game may have lost a move, so it does not continue.
                assert!(record.over.is_some());
                Table::restore(record.clone(), Instant::now()).expect("a game");
            }
            // The damaged file is still there, and is not overwritten.
            let aside = fs::read(folder.path().join(format!("{FILE}{ASIDE}"))).expect("kept");
            assert_eq!(aside, bytes[..kept]);
        }
    }

    /// An empty store would look as if nobody had ever played.
    #[test]
    fn a_file_of_which_no_row_is_left_stays_as_it_is() {
        let whole = temporary_folder();
        drop(two_games(&whole));
        alter(&whole, "PRAGMA wal_checkpoint(TRUNCATE)");
        let bytes = fs::read(whole.path().join(FILE)).expect("readable");
        // Without a part of the schema, and with all of it.
        for kept in [PAGE + PAGE / 2, bytes.len() / 2] {
            let folder = temporary_folder();
            let file = folder.path().join(FILE);
            fs::write(&file, &bytes[..kept]).expect("a copy");
            let why = repair(&Storage::folder(folder.path())).expect_err("nothing is left");
            assert!(why.to_string().contains("restore a backup"), "{kept} bytes: {why}");
            assert_eq!(fs::read(&file).expect("readable"), bytes[..kept]);
        }
    }

    /// A row may refer to one that refers to a lost one.
    #[test]
    fn rows_that_refer_to_lost_ones_are_removed_with_those_that_refer_to_them() {
        let folder = temporary_folder();
        drop(two_games(&folder));
        let db = Connection::open(folder.path().join(FILE)).expect("a file");
        db.execute_batch(
            "PRAGMA foreign_keys = OFF;
             INSERT INTO review (game) SELECT id FROM game;
             INSERT INTO review (game) VALUES (zeroblob(16));
             INSERT INTO accuracy SELECT game, game, 0, 0, 0, 0, 0, 0 FROM review;
             INSERT INTO tournament_event VALUES (zeroblob(16), 0, 0, '{}')",
        )
        .expect("rows");
        let tables = tables(&db).expect("readable");
        let count = |table: &str| {
            let count = format!("SELECT count(*) FROM {table}");
            db.query_row(&count, [], |row| row.get::<_, u32>(0)).expect("a number")
        };
        let mut dropped = 0;
        while let more @ 1.. = drop_orphans(&db, &tables).expect("writable") {
            dropped += more;
        }
        assert_eq!(dropped, 3);
        assert_eq!((count("review"), count("accuracy"), count("game")), (2, 2, 2));
    }

    #[test]
    fn pages_that_are_lost_in_the_middle_take_their_own_rows_with_them() {
        let whole = a_long_file();
        let mut bytes = fs::read(whole.path().join(FILE)).expect("readable");
        // Leaf pages of a table, by their first byte; the file ends with reports.
        let pages = bytes.len() / PAGE;
        for from in [pages / 2, pages * 3 / 4] {
            let is_leaf = |page: &usize| bytes[page * PAGE] == 0x0d;
            let page = PAGE * (from..).find(is_leaf).expect("there is one");
            bytes[page..page + PAGE].fill(0);
        }
        let folder = temporary_folder();
        fs::write(folder.path().join(FILE), &bytes).expect("a copy");
        let repaired = repair(&Storage::folder(folder.path())).expect("it can be read in part");
        assert_eq!(repaired.torn.len(), 1, "{repaired:?}");
        let db = Connection::open(folder.path().join(FILE)).expect("a file");
        let count = "SELECT count(*), max(number) FROM report";
        let (count, last): (u32, u32) =
            db.query_row(count, [], |row| Ok((row.get(0)?, row.get(1)?))).expect("one");
        assert!(last == 2_000 && (1_900..2_000).contains(&count), "{count} {last}");
    }
}
