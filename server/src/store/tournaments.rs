//! Tournaments in the SQLite file: each with its founding and its events.

use protocol::TournamentId;
use rusqlite::{OptionalExtension, Transaction, params};
use uuid::Uuid;

use super::StoreError;
use super::archive::Archive;
use super::row::parse;
use crate::records::tournament_log::{Chronicle, Founding};

/// One event to write, as text already.
#[derive(Debug)]
pub(super) struct Progress {
    pub(super) id: Uuid,
    pub(super) seq: u32,
    pub(super) what: String,
    pub(super) over: bool,
    pub(super) at: i64,
}

pub(super) fn found(
    batch: &Transaction<'_>,
    id: &Uuid,
    founding: &str,
    at: i64,
) -> rusqlite::Result<()> {
    let insert = "INSERT INTO tournament (id, founding, founded_at) VALUES (?1, ?2, ?3)";
    batch.prepare_cached(insert)?.execute(params![id, founding, at])?;
    Ok(())
}

pub(super) fn progress(batch: &Transaction<'_>, progress: &Progress) -> rusqlite::Result<()> {
    let Progress { id, seq, what, over, at } = progress;
    batch
        .prepare_cached("INSERT INTO tournament_event VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![id, seq, at, what])?;
    if *over {
        batch.prepare_cached("UPDATE tournament SET over = 1 WHERE id = ?1")?.execute([id])?;
    }
    Ok(())
}

impl Archive {
    /// The ids of the tournaments that are not over, or of the newest `most`
    /// that are, the newest first.
    pub(super) fn tournament_ids(
        &self,
        over: bool,
        most: u32,
    ) -> Result<Vec<TournamentId>, StoreError> {
        let query = "SELECT id FROM tournament WHERE over = ?1 ORDER BY id DESC LIMIT ?2";
        let mut query = self.db().prepare_cached(query)?;
        let ids = query.query_map(params![over, most], |row| row.get(0).map(TournamentId))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// All that is kept of one tournament.
    pub(super) fn tournament(&self, id: TournamentId) -> Result<Option<Chronicle>, StoreError> {
        let damaged =
            |what: &dyn std::fmt::Display| StoreError::Damaged(format!("tournament {id}: {what}"));
        let mut query =
            self.db().prepare_cached("SELECT founding FROM tournament WHERE id = ?1")?;
        let founding: Option<String> = query.query_row([id.0], |row| row.get(0)).optional()?;
        let Some(founding) = founding else { return Ok(None) };
        let founding: Founding = parse(&founding).map_err(|error| damaged(&error))?;
        let query = "SELECT seq, what FROM tournament_event WHERE tournament = ?1 ORDER BY seq";
        let mut query = self.db().prepare_cached(query)?;
        let mut rows = query.query([id.0])?;
        let mut events = Vec::new();
        while let Some(row) = rows.next()? {
            let (seq, what): (u32, String) = (row.get(0)?, row.get(1)?);
            if seq as usize != events.len() {
                return Err(damaged(&format_args!("event {} is missing", events.len())));
            }
            events.push(parse(&what).map_err(|error| damaged(&error))?);
        }
        Ok(Some(Chronicle { id, founding, events }))
    }
}
