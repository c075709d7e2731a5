//! The last write, recorded outside the database. A log that has lost its end looks to the database
//! like one that never had it, so the server would silently continue from an earlier state.
//! Therefore the last row of each commit is named in a separate file, after the commit and without
//! waiting for the disk: whatever that file names was on disk before.

use std::fs::File;
use std::io::Read;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use uuid::Uuid;

use super::error::StoreError;
use super::private_file;

/// The fixed length, within one sector, so that a later mark covers the earlier one completely.
const LENGTH: usize = 80;

/// One row, and its checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommitMark {
    /// The row of a game.
    Game { game: Uuid, sum: i64 },
    /// A page of the journal.
    Page { number: i64, sum: i64 },
}

/// The file, open for writing.
#[derive(Debug)]
pub(super) struct MarkFile(File);

impl MarkFile {
    pub(super) fn open(database: &Path) -> Result<MarkFile, StoreError> {
        Ok(MarkFile(private_file::open(&path(database))?))
    }

    /// Records the last row. A failure harms nothing that is stored: the next start would look for
    /// an earlier row.
    pub(super) fn note(&mut self, mark: &CommitMark) -> std::io::Result<()> {
        self.0.write_all_at(mark.line().as_bytes(), 0)
    }
}

impl CommitMark {
    /// Reads the last mark, if there is one.
    pub(super) fn read(database: &Path) -> Result<Option<CommitMark>, StoreError> {
        let path = path(database);
        let mut text = String::new();
        match File::open(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            file => {
                let read = file?.take(2 * LENGTH as u64).read_to_string(&mut text);
                // Bytes that are not text are not a mark.
                read.map_err(|_| unreadable(&path))?;
            }
        }
        if text.is_empty() {
            return Ok(None);
        }
        CommitMark::parse(&text).map(Some).ok_or_else(|| unreadable(&path))
    }

    fn line(&self) -> String {
        let line = match self {
            CommitMark::Game { game, sum } => format!("{game} - {sum:016x}"),
            CommitMark::Page { number, sum } => format!("journal {number} {sum:016x}"),
        };
        format!("{line:width$}\n", width = LENGTH - 1)
    }

    fn parse(text: &str) -> Option<CommitMark> {
        let mut words = text.split_whitespace();
        let (name, number, sum) = (words.next()?, words.next()?, words.next()?);
        let sum = u64::from_str_radix(sum, 16).ok()? as i64;
        let mark = match (name, number) {
            ("journal", number) => CommitMark::Page { number: number.parse().ok()?, sum },
            (game, "-") => CommitMark::Game { game: game.parse().ok()?, sum },
            _ => return None,
        };
        (mark.line() == text).then_some(mark)
    }
}

fn path(database: &Path) -> PathBuf {
    database.with_extension("mark")
}

fn unreadable(path: &Path) -> StoreError {
    let path = path.display();
    StoreError::Damaged(format!("{path} is not readable; what was written last is not known"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_read_as_it_was_written_and_not_otherwise() {
        let game = Uuid::from_u128(7);
        for mark in
            [CommitMark::Game { game, sum: 0 }, CommitMark::Page { number: i64::MAX, sum: -1 }]
        {
            let line = mark.line();
            assert_eq!(line.len(), LENGTH);
            assert_eq!(CommitMark::parse(&line), Some(mark));
            for cut in 0..LENGTH {
                assert_eq!(CommitMark::parse(&line[..cut]), None, "{cut}");
            }
        }
    }
}
