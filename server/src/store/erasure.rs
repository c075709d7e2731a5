//! Removes names from stored records when their owners have deleted their accounts: the games and
//! the tournaments stay.

use protocol::{Name, Player, PlayerId};
use rusqlite::{Connection, OptionalExtension, params};
use tournament::Event;
use uuid::Uuid;

use super::checksum::game_checksum;
use super::encoding::{json, parse};
use super::error::StoreError;
use crate::records::game::Opening;

/// A record that contains a player's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameOccurrence {
    /// A finished game.
    Game(Uuid),
    /// An event of a tournament.
    Event(Uuid, u32),
    /// The ladder's list of players.
    Ladder,
    /// Reports, and the operator's actions.
    Moderation,
}

/// The records that still contain a name.
#[derive(Debug, Default)]
pub(crate) struct NameOccurrences {
    /// Some of them.
    pub(crate) some: Vec<NameOccurrence>,
    /// Whether a game that is still running contains it.
    pub(crate) running: bool,
}

/// The tournaments that a player entered under another name. By the index `entered`, because this
/// is asked for each deleted account at each start.
const ENTERED: &str = "SELECT tournament, seq FROM tournament_event
    WHERE json_valid(what) AND what ->> '$.entered.player.id' = ?1
    AND what ->> '$.entered.player.name' <> ?2 LIMIT ?3";

/// Returns some of the records that contain a name of the player other than this one.
pub(super) fn bearing(
    db: &Connection,
    player: PlayerId,
    name: &Name,
    most: usize,
) -> Result<NameOccurrences, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT game FROM seat WHERE player = ?1 AND name <> ?2
         AND EXISTS (SELECT 1 FROM game WHERE id = game AND over IS NOT NULL) LIMIT ?3",
    )?;
    let games = query.query_map(params![player.0, name.as_str(), most as i64], |row| {
        Ok(NameOccurrence::Game(row.get(0)?))
    })?;
    let mut found: Vec<NameOccurrence> = games.collect::<Result<_, _>>()?;
    if !found.is_empty() {
        return Ok(NameOccurrences { some: found, running: true });
    }
    let mut query = db.prepare_cached("SELECT 1 FROM seat WHERE player = ?1 AND name <> ?2")?;
    let running = query.exists(params![player.0, name.as_str()])?;
    let mut query = db.prepare_cached(ENTERED)?;
    let id = player.0.to_string();
    let events = query.query_map(params![id, name.as_str(), most as i64], |row| {
        Ok(NameOccurrence::Event(row.get(0)?, row.get(1)?))
    })?;
    found = events.collect::<Result<_, _>>()?;
    let mut query = db.prepare_cached(
        "SELECT 1 FROM ranked WHERE player_id = ?1 AND player ->> '$.name' <> ?2",
    )?;
    if query.exists(params![player.0, name.as_str()])? {
        found.push(NameOccurrence::Ladder);
    }
    Ok(NameOccurrences { some: found, running })
}

/// Replaces the name in a record.
pub(super) fn erase(
    db: &Connection,
    what: NameOccurrence,
    player: PlayerId,
    name: &Name,
) -> Result<(), StoreError> {
    match what {
        NameOccurrence::Game(game) => erase_in_game(db, game, player, name),
        NameOccurrence::Event(tournament, seq) => {
            let (id, number) = (params![tournament, seq], "tournament = ?1 AND seq = ?2");
            let mut query =
                db.prepare_cached(&format!("SELECT what FROM tournament_event WHERE {number}"))?;
            let Some(text) = query.query_row(id, |row| row.get::<_, String>(0)).optional()? else {
                return Ok(());
            };
            let mut event: Event = parse(&text).map_err(|error| damaged(&tournament, &error))?;
            if let Event::Entered { player: entered, former_name, .. } = &mut event
                && entered.id == player
                && entered.name != *name
            {
                // Lots and starts were drawn from the name.
                former_name.get_or_insert_with(|| tournament::name_hash(&entered.name));
                rename(entered, player, name);
            }
            db.prepare_cached(&format!("UPDATE tournament_event SET what = ?3 WHERE {number}"))?
                .execute(params![tournament, seq, json(&event)])?;
            Ok(())
        }
        NameOccurrence::Ladder => {
            db.prepare_cached(
                "UPDATE ranked SET player = json_set(player, '$.name', ?2) WHERE player_id = ?1",
            )?
            .execute(params![player.0, name.as_str()])?;
            Ok(())
        }
        NameOccurrence::Moderation => erase_in_moderation(db, player, name),
    }
}

/// Replaces the name in reports, and removes it from what the operator has done. This reads all of
/// them, once for each deleted account.
fn erase_in_moderation(db: &Connection, player: PlayerId, name: &Name) -> Result<(), StoreError> {
    for (who, whose) in [("$.by", "$.by_name"), ("$.about", "$.about_name")] {
        db.prepare_cached(
            "UPDATE report SET report = json_replace(report, ?2, ?3) WHERE report ->> ?1 = ?4",
        )?
        .execute(params![who, whose, name.as_str(), player.0.to_string()])?;
    }
    db.prepare_cached(
        "UPDATE audit SET deed = json_remove(deed, '$.how') WHERE deed ->> '$.whom' = ?1
         AND deed ->> '$.what' IN ('rename', 'make_account')",
    )?
    .execute([player.0.to_string()])?;
    Ok(())
}

fn erase_in_game(
    db: &Connection,
    game: Uuid,
    player: PlayerId,
    name: &Name,
) -> Result<(), StoreError> {
    let row = db
        .prepare_cached(
            "SELECT opening, secret_hashes, opened_at, checksum FROM game WHERE id = ?1",
        )?
        .query_row([game], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
        .optional()?;
    let Some((text, hashes, at, sum)): Option<(String, Vec<u8>, i64, i64)> = row else {
        return Ok(());
    };
    // Damaged data stays damaged: a new checksum would pass it off as genuine.
    if game_checksum(game, &text, &hashes, at) == sum
        && let Ok(mut opening) = parse::<Opening>(&text)
    {
        opening.players.iter_mut().for_each(|seated| rename(seated, player, name));
        let text = json(&opening);
        let sum = game_checksum(game, &text, &hashes, at);
        db.prepare_cached("UPDATE game SET opening = ?2, checksum = ?3 WHERE id = ?1")?
            .execute(params![game, text, sum])?;
    }
    db.prepare_cached("UPDATE seat SET name = ?3 WHERE player = ?1 AND game = ?2")?
        .execute(params![player.0, game, name.as_str()])?;
    Ok(())
}

fn rename(player: &mut Player, id: PlayerId, name: &Name) {
    if player.id == id {
        player.name = name.clone();
    }
}

fn damaged(tournament: &Uuid, what: &dyn std::fmt::Display) -> StoreError {
    StoreError::Damaged(format!("tournament {tournament}: {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::schema;

    #[test]
    fn a_forgotten_name_leaves_what_lots_were_drawn_from() {
        let mut db = Connection::open_in_memory().expect("memory");
        schema::migrate(&mut db).expect("empty before");
        let (tournament, id) = (Uuid::from_u128(1), PlayerId(Uuid::from_u128(7)));
        let name = |text: &str| Name::try_from(text.to_owned()).expect("plain");
        let entered = |player| Event::Entered {
            player,
            rating: None,
            nonce: None,
            key: None,
            program: None,
            former_name: None,
        };
        let player = Player {
            id,
            name: name("Ada"),
            kind: protocol::Kind::Person,
            house: false,
            version: None,
        };
        db.execute("INSERT INTO tournament VALUES (?1, '{}', 0, NULL)", [tournament]).expect("new");
        let insert = "INSERT INTO tournament_event VALUES (?1, 0, 0, ?2)";
        db.execute(insert, params![tournament, json(&entered(player))]).expect("new");
        // The second time there is nothing left to forget.
        for erased in ["gone", "gone"] {
            erase(&db, NameOccurrence::Event(tournament, 0), id, &name(erased)).expect("a row");
        }
        let text = db.query_row("SELECT what FROM tournament_event", [], |row| row.get(0));
        let text: String = text.expect("a row");
        let Event::Entered { player, former_name, .. } = parse(&text).expect("an event") else {
            panic!("{text}");
        };
        assert_eq!(player.name, name("gone"));
        assert_eq!(former_name, Some(tournament::name_hash(&name("Ada"))));
    }

    #[test]
    fn a_deleted_player_is_found_without_reading_all_tournaments() {
        let mut db = Connection::open_in_memory().expect("memory");
        schema::migrate(&mut db).expect("empty before");
        let plan = format!("EXPLAIN QUERY PLAN {ENTERED}");
        let plan: String =
            db.query_row(&plan, params!["", "", 1], |row| row.get(3)).expect("one step");
        assert!(plan.contains("USING INDEX entered"), "{plan}");
    }
}
