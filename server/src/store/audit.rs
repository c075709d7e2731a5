//! The audit log in the database.

use super::database::{self, Database, params};

use super::encoding::parse;
use super::error::StoreError;
use crate::records::audit::AuditEntry;

/// Stores an action of the operator.
pub(super) fn insert(db: &Database, deed: &str, at: i64) -> database::Result<()> {
    db.prepare("INSERT INTO audit (at, deed) VALUES (?1, ?2)")?.execute(params![at, deed])?;
    Ok(())
}

/// Returns the latest actions before this number, latest first.
pub(super) fn latest(db: &Database, before: i64, most: u32) -> Result<Vec<AuditEntry>, StoreError> {
    let mut query = db.prepare(
        "SELECT number, at, deed FROM audit WHERE number < ?1 ORDER BY number DESC LIMIT ?2",
    )?;
    let mut rows = query.query(params![before, most])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let (number, text): (i64, String) = (row.get(0)?, row.get(2)?);
        let damaged = |error| StoreError::Damaged(format!("deed {number}: {error}"));
        found.push(AuditEntry { number, at: row.get(1)?, deed: parse(&text).map_err(damaged)? });
    }
    Ok(found)
}
