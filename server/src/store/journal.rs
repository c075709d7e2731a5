//! The journal: facts before they are stored by game. A commit writes everything that has happened,
//! at however many tables, into one row of the journal, sequentially; rows by game would change a
//! page of the file for nearly every move. When a game ends, its facts are written once more,
//! together, as a *segment*; so are the facts of games that last longer than the journal reaches
//! back.

pub(super) mod damage;

use std::collections::{HashMap, HashSet, VecDeque, hash_map};
use std::fmt::Write as _;

use super::database::{self, Database, OptionalRow, params};
use serde::Serialize;
use smallvec::SmallVec;
use uuid::Uuid;

use super::checksum::{checksum, segment_checksum};
use super::commit_mark::CommitMark;
use super::error::StoreError;
use crate::net::scratch_buffer::{add_json, with_scratch_buffer};

/// The number of facts that the journal holds: enough that most games end before their facts are
/// the oldest, and few enough that a start reads them in a moment. 6 MB.
const REACH: usize = 65_536;

/// The number of excess facts that are cleared away at once, so that not every commit does it.
const AT_ONCE: usize = 512;

/// The initial capacity of a game's text, in characters: about eight moves.
const OFTEN: usize = 512;

/// The length of a game's id and the following space, in characters.
const NAME: usize = 33;

/// A fact as it is written: `game seq at what`, followed by a newline.
#[derive(Debug)]
pub(super) struct NewLine {
    pub(super) game: Uuid,
    pub(super) seq: u32,
    /// Stored inline, since most lines fit: memory that one thread allocates and another frees
    /// costs both more than copying it.
    text: SmallVec<[u8; 128]>,
}

/// A line without its game's id, as it is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct JournalLine<'a> {
    pub(super) seq: u32,
    /// In milliseconds since 1970.
    pub(super) at: i64,
    /// In JSON.
    pub(super) what: &'a str,
}

/// The writer's side of the journal.
#[derive(Debug)]
pub(super) struct Journal {
    /// The text to be written with this commit.
    page: JournalPage,
    /// The stored rows, oldest first.
    pages: VecDeque<JournalPage>,
    /// The number of facts in them; a blank row counts as one.
    lines: usize,
    /// Facts that are only in the journal, by game.
    open: HashMap<Uuid, OpenSegment>,
}

/// One row.
#[derive(Debug, Default)]
struct JournalPage {
    number: i64,
    text: String,
    lines: usize,
    /// The games whose oldest fact outside any segment is on this page.
    games: Vec<Uuid>,
}

#[derive(Debug)]
struct OpenSegment {
    /// The page where they begin.
    page: i64,
    first: u32,
    next: u32,
    /// Lines without the game's id, each with its newline.
    text: String,
}

impl NewLine {
    pub(super) fn new(game: Uuid, seq: u32, at: i64, what: &impl Serialize) -> NewLine {
        let text = with_scratch_buffer(|buffer| {
            let name = &mut Uuid::encode_buffer();
            buffer.extend_from_slice(game.as_simple().encode_lower(name).as_bytes());
            buffer.push(b' ');
            add_json(buffer, &seq);
            buffer.push(b' ');
            add_json(buffer, &at);
            buffer.push(b' ');
            // JSON text has no line breaks.
            add_json(buffer, what);
            buffer.push(b'\n');
            SmallVec::from_slice(buffer)
        });
        NewLine { game, seq, text }
    }

    fn text(&self) -> &str {
        std::str::from_utf8(&self.text).expect("JSON is UTF-8")
    }
}

impl Journal {
    /// Reads the journal from the file. A game with gaps between its facts is left out: it is
    /// damaged, and set aside when it is read.
    pub(super) fn read(db: &Database) -> Result<Journal, StoreError> {
        let page = JournalPage { number: 1, ..JournalPage::default() };
        let mut journal = Journal { page, pages: VecDeque::new(), lines: 0, open: HashMap::new() };
        let (mut known, mut broken) = (HashMap::new(), HashSet::new());
        each_page(db, |number, text| {
            journal.page.number = number;
            for line in text.split_inclusive('\n') {
                let (game, rest) = named(line).ok_or_else(|| unreadable(number))?;
                let JournalLine { seq, .. } =
                    JournalLine::parse(rest).ok_or_else(|| unreadable(number))?;
                let kept = match known.get(&game) {
                    Some(&kept) => kept,
                    None => *known.entry(game).or_insert(kept_in_segments(db, game)?),
                };
                journal.page.lines += 1;
                if seq >= kept
                    && !broken.contains(&game)
                    && journal.add_to_open(game, seq, rest, || Ok(kept)).is_err()
                {
                    journal.open.remove(&game);
                    broken.insert(game);
                }
            }
            journal.turn_page();
            Ok(())
        })?;
        Ok(journal)
    }

    /// Adds a fact to the next page.
    pub(super) fn add(&mut self, db: &Database, line: &NewLine) -> Result<(), StoreError> {
        let (&NewLine { game, seq, .. }, text) = (line, line.text());
        self.page.text.push_str(text);
        self.page.lines += 1;
        self.add_to_open(game, seq, &text[NAME..], || match seq {
            // No fact precedes it; if one did, its segment would be refused.
            0 => Ok(0),
            _ => kept_in_segments(db, game),
        })
    }

    /// Adds a line, with its newline, to a game's open segment; `first` returns the number of the
    /// first fact that is in no segment.
    fn add_to_open(
        &mut self,
        game: Uuid,
        seq: u32,
        line: &str,
        first: impl FnOnce() -> Result<u32, StoreError>,
    ) -> Result<(), StoreError> {
        let open = match self.open.entry(game) {
            hash_map::Entry::Occupied(open) => open.into_mut(),
            hash_map::Entry::Vacant(place) => {
                self.page.games.push(game);
                place.insert(OpenSegment::new(self.page.number, first()?))
            }
        };
        if seq != open.next {
            let why = format!("game {game}: fact {seq} comes where {} should", open.next);
            return Err(StoreError::Damaged(why));
        }
        open.next += 1;
        open.text.push_str(line);
        Ok(())
    }

    /// Writes a game's facts as a segment: the game has ended, or its oldest facts are about to
    /// leave the journal.
    pub(super) fn put_together(&mut self, db: &Database, game: Uuid) -> Result<(), StoreError> {
        if let Some(OpenSegment { first, text, .. }) = self.open.remove(&game) {
            add_segment(db, game, first, &text)?;
        }
        Ok(())
    }

    /// Whether nothing has been added to the page.
    pub(super) fn is_blank(&self) -> bool {
        self.page.text.is_empty()
    }

    /// Returns the number of the page.
    pub(super) fn next_page(&self) -> i64 {
        self.page.number
    }

    /// Writes the page, even a blank one, and clears away pages beyond the journal's reach.
    pub(super) fn write(&mut self, db: &Database) -> Result<CommitMark, StoreError> {
        let JournalPage { number, text, .. } = &self.page;
        let (number, sum) = (*number, page_sum(*number, text));
        db.prepare("INSERT INTO journal VALUES (?1, ?2, ?3)")?.post(params![number, text, sum])?;
        self.turn_page();
        if self.lines > REACH + AT_ONCE {
            self.clear_away(db)?;
        }
        Ok(CommitMark::Page { number, sum })
    }

    /// Moves all facts into segments, and starts the journal anew with a blank page.
    pub(super) fn put_away(&mut self, db: &Database) -> Result<CommitMark, StoreError> {
        let mut known = db.prepare("SELECT 1 FROM game WHERE id = ?1")?;
        let games: Vec<Uuid> = self.open.keys().copied().collect();
        for game in games {
            // A segment of a game that was lost would be refused.
            match known.exists([game])? {
                true => self.put_together(db, game)?,
                false => drop(self.open.remove(&game)),
            }
        }
        db.execute("DELETE FROM journal", [])?;
        (self.pages, self.lines) = (VecDeque::new(), 0);
        self.write(db)
    }

    fn turn_page(&mut self) {
        let number = self.page.number + 1;
        // The text's memory is reused.
        let mut text = std::mem::take(&mut self.page.text);
        text.clear();
        let page = std::mem::replace(
            &mut self.page,
            JournalPage { number, text, ..JournalPage::default() },
        );
        self.lines += page.weight();
        self.pages.push_back(page);
    }

    fn clear_away(&mut self, db: &Database) -> Result<(), StoreError> {
        let mut last = None;
        while self.lines > REACH
            && let Some(page) = self.pages.pop_front()
        {
            self.lines -= page.weight();
            last = Some(page.number);
            for game in page.games {
                if self.open.get(&game).is_some_and(|open| open.page == page.number) {
                    self.put_together(db, game)?;
                }
            }
        }
        db.prepare("DELETE FROM journal WHERE number <= ?1")?.post([last])?;
        Ok(())
    }
}

impl OpenSegment {
    fn new(page: i64, first: u32) -> OpenSegment {
        OpenSegment { page, first, next: first, text: String::with_capacity(OFTEN) }
    }
}

impl JournalPage {
    /// Its weight in the journal: a blank page is a row too.
    fn weight(&self) -> usize {
        self.lines.max(1)
    }
}

impl<'a> JournalLine<'a> {
    pub(super) fn parse(line: &'a str) -> Option<JournalLine<'a>> {
        let (seq, rest) = line.split_once(' ')?;
        let (at, what) = rest.split_once(' ')?;
        Some(JournalLine { seq: seq.parse().ok()?, at: at.parse().ok()?, what })
    }
}

/// Returns the lines that the journal holds of one game or of all games, without the game's id;
/// some of them may be in a segment too.
pub(super) fn lines_of(
    db: &Database,
    wanted: Option<Uuid>,
) -> Result<HashMap<Uuid, String>, StoreError> {
    let mut found: HashMap<Uuid, String> = HashMap::new();
    let prefix = wanted.map(|game| game.as_simple().to_string()).unwrap_or_default();
    each_page(db, |number, text| {
        for line in text.lines().filter(|line| line.starts_with(&prefix)) {
            let (game, rest) = named(line).ok_or_else(|| unreadable(number))?;
            // Writing to memory cannot fail.
            let _ = writeln!(found.entry(game).or_default(), "{rest}");
        }
        Ok(())
    })?;
    Ok(found)
}

/// Whether this is the text of the page with this number and checksum.
pub(super) fn is_page(number: i64, text: &[u8], sum: i64) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| page_sum(number, text) == sum)
}

/// Writes a segment.
pub(super) fn add_segment(
    db: &Database,
    game: Uuid,
    first: u32,
    text: &str,
) -> Result<(), StoreError> {
    let sum = segment_checksum(game, first, text);
    db.prepare("INSERT INTO segment (game, seq, facts, checksum) VALUES (?1, ?2, ?3, ?4)")?
        .post(params![game, first, text, sum])?;
    Ok(())
}

/// The text and the checksum of a page without facts.
pub(super) fn blank_page(number: i64) -> (&'static str, i64) {
    ("", page_sum(number, ""))
}

fn page_sum(number: i64, text: &str) -> i64 {
    checksum(&[b"journal", &number.to_le_bytes(), text.as_bytes()])
}

/// Whether there is a page of this number.
pub(super) fn has_number(db: &Database, number: i64) -> Result<bool, StoreError> {
    Ok(db.prepare("SELECT 1 FROM journal WHERE number = ?1")?.exists([number])?)
}

/// Returns the faults of the journal, and facts that belong to no game.
pub(super) fn complaints(db: &Database) -> Result<Vec<String>, StoreError> {
    let orphans: i64 = db.query_row(
        "SELECT count(*) FROM segment WHERE game NOT IN (SELECT id FROM game)",
        [],
        |row| row.get(0),
    )?;
    let orphans = (orphans > 0).then(|| format!("{orphans} segments of no game"));
    let journal = match lines_of(db, None) {
        Ok(_) => None,
        Err(StoreError::Damaged(why)) => Some(why),
        Err(error) => return Err(error),
    };
    Ok(orphans.into_iter().chain(journal).collect())
}

/// Returns the number of a game's facts that are in segments.
pub(super) fn kept_in_segments(db: &Database, game: Uuid) -> Result<u32, StoreError> {
    let last = "SELECT seq, facts FROM segment WHERE game = ?1 ORDER BY seq DESC LIMIT 1";
    let mut query = db.prepare(last)?;
    let count = |row: &database::DatabaseRow<'_>| {
        let (seq, facts): (u32, String) = (row.get(0)?, row.get(1)?);
        Ok(seq.saturating_add(facts.lines().count() as u32))
    };
    Ok(query.query_row([game], count).optional()?.unwrap_or(0))
}

/// Passes every page to `see`, oldest first.
fn each_page(
    db: &Database,
    mut see: impl FnMut(i64, &str) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut query = db.prepare("SELECT number, facts, checksum FROM journal ORDER BY number")?;
    let mut rows = query.query([])?;
    let mut before = None;
    while let Some(row) = rows.next()? {
        let (number, text): (i64, String) = (row.get(0)?, row.get(1)?);
        if page_sum(number, &text) != row.get::<i64>(2)? {
            return Err(unreadable(number));
        }
        if before.is_some_and(|before| number != before + 1) {
            return Err(StoreError::Damaged(format!("page {number} of the journal: a gap")));
        }
        before = Some(number);
        see(number, &text)?;
    }
    Ok(())
}

/// Splits a line into its game and the rest.
fn named(line: &str) -> Option<(Uuid, &str)> {
    let (game, rest) = line.split_once(' ')?;
    Some((Uuid::try_parse(game).ok()?, rest))
}

fn unreadable(number: i64) -> StoreError {
    StoreError::Damaged(format!("page {number} of the journal is not what was written"))
}

#[cfg(test)]
mod tests;
