//! The tables of the file, and how one of an earlier server gets those of this one.

use rusqlite::{Connection, TransactionBehavior, params};
use uuid::Uuid;

use super::checksum::sum;
use super::journal::add_stretch;
use super::{StoreError, ratings};

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
    include_str!("schema_8.sql"),
    include_str!("schema_9.sql"),
    include_str!("schema_10.sql"),
];

/// The first schema that has ratings.
const RATINGS: usize = 3;

/// The first schema that has sums.
const SUMS: usize = 7;

/// The first schema that has stretches, where others had a row for each fact.
const STRETCHES: usize = 8;

/// A file of ours: "NimG".
const APPLICATION: i32 = 0x4e69_6d47;

/// Brings the file up to date. Tables are made anew on the way, so nothing may look
/// for what refers to what: foreign keys must be off.
pub(super) fn migrate(db: &mut Connection) -> Result<(), StoreError> {
    let change = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let from = version(&change)?;
    let steps = MIGRATIONS.get(from..).ok_or_else(|| too_new(from))?;
    steps.iter().try_for_each(|step| change.execute_batch(step))?;
    if from < SUMS {
        sum_up(&change)?;
    }
    if from < STRETCHES {
        put_together(&change)?;
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

/// Makes stretches of the rows that earlier schemas had for each fact.
fn put_together(db: &Connection) -> Result<(), StoreError> {
    let mut query = db.prepare("SELECT game, seq, what, at, sum FROM fact ORDER BY game, seq")?;
    let mut rows = query.query([])?;
    let mut stretch: Option<Stretch> = None;
    while let Some(row) = rows.next()? {
        let (game, seq, what): (Uuid, u32, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let at = row.get(3)?;
        let whole = fact_sum(game, seq, &what, at) == row.get::<_, i64>(4)?;
        if let Some(done) = stretch.take_if(|open| open.game != game || open.next != seq) {
            done.write(db)?;
        }
        let open = stretch.get_or_insert_with(|| Stretch {
            game,
            first: seq,
            next: seq,
            whole: true,
            text: String::new(),
        });
        open.next += 1;
        open.whole &= whole;
        open.text.push_str(&format!("{seq} {at} {what}\n"));
    }
    if let Some(done) = stretch {
        done.write(db)?;
    }
    db.execute_batch("DROP TABLE fact")?;
    Ok(())
}

struct Stretch {
    game: Uuid,
    first: u32,
    next: u32,
    whole: bool,
    text: String,
}

impl Stretch {
    fn write(self, db: &Connection) -> Result<(), StoreError> {
        add_stretch(db, self.game, self.first, &self.text)?;
        if !self.whole {
            // What was damaged before stays so.
            db.execute(
                "UPDATE stretch SET sum = ~sum WHERE game = ?1 AND seq = ?2",
                params![self.game, self.first],
            )?;
        }
        Ok(())
    }
}

/// The number of the file's schema.
pub(super) fn version(db: &Connection) -> Result<usize, StoreError> {
    let version: u32 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
    Ok(version as usize)
}

/// Refuses a file of another schema.
pub(super) fn expect_version(found: usize) -> Result<(), StoreError> {
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

/// The sum of a game's row.
pub(super) fn game_sum(id: Uuid, opening: &str, keys: &[u8], at: i64) -> i64 {
    sum(&[b"game", id.as_bytes(), opening.as_bytes(), keys, &at.to_le_bytes()])
}

/// The sum of a row that earlier schemas had for a fact.
pub(super) fn fact_sum(id: Uuid, seq: u32, what: &str, at: i64) -> i64 {
    sum(&[b"fact", id.as_bytes(), &seq.to_le_bytes(), what.as_bytes(), &at.to_le_bytes()])
}
