//! The public record: every rated match, every game's decisions and every voided match is an entry
//! of an append-only log. Its Merkle root is signed, so nobody can change an entry afterwards, and
//! the ratings follow from the entries.

mod continuation;
mod inclusion;
mod keys;
mod moves;
mod replay;

use std::fmt;

use protocol::{EndReason, Kind, PlayerId, TimeControl, hex};
use rules::{Draft, Move, Seat};
use serde::{Deserialize, Serialize};
use solver::Outcome;
use uuid::Uuid;

use super::decision::Decision;
use super::merkle::{Hash, leaf_hash, root};
use super::rated_match::{Played, RatedMatch};

pub use continuation::ContinuationProof;
pub use inclusion::InclusionProof;
pub use keys::{KeyChange, LogSigner};
pub use replay::{LogReplay, Replayed};

/// An entry of the log, serialised as one line of JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum LogEntry {
    /// A match to be rated has ended.
    Rated(Box<LoggedMatch>),
    /// The decisions of one of its games have been learnt.
    Learnt(LoggedGame),
    /// The match does not count: ratings are computed as if it had not been played.
    Void {
        /// The match.
        rated_match: Uuid,
        /// The operator's reason.
        why: String,
    },
}

/// The serialised form of a [`RatedMatch`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of RatedMatch")]
pub struct LoggedMatch {
    pub id: Uuid,
    pub at: i64,
    pub game: Draft,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same_owner: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same_address: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Outcome>,
    pub players: Vec<(PlayerId, Kind)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<PlayerId>,
    pub games: Vec<LoggedPlay>,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of Played")]
pub struct LoggedPlay {
    pub winners: Vec<Seat>,
    pub reason: EndReason,
    pub moves: Vec<Move>,
}

/// The serialised form of a [`DecidedGame`](crate::DecidedGame); its players, pool and weight
/// follow from the match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoggedGame {
    /// The match.
    pub rated_match: Uuid,
    /// The index of the game in the match: 0 or 1.
    pub game: u8,
    /// By seat of this game.
    pub decisions: [Vec<Decision>; 2],
}

/// A server's signed statement about its log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LogHead {
    /// The number of entries.
    pub size: u64,
    /// The Merkle root over them, in hexadecimal.
    pub root: String,
    /// The server's public key (Ed25519), in hexadecimal.
    pub key: String,
    /// Its signature of [`LogHead::signed_text`], in hexadecimal.
    pub signature: String,
    /// How this key came to follow earlier ones, the first change first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<KeyChange>,
}

/// A rating as it stands in a record.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoggedRating {
    /// The leaderboard.
    pub leaderboard: String,
    /// The player.
    pub player: PlayerId,
    /// The rating, in thousandths of a point.
    pub rating: i64,
    /// The deviation when the rating last changed, in thousandths of a point.
    pub deviation: i64,
}

/// Why a record is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogFlaw {
    /// A line cannot be read, or differs from how this program writes it.
    Line(usize),
    /// The number of entries differs from the head's.
    Size,
    /// The entries have another Merkle root.
    Root,
    /// The key did not sign this head.
    Signature,
    /// It is signed with another key than the trusted one.
    Key,
    /// The games of this match do not follow from their moves.
    Moves(Uuid),
    /// The ratings are not those that follow from the entries.
    Ratings,
    /// It does not continue the earlier record.
    Rewritten,
}

/// The result of checking a valid record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldRecord {
    /// Its head.
    pub head: LogHead,
    /// Matches that count.
    pub counted: u64,
    /// The ratings that follow from them, by leaderboard.
    pub ratings: Vec<LoggedRating>,
}

impl LogEntry {
    /// Returns the line that is hashed.
    ///
    /// # Panics
    /// Never: entries are numbers, names and moves.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("an entry has a JSON form")
    }

    /// Returns the entry of a match to be rated.
    pub fn for_match(played: &RatedMatch) -> LogEntry {
        let play = |game: &Played| LoggedPlay {
            winners: game.winners.clone(),
            reason: game.reason,
            moves: game.moves.clone(),
        };
        LogEntry::Rated(Box::new(LoggedMatch {
            id: played.id,
            at: played.at,
            game: played.setup.clone().into(),
            clock: played.clock,
            open: played.open,
            same_owner: played.same_owner,
            same_address: played.same_address,
            start: played.start,
            players: played.players.iter().map(|player| (player.id, player.kind)).collect(),
            people: match played.players.iter().all(|player| player.person == player.id) {
                true => Vec::new(),
                false => played.players.iter().map(|player| player.person).collect(),
            },
            games: played.games.iter().map(play).collect(),
        }))
    }
}

impl LogHead {
    /// Signs a log with these leaves.
    pub fn sign(leaves: &[Hash], signer: &LogSigner) -> LogHead {
        signer.head(leaves.len() as u64, hex(&root(leaves)))
    }

    /// Returns the text whose bytes are signed.
    pub fn signed_text(size: u64, root: &str) -> String {
        format!("nim ladder log\n{size}\n{root}\n")
    }

    /// Whether the head's key has signed it.
    pub fn is_signed(&self) -> bool {
        let text = LogHead::signed_text(self.size, &self.root);
        keys::is_signed(&self.key, &text, &self.signature)
    }

    /// Checks that it is signed, with the `trusted` key or one that has followed it, if given.
    fn check(&self, trusted: Option<&str>) -> Result<(), LogFlaw> {
        if trusted.is_some_and(|key| !self.is_of(key)) {
            return Err(LogFlaw::Key);
        }
        let follows = self.changes.first().is_none_or(|first| self.is_of(&first.old));
        (follows && self.is_signed()).then_some(()).ok_or(LogFlaw::Signature)
    }
}

/// Writes a record: the head, the entries and the ratings, one line each.
pub fn write_record(entries: &[LogEntry], signer: &LogSigner) -> String {
    let lines: Vec<String> = entries.iter().map(LogEntry::line).collect();
    let leaves: Vec<Hash> = lines.iter().map(|line| leaf_hash(line.as_bytes())).collect();
    let (ratings, _) = replay::ratings(entries).unwrap_or_default();
    let mut text = json(&LogHead::sign(&leaves, signer));
    for line in lines.into_iter().chain([json(&ratings)]) {
        text.push('\n');
        text.push_str(&line);
    }
    text.push('\n');
    text
}

/// Checks a record: that it is signed, by `trusted` if given; that its entries are the signed ones;
/// that games follow from their moves, and the ratings, if there is a line of them, from the
/// entries; and that it continues an `earlier` head.
///
/// # Errors
/// The first check that fails.
pub fn check_record(
    text: &str,
    trusted: Option<&str>,
    earlier: Option<&LogHead>,
) -> Result<HeldRecord, LogFlaw> {
    let text = text.strip_suffix('\n').ok_or(LogFlaw::Size)?;
    let lines: Vec<&str> = text.split('\n').collect();
    let (head, entries, ratings) = parts(&lines).ok_or(LogFlaw::Size)?;
    let head: LogHead = strictly(head).ok_or(LogFlaw::Line(1))?;
    head.check(trusted)?;
    if head.size != entries.len() as u64 {
        return Err(LogFlaw::Size);
    }
    let leaves: Vec<Hash> = entries.iter().map(|line| leaf_hash(line.as_bytes())).collect();
    if head.root != hex(&root(&leaves)) {
        return Err(LogFlaw::Root);
    }
    if let Some(earlier) = earlier {
        let before = usize::try_from(earlier.size).ok().and_then(|size| leaves.get(..size));
        let same = before.is_some_and(|before| hex(&root(before)) == earlier.root);
        if !same || !earlier.is_signed() || !head.is_of(&earlier.key) {
            return Err(LogFlaw::Rewritten);
        }
    }
    let entries = read_entries(entries)?;
    if let Some(other) = entries.iter().find(|entry| !entry.follows()) {
        return Err(LogFlaw::Moves(other.rated_match()));
    }
    let stated: Option<Vec<LoggedRating>> = match ratings {
        Some(line) => Some(strictly(line).ok_or(LogFlaw::Line(lines.len()))?),
        None => None,
    };
    let (ratings, counted) = replay::ratings(&entries).ok_or(LogFlaw::Ratings)?;
    match stated.is_none_or(|stated| stated == ratings) {
        true => Ok(HeldRecord { head, counted, ratings }),
        false => Err(LogFlaw::Ratings),
    }
}

/// The head of a record, its entries and its ratings, which are an array and may be left out.
fn parts<'a>(lines: &'a [&'a str]) -> Option<(&'a str, &'a [&'a str], Option<&'a str>)> {
    let (head, rest) = lines.split_first()?;
    match rest.split_last() {
        Some((ratings, entries)) if ratings.starts_with('[') => {
            Some((head, entries, Some(ratings)))
        }
        Some(_) | None => Some((head, rest, None)),
    }
}

/// Reads the entries of a record without checking them.
///
/// # Errors
/// A line that is not an entry.
pub fn entries_of_record(text: &str) -> Result<Vec<LogEntry>, LogFlaw> {
    let lines: Vec<&str> = text.lines().collect();
    let (_, entries, _) = parts(&lines).ok_or(LogFlaw::Size)?;
    read_entries(entries)
}

/// Reads entries; the first of them is in line 2.
fn read_entries(lines: &[&str]) -> Result<Vec<LogEntry>, LogFlaw> {
    let read = |(number, line): (usize, &&str)| {
        serde_json::from_str(line).map_err(|_| LogFlaw::Line(number + 2))
    };
    lines.iter().enumerate().map(read).collect()
}

/// Reads the entry on a line, if the line is exactly as it would be written again.
fn strictly<T: Serialize + for<'a> Deserialize<'a>>(line: &str) -> Option<T> {
    let read: T = serde_json::from_str(line).ok()?;
    (json(&read) == line).then_some(read)
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("numbers and names have a JSON form")
}

fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if text.len() != 2 * N || !text.bytes().all(is_digit) {
        return None;
    }
    let mut bytes = [0; N];
    for (n, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * n..2 * n + 2], 16).ok()?;
    }
    Some(bytes)
}

impl fmt::Display for LogFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogFlaw::Line(line) => write!(f, "line {line} is not as it was written"),
            LogFlaw::Size => f.write_str("there are not as many entries as the head says"),
            LogFlaw::Root => f.write_str("the entries are not those that were signed"),
            LogFlaw::Signature => f.write_str("its key did not sign this head"),
            LogFlaw::Key => f.write_str("it is signed with another key"),
            LogFlaw::Moves(id) => {
                write!(f, "the games of match {id} do not follow from their moves")
            }
            LogFlaw::Ratings => f.write_str("the ratings do not follow from the entries"),
            LogFlaw::Rewritten => f.write_str("it does not continue the earlier record"),
        }
    }
}

impl std::error::Error for LogFlaw {}

#[cfg(test)]
mod tests;
