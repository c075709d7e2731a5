//! Who plays in a tournament: a level of play, a program, or somebody who comes
//! over the wire.

use std::fmt;
use std::str::FromStr;

use protocol::Name;
use protocol::limits::MAX_NAME_CHARS;
use serde::{Deserialize, Serialize};
use solver::Level;

/// An entrant as the command line names it: `perfect`, `epsilon:0.1`,
/// `program:python3 bot.py`, or `remote:Ada`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// What it is called in the tables.
    pub name: String,
    /// What plays.
    text: String,
}

/// Why a text names no entrant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadEntrant(String);

impl Entrant {
    /// All entrants of a list; those that are alike are numbered.
    ///
    /// # Errors
    /// The first that is none.
    pub fn list(text: &str) -> Result<Vec<Entrant>, BadEntrant> {
        let mut entrants: Vec<Entrant> = Vec::new();
        for text in text.split(',') {
            let mut entrant: Entrant = text.trim().parse()?;
            let alike = entrants.iter().filter(|other| other.text == entrant.text).count();
            if alike > 0 {
                entrant.name = format!("{} {}", entrant.name, alike + 1);
            }
            entrants.push(entrant);
        }
        Ok(entrants)
    }

    /// Whether the entrant connects by itself, over the wire.
    pub fn is_remote(&self) -> bool {
        self.text.starts_with("remote:")
    }

    /// The command of a program.
    pub fn program(&self) -> Option<&str> {
        self.text.strip_prefix("program:")
    }

    /// How well it plays; of no matter for a program.
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
        if let Some(name) = text.strip_prefix("remote:") {
            let name = Name::try_from(name.to_owned()).map_err(|_| bad())?.as_str().to_owned();
            return Ok(Entrant { name, text: text.to_owned() });
        }
        let name = match text.strip_prefix("program:") {
            // `python3 my/bot.py` is called by its last word.
            Some(command) => {
                let last = command.split_whitespace().last().ok_or_else(bad)?;
                last.rsplit('/').next().unwrap_or(last).to_owned()
            }
            None => {
                let level: Level = text.parse().map_err(|_| bad())?;
                level.to_string()
            }
        };
        Ok(Entrant { name, text: text.to_owned() })
    }
}

impl fmt::Display for BadEntrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is no level of play (perfect, epsilon:0.1, sight:2, heaps:3, misread:0.1, random), \
             no program:COMMAND and no remote:NAME",
            self.0
        )
    }
}

impl std::error::Error for BadEntrant {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_programs_enter() {
        let list = "perfect,epsilon:0.1, random,random,program:python3 dir/bot.py";
        let entrants = Entrant::list(list).unwrap();
        let names: Vec<&str> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        assert_eq!(names, ["perfect", "epsilon:0.1", "random", "random 2", "bot.py"]);
        assert_eq!(entrants[4].program(), Some("python3 dir/bot.py"));
        assert_eq!(entrants[3].level(), "random".parse().unwrap());
        let ada: Entrant = "remote:Ada".parse().unwrap();
        assert!(ada.is_remote() && ada.name == "Ada" && !entrants[0].is_remote());
        assert!("remote:".parse::<Entrant>().is_err());
        assert!(Entrant::list("perfect,better").is_err() && Entrant::list("program:").is_err());
    }
}
