//! Data that is not kept for ever: casual games of guests, finished tournaments, and hashes of
//! secrets that no browser has any more. Rows are deleted a few at a time, and the file shrinks a
//! few pages at a time.

use std::time::Duration;

use super::database::{Database, OptionalRow, params};
use protocol::{TableId, TournamentId};
use uuid::Uuid;

use super::encoding::parse;
use super::error::StoreError;
use crate::records::game::{GameOrigin, Opening};

/// A browser keeps a secret for a year; after this time nobody has it any more.
const REVOKED_FOR: Duration = Duration::from_secs(400 * 24 * 3600);

/// The number of rows read at once.
const LOOKED_AT: u32 = 256;

/// Deletes what is stored of a game, by its id.
const FORGET: [&str; 6] = [
    // Not by player: the accuracy of a bot is kept by its version.
    "DELETE FROM accuracy WHERE game = ?1",
    "DELETE FROM review WHERE game = ?1",
    "DELETE FROM segment WHERE game = ?1",
    "DELETE FROM new_seat WHERE game = ?1",
    "DELETE FROM quarantine WHERE game = ?1",
    "DELETE FROM game WHERE id = ?1",
];

/// Deletes some hashes that were revoked before this time.
const SWEEP: &str = "DELETE FROM access WHERE number IN
     (SELECT number FROM access WHERE revoked_at < ?1 LIMIT 256)";

/// Expired games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Old {
    pub(crate) games: Vec<TableId>,
    pub(crate) tournaments: Vec<TournamentId>,
    /// Where to continue: the number of the last game read; `None` at the end.
    pub(crate) next: Option<i64>,
}

/// Returns casual games without registered players that ended before this time, in milliseconds
/// since 1970, among some games after this number.
pub(super) fn old_games(db: &Database, after: i64, before: i64) -> Result<Old, StoreError> {
    let mut query = db.prepare(
        "SELECT number, id, opening, ended_at FROM game
         WHERE number > ?1 AND over IS NOT NULL ORDER BY number LIMIT ?2",
    )?;
    let mut rows = query.query(params![after, LOOKED_AT])?;
    let (mut old, mut looked_at) = (Old::default(), 0);
    while let Some(row) = rows.next()? {
        looked_at += 1;
        old.next = Some(row.get(0)?);
        let (id, opening): (Uuid, String) = (row.get(1)?, row.get(2)?);
        let ended_at: Option<i64> = row.get(3)?;
        // Damaged games are handled elsewhere.
        let Ok(opening) = parse::<Opening>(&opening) else { continue };
        if ended_at.is_some_and(|at| at < before) && is_of_guests(db, &opening)? {
            old.games.push(TableId(id));
        }
    }
    old.next = old.next.filter(|_| looked_at == LOOKED_AT);
    Ok(old)
}

/// Whether nobody will look for a game: it did not count, and none of its players has an account.
fn is_of_guests(db: &Database, opening: &Opening) -> Result<bool, StoreError> {
    if opening.terms.rated || opening.terms.origin != GameOrigin::Offer {
        return Ok(false);
    }
    let mut query = db.prepare("SELECT 1 FROM account WHERE id = ?1")?;
    for player in &opening.players {
        if query.exists([player.id.0])? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns some tournaments that were over before this time.
pub(super) fn old_tournaments(
    db: &Database,
    before: i64,
    most: u32,
) -> Result<Vec<TournamentId>, StoreError> {
    let mut query = db.prepare(
        "SELECT id FROM tournament WHERE summary IS NOT NULL
         AND (SELECT max(at) FROM tournament_event WHERE tournament = id) < ?1 LIMIT ?2",
    )?;
    let ids = query.query_map(params![before, most], |row| row.get(0).map(TournamentId))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

/// Deletes a game.
pub(super) fn forget_game(db: &Database, game: Uuid) -> Result<(), StoreError> {
    // By player, as they are ordered: otherwise all of them would be read.
    for player in players(db, game)? {
        db.prepare("DELETE FROM seat WHERE player = ?1 AND game = ?2")?
            .execute(params![player, game])?;
    }
    for forget in FORGET {
        db.prepare(forget)?.execute([game])?;
    }
    Ok(())
}

/// Returns the players of a game; of a damaged one, those by whom it is found.
fn players(db: &Database, game: Uuid) -> Result<Vec<Uuid>, StoreError> {
    let mut query = db.prepare("SELECT opening FROM game WHERE id = ?1")?;
    let opening = query.query_row([game], |row| row.get::<String>(0)).optional()?;
    if let Some(Ok(opening)) = opening.as_deref().map(parse::<Opening>) {
        return Ok(opening.players.iter().map(|player| player.id.0).collect());
    }
    let mut query = db.prepare("SELECT player FROM seated WHERE game = ?1")?;
    let players = query.query_map([game], |row| row.get(0))?;
    Ok(players.collect::<Result<_, _>>()?)
}

/// Deletes a tournament; games that count for the ladder stay.
pub(super) fn forget_tournament(db: &Database, tournament: Uuid) -> Result<(), StoreError> {
    db.prepare("DELETE FROM tournament_event WHERE tournament = ?1")?.execute([tournament])?;
    db.prepare("DELETE FROM tournament WHERE id = ?1")?.execute([tournament])?;
    Ok(())
}

/// Deletes hashes of secrets that were revoked so long ago that nobody has them, and returns some
/// free pages to the system.
pub(super) fn sweep(db: &Database, now: i64, pages: u32) -> Result<(), StoreError> {
    let before = now - REVOKED_FOR.as_millis() as i64;
    db.prepare(SWEEP)?.execute([before])?;
    // A server frees its pages itself.
    let Some(file) = db.file() else { return Ok(()) };
    let mut vacuum = file.prepare(&format!("PRAGMA incremental_vacuum({pages})"))?;
    let mut steps = vacuum.query([])?;
    while steps.next()?.is_some() {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::folder::{file_in_memory, plan};

    #[test]
    fn what_has_expired_is_deleted_without_reading_all_the_rest() {
        let db = file_in_memory();
        for delete in FORGET.into_iter().chain([SWEEP]) {
            let steps = plan(&db, delete, [Uuid::nil()]);
            assert!(!steps.iter().any(|step| step.contains("SCAN")), "{delete}: {steps:?}");
        }
    }
}
