//! What the ladder knows of one player: their standings, the changes and their causes, their
//! opponents, and how well they decide in each variant.

use super::database::{self, Database, DatabaseRow, params};
use ladder::{Leaderboard, rating_line};
use protocol::{Player, PlayerId, Version};
use serde::Serialize;
use uuid::Uuid;

use super::encoding::parse;
use super::error::StoreError;
use super::ladder_book::{STANDING, standing};
use super::player_traits::{DecidedAt, StandsOut, decisions_by_time, traits};
use super::ranking::{RankedPlace, ShownStanding, place, read};

/// The maximum number of rating changes that are listed; the latest are kept.
const MOST_CHANGES: u32 = 500;
/// The maximum number of opponents that are listed; those met most often are kept.
const MOST_OPPONENTS: u32 = 100;

/// A player's standing on the ladder.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Career {
    player: Player,
    /// For a bot: the versions that have ratings, the one that played last first.
    versions: Vec<Version>,
    ratings: Vec<OnLeaderboard>,
    /// The newest first.
    changes: Vec<Changed>,
    opponents: Vec<Opponent>,
    accuracy: Decided,
    /// Decisions by variant and ending, and by difficulty.
    decisions: Vec<DecidedIn>,
    /// Decisions by variant and ending, and by time left.
    by_time: Vec<DecidedAt>,
    /// Where they keep clearly more wins, or clearly fewer, than they do on average in positions of
    /// the same difficulty.
    traits: Vec<StandsOut>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct OnLeaderboard {
    leaderboard: String,
    /// Their rank; null while the rating is provisional.
    rank: Option<u32>,
    /// The number of players with a rank.
    ranked: u32,
    /// The percentage of ranked players below them.
    percentile: Option<f64>,
    #[serde(flatten)]
    stands: ShownStanding,
}

/// The effect of a result, or of the decisions of one game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Changed {
    rated_match: Uuid,
    leaderboard: String,
    /// In milliseconds since 1970.
    at: i64,
    opponent: Option<Player>,
    #[serde(flatten)]
    why: RatingReason,
    /// The tables of the games.
    tables: Vec<Uuid>,
    before: f64,
    after: f64,
    deviation: f64,
}

/// The cause of a rating change: enough for "+12: four hard decisions kept, result expected".
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct RatingReason {
    cause: CauseName,
    /// Games won, or decisions that kept the win.
    won: u32,
    /// All games, or all decisions.
    games: u32,
    /// The expected value of `won`.
    expected: f64,
    /// Hard decisions that kept the win: at most one move in four did.
    hard: u32,
    /// The weight of a result, from 0 to 1: less against unknown opponents, and against the same
    /// opponent again on one day.
    weight: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
enum CauseName {
    Result,
    Decisions,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Opponent {
    player: Option<Player>,
    rated_matches: u32,
    games: u32,
    won: u32,
}

/// All decisions of a player in reviewed games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Decided {
    games: u32,
    /// Positions with both a winning and a losing move, and those in which they kept the win.
    decisions: u32,
    kept: u32,
    /// Lost positions in which some moves set more traps than others, and how well the player did
    /// in them on average, from 0 to 1.
    resisted: u32,
    resistance: Option<f64>,
    /// Positions whose winner is not proven; they do not count.
    unknown: u32,
}

/// Decisions of one difficulty in one variant.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct DecidedIn {
    /// The variant and ending, as in `nim/normal`.
    variant: String,
    /// About one move in 2^rarity wins.
    rarity: u8,
    decisions: u32,
    kept: u32,
}

/// Returns what the ladder knows of a player; for a bot, of this version or of the one that played
/// last. `None` if the player was never rated.
pub(super) fn career(
    db: &Database,
    id: PlayerId,
    version: Option<&Version>,
    now: i64,
) -> Result<Option<Career>, StoreError> {
    let lines = lines(db, id)?;
    let wanted = |player: &&Player| version.is_none() || player.version.as_ref() == version;
    let Some(player) = lines.iter().find(wanted) else { return Ok(None) };
    let line = rating_line(player);
    Ok(Some(Career {
        player: player.clone(),
        versions: lines.iter().filter_map(|player| player.version.clone()).collect(),
        ratings: ratings(db, line, now)?,
        changes: changes(db, line)?,
        opponents: opponents(db, line)?,
        accuracy: accuracy(db, line)?,
        decisions: decisions(db, line)?,
        by_time: decisions_by_time(db, line)?,
        traits: traits(db, line)?,
    }))
}

/// Returns a player once for each of their rating lines, the one that changed last first.
fn lines(db: &Database, id: PlayerId) -> Result<Vec<Player>, StoreError> {
    let mut query = db.prepare(
        "SELECT player FROM ranked WHERE player_id = ?1 ORDER BY
         (SELECT max(number) FROM change WHERE change.player = ranked.id) DESC NULLS LAST",
    )?;
    let texts = query.query_map([id.0], |row| row.get::<String>(0))?;
    texts.map(|text| read(&text?)).collect()
}

/// The query for a player's ratings.
fn ratings_query() -> String {
    format!("SELECT {STANDING}, leaderboard FROM standing WHERE player = ?1 ORDER BY leaderboard")
}

fn ratings(db: &Database, id: PlayerId, now: i64) -> Result<Vec<OnLeaderboard>, StoreError> {
    let mut query = db.prepare(&ratings_query())?;
    let rows = query.query_map([id.0], |row| Ok((standing(row)?, row.get::<String>(9)?)))?;
    let ratings = rows.map(|row| {
        let (own, leaderboard) = row?;
        let damaged = |_| StoreError::Damaged(format!("a leaderboard: {leaderboard}"));
        let board: Leaderboard = leaderboard.parse().map_err(damaged)?;
        let RankedPlace { rank, ranked } = place(db, &board, own, now)?;
        let below = |rank| 100.0 * f64::from(ranked - rank) / f64::from(ranked.max(2) - 1);
        let (percentile, stands) = (rank.map(below), ShownStanding::new(own, now));
        Ok(OnLeaderboard { leaderboard, rank, ranked, percentile, stands })
    });
    ratings.collect()
}

fn changes(db: &Database, id: PlayerId) -> Result<Vec<Changed>, StoreError> {
    let mut query = db.prepare(
        "SELECT part, won, games, expected, hard, change.weight, rated.id, change.leaderboard,
         change.at, ranked.player, before, after, deviation, first, second
         FROM change JOIN rated ON rated.number = rated_match
         LEFT JOIN ranked ON ranked.id = opponent
         WHERE change.player = ?1 ORDER BY change.number DESC LIMIT ?2",
    )?;
    let rows = query.query_map(params![id.0, MOST_CHANGES], |row| {
        let points = |column| row.get::<i64>(column).map(|thousandths| thousandths as f64 / 1e3);
        Ok(Changed {
            why: why(row)?,
            rated_match: row.get(6)?,
            leaderboard: row.get(7)?,
            at: row.get(8)?,
            opponent: row.get::<Option<String>>(9)?.and_then(|text| parse(&text).ok()),
            before: points(10)?,
            after: points(11)?,
            deviation: points(12)?,
            tables: [Some(row.get(13)?), row.get(14)?].into_iter().flatten().collect(),
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Reads the columns part, won, games, expected, hard and weight.
pub(super) fn why(row: &DatabaseRow<'_>) -> database::Result<RatingReason> {
    let cause = if row.get::<u8>(0)? == 0 { CauseName::Result } else { CauseName::Decisions };
    let millionths = |column| row.get::<i64>(column).map(|millionths| millionths as f64 / 1e6);
    Ok(RatingReason {
        cause,
        won: row.get(1)?,
        games: row.get(2)?,
        expected: millionths(3)?,
        hard: row.get(4)?,
        weight: millionths(5)?,
    })
}

/// Every rated match is on exactly one overall leaderboard, so it is counted once there.
fn opponents(db: &Database, id: PlayerId) -> Result<Vec<Opponent>, StoreError> {
    let mut query = db.prepare(
        "SELECT ranked.player, count(*), CAST(sum(games) AS BIGINT), CAST(sum(won) AS BIGINT)
         FROM change LEFT JOIN ranked ON ranked.id = opponent
         WHERE change.player = ?1 AND leaderboard LIKE '%/overall' AND part = 0
         GROUP BY opponent, ranked.id ORDER BY count(*) DESC LIMIT ?2",
    )?;
    let rows = query.query_map(params![id.0, MOST_OPPONENTS], |row| {
        let player = row.get::<Option<String>>(0)?.and_then(|text| parse(&text).ok());
        Ok(Opponent { player, rated_matches: row.get(1)?, games: row.get(2)?, won: row.get(3)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn accuracy(db: &Database, id: PlayerId) -> Result<Decided, StoreError> {
    let mut query = db.prepare(
        "SELECT count(*), CAST(coalesce(sum(decisions), 0) AS BIGINT),
         CAST(coalesce(sum(kept), 0) AS BIGINT), CAST(coalesce(sum(resisted), 0) AS BIGINT),
         CAST(coalesce(sum(resistance), 0) AS BIGINT), CAST(coalesce(sum(unknown), 0) AS BIGINT)
         FROM accuracy WHERE player = ?1",
    )?;
    let decided = query.query_row([id.0], |row| {
        let (resisted, resistance): (u32, i64) = (row.get(3)?, row.get(4)?);
        let mean = resistance as f64 / 1e6 / f64::from(resisted);
        Ok(Decided {
            games: row.get(0)?,
            decisions: row.get(1)?,
            kept: row.get(2)?,
            resisted,
            resistance: (resisted > 0).then_some(mean),
            unknown: row.get(5)?,
        })
    })?;
    Ok(decided)
}

fn decisions(db: &Database, id: PlayerId) -> Result<Vec<DecidedIn>, StoreError> {
    let mut query = db.prepare(
        "SELECT variant, rarity, CAST(sum(decisions) AS BIGINT), CAST(sum(kept) AS BIGINT)
         FROM decision_count WHERE player = ?1
         GROUP BY variant, rarity ORDER BY variant, rarity",
    )?;
    let rows = query.query_map([id.0], |row| {
        Ok(DecidedIn {
            variant: row.get(0)?,
            rarity: row.get(1)?,
            decisions: row.get(2)?,
            kept: row.get(3)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::folder::{file_in_memory, plan};

    #[test]
    fn a_players_ratings_are_found_without_reading_everybodys() {
        let db = file_in_memory();
        let steps = plan(&db, &ratings_query(), [PlayerId(uuid::Uuid::nil()).0]);
        let seeks = |step: &String| step.contains("SEARCH standing USING INDEX standing_of");
        assert!(steps.iter().all(seeks), "{steps:?}");
    }

    #[test]
    fn decisions_are_added_up_over_the_time_left_by_variant_and_rarity() {
        let db = file_in_memory();
        let [ada, bob] = [1, 2].map(|n| PlayerId(Uuid::from_u128(n)));
        let count = |player: PlayerId, variant: &str, (rarity, time_left), (decisions, kept)| {
            let row = params![player.0, variant, rarity, time_left, decisions, kept];
            db.execute("INSERT INTO decision_count VALUES (?1, ?2, ?3, ?4, ?5, ?6)", row)
                .expect("SQL");
        };
        count(ada, "nim/normal", (2, 0), (5, 3));
        count(ada, "nim/normal", (2, 3), (7, 1));
        count(ada, "nim/normal", (1, 3), (4, 4));
        count(ada, "chomp/misere", (2, 0), (9, 8));
        count(bob, "nim/normal", (2, 0), (100, 50));
        let decided = |variant: &str, rarity, decisions, kept| DecidedIn {
            variant: variant.to_owned(),
            rarity,
            decisions,
            kept,
        };
        let all = [
            decided("chomp/misere", 2, 9, 8),
            decided("nim/normal", 1, 4, 4),
            decided("nim/normal", 2, 12, 4),
        ];
        assert_eq!(decisions(&db, ada).expect("SQL"), all);
    }

    #[test]
    fn the_accuracy_is_added_up_over_games_and_the_resistance_is_a_mean() {
        let db = file_in_memory();
        db.execute_batch("PRAGMA foreign_keys = OFF").expect("SQLite");
        let [ada, bob, nobody] = [1, 2, 3].map(|n| PlayerId(Uuid::from_u128(n)));
        for (game, player, counts, resistance, unknown) in [
            (1, ada, [5, 3, 3], 1_500_000, 1),
            (2, ada, [4, 4, 1], 500_000, 2),
            (1, bob, [6, 1, 0], 0, 0),
        ] {
            let [decisions, kept, resisted] = counts;
            let game = Uuid::from_u128(game);
            let row = params![player.0, game, decisions, kept, resisted, resistance, unknown];
            db.execute("INSERT INTO accuracy VALUES (?1, ?2, 0, ?3, ?4, ?5, ?6, ?7)", row)
                .expect("a row");
        }
        let of = |player| accuracy(&db, player).expect("rows");
        let (decided, resistance) = (of(ada), Some(0.5));
        let games =
            Decided { games: 2, decisions: 9, kept: 7, resisted: 4, resistance, unknown: 3 };
        assert_eq!(decided, games);
        let none = Decided { resisted: 0, resistance: None, unknown: 0, ..games };
        assert_eq!(of(bob), Decided { games: 1, decisions: 6, kept: 1, ..none });
        assert_eq!(of(nobody), Decided { games: 0, decisions: 0, kept: 0, ..none });
    }

    #[test]
    fn the_career_of_a_bot_is_that_of_the_version_asked_for_or_of_the_last_to_play() {
        let db = file_in_memory();
        db.execute_batch("PRAGMA foreign_keys = OFF").expect("SQLite");
        let version = |text: &str| Version::try_from(text.to_owned()).expect("a version");
        let bot = |text: &str| Player {
            id: PlayerId(Uuid::from_u128(1)),
            name: "bot".to_owned().try_into().expect("plain"),
            kind: protocol::Kind::Bot,
            house: false,
            version: Some(version(text)),
        };
        for (number, text) in [(1, "one"), (2, "three"), (3, "two")] {
            let (bot, line) = (bot(text), rating_line(&bot(text)));
            let row = params![line.0, bot.id.0, crate::store::encoding::json(&bot)];
            db.execute("INSERT INTO ranked VALUES (?1, ?2, ?3)", row).expect("a row");
            let change = "INSERT INTO change VALUES
                 (?1, ?2, 'bots/overall', 1, 0, ?2, 0, 1, 0, 0, 0, 0, 0, 0, 0)";
            db.execute(change, params![number, line.0]).expect("a row");
        }
        let of = |asked: Option<&str>| {
            let asked = asked.map(version);
            let career = career(&db, bot("one").id, asked.as_ref(), 0).expect("rows")?;
            assert_eq!(career.versions, ["two", "three", "one"].map(version));
            career.player.version.map(|version| version.to_string())
        };
        assert_eq!(of(None).as_deref(), Some("two"));
        assert_eq!(of(Some("one")).as_deref(), Some("one"));
        assert_eq!(of(Some("four")), None);
    }
}
