//! Reviews in the database, and the games that wait for one.

use super::database::{Database, OptionalRow, params};
use ladder::DecisionFamily;
use protocol::{Kind, TableId};
use serde::Deserialize;
use uuid::Uuid;

use super::encoding::{json, parse};
use super::error::StoreError;
use super::{games, ratings};
use crate::records::game::{Decision, Opening, RecordedGame, StoredReview};

/// The number of waiting games that are returned at once.
const REVIEW_BATCH: u32 = 16;

/// The part of an opening that decides whether its game gets a review.
#[derive(Deserialize)]
struct ReviewCriteria {
    #[serde(default)]
    rated: bool,
    players: Vec<SeatedPlayer>,
}

#[derive(Deserialize)]
struct SeatedPlayer {
    kind: Kind,
}

/// Records that a finished game waits for a review, if it is to get one; games between bots only do
/// if they were rated.
pub(super) fn await_review(db: &Database, game: Uuid, opening: &str) -> Result<(), StoreError> {
    let unclear = |error| StoreError::Damaged(format!("game {game}: its opening: {error}"));
    let ReviewCriteria { rated, players } = parse(opening).map_err(unclear)?;
    if rated || players.iter().any(|player| player.kind != Kind::Bot) {
        db.prepare("INSERT INTO review (game) VALUES (?1) ON CONFLICT DO NOTHING")?
            .execute([game])?;
    }
    Ok(())
}

/// A game that waits for a review.
#[derive(Debug)]
pub(crate) struct Unreviewed {
    pub(crate) record: RecordedGame,
    /// Whether a review was begun before and never finished.
    pub(crate) begun: bool,
}

/// Returns some waiting games. A game that cannot be read is skipped: its damage is reported
/// elsewhere, and the others get their reviews.
pub(super) fn unreviewed(db: &Database) -> Result<Vec<Unreviewed>, StoreError> {
    let mut query =
        db.prepare("SELECT game, begun FROM review WHERE text IS NULL ORDER BY game LIMIT ?1")?;
    let games = query.query_map([REVIEW_BATCH], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let games: Vec<(Uuid, bool)> = games.collect::<Result<_, _>>()?;
    let found = games.into_iter().filter_map(|(game, begun)| {
        let record = games::find(db, TableId(game)).ok().flatten()?;
        Some(Unreviewed { record, begun })
    });
    Ok(found.collect())
}

/// Records that a review begins.
pub(super) fn begin(db: &Database, game: Uuid) -> Result<(), StoreError> {
    db.prepare("UPDATE review SET begun = 1 WHERE game = ?1")?.execute([game])?;
    Ok(())
}

/// Returns whether a game needs a review, and the review, if it exists.
pub(super) fn find(db: &Database, table: TableId) -> Result<Option<Option<String>>, StoreError> {
    let mut query = db.prepare("SELECT text FROM review WHERE game = ?1")?;
    Ok(query.query_row([table.0], |row| row.get(0)).optional()?)
}

/// Stores a review, and lets the ladder learn from it if its match has been rated.
pub(super) fn insert(db: &Database, reviewed: &StoredReview) -> Result<(), StoreError> {
    let StoredReview { table, text, seats, decisions, puzzles, .. } = reviewed;
    let kept = db
        .prepare(
            "UPDATE review SET text = ?2, decisions = ?3, puzzles = ?4
             WHERE game = ?1 AND text IS NULL",
        )?
        .execute(params![table.0, text, json(decisions), json(puzzles)])?;
    // A review that is already stored has counted.
    if kept == 0 {
        return Ok(());
    }
    for (seat, accuracy) in (0_u8..).zip(seats) {
        db.prepare(
            "INSERT INTO accuracy VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
             ON CONFLICT DO NOTHING",
        )?
        .post(params![
            accuracy.player.0,
            table.0,
            seat,
            accuracy.decisions,
            accuracy.kept,
            accuracy.resisted,
            accuracy.resistance,
            accuracy.unknown,
        ])?;
    }
    count_decisions(db, reviewed)?;
    ratings::learn_game(db, table.0)
}

/// Adds the decisions of a game to its players' counts in the variant.
fn count_decisions(db: &Database, reviewed: &StoredReview) -> Result<(), StoreError> {
    let game = reviewed.table.0;
    let unclear = |error| StoreError::Damaged(format!("game {game}: its opening: {error}"));
    let opening: String = db
        .prepare("SELECT opening FROM game WHERE id = ?1")?
        .query_row([game], |row| row.get(0))?;
    let Opening { game, .. } = parse(&opening).map_err(unclear)?;
    let family = DecisionFamily::from_setup(&game).to_string();
    for (seat, (decisions, times)) in
        reviewed.seats.iter().zip(reviewed.decisions.iter().zip(&reviewed.times))
    {
        for (Decision { item, kept }, time_left) in decisions.iter().zip(times) {
            db.prepare(
                "INSERT INTO decision_count VALUES (?1, ?2, ?3, ?4, 1, ?5)
                 ON CONFLICT (player, variant, rarity, time_left)
                 DO UPDATE SET decisions = decision_count.decisions + 1,
                 kept = decision_count.kept + ?5",
            )?
            .post(params![seat.player.0, family, item.rarity, time_left, kept])?;
        }
    }
    Ok(())
}
