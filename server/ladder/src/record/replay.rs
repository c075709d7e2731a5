//! Recomputes the ladder from the entries of its log.

use std::collections::{HashMap, HashSet};

use protocol::PlayerId;
use rules::Setup;
use uuid::Uuid;

use super::{LogEntry, LoggedGame, LoggedMatch, LoggedPlay, LoggedRating};
use crate::leaderboard::Leaderboard;
use crate::learning::DecidedGame;
use crate::memory::MemoryBook;
use crate::rated_match::{Contender, Played, RatedMatch};
use crate::rating::RatingOutcome;
use crate::standing::Standing;

/// A ladder that is replayed entry by entry.
#[derive(Debug)]
pub struct LogReplay {
    voided: HashSet<Uuid>,
    book: MemoryBook,
    /// By match: its first game, without decisions.
    counted: HashMap<Uuid, DecidedGame>,
}

/// What an entry was about.
#[derive(Clone, Debug, PartialEq)]
pub enum Replayed {
    /// A match that counts.
    Rated(Box<RatedMatch>),
    /// A game whose decisions were learnt.
    Learnt(DecidedGame),
    /// Something that does not count.
    Nothing,
}

impl LogReplay {
    /// Starts before the first of these entries.
    pub fn new(entries: &[LogEntry]) -> LogReplay {
        let void = |entry: &LogEntry| match entry {
            LogEntry::Void { rated_match, .. } => Some(*rated_match),
            LogEntry::Rated(_) | LogEntry::Learnt(_) => None,
        };
        LogReplay {
            voided: entries.iter().filter_map(void).collect(),
            book: MemoryBook::default(),
            counted: HashMap::new(),
        }
    }

    /// The standings so far.
    pub fn book(&self) -> &MemoryBook {
        &self.book
    }

    /// How many matches counted so far.
    pub fn counted(&self) -> u64 {
        self.counted.len() as u64
    }

    /// Applies an entry; `None` if it belongs to a game that is not for two.
    pub fn step(&mut self, entry: &LogEntry) -> Option<Replayed> {
        match entry {
            LogEntry::Rated(played) => {
                let is_void = self.voided.contains(&played.id);
                let played = LoggedMatch::clone(played).read(is_void)?;
                let RatingOutcome::Counted { weight, .. } = self.book.rate(&played) else {
                    return Some(Replayed::Nothing);
                };
                self.counted.insert(played.id, undecided(&played, weight)?);
                Some(Replayed::Rated(Box::new(played)))
            }
            LogEntry::Learnt(LoggedGame { rated_match, game, decisions }) => {
                let Some(first) = self.counted.get(rated_match) else {
                    return Some(Replayed::Nothing);
                };
                let mut decided =
                    DecidedGame { game: *game, decisions: decisions.clone(), ..first.clone() };
                if *game == 1 {
                    decided.players.reverse();
                    decided.people.reverse();
                }
                self.book.learn(&decided);
                Some(Replayed::Learnt(decided))
            }
            LogEntry::Void { .. } => Some(Replayed::Nothing),
        }
    }
}

/// The first game of a match that counts, without decisions.
fn undecided(played: &RatedMatch, weight: i64) -> Option<DecidedGame> {
    let [first, second] = played.players[..] else { return None };
    Some(DecidedGame {
        pool: played.pool(),
        game: 0,
        players: [first.id, second.id],
        people: [first.person, second.person],
        decisions: [Vec::new(), Vec::new()],
        weight,
        at: played.at,
    })
}

impl LoggedMatch {
    fn read(self, voided: bool) -> Option<RatedMatch> {
        let play = |game: LoggedPlay| Played {
            winners: game.winners,
            reason: game.reason,
            moves: game.moves,
        };
        let people = self.people.into_iter().map(Some).chain(std::iter::repeat(None));
        let contenders = self
            .players
            .into_iter()
            .zip(people)
            .map(|((id, kind), person)| Contender { id, kind, person: person.unwrap_or(id) });
        Some(RatedMatch {
            id: self.id,
            setup: Setup::try_from(self.game).ok()?,
            clock: self.clock,
            open: self.open,
            same_owner: self.same_owner,
            same_address: self.same_address,
            voided,
            start: self.start,
            players: contenders.collect(),
            games: self.games.into_iter().map(play).collect(),
            at: self.at,
        })
    }
}

/// The ratings that follow from a log, sorted, and the number of matches that count; `None` if an
/// entry belongs to a game that is not for two.
pub(super) fn ratings(entries: &[LogEntry]) -> Option<(Vec<LoggedRating>, u64)> {
    let mut replay = LogReplay::new(entries);
    for entry in entries {
        replay.step(entry)?;
    }
    let rating = |(leaderboard, player, standing): (&Leaderboard, PlayerId, Standing)| {
        let (rating, deviation) = (standing.rating(), standing.deviation(standing.at));
        LoggedRating { leaderboard: leaderboard.to_string(), player, rating, deviation }
    };
    let mut ratings: Vec<LoggedRating> = replay.book().standings().map(rating).collect();
    ratings.sort_unstable();
    Some((ratings, replay.counted()))
}
