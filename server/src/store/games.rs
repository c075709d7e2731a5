//! Reads games back. A record that differs from what was written is never returned as a game.

use std::collections::HashMap;
use std::fmt::Display;

use super::database::{self, Database, OptionalRow, params};
use protocol::{Over, TableId};
use uuid::Uuid;

use super::checksum::{game_checksum, segment_checksum};
use super::encoding::parse;
use super::error::StoreError;
use super::journal::{JournalLine, lines_of};
use super::{quarantine, seats};

use crate::records::game::{Fact, Opening, RecordedGame};
use crate::records::secret_hash::SecretHash;

const RECORDS: &str =
    "SELECT id, opening, secret_hashes, opened_at, over, ended_at, checksum FROM game";

/// Games that have not ended.
#[derive(Debug, Default)]
pub(crate) struct Unfinished {
    /// Those that can be read, oldest first.
    pub(crate) whole: Vec<RecordedGame>,
    /// Those that cannot be read, and why.
    pub(crate) damaged: Vec<(TableId, String)>,
}

/// All unfinished games, except those set aside.
pub(super) fn unfinished(db: &Database) -> Result<Unfinished, StoreError> {
    let (mut found, mut recent) = (Unfinished::default(), Recent::default());
    let mut query = db.prepare(&format!(
        "{RECORDS} WHERE over IS NULL AND id NOT IN (SELECT game FROM quarantine) ORDER BY id"
    ))?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let half = HalfRecord::read(&row)?;
        let table = TableId(half.id);
        match half.complete(db, &mut recent) {
            Ok(record) => found.whole.push(record),
            Err(StoreError::Damaged(why)) => found.damaged.push((table, why)),
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

/// The most games that are looked at for those of a day.
const MOST_OF_A_DAY: i64 = 50_000;

/// Returns the latest games that were opened since this time, in milliseconds since 1970, and have
/// ended. The games are appended, so that only their end is read.
pub(super) fn ended_since(db: &Database, since: i64) -> Result<Vec<(Opening, Over)>, StoreError> {
    let mut query = db.prepare(
        "SELECT opening, over FROM game WHERE number > (SELECT max(number) FROM game) - ?1
         AND opened_at >= ?2 AND over IS NOT NULL ORDER BY number",
    )?;
    let rows = query.query_map(params![MOST_OF_A_DAY, since], |row| {
        Ok((row.get::<String>(0)?, row.get::<String>(1)?))
    })?;
    let mut ended = Vec::new();
    for row in rows {
        let (opening, over) = row?;
        // A damaged game is noticed and set aside elsewhere.
        if let (Ok(opening), Ok(over)) = (parse(&opening), parse(&over)) {
            ended.push((opening, over));
        }
    }
    Ok(ended)
}

/// Returns when the last game was opened, in milliseconds since 1970.
pub(super) fn last_opened(db: &Database) -> Result<Option<i64>, StoreError> {
    let mut query = db.prepare("SELECT opened_at FROM game ORDER BY number DESC LIMIT 1")?;
    Ok(query.query_row([], |row| row.get(0)).optional()?)
}

/// Returns the games that the query selects, in its order.
#[cfg(test)]
pub(super) fn all(db: &Database, which: &str) -> Result<Vec<RecordedGame>, StoreError> {
    let (mut records, mut recent) = (Vec::new(), Recent::default());
    let mut query = db.prepare(&format!("{RECORDS} {which}"))?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        records.push(HalfRecord::read(&row)?.complete(db, &mut recent)?);
    }
    Ok(records)
}

/// Passes every game to `see`, oldest first, in batches: a snapshot of the file lasts only for one
/// batch, because what is written meanwhile waits in the log.
pub(super) fn each_in_parts(
    db: &Database,
    mut see: impl FnMut(Result<RecordedGame, StoreError>),
) -> Result<(), StoreError> {
    each_named_in_parts(db, |_, record| see(record))
}

/// Does the same, with the id of each game.
pub(super) fn each_named_in_parts(
    db: &Database,
    mut see: impl FnMut(TableId, Result<RecordedGame, StoreError>),
) -> Result<(), StoreError> {
    let mut after = Uuid::nil();
    loop {
        let _moment = db.snapshot()?;
        let mut recent = Recent::default();
        let mut query = db.prepare("SELECT id FROM game WHERE id > ?1 ORDER BY id LIMIT 1000")?;
        let games: Vec<Uuid> =
            query.query_map([after], |row| row.get(0))?.collect::<Result<_, _>>()?;
        for &game in &games {
            if game <= after {
                // A damaged index can lead round in a circle.
                see(
                    TableId(game),
                    Err(StoreError::Damaged("the games are not in order".to_owned())),
                );
                return Ok(());
            }
            after = game;
            match find_with(db, game, &mut recent) {
                Ok(Some(record)) => see(TableId(game), ensure_seats(db, &record).map(|()| record)),
                Ok(None) => {
                    see(TableId(game), Err(StoreError::Damaged(format!("game {game} is gone"))))
                }
                Err(error) => see(TableId(game), Err(error)),
            }
        }
        if games.is_empty() {
            return Ok(());
        }
    }
}

/// Checks that a game can be found by its players and their names.
fn ensure_seats(db: &Database, record: &RecordedGame) -> Result<(), StoreError> {
    for player in &record.opening.players {
        if !seats::is_listed(db, record.table.0, player.id, &player.name)? {
            let game = record.table;
            return Err(StoreError::Damaged(format!("game {game}: a player is not listed")));
        }
    }
    Ok(())
}

/// Returns one game.
pub(super) fn find(db: &Database, table: TableId) -> Result<Option<RecordedGame>, StoreError> {
    find_with(db, table.0, &mut Recent::Only(table.0))
}

fn find_with(
    db: &Database,
    game: Uuid,
    recent: &mut Recent,
) -> Result<Option<RecordedGame>, StoreError> {
    let mut query = db.prepare(&format!("{RECORDS} WHERE id = ?1"))?;
    let found = query.query_row([game], HalfRecord::read).optional()?;
    found.map(|half| half.complete(db, recent)).transpose()
}

/// The journal's part of running games, read when the first of them is encountered.
#[derive(Debug, Default)]
enum Recent {
    #[default]
    NotYet,
    /// Only this game is needed.
    Only(Uuid),
    Read(HashMap<Uuid, String>),
}

impl Recent {
    fn line(&mut self, db: &Database, game: Uuid) -> Result<&str, StoreError> {
        let wanted = match self {
            Recent::Read(lines) => return Ok(lines.get(&game).map_or("", String::as_str)),
            Recent::NotYet => None,
            Recent::Only(game) => Some(*game),
        };
        *self = Recent::Read(lines_of(db, wanted)?);
        self.line(db, game)
    }
}

/// The row of a game; its facts are in another table.
struct HalfRecord {
    id: Uuid,
    opening: String,
    hashes: Vec<u8>,
    opened_at: i64,
    over: Option<String>,
    ended_at: Option<i64>,
    sum: i64,
}

impl HalfRecord {
    fn read(row: &database::DatabaseRow<'_>) -> database::Result<HalfRecord> {
        Ok(HalfRecord {
            id: row.get(0)?,
            opening: row.get(1)?,
            hashes: row.get(2)?,
            opened_at: row.get(3)?,
            over: row.get(4)?,
            ended_at: row.get(5)?,
            sum: row.get(6)?,
        })
    }

    fn complete(self, db: &Database, recent: &mut Recent) -> Result<RecordedGame, StoreError> {
        if let Some(why) = quarantine::why(db, self.id)? {
            // It may have been set aside with an error that names it.
            let named = format!("game {}: ", self.id);
            return Err(self.damaged(&why.strip_prefix(&named).unwrap_or(&why)));
        }
        if game_checksum(self.id, &self.opening, &self.hashes, self.opened_at) != self.sum {
            return Err(self.damaged(&"its opening is not what was written"));
        }
        let recent = if self.over.is_none() { recent.line(db, self.id)? } else { "" };
        let (facts, last) = self.facts(db, recent)?;
        // A game ends with its last fact, at the same moment.
        if self.ended_at != self.over.as_ref().map(|_| last) {
            return Err(self.damaged(&"its stored end time is wrong"));
        }
        let (hashes, rest) = self.hashes.as_chunks();
        if !rest.is_empty() {
            return Err(self.damaged(&"a key is cut off"));
        }
        Ok(RecordedGame {
            table: TableId(self.id),
            opening: parse(&self.opening).map_err(|error| self.damaged(&error))?,
            hashes: hashes.iter().copied().map(SecretHash::kept).collect(),
            facts,
            opened_at: self.opened_at,
            ended_at: self.ended_at,
            over: self
                .over
                .as_deref()
                .map(parse)
                .transpose()
                .map_err(|error| self.damaged(&error))?,
        })
    }

    /// Returns all facts, and the time of the last one, from the segments and the journal; the two
    /// may overlap.
    fn facts(&self, db: &Database, recent: &str) -> Result<(Vec<Fact>, i64), StoreError> {
        let (mut facts, mut last) = (Vec::new(), self.opened_at);
        let mut add = |line: &str, is_new: bool| {
            let next = facts.len();
            let unreadable = || self.damaged(&format_args!("fact {next} is not readable"));
            let line = JournalLine::parse(line).ok_or_else(unreadable)?;
            match line.seq as usize {
                seq if seq == next => {
                    facts.push(parse(line.what).map_err(|error| self.damaged(&error))?);
                    last = line.at;
                    Ok(())
                }
                seq if seq < next && !is_new => Ok(()),
                _ => Err(self.damaged(&format_args!("fact {next} is missing"))),
            }
        };
        let segments = "SELECT seq, facts, checksum FROM segment WHERE game = ?1 ORDER BY seq";
        let mut query = db.prepare(segments)?;
        let mut rows = query.query([self.id])?;
        while let Some(row) = rows.next()? {
            let (first, text): (u32, String) = (row.get(0)?, row.get(1)?);
            if segment_checksum(self.id, first, &text) != row.get::<i64>(2)? {
                let what =
                    format_args!("what is kept from fact {first} on is not what was written");
                return Err(self.damaged(&what));
            }
            text.lines().try_for_each(|line| add(line, true))?;
        }
        recent.lines().try_for_each(|line| add(line, false))?;
        Ok((facts, last))
    }

    fn damaged(&self, what: &dyn Display) -> StoreError {
        StoreError::Damaged(format!("game {}: {what}", self.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::folder::file_in_memory;

    /// The lines of the facts from one number to before another.
    fn lines((first, end): (u32, u32)) -> String {
        let line = |seq| {
            let fact = format!(r#"{{"moved":{{"move":[0,{seq}],"us":1}}}}"#);
            format!("{seq} {} {fact}\n", 100 + seq)
        };
        (first..end).map(line).collect()
    }

    /// How many facts are read from these segments and this journal, and when the last one was.
    fn facts(segments: &[(u32, u32)], recent: (u32, u32)) -> Result<(usize, i64), StoreError> {
        let (db, id) = (file_in_memory(), Uuid::from_u128(7));
        db.execute_batch("PRAGMA foreign_keys = OFF").expect("SQLite");
        for &segment in segments {
            let (first, text) = (segment.0, lines(segment));
            let sum = segment_checksum(id, first, &text);
            let insert = "INSERT INTO segment (game, seq, facts, checksum) VALUES (?1, ?2, ?3, ?4)";
            db.execute(insert, params![id, first, &*text, sum]).expect("a row");
        }
        let half = HalfRecord {
            id,
            opening: String::new(),
            hashes: Vec::new(),
            opened_at: 50,
            over: None,
            ended_at: None,
            sum: 0,
        };
        half.facts(&db, &lines(recent)).map(|(facts, last)| (facts.len(), last))
    }

    #[test]
    fn facts_that_are_kept_twice_count_once_and_missing_ones_are_noticed() {
        for (segments, recent, expected) in [
            (&[][..], (0, 0), (0, 50)),
            (&[(0, 3)], (0, 0), (3, 102)),
            (&[(0, 3), (3, 5)], (5, 7), (7, 106)),
            (&[(0, 3)], (1, 5), (5, 104)),
            (&[(0, 3)], (0, 3), (3, 102)),
        ] {
            let found = facts(segments, recent).expect("whole");
            assert_eq!(found, expected, "{segments:?} {recent:?}");
        }
        for (segments, recent) in [
            (&[][..], (1, 3)),
            (&[(0, 3)], (4, 5)),
            (&[(0, 3), (2, 5)], (0, 0)),
            (&[(0, 3), (4, 5)], (0, 0)),
            (&[(1, 3)], (0, 3)),
        ] {
            assert!(facts(segments, recent).is_err(), "{segments:?} {recent:?}");
        }
    }
}
