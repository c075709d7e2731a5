//! `nim-server stats`: the disk usage by kind of data.

use std::fmt;
use std::path::Path;

use rusqlite::Connection;

use super::FILE;
use super::archive::Archive;
use super::error::StoreError;

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
    ("rated games", "SELECT count(*) FROM game WHERE opening ->> 'rated'"),
    ("accounts", "SELECT count(*) FROM account WHERE about ->> 'deleted' IS NULL"),
    ("deleted accounts", "SELECT count(*) FROM account WHERE about ->> 'deleted'"),
    ("sessions", "SELECT count(*) FROM access WHERE revoked_at IS NULL"),
    ("games that wait for a review", "SELECT count(*) FROM review WHERE text IS NULL"),
    ("games that are set aside", "SELECT count(*) FROM quarantine"),
];

/// Measures a folder. A server may be running meanwhile.
///
/// # Errors
/// When there is no readable store.
pub fn stats(folder: &Path) -> Result<Stats, StoreError> {
    let file = folder.join(FILE);
    let archive = Archive::open(&file)?;
    let mut stats = archive.read(measure)?;
    let log = folder.join(format!("{FILE}-wal"));
    stats.log = log.metadata().map_or(0, |log| log.len());
    Ok(stats)
}

fn measure(db: &Connection) -> Result<Stats, StoreError> {
    let mut query = db.prepare(
        "SELECT tbl_name, sum(pgsize) FROM dbstat JOIN sqlite_schema USING (name)
         GROUP BY tbl_name ORDER BY 2 DESC",
    )?;
    let rows = query.query_map([], |row| Ok((row.get(0)?, number(row, 1)?)))?;
    let sizes: Vec<(String, u64)> = rows.collect::<Result<_, _>>()?;
    let mut tables = Vec::new();
    for (name, bytes) in sizes {
        let rows =
            db.query_row(&format!("SELECT count(*) FROM {name}"), [], |row| number(row, 0))?;
        tables.push((name, rows, bytes));
    }
    let pragma = |name| db.pragma_query_value(None, name, |row| number(row, 0));
    let free = pragma("freelist_count")? * pragma("page_size")?;
    let count = |&(name, query): &(&'static str, &str)| {
        Ok((name, db.query_row(query, [], |row| number(row, 0))?))
    };
    let counts = COUNTS.iter().map(count).collect::<Result<_, StoreError>>()?;
    Ok(Stats { tables, free, log: 0, counts })
}

/// Reads a number that is not negative.
fn number(row: &rusqlite::Row<'_>, at: usize) -> rusqlite::Result<u64> {
    Ok(row.get::<_, i64>(at)?.unsigned_abs())
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
