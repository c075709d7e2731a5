//! Salvages what is left of a damaged journal, and of damaged facts.

use std::fmt::Write as _;

use super::super::checksum::segment_checksum;
use super::super::database::{Database, DatabaseRow, params};
use uuid::Uuid;

use super::{StoreError, blank_page, is_page};

/// A page of the journal that differs from what was written.
pub(in crate::store) struct Damage {
    pub(in crate::store) number: i64,
    pub(in crate::store) text: Vec<u8>,
}

/// Returns all pages that differ from what was written.
pub(in crate::store) fn damaged_pages(db: &Database) -> Result<Vec<Damage>, StoreError> {
    let mut found = Vec::new();
    each_row(db, |number, text, sum| {
        if !is_page(number, &text, sum) {
            found.push(Damage { number, text });
        }
    })?;
    Ok(found)
}

/// Removes all lines from these pages.
pub(in crate::store) fn blank(db: &Database, pages: &[Damage]) -> Result<(), StoreError> {
    for Damage { number, .. } in pages {
        let (text, sum) = blank_page(*number);
        db.prepare("UPDATE journal SET facts = ?2, checksum = ?3 WHERE number = ?1")?
            .execute(params![number, text, sum])?;
    }
    Ok(())
}

/// Returns the lines of a game, without its id, from all pages, as far as they are readable.
pub(in crate::store) fn lines_left(db: &Database, game: Uuid) -> Result<String, StoreError> {
    let (mut left, prefix) = (String::new(), game.as_simple().to_string());
    each_row(db, |_, text, _| {
        let text = String::from_utf8_lossy(&text);
        for line in text.lines().filter_map(|line| line.strip_prefix(&prefix)) {
            // Writing to memory cannot fail.
            let _ = writeln!(left, "{}", line.trim_start());
        }
    })?;
    Ok(left)
}

/// Returns the facts of a game in segments, as far as they are readable.
pub(in crate::store) fn segments_left(db: &Database, game: Uuid) -> Result<String, StoreError> {
    let mut query = db.prepare("SELECT facts FROM segment WHERE game = ?1 ORDER BY seq")?;
    let mut rows = query.query([game])?;
    let mut left = String::new();
    while let Some(row) = rows.next()? {
        left.push_str(&String::from_utf8_lossy(row.text(0)?));
    }
    Ok(left)
}

/// Whether the segments of a game are what was written.
pub(in crate::store) fn segments_are_whole(db: &Database, game: Uuid) -> Result<bool, StoreError> {
    let mut query = db.prepare("SELECT seq, facts, checksum FROM segment WHERE game = ?1")?;
    let is_whole = |row: &DatabaseRow<'_>| {
        let (first, text): (u32, String) = (row.get(0)?, row.get(1)?);
        Ok(segment_checksum(game, first, &text) == row.get::<i64>(2)?)
    };
    let whole: Vec<bool> = query.query_map([game], is_whole)?.collect::<Result<_, _>>()?;
    Ok(!whole.contains(&false))
}

/// Passes every row to `see`, oldest first, whatever it contains.
fn each_row(db: &Database, mut see: impl FnMut(i64, Vec<u8>, i64)) -> Result<(), StoreError> {
    let mut query = db.prepare("SELECT number, facts, checksum FROM journal ORDER BY number")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let text = row.text(1)?.to_vec();
        see(row.get(0)?, text, row.get(2)?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::page_sum;
    use super::*;
    use crate::store::folder::file_in_memory;

    #[test]
    fn of_damaged_pages_what_is_readable_is_left_until_they_are_blank() {
        let db = file_in_memory();
        let [game, other] = [1, 2].map(Uuid::from_u128);
        let line = |game: Uuid, seq: u32| format!("{} {seq} 7 \"so\"\n", game.as_simple());
        for (number, text, good) in [
            (1, line(game, 0) + &line(other, 0), true),
            (2, line(other, 1) + &line(game, 1), false),
            (3, line(game, 2), true),
        ] {
            let sum = page_sum(number, &text) + i64::from(!good);
            db.execute("INSERT INTO journal VALUES (?1, ?2, ?3)", params![number, &*text, sum])
                .expect("a row");
        }
        let left = |game| lines_left(&db, game).expect("readable");
        assert_eq!(left(game), "0 7 \"so\"\n1 7 \"so\"\n2 7 \"so\"\n");
        assert_eq!(left(other), "0 7 \"so\"\n1 7 \"so\"\n");
        let damaged = damaged_pages(&db).expect("readable");
        assert_eq!(damaged.iter().map(|page| page.number).collect::<Vec<_>>(), [2]);
        blank(&db, &damaged).expect("writable");
        assert_eq!(damaged_pages(&db).expect("readable").len(), 0);
        assert_eq!(
            (left(game), left(other)),
            ("0 7 \"so\"\n2 7 \"so\"\n".into(), "0 7 \"so\"\n".into())
        );
    }
}
