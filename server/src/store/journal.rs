//! Facts on their way to their games. A commit writes all that has happened, at
//! however many tables, into one row of the journal: one after another, where
//! rows by game would change a page of the file for nearly every move. When a
//! game ends, its facts are written once more, together, as a *segment*; and so
//! are those of games that go on for longer than the journal reaches back.

pub(super) mod damage;

use std::collections::{HashMap, HashSet, VecDeque, hash_map};
use std::fmt::Write as _;

use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use smallvec::SmallVec;
use uuid::Uuid;

use super::checksum::{checksum, of_segment};
use super::commit_mark::CommitMark;
use super::error::StoreError;
use crate::net::scratch_buffer::{add_json, with_scratch_buffer};

/// Facts that the journal holds: enough that most games end before theirs are
/// the oldest, few enough that a start reads them in a moment. 6 MB.
const REACH: usize = 65_536;

/// Facts beyond it that are cleared away at once, so that not every commit does.
const AT_ONCE: usize = 512;

/// Characters for which a game has room at once: about eight moves.
const OFTEN: usize = 512;

/// Characters of a game's id and the blank after it.
const NAME: usize = 33;

/// A fact as it is written: `game seq at what`, with a line's end.
#[derive(Debug)]
pub(super) struct NewLine {
    pub(super) game: Uuid,
    pub(super) seq: u32,
    /// In place, as most lines fit: what one thread takes of the memory and another
    /// gives back costs both more than to copy it.
    text: SmallVec<[u8; 128]>,
}

/// A line without its game, as it is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct JournalLine<'a> {
    pub(super) seq: u32,
    /// In milliseconds since 1970.
    pub(super) at: i64,
    /// In JSON.
    pub(super) what: &'a str,
}

/// The writer's side.
#[derive(Debug)]
pub(super) struct Journal {
    /// The text to be written with this commit.
    page: JournalPage,
    /// The rows that are there, the oldest first.
    pages: VecDeque<JournalPage>,
    /// Facts in them, and blank ones.
    lines: usize,
    /// Facts that are in the journal only, by game.
    open: HashMap<Uuid, OpenSegment>,
}

/// One row.
#[derive(Debug, Default)]
struct JournalPage {
    number: i64,
    text: String,
    lines: usize,
    /// The games whose oldest fact that is in no segment is here.
    games: Vec<Uuid>,
}

#[derive(Debug)]
struct OpenSegment {
    /// The page where they begin.
    page: i64,
    first: u32,
    next: u32,
    /// Lines without the game, each with its end.
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
    /// As the file has it. A game with gaps between its facts is left out: it is
    /// damaged, and set aside when it is read.
    pub(super) fn read(db: &Connection) -> Result<Journal, StoreError> {
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

    /// Writes a fact with the next page.
    pub(super) fn add(&mut self, db: &Connection, line: &NewLine) -> Result<(), StoreError> {
        let (&NewLine { game, seq, .. }, text) = (line, line.text());
        self.page.text.push_str(text);
        self.page.lines += 1;
        self.add_to_open(game, seq, &text[NAME..], || match seq {
            // Nothing stands before it; if something did, its segment would not be
            // taken.
            0 => Ok(0),
            _ => kept_in_segments(db, game),
        })
    }

    /// Adds a line, with its end, to a game's; `first` says which is the first that
    /// is in no segment.
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

    /// Puts a game's facts together: it has ended, or its oldest are about to
    /// leave the journal.
    pub(super) fn put_together(&mut self, db: &Connection, game: Uuid) -> Result<(), StoreError> {
        if let Some(OpenSegment { first, text, .. }) = self.open.remove(&game) {
            add_segment(db, game, first, &text)?;
        }
        Ok(())
    }

    /// Whether nothing has been added to the page.
    pub(super) fn is_blank(&self) -> bool {
        self.page.text.is_empty()
    }

    /// Writes the page, even a blank one, and clears away what is older than the
    /// journal reaches.
    pub(super) fn write(&mut self, db: &Connection) -> Result<CommitMark, StoreError> {
        let JournalPage { number, text, .. } = &self.page;
        let (number, sum) = (*number, page_sum(*number, text));
        db.prepare_cached("INSERT INTO journal VALUES (?1, ?2, ?3)")?
            .execute(params![number, text, sum])?;
        self.turn_page();
        if self.lines > REACH + AT_ONCE {
            self.clear_away(db)?;
        }
        Ok(CommitMark::Page { number, sum })
    }

    /// Moves all facts to their games, and begins the journal anew with a blank page.
    pub(super) fn put_away(&mut self, db: &Connection) -> Result<CommitMark, StoreError> {
        let games: Vec<Uuid> = self.open.keys().copied().collect();
        games.into_iter().try_for_each(|game| self.put_together(db, game))?;
        db.execute("DELETE FROM journal", [])?;
        (self.pages, self.lines) = (VecDeque::new(), 0);
        self.write(db)
    }

    fn turn_page(&mut self) {
        let number = self.page.number + 1;
        // The text's memory is used again.
        let mut text = std::mem::take(&mut self.page.text);
        text.clear();
        let page = std::mem::replace(
            &mut self.page,
            JournalPage { number, text, ..JournalPage::default() },
        );
        self.lines += page.weight();
        self.pages.push_back(page);
    }

    fn clear_away(&mut self, db: &Connection) -> Result<(), StoreError> {
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
        db.prepare_cached("DELETE FROM journal WHERE number <= ?1")?.execute([last])?;
        Ok(())
    }
}

impl OpenSegment {
    fn new(page: i64, first: u32) -> OpenSegment {
        OpenSegment { page, first, next: first, text: String::with_capacity(OFTEN) }
    }
}

impl JournalPage {
    /// Its length in the journal: a blank page is a row too.
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

/// The lines of a game, or of all games, that the journal holds, without the
/// game: some of them may be in a segment too.
pub(super) fn lines_of(
    db: &Connection,
    wanted: Option<Uuid>,
) -> Result<HashMap<Uuid, String>, StoreError> {
    let mut found: HashMap<Uuid, String> = HashMap::new();
    let prefix = wanted.map(|game| game.as_simple().to_string()).unwrap_or_default();
    each_page(db, |number, text| {
        for line in text.lines().filter(|line| line.starts_with(&prefix)) {
            let (game, rest) = named(line).ok_or_else(|| unreadable(number))?;
            // Into memory: cannot fail.
            let _ = writeln!(found.entry(game).or_default(), "{rest}");
        }
        Ok(())
    })?;
    Ok(found)
}

fn is_whole(number: i64, text: &[u8], sum: i64) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| page_sum(number, text) == sum)
}

/// Writes a segment.
pub(super) fn add_segment(
    db: &Connection,
    game: Uuid,
    first: u32,
    text: &str,
) -> Result<(), StoreError> {
    let sum = of_segment(game, first, text);
    db.prepare_cached("INSERT INTO segment (game, seq, facts, checksum) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![game, first, text, sum])?;
    Ok(())
}

fn page_sum(number: i64, text: &str) -> i64 {
    checksum(&[b"journal", &number.to_le_bytes(), text.as_bytes()])
}

/// Whether a page was written as it was noted: it may have left the journal since,
/// but not without others after it.
pub(super) fn has_page(db: &Connection, number: i64, sum: i64) -> Result<bool, StoreError> {
    let mut query = db.prepare_cached("SELECT facts, checksum FROM journal WHERE number = ?1")?;
    // Where one of them is damaged, the other still says which page it was.
    let is_it = |row: &rusqlite::Row<'_>| {
        let text = row.get_ref(0)?.as_bytes().unwrap_or_default();
        Ok(row.get::<_, i64>(1)? == sum || is_whole(number, text, sum))
    };
    let found: Option<bool> = query.query_row([number], is_it).optional()?;
    let first: Option<i64> =
        db.query_row("SELECT min(number) FROM journal", [], |row| row.get(0))?;
    Ok(found.unwrap_or(first.is_some_and(|first| first > number)))
}

/// The faults of the journal, and facts of no game.
pub(super) fn complaints(db: &Connection) -> Result<Vec<String>, StoreError> {
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

/// How many facts of a game are in segments.
pub(super) fn kept_in_segments(db: &Connection, game: Uuid) -> Result<u32, StoreError> {
    let last = "SELECT seq, facts FROM segment WHERE game = ?1 ORDER BY seq DESC LIMIT 1";
    let mut query = db.prepare_cached(last)?;
    let count = |row: &rusqlite::Row<'_>| {
        let (seq, facts): (u32, String) = (row.get(0)?, row.get(1)?);
        Ok(seq.saturating_add(facts.lines().count() as u32))
    };
    Ok(query.query_row([game], count).optional()?.unwrap_or(0))
}

/// Hands every page to `see`, the oldest first.
fn each_page(
    db: &Connection,
    mut see: impl FnMut(i64, &str) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut query =
        db.prepare_cached("SELECT number, facts, checksum FROM journal ORDER BY number")?;
    let mut rows = query.query([])?;
    let mut before = None;
    while let Some(row) = rows.next()? {
        let (number, text): (i64, String) = (row.get(0)?, row.get(1)?);
        if page_sum(number, &text) != row.get::<_, i64>(2)? {
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

/// The game of a line, and the rest.
fn named(line: &str) -> Option<(Uuid, &str)> {
    let (game, rest) = line.split_once(' ')?;
    Some((Uuid::try_parse(game).ok()?, rest))
}

fn unreadable(number: i64) -> StoreError {
    StoreError::Damaged(format!("page {number} of the journal is not what was written"))
}
