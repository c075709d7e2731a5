//! Commits on their own, as the writer makes them, for benchmarks.

use std::path::Path;

use protocol::TableId;

use super::archive::Archive;
use super::entry::Entry;
use super::error::StoreError;
use super::row::Row;
use super::storage::Storage;
use crate::records::game::{Fact, Opening};
use crate::records::secret_hash::SecretHash;

/// Games, of each of which a commit stores one fact.
#[derive(Debug)]
pub(crate) struct Batches {
    archive: Archive,
    games: Vec<TableId>,
    /// The number of the next facts.
    seq: u32,
}

impl Batches {
    /// Creates games in a new store.
    pub(crate) fn open(
        folder: &Path,
        games: &[TableId],
        opening: &Opening,
        hashes: &[SecretHash],
    ) -> Result<Batches, StoreError> {
        let archive = Archive::write(&Storage::folder(folder))?;
        let mut batches = Batches { archive, games: games.to_vec(), seq: 0 };
        let opened = |&table| Row::new(&Entry::Opened { table, opening, hashes, over: None }, 0);
        batches.write(&games.iter().map(opened).collect::<Vec<_>>())?;
        Ok(batches)
    }

    /// Commits the next fact of each game.
    pub(crate) fn commit(&mut self, fact: &Fact) -> Result<(), StoreError> {
        let seq = self.seq;
        let happened = |&table| Row::new(&Entry::Happened { table, seq, fact, over: None }, 0);
        self.seq += 1;
        let rows: Vec<_> = self.games.iter().map(happened).collect();
        self.write(&rows)
    }

    fn write(&mut self, rows: &[Row]) -> Result<(), StoreError> {
        self.archive.commit(rows.iter())
    }
}
