//! How well a player plays. Each level is perfect play with one kind of error, so that it
//! means the same in every variant.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A level of play; as text `perfect`, `epsilon:0.1`, `sight:2`, `heaps:3`,
/// `misread:0.1` or `random`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Level {
    /// Never loses a won position; resists in a lost one.
    Perfect,
    /// Plays any legal move with this probability, and otherwise as `Perfect`.
    Epsilon(Probability),
    /// Sees wins and losses that are forced within this many moves, and nothing beyond.
    Sight(u8),
    /// Reads only this many of the lowest binary digits of each number, and plays perfectly on
    /// what it reads.
    Heaps(u8),
    /// Misreads the parity of each binary column with this probability, and
    /// plays perfectly on what it reads.
    Misread(Probability),
    /// Plays any legal move.
    Random,
}

/// A number from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Probability(f64);

impl Probability {
    /// An assumed rate of errors by people in games that they know.
    pub(crate) const OF_PEOPLE: Probability = Probability(0.2);

    /// Returns `None` outside 0 to 1.
    pub fn new(probability: f64) -> Option<Probability> {
        (0.0..=1.0).contains(&probability).then_some(Probability(probability))
    }

    /// Returns the number.
    pub fn get(self) -> f64 {
        self.0
    }
}

/// The error for a text that names no level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel(String);

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownLevel(text) = self;
        write!(
            f,
            "unknown level {text:?}: a level is perfect, epsilon:E (0 to 1), sight:D (1 to 255), \
             heaps:H (0 to 64), misread:Q (0 to 1) or random"
        )
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let (name, degree) = text.split_once(':').unwrap_or((text, ""));
        let probability = || degree.parse().ok().and_then(Probability::new);
        let whole = |range: std::ops::RangeInclusive<u8>| {
            degree.parse().ok().filter(|degree| range.contains(degree))
        };
        let level = match name {
            "perfect" if text == name => Some(Level::Perfect),
            "random" if text == name => Some(Level::Random),
            "epsilon" => probability().map(Level::Epsilon),
            "misread" => probability().map(Level::Misread),
            "sight" => whole(1..=u8::MAX).map(Level::Sight),
            "heaps" => whole(0..=64).map(Level::Heaps),
            _ => None,
        };
        level.ok_or_else(|| UnknownLevel(text.chars().take(40).collect()))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Perfect => f.write_str("perfect"),
            Level::Epsilon(Probability(error)) => write!(f, "epsilon:{error}"),
            Level::Sight(depth) => write!(f, "sight:{depth}"),
            Level::Heaps(digits) => write!(f, "heaps:{digits}"),
            Level::Misread(Probability(error)) => write!(f, "misread:{error}"),
            Level::Random => f.write_str("random"),
        }
    }
}

impl TryFrom<String> for Level {
    type Error = UnknownLevel;

    fn try_from(text: String) -> Result<Level, UnknownLevel> {
        text.parse()
    }
}

impl From<Level> for String {
    fn from(level: Level) -> String {
        level.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_as_they_are_written() {
        for text in ["perfect", "epsilon:0.1", "sight:2", "heaps:3", "misread:0.25", "random"] {
            let level: Level = text.parse().unwrap();
            assert_eq!(level.to_string(), text);
            let json = serde_json::to_string(&level).unwrap();
            assert_eq!(serde_json::from_str::<Level>(&json).unwrap(), level);
        }
    }

    #[test]
    fn nonsense_is_no_level() {
        for text in [
            "",
            "Perfect",
            "perfect:1",
            "random:",
            "epsilon",
            "epsilon:",
            "epsilon:1.1",
            "epsilon:NaN",
            "epsilon:-1",
            "sight:0",
            "sight:256",
            "sight:1.5",
            "heaps:65",
            "misread:2",
        ] {
            assert!(text.parse::<Level>().is_err(), "{text}");
        }
    }
}
