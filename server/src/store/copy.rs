//! `nim-server copy`: moves everything that is stored from a folder into a database on a server, or
//! back. It is checked before and afterwards.

use std::fs;
use std::path::Path;

use rusqlite::Connection as File;

use super::archive::Archive;
use super::check::{Checked, check};
use super::database::{Database, SqlValue, params};
use super::error::StoreError;
use super::keys::KEYS;
use super::private_file;
use super::recompute::compare;
use super::schema;
use super::storage::{Place, Storage};

/// What was copied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// Rows of all tables.
    pub rows: u64,
    /// What a check of the copy has found, which is what one of the original had found.
    pub checked: Checked,
}

/// A table, with its columns in their order.
struct TableShape {
    name: String,
    columns: Vec<String>,
    /// Whether its rows are numbered by the database.
    numbered: bool,
}

/// Copies all data and keys into a place that has none; no server may use either.
///
/// # Errors
/// When one of the two cannot be used, the original is damaged, there is data in the other already,
/// or the copy is not what the original is. Then nothing was copied.
pub fn copy(from: &Storage, to: &Storage) -> Result<Copied, StoreError> {
    let before = check(from)?;
    if let Some(wrong) = before.wrong.first() {
        return Err(StoreError::Damaged(format!("the original is damaged: {wrong}")));
    }
    let original = Archive::read_only(from)?;
    original.freeze()?;
    let mut target = Archive::write(to)?;
    let rows = target.change(|db| {
        let rows = copy_rows(&original.db, db)?;
        if let Place::Folder(folder) = &from.place {
            for name in KEYS {
                if let Ok(key) = fs::read(folder.join(name)) {
                    db.execute("INSERT INTO enclosed VALUES (?1, ?2)", params![name, key])?;
                }
            }
        }
        Ok(rows)
    })?;
    drop(target);
    if let Place::Folder(folder) = &to.place {
        take_keys_out(&Archive::read_only(to)?.db, folder)?;
        Archive::write(to)?.change(|db| Ok(db.execute("DELETE FROM enclosed", [])?))?;
    }
    let checked = check(to)?;
    let ladder = compare(to)?;
    if checked != before || !ladder.wrong.is_empty() {
        return Err(StoreError::Damaged("the copy is not what the original is".to_owned()));
    }
    Ok(Copied { rows, checked })
}

/// Copies everything on a server into a new file, as a backup.
pub(super) fn to_file(from: &Storage, to: &Path) -> Result<(), StoreError> {
    let original = Archive::read_only(from)?;
    original.freeze()?;
    // Fails if it exists: a backup never overwrites another.
    let file = private_file::create_new(to)?;
    let mut copy = File::open(to)?;
    copy.pragma_update(None, "auto_vacuum", "incremental")?;
    schema::migrate(&mut copy)?;
    let copy = Database::of_file(copy)?;
    let change = copy.begin()?;
    copy_rows(&original.db, &change)?;
    change.commit()?;
    drop(copy);
    file.sync_all()?;
    Ok(())
}

/// Writes the keys that were copied along into the folder.
fn take_keys_out(db: &Database, folder: &Path) -> Result<(), StoreError> {
    let mut query = db.prepare("SELECT name, content FROM enclosed")?;
    let keys = query.query_map([], |row| Ok((row.get::<String>(0)?, row.get::<Vec<u8>>(1)?)))?;
    for key in keys {
        let (name, content) = key?;
        if KEYS.contains(&name.as_str()) {
            private_file::replace(&folder.join(name), &content)?;
        }
    }
    Ok(())
}

/// Copies the rows of all tables; returns how many.
fn copy_rows(from: &Database, to: &Database) -> Result<u64, StoreError> {
    let mut copied = 0;
    for TableShape { name, columns, numbered } in tables()? {
        if to.prepare(&format!("SELECT 1 FROM {name} LIMIT 1"))?.exists([])? {
            return Err(StoreError::Damaged(format!("there is data already, in the table {name}")));
        }
        let listed = columns.join(", ");
        let places: Vec<String> = (1..=columns.len()).map(|place| format!("?{place}")).collect();
        let insert = format!("INSERT INTO {name} ({listed}) VALUES ({})", places.join(", "));
        let mut insert = to.prepare(&insert)?;
        from.each_row(&format!("SELECT {listed} FROM {name} ORDER BY 1"), |row| {
            let values = (0..columns.len()).map(|column| row.get(column));
            copied += 1;
            insert.post(values.collect::<Result<Vec<SqlValue>, _>>()?)
        })?;
        if numbered {
            to.continue_numbers(&name)?;
        }
    }
    Ok(copied)
}

/// All tables, each after those that it refers to: the order in which they are created.
fn tables() -> Result<Vec<TableShape>, StoreError> {
    let mut fresh = File::open_in_memory()?;
    schema::migrate(&mut fresh)?;
    let mut query = fresh.prepare(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
         ORDER BY rowid",
    )?;
    let named = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let named: Vec<(String, String)> = named.collect::<Result<_, _>>()?;
    let mut query = fresh.prepare("SELECT name FROM pragma_table_info(?1) ORDER BY cid")?;
    let mut tables = Vec::new();
    for (name, sql) in named {
        let columns = query.query_map([&name], |row| row.get(0))?.collect::<Result<_, _>>()?;
        let numbered = sql.contains("INTEGER PRIMARY KEY") && name != "journal";
        tables.push(TableShape { name, columns, numbered });
    }
    Ok(tables)
}
