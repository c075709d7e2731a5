//! What was written last, noted outside the database. A log that has lost its end
//! looks to the database like one that never had it: it would go on from an
//! earlier moment without a word. So the last row of each commit is named in a
//! file of its own, after the commit and without waiting for the disk: whatever
//! that file names was on disk before.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use uuid::Uuid;

use super::StoreError;

/// The same length always, within one sector, so that a later note covers the
/// earlier one whole.
const LENGTH: usize = 80;

/// One row: a game's, or that of its fact `seq`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) game: Uuid,
    pub(super) seq: Option<u32>,
    pub(super) sum: i64,
}

/// The file, open for writing.
#[derive(Debug)]
pub(super) struct Head(File);

impl Head {
    pub(super) fn open(database: &Path) -> Result<Head, StoreError> {
        let file = File::options().create(true).truncate(false).write(true).open(path(database))?;
        Ok(Head(file))
    }

    /// Names the last row. A failure harms nothing that is stored: the next
    /// start would look for an earlier row.
    pub(super) fn note(&mut self, mark: &Mark) -> std::io::Result<()> {
        self.0.rewind()?;
        self.0.write_all(mark.line().as_bytes())
    }
}

impl Mark {
    /// What was noted last, if anything was.
    pub(super) fn read(database: &Path) -> Result<Option<Mark>, StoreError> {
        let path = path(database);
        let mut text = String::new();
        match File::open(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            file => {
                let read = file?.take(2 * LENGTH as u64).read_to_string(&mut text);
                // What is no text is no note either.
                read.map_err(|_| unreadable(&path))?;
            }
        }
        if text.is_empty() {
            return Ok(None);
        }
        Mark::parse(&text).map(Some).ok_or_else(|| unreadable(&path))
    }

    fn line(&self) -> String {
        let seq = self.seq.map_or_else(|| "-".to_owned(), |seq| seq.to_string());
        let line = format!("{} {seq} {:016x}", self.game, self.sum);
        format!("{line:width$}\n", width = LENGTH - 1)
    }

    fn parse(text: &str) -> Option<Mark> {
        let mut words = text.split_whitespace();
        let (game, seq, sum) = (words.next()?, words.next()?, words.next()?);
        let mark = Mark {
            game: game.parse().ok()?,
            seq: if seq == "-" { None } else { Some(seq.parse().ok()?) },
            sum: u64::from_str_radix(sum, 16).ok()? as i64,
        };
        (mark.line() == text).then_some(mark)
    }
}

fn path(database: &Path) -> PathBuf {
    database.with_extension("head")
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
        for (seq, sum) in [(None, 0), (Some(0), -1), (Some(u32::MAX), i64::MIN)] {
            let mark = Mark { game: Uuid::from_u128(7), seq, sum };
            let line = mark.line();
            assert_eq!(line.len(), LENGTH);
            assert_eq!(Mark::parse(&line), Some(mark));
            for cut in 0..LENGTH {
                assert_eq!(Mark::parse(&line[..cut]), None, "{cut}");
            }
        }
    }
}
