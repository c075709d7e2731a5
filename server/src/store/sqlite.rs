//! The games in an SQLite file. `synchronous=FULL` in WAL mode: a commit that has
//! returned survives the loss of power, not only of the process.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use protocol::TableId;
use rusqlite::{
    Connection, OpenFlags, OptionalExtension, Transaction, TransactionBehavior, params,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::tournaments::{self, Progress};
use super::{Entry, StoreError, ratings, reviews};
use crate::key::Key;
use crate::record::{Rated, Record, Reviewed};

/// Each entry brings the schema from its number to the next. Entries are only
/// ever added.
const MIGRATIONS: &[&str] = &[
    include_str!("schema_1.sql"),
    include_str!("schema_2.sql"),
    include_str!("schema_3.sql"),
    include_str!("schema_4.sql"),
    include_str!("schema_5.sql"),
    include_str!("schema_6.sql"),
];

/// The first schema that has ratings.
const RATINGS: usize = 3;

/// A file of ours: "NimG".
const APPLICATION: i32 = 0x4e69_6d47;

/// How long to wait for another connection, such as a backup's, that holds the
/// file for a moment.
const BUSY: Duration = Duration::from_secs(5);

const RECORDS: &str = "SELECT id, opening, keys, over FROM game";

/// One row to write, as text already, so that the writer has little to do.
#[derive(Debug)]
pub(super) enum Row {
    Game { id: Uuid, opening: String, keys: Vec<u8>, over: Option<String>, at: i64 },
    Fact { id: Uuid, seq: u32, what: String, over: Option<String>, at: i64 },
    Rated(Box<Rated>),
    Reviewed(Box<Reviewed>),
    Account { id: Uuid, folded: String, about: String, at: i64 },
    Granted { key: [u8; Key::BYTES], player: Uuid, at: i64 },
    Revoked { key: [u8; Key::BYTES], at: i64 },
    Tournament { id: Uuid, founding: String, at: i64 },
    Progress(Progress),
}

impl Row {
    pub(super) fn of(entry: &Entry<'_>) -> Row {
        let at = now();
        match *entry {
            Entry::Opened { table, opening, keys, over } => {
                let keys = keys.iter().flat_map(Key::bytes).copied().collect();
                Row::Game { id: table.0, opening: json(opening), keys, over: over.map(json), at }
            }
            Entry::Happened { table, seq, fact, over } => {
                Row::Fact { id: table.0, seq, what: json(fact), over: over.map(json), at }
            }
            Entry::Decided(rated) => Row::Rated(Box::new(rated.clone())),
            Entry::Reviewed(reviewed) => Row::Reviewed(Box::new(reviewed.clone())),
            Entry::Registered(account) => Row::Account {
                id: account.player.id.0,
                folded: account.player.name.folded(),
                about: json(account),
                at,
            },
            Entry::Granted { player, key } => {
                Row::Granted { key: *key.bytes(), player: player.0, at }
            }
            Entry::Revoked(key) => Row::Revoked { key: *key.bytes(), at },
            Entry::Founded { tournament, founding } => {
                Row::Tournament { id: tournament.0, founding: json(founding), at }
            }
            Entry::Progressed { tournament, seq, event, over } => {
                Row::Progress(Progress { id: tournament.0, seq, what: json(event), over, at })
            }
        }
    }
}

/// A connection to the file.
#[derive(Debug)]
pub(super) struct Archive {
    pub(super) db: Connection,
}

impl Archive {
    pub(super) fn db(&self) -> &Connection {
        &self.db
    }

    /// Opens the file for writing; makes it, or brings it up to date.
    pub(super) fn create(file: &Path) -> Result<Archive, StoreError> {
        let mut db = Connection::open(file)?;
        db.busy_timeout(BUSY)?;
        db.pragma_update(None, "journal_mode", "wal")?;
        db.pragma_update(None, "synchronous", "full")?;
        db.pragma_update(None, "foreign_keys", true)?;
        // Pages change often while their games are played: the longer the log,
        // the fewer times each is copied into the file. 32 MB.
        db.pragma_update(None, "wal_autocheckpoint", 8_000)?;
        // After a burst the log shrinks again.
        db.pragma_update(None, "journal_size_limit", 64 << 20)?;
        migrate(&mut db)?;
        Ok(Archive { db })
    }

    /// Opens the file for reading.
    pub(super) fn open(file: &Path) -> Result<Archive, StoreError> {
        let db = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        db.busy_timeout(BUSY)?;
        expect_version(version(&db)?)?;
        Ok(Archive { db })
    }

    /// Writes all rows, or none.
    pub(super) fn commit<'a>(
        &mut self,
        rows: impl Iterator<Item = &'a Row>,
    ) -> Result<(), StoreError> {
        let mut rows = rows.peekable();
        if rows.peek().is_none() {
            return Ok(());
        }
        let batch = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        rows.try_for_each(|row| write(&batch, row))?;
        batch.commit()?;
        Ok(())
    }

    /// All games that have not ended, the oldest first.
    pub(super) fn unfinished(&self) -> Result<Vec<Record>, StoreError> {
        let mut records = Vec::new();
        self.each("WHERE over IS NULL ORDER BY id", |record| {
            records.push(record?);
            Ok(())
        })?;
        Ok(records)
    }

    /// One game.
    pub(super) fn find(&self, table: TableId) -> Result<Option<Record>, StoreError> {
        find(&self.db, table.0)
    }

    /// Hands every game to `see`, the oldest first.
    pub(super) fn each(
        &self,
        which: &str,
        mut see: impl FnMut(Result<Record, StoreError>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut query = self.db.prepare(&format!("{RECORDS} {which}"))?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            see(HalfRecord::read(row)?.complete(&self.db))?;
        }
        Ok(())
    }

    /// Makes a change, all of it or nothing.
    pub(super) fn change(
        &mut self,
        make: impl FnOnce(&Connection) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let change = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        make(&change)?;
        change.commit()?;
        Ok(())
    }

    /// Looks at what is there.
    pub(super) fn look<T>(
        &self,
        look: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        look(&self.db)
    }

    /// Begins to see the file as it is now, whatever is written later.
    pub(super) fn freeze(&self) -> Result<(), StoreError> {
        self.db.execute_batch("BEGIN; SELECT count(*) FROM sqlite_schema")?;
        Ok(())
    }

    /// What the database finds wrong with its own file.
    pub(super) fn complaints(&self) -> Result<Vec<String>, StoreError> {
        let mut query = self.db.prepare("PRAGMA integrity_check")?;
        let found: Vec<String> =
            query.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        let orphans: i64 = self.db.query_row(
            "SELECT count(*) FROM fact WHERE game NOT IN (SELECT id FROM game)",
            [],
            |row| row.get(0),
        )?;
        let orphans = (orphans > 0).then(|| format!("{orphans} facts of no game"));
        Ok(found.into_iter().filter(|line| line != "ok").chain(orphans).collect())
    }

    /// Copies all that is committed into a new file.
    pub(super) fn copy(&self, to: &Path) -> Result<(), StoreError> {
        let mut copy = Connection::open(to)?;
        let backup = rusqlite::backup::Backup::new(&self.db, &mut copy)?;
        // In one step: in several, each commit of the server would begin the
        // copy anew, and a busy server's would never end.
        backup.run_to_completion(i32::MAX, Duration::ZERO, None)?;
        Ok(())
    }
}

/// One game.
pub(super) fn find(db: &Connection, table: Uuid) -> Result<Option<Record>, StoreError> {
    let mut query = db.prepare_cached(&format!("{RECORDS} WHERE id = ?1"))?;
    let found = query.query_row([table], HalfRecord::read).optional()?;
    found.map(|half| half.complete(db)).transpose()
}

fn write(batch: &Transaction<'_>, row: &Row) -> Result<(), StoreError> {
    match row {
        Row::Game { id, opening, keys, over, at } => {
            let ended = over.as_ref().map(|_| at);
            batch
                .prepare_cached("INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?
                .execute(params![id, opening, keys, at, over, ended])?;
        }
        Row::Fact { id, seq, what, over, at } => {
            batch
                .prepare_cached("INSERT INTO fact VALUES (?1, ?2, ?3, ?4)")?
                .execute(params![id, seq, at, what])?;
            if over.is_some() {
                batch
                    .prepare_cached("UPDATE game SET over = ?2, ended_at = ?3 WHERE id = ?1")?
                    .execute(params![id, over, at])?;
                reviews::await_review(batch, *id)?;
            }
        }
        Row::Reviewed(reviewed) => reviews::keep(batch, reviewed)?,
        Row::Rated(rated) => ratings::settle(batch, rated)?,
        Row::Account { id, folded, about, at } => {
            batch
                .prepare_cached("INSERT INTO account VALUES (?1, ?2, ?3, ?4)")?
                .execute(params![id, folded, about, at])?;
        }
        Row::Granted { key, player, at } => {
            batch
                .prepare_cached("INSERT INTO access (key, player, given_at) VALUES (?1, ?2, ?3)")?
                .execute(params![key, player, at])?;
        }
        Row::Revoked { key, at } => {
            batch
                .prepare_cached("UPDATE access SET revoked_at = ?2 WHERE key = ?1")?
                .execute(params![key, at])?;
        }
        Row::Tournament { id, founding, at } => tournaments::found(batch, id, founding, *at)?,
        Row::Progress(progress) => tournaments::progress(batch, progress)?,
    }
    Ok(())
}

fn migrate(db: &mut Connection) -> Result<(), StoreError> {
    let change = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let from = version(&change)?;
    let steps = MIGRATIONS.get(from..).ok_or_else(|| too_new(from))?;
    steps.iter().try_for_each(|step| change.execute_batch(step))?;
    if from < RATINGS {
        ratings::rebuild(&change)?;
    }
    change.pragma_update(None, "application_id", APPLICATION)?;
    change.pragma_update(None, "user_version", MIGRATIONS.len() as i64)?;
    change.commit()?;
    Ok(())
}

fn version(db: &Connection) -> Result<usize, StoreError> {
    let version: u32 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
    Ok(version as usize)
}

fn expect_version(found: usize) -> Result<(), StoreError> {
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

/// A game's row; its facts are in another table.
struct HalfRecord {
    id: Uuid,
    opening: String,
    keys: Vec<u8>,
    over: Option<String>,
}

impl HalfRecord {
    fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<HalfRecord> {
        let (id, opening) = (row.get(0)?, row.get(1)?);
        Ok(HalfRecord { id, opening, keys: row.get(2)?, over: row.get(3)? })
    }

    fn complete(self, db: &Connection) -> Result<Record, StoreError> {
        let damaged =
            |what: &dyn std::fmt::Display| StoreError::Damaged(format!("game {}: {what}", self.id));
        let mut query =
            db.prepare_cached("SELECT seq, what FROM fact WHERE game = ?1 ORDER BY seq")?;
        let mut rows = query.query([self.id])?;
        let mut facts = Vec::new();
        while let Some(row) = rows.next()? {
            let (seq, what): (u32, String) = (row.get(0)?, row.get(1)?);
            if seq as usize != facts.len() {
                return Err(damaged(&format_args!("fact {} is missing", facts.len())));
            }
            facts.push(parse(&what).map_err(|error| damaged(&error))?);
        }
        let (keys, rest) = self.keys.as_chunks();
        if !rest.is_empty() {
            return Err(damaged(&"a key is cut off"));
        }
        Ok(Record {
            table: TableId(self.id),
            opening: parse(&self.opening).map_err(|error| damaged(&error))?,
            keys: keys.iter().copied().map(Key::kept).collect(),
            facts,
            over: self.over.as_deref().map(parse).transpose().map_err(|error| damaged(&error))?,
        })
    }
}

pub(super) fn json(value: &impl Serialize) -> String {
    // From structs without maps of odd keys: cannot fail.
    serde_json::to_string(value).expect("a record has a JSON form")
}

pub(super) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    serde_json::from_str(text)
}

pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as i64
}
