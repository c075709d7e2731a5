//! Checks the file of a tournament offline. Nothing here is shared with what has
//! run the tournament but the rules of the games: the lots, the starts, the
//! schedule and the table are worked out a second time, from docs/tournaments.md, so
//! that a mistake of the runner is not repeated by its checker.

mod draw;
mod file;
mod replay;
mod schedule;
mod seal;
mod standings;
mod strength;

use std::fmt;

use file::File;

/// What a file that holds has told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// What the tournament is called.
    pub name: String,
    /// How many entrants.
    pub entrants: usize,
    /// How many games, all replayed.
    pub games: usize,
    /// Names, the winner first.
    pub ranking: Vec<String>,
    /// The public key of the server that has signed it.
    pub key: String,
    /// What is allowed, and yet worth knowing.
    pub notes: Vec<String>,
}

/// Why a file does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// Which line, from 1; 0 when it is the file as a whole.
    pub line: usize,
    /// What is wrong.
    pub why: String,
}

impl Refuted {
    fn new(line: usize, why: impl fmt::Display) -> Refuted {
        Refuted { line, why: why.to_string() }
    }
}

impl fmt::Display for Refuted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.why),
            line => write!(f, "line {line}: {}", self.why),
        }
    }
}

impl std::error::Error for Refuted {}

/// Checks everything that a file claims. `key` is the public key that is
/// expected, if it is known from elsewhere: without it the signature only proves
/// that whoever signed has the key that the file names.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(text: &str, key: Option<&str>) -> Result<Verified, Refuted> {
    let sealed = seal::open(text)?;
    let file = File::read(&sealed.contents)?;
    if file.head.key != sealed.key_of(&file.head.key)? {
        return Err(Refuted::new(1, "the key is not written as it should be"));
    }
    if key.is_some_and(|key| !key.eq_ignore_ascii_case(&file.head.key)) {
        return Err(Refuted::new(1, "it was signed with another key"));
    }
    draw::check_seed(&file)?;
    draw::check_lots(&file)?;
    let notes = schedule::check(&file)?;
    replay::check(&file)?;
    standings::check(&file)?;
    strength::check(&file)?;
    let name_of = |number: u32| file.entrants[number as usize - 1].name.clone();
    Ok(Verified {
        name: file.head.plan.name.clone(),
        entrants: file.entrants.len(),
        games: file.games.len(),
        ranking: file.standings.iter().map(|line| name_of(line.number)).collect(),
        key: file.head.key.clone(),
        notes,
    })
}

#[cfg(test)]
mod tests;
