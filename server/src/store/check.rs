//! `nim-server check`: is everything that is stored still what was played?

use std::path::Path;
use std::time::Instant;

use super::archive::Archive;
use super::{FILE, StoreError};
use crate::table::Table;

/// What a check has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Games that were replayed.
    pub games: u64,
    /// Of them, games that have not ended.
    pub running: u64,
    /// Facts in them: moves, and ends that were not moves.
    pub facts: u64,
    /// What is wrong, one line each.
    pub wrong: Vec<String>,
}

/// Lets the database check its file, and replays every game in it. A server may
/// be running meanwhile.
///
/// # Errors
/// When there is no store that could be read.
pub fn check(folder: &Path) -> Result<Checked, StoreError> {
    let file = folder.join(FILE);
    let archive = Archive::open(&file)?;
    let mut checked = Checked { wrong: archive.complaints()?, ..Checked::default() };
    checked.wrong.extend(archive.expect_end(&file).err().map(|error| error.to_string()));
    let now = Instant::now();
    archive.each_in_parts(|record| {
        checked.games += 1;
        let replayed = record.and_then(|record| {
            checked.facts += record.facts.len() as u64;
            checked.running += u64::from(record.over.is_none());
            Table::restore(record, now)
        });
        checked.wrong.extend(replayed.err().map(|error| error.to_string()));
    })?;
    Ok(checked)
}
