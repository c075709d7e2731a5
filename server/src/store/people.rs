//! Registered and banned players.

use crate::admission::address_range::AddressRange;

use super::database::{self, Database, params};
use protocol::PlayerId;
use uuid::Uuid;

use super::encoding::parse;
use super::error::StoreError;
use crate::records::accounts::{Account, Accounts, FormerLook};
use crate::records::push::PushFields;
use crate::records::secret_hash::SecretHash;
use crate::records::sessions::StoredSession;

/// Returns all registered players and their credentials.
pub(super) fn accounts(db: &Database) -> Result<Accounts, StoreError> {
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
        "SELECT secret_hash, player, revoked_at IS NOT NULL, agent, given_at FROM access ORDER BY number",
    )?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let hash = SecretHash::kept(row.get(0)?);
        if row.get(2)? {
            accounts.sessions.forbid(hash);
        } else {
            let session = StoredSession { hash, agent: row.get(3)?, since: row.get(4)? };
            drop(accounts.grant(PlayerId(row.get(1)?), session));
        }
    }
    let mut query = db.prepare("SELECT look, player FROM former_name")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        accounts.keep_former(row.get(0)?, PlayerId(row.get(1)?));
    }
    let mut query = db.prepare("SELECT player, until FROM ban")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        accounts.ban(PlayerId(row.get(0)?), row.get(1)?);
    }
    let mut query = db.prepare("SELECT player, blocked FROM block")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        accounts.block(PlayerId(row.get(0)?), PlayerId(row.get(1)?));
    }
    let mut query = db.prepare("SELECT session, subscription FROM push")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (session, text): (_, String) = (SecretHash::kept(row.get(0)?), row.get(1)?);
        // One that is not readable notifies nobody; browsers subscribe again.
        let fields = parse::<PushFields>(&text).ok();
        accounts.sessions.set_push(session, fields.and_then(|fields| fields.try_into().ok()));
    }
    let mut query = db.prepare("SELECT player, followed FROM follow")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        accounts.follows.follow(PlayerId(row.get(0)?), PlayerId(row.get(1)?));
    }
    Ok(accounts)
}

/// Stores a new account with the look of its name.
pub(super) fn register(
    db: &Database,
    id: Uuid,
    (skeleton, about): (&str, &str),
    at: i64,
) -> database::Result<()> {
    db.prepare("INSERT INTO account VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![id, skeleton, about, at])?;
    Ok(())
}

/// Stores a changed account.
pub(super) fn change(
    db: &Database,
    id: Uuid,
    (skeleton, about): (&str, &str),
) -> database::Result<()> {
    db.prepare("UPDATE account SET skeleton = ?2, about = ?3 WHERE id = ?1")?
        .execute(params![id, skeleton, about])?;
    Ok(())
}

/// Stores a former look of a player's name.
pub(super) fn keep_former(db: &Database, look: &FormerLook, player: Uuid) -> database::Result<()> {
    db.prepare(
        "INSERT INTO former_name VALUES (?1, ?2) ON CONFLICT (look) DO UPDATE SET player = ?2",
    )?
    .execute(params![look, player])?;
    Ok(())
}

/// Stores the hash of a secret that opens an account.
pub(super) fn grant(
    db: &Database,
    hash: &[u8; SecretHash::BYTES],
    player: Uuid,
    agent: &str,
    at: i64,
) -> database::Result<()> {
    let insert =
        "INSERT INTO access (secret_hash, player, agent, given_at) VALUES (?1, ?2, ?3, ?4)";
    db.prepare(insert)?.execute(params![hash, player, agent, at])?;
    Ok(())
}

/// Marks the hash of a secret as revoked.
pub(super) fn revoke(
    db: &Database,
    hash: &[u8; SecretHash::BYTES],
    at: i64,
) -> database::Result<()> {
    db.prepare("UPDATE access SET revoked_at = ?2 WHERE secret_hash = ?1")?
        .execute(params![hash, at])?;
    set_push(db, hash, None)
}

/// Stores where the browser of a session is notified, or that it is not.
pub(super) fn set_push(
    db: &Database,
    hash: &[u8; SecretHash::BYTES],
    subscription: Option<&str>,
) -> database::Result<()> {
    match subscription {
        Some(text) => db
            .prepare(
                "INSERT INTO push VALUES (?1, ?2)
                 ON CONFLICT (session) DO UPDATE SET subscription = ?2",
            )?
            .execute(params![hash, text])?,
        None => db.prepare("DELETE FROM push WHERE session = ?1")?.execute([hash])?,
    };
    Ok(())
}

/// Bans a player, until a time or for ever.
pub(super) fn ban(
    db: &Database,
    player: Uuid,
    until: Option<i64>,
    at: i64,
) -> database::Result<()> {
    db.prepare(
        "INSERT INTO ban VALUES (?1, ?2, ?3)
         ON CONFLICT (player) DO UPDATE SET until = ?2, at = ?3",
    )?
    .execute(params![player, until, at])?;
    Ok(())
}

/// Bans addresses until a time, or lifts their ban.
pub(super) fn ban_range(
    db: &Database,
    range: AddressRange,
    until: Option<i64>,
) -> database::Result<()> {
    let address = range.to_string();
    match until {
        Some(until) => db
            .prepare(
                "INSERT INTO address_ban VALUES (?1, ?2)
                 ON CONFLICT (address) DO UPDATE SET until = ?2",
            )?
            .execute(params![address, until])?,
        None => db.prepare("DELETE FROM address_ban WHERE address = ?1")?.execute([address])?,
    };
    Ok(())
}

/// Returns the banned addresses, and when each ban ends.
pub(super) fn address_bans(db: &Database) -> Result<Vec<(AddressRange, i64)>, StoreError> {
    let mut query = db.prepare("SELECT address, until FROM address_ban")?;
    let mut rows = query.query([])?;
    let mut bans = Vec::new();
    while let Some(row) = rows.next()? {
        let address: String = row.get(0)?;
        // A row with an invalid address bans nobody.
        bans.extend(address.parse().ok().map(|range| Ok((range, row.get(1)?))));
    }
    bans.into_iter().collect()
}

/// Stores or removes a block of another player.
pub(super) fn block(
    db: &Database,
    player: PlayerId,
    other: PlayerId,
    on: bool,
) -> database::Result<()> {
    let change = match on {
        true => "INSERT INTO block VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        false => "DELETE FROM block WHERE player = ?1 AND blocked = ?2",
    };
    db.prepare(change)?.execute(params![player.0, other.0])?;
    Ok(())
}

/// Stores that a player follows another, or no longer does.
pub(super) fn follow(
    db: &Database,
    player: PlayerId,
    other: PlayerId,
    on: bool,
) -> database::Result<()> {
    let change = match on {
        true => "INSERT INTO follow VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        false => "DELETE FROM follow WHERE player = ?1 AND followed = ?2",
    };
    db.prepare(change)?.execute(params![player.0, other.0])?;
    Ok(())
}

/// Stores that a player follows nobody any longer, and nobody follows them.
pub(super) fn end_follows(db: &Database, player: PlayerId) -> database::Result<()> {
    db.prepare("DELETE FROM follow WHERE player = ?1")?.execute([player.0])?;
    db.prepare("DELETE FROM follow WHERE followed = ?1")?.execute([player.0])?;
    Ok(())
}

/// Lifts a player's ban.
pub(super) fn pardon(db: &Database, player: Uuid) -> database::Result<()> {
    db.prepare("DELETE FROM ban WHERE player = ?1")?.execute([player])?;
    Ok(())
}
