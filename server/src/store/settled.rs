//! Rated matches in the order in which they were rated, for the public.

use super::database::{Database, params};
use ladder::Leaderboard;
use protocol::{Player, PlayerId};
use rules::Seat;
use serde::Serialize;
use uuid::Uuid;

use super::career::{RatingReason, why};
use super::encoding::parse;
use super::error::StoreError;
use crate::records::game::Outcome;

/// A match as it was rated: together with those before it, enough to recompute all ratings.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Settled {
    /// The position in the order in which matches were rated, from 1; numbers may be missing.
    pub(crate) number: i64,
    rated_match: Uuid,
    /// In milliseconds since 1970.
    at: i64,
    /// The pool's leaderboard; the match counts for the division's overall one as well.
    leaderboard: String,
    /// The start's outcome, if it was known.
    start: Option<Outcome>,
    /// The players, by seat of the first game.
    players: Vec<Player>,
    /// By seat: a pseudonym that a person shares with their bots, whose matches count together.
    people: Vec<PlayerId>,
    /// By game: the seats that won it.
    winners: Vec<Vec<Seat>>,
    tables: Vec<Uuid>,
    /// Why it does not count, if it does not.
    unrated: Option<serde_json::Value>,
    changes: Vec<Moved>,
}

/// The effect of a rated match on a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Moved {
    /// The position in the order of all changes; a player's changes on one leaderboard build on one
    /// another.
    number: i64,
    player: PlayerId,
    leaderboard: String,
    #[serde(flatten)]
    why: RatingReason,
    before: f64,
    after: f64,
    deviation: f64,
}

/// Returns rated matches after this number, in the order in which they were rated, and the number
/// of the last one looked at, if there may be more after it. A match whose game is damaged is left
/// out, and hides no other.
pub(super) fn settled(
    db: &Database,
    after: i64,
    most: u32,
) -> Result<(Vec<Settled>, Option<i64>), StoreError> {
    let mut query = db.prepare(
        "SELECT number, id, first, second, unrated FROM rated WHERE number > ?1
         ORDER BY number LIMIT ?2",
    )?;
    let rows = query.query_map(params![after, most], |row| {
        let tables = [Some(row.get(2)?), row.get(3)?];
        let tables: Vec<Uuid> = tables.into_iter().flatten().collect();
        Ok((row.get(0)?, row.get(1)?, tables, row.get::<Option<String>>(4)?))
    })?;
    let rows: Vec<RatedRow> = rows.collect::<Result<_, _>>()?;
    let next = rows.last().filter(|_| rows.len() == most as usize).map(|(number, ..)| *number);
    let mut settled = Vec::new();
    for row in rows {
        match read(db, row) {
            Err(StoreError::Damaged(_)) => {}
            found => settled.push(found?),
        }
    }
    Ok((settled, next))
}

/// The number and the id of a rated match, its tables, and why it does not count.
type RatedRow = (i64, Uuid, Vec<Uuid>, Option<String>);

/// Reads what a rated match has done.
fn read(
    db: &Database,
    (number, rated_match, tables, unrated): RatedRow,
) -> Result<Settled, StoreError> {
    let (played, players) = super::rated_games::read(db, rated_match, &tables)?;
    Ok(Settled {
        number,
        rated_match,
        at: played.at,
        leaderboard: Leaderboard::Pool(played.pool()).to_string(),
        start: played.start,
        people: played.players.iter().map(|player| player.person).collect(),
        players,
        winners: played.games.into_iter().map(|game| game.winners).collect(),
        tables,
        unrated: unrated.map(|text| parse(&text)).transpose().map_err(unclear)?,
        changes: moved(db, number)?,
    })
}

fn unclear(error: serde_json::Error) -> StoreError {
    StoreError::Damaged(format!("why a match does not count: {error}"))
}

fn moved(db: &Database, rated_match: i64) -> Result<Vec<Moved>, StoreError> {
    let mut query = db.prepare(
        "SELECT part, won, games, expected, hard, weight, number, player, leaderboard, before,
         after, deviation FROM change WHERE rated_match = ?1 ORDER BY number",
    )?;
    let rows = query.query_map([rated_match], |row| {
        let points = |column| row.get::<i64>(column).map(|thousandths| thousandths as f64 / 1e3);
        Ok(Moved {
            why: why(row)?,
            number: row.get(6)?,
            player: PlayerId(row.get(7)?),
            leaderboard: row.get(8)?,
            before: points(9)?,
            after: points(10)?,
            deviation: points(11)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}
