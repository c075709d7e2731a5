//! `nim-server recompute`: recomputes the whole ladder from the stored games. With `--check` this
//! is done in memory and compared with the stored ladder.

use super::database::{Database, params};
use ladder::{LogSigner, MemoryBook, RatingChange, RatingOutcome, write_record};
use uuid::Uuid;

use super::archive::Archive;
use super::encoding::json;
use super::error::StoreError;
use super::ladder_book::{STANDING, belief, standing};
use super::ladder_log::{EntryKind, Voided, each_entry, entries, order, proofs};
use super::rated_games::{decided, read, tables_of_all};
use super::ratings::{change_row, declare_void as declare, rebuild};
use super::storage::Storage;
use crate::ops::calendar::Calendar;

/// The result of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recomputed {
    /// Rated matches that were rated again.
    pub rated_matches: u64,
    /// Of these, rated matches that count.
    pub counted: u64,
    /// Decisions that were learnt from again.
    pub decisions: u64,
    /// Standings in the result.
    pub standings: usize,
    /// Changes in the result.
    pub changes: usize,
    /// Start values and kinds of positions in the result.
    pub learnt: usize,
    /// Differences from what is stored, one line each.
    pub wrong: Vec<String>,
}

/// Recomputes all ratings from the stored games. No server may be running.
///
/// # Errors
/// When there is no writable store.
pub fn recompute(storage: &Storage) -> Result<(), StoreError> {
    Archive::write(storage)?.change(rebuild)
}

/// Voids matches, for a reason that everybody can read, and recomputes all ratings; returns how
/// many matches were not void before. No server may be running.
///
/// # Errors
/// When there is no writable store.
pub fn declare_void(storage: &Storage, what: Voided, why: &str) -> Result<usize, StoreError> {
    let mut archive = Archive::write(storage)?;
    archive.change(|db| declare(db, what, why, Calendar::default().now_ms()))
}

/// Returns the public record of the ladder: the log, signed with the folder's key, and the ratings
/// that follow from it. A server may be running meanwhile.
///
/// # Errors
/// When there is no readable store, or the log differs from what is stored.
pub(crate) fn ladder_record(storage: &Storage, signer: &LogSigner) -> Result<String, StoreError> {
    let archive = Archive::read_only(storage)?;
    archive.freeze()?;
    Ok(write_record(&archive.read(entries)?, signer))
}

/// Returns a line for each entry of the log about a match: the proof that it is in the log.
///
/// # Errors
/// When there is no readable store, the log differs from what is stored, or has no such match.
pub(crate) fn ladder_proof(
    storage: &Storage,
    signer: &LogSigner,
    rated_match: Uuid,
) -> Result<String, StoreError> {
    let archive = Archive::read_only(storage)?;
    archive.freeze()?;
    let proofs = archive.read(|db| proofs(db, signer, rated_match))?;
    match proofs.is_empty() {
        true => Err(StoreError::Damaged(format!("no match {rated_match} has been rated"))),
        false => Ok(proofs.iter().map(|proof| proof.line() + "\n").collect()),
    }
}

/// Recomputes all ratings and compares them with the stored ones. A server may be running
/// meanwhile.
///
/// # Errors
/// When there is no readable store.
pub fn compare(storage: &Storage) -> Result<Recomputed, StoreError> {
    let archive = Archive::read_only(storage)?;
    archive.freeze()?;
    archive.read(compare_all)
}

fn compare_all(db: &Database) -> Result<Recomputed, StoreError> {
    let mut replay = Replay { db, book: MemoryBook::default(), found: Recomputed::default() };
    replay.found.wrong = forgotten(db)?;
    let tables = tables_of_all(db)?;
    for (kind, id) in order(db)? {
        let compared = match (kind, tables.get(&id)) {
            (EntryKind::Rated, Some(tables)) => replay.rate(id, tables),
            (EntryKind::Rated, None) => {
                Err(StoreError::Damaged(format!("rated match {id} is missing")))
            }
            (EntryKind::Learnt, _) => replay.learn(id),
            (EntryKind::Void, _) => Ok(()),
        };
        replay.note(compared)?;
    }
    // Every entry of the log must be what was hashed.
    replay.note(each_entry(db, |_| ()))?;
    replay.compare_standings()?;
    replay.compare_learnt()?;
    replay.compare_counts()?;
    Ok(replay.found)
}

/// The ladder, recomputed in memory to compare with the stored one.
struct Replay<'a> {
    db: &'a Database,
    book: MemoryBook,
    found: Recomputed,
}

impl Replay<'_> {
    /// Lists damage among the differences: it keeps nothing else from being compared.
    fn note(&mut self, compared: Result<(), StoreError>) -> Result<(), StoreError> {
        match compared {
            Err(StoreError::Damaged(why)) => {
                self.found.wrong.push(why);
                Ok(())
            }
            compared => compared,
        }
    }

    fn rate(&mut self, id: Uuid, tables: &[Uuid]) -> Result<(), StoreError> {
        self.found.rated_matches += 1;
        let rated = self.book.rate(&read(self.db, id, tables)?.0);
        let expected = match &rated {
            RatingOutcome::Counted { weight, .. } => (None, Some(*weight)),
            RatingOutcome::Not(why) => (Some(json(why)), None),
            RatingOutcome::Before => (Some("twice".to_owned()), None),
        };
        let stored: (Option<String>, Option<i64>) = self
            .db
            .prepare("SELECT unrated, weight FROM rated WHERE id = ?1")?
            .query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
        if stored != expected {
            self.found.wrong.push(format!("rated match {id}: {stored:?} is {expected:?}"));
        }
        let RatingOutcome::Counted { changes, .. } = rated else { return Ok(()) };
        self.found.counted += 1;
        self.compare_changes(id, &changes)
    }

    fn learn(&mut self, game: Uuid) -> Result<(), StoreError> {
        // Nothing is learnt from a game of a voided match any more.
        let Some((id, decided)) = decided(self.db, game)? else { return Ok(()) };
        self.found.decisions += decided.decisions.iter().map(|seat| seat.len() as u64).sum::<u64>();
        let changes = self.book.learn(&decided);
        self.compare_changes(id, &changes)
    }

    fn compare_changes(&mut self, id: Uuid, changes: &[RatingChange]) -> Result<(), StoreError> {
        self.found.changes += changes.len();
        for change in changes {
            if !is_stored(self.db, id, change)? {
                let RatingChange { player, leaderboard, .. } = change;
                let what =
                    format!("rated match {id}: what it changed for {player} on {leaderboard}");
                self.found.wrong.push(what);
            }
        }
        Ok(())
    }

    fn compare_standings(&mut self) -> Result<(), StoreError> {
        let query = format!(
            "SELECT {STANDING}, rating, deviation FROM standing
             WHERE leaderboard = ?1 AND player = ?2"
        );
        let mut query = self.db.prepare(&query)?;
        for (leaderboard, player, computed) in self.book.standings() {
            self.found.standings += 1;
            let stored = query.query_row(params![leaderboard.to_string(), player.0], |row| {
                Ok((standing(row)?, row.get::<i64>(9)?, row.get::<i64>(10)?))
            });
            let computed = (computed, computed.rating(), computed.deviation(computed.at));
            if stored.as_ref().ok() != Some(&computed) {
                let what = format!("{leaderboard} {player}: {stored:?} is {computed:?}");
                self.found.wrong.push(what);
            }
        }
        Ok(())
    }

    fn compare_learnt(&mut self) -> Result<(), StoreError> {
        let mut query = self.db.prepare("SELECT mean, variance FROM learnt WHERE name = ?1")?;
        for (of, computed) in self.book.all_learnt() {
            self.found.learnt += 1;
            let stored = query.query_row([of.name()], belief);
            if stored.as_ref().ok() != Some(&computed) {
                let what = format!("{}: {stored:?} is {computed:?}", of.name());
                self.found.wrong.push(what);
            }
        }
        Ok(())
    }

    fn compare_counts(&mut self) -> Result<(), StoreError> {
        let Recomputed { standings, changes, learnt, .. } = self.found;
        for (table, expected) in [("standing", standings), ("change", changes), ("learnt", learnt)]
        {
            let stored: i64 =
                self.db
                    .query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))?;
            if usize::try_from(stored) != Ok(expected) {
                self.found.wrong.push(format!("{stored} rows of {table}, not {expected}"));
            }
        }
        Ok(())
    }
}

/// Whether exactly this change is stored.
fn is_stored(db: &Database, rated_match: Uuid, change: &RatingChange) -> Result<bool, StoreError> {
    let mut query = db.prepare(
        "SELECT 1 FROM change JOIN rated ON rated_match = rated.number WHERE player = ?1
         AND change.leaderboard = ?2 AND part = ?3 AND opponent = ?4 AND won = ?5 AND games = ?6
         AND expected = ?7 AND hard = ?8 AND change.weight = ?9 AND before = ?10 AND after = ?11
         AND deviation = ?12 AND change.at = ?13 AND id = ?14",
    )?;
    Ok(query.exists(change_row(rated_match, change))?)
}

/// Returns rated games that have ended with a winner and have not been rated.
fn forgotten(db: &Database) -> Result<Vec<String>, StoreError> {
    let mut query = db.prepare(
        "SELECT id FROM game
         WHERE over IS NOT NULL AND CAST(opening ->> 'rated' AS TEXT) IN ('1', 'true')
         AND json_array_length(over -> 'winners') > 0
         AND (opening -> 'pair' IS NULL OR opening -> 'pair' ->> 'first' IS NOT NULL)
         AND id NOT IN (SELECT coalesce(second, first) FROM rated)",
    )?;
    let ids = query.query_map([], |row| row.get::<Uuid>(0))?;
    ids.map(|id| Ok(format!("game {} was not rated", id?))).collect()
}

#[cfg(test)]
pub(super) mod tests;
