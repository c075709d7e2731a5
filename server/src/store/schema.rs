//! The tables of the file, and how a file of an earlier release is migrated to the current schema.
//! What a release has written must be readable for ever, so a file under `schema/` is never changed
//! once it is released, only followed by the next, and the test `schema/tests.rs` opens a file of
//! each.

mod server;

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, TransactionBehavior};

use super::error::StoreError;

pub(super) use server::{ensure_server_version, migrate_server, prepare_server};

/// Each entry migrates the schema from its index to the next. Entries are only ever added.
const MIGRATIONS: [&str; 1] = [include_str!("schema/1.sql")];

/// The application id of our files: "NimG".
const APPLICATION: i32 = 0x4e69_6d47;

/// Migrates the file to the current schema. Tables may be recreated on the way, so foreign keys
/// must be off.
pub(super) fn migrate(db: &mut Connection) -> Result<(), StoreError> {
    let change = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let from = version(&change)?;
    let steps = MIGRATIONS.get(from..).ok_or_else(|| too_new(from))?;
    steps.iter().try_for_each(|step| change.execute_batch(step))?;
    change.pragma_update(None, "application_id", APPLICATION)?;
    change.pragma_update(None, "user_version", MIGRATIONS.len() as i64)?;
    change.commit()?;
    Ok(())
}

/// Refuses a file that another program has created.
pub(super) fn ensure_ours(db: &Connection) -> Result<(), StoreError> {
    let application: i32 = db.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let count = "SELECT count(*) FROM sqlite_schema";
    let is_ours = match application {
        // Its schema may be damaged, and is not read.
        APPLICATION => true,
        0 => db.query_row(count, [], |row| row.get::<_, i64>(0))? == 0,
        _ => false,
    };
    match is_ours {
        true => Ok(()),
        false => Err(StoreError::Damaged("the file is another program's, not a store".to_owned())),
    }
}

/// Returns the names of the file's tables that differ from this server's: reads may not notice the
/// difference, but the first write would.
pub(super) fn altered(db: &Connection) -> Result<Vec<String>, StoreError> {
    let mut fresh = Connection::open_in_memory()?;
    migrate(&mut fresh)?;
    let (ours, theirs) = (definitions(&fresh)?, definitions(db)?);
    let differs = |name: &&String| ours.get(*name) != theirs.get(*name);
    let names: BTreeSet<&String> = ours.keys().chain(theirs.keys()).filter(differs).collect();
    Ok(names.into_iter().map(|name| format!("the schema of {name} is not ours")).collect())
}

/// The SQL of each table and index, by its name.
fn definitions(db: &Connection) -> Result<BTreeMap<String, Option<String>>, StoreError> {
    let mut query =
        db.prepare("SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'")?;
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the number of the file's schema.
pub(super) fn version(db: &Connection) -> Result<usize, StoreError> {
    let version: u32 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
    Ok(version as usize)
}

/// Refuses a file with another schema.
pub(super) fn ensure_version(found: usize) -> Result<(), StoreError> {
    let wanted = MIGRATIONS.len();
    match found {
        found if found == wanted => Ok(()),
        found if found > wanted => Err(too_new(found)),
        found => Err(StoreError::Damaged(format!(
            "the store has the older schema {found}; start the server once"
        ))),
    }
}

fn too_new(version: usize) -> StoreError {
    StoreError::Damaged(format!("the store has schema {version}, which a newer server has made"))
}

#[cfg(test)]
mod tests;
