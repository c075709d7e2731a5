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
use tracing::warn;
use uuid::Uuid;

use super::head::{Head, Mark};
use super::sum::sum;
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
    include_str!("schema_7.sql"),
];

/// The first schema that has ratings.
const RATINGS: usize = 3;

/// The first schema that has sums.
const SUMS: usize = 7;

/// A file of ours: "NimG".
const APPLICATION: i32 = 0x4e69_6d47;

/// How long to wait for another connection, such as a backup's, that holds the
/// file for a moment.
const BUSY: Duration = Duration::from_secs(5);

const RECORDS: &str = "SELECT id, opening, keys, opened_at, over, ended_at, sum FROM game";

/// One row to write, as text already, so that the writer has little to do.
#[derive(Debug)]
pub(super) enum Row {
    Game {
        id: Uuid,
        opening: String,
        names: Vec<String>,
        keys: Vec<u8>,
        over: Option<String>,
        at: i64,
        sum: i64,
    },
    Fact {
        id: Uuid,
        seq: u32,
        what: String,
        over: Option<String>,
        at: i64,
        sum: i64,
    },
    Rated(Box<Rated>),
    Reviewed(Box<Reviewed>),
    Account {
        id: Uuid,
        folded: String,
        about: String,
        at: i64,
    },
    Granted {
        key: [u8; Key::BYTES],
        player: Uuid,
        at: i64,
    },
    Revoked {
        key: [u8; Key::BYTES],
        at: i64,
    },
    Tournament {
        id: Uuid,
        founding: String,
        at: i64,
    },
    Progress(Progress),
}

impl Row {
    pub(super) fn of(entry: &Entry<'_>) -> Row {
        let at = now();
        match *entry {
            Entry::Opened { table, opening, keys, over } => {
                let keys: Vec<u8> = keys.iter().flat_map(Key::bytes).copied().collect();
                let names = opening.players.iter().map(|player| player.name.to_string()).collect();
                let (id, opening) = (table.0, json(opening));
                let sum = game_sum(id, &opening, &keys, at);
                Row::Game { id, opening, names, keys, over: over.map(json), at, sum }
            }
            Entry::Happened { table, seq, fact, over } => {
                let (id, what) = (table.0, json(fact));
                let sum = fact_sum(id, seq, &what, at);
                Row::Fact { id, seq, what, over: over.map(json), at, sum }
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

    pub(super) fn mark(&self) -> Option<Mark> {
        match *self {
            Row::Game { id, sum, .. } => Some(Mark { game: id, seq: None, sum }),
            Row::Fact { id, seq, sum, .. } => Some(Mark { game: id, seq: Some(seq), sum }),
            // What they tell of follows from games, or is told elsewhere.
            Row::Rated(_)
            | Row::Reviewed(_)
            | Row::Account { .. }
            | Row::Granted { .. }
            | Row::Revoked { .. }
            | Row::Tournament { .. }
            | Row::Progress(_) => None,
        }
    }
}

fn game_sum(id: Uuid, opening: &str, keys: &[u8], at: i64) -> i64 {
    sum(&[b"game", id.as_bytes(), opening.as_bytes(), keys, &at.to_le_bytes()])
}

fn fact_sum(id: Uuid, seq: u32, what: &str, at: i64) -> i64 {
    sum(&[b"fact", id.as_bytes(), &seq.to_le_bytes(), what.as_bytes(), &at.to_le_bytes()])
}

/// A connection to the file.
#[derive(Debug)]
pub(super) struct Archive {
    pub(super) db: Connection,
    /// Only of the one that writes.
    head: Option<Head>,
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
        let archive = Archive { db, head: Some(Head::open(file)?) };
        archive.expect_end(file)?;
        Ok(archive)
    }

    /// Opens the file for reading.
    pub(super) fn open(file: &Path) -> Result<Archive, StoreError> {
        let db = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        db.busy_timeout(BUSY)?;
        expect_version(version(&db)?)?;
        Ok(Archive { db, head: None })
    }

    /// Whether the row that was written last is there.
    pub(super) fn expect_end(&self, file: &Path) -> Result<(), StoreError> {
        let Some(Mark { game, seq, sum }) = Mark::read(file)? else { return Ok(()) };
        let found: Option<i64> = match seq {
            None => {
                let mut query = self.db.prepare_cached("SELECT sum FROM game WHERE id = ?1")?;
                query.query_row([game], |row| row.get(0)).optional()?
            }
            Some(seq) => {
                let of_fact = "SELECT sum FROM fact WHERE game = ?1 AND seq = ?2";
                let mut query = self.db.prepare_cached(of_fact)?;
                query.query_row(params![game, seq], |row| row.get(0)).optional()?
            }
        };
        if found == Some(sum) {
            return Ok(());
        }
        let what = seq.map_or_else(|| "its opening".to_owned(), |seq| format!("fact {seq}"));
        Err(StoreError::Damaged(format!(
            "game {game}: {what} was written last and is not there: the store has lost its end. \
             (If a backup was put back, remove the file with the ending .head.)"
        )))
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

    /// Notes the last row of a commit that has succeeded.
    pub(super) fn note(&mut self, last: Option<Mark>) {
        if let (Some(head), Some(last)) = (&mut self.head, last)
            && let Err(error) = head.note(&last)
        {
            warn!(%error, "what was written last could not be noted");
        }
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

    /// The latest games of a player, before this one, at most so many.
    pub(super) fn games_of(
        &self,
        name: &str,
        before: Uuid,
        most: usize,
    ) -> Result<Vec<Record>, StoreError> {
        let mut query = self.db.prepare_cached(
            "SELECT game FROM seat WHERE name = ?1 AND game < ?2 ORDER BY game DESC LIMIT ?3",
        )?;
        let games = query.query_map(params![name, before, most as i64], |row| row.get(0))?;
        let games: Vec<Uuid> = games.collect::<Result<_, _>>()?;
        let found = games.into_iter().map(|game| self.find(TableId(game)));
        found.filter_map(Result::transpose).collect()
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

    /// Hands every game to `see`, the oldest first, some at a time: for so long
    /// it sees the file as it was, and no longer, for what is written meanwhile
    /// waits in the log.
    pub(super) fn each_in_parts(
        &self,
        mut see: impl FnMut(Result<Record, StoreError>),
    ) -> Result<(), StoreError> {
        let mut after = Uuid::nil();
        loop {
            self.db.execute_batch("BEGIN")?;
            let mut query = self
                .db
                .prepare_cached("SELECT id FROM game WHERE id > ?1 ORDER BY id LIMIT 1000")?;
            let games: Vec<Uuid> =
                query.query_map([after], |row| row.get(0))?.collect::<Result<_, _>>()?;
            for &game in &games {
                if game <= after {
                    // A damaged index can go round in a circle.
                    see(Err(StoreError::Damaged("the games are not in order".to_owned())));
                    return Ok(());
                }
                after = game;
                match self.find(TableId(game)) {
                    Ok(Some(record)) => see(self.expect_seats(&record).map(|()| record)),
                    Ok(None) => see(Err(StoreError::Damaged(format!("game {game} is gone")))),
                    Err(error) => see(Err(error)),
                }
            }
            self.db.execute_batch("COMMIT")?;
            if games.is_empty() {
                return Ok(());
            }
        }
    }

    /// Whether a game is found by its players' names.
    fn expect_seats(&self, record: &Record) -> Result<(), StoreError> {
        let mut query =
            self.db.prepare_cached("SELECT 1 FROM seat WHERE name = ?1 AND game = ?2")?;
        for player in &record.opening.players {
            if !query.exists(params![player.name.to_string(), record.table.0])? {
                let game = record.table;
                return Err(StoreError::Damaged(format!("game {game}: a player is not listed")));
            }
        }
        Ok(())
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
        Row::Game { id, opening, names, keys, over, at, sum } => {
            let ended = over.as_ref().map(|_| at);
            batch
                .prepare_cached("INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?
                .execute(params![id, opening, keys, at, over, ended, sum])?;
            // Two players may have one name.
            let mut seat = batch.prepare_cached("INSERT OR IGNORE INTO seat VALUES (?1, ?2)")?;
            for name in names {
                seat.execute(params![name, id])?;
            }
        }
        Row::Fact { id, seq, what, over, at, sum } => {
            batch
                .prepare_cached("INSERT INTO fact VALUES (?1, ?2, ?3, ?4, ?5)")?
                .execute(params![id, seq, at, what, sum])?;
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
    if from < SUMS {
        sum_up(&change)?;
    }
    if from < RATINGS {
        ratings::rebuild(&change)?;
    }
    change.pragma_update(None, "application_id", APPLICATION)?;
    change.pragma_update(None, "user_version", MIGRATIONS.len() as i64)?;
    change.commit()?;
    Ok(())
}

/// Gives the rows of earlier schemas, which had none, their sums.
fn sum_up(db: &Connection) -> Result<(), StoreError> {
    let mut games = db.prepare("SELECT id, opening, keys, opened_at FROM game")?;
    let mut rows = games.query([])?;
    while let Some(row) = rows.next()? {
        let (id, opening, keys): (_, String, Vec<u8>) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let sum = game_sum(id, &opening, &keys, row.get(3)?);
        db.execute("UPDATE game SET sum = ?2 WHERE id = ?1", params![id, sum])?;
    }
    let mut facts = db.prepare("SELECT game, seq, what, at FROM fact")?;
    let mut rows = facts.query([])?;
    while let Some(row) = rows.next()? {
        let (id, seq, what): (_, _, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let sum = fact_sum(id, seq, &what, row.get(3)?);
        let change = "UPDATE fact SET sum = ?3 WHERE game = ?1 AND seq = ?2";
        db.execute(change, params![id, seq, sum])?;
    }
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
    opened_at: i64,
    over: Option<String>,
    ended_at: Option<i64>,
    sum: i64,
}

impl HalfRecord {
    fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<HalfRecord> {
        Ok(HalfRecord {
            id: row.get(0)?,
            opening: row.get(1)?,
            keys: row.get(2)?,
            opened_at: row.get(3)?,
            over: row.get(4)?,
            ended_at: row.get(5)?,
            sum: row.get(6)?,
        })
    }

    fn complete(self, db: &Connection) -> Result<Record, StoreError> {
        let damaged =
            |what: &dyn std::fmt::Display| StoreError::Damaged(format!("game {}: {what}", self.id));
        if game_sum(self.id, &self.opening, &self.keys, self.opened_at) != self.sum {
            return Err(damaged(&"its opening is not what was written"));
        }
        let mut query =
            db.prepare_cached("SELECT seq, what, at, sum FROM fact WHERE game = ?1 ORDER BY seq")?;
        let mut rows = query.query([self.id])?;
        let mut facts = Vec::new();
        let mut last = self.opened_at;
        while let Some(row) = rows.next()? {
            let (seq, what): (u32, String) = (row.get(0)?, row.get(1)?);
            last = row.get(2)?;
            if fact_sum(self.id, seq, &what, last) != row.get::<_, i64>(3)? {
                return Err(damaged(&format_args!("fact {seq} is not what was written")));
            }
            if seq as usize != facts.len() {
                return Err(damaged(&format_args!("fact {} is missing", facts.len())));
            }
            facts.push(parse(&what).map_err(|error| damaged(&error))?);
        }
        // A game ends with its last fact, in the same moment.
        if self.ended_at != self.over.as_ref().map(|_| last) {
            return Err(damaged(&"when it ended is not what was written"));
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
            opened_at: self.opened_at,
            ended_at: self.ended_at,
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
