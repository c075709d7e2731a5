//! The input of ratings, from the games and their reviews: it is read whenever a match is rated,
//! logged or shown.

use std::collections::HashMap;

use super::database::{Database, OptionalRow, params};
use ladder::{
    Anchor, Contender, DecidedGame, Decision, Leaderboard, Played, RatedMatch, rating_line,
};
use protocol::{Kind, Over, Player, PlayerId, TableId};
use uuid::Uuid;

use super::encoding::parse;
use super::error::StoreError;
use super::games::find;
use crate::records::game::{Opening, RecordedGame, Terms};

/// Returns the tables of each rated match, in their order.
pub(super) fn tables_of_all(db: &Database) -> Result<HashMap<Uuid, Vec<Uuid>>, StoreError> {
    let mut query = db.prepare("SELECT id, first, second FROM rated")?;
    let rated = query.query_map([], |row| {
        let tables = [row.get::<Option<Uuid>>(1)?, row.get(2)?];
        Ok((row.get(0)?, tables.into_iter().flatten().collect()))
    })?;
    Ok(rated.collect::<Result<_, _>>()?)
}

/// Returns a rated match as its games have it, and its players.
pub(super) fn read(
    db: &Database,
    id: Uuid,
    tables: &[Uuid],
) -> Result<(RatedMatch, Vec<Player>), StoreError> {
    let damaged = |what: &str| StoreError::Damaged(format!("rated match {id}: {what}"));
    let find =
        |table: &Uuid| find(db, TableId(*table))?.ok_or_else(|| damaged("a game is missing"));
    let records = tables.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    let at: Option<i64> = db
        .prepare("SELECT ended_at FROM game WHERE id = ?1")?
        .query_row([tables.last()], |row| row.get(0))?;
    let players = records.first().map(|record| record.opening.players.clone());
    let voided = is_void(db, id)?;
    let rated_match = at.and_then(|at| rated_match(id, &records, voided, at));
    rated_match.zip(players).ok_or_else(|| damaged("a game has not ended"))
}

/// Builds a match from one game or two, in their order; `None` if one has not ended.
fn rated_match(id: Uuid, games: &[RecordedGame], voided: bool, at: i64) -> Option<RatedMatch> {
    let Opening { game, players, clock, terms } = &games.first()?.opening;
    let people = people(players, terms);
    let players = players.iter().zip(people).map(contender);
    Some(RatedMatch {
        id,
        setup: game.clone(),
        clock: *clock,
        open: terms.open,
        same_owner: terms.same_owner,
        same_address: terms.same_address,
        voided,
        start: terms.start,
        players: players.collect(),
        games: games.iter().map(played).collect::<Option<_>>()?,
        at,
    })
}

/// A bot without an owner can be another the next day, as a guest can.
fn contender((player, person): (&Player, PlayerId)) -> Contender {
    let is_known = player.is_known() || Anchor::find(player.id).is_some();
    let kind = if is_known { player.kind } else { Kind::Guest };
    Contender { id: rating_line(player), kind, person }
}

/// The people behind the players; all versions of a bot of nobody are the same.
fn people(players: &[Player], terms: &Terms) -> Vec<PlayerId> {
    match terms.people.len() == players.len() {
        true => terms.people.clone(),
        false => players.iter().map(|player| player.id).collect(),
    }
}

fn played(record: &RecordedGame) -> Option<Played> {
    let Over { winners, reason } = record.over.clone()?;
    Some(Played { winners, reason, moves: record.moves() })
}

fn is_void(db: &Database, id: Uuid) -> Result<bool, StoreError> {
    let mut query = db.prepare("SELECT 1 FROM void WHERE rated_match = ?1")?;
    Ok(query.exists([id])?)
}

/// A reviewed game of a rated match.
pub(super) struct ReviewedGame {
    pub(super) rated_match: Uuid,
    /// The index of the game in the match: 0 or 1.
    pub(super) game: u8,
    players: [PlayerId; 2],
    people: [PlayerId; 2],
    pub(super) decisions: [Vec<Decision>; 2],
}

/// Returns the decisions of a game whose match counts, and the id of the match.
pub(super) fn decided(
    db: &Database,
    game: Uuid,
) -> Result<Option<(Uuid, DecidedGame)>, StoreError> {
    let Some(reviewed) = reviewed(db, game)? else { return Ok(None) };
    let ReviewedGame { rated_match, game, players, people, decisions } = reviewed;
    let mut query = db.prepare(
        "SELECT leaderboard, weight, at FROM rated WHERE id = ?1 AND weight IS NOT NULL",
    )?;
    let rated =
        query.query_row([rated_match], |row| Ok((row.get::<String>(0)?, row.get(1)?, row.get(2)?)));
    let Some((leaderboard, weight, at)) = rated.optional()? else { return Ok(None) };
    let Ok(Leaderboard::Pool(pool)) = leaderboard.parse() else {
        return Err(StoreError::Damaged(format!("rated match {rated_match}: its leaderboard")));
    };
    Ok(Some((rated_match, DecidedGame { pool, game, players, people, decisions, weight, at })))
}

/// Returns the findings of a review of a two-player game whose match has been rated.
pub(super) fn reviewed(db: &Database, game: Uuid) -> Result<Option<ReviewedGame>, StoreError> {
    let damaged = |what: &str| StoreError::Damaged(format!("game {game}: {what}"));
    let mut query = db.prepare(
        "SELECT decisions, opening FROM review JOIN game ON id = game
         WHERE game = ?1 AND decisions IS NOT NULL",
    )?;
    let found: Option<(String, String)> =
        query.query_row([game], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    let Some((decisions, opening)) = found else { return Ok(None) };
    let opening: Opening = parse(&opening).map_err(|_| damaged("its opening"))?;
    let rated_match = opening.terms.pair.as_ref().map_or(game, |pair| pair.id.0);
    let mut query = db.prepare("SELECT first = ?2 FROM rated WHERE id = ?1")?;
    let is_first = query.query_row(params![rated_match, game], |row| row.get::<bool>(0));
    let Some(is_first) = is_first.optional()? else { return Ok(None) };
    let decisions: Vec<Vec<Decision>> = parse(&decisions).map_err(|_| damaged("its decisions"))?;
    let (Ok(decisions), [first, second]) = (decisions.try_into(), &opening.players[..]) else {
        return Ok(None);
    };
    let players = [rating_line(first), rating_line(second)];
    let Ok(people) = people(&opening.players, &opening.terms).try_into() else { return Ok(None) };
    Ok(Some(ReviewedGame { rated_match, game: u8::from(!is_first), players, people, decisions }))
}
