//! `nim-server check`: verifies that everything stored is still what was played.

use std::fmt::Display;
use std::path::Path;
use std::time::{Duration, Instant};

use super::database::Database;
use protocol::{TableId, TournamentId};
use tournament::{Event, ResultReason};

use super::archive::{Archive, expect_end};
use super::error::StoreError;
use super::storage::Storage;
use super::{games, people, quarantine, schema, tournaments};
use crate::game::table::Table;
use crate::records::tournament_log::summary;

/// The number of games that are read before a rest, and its length: a tenth of a core.
const AT_ONCE: u64 = 32;
const REST: Duration = Duration::from_millis(50);

/// The findings of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Games that were replayed.
    pub games: u64,
    /// Of these, games that have not ended.
    pub running: u64,
    /// Facts in them: moves, and ends that were not moves.
    pub facts: u64,
    /// Tournaments that were replayed.
    pub tournaments: u64,
    /// Accounts that were read.
    pub accounts: u64,
    /// The faults, one line each.
    pub wrong: Vec<String>,
}

/// Makes the database check its file, and replays every game and every tournament in it. A server
/// may be running meanwhile.
///
/// # Errors
/// When there is no readable store.
pub fn check(storage: &Storage) -> Result<Checked, StoreError> {
    check_all(&Archive::read_only(storage)?, storage.file().ok().as_deref())
}

/// Checks one file in the same way.
pub(super) fn check_file(file: &Path) -> Result<Checked, StoreError> {
    check_all(&Archive::open(file)?, Some(file))
}

fn check_all(archive: &Archive, file: Option<&Path>) -> Result<Checked, StoreError> {
    let mut checked = Checked { wrong: archive.complaints()?, ..Checked::default() };
    if let (Some(db), Some(file)) = (archive.db.file(), file) {
        checked.wrong.extend(schema::altered(db)?);
        checked.wrong.extend(expect_end(db, file).err().map(|error| error.to_string()));
    }
    let now = Instant::now();
    games::each_in_parts(&archive.db, |record| {
        checked.games += 1;
        let replayed = record.and_then(|record| {
            checked.facts += record.facts.len() as u64;
            checked.running += u64::from(record.over.is_none());
            Ok(Table::restore(record, now)?)
        });
        checked.wrong.extend(replayed.err().map(|error| error.to_string()));
    })?;
    for id in archive.read(tournaments::all)? {
        checked.tournaments += 1;
        let replayed = archive.read(|db| replay_tournament(db, id, now));
        checked.wrong.extend(replayed.err().map(|error| error.to_string()));
    }
    archive.read(|db| {
        people::each(db, |account| {
            checked.accounts += 1;
            checked.wrong.extend(account.err().map(|error| error.to_string()));
        })
    })?;
    Ok(checked)
}

/// The findings of a scrub, which reads all finished games.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scrubbed {
    /// Games that were replayed.
    pub(crate) games: u64,
    /// Finished games that are damaged, and why.
    pub(crate) damaged: Vec<(TableId, String)>,
}

/// Replays every finished game, resting in between; running games are in memory.
pub(super) fn scrub(storage: &Storage) -> Result<Scrubbed, StoreError> {
    let archive = Archive::read_only(storage)?;
    let mut found = Scrubbed::default();
    let now = Instant::now();
    let known = archive.read(quarantine::all)?;
    games::each_named_in_parts(&archive.db, |table, record| {
        if found.games.is_multiple_of(AT_ONCE) {
            std::thread::sleep(REST);
        }
        found.games += 1;
        let replayed = record.and_then(|record| match record.over {
            Some(_) => Ok(Table::restore(record, now).map(drop)?),
            None => Ok(()),
        });
        if let Err(StoreError::Damaged(why)) = replayed
            && known.iter().all(|aside| aside.table != table)
        {
            found.damaged.push((table, why));
        }
    })?;
    Ok(found)
}

/// Replays a tournament: it must follow from its events, and the games that it counts must be those
/// that were played at its tables.
fn replay_tournament(db: &Database, id: TournamentId, now: Instant) -> Result<(), StoreError> {
    let damaged = |what: &dyn Display| StoreError::Damaged(format!("tournament {id}: {what}"));
    let Some(log) = tournaments::find(db, id)? else { return Ok(()) };
    let contest = log.contest().map_err(|wrong| damaged(&wrong))?;
    if tournaments::summary(db, id)? != contest.is_over().then(|| summary(id, &contest)) {
        return Err(damaged(&"it is listed otherwise than it was played"));
    }
    let played = log.events.iter().filter_map(|event| match event {
        Event::Played { games, .. } => Some(games.iter()),
        _ => None,
    });
    for counted in played.flatten() {
        let Some(table) = counted.table else { continue };
        let missing = || damaged(&format_args!("game {table} is not there"));
        let played = Table::restore(games::find(db, table)?.ok_or_else(missing)?, now)?;
        let how = played.over().map(|over| ResultReason::from(over.reason));
        if played.game().to_string() != counted.game || how != Some(counted.how) {
            return Err(damaged(&format_args!("game {table} was played otherwise")));
        }
    }
    Ok(())
}
