//! Puzzles in the database: found by reviews, tried by players, on the ladder's scale.

use super::database::{Database, DatabaseRow, OptionalRow, params};
use ladder::{Belief, DecisionFamily, PuzzleStanding, puzzle_points, puzzle_prior};
use protocol::{PlayerId, TableId};
use serde::Serialize;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::encoding::{json, parse};
use super::error::StoreError;
use super::ladder_book::belief;
use crate::records::puzzle::{FoundPuzzle, Puzzle, RUSH_EVERY, Tried};

/// The maximum number of stored puzzles: enough for years, and few enough to scan.
const MOST_PUZZLES: i64 = 100_000;

/// The number of puzzles on either side of a player's skill from which the next is drawn.
const NEAR: u32 = 20;

/// The maximum number of a player's tries that are listed; the latest are kept.
const MOST_TRIES: u32 = 200;

const PUZZLE: &str = "number, game, winning, mean, variance, tried, solved, source, ply";

/// A player's standing at puzzles, and their latest tries.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct PuzzleCareer {
    #[serde(flatten)]
    pub(crate) stands: ShownPuzzleRating,
    /// The newest first.
    pub(super) tries: Vec<PuzzleTry>,
}

/// A rating at puzzles: on the ladder's scale, but not a rating of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ShownPuzzleRating {
    rating: f64,
    /// The true rating is within this of `rating` in two of three cases.
    deviation: f64,
    tried: u32,
    solved: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct PuzzleTry {
    puzzle: i64,
    solved: bool,
    /// The rating after the try, and its deviation.
    rating: f64,
    deviation: f64,
    /// In milliseconds since 1970.
    at: i64,
}

impl From<PuzzleStanding> for ShownPuzzleRating {
    fn from(standing: PuzzleStanding) -> ShownPuzzleRating {
        let (rating, deviation) = standing.points();
        ShownPuzzleRating { rating, deviation, tried: standing.tried, solved: standing.solved }
    }
}

/// A request for a puzzle: the variant (`nim/normal`), the player, and a random number by which one
/// of the suitable puzzles is drawn.
#[derive(Clone, Debug)]
pub(crate) struct PuzzleRequest {
    pub(crate) variant: Option<String>,
    pub(crate) player: Option<PlayerId>,
    pub(crate) chance: u64,
}

/// Stores the puzzles that a review has found in a game whose match has been rated. Equal positions
/// are one puzzle.
pub(super) fn insert(db: &Database, game: Uuid, found: &[FoundPuzzle]) -> Result<(), StoreError> {
    let count: i64 = db.prepare("SELECT count(*) FROM puzzle")?.query_row([], |row| row.get(0))?;
    let room = usize::try_from(MOST_PUZZLES - count).unwrap_or(0);
    for FoundPuzzle { ply, game: start, winning, item } in found.iter().take(room) {
        let Belief { mean, variance } = puzzle_prior(*item);
        let hash: [u8; 32] = Sha256::digest(start.to_string()).into();
        db.prepare(
            "INSERT INTO puzzle (hash, variant, game, winning, mean, variance, tried,
             solved, source, ply) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 0, ?7, ?8)
             ON CONFLICT DO NOTHING",
        )?
        .execute(params![
            &hash[..],
            DecisionFamily::from_setup(start).to_string(),
            json(start),
            json(winning),
            mean,
            variance,
            game,
            ply,
        ])?;
    }
    Ok(())
}

/// Stores a player's first try at a puzzle, and the updated beliefs about both.
pub(super) fn keep_try(db: &Database, tried: &Tried, at: i64) -> Result<(), StoreError> {
    let Tried { player, puzzle, solved } = *tried;
    if has_tried(db, player, puzzle)? {
        return Ok(());
    }
    let mut query = db.prepare("SELECT mean, variance FROM puzzle WHERE number = ?1")?;
    let Some(difficulty) = query.query_row([puzzle], belief).optional()? else { return Ok(()) };
    let (after, difficulty) = standing(db, player)?.after_try(difficulty, solved);
    let PuzzleStanding { skill, tried, solved: found } = after;
    db.prepare(
        "INSERT INTO puzzle_standing VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (player) DO UPDATE SET skill = ?2, skill_variance = ?3, tried = ?4,
         solved = ?5",
    )?
    .execute(params![player.0, skill.mean, skill.variance, tried, found])?;
    db.prepare(
        "UPDATE puzzle SET mean = ?2, variance = ?3, tried = tried + 1, solved = solved + ?4
         WHERE number = ?1",
    )?
    .execute(params![puzzle, difficulty.mean, difficulty.variance, solved])?;
    db.prepare("INSERT INTO puzzle_try VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?.execute(params![
        player.0,
        puzzle,
        solved,
        skill.mean,
        skill.variance,
        at,
    ])?;
    Ok(())
}

pub(super) fn has_tried(db: &Database, player: PlayerId, puzzle: i64) -> Result<bool, StoreError> {
    let mut query = db.prepare("SELECT 1 FROM puzzle_try WHERE player = ?1 AND puzzle = ?2")?;
    Ok(query.exists(params![player.0, puzzle])?)
}

pub(super) fn standing(db: &Database, player: PlayerId) -> Result<PuzzleStanding, StoreError> {
    let mut query = db.prepare(
        "SELECT skill, skill_variance, tried, solved FROM puzzle_standing WHERE player = ?1",
    )?;
    let found = query.query_row([player.0], |row| {
        Ok(PuzzleStanding { skill: belief(row)?, tried: row.get(2)?, solved: row.get(3)? })
    });
    Ok(found.optional()?.unwrap_or(PuzzleStanding::NEW))
}

/// Draws one of the rated puzzles that are about as hard as the player is strong.
pub(super) fn next(db: &Database, request: &PuzzleRequest) -> Result<Option<Puzzle>, StoreError> {
    let skill =
        request.player.map_or(Ok(PuzzleStanding::NEW), |player| standing(db, player))?.skill;
    let player = request.player.map(|player| player.0);
    let mut near = Vec::new();
    for (side, order) in [("mean >= ?1", "mean"), ("mean < ?1", "mean DESC")] {
        let of_variant =
            if request.variant.is_some() { "variant = ?2" } else { "CAST(?2 AS TEXT) IS NULL" };
        let query = format!(
            "SELECT number FROM puzzle WHERE {of_variant} AND {side}
             AND number % {RUSH_EVERY} <> 0 AND NOT EXISTS
             (SELECT 1 FROM puzzle_try WHERE player = ?3 AND puzzle = number)
             ORDER BY {order} LIMIT ?4"
        );
        let mut query = db.prepare(&query)?;
        let rows = query
            .query_map(params![skill.mean, request.variant, player, NEAR], |row| row.get(0))?;
        for number in rows {
            near.push(number?);
        }
    }
    if near.is_empty() {
        return Ok(None);
    }
    find(db, near[(request.chance % near.len() as u64) as usize])
}

/// Draws one of what is now the middle half of the rated puzzles by difficulty; returns its number.
pub(super) fn daily(db: &Database, day: i64) -> Result<Option<i64>, StoreError> {
    let rated = format!("FROM puzzle WHERE number % {RUSH_EVERY} <> 0");
    let count: i64 = db.query_row(&format!("SELECT count(*) {rated}"), [], |row| row.get(0))?;
    if count == 0 {
        return Ok(None);
    }
    let hash = Sha256::digest(format!("puzzle of day {day}"));
    let chance = hash.iter().take(6).fold(0, |sum, &byte| sum << 8 | i64::from(byte));
    let place = count / 4 + chance % (count / 2).max(1);
    let query = format!("SELECT number {rated} ORDER BY mean, number LIMIT 1 OFFSET ?1");
    let mut query = db.prepare(&query)?;
    Ok(query.query_row([place], |row| row.get(0)).optional()?)
}

/// Returns this many puzzles of those for rushes, from the easiest to the hardest at even distances,
/// or all if there are fewer.
pub(super) fn spread(db: &Database, most: usize, chance: u64) -> Result<Vec<Puzzle>, StoreError> {
    let of_rush = format!("FROM puzzle WHERE number % {RUSH_EVERY} = 0");
    let count: i64 = db.query_row(&format!("SELECT count(*) {of_rush}"), [], |row| row.get(0))?;
    let step = count.unsigned_abs().div_ceil(most.max(1) as u64).max(1);
    let (step, first) = (step as i64, (chance % step) as i64);
    let mut query = db.prepare(&format!(
        "SELECT {PUZZLE} FROM puzzle WHERE number IN
         (SELECT number FROM
          (SELECT number, row_number() OVER (ORDER BY mean, number) - 1 AS place {of_rush}) AS placed
          WHERE place % ?1 = ?2 LIMIT ?3)"
    ))?;
    let rows = query.query_map(params![step, first, most as i64], |row| Ok(puzzle(row)))?;
    let mut puzzles = Vec::new();
    for row in rows {
        puzzles.push(row??);
    }
    Ok(puzzles)
}

pub(super) fn find(db: &Database, number: i64) -> Result<Option<Puzzle>, StoreError> {
    let mut query = db.prepare(&format!("SELECT {PUZZLE} FROM puzzle WHERE number = ?1"))?;
    query.query_row([number], |row| Ok(puzzle(row))).optional()?.transpose()
}

/// Reads a puzzle from the columns [`PUZZLE`].
fn puzzle(row: &DatabaseRow<'_>) -> Result<Puzzle, StoreError> {
    let number: i64 = row.get(0)?;
    let damaged = |error| StoreError::Damaged(format!("puzzle {number}: {error}"));
    let (game, winning): (String, String) = (row.get(1)?, row.get(2)?);
    Ok(Puzzle {
        number,
        game: parse(&game).map_err(damaged)?,
        winning: parse(&winning).map_err(damaged)?,
        rating: puzzle_points(Belief { mean: row.get(3)?, variance: row.get(4)? }),
        tried: row.get(5)?,
        solved: row.get(6)?,
        table: TableId(row.get(7)?),
        ply: row.get(8)?,
    })
}

pub(super) fn career(db: &Database, player: PlayerId) -> Result<PuzzleCareer, StoreError> {
    let mut query = db.prepare(
        "SELECT skill, skill_variance, puzzle, solved, at FROM puzzle_try WHERE player = ?1
         ORDER BY at DESC LIMIT ?2",
    )?;
    let rows = query.query_map(params![player.0, MOST_TRIES], |row| {
        let (rating, deviation) =
            PuzzleStanding { skill: belief(row)?, ..PuzzleStanding::NEW }.points();
        let (puzzle, solved, at) = (row.get(2)?, row.get(3)?, row.get(4)?);
        Ok(PuzzleTry { puzzle, solved, rating, deviation, at })
    })?;
    let tries = rows.collect::<Result<_, _>>()?;
    Ok(PuzzleCareer { stands: standing(db, player)?.into(), tries })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use ladder::Item;
    use rules::Move;

    use super::*;
    use crate::store::folder::file_in_memory;

    #[test]
    fn no_rated_puzzle_is_in_a_rush() {
        let db = file_in_memory();
        let found = |heap: u64| {
            let game = format!("nim 1,{heap}").parse().expect("a game");
            let winning = vec![Move::List(vec![1, heap - 1].into())];
            FoundPuzzle { ply: 0, game, winning, item: Item { rarity: 1, parts: 2 } }
        };
        let found: Vec<FoundPuzzle> = (2..14).map(found).collect();
        insert(&db, Uuid::nil(), &found).expect("kept");
        let numbers =
            |puzzles: Vec<Puzzle>| puzzles.into_iter().map(|puzzle| puzzle.number).collect();
        let all = |posed: &mut dyn FnMut(u64) -> Vec<i64>| -> BTreeSet<i64> {
            (0..100).flat_map(posed).collect()
        };
        let rushes = all(&mut |chance| numbers(spread(&db, 2, chance).expect("read")));
        assert_eq!(rushes, [4, 8, 12].into());
        let rated = all(&mut |chance| {
            let request = PuzzleRequest { variant: None, player: None, chance };
            numbers(next(&db, &request).expect("read").into_iter().collect())
        });
        assert_eq!(rated, [1, 2, 3, 5, 6, 7, 9, 10, 11].into());
        let days = all(&mut |day| daily(&db, day as i64).expect("read").into_iter().collect());
        assert!(days.len() > 1 && days.is_subset(&rated), "{days:?}");
    }
}
