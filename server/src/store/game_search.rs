//! Searches stored games by their players and by what they were like. What a search reads is
//! bounded: where few games match, it ends early, and says where to go on.

use super::database::{Database, OptionalRow, SqlValue, ToSqlValue, params};
use protocol::{Over, Player, PlayerId, TableId};
use rules::Seat;
use serde::{Deserialize, Serialize};
use uuid::{Builder, Uuid};

use super::encoding::parse;
use super::error::StoreError;
use super::games::find;
use crate::records::game::RecordedGame;

/// The most games that one search looks at; each is a row of its own on the disk.
const MOST_READ: usize = 1_000;

/// The most bytes of openings that one search looks at: a start may fill a message.
const MOST_BYTES: usize = 4 << 20;

/// The player whose games are requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Whose {
    /// The games of one player, whatever they were called.
    Player(PlayerId),
    /// The games of everybody with this name.
    Named(String),
    /// All games.
    Everybody,
}

/// How a game ended, for the player whose games are requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum GameOutcome {
    /// They won.
    Won,
    /// Somebody else won.
    Lost,
    /// It ended without a winner.
    Open,
    /// It has not ended.
    Running,
}

/// What the games are to be like; by default anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GameFilter {
    pub(crate) variant: Option<String>,
    /// Another player in it.
    pub(crate) opponent: Option<Whose>,
    pub(crate) outcome: Option<GameOutcome>,
    pub(crate) rated: Option<bool>,
    /// When it was agreed on, in milliseconds since 1970: not before, and not after. The second game
    /// of a pair was agreed on with the first.
    pub(crate) since: Option<i64>,
    pub(crate) until: Option<i64>,
}

/// Some of the games that were searched for.
#[derive(Debug, Default)]
pub(crate) struct FoundGames {
    /// Newest first.
    pub(crate) games: Vec<RecordedGame>,
    /// The last game looked at, if there may be more before it.
    pub(crate) next: Option<TableId>,
}

/// The part of a game's opening that a filter looks at.
#[derive(Deserialize)]
struct Opened {
    game: OpenedGame,
    players: Vec<Player>,
    #[serde(default)]
    rated: bool,
}

#[derive(Deserialize)]
struct OpenedGame {
    variant: String,
}

/// Returns the latest of these games before this one, up to a maximum number.
pub(super) fn search(
    db: &Database,
    (whose, filter): (&Whose, &GameFilter),
    before: Uuid,
    most: usize,
) -> Result<FoundGames, StoreError> {
    let limit = if filter.looks_inside() { MOST_READ } else { most };
    let candidates = candidates(db, (whose, filter), before, limit)?;
    let all_seen = candidates.len() < limit;
    let mut found = FoundGames::default();
    let mut bytes = 0;
    for (seen, id) in (1..).zip(&candidates) {
        let wanted = !filter.looks_inside() || {
            let (text, matches) = looked_at(db, *id, whose, filter)?;
            bytes += text;
            matches
        };
        if wanted {
            match find(db, TableId(*id)) {
                // It is not shown, and hides no other; the admin is told of it elsewhere.
                Err(StoreError::Damaged(_)) => {}
                game => found.games.extend(game?),
            }
        }
        if found.games.len() >= most || bytes >= MOST_BYTES {
            let is_last = all_seen && seen == candidates.len();
            found.next = (!is_last).then_some(TableId(*id));
            return Ok(found);
        }
    }
    found.next = candidates.last().filter(|_| !all_seen).copied().map(TableId);
    Ok(found)
}

/// Returns the ids of games of these players and this time, latest first.
fn candidates(
    db: &Database,
    (whose, filter): (&Whose, &GameFilter),
    before: Uuid,
    limit: usize,
) -> Result<Vec<Uuid>, StoreError> {
    const SEATS: &[&str] = &["seat", "new_seat"];
    let (tables, condition, value): (&[&str], &str, &dyn ToSqlValue) = match whose {
        Whose::Player(PlayerId(id)) => (SEATS, "player = ?1", id),
        Whose::Named(name) => (SEATS, "name = ?1", name),
        Whose::Everybody => (
            &["(SELECT id AS game FROM game) AS every"],
            "CAST(?1 AS TEXT) IS NULL",
            &SqlValue::Null,
        ),
    };
    let until = filter.until.map_or(Uuid::max(), |ms| first_id(ms.saturating_add(1)));
    let since = filter.since.map_or(Uuid::nil(), first_id);
    // The latest of each table, so that an index is read no further than needed. Two players of one
    // game may have the same name.
    let latest = |table: &&str| {
        format!(
            "SELECT game FROM (SELECT DISTINCT game FROM {table}
             WHERE {condition} AND game < ?2 AND game >= ?3
             ORDER BY game DESC LIMIT ?4) AS latest"
        )
    };
    let latest: Vec<String> = tables.iter().map(latest).collect();
    let mut query =
        db.prepare(&format!("{} ORDER BY game DESC LIMIT ?4", latest.join(" UNION ")))?;
    let from = params![value, before.min(until), since, limit as i64];
    let ids = query.query_map(from, |row| row.get(0))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

/// The lowest id of a game of this time: ids begin with it.
fn first_id(ms: i64) -> Uuid {
    Builder::from_unix_timestamp_millis(u64::try_from(ms).unwrap_or(0), &[0; 10]).into_uuid()
}

/// Returns the length of a game's opening, and whether the game is as the filter wants it. A
/// damaged one is nothing that anybody looks for.
fn looked_at(
    db: &Database,
    id: Uuid,
    whose: &Whose,
    filter: &GameFilter,
) -> Result<(usize, bool), StoreError> {
    let mut query = db.prepare("SELECT opening, over FROM game WHERE id = ?1")?;
    let row = query.query_row([id], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    let Some((opening, over)): Option<(String, Option<String>)> = row else {
        return Ok((0, false));
    };
    let read = || {
        let over = over.as_deref().map(parse::<Over>).transpose().ok()?;
        Some((parse::<Opened>(&opening).ok()?, over))
    };
    let matches = read().is_some_and(|(opened, over)| filter.admits(whose, &opened, over.as_ref()));
    Ok((opening.len(), matches))
}

impl GameFilter {
    /// Whether it asks for more than a game's id tells.
    fn looks_inside(&self) -> bool {
        let GameFilter { variant, opponent, outcome, rated, since: _, until: _ } = self;
        variant.is_some() || opponent.is_some() || outcome.is_some() || rated.is_some()
    }

    fn admits(&self, whose: &Whose, opened: &Opened, over: Option<&Over>) -> bool {
        let mine = |player: &Player| whose.is(player);
        let meets = |opponent: &Whose| {
            let others = opened.players.iter().filter(|player| !mine(player));
            others.into_iter().any(|player| opponent.is(player))
        };
        let won = |over: &Over| {
            let winners = over.winners.iter().map(|Seat(seat)| usize::from(*seat));
            winners.filter_map(|seat| opened.players.get(seat)).any(mine)
        };
        let outcome = || match over {
            None => GameOutcome::Running,
            Some(over) if over.winners.is_empty() => GameOutcome::Open,
            Some(over) if won(over) => GameOutcome::Won,
            Some(_) => GameOutcome::Lost,
        };
        self.variant.as_ref().is_none_or(|variant| *variant == opened.game.variant)
            && self.rated.is_none_or(|rated| rated == opened.rated)
            && self.opponent.as_ref().is_none_or(meets)
            && self.outcome.is_none_or(|wanted| wanted == outcome())
    }
}

impl Whose {
    fn is(&self, player: &Player) -> bool {
        match self {
            Whose::Player(id) => player.id == *id,
            Whose::Named(name) => player.name.as_str() == name,
            Whose::Everybody => true,
        }
    }
}
