//! Checks the file of a tournament offline. It shares only the rules of the games with the code
//! that ran the tournament: lots, starts, schedule and table are computed independently, from
//! docs/tournaments.md, so that the checker does not repeat a mistake of the runner.

mod attestation;
mod course;
mod draw;
mod entry;
mod file;
mod meeting;
mod notes;
mod plan;
mod points;
mod replay;
mod schedule;
mod seal;
mod standings;
mod strength;
mod swiss;

use std::fmt;

use attestation::Extent;
use course::Course;
use file::File;

/// The findings of a valid file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The tournament's name.
    pub name: String,
    /// The number of entrants.
    pub entrants: usize,
    /// The number of games, all of which were replayed.
    pub games: usize,
    /// Names, the winner first.
    pub ranking: Vec<String>,
    /// The public key of the server that signed the file.
    pub key: String,
    /// Which games are signed by their players.
    pub attested: Attested,
    /// What bots have said of their programs, by name, in words: `version 1.2, seed 7, deterministic`.
    pub programs: Vec<(String, String)>,
    /// Remarks: allowed, yet worth knowing.
    pub notes: Vec<String>,
}

/// Games grouped by whether their players have signed their moves, each identified by round, board,
/// pair and game: `1.2.1.2`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attested {
    /// Signed by everybody who made a move.
    pub by_all: Vec<String>,
    /// Signed by one of two players.
    pub by_one: Vec<String>,
    /// Played, and signed by nobody.
    pub by_nobody: Vec<String>,
    /// The keys with which entrants sign, by name.
    pub keys: Vec<(String, String)>,
}

/// Why a file is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The line, from 1; 0 means the file as a whole.
    pub line: usize,
    /// The fault.
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

/// Facts about the tournament known from elsewhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// The public key of the server that should have signed it. Without it the signature proves
    /// only that the signer has the key that the file names.
    pub key: Option<&'a str>,
    /// The commitment that was published before anybody entered. Without it, the owner
    /// of the key may have made up the whole tournament afterwards.
    pub commitment: Option<&'a str>,
    /// Names and public keys of entrants, as they have published them. Without an entrant's key,
    /// the server may have signed in their place.
    pub entrants: &'a [(String, String)],
}

/// Checks everything that a file claims.
///
/// # Errors
/// The first fault found.
pub fn verify(text: &str, known: Known<'_>) -> Result<Verified, Refuted> {
    let sealed = seal::unseal(text)?;
    let file = File::read(&sealed.contents)?;
    if file.head.key != sealed.key_of(&file.head.key)? {
        return Err(Refuted::new(1, "the key is not written as it should be"));
    }
    if known.key.is_some_and(|key| !key.eq_ignore_ascii_case(&file.head.key)) {
        return Err(Refuted::new(1, "it was signed with another key"));
    }
    let committed = |known: &str| known.eq_ignore_ascii_case(&file.head.commitment);
    if known.commitment.is_some_and(|known| !committed(known)) {
        return Err(Refuted::new(1, "another commitment was published"));
    }
    check_keys(&file, known.entrants)?;
    plan::check(&file.head.plan)?;
    entry::check(&file)?;
    let draw = draw::check(&file)?;
    let mut course = Course::begin(&file, &draw);
    course.run()?;
    let names = names(&file);
    standings::check(&course, names.len())?;
    strength::check(&file)?;
    let name_of = |number: u32| names[number as usize - 1].to_owned();
    Ok(Verified {
        name: file.head.plan.name.clone(),
        entrants: names.len(),
        games: file.games.len(),
        ranking: file.standings.iter().map(|(_, line)| name_of(line.number)).collect(),
        key: file.head.key.clone(),
        attested: attested(&file, &course),
        programs: entry::programs(&file),
        notes: notes::collect(&file),
    })
}

/// Iterates over all entrants with their lines, by number.
fn entrants(file: &File) -> impl Iterator<Item = (usize, &file::Entrant)> {
    let late = file.steps.iter().filter_map(|(line, step)| match step {
        file::Step::Entered(entrant) => Some((*line, entrant)),
        _ => None,
    });
    (2..).zip(&file.there).chain(late)
}

/// Checks that entrants have their known keys.
fn check_keys(file: &File, known: &[(String, String)]) -> Result<(), Refuted> {
    for (name, key) in known {
        let entrant = entrants(file).find(|(_, entrant)| entrant.name == *name);
        let missing = || Refuted::new(0, format!("{name} has not entered"));
        let (line, entrant) = entrant.ok_or_else(missing)?;
        if !entrant.key.as_ref().is_some_and(|own| own.eq_ignore_ascii_case(key)) {
            return Err(Refuted::new(line, format!("{name} has another key")));
        }
    }
    Ok(())
}

fn attested(file: &File, course: &Course<'_>) -> Attested {
    let mut attested = Attested::default();
    for (game, extent) in file.games.iter().zip(&course.signed) {
        let name = [game.round, game.board, game.pair, game.game].map(|n| n.to_string()).join(".");
        match extent {
            Extent::All => attested.by_all.push(name),
            Extent::Half => attested.by_one.push(name),
            Extent::Nobody if game.was_played() => attested.by_nobody.push(name),
            Extent::Nobody => {}
        }
    }
    let key = |entrant: &file::Entrant| Some((entrant.name.clone(), entrant.key.clone()?));
    attested.keys = entrants(file).filter_map(|(_, entrant)| key(entrant)).collect();
    attested
}

/// Returns the names by number.
fn names(file: &File) -> Vec<&str> {
    entrants(file).map(|(_, entrant)| entrant.name.as_str()).collect()
}
