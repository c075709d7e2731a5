//! Reading who is registered.

use protocol::PlayerId;
use rusqlite::Connection;
use uuid::Uuid;

use super::encoding::parse;
use super::error::StoreError;
use crate::records::accounts::{Account, Accounts};
use crate::records::secret_hash::SecretHash;

/// Everybody who is registered, and what proves it.
pub(super) fn accounts(db: &Connection) -> Result<Accounts, StoreError> {
    let mut accounts = Accounts::default();
    let mut query = db.prepare("SELECT id, about FROM account ORDER BY made_at, id")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (id, about): (Uuid, String) = (row.get(0)?, row.get(1)?);
        let damaged =
            |what: &dyn std::fmt::Display| StoreError::Damaged(format!("account {id}: {what}"));
        let account: Account = parse(&about).map_err(|error| damaged(&error))?;
        if account.player.id != PlayerId(id) {
            return Err(damaged(&"it is another player's"));
        }
        accounts.add(account);
    }
    let mut query = db.prepare(
        "SELECT secret_hash, player, revoked_at IS NOT NULL FROM access ORDER BY number",
    )?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let hash = SecretHash::kept(row.get(0)?);
        match row.get(2)? {
            true => accounts.forbid(hash),
            false => drop(accounts.grant(PlayerId(row.get(1)?), hash)),
        }
    }
    let mut query = db.prepare("SELECT player FROM ban")?;
    for player in query.query_map([], |row| row.get(0))? {
        accounts.ban(PlayerId(player?));
    }
    Ok(accounts)
}
