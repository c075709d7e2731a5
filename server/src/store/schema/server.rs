//! The same tables on a PostgreSQL server, and what is demanded of it.

use tracing::warn;

use super::{MIGRATIONS, ensure_version, too_new};
use crate::store::database::Database;
use crate::store::error::StoreError;

/// Each entry migrates the schema from its index to the next, as in a file.
const SERVER_MIGRATIONS: [&str; MIGRATIONS.len()] = [include_str!("postgres/1.sql")];

/// The oldest release of PostgreSQL that these tables are for.
const OLDEST: i64 = 140_000;

/// Creates what servers need before one of them has the lease, and refuses a database that would
/// acknowledge what it can lose.
pub(in crate::store) fn prepare_server(db: &Database) -> Result<(), StoreError> {
    let setting = |name: &str| -> Result<String, StoreError> {
        Ok(db.query_row("SELECT current_setting(?1)", [name], |row| row.get(0))?)
    };
    let refused = |why: &str| Err(StoreError::Damaged(format!("the database: {why}")));
    let release = setting("server_version_num")?;
    if release.parse::<i64>().unwrap_or(0) < OLDEST {
        return refused(&format!("PostgreSQL 14 or later is needed, and this is {release}"));
    }
    if setting("fsync")? != "on" || setting("full_page_writes")? != "on" {
        return refused("with fsync or full_page_writes off it can lose everything");
    }
    if setting("synchronous_standby_names")?.is_empty() {
        warn!(
            "THE DATABASE HAS NO SYNCHRONOUS STANDBY: what is acknowledged is lost with its \
             machine (synchronous_standby_names; docs/cluster.md)"
        );
    }
    let change = db.begin()?;
    // Several servers may come at once.
    change.execute("SELECT pg_advisory_xact_lock(?1)", [i64::from(super::APPLICATION)])?;
    let there: bool =
        change.query_row("SELECT to_regclass('lease') IS NOT NULL", [], |row| row.get(0))?;
    if !there {
        change.execute_batch(include_str!("postgres/lease.sql"))?;
    }
    Ok(change.commit()?)
}

/// Migrates the tables to the current schema, in the transaction of who may write.
pub(in crate::store) fn migrate_server(change: &Database) -> Result<(), StoreError> {
    let from = server_version(change)?;
    let steps = SERVER_MIGRATIONS.get(from..).ok_or_else(|| too_new(from))?;
    steps.iter().try_for_each(|step| change.execute_batch(step))?;
    change.execute("UPDATE schema_version SET version = ?1", [MIGRATIONS.len() as i64])?;
    Ok(())
}

/// Refuses a database with another schema.
pub(in crate::store) fn ensure_server_version(db: &Database) -> Result<(), StoreError> {
    ensure_version(server_version(db)?)
}

fn server_version(db: &Database) -> Result<usize, StoreError> {
    let version: u32 = db.query_row("SELECT version FROM schema_version", [], |row| row.get(0))?;
    Ok(version as usize)
}
