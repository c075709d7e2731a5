//! `nim-server stats`: the disk usage by kind of data.

use std::fmt;

use super::database::{self, Database};

use super::FILE;
use super::archive::Archive;
use super::error::StoreError;
use super::storage::Storage;

/// The contents of a data folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// By table, the largest first: its name, its rows, and its bytes with its indexes.
    pub tables: Vec<(String, u64, u64)>,
    /// Bytes of the file that are unused.
    pub free: u64,
    /// Bytes of the write-ahead log, which are not in the main file yet.
    pub log: u64,
    /// Other counts, by name.
    pub counts: Vec<(&'static str, u64)>,
}

/// The names of other counts, and their queries.
const COUNTS: &[(&str, &str)] = &[
    ("running games", "SELECT count(*) FROM game WHERE over IS NULL"),
    ("finished games", "SELECT count(*) FROM game WHERE over IS NOT NULL"),
    (
        "rated games",
        "SELECT count(*) FROM game WHERE CAST(opening ->> 'rated' AS TEXT) IN ('1', 'true')",
    ),
    (
        "accounts",
        "SELECT count(*) FROM account
         WHERE coalesce(CAST(about ->> 'deleted' AS TEXT), '0') IN ('0', 'false')",
    ),
    (
        "deleted accounts",
        "SELECT count(*) FROM account
         WHERE CAST(about ->> 'deleted' AS TEXT) IN ('1', 'true')",
    ),
    ("sessions", "SELECT count(*) FROM access WHERE revoked_at IS NULL"),
    ("games that wait for a review", "SELECT count(*) FROM review WHERE text IS NULL"),
    ("games that are set aside", "SELECT count(*) FROM quarantine"),
];

/// Measures a folder. A server may be running meanwhile.
///
/// # Errors
/// When there is no readable store.
pub fn stats(storage: &Storage) -> Result<Stats, StoreError> {
    let mut stats = Archive::read_only(storage)?.read(measure)?;
    if let Some(folder) = storage.as_folder() {
        let log = folder.join(format!("{FILE}-wal"));
        stats.log = log.metadata().map_or(0, |log| log.len());
    }
    Ok(stats)
}

/// The tables and their bytes, with those of their indexes.
const SIZES_IN_FILE: &str =
    "SELECT tbl_name, sum(pgsize) FROM dbstat JOIN sqlite_schema USING (name)
     GROUP BY tbl_name ORDER BY 2 DESC";
const SIZES_ON_SERVER: &str = "SELECT relname, pg_total_relation_size(oid) FROM pg_class
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY 2 DESC";

fn measure(db: &Database) -> Result<Stats, StoreError> {
    let sizes = if db.file().is_some() { SIZES_IN_FILE } else { SIZES_ON_SERVER };
    let mut query = db.prepare(sizes)?;
    let rows = query.query_map([], |row| Ok((row.get(0)?, number(row, 1)?)))?;
    let sizes: Vec<(String, u64)> = rows.collect::<Result<_, _>>()?;
    let mut tables = Vec::new();
    for (name, bytes) in sizes {
        let rows =
            db.query_row(&format!("SELECT count(*) FROM {name}"), [], |row| number(row, 0))?;
        tables.push((name, rows, bytes));
    }
    let free = db.file().map_or(Ok(0), free_bytes)?;
    let count = |&(name, query): &(&'static str, &str)| {
        Ok((name, db.query_row(query, [], |row| number(row, 0))?))
    };
    let counts = COUNTS.iter().map(count).collect::<Result<_, StoreError>>()?;
    Ok(Stats { tables, free, log: 0, counts })
}

/// The bytes of a file's pages that hold nothing.
fn free_bytes(file: &rusqlite::Connection) -> Result<u64, StoreError> {
    let pragma = |name| file.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    Ok((pragma("freelist_count")? * pragma("page_size")?).unsigned_abs())
}

/// Reads a number that is not negative.
fn number(row: &database::DatabaseRow<'_>, at: usize) -> database::Result<u64> {
    Ok(row.get::<i64>(at)?.unsigned_abs())
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total: u64 = self.tables.iter().map(|(.., bytes)| bytes).sum();
        writeln!(f, "{:<20} {:>12} {:>12} {:>6}", "table", "rows", "kB", "share")?;
        for (name, rows, bytes) in &self.tables {
            let share = 100 * bytes / total.max(1);
            writeln!(f, "{name:<20} {rows:>12} {:>12} {share:>5}%", bytes.div_ceil(1_024))?;
        }
        writeln!(f, "{:<20} {:>12} {:>12}", "free", "", self.free.div_ceil(1_024))?;
        writeln!(f, "{:<20} {:>12} {:>12}", "log", "", self.log.div_ceil(1_024))?;
        writeln!(f)?;
        self.counts.iter().try_for_each(|(name, count)| writeln!(f, "{name:<32} {count:>12}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_that_hold_nothing_are_counted_in_bytes() {
        let file = rusqlite::Connection::open_in_memory().expect("memory");
        assert_eq!(free_bytes(&file).expect("a number"), 0);
        let filled = "PRAGMA page_size = 4096; CREATE TABLE t (x);
                      INSERT INTO t VALUES (zeroblob(81920)); DROP TABLE t";
        file.execute_batch(filled).expect("statements");
        let free = free_bytes(&file).expect("a number");
        assert!((81_920..=98_304).contains(&free) && free.is_multiple_of(4_096), "{free}");
    }

    #[test]
    fn each_table_is_printed_with_its_share() {
        let table = |name: &str, rows, bytes| (name.to_owned(), rows, bytes);
        let tables = vec![table("game", 3, 3_072), table("seat", 10, 1_000)];
        let stats = Stats { tables, ..Stats::default() }.to_string();
        let lines: Vec<Vec<&str>> =
            stats.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[1], ["game", "3", "3", "75%"], "{stats}");
        assert_eq!(lines[2], ["seat", "10", "1", "24%"], "{stats}");
    }
}
