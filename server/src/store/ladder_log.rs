//! The ladder's log: every rated match, every game's decisions and every voided match, in order,
//! each with the hash of its public entry. Only the hash is stored; the entry is rebuilt from the
//! games and must match it.

use super::database::{Database, DatabaseRow, OptionalRow, params};
use ladder::{Hash, InclusionProof, LogEntry, LogHead, LogSigner, LoggedGame, leaf_hash};
use protocol::PlayerId;
use uuid::Uuid;

use super::error::StoreError;
use super::rated_games::{read, reviewed};

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    /// The result of a match.
    Rated = 0,
    /// The decisions of a game.
    Learnt = 1,
    /// A match that has been voided.
    Void = 2,
}

/// What is to be voided: a match, or all matches of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voided {
    /// A rated match (a pair or a single game), by its id or that of one of its games.
    Match(Uuid),
    /// Every rated match of a player.
    Player(PlayerId),
}

impl EntryKind {
    fn read(number: u8) -> Result<EntryKind, StoreError> {
        match number {
            0 => Ok(EntryKind::Rated),
            1 => Ok(EntryKind::Learnt),
            2 => Ok(EntryKind::Void),
            _ => Err(StoreError::Damaged(format!("an entry of the kind {number} in the log"))),
        }
    }
}

/// Appends the entry of a stored record.
pub(super) fn append(db: &Database, kind: EntryKind, id: Uuid) -> Result<(), StoreError> {
    let missing = || StoreError::Damaged(format!("{id} is missing and cannot be logged"));
    let hash = leaf_hash(entry(db, kind, id)?.ok_or_else(missing)?.line().as_bytes());
    db.prepare("INSERT INTO ladder_log (kind, id, hash) VALUES (?1, ?2, ?3)")?.execute(params![
        kind as u8,
        id,
        &hash[..]
    ])?;
    Ok(())
}

/// Returns all entries in order.
pub(super) fn order(db: &Database) -> Result<Vec<(EntryKind, Uuid)>, StoreError> {
    let mut query = db.prepare("SELECT kind, id FROM ladder_log ORDER BY number")?;
    let rows = query.query_map([], |row| Ok((row.get::<u8>(0)?, row.get(1)?)))?;
    rows.map(|row| {
        row.map_err(StoreError::from).and_then(|(kind, id)| Ok((EntryKind::read(kind)?, id)))
    })
    .collect()
}

/// Returns all entries, each as it was hashed.
pub(super) fn entries(db: &Database) -> Result<Vec<LogEntry>, StoreError> {
    let mut entries = Vec::new();
    each_entry(db, |entry| entries.push(entry))?;
    Ok(entries)
}

/// Passes all entries to `hear`, each as it was hashed.
pub(super) fn each_entry(db: &Database, mut hear: impl FnMut(LogEntry)) -> Result<(), StoreError> {
    let mut query = db.prepare("SELECT kind, id, hash FROM ladder_log ORDER BY number")?;
    let row = |row: &DatabaseRow<'_>| Ok((row.get::<u8>(0)?, row.get(1)?, row.get::<Hash>(2)?));
    for row in query.query_map([], row)? {
        let (kind, id, hash) = row?;
        let entry = entry(db, EntryKind::read(kind)?, id)?;
        let same = |entry: &LogEntry| leaf_hash(entry.line().as_bytes()) == hash;
        let other =
            || StoreError::Damaged(format!("the log entry of {id} differs from the stored data"));
        hear(entry.filter(same).ok_or_else(other)?);
    }
    Ok(())
}

/// Returns the hashes of the first entries, or of all.
pub(super) fn hashes(db: &Database, most: Option<u32>) -> Result<Vec<Hash>, StoreError> {
    let mut query = db.prepare("SELECT hash FROM ladder_log ORDER BY number LIMIT ?1")?;
    let most = most.map_or(i64::MAX, i64::from);
    let rows = query.query_map([most], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the lines of entries after a number, and the number of the last of them.
pub(super) fn lines(
    db: &Database,
    after: i64,
    most: u32,
) -> Result<(Vec<String>, i64), StoreError> {
    let mut query = db.prepare(
        "SELECT kind, id, number FROM ladder_log WHERE number > ?1 ORDER BY number LIMIT ?2",
    )?;
    let row = |row: &DatabaseRow<'_>| Ok((row.get::<u8>(0)?, row.get(1)?, row.get(2)?));
    let (mut lines, mut last) = (Vec::new(), after);
    for row in query.query_map(params![after, most], row)? {
        let (kind, id, number) = row?;
        let missing = || StoreError::Damaged(format!("the log entry of {id} is missing"));
        lines.push(entry(db, EntryKind::read(kind)?, id)?.ok_or_else(missing)?.line());
        last = number;
    }
    Ok((lines, last))
}

/// Returns the proofs that the entries about a match are in the log.
pub(super) fn proofs(
    db: &Database,
    signer: &LogSigner,
    rated_match: Uuid,
) -> Result<Vec<InclusionProof>, StoreError> {
    let leaves = hashes(db, None)?;
    let head = LogHead::sign(&leaves, signer);
    let mut query = db.prepare(
        "SELECT kind, id, (SELECT count(*) FROM ladder_log AS before WHERE before.number < log.number)
         FROM ladder_log AS log WHERE id = ?1
         OR id IN (SELECT first FROM rated WHERE rated.id = ?1)
         OR id IN (SELECT second FROM rated WHERE rated.id = ?1) ORDER BY number",
    )?;
    let row = |row: &DatabaseRow<'_>| Ok((row.get::<u8>(0)?, row.get(1)?, row.get::<u32>(2)?));
    let mut proofs = Vec::new();
    for row in query.query_map([rated_match], row)? {
        let (kind, id, index) = row?;
        let entry = entry(db, EntryKind::read(kind)?, id)?;
        let entry = entry.filter(|entry| entry.rated_match() == rated_match);
        let prove = |entry| InclusionProof::new(&head, &leaves, index as usize, &entry);
        proofs.extend(entry.and_then(prove));
    }
    Ok(proofs)
}

/// Rebuilds the public entry of a stored record.
fn entry(db: &Database, kind: EntryKind, id: Uuid) -> Result<Option<LogEntry>, StoreError> {
    match kind {
        EntryKind::Rated => {
            let mut query = db.prepare("SELECT first, second FROM rated WHERE id = ?1")?;
            let tables =
                query.query_row([id], |row| Ok([row.get::<Option<Uuid>>(0)?, row.get(1)?]));
            let tables = tables.optional()?;
            let Some(tables) = tables else { return Ok(None) };
            let tables: Vec<Uuid> = tables.into_iter().flatten().collect();
            Ok(Some(LogEntry::for_match(&read(db, id, &tables)?.0)))
        }
        EntryKind::Learnt => Ok(reviewed(db, id)?.map(|reviewed| {
            LogEntry::Learnt(LoggedGame {
                rated_match: reviewed.rated_match,
                game: reviewed.game,
                decisions: reviewed.decisions,
            })
        })),
        EntryKind::Void => {
            let mut query = db.prepare("SELECT why FROM void WHERE rated_match = ?1")?;
            let why = query.query_row([id], |row| row.get(0)).optional()?;
            Ok(why.map(|why| LogEntry::Void { rated_match: id, why }))
        }
    }
}

/// Returns the selected rated matches that are not void yet, in the order in which they were rated.
pub(super) fn voidable(db: &Database, what: Voided) -> Result<Vec<Uuid>, StoreError> {
    let (condition, id) = match what {
        Voided::Match(id) => ("(id = ?1 OR first = ?1 OR second = ?1)", id),
        Voided::Player(player) => {
            ("first IN (SELECT game FROM seated WHERE player = ?1)", player.0)
        }
    };
    let mut query = db.prepare(&format!(
        "SELECT id FROM rated WHERE {condition}
         AND id NOT IN (SELECT rated_match FROM void) ORDER BY number"
    ))?;
    let rows = query.query_map([id], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the number of matches that have been rated.
pub(super) fn rated_matches(db: &Database) -> Result<u32, StoreError> {
    let mut query = db.prepare("SELECT count(*) FROM rated")?;
    Ok(query.query_row([], |row| row.get(0))?)
}
