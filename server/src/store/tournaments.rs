//! Tournaments in the database, each with its configuration and its events.

use super::database::{self, Database, OptionalRow, params};
use protocol::{TournamentId, TournamentLine};
use tracing::error;
use uuid::Uuid;

use super::encoding::parse;
use super::error::StoreError;
use crate::records::tournament_log::{TournamentConfig, TournamentLog};

/// An event to write, already serialised.
#[derive(Debug)]
pub(super) struct Progress {
    pub(super) id: Uuid,
    pub(super) seq: u32,
    pub(super) what: String,
    /// Its line in the list, once it is over.
    pub(super) over: Option<String>,
    pub(super) at: i64,
}

pub(super) fn insert(batch: &Database, id: &Uuid, config: &str, at: i64) -> database::Result<()> {
    let insert = "INSERT INTO tournament (id, config, created_at) VALUES (?1, ?2, ?3)";
    batch.prepare(insert)?.execute(params![id, config, at])?;
    Ok(())
}

pub(super) fn progress(batch: &Database, progress: &Progress) -> database::Result<()> {
    let Progress { id, seq, what, over, at } = progress;
    batch
        .prepare("INSERT INTO tournament_event VALUES (?1, ?2, ?3, ?4)")?
        .post(params![id, seq, at, what])?;
    if let Some(over) = over {
        batch
            .prepare("UPDATE tournament SET summary = ?2 WHERE id = ?1")?
            .post(params![id, over])?;
    }
    Ok(())
}

/// Returns all tournaments that are not over, newest first.
pub(super) fn ongoing(db: &Database) -> Result<Vec<TournamentLog>, StoreError> {
    let ids = ids(db, "SELECT id FROM tournament WHERE summary IS NULL ORDER BY id DESC")?;
    let mut found = Vec::new();
    for id in ids {
        match find(db, id) {
            Ok(log) => found.extend(log),
            Err(StoreError::Damaged(why)) => error!(why, "a tournament is damaged, and set aside"),
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

/// Returns all tournaments.
pub(super) fn all(db: &Database) -> Result<Vec<TournamentId>, StoreError> {
    ids(db, "SELECT id FROM tournament ORDER BY id DESC")
}

fn ids(db: &Database, query: &str) -> Result<Vec<TournamentId>, StoreError> {
    let mut query = db.prepare(query)?;
    let ids = query.query_map([], |row| row.get(0).map(TournamentId))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

/// Lines of finished tournaments.
#[derive(Debug, Default)]
pub(crate) struct FinishedTournaments {
    /// Newest first, without those that are damaged.
    pub(crate) lines: Vec<TournamentLine>,
    /// The last tournament read, if there may be more.
    pub(crate) next: Option<TournamentId>,
}

/// A tournament that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DamagedTournament {
    pub(crate) tournament: TournamentId,
    /// The fault.
    pub(crate) why: String,
}

/// Returns all tournaments that cannot be read.
pub(super) fn damaged(db: &Database) -> Result<Vec<DamagedTournament>, StoreError> {
    let mut found = Vec::new();
    for tournament in all(db)? {
        let read = find(db, tournament).and_then(|_| summary(db, tournament));
        match read {
            Ok(_) => {}
            Err(StoreError::Damaged(why)) => found.push(DamagedTournament { tournament, why }),
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

/// Returns the lines of the newest `most` finished tournaments, newest first; each is one row,
/// however many games it had. A damaged one is logged, and does not hide others.
pub(super) fn finished(
    db: &Database,
    before: TournamentId,
    most: u32,
) -> Result<FinishedTournaments, StoreError> {
    let query = "SELECT summary, id FROM tournament WHERE summary IS NOT NULL AND id < ?1
         ORDER BY id DESC LIMIT ?2";
    let mut query = db.prepare(query)?;
    let mut rows = query.query(params![before.0, most])?;
    let (mut found, mut read) = (FinishedTournaments::default(), 0);
    while let Some(row) = rows.next()? {
        let id = TournamentId(row.get(1)?);
        match parse(&String::from_utf8_lossy(row.text(0)?)) {
            Ok(line) => found.lines.push(line),
            Err(why) => error!(%id, %why, "a finished tournament is damaged, and not listed"),
        }
        read += 1;
        found.next = (read == most).then_some(id);
    }
    Ok(found)
}

/// Returns a tournament's line in the list, once it is over.
pub(super) fn summary(
    db: &Database,
    id: TournamentId,
) -> Result<Option<TournamentLine>, StoreError> {
    let mut query = db.prepare("SELECT summary FROM tournament WHERE id = ?1")?;
    let text: Option<String> = query.query_row([id.0], |row| row.get(0)).optional()?.flatten();
    let damaged = |error| StoreError::Damaged(format!("tournament {id}: {error}"));
    text.map(|text| parse(&text).map_err(damaged)).transpose()
}

/// Returns everything that is stored of one tournament.
pub(super) fn find(db: &Database, id: TournamentId) -> Result<Option<TournamentLog>, StoreError> {
    let damaged =
        |what: &dyn std::fmt::Display| StoreError::Damaged(format!("tournament {id}: {what}"));
    let mut query = db.prepare("SELECT config FROM tournament WHERE id = ?1")?;
    let config: Option<String> = query.query_row([id.0], |row| row.get(0)).optional()?;
    let Some(config) = config else { return Ok(None) };
    let config: TournamentConfig = parse(&config).map_err(|error| damaged(&error))?;
    let query = "SELECT seq, what FROM tournament_event WHERE tournament = ?1 ORDER BY seq";
    let mut query = db.prepare(query)?;
    let mut rows = query.query([id.0])?;
    let mut events = Vec::new();
    while let Some(row) = rows.next()? {
        let (seq, what): (u32, String) = (row.get(0)?, row.get(1)?);
        if seq as usize != events.len() {
            return Err(damaged(&format_args!("event {} is missing", events.len())));
        }
        events.push(parse(&what).map_err(|error| damaged(&error))?);
    }
    Ok(Some(TournamentLog { id, config, events }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::folder::file_in_memory;

    const LINE: &str = r#"{"tournament":"01890a5d-ac96-774b-bcce-b302099a8061","name":"Cup",
        "format":{"kind":"knockout"},"stage":"finished","entrants":4}"#;

    #[test]
    fn a_damaged_tournament_is_named_and_hides_no_other() {
        let db = file_in_memory();
        for n in 1..=5_u128 {
            let summary = if n == 4 { LINE.replace("knockout", "knock0ut") } else { LINE.into() };
            db.execute(
                "INSERT INTO tournament (id, config, created_at, summary) VALUES (?1, '', 0, ?2)",
                params![Uuid::from_u128(n), summary],
            )
            .expect("a row");
        }
        // Page by page, all others are found.
        let (mut before, mut pages) = (TournamentId(Uuid::max()), Vec::new());
        loop {
            let FinishedTournaments { lines, next } = finished(&db, before, 2).expect("readable");
            pages.push(lines.len());
            let Some(last) = next else { break };
            before = last;
        }
        assert_eq!(pages, [1, 2, 1]);
        let named = |one: DamagedTournament| one.tournament.0.as_u128();
        let config = "what a tournament is";
        db.execute("UPDATE tournament SET config = ?1", [config]).expect("rows");
        let all: Vec<u128> = damaged(&db).expect("readable").into_iter().map(named).collect();
        assert_eq!(all, [5, 4, 3, 2, 1]);
    }
}
