//! `nim-server repair`: recovers what it can of damaged games. Facts are kept up to the first that
//! does not replay; a running game then ends without a result, and a finished one keeps its stored
//! result. A file that has lost pages is rebuilt first, and what only repeats games is made of them.

use std::time::Instant;

use super::database::{Database, OptionalRow, params};
use protocol::{EndReason, Over, TableId};
use tracing::{info, warn};
use uuid::Uuid;

use super::archive::Archive;
use super::checksum::game_checksum;
use super::encoding::{json, parse};
use super::error::StoreError;
use super::journal::{JournalLine, add_segment, damage, kept_in_segments};
use super::rebuild::{Rebuilt, rebuild};
use super::storage::Storage;
use super::{FILE, games, quarantine, seats};
use crate::game::table::Table;
use crate::ops::calendar::Calendar;
use crate::records::game::{Fact, Opening, RecordedGame};
use crate::records::secret_hash::SecretHash;

/// Why a game is beyond repair whose row is lost.
const GONE: &str = "its opening is lost, and with it the game";

/// What a repair has done, one line per game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repaired {
    /// Games that can be read again, with the number of facts left.
    pub salvaged: Vec<String>,
    /// Games that cannot be recovered: they stay set aside as they are.
    pub lost: Vec<String>,
    /// Whether a new file has been made of what could be read.
    pub rebuilt: bool,
    /// Tables of which some rows could not be kept, because the file is damaged.
    pub torn: Vec<String>,
}

/// Repairs the damaged data of a folder that no server uses.
///
/// # Errors
/// When there is no readable and writable store.
pub fn repair(storage: &Storage) -> Result<Repaired, StoreError> {
    let (mut archive, rebuilt) = open_or_rebuild(storage)?;
    archive.change(relist)?;
    let at = Calendar::default().now_ms();
    let mut damaged: Vec<(TableId, String)> = Vec::new();
    let now = Instant::now();
    games::each_named_in_parts(&archive.db, |table, record| {
        let whole = record.and_then(|record| Ok(Table::restore(record, now).map(drop)?));
        damaged.extend(whole.err().map(|why| (table, why.to_string())));
    })?;
    let aside = archive.read(quarantine::all)?;
    damaged.extend(aside.into_iter().map(|one| (one.table, one.why)));
    damaged.sort_unstable();
    damaged.dedup_by_key(|(table, _)| *table);
    let mut repaired = Repaired { rebuilt: rebuilt.is_some(), ..Repaired::default() };
    if let Some(Rebuilt { torn, lost, rows: _ }) = rebuilt {
        repaired.torn = torn;
        repaired.lost = lost.into_iter().map(|game| format!("game {game}: {GONE}")).collect();
    }
    // From here on no journal is read: every game's facts are in segments.
    archive.put_journal_away()?;
    for (TableId(game), why) in damaged {
        archive.change(|db| match salvage(db, game, at)? {
            Some((kept, over)) => {
                let how = over.reason;
                repaired.salvaged.push(format!("game {game}: {kept} facts, {how:?} ({why})"));
                Ok(())
            }
            None => {
                quarantine::set_aside(db, game, &why, at)?;
                repaired.lost.push(why);
                Ok(())
            }
        })?;
    }
    Ok(repaired)
}

/// Opens the store. If its file has lost pages, rebuilds it.
fn open_or_rebuild(storage: &Storage) -> Result<(Archive, Option<Rebuilt>), StoreError> {
    let Some(folder) = storage.as_folder() else {
        return Ok((Archive::write(storage)?, None));
    };
    let file = folder.join(FILE);
    let why = match Archive::create(&file) {
        Ok(archive) => match archive.faulty_pages() {
            Ok(faulty) if faulty.is_empty() => return Ok((archive, None)),
            Ok(faulty) => StoreError::Damaged(faulty.join("; ")),
            Err(error) => error,
        },
        Err(error) => error,
    };
    warn!(%why, "the file is damaged: a new one is made of what can be read");
    let new = rebuild(folder)?;
    info!(rows = new.rows, torn = ?new.torn, "a new file is in its place");
    Ok((Archive::create(&file)?, Some(new)))
}

/// Makes every game found by its players again: the rows for it repeat its opening.
fn relist(db: &Database) -> Result<(), StoreError> {
    let mut query = db.prepare("SELECT id FROM game")?;
    let games: Vec<Uuid> = query.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for game in games {
        let Some(RecordedGame { opening, .. }) = opening(db, game)? else { continue };
        for player in &opening.players {
            seats::relist(db, game, player.id, &player.name)?;
        }
    }
    Ok(())
}

/// Rewrites what is left of a game; returns the number of its facts and its new result. `None` if
/// not even its opening is intact.
fn salvage(db: &Database, game: Uuid, at: i64) -> Result<Option<(usize, Over)>, StoreError> {
    let Some(mut record) = opening(db, game)? else { return Ok(None) };
    let mut lines = lines(db, game)?;
    let over = record.over.take();
    let facts = lines.iter().map(|(_, fact)| fact.clone()).collect();
    let (whole, now_over) = Table::replayed(RecordedGame { facts, ..record }, Instant::now());
    // Facts that are as they were written say more than the result, which has no checksum.
    let are_whole = are_as_written(db, game, whole)?;
    let played = now_over.clone().filter(|_| are_whole);
    let end = played.or(over).or(now_over.clone());
    let end = end.unwrap_or(Over { winners: Vec::new(), reason: EndReason::Adjudicated });
    lines.truncate(whole);
    let last = lines.last().map_or(at, |(last, _)| *last);
    let is_changed = now_over.as_ref() != Some(&end);
    if is_changed {
        // Its stored result differs from that of the remaining facts.
        if now_over.is_some() {
            lines.pop();
        }
        lines.push((last, Fact::Ended(end.clone())));
    }
    let line = |(seq, (at, fact)): (usize, &(i64, Fact))| format!("{seq} {at} {}\n", json(fact));
    let text: String = lines.iter().enumerate().map(line).collect();
    db.prepare("DELETE FROM segment WHERE game = ?1")?.execute([game])?;
    add_segment(db, game, 0, &text)?;
    db.prepare("UPDATE game SET over = ?2, ended_at = ?3 WHERE id = ?1")?.execute(params![
        game,
        json(&end),
        last
    ])?;
    quarantine::release(db, game)?;
    Ok(Some((whole, end)))
}

/// Returns the opening of a game, if it is intact, with its result, if known.
fn opening(db: &Database, game: Uuid) -> Result<Option<RecordedGame>, StoreError> {
    let row = db
        .prepare(
            "SELECT opening, secret_hashes, opened_at, checksum, over FROM game WHERE id = ?1",
        )?
        .query_row([game], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
        })
        .optional()?;
    type RebuiltRow = (String, Vec<u8>, i64, i64, Option<String>);
    let Some((text, stored, opened_at, sum, over)): Option<RebuiltRow> = row else {
        return Ok(None);
    };
    let (hashes, rest) = stored.as_chunks();
    let is_whole = rest.is_empty() && game_checksum(game, &text, &stored, opened_at) == sum;
    let Some(opening) = parse::<Opening>(&text).ok().filter(|_| is_whole) else {
        return Ok(None);
    };
    let over = over.and_then(|over| parse(&over).ok());
    Ok(Some(RecordedGame {
        table: TableId(game),
        opening,
        hashes: hashes.iter().copied().map(SecretHash::kept).collect(),
        facts: Vec::new(),
        opened_at,
        ended_at: None,
        over,
    }))
}

/// Whether this many facts of a game, from the first on, are in segments, as they were written.
fn are_as_written(db: &Database, game: Uuid, facts: usize) -> Result<bool, StoreError> {
    Ok(kept_in_segments(db, game)? as usize >= facts && damage::segments_are_whole(db, game)?)
}

/// Returns the facts of a game from the first on, as far as they are readable, each with its time.
fn lines(db: &Database, game: Uuid) -> Result<Vec<(i64, Fact)>, StoreError> {
    let mut text = damage::segments_left(db, game)?;
    text.push_str(&quarantine::left(db, game)?);
    let mut facts: Vec<(i64, Fact)> = Vec::new();
    for line in text.lines().filter_map(JournalLine::parse) {
        if line.seq as usize == facts.len()
            && let Ok(fact) = parse(line.what)
        {
            facts.push((line.at, fact));
        }
    }
    Ok(facts)
}
