//! What people want to read of the ladder.

use protocol::{Player, PlayerId, Rating};
use rules::Seat;
use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use solver::Outcome;
use uuid::Uuid;

use super::encoding::parse;
use super::error::StoreError;
use super::rank_cursor::RankCursor;
use super::ratings::standing;
use ladder::{Leaderboard, Standing};

/// Changes of a player's ratings that are listed: the last.
const MOST_CHANGES: u32 = 500;
/// Opponents that are listed: those met most often.
const MOST_OPPONENTS: u32 = 100;

/// A leaderboard and how many players stand on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct LeaderboardLine {
    pub(crate) leaderboard: String,
    players: u32,
}

/// A player on a leaderboard.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Ranked {
    /// Their rank; none while their rating is provisional.
    rank: Option<u32>,
    player: Player,
    #[serde(flatten)]
    stands: Stands,
}

/// A standing as people read it, in points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Stands {
    rating: f64,
    deviation: f64,
    provisional: bool,
    rated_matches: u32,
}

/// What the ladder knows of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Career {
    player: Player,
    ratings: Vec<OnLeaderboard>,
    /// The newest first.
    changes: Vec<Changed>,
    opponents: Vec<Opponent>,
    accuracy: Decided,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct OnLeaderboard {
    leaderboard: String,
    #[serde(flatten)]
    stands: Stands,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Changed {
    rated_match: Uuid,
    leaderboard: String,
    /// In milliseconds since 1970.
    at: i64,
    opponent: Option<Player>,
    won: u8,
    games: u8,
    /// Where they were played.
    tables: Vec<Uuid>,
    before: f64,
    after: f64,
    deviation: f64,
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
    /// Positions with both a winning and a losing move, and those where they kept the win.
    decisions: u32,
    kept: u32,
    /// Lost positions in which some moves set more traps than others, and how
    /// well they did in them on average, from 0 to 1.
    resisted: u32,
    resistance: Option<f64>,
    /// Positions of which it is not proven who wins: they count for nothing.
    unknown: u32,
}

/// A match as it was rated: with those before it, enough to work all ratings out
/// again.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Settled {
    /// The place in the order in which rated matches were rated, from 1; some may be
    /// missing.
    pub(crate) number: i64,
    rated_match: Uuid,
    /// In milliseconds since 1970.
    at: i64,
    /// That of the pool; it counts for the division's overall one as well.
    leaderboard: String,
    /// Who wins the start, if that was known.
    start: Option<Outcome>,
    /// By seat of the first game.
    players: Vec<Player>,
    /// By game: the seats that won, of that game.
    winners: Vec<Vec<Seat>>,
    tables: Vec<Uuid>,
    /// Why it does not count, if it does not.
    unrated: Option<serde_json::Value>,
    changes: Vec<Moved>,
}

/// What a rated match has changed for a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Moved {
    player: PlayerId,
    leaderboard: String,
    before: f64,
    after: f64,
    deviation: f64,
}

/// Rated matches after this number, in the order in which they were rated.
pub(super) fn settled(db: &Connection, after: i64, most: u32) -> Result<Vec<Settled>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT number, id, first, second, unrated FROM rated WHERE number > ?1
         ORDER BY number LIMIT ?2",
    )?;
    let rows = query.query_map(params![after, most], |row| {
        let tables = [Some(row.get(2)?), row.get(3)?];
        let tables: Vec<Uuid> = tables.into_iter().flatten().collect();
        Ok((row.get(0)?, row.get(1)?, tables, row.get::<_, Option<String>>(4)?))
    })?;
    let settled = rows.map(|row| {
        let (number, rated_match, tables, unrated) = row?;
        let (played, players) = super::ratings::read(db, rated_match, &tables)?;
        Ok(Settled {
            number,
            rated_match,
            at: played.at,
            leaderboard: Leaderboard::Pool(played.pool()).to_string(),
            start: played.start,
            players,
            winners: played.games.into_iter().map(|game| game.winners).collect(),
            tables,
            unrated: unrated.map(|text| parse(&text)).transpose().map_err(unclear)?,
            changes: moved(db, number)?,
        })
    });
    settled.collect()
}

fn unclear(error: serde_json::Error) -> StoreError {
    StoreError::Damaged(format!("why a match does not count: {error}"))
}

fn moved(db: &Connection, rated_match: i64) -> Result<Vec<Moved>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT player, leaderboard, before, after, deviation FROM change WHERE rated_match = ?1
         ORDER BY leaderboard, player",
    )?;
    let rows = query.query_map([rated_match], |row| {
        let points = |column| row.get::<_, i64>(column).map(|thousandths| thousandths as f64 / 1e3);
        let player = PlayerId(row.get(0)?);
        let leaderboard = row.get(1)?;
        Ok(Moved {
            player,
            leaderboard,
            before: points(2)?,
            after: points(3)?,
            deviation: points(4)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Leaderboards with a name after this one, at most so many.
pub(super) fn leaderboards(
    db: &Connection,
    after: &str,
    most: u32,
) -> Result<Vec<LeaderboardLine>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT leaderboard, count(*) FROM standing WHERE length(subject) = 16 AND leaderboard > ?1
         GROUP BY leaderboard ORDER BY leaderboard LIMIT ?2",
    )?;
    let line = |row: &rusqlite::Row<'_>| {
        Ok(LeaderboardLine { leaderboard: row.get(0)?, players: row.get(1)? })
    };
    Ok(query.query_map(params![after, most], line)?.collect::<Result<_, _>>()?)
}

/// A page of a leaderboard, and where the next goes on, if this one is full.
pub(super) fn ranking(
    db: &Connection,
    leaderboard: &Leaderboard,
    after: Option<RankCursor>,
    most: u32,
    now: i64,
) -> Result<(Vec<Ranked>, Option<RankCursor>), StoreError> {
    let after = after.unwrap_or(RankCursor::START);
    let mut query = db.prepare_cached(
        "SELECT rating, deviation, volatility, rated_matches, at, player, subject
         FROM standing JOIN ranked ON id = subject
         WHERE leaderboard = ?1 AND rating <= ?2 AND (rating < ?2 OR subject > ?3)
         ORDER BY rating DESC, subject LIMIT ?4",
    )?;
    let place = params![leaderboard.to_string(), after.rating, after.player, most];
    let rows = query.query_map(place, |row| {
        Ok((standing(row)?, row.get::<_, String>(5)?, row.get::<_, Uuid>(6)?))
    })?;
    let (mut last, mut ranked) = (after, Vec::new());
    for row in rows {
        let (standing, text, player) = row?;
        let stands = Stands::of(standing, now);
        let rank = last.rank.saturating_add(u32::from(!stands.provisional));
        last = RankCursor { rating: standing.rating, player, rank };
        let rank = (!stands.provisional).then_some(rank);
        ranked.push(Ranked { rank, player: read(&text)?, stands });
    }
    let full = ranked.len() == most as usize;
    Ok((ranked, full.then_some(last)))
}

pub(super) fn career(
    db: &Connection,
    id: PlayerId,
    now: i64,
) -> Result<Option<Career>, StoreError> {
    let Some(player) = known(db, id.0)? else { return Ok(None) };
    let (ratings, changes) = (ratings(db, id, now)?, changes(db, id)?);
    Ok(Some(Career {
        player,
        ratings,
        changes,
        opponents: opponents(db, id)?,
        accuracy: accuracy(db, id)?,
    }))
}

/// A player's rating on a leaderboard, as it is now, if they have any.
pub(super) fn rating(
    db: &Connection,
    id: PlayerId,
    leaderboard: &Leaderboard,
    now: i64,
) -> Result<Option<Rating>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT rating, deviation, volatility, rated_matches, at FROM standing
         WHERE leaderboard = ?1 AND subject = ?2",
    )?;
    let found = query.query_row(params![leaderboard.to_string(), id.0], standing).optional()?;
    Ok(found.map(|standing| standing.told(now)))
}

fn ratings(db: &Connection, id: PlayerId, now: i64) -> Result<Vec<OnLeaderboard>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT rating, deviation, volatility, rated_matches, at, leaderboard FROM standing
         WHERE subject = ?1 ORDER BY leaderboard",
    )?;
    let rows = query.query_map([id.0], |row| {
        Ok(OnLeaderboard { leaderboard: row.get(5)?, stands: Stands::of(standing(row)?, now) })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn changes(db: &Connection, id: PlayerId) -> Result<Vec<Changed>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT rated.id, leaderboard, at, ranked.player, won, games, before, after, deviation,
         first, second
         FROM change JOIN rated ON number = rated_match LEFT JOIN ranked ON ranked.id = opponent
         WHERE change.player = ?1 ORDER BY rated_match DESC LIMIT ?2",
    )?;
    let rows = query.query_map(params![id.0, MOST_CHANGES], |row| {
        let points = |column| row.get::<_, i64>(column).map(|thousandths| thousandths as f64 / 1e3);
        Ok(Changed {
            rated_match: row.get(0)?,
            leaderboard: row.get(1)?,
            at: row.get(2)?,
            opponent: row.get::<_, Option<String>>(3)?.and_then(|text| parse(&text).ok()),
            won: row.get(4)?,
            games: row.get(5)?,
            tables: [Some(row.get(9)?), row.get(10)?].into_iter().flatten().collect(),
            before: points(6)?,
            after: points(7)?,
            deviation: points(8)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Every rated match is on one overall leaderboard, so it is counted once there.
fn opponents(db: &Connection, id: PlayerId) -> Result<Vec<Opponent>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT ranked.player, count(*), sum(games), sum(won)
         FROM change LEFT JOIN ranked ON ranked.id = opponent
         WHERE change.player = ?1 AND leaderboard LIKE '%/overall'
         GROUP BY opponent ORDER BY count(*) DESC LIMIT ?2",
    )?;
    let rows = query.query_map(params![id.0, MOST_OPPONENTS], |row| {
        let player = row.get::<_, Option<String>>(0)?.and_then(|text| parse(&text).ok());
        Ok(Opponent { player, rated_matches: row.get(1)?, games: row.get(2)?, won: row.get(3)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn accuracy(db: &Connection, id: PlayerId) -> Result<Decided, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT count(*), coalesce(sum(decisions), 0), coalesce(sum(kept), 0),
         coalesce(sum(resisted), 0), coalesce(sum(resistance), 0), coalesce(sum(unknown), 0)
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

fn known(db: &Connection, id: Uuid) -> Result<Option<Player>, StoreError> {
    let mut query = db.prepare_cached("SELECT player FROM ranked WHERE id = ?1")?;
    let text: Option<String> = query.query_row([id], |row| row.get(0)).optional()?;
    text.map(|text| read(&text)).transpose()
}

fn read(player: &str) -> Result<Player, StoreError> {
    parse(player).map_err(|error| StoreError::Damaged(format!("a ranked player: {error}")))
}

impl Stands {
    fn of(standing: Standing, now: i64) -> Stands {
        Stands {
            rating: standing.points(),
            deviation: standing.deviation_at(now),
            provisional: standing.is_provisional(now),
            rated_matches: standing.rated_matches,
        }
    }
}
