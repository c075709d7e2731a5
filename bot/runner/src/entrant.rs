//! A tournament entrant: a level of play, a program, or a remote player.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use bot::ProgramSpec;
use protocol::limits::MAX_NAME_CHARS;
use protocol::{Name, TimeControl};
use serde::{Deserialize, Serialize};
use solver::Level;

use crate::clock::read_clock;

/// An entrant as given on the command line: `perfect`, `epsilon:0.1`, `program:python3 bot.py`, or
/// `remote:Ada`. Options for its name and for running a program come first, separated by
/// semicolons: `name=Ada;dir=bots;env=SEED=1;program:./ada`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// Its name in the tables.
    pub name: String,
    /// The text that names the player.
    text: String,
    /// A program's working directory.
    #[serde(default)]
    dir: Option<PathBuf>,
    /// A program's environment variables.
    #[serde(default)]
    env: Vec<(String, String)>,
    /// How long a program may think about one move, if not as long as all others.
    #[serde(default)]
    move_ms: Option<u64>,
    /// Its clock, if not that of all others.
    #[serde(default)]
    clock: Option<TimeControl>,
    /// Megabytes of a program's address space, if not as many as of all others.
    #[serde(default)]
    memory_mb: Option<u64>,
}

/// Why a text is not an entrant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadEntrant(String);

impl Entrant {
    /// Parses a list of entrants; equal names are numbered.
    ///
    /// # Errors
    /// For the first text that is not an entrant.
    pub fn list(text: &str) -> Result<Vec<Entrant>, BadEntrant> {
        let mut entrants: Vec<Entrant> = Vec::new();
        for text in text.split(',') {
            let mut entrant: Entrant = text.trim().parse()?;
            let name = entrant.name.clone();
            let alike = |other: &&Entrant| {
                other.name == name || other.name.strip_prefix(&name).is_some_and(is_number)
            };
            let alike = entrants.iter().filter(alike).count();
            if alike > 0 {
                entrant.name = format!("{} {}", entrant.name, alike + 1);
            }
            entrants.push(entrant);
        }
        Ok(entrants)
    }

    /// Whether the entrant connects by itself, over the network.
    pub fn is_remote(&self) -> bool {
        self.text.starts_with("remote:")
    }

    /// The command line of a program; `None` for other entrants.
    pub fn program(&self) -> Option<&str> {
        self.text.strip_prefix("program:")
    }

    /// How to run its program within these limits; `None` without a program.
    pub fn spec(&self, limits: &ProgramSpec) -> Option<ProgramSpec> {
        let (dir, env) = (self.dir.clone(), self.env.clone());
        let command = self.program()?.to_owned();
        // `limits.log` is the folder for the logs of all entrants.
        let file = self.name.replace(|c: char| !c.is_alphanumeric(), "-");
        let log = limits.log.as_ref().map(|folder| folder.join(format!("{file}.log")));
        let move_time = self.move_ms.map_or(limits.move_time, Duration::from_millis);
        let memory_mb = self.memory_mb.or(limits.memory_mb);
        Some(ProgramSpec { command, dir, env, log, move_time, memory_mb, ..limits.clone() })
    }

    /// Its clock, if it is not that of all others.
    pub fn clock(&self) -> Option<TimeControl> {
        self.clock
    }

    /// Its level of play; irrelevant for a program.
    pub(crate) fn level(&self) -> Level {
        self.text.parse().unwrap_or(Level::Perfect)
    }

    pub(crate) fn public_name(&self) -> Name {
        let short: String = self.name.chars().take(MAX_NAME_CHARS).collect();
        let plain = || Name::try_from("program".to_owned()).expect("a plain word is a name");
        Name::try_from(short).unwrap_or_else(|_| plain())
    }
}

impl FromStr for Entrant {
    type Err = BadEntrant;

    fn from_str(text: &str) -> Result<Entrant, BadEntrant> {
        let bad = || BadEntrant(text.to_owned());
        if let Some((option, rest)) = option_of(text) {
            let mut entrant: Entrant = rest.parse()?;
            let (key, value) = option;
            match key {
                "name" => {
                    entrant.name =
                        Name::try_from(value.to_owned()).map_err(|_| bad())?.as_str().to_owned()
                }
                "clock" => entrant.clock = Some(read_clock(value).map_err(|_| bad())?),
                "dir" if entrant.program().is_some() => entrant.dir = Some(value.into()),
                "env" if entrant.program().is_some() => {
                    let (key, value) = value.split_once('=').ok_or_else(bad)?;
                    entrant.env.push((key.to_owned(), value.to_owned()));
                }
                "move_ms" if entrant.program().is_some() => {
                    entrant.move_ms = Some(value.parse().map_err(|_| bad())?);
                }
                "memory_mb" if entrant.program().is_some() => {
                    entrant.memory_mb = Some(value.parse().map_err(|_| bad())?);
                }
                _ => return Err(bad()),
            }
            return Ok(entrant);
        }
        let plain = |name: String| Entrant { name, text: text.to_owned(), ..Entrant::default() };
        if let Some(name) = text.strip_prefix("remote:") {
            let name = Name::try_from(name.to_owned()).map_err(|_| bad())?.as_str().to_owned();
            return Ok(plain(name));
        }
        let name = match text.strip_prefix("program:") {
            // `python3 my/bot.py` is named after its last word.
            Some(command) => {
                let last = command.split_whitespace().last().ok_or_else(bad)?;
                last.rsplit('/').next().unwrap_or(last).to_owned()
            }
            None => {
                let level: Level = text.parse().map_err(|_| bad())?;
                level.to_string()
            }
        };
        Ok(plain(name))
    }
}

/// ` 2`, the number of an equal entrant.
fn is_number(text: &str) -> bool {
    text.strip_prefix(' ').is_some_and(|number| number.parse::<u32>().is_ok())
}

/// The first option of a text such as `name=Ada;perfect`, and the rest.
fn option_of(text: &str) -> Option<((&str, &str), &str)> {
    let (option, rest) = text.split_once(';')?;
    let option = option.split_once('=')?;
    ["name", "clock", "dir", "env", "move_ms", "memory_mb"]
        .contains(&option.0)
        .then_some((option, rest))
}

impl fmt::Display for BadEntrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is no level of play (perfect, epsilon:0.1, sight:2, heaps:3, misread:0.1, random), \
             no program:COMMAND and no remote:NAME; before it may stand name=NAME; clock=30+0.5; and, \
             for programs, \
             dir=FOLDER; env=KEY=VALUE; move_ms=500; memory_mb=64;",
            self.0
        )
    }
}

impl std::error::Error for BadEntrant {}

#[cfg(test)]
mod tests;
