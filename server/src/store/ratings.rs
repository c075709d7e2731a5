//! Rated matches in the database. A result is rated in the transaction that stores it, and its
//! decisions are learnt in the one that stores the review, both by the writer: so ratings have one
//! order and are computed once.

use super::database::{Database, SqlValue, ToSqlValue, params};
use ladder::{Leaderboard, RatingCause, RatingChange, RatingOutcome, learn, rate, rating_line};
use uuid::Uuid;

use super::encoding::{json, parse};
use super::error::StoreError;
use super::ladder_book::DatabaseBook;
use super::ladder_log::{self, EntryKind, Voided};
use super::puzzles;
use super::rated_games::{decided, read, tables_of_all};
use crate::records::game;
use crate::records::puzzle::FoundPuzzle;

/// Rates a result whose games are stored, once, because its id is unique; and learns from those of
/// its games that were reviewed before.
pub(super) fn settle(db: &Database, decided: &game::Rated) -> Result<(), StoreError> {
    let tables: Vec<Uuid> = decided.games.iter().map(|(table, _)| table.0).collect();
    if rate_tables(db, decided.id, &tables)? {
        ladder_log::append(db, EntryKind::Rated, decided.id)?;
    }
    tables.into_iter().try_for_each(|game| learn_game(db, game))
}

/// Learns from the decisions of a game, once, if it is reviewed and its match has been rated and
/// counts.
pub(super) fn learn_game(db: &Database, game: Uuid) -> Result<(), StoreError> {
    if !learn_decided(db, game)? {
        return Ok(());
    }
    ladder_log::append(db, EntryKind::Learnt, game)?;
    // Not earlier: the second game of a pair begins from the same start as the first.
    let mut query = db.prepare("SELECT puzzles FROM review WHERE game = ?1")?;
    let found: Option<String> = query.query_row([game], |row| row.get(0))?;
    let unclear = |error| StoreError::Damaged(format!("puzzles of game {game}: {error}"));
    let found: Option<Vec<FoundPuzzle>> =
        found.map(|text| parse(&text)).transpose().map_err(unclear)?;
    puzzles::insert(db, game, &found.unwrap_or_default())
}

/// Voids rated matches, for a reason that everybody can read, and recomputes all ratings without
/// them; returns how many were not void before.
pub(super) fn declare_void(
    db: &Database,
    what: Voided,
    why: &str,
    at: i64,
) -> Result<usize, StoreError> {
    let voided = ladder_log::voidable(db, what)?;
    for &id in &voided {
        db.prepare("INSERT INTO void VALUES (?1, ?2, ?3)")?.execute(params![id, why, at])?;
        ladder_log::append(db, EntryKind::Void, id)?;
    }
    if !voided.is_empty() {
        rebuild(db)?;
    }
    Ok(voided.len())
}

/// Deletes all ratings and recomputes them in their original order.
pub(super) fn rebuild(db: &Database) -> Result<(), StoreError> {
    let order = ladder_log::order(db)?;
    let tables = tables_of_all(db)?;
    db.execute_batch(
        "DELETE FROM change; DELETE FROM standing; DELETE FROM learnt; DELETE FROM meeting;
         DELETE FROM known_start; DELETE FROM taught;
         DELETE FROM fingerprint; DELETE FROM ranked; DELETE FROM rated;",
    )?;
    db.restart_numbers(&["change", "rated"])?;
    for (kind, id) in order {
        match (kind, tables.get(&id)) {
            (EntryKind::Rated, Some(tables)) => drop(rate_tables(db, id, tables)?),
            (EntryKind::Learnt, _) => drop(learn_decided(db, id)?),
            (EntryKind::Rated, None) | (EntryKind::Void, _) => {}
        }
    }
    Ok(())
}

/// Rates a match; returns whether it had not been rated before.
fn rate_tables(db: &Database, id: Uuid, tables: &[Uuid]) -> Result<bool, StoreError> {
    let (rated_match, players) = read(db, id, tables)?;
    match rate(&mut DatabaseBook { db, tables }, &rated_match)? {
        RatingOutcome::Before => return Ok(false),
        RatingOutcome::Not(why) => {
            db.prepare("UPDATE rated SET unrated = ?2 WHERE id = ?1")?
                .post(params![id, json(&why)])?;
        }
        RatingOutcome::Counted { changes, weight } => {
            let pool = Leaderboard::Pool(rated_match.pool()).to_string();
            db.prepare("UPDATE rated SET leaderboard = ?2, at = ?3, weight = ?4 WHERE id = ?1")?
                .post(params![id, pool, rated_match.at, weight])?;
            changes.iter().try_for_each(|change| keep_change(db, id, change))?;
        }
    }
    for player in players {
        db.prepare(
            "INSERT INTO ranked VALUES (?1, ?2, ?3)
             ON CONFLICT (id) DO UPDATE SET player_id = ?2, player = ?3",
        )?
        .post(params![rating_line(&player).0, player.id.0, json(&player)])?;
    }
    Ok(true)
}

/// Learns from the decisions of a game; returns whether there was anything to learn.
fn learn_decided(db: &Database, game: Uuid) -> Result<bool, StoreError> {
    let Some((id, decided)) = decided(db, game)? else { return Ok(false) };
    let changes = learn(&mut DatabaseBook { db, tables: &[] }, &decided)?;
    changes.iter().try_for_each(|change| keep_change(db, id, change))?;
    Ok(true)
}

/// Returns the columns of a change: part, won, games, expected, hard and weight.
fn columns(cause: &RatingCause) -> (u8, u32, u32, i64, u32, i64) {
    match *cause {
        RatingCause::Result { won, games, expected, weight } => {
            (0, won.into(), games.into(), expected, 0, weight)
        }
        RatingCause::Decisions { game, kept, decisions, hard, expected } => {
            (game + 1, kept, decisions, expected, hard, 0)
        }
    }
}

/// Returns the row of a change: player, leaderboard, part, opponent, won, games, expected, hard,
/// weight, rating before and after, deviation, time, and the rated match.
pub(super) fn change_row(rated_match: Uuid, change: &RatingChange) -> Vec<SqlValue> {
    let RatingChange { leaderboard, player, opponent, cause, before, after } = change;
    let (part, won, games, expected, hard, weight) = columns(cause);
    let row = params![
        player.0,
        leaderboard.to_string(),
        part,
        opponent.0,
        won,
        games,
        expected,
        hard,
        weight,
        *before,
        after.rating(),
        after.deviation(after.at),
        after.at,
        rated_match,
    ];
    row.iter().map(|value| value.to_value().into()).collect()
}

fn keep_change(db: &Database, rated_match: Uuid, change: &RatingChange) -> Result<(), StoreError> {
    db.prepare(
        "INSERT INTO change (player, leaderboard, rated_match, part, opponent, won, games,
         expected, hard, weight, before, after, deviation, at)
         SELECT ?1, ?2, number, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13
         FROM rated WHERE id = ?14",
    )?
    .post(change_row(rated_match, change))?;
    Ok(())
}
