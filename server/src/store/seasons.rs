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

#[cfg(test)]
mod tests {
    use protocol::{Kind, Name, PlayerId};
    use uuid::Uuid;

    use super::*;
    use crate::store::encoding::json;
    use crate::store::folder::file_in_memory;

    const BOARD: &str = "people/overall";

    fn player(n: u128) -> Player {
        Player {
            id: PlayerId(Uuid::from_u128(n)),
            name: Name::try_from(format!("player{n}")).expect("plain"),
            kind: Kind::Person,
            house: false,
            version: None,
        }
    }

    /// Stores a change from one rating to another, by the result (part 0) or by decisions.
    fn keep(
        db: &Database,
        (who, board): (u128, &str),
        (rated_match, part): (i64, i64),
        (before, after): (i64, i64),
        at: i64,
    ) {
        let id = Uuid::from_u128(who);
        let insert = "INSERT INTO change (player, leaderboard, rated_match, part, opponent, won,
             games, expected, hard, weight, before, after, deviation, at)
             VALUES (?1, ?2, ?3, ?4, ?1, 1, 2, 0, 0, 0, ?5, ?6, 80500, ?7)";
        let row = params![id, board, rated_match, part, before * 1_000, after * 1_000, at];
        db.execute(insert, row).expect("a row");
    }

    #[test]
    fn a_season_ranks_those_who_played_ten_matches_in_it_by_their_rating_at_its_end() {
        let db = file_in_memory();
        db.execute_batch("PRAGMA foreign_keys = OFF").expect("SQLite");
        for n in [1, 2, 3] {
            let (id, text) = (Uuid::from_u128(n), json(&player(n)));
            db.execute("INSERT INTO ranked VALUES (?1, ?1, ?2)", params![id, text]).expect("a row");
        }
        let quarter: Season = "2026-Q4".parse().expect("a season");
        let (begins, ends) = (quarter.begins(), quarter.ends());
        keep(&db, (1, BOARD), (1, 0), (900, 1_000), begins - 1);
        for n in 0..10 {
            let at = if n < 9 { begins + n } else { ends - 1 };
            keep(&db, (1, BOARD), (10 + n, 0), (1_000 + n, 1_001 + n), at);
            keep(&db, (3, BOARD), (30 + n, 0), (1_100 - n, 1_099 - n), at);
        }
        keep(&db, (1, BOARD), (9, 0), (1_010, 3_000), ends);
        // Decisions belong to a match that counts already, and other leaderboards are not this one.
        keep(&db, (3, BOARD), (39, 1), (1_090, 1_095), ends - 1);
        keep(&db, (3, "bots/overall"), (40, 0), (1_500, 2_000), begins);
        for n in 0..9 {
            keep(&db, (2, BOARD), (50 + n, 0), (1_200, 1_200), begins);
            keep(&db, (2, BOARD), (50 + n, 1), (1_200, 1_200), begins);
        }
        let line = |n, rank, rating, gained, rated_matches| InSeason {
            rank,
            player: player(n),
            rating,
            deviation: 80.5,
            gained,
            rated_matches,
        };
        let expected = [
            line(2, None, 1_200.0, 0.0, 9),
            line(3, Some(1), 1_095.0, -5.0, 10),
            line(1, Some(2), 1_010.0, 10.0, 10),
        ];
        let board = BOARD.parse().expect("a leaderboard");
        assert_eq!(season(&db, &board, quarter, 9).expect("rows"), expected);
        assert_eq!(season(&db, &board, quarter, 2).expect("rows"), expected[..2]);
    }
}
