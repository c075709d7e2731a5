//! Removes names from stored records when their owners have deleted their accounts: the games and
//! the tournaments stay.

use super::database::{Database, FromSqlValue, OptionalRow, ToSqlValue, params};
use protocol::{Name, Player, PlayerId};
use serde_json::Value;
use tournament::Event;
use uuid::Uuid;

use super::checksum::game_checksum;
use super::encoding::{json, parse};
use super::error::StoreError;
use super::seats;
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
const ENTERED_IN_FILE: &str = "SELECT tournament, seq FROM tournament_event
    WHERE json_valid(what) AND what ->> '$.entered.player.id' = ?1
    AND what ->> '$.entered.player.name' <> ?2 LIMIT ?3";

/// The same on PostgreSQL, where no text that is not JSON is stored.
const ENTERED_ON_SERVER: &str = "SELECT tournament, seq FROM tournament_event
    WHERE what -> 'entered' -> 'player' ->> 'id' = ?1
    AND what -> 'entered' -> 'player' ->> 'name' <> ?2 LIMIT ?3";

/// Returns some of the records that contain a name of the player other than this one.
pub(super) fn bearing(
    db: &Database,
    player: PlayerId,
    name: &Name,
    most: usize,
) -> Result<NameOccurrences, StoreError> {
    let mut query = db.prepare(
        "SELECT game FROM seated WHERE player = ?1 AND name <> ?2
         AND EXISTS (SELECT 1 FROM game WHERE id = game AND over IS NOT NULL) LIMIT ?3",
    )?;
    let games = query.query_map(params![player.0, name.as_str(), most as i64], |row| {
        Ok(NameOccurrence::Game(row.get(0)?))
    })?;
    let mut found: Vec<NameOccurrence> = games.collect::<Result<_, _>>()?;
    if !found.is_empty() {
        return Ok(NameOccurrences { some: found, running: true });
    }
    let mut query = db.prepare("SELECT 1 FROM seated WHERE player = ?1 AND name <> ?2")?;
    let running = query.exists(params![player.0, name.as_str()])?;
    let mut query =
        db.prepare(if db.file().is_some() { ENTERED_IN_FILE } else { ENTERED_ON_SERVER })?;
    let id = player.0.to_string();
    let events = query.query_map(params![id, name.as_str(), most as i64], |row| {
        Ok(NameOccurrence::Event(row.get(0)?, row.get(1)?))
    })?;
    found = events.collect::<Result<_, _>>()?;
    let mut query =
        db.prepare("SELECT 1 FROM ranked WHERE player_id = ?1 AND player ->> 'name' <> ?2")?;
    if query.exists(params![player.0, name.as_str()])? {
        found.push(NameOccurrence::Ladder);
    }
    Ok(NameOccurrences { some: found, running })
}

/// Replaces the name in a record.
pub(super) fn erase(
    db: &Database,
    what: NameOccurrence,
    player: PlayerId,
    name: &Name,
) -> Result<(), StoreError> {
    match what {
        NameOccurrence::Game(game) => erase_in_game(db, game, player, name),
        NameOccurrence::Event(tournament, seq) => {
            let (id, number) = (params![tournament, seq], "tournament = ?1 AND seq = ?2");
            let mut query =
                db.prepare(&format!("SELECT what FROM tournament_event WHERE {number}"))?;
            let Some(text) = query.query_row(id, |row| row.get::<String>(0)).optional()? else {
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
            db.prepare(&format!("UPDATE tournament_event SET what = ?3 WHERE {number}"))?
                .execute(params![tournament, seq, json(&event)])?;
            Ok(())
        }
        NameOccurrence::Ladder => {
            let ranked = "SELECT id, player FROM ranked WHERE player_id = ?1";
            for (line, text) in texts::<Uuid>(db, ranked, player.0)? {
                let mut player: Player = parse(&text).map_err(|error| damaged(&line, &error))?;
                player.name = name.clone();
                db.execute(
                    "UPDATE ranked SET player = ?2 WHERE id = ?1",
                    params![line, json(&player)],
                )?;
            }
            Ok(())
        }
        NameOccurrence::Moderation => erase_in_moderation(db, player, name),
    }
}

/// Replaces the name in reports, and removes it from what the operator has done. This reads all of
/// them, once for each deleted account.
fn erase_in_moderation(db: &Database, player: PlayerId, name: &Name) -> Result<(), StoreError> {
    let id = player.0.to_string();
    for (who, whose) in [("by", "by_name"), ("about", "about_name")] {
        let theirs = format!("SELECT number, report FROM report WHERE report ->> '{who}' = ?1");
        for (number, text) in texts::<i64>(db, &theirs, &id)? {
            let text = changed(&text, |fields| {
                if let Some(there) = fields.get_mut(whose) {
                    *there = name.as_str().into();
                }
            });
            db.execute("UPDATE report SET report = ?2 WHERE number = ?1", params![number, text])?;
        }
    }
    let named = "SELECT number, deed FROM audit WHERE deed ->> 'whom' = ?1
         AND deed ->> 'what' IN ('rename', 'make_account')";
    for (number, text) in texts::<i64>(db, named, &id)? {
        let text = changed(&text, |fields| drop(fields.remove("how")));
        db.execute("UPDATE audit SET deed = ?2 WHERE number = ?1", params![number, text])?;
    }
    Ok(())
}

/// The rows of a query for a key and a text, with one parameter.
fn texts<Key: FromSqlValue>(
    db: &Database,
    query: &str,
    of: impl ToSqlValue,
) -> Result<Vec<(Key, String)>, StoreError> {
    let mut query = db.prepare(query)?;
    let rows = query.query_map([of], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Changes the fields of a record; a text that is not one stays as it is.
fn changed(text: &str, change: impl FnOnce(&mut serde_json::Map<String, Value>)) -> String {
    match serde_json::from_str(text) {
        Ok(Value::Object(mut fields)) => {
            change(&mut fields);
            Value::Object(fields).to_string()
        }
        _ => text.to_owned(),
    }
}

fn erase_in_game(
    db: &Database,
    game: Uuid,
    player: PlayerId,
    name: &Name,
) -> Result<(), StoreError> {
    let row = db
        .prepare("SELECT opening, secret_hashes, opened_at, checksum FROM game WHERE id = ?1")?
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
        db.prepare("UPDATE game SET opening = ?2, checksum = ?3 WHERE id = ?1")?
            .execute(params![game, text, sum])?;
    }
    seats::rename(db, game, player, name)?;
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
    use crate::records::audit::AdminAction;
    use crate::records::report::{Complaint, PlayerReport, ReportChange};
    use crate::store::folder::{file_in_memory, plan};
    use crate::store::{ReportsToList, audit, reports};

    #[test]
    fn a_forgotten_name_leaves_what_lots_were_drawn_from() {
        let db = file_in_memory();
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

    fn player(n: u128, name: &str) -> Player {
        let (id, name) = (PlayerId(Uuid::from_u128(n)), name.to_owned());
        let name = Name::try_from(name).expect("plain");
        Player { id, name, kind: protocol::Kind::Bot, house: false, version: None }
    }

    #[test]
    fn a_forgotten_name_leaves_all_lines_of_the_ladder() {
        let db = file_in_memory();
        let (ada, bob, gone) = (player(7, "Ada"), player(8, "Bob"), player(7, "gone"));
        for (line, player) in [(1, &ada), (2, &bob), (3, &ada)] {
            let insert = "INSERT INTO ranked VALUES (?1, ?2, ?3)";
            db.execute(insert, params![Uuid::from_u128(line), player.id.0, json(player)])
                .expect("a row");
        }
        erase(&db, NameOccurrence::Ladder, ada.id, &gone.name).expect("writable");
        let mut query = db.prepare("SELECT player FROM ranked ORDER BY id").expect("SQL");
        let rows = query.query_map([], |row| row.get(0)).expect("rows");
        let rows: Vec<String> = rows.collect::<Result<_, _>>().expect("texts");
        assert_eq!(rows, [&gone, &bob, &gone].map(json));
    }

    #[test]
    fn a_forgotten_name_leaves_reports_and_the_operators_actions() {
        let db = file_in_memory();
        let [ada, bob] = [player(7, "Ada"), player(8, "Bob")];
        let name = |text: &str| Name::try_from(text.to_owned()).expect("plain");
        let report = |by: &Player, about: &Player, about_name| PlayerReport {
            by: by.id,
            by_name: by.name.clone(),
            about: about.id,
            about_name,
            table: None,
            complaint: Complaint::Conduct,
            text: "so it was".to_owned(),
        };
        let made = [
            report(&ada, &bob, Some(name("Bob"))),
            report(&bob, &ada, Some(name("Ada"))),
            report(&bob, &ada, None),
            report(&bob, &bob, Some(name("Bob"))),
        ];
        for report in &made {
            reports::keep(&db, &ReportChange::Made(report.clone()), 17).expect("a new report");
        }
        let deed = |what, whom: &Player, how| AdminAction::new(what, whom.id, how);
        let done = [
            deed("rename", &ada, "Eve to Ada"),
            deed("make_account", &ada, "Ada"),
            deed("ban_player", &ada, "for a day"),
            deed("rename", &bob, "Eve to Bob"),
        ];
        for deed in &done {
            audit::insert(&db, &json(deed), 17).expect("a new deed");
        }
        erase(&db, NameOccurrence::Moderation, ada.id, &name("gone")).expect("writable");
        let mut found = reports::latest(&db, ReportsToList::All, i64::MAX).expect("readable");
        found.reverse();
        let [mut by_ada, mut about_ada, unnamed, other] = made;
        by_ada.by_name = name("gone");
        about_ada.about_name = Some(name("gone"));
        let found: Vec<_> = found.into_iter().map(|numbered| numbered.report).collect();
        assert_eq!(found, [by_ada, about_ada, unnamed, other]);
        let found = audit::latest(&db, i64::MAX, 9).expect("readable").into_iter().rev();
        let found: Vec<_> = found.map(|entry| entry.deed).collect();
        let [_, _, banned, renamed] = done;
        assert_eq!(
            found,
            [deed("rename", &ada, ""), deed("make_account", &ada, ""), banned, renamed]
        );
        assert_eq!(changed("not a record", |_| panic!("of what?")), "not a record");
    }

    #[test]
    fn a_deleted_player_is_found_without_reading_all_tournaments() {
        let db = file_in_memory();
        let steps = plan(&db, ENTERED_IN_FILE, params!["", "", 1]);
        assert!(steps[0].contains("USING INDEX entered"), "{steps:?}");
    }
}
