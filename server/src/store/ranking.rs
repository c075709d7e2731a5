//! Leaderboards for display: in pages, by name, and the distribution of ratings.

use super::database::{Database, DatabaseRow, OptionalRow, params};
use ladder::{ANCHORS, Anchor, Leaderboard, Learnt, Pool, Standing};
use protocol::{Player, PlayerId, Rating};
use serde::Serialize;
use uuid::Uuid;

use super::encoding::parse;
use super::error::StoreError;
use super::ladder_book::{STANDING, belief, standing};
use super::rank_cursor::RankCursor;
use crate::records::game::Outcome;

/// The width of a distribution's bar, in points.
const BAR: i64 = 20;

/// A leaderboard, and the number of players on it.
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
    /// Their rank; null while their rating is provisional.
    rank: Option<u32>,
    player: Player,
    #[serde(flatten)]
    stands: ShownStanding,
}

/// A standing for display, in points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ShownStanding {
    rating: f64,
    /// The true rating is within this of `rating` in two of three cases.
    deviation: f64,
    /// Whether the rating is too uncertain for a rank.
    pub(super) provisional: bool,
    /// The rating that their decisions alone give.
    by_decisions: f64,
    rated_matches: u32,
    /// Proven decisions that counted, and those that kept the win.
    decisions: u32,
    kept: u32,
    /// The highest rating that was not provisional.
    peak: Option<f64>,
    /// When it last changed, in milliseconds since 1970.
    at: i64,
}

/// A house bot with a pinned rating, which fixes the scale.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct AnchorLine {
    player: PlayerId,
    name: &'static str,
    rating: u16,
    /// The share of its moves that are blind.
    errs: f64,
}

/// The number of players with a rating from `from` up to 20 points above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Bar {
    from: i64,
    players: u32,
}

impl ShownStanding {
    pub(super) fn new(standing: Standing, now: i64) -> ShownStanding {
        let points = |thousandths: i64| thousandths as f64 / 1e3;
        ShownStanding {
            rating: points(standing.rating()),
            deviation: points(standing.deviation(now)),
            provisional: standing.is_provisional(now),
            by_decisions: points(standing.by_decisions()),
            rated_matches: standing.rated_matches,
            decisions: standing.decisions,
            kept: standing.kept,
            peak: standing.peak.map(points),
            at: standing.at,
        }
    }
}

/// Returns the anchors, the one that never errs first. On a leaderboard of people they only show
/// the scale: nobody meets them there.
pub(crate) fn anchors() -> Vec<AnchorLine> {
    let line = |anchor: &Anchor| AnchorLine {
        player: anchor.id(),
        name: anchor.name,
        rating: anchor.rating,
        errs: anchor.errs(),
    };
    ANCHORS.iter().map(line).collect()
}

/// Standings of players who have not deleted their accounts: only these have a place on a
/// leaderboard. Those of the others remain, because ratings follow from all games.
const STANDINGS: &str = "standing JOIN ranked ON id = standing.player
    AND NOT EXISTS (SELECT 1 FROM account WHERE account.id = player_id AND CAST(about ->> 'deleted' AS TEXT) IN ('1', 'true'))";

/// Returns leaderboards with a name after this one, up to a maximum number.
pub(super) fn leaderboards(
    db: &Database,
    after: &str,
    most: u32,
) -> Result<Vec<LeaderboardLine>, StoreError> {
    let mut query = db.prepare(&format!(
        "SELECT leaderboard, count(*) FROM {STANDINGS} WHERE leaderboard > ?1
         GROUP BY leaderboard ORDER BY leaderboard LIMIT ?2",
    ))?;
    let line = |row: &DatabaseRow<'_>| {
        Ok(LeaderboardLine { leaderboard: row.get(0)?, players: row.get(1)? })
    };
    Ok(query.query_map(params![after, most], line)?.collect::<Result<_, _>>()?)
}

/// Returns a page of a leaderboard, and where the next one begins, if this one is full.
pub(super) fn ranking(
    db: &Database,
    leaderboard: &Leaderboard,
    after: Option<RankCursor>,
    most: u32,
    now: i64,
) -> Result<(Vec<Ranked>, Option<RankCursor>), StoreError> {
    let after = after.unwrap_or(RankCursor::START);
    let query = format!(
        "SELECT {STANDING}, rating, ranked.player, standing.player
         FROM {STANDINGS}
         WHERE leaderboard = ?1 AND rating <= ?2 AND (rating < ?2 OR standing.player > ?3)
         ORDER BY rating DESC, standing.player LIMIT ?4"
    );
    let mut query = db.prepare(&query)?;
    let place = params![leaderboard.to_string(), after.rating, after.player, most];
    let rows = query.query_map(place, |row| {
        Ok((standing(row)?, row.get(9)?, row.get::<String>(10)?, row.get::<Uuid>(11)?))
    })?;
    let (mut last, mut ranked) = (after, Vec::new());
    for row in rows {
        let (standing, rating, text, player) = row?;
        let stands = ShownStanding::new(standing, now);
        let rank = last.rank.saturating_add(u32::from(!stands.provisional));
        last = RankCursor { rating, player, rank };
        let rank = (!stands.provisional).then_some(rank);
        ranked.push(Ranked { rank, player: read(&text)?, stands });
    }
    let full = ranked.len() == most as usize;
    Ok((ranked, full.then_some(last)))
}

/// Returns players of a leaderboard whose names contain this text, best first.
pub(super) fn search(
    db: &Database,
    leaderboard: &Leaderboard,
    name: &str,
    most: u32,
    now: i64,
) -> Result<Vec<Ranked>, StoreError> {
    let query = format!(
        "SELECT {STANDING}, ranked.player
         FROM {STANDINGS}
         WHERE leaderboard = ?1 AND instr(lower(ranked.player ->> 'name'), lower(?2)) > 0
         ORDER BY rating DESC, standing.player LIMIT ?3"
    );
    let mut query = db.prepare(&query)?;
    let rows = query.query_map(params![leaderboard.to_string(), name, most], |row| {
        Ok((standing(row)?, row.get::<String>(9)?))
    })?;
    let found = rows.map(|row| {
        let (standing, text) = row?;
        let rank = place(db, leaderboard, standing, now)?.rank;
        Ok(Ranked { rank, player: read(&text)?, stands: ShownStanding::new(standing, now) })
    });
    found.collect()
}

/// Returns the distribution of a leaderboard's ratings that are not provisional, lowest first.
pub(super) fn distribution(
    db: &Database,
    leaderboard: &Leaderboard,
) -> Result<Vec<Bar>, StoreError> {
    let mut query = db.prepare(&format!(
        "SELECT rating / 1000 / ?2 * ?2, count(*) FROM {STANDINGS}
         WHERE leaderboard = ?1 AND peak IS NOT NULL GROUP BY 1 ORDER BY 1",
    ))?;
    let bar = |row: &DatabaseRow<'_>| Ok(Bar { from: row.get(0)?, players: row.get(1)? });
    Ok(query.query_map(params![leaderboard.to_string(), BAR], bar)?.collect::<Result<_, _>>()?)
}

/// The advantage of holding a start of known or unknown value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct StartWorth {
    /// Who wins the start: `N`, the player to move, `P`, the other, or null if unknown.
    won_by: Option<Outcome>,
    /// The advantage in points for the side that wins the start; for the first player if that is
    /// unknown.
    points: f64,
    /// The true value is within this in two of three cases.
    deviation: f64,
}

/// Returns what has been learnt about the starts of a pool.
pub(super) fn starts(db: &Database, pool: &Pool) -> Result<Vec<StartWorth>, StoreError> {
    let mut query = db.prepare("SELECT mean, variance FROM learnt WHERE name = ?1")?;
    let mut starts = Vec::new();
    for won_by in [Some(Outcome::N), Some(Outcome::P), None] {
        let name = Learnt::Start(pool.clone(), won_by).name();
        if let Some(worth) = query.query_row([name], belief).optional()? {
            let (points, deviation) = worth.points();
            starts.push(StartWorth { won_by, points, deviation });
        }
    }
    Ok(starts)
}

/// A player's place among the others on a leaderboard.
pub(super) struct RankedPlace {
    /// Counted from 1; `None` while their rating is provisional.
    pub(super) rank: Option<u32>,
    /// The number of players with a rank.
    pub(super) ranked: u32,
}

/// Returns the place of a standing on a leaderboard.
pub(super) fn place(
    db: &Database,
    leaderboard: &Leaderboard,
    own: Standing,
    now: i64,
) -> Result<RankedPlace, StoreError> {
    let query =
        format!("SELECT {STANDING} FROM {STANDINGS} WHERE leaderboard = ?1 AND peak IS NOT NULL");
    let mut query = db.prepare(&query)?;
    let rows = query.query_map([leaderboard.to_string()], standing)?;
    let (mut above, mut ranked) = (0, 0);
    for other in rows {
        let other = other?;
        if !other.is_provisional(now) {
            ranked += 1;
            above += u32::from(other.rating() > own.rating());
        }
    }
    let rank = (!own.is_provisional(now)).then_some(above + 1);
    Ok(RankedPlace { rank, ranked })
}

/// Returns a player's current rating on a leaderboard, if they have one.
pub(super) fn rating(
    db: &Database,
    id: PlayerId,
    leaderboard: &Leaderboard,
    now: i64,
) -> Result<Option<Rating>, StoreError> {
    let query = format!("SELECT {STANDING} FROM standing WHERE leaderboard = ?1 AND player = ?2");
    let mut query = db.prepare(&query)?;
    let found = query.query_row(params![leaderboard.to_string(), id.0], standing).optional()?;
    Ok(found.map(|standing| standing.as_rating(now)))
}

/// Parses the column with the player as they were in their last match.
pub(super) fn read(player: &str) -> Result<Player, StoreError> {
    parse(player).map_err(|error| StoreError::Damaged(format!("a ranked player: {error}")))
}
