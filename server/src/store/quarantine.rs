//! Damaged games: set aside with what is left of their facts, so that they do not affect others.
//! `nim-server repair` recovers what can be recovered.

use std::collections::BTreeSet;

use super::database::{Database, OptionalRow, params};
use protocol::TableId;
use uuid::Uuid;

use super::error::StoreError;
use super::journal::damage::{self, Damage};

/// A game that is set aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SetAside {
    pub(crate) table: TableId,
    /// The fault.
    pub(crate) why: String,
}

/// Sets a game aside, if it is not already, with the journal's lines of it, because the journal
/// deletes them in time.
pub(super) fn set_aside(db: &Database, game: Uuid, why: &str, at: i64) -> Result<(), StoreError> {
    let left = damage::lines_left(db, game)?;
    db.prepare("INSERT INTO quarantine VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING")?
        .execute(params![game, why, left, at])?;
    Ok(())
}

/// Returns all games that are set aside.
pub(super) fn all(db: &Database) -> Result<Vec<SetAside>, StoreError> {
    let mut query = db.prepare("SELECT game, why FROM quarantine ORDER BY game")?;
    let rows = query
        .query_map([], |row| Ok(SetAside { table: TableId(row.get(0)?), why: row.get(1)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns why a game is set aside, if it is.
pub(super) fn why(db: &Database, game: Uuid) -> Result<Option<String>, StoreError> {
    let mut query = db.prepare("SELECT why FROM quarantine WHERE game = ?1")?;
    Ok(query.query_row([game], |row| row.get(0)).optional()?)
}

/// Returns the lines that were left of a game in the journal when it was set aside.
pub(super) fn left(db: &Database, game: Uuid) -> Result<String, StoreError> {
    let mut query = db.prepare("SELECT facts FROM quarantine WHERE game = ?1")?;
    Ok(query.query_row([game], |row| row.get(0)).optional()?.unwrap_or_default())
}

/// Releases a game that was set aside.
pub(super) fn release(db: &Database, game: Uuid) -> Result<(), StoreError> {
    db.prepare("DELETE FROM quarantine WHERE game = ?1")?.execute([game])?;
    Ok(())
}

/// Sets aside every running game whose facts damaged pages of the journal may have held; returns
/// how many. What a page held exactly is unknown: a game whose id appears in it, with at most two
/// characters changed, may have lost a move.
pub(super) fn set_aside_pages(
    db: &Database,
    damaged: &[Damage],
    at: i64,
) -> Result<usize, StoreError> {
    let mut query = db.prepare("SELECT id FROM game WHERE over IS NULL")?;
    let running: Vec<Uuid> = query.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut suspects = BTreeSet::new();
    for Damage { number, text } in damaged {
        // A page that no longer names any game may have named any of them.
        let anybody = !names_a_game(db, text)?;
        let named = running.iter().filter(|game| anybody || may_name(text, game));
        suspects.extend(named.map(|game| (*game, *number)));
    }
    for (game, number) in &suspects {
        let why = format!("page {number} of the journal is damaged, and may hold facts of it");
        set_aside(db, *game, &why, at)?;
    }
    Ok(suspects.len())
}

/// Whether a damaged text still has a line of an existing game.
fn names_a_game(db: &Database, text: &[u8]) -> Result<bool, StoreError> {
    let mut query = db.prepare("SELECT 1 FROM game WHERE id = ?1")?;
    for line in String::from_utf8_lossy(text).lines() {
        let game = line.split(' ').next().and_then(|name| Uuid::try_parse(name).ok());
        if let Some(game) = game
            && query.exists([game])?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a damaged text may hold a line of a game.
fn may_name(text: &[u8], game: &Uuid) -> bool {
    let name = &mut Uuid::encode_buffer();
    let name = game.as_simple().encode_lower(name).as_bytes();
    let differ =
        |window: &[u8]| window.iter().zip(name).filter(|(one, other)| one != other).count();
    text.windows(name.len()).any(|window| differ(window) <= 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_in_a_damaged_text_and_no_other() {
        let [one, other] = [1, 0xffff_0000].map(Uuid::from_u128);
        let mut text = format!("{} 0 17 {{}}\n", one.as_simple()).into_bytes();
        for byte in 0..text.len() {
            for bit in 0..8 {
                text[byte] ^= 1 << bit;
                assert!(may_name(&text, &one) && !may_name(&text, &other), "{byte} {bit}");
                text[byte] ^= 1 << bit;
            }
        }
    }
}
