//! The ladder's book in the database. A result is rated in the transaction that
//! keeps it, by the one who writes: so ratings have one order, that of
//! `rated`, and are made once.

use protocol::{Over, Player, PlayerId, TableId};
use rusqlite::{Connection, OptionalExtension, params};
use solver::Outcome;
use uuid::Uuid;

use super::encoding::json;
use super::error::StoreError;
use super::games::find;
use crate::records::game::{self, Opening, Record};
use ladder::{
    Book, Change, Contender, Fingerprint, Leaderboard, Played, Rated, RatedMatch, Standing,
    Subject, rate,
};

/// Rates a result whose games are written: once, for its id is there once.
pub(super) fn settle(db: &Connection, decided: &game::Rated) -> Result<(), StoreError> {
    let tables: Vec<Uuid> = decided.games.iter().map(|(table, _)| table.0).collect();
    settle_tables(db, decided.id, &tables)
}

/// Forgets all ratings and makes them again.
pub(super) fn rebuild(db: &Connection) -> Result<(), StoreError> {
    let rated_matches = rated_matches(db)?;
    db.execute_batch(
        "DELETE FROM change; DELETE FROM standing; DELETE FROM fingerprint; DELETE FROM ranked;
         DELETE FROM rated;",
    )?;
    rated_matches.into_iter().try_for_each(|(id, tables)| settle_tables(db, id, &tables))
}

/// All rated matches in the order in which they were rated, with their games' tables.
pub(super) fn rated_matches(db: &Connection) -> Result<Vec<(Uuid, Vec<Uuid>)>, StoreError> {
    let mut query = db.prepare("SELECT id, first, second FROM rated ORDER BY number")?;
    let rated_matches = query.query_map([], |row| {
        let second: Option<Uuid> = row.get(2)?;
        Ok((row.get(0)?, [row.get(1)?].into_iter().chain(second).collect()))
    })?;
    Ok(rated_matches.collect::<Result<_, _>>()?)
}

/// A rated match as its games have it, and its players.
pub(super) fn read(
    db: &Connection,
    id: Uuid,
    tables: &[Uuid],
) -> Result<(RatedMatch, Vec<Player>), StoreError> {
    let damaged = |what: &str| StoreError::Damaged(format!("rated match {id}: {what}"));
    let find =
        |table: &Uuid| find(db, TableId(*table))?.ok_or_else(|| damaged("a game is missing"));
    let records = tables.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    let at: Option<i64> = db
        .prepare_cached("SELECT ended_at FROM game WHERE id = ?1")?
        .query_row([tables.last()], |row| row.get(0))?;
    let players = records.first().map(|record| record.opening.players.clone());
    let rated_match = at.and_then(|at| rated_match(id, &records, at));
    rated_match.zip(players).ok_or_else(|| damaged("a game has not ended"))
}

/// What was played in one game or two, in their order; `None` if one has not
/// ended.
fn rated_match(id: Uuid, games: &[Record], at: i64) -> Option<RatedMatch> {
    let Opening { game, players, clock, terms } = &games.first()?.opening;
    let players = players.iter().map(|Player { id, kind, .. }| Contender { id: *id, kind: *kind });
    Some(RatedMatch {
        id,
        setup: game.clone(),
        clock: *clock,
        open: terms.open,
        same_owner: terms.same_owner,
        start: terms.start,
        players: players.collect(),
        games: games.iter().map(played).collect::<Option<_>>()?,
        at,
    })
}

fn played(record: &Record) -> Option<Played> {
    let Over { winners, reason } = record.over.clone()?;
    Some(Played { winners, reason, moves: record.moves() })
}

fn settle_tables(db: &Connection, id: Uuid, tables: &[Uuid]) -> Result<(), StoreError> {
    let (rated_match, players) = read(db, id, tables)?;
    match rate(&mut DatabaseBook { db, tables }, &rated_match)? {
        Rated::Before => return Ok(()),
        Rated::Not(why) => {
            db.prepare_cached("UPDATE rated SET unrated = ?2 WHERE id = ?1")?
                .execute(params![id, json(&why)])?;
        }
        Rated::Counted(changes) => {
            changes.iter().try_for_each(|change| keep_change(db, id, change))?;
        }
    }
    for player in players {
        db.prepare_cached("INSERT OR REPLACE INTO ranked VALUES (?1, ?2)")?
            .execute(params![player.id.0, json(&player)])?;
    }
    Ok(())
}

fn keep_change(db: &Connection, rated_match: Uuid, change: &Change) -> Result<(), StoreError> {
    let Change { leaderboard, player, opponent, won, games, before, after } = change;
    db.prepare_cached(
        "INSERT INTO change SELECT ?1, ?2, number, ?3, ?4, ?5, ?6, ?7, ?8, ?9
         FROM rated WHERE id = ?10",
    )?
    .execute(params![
        player.0,
        leaderboard.to_string(),
        opponent.0,
        won,
        games,
        before,
        after.rating,
        after.deviation,
        after.at,
        rated_match,
    ])?;
    Ok(())
}

/// The book, while a match of these tables is rated.
struct DatabaseBook<'a> {
    db: &'a Connection,
    tables: &'a [Uuid],
}

impl Book for DatabaseBook<'_> {
    type Error = StoreError;

    fn standing(
        &mut self,
        leaderboard: &Leaderboard,
        of: Subject,
    ) -> Result<Option<Standing>, StoreError> {
        let found = self
            .db
            .prepare_cached(
                "SELECT rating, deviation, volatility, rated_matches, at FROM standing
                 WHERE leaderboard = ?1 AND subject = ?2",
            )?
            .query_row(params![leaderboard.to_string(), key(of)], standing)
            .optional()?;
        Ok(found)
    }

    fn keep(
        &mut self,
        leaderboard: &Leaderboard,
        of: Subject,
        now: Standing,
    ) -> Result<(), StoreError> {
        let Standing { rating, deviation, volatility, rated_matches, at } = now;
        self.db
            .prepare_cached("INSERT OR REPLACE INTO standing VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?
            .execute(params![
                leaderboard.to_string(),
                key(of),
                rating,
                deviation,
                volatility,
                rated_matches,
                at
            ])?;
        Ok(())
    }

    fn claim(&mut self, rated_match: Uuid) -> Result<bool, StoreError> {
        let claimed = self
            .db
            .prepare_cached("INSERT OR IGNORE INTO rated (id, first, second) VALUES (?1, ?2, ?3)")?
            .execute(params![rated_match, self.tables.first(), self.tables.get(1)])?;
        Ok(claimed == 1)
    }

    fn note(&mut self, played: &Fingerprint) -> Result<bool, StoreError> {
        let noted = self
            .db
            .prepare_cached("INSERT OR IGNORE INTO fingerprint VALUES (?1)")?
            .execute([&played[..]])?;
        Ok(noted == 1)
    }
}

/// What stands of somebody, from the columns rating, deviation, volatility,
/// rated matches, at.
pub(super) fn standing(row: &rusqlite::Row<'_>) -> rusqlite::Result<Standing> {
    let (rating, deviation, volatility) = (row.get(0)?, row.get(1)?, row.get(2)?);
    Ok(Standing { rating, deviation, volatility, rated_matches: row.get(3)?, at: row.get(4)? })
}

/// How a subject is named in the database.
pub(super) fn key(of: Subject) -> Vec<u8> {
    match of {
        Subject::Player(PlayerId(id)) => id.as_bytes().to_vec(),
        Subject::Start(Some(Outcome::N)) => b"N".to_vec(),
        Subject::Start(Some(Outcome::P)) => b"P".to_vec(),
        Subject::Start(None) => b"?".to_vec(),
    }
}
