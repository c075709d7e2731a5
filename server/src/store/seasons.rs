//! A season of a leaderboard: the standings at its end of those who played in it. It is computed
//! from the changes, and resets nothing.

use super::database::{Database, params};
use ladder::{Leaderboard, Season};
use protocol::Player;
use serde::Serialize;

use super::error::StoreError;
use super::ranking::read;

/// The number of rated matches that a player must play in a season to have a rank in it.
const FEWEST_MATCHES: u32 = 10;

/// A player in a season.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct InSeason {
    /// Counted from 1; null with fewer than ten matches in the season.
    rank: Option<u32>,
    player: Player,
    /// The rating after the last change in the season.
    rating: f64,
    /// The true rating is within this of `rating` in two of three cases.
    deviation: f64,
    /// The change of the rating in the season.
    gained: f64,
    rated_matches: u32,
}

/// Returns the players of a season, best first.
pub(super) fn season(
    db: &Database,
    board: &Leaderboard,
    season: Season,
    most: u32,
) -> Result<Vec<InSeason>, StoreError> {
    let mut query = db.prepare(
        "WITH played AS (
             SELECT player, max(number) AS last, min(number) AS first,
             count(DISTINCT rated_match) AS matches FROM change
             WHERE leaderboard = ?1 AND at >= ?2 AND at < ?3 GROUP BY player)
         SELECT ranked.player, last.after, last.deviation, last.after - first.before, matches
         FROM played JOIN change AS last ON last.number = played.last
         JOIN change AS first ON first.number = played.first
         JOIN ranked ON ranked.id = played.player
         ORDER BY last.after DESC, ranked.id LIMIT ?4",
    )?;
    let asked = params![board.to_string(), season.begins(), season.ends(), most];
    let rows = query.query_map(asked, |row| {
        let points = |column| row.get::<i64>(column).map(|thousandths| thousandths as f64 / 1e3);
        Ok((row.get::<String>(0)?, [points(1)?, points(2)?, points(3)?], row.get(4)?))
    })?;
    let mut rank = 0;
    rows.map(|row| {
        let (text, [rating, deviation, gained], rated_matches) = row?;
        let is_ranked = rated_matches >= FEWEST_MATCHES;
        rank += u32::from(is_ranked);
        let (rank, player) = (is_ranked.then_some(rank), read(&text)?);
        Ok(InSeason { rank, player, rating, deviation, gained, rated_matches })
    })
    .collect()
}
