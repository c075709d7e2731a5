//! Registered and banned players.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use protocol::PlayerId;
use uuid::Uuid;

use super::database::{self, Database, DatabaseRow, OptionalRow, params};
use super::encoding::parse;
use super::error::StoreError;
use crate::admission::address_range::AddressRange;
use crate::records::account::Account;
use crate::records::accounts::Accounts;
use crate::records::names::Look;
use crate::records::people::{PeopleQuery, StoredPeople, StoredPerson};
use crate::records::push::PushFields;
use crate::records::secret_hash::SecretHash;
use crate::records::sessions::StoredSession;

/// Returns what must be known of registered players at any moment: all bots, bans, blocks, and who is
/// notified.
pub(super) fn accounts(db: &Database) -> Result<Accounts, StoreError> {
    let mut accounts = Accounts::default();
    for these in [
        "SELECT id, about FROM account WHERE about ->> 'owner' IS NOT NULL ORDER BY made_at, id",
        "SELECT id, about FROM account WHERE about ->> 'turn_mail' IS NOT NULL",
    ] {
        let mut query = db.prepare(these)?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            accounts.restore(account(row.get(0)?, &row.get::<String>(1)?)?);
        }
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
    let mut query = db.prepare(
        "SELECT player, session, subscription FROM push
         JOIN access ON secret_hash = session WHERE revoked_at IS NULL",
    )?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (player, session, text): (_, _, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        // One that is not readable notifies nobody; browsers subscribe again.
        let fields = parse::<PushFields>(&text).ok();
        let subscription = fields.and_then(|fields| fields.try_into().ok());
        accounts.sessions.put_push(PlayerId(player), SecretHash::kept(session), subscription);
    }
    Ok(accounts)
}

/// Returns what is stored of the players of a query.
pub(super) fn find(db: &Database, query: &PeopleQuery) -> Result<StoredPeople, StoreError> {
    let mut found = StoredPeople::default();
    for hash in &query.secrets {
        let owner = "SELECT player FROM access WHERE secret_hash = ?1";
        let owner = db.query_row(owner, [hash.bytes()], |row| row.get(0)).optional()?;
        found.secrets.extend(owner.map(|id| (*hash, PlayerId(id))));
    }
    for look in &query.looks {
        found.looks.extend(owner_of(db, look)?.map(|id| (*look, PlayerId(id))));
    }
    let by_secret = found.secrets.iter().map(|(_, id)| *id);
    let by_look = found.looks.iter().map(|(_, id)| *id);
    let ids: BTreeSet<PlayerId> =
        query.players.iter().copied().chain(by_secret).chain(by_look).collect();
    for id in ids {
        found.people.extend(person(db, id.0)?);
    }
    Ok(found)
}

/// Returns everything that is stored of a registered player.
fn person(db: &Database, id: Uuid) -> Result<Option<StoredPerson>, StoreError> {
    let about = "SELECT about FROM account WHERE id = ?1";
    let about: Option<String> = db.query_row(about, [id], |row| row.get(0)).optional()?;
    let Some(about) = about else { return Ok(None) };
    let account = account(id, &about)?;
    let mut query = db.prepare(
        "SELECT secret_hash, agent, given_at FROM access
         WHERE player = ?1 AND revoked_at IS NULL ORDER BY number",
    )?;
    let session = |row: &DatabaseRow<'_>| {
        let hash = SecretHash::kept(row.get(0)?);
        Ok(StoredSession { hash, agent: row.get(1)?, since: row.get(2)? })
    };
    let sessions = query.query_map([id], session)?.collect::<Result<_, _>>()?;
    let mut query = db.prepare("SELECT followed FROM follow WHERE player = ?1")?;
    let followed = query.query_map([id], |row| Ok(PlayerId(row.get(0)?)))?;
    let followed = followed.collect::<Result<_, _>>()?;
    Ok(Some(StoredPerson { account, sessions, followed }))
}

/// Reads an account.
fn account(id: Uuid, about: &str) -> Result<Account, StoreError> {
    let damaged = |what: &dyn Display| StoreError::Damaged(format!("account {id}: {what}"));
    let account: Account = parse(about).map_err(|error| damaged(&error))?;
    match account.player.id == PlayerId(id) {
        true => Ok(account),
        false => Err(damaged(&"it is another player's")),
    }
}

/// Calls `each` with every account, or with what is wrong with it, one after another; within a
/// snapshot.
pub(super) fn each(
    db: &Database,
    mut each: impl FnMut(Result<Account, StoreError>),
) -> Result<(), StoreError> {
    Ok(db.each_row("SELECT id, about FROM account", |row| {
        each(account(row.get(0)?, &row.get::<String>(1)?));
        Ok(())
    })?)
}

/// Returns accounts whose names, in lower case, begin with this text, in alphabetical order. Those
/// that are damaged are left out.
pub(super) fn search(
    db: &Database,
    beginning: &str,
    most: usize,
) -> Result<Vec<Account>, StoreError> {
    let mut found = BTreeMap::new();
    each(db, |account| {
        let Some(account) = account.ok().filter(|account| !account.deleted) else { return };
        let name = account.player.name.as_str().to_lowercase();
        if name.starts_with(beginning) {
            found.insert((name, account.player.id), account);
        }
        if found.len() > most {
            found.pop_last();
        }
    })?;
    Ok(found.into_values().collect())
}

/// Returns the players whose accounts have been deleted.
pub(super) fn deleted(db: &Database) -> Result<Vec<PlayerId>, StoreError> {
    let mut query = db.prepare("SELECT id FROM account WHERE about ->> 'deleted' IS NOT NULL")?;
    let rows = query.query_map([], |row| Ok(PlayerId(row.get(0)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the player for whom a look is reserved.
fn owner_of(db: &Database, look: &Look) -> database::Result<Option<Uuid>> {
    db.query_row("SELECT player FROM look WHERE hash = ?1", [look], |row| row.get(0)).optional()
}

/// Stores a new account.
pub(super) fn register(
    db: &Database,
    id: Uuid,
    (looks, about): (&[Look], &str),
    at: i64,
) -> Result<(), StoreError> {
    db.prepare("INSERT INTO account VALUES (?1, ?2, ?3)")?.execute(params![id, about, at])?;
    reserve(db, id, looks)
}

/// Stores a changed account.
pub(super) fn change(
    db: &Database,
    id: Uuid,
    (looks, about): (&[Look], &str),
) -> Result<(), StoreError> {
    db.prepare("UPDATE account SET about = ?2 WHERE id = ?1")?.execute(params![id, about])?;
    reserve(db, id, looks)
}

/// Reserves the looks of a name for a player, for ever.
fn reserve(db: &Database, id: Uuid, looks: &[Look]) -> Result<(), StoreError> {
    for look in looks {
        match owner_of(db, look)? {
            None => {
                db.prepare("INSERT INTO look VALUES (?1, ?2)")?.execute(params![look, id])?;
            }
            Some(owner) if owner == id => {}
            Some(owner) => {
                let what = format!("account {id}: its name looks like one of {owner}");
                return Err(StoreError::Damaged(what));
            }
        }
    }
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
