//! Which games are rated together. A rating is meaningful only among players of the same kind, at
//! the same game, at about the same pace.

use std::fmt;
use std::str::FromStr;

use protocol::{Division, TimeControl};
use rules::{Ending, Setup};

/// Moves of one seat over which a time budget is spread to classify a game's speed.
const MOVES: u64 = 20;

/// A game is fast if a seat has less than this for all its moves.
const FAST_MS: u64 = 180_000;

/// A ranking: of one pool, or of all pools of a division together.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Leaderboard {
    /// The ranking of one pool.
    Pool(Pool),
    /// The ranking of a division over all its pools.
    Overall(Division),
}

/// Games that are rated together.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pool {
    /// The division of the players.
    pub division: Division,
    /// The variant's name, without its parameters.
    pub family: String,
    /// Whether the last move wins or loses.
    pub ending: Ending,
    /// The speed class.
    pub speed: Speed,
}

/// How fast a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Speed {
    /// Less than three minutes for twenty moves.
    Fast,
    /// Three minutes or more for twenty moves.
    Slow,
    /// Days per move.
    Days,
    /// Without a clock.
    Free,
}

/// The text names no leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownBoard;

impl Speed {
    /// All speeds.
    pub const ALL: [Speed; 4] = [Speed::Fast, Speed::Slow, Speed::Days, Speed::Free];

    /// Returns the speed class of a time control.
    pub fn from_clock(clock: Option<TimeControl>) -> Speed {
        let (base, step) = match clock {
            None => return Speed::Free,
            Some(TimeControl::Days { .. }) => return Speed::Days,
            Some(TimeControl::Fischer { base_ms, increment_ms }) => (base_ms, increment_ms),
            Some(
                TimeControl::Bronstein { base_ms, delay_ms }
                | TimeControl::Delay { base_ms, delay_ms },
            ) => (base_ms, delay_ms),
            Some(TimeControl::Byoyomi { base_ms, period_ms, .. }) => (base_ms, period_ms),
            Some(TimeControl::Move { ms }) => (0, ms),
        };
        match u64::from(base) + MOVES * u64::from(step) < FAST_MS {
            true => Speed::Fast,
            false => Speed::Slow,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Speed::Fast => "fast",
            Speed::Slow => "slow",
            Speed::Days => "days",
            Speed::Free => "free",
        }
    }
}

impl Pool {
    /// Returns the pool in which a game counts.
    pub fn new(division: Division, setup: &Setup, clock: Option<TimeControl>) -> Pool {
        let family = setup.variant().name().to_owned();
        Pool { division, family, ending: setup.ending(), speed: Speed::from_clock(clock) }
    }
}

impl Leaderboard {
    /// The division whose players it ranks.
    pub fn division(&self) -> Division {
        match self {
            Leaderboard::Pool(pool) => pool.division,
            Leaderboard::Overall(division) => *division,
        }
    }
}

/// For example `people/nim/normal/fast` or `people/overall`.
impl fmt::Display for Leaderboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Leaderboard::Overall(division) => write!(f, "{}/overall", division.name()),
            Leaderboard::Pool(Pool { division, family, ending, speed }) => {
                let (division, ending) = (division.name(), ending_name(*ending));
                write!(f, "{division}/{family}/{ending}/{}", speed.name())
            }
        }
    }
}

impl FromStr for Leaderboard {
    type Err = UnknownBoard;

    fn from_str(text: &str) -> Result<Leaderboard, UnknownBoard> {
        let parts: Vec<&str> = text.split('/').collect();
        let division = |name| Division::ALL.into_iter().find(|division| division.name() == name);
        let ending = |name| Ending::BOTH.iter().copied().find(|e| ending_name(*e) == name);
        let speed = |name| Speed::ALL.into_iter().find(|speed| speed.name() == name);
        let leaderboard = match parts[..] {
            [among, "overall"] => division(among).map(Leaderboard::Overall),
            [among, family, end, pace] => division(among).zip(ending(end)).zip(speed(pace)).map(
                |((division, ending), speed)| {
                    Leaderboard::Pool(Pool { division, family: family.to_owned(), ending, speed })
                },
            ),
            _ => None,
        };
        leaderboard.ok_or(UnknownBoard)
    }
}

pub(crate) fn ending_name(ending: Ending) -> &'static str {
    match ending {
        Ending::Normal => "normal",
        Ending::Misere => "misere",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_is_what_twenty_moves_may_take() {
        let fischer = |base_ms, increment_ms| Some(TimeControl::Fischer { base_ms, increment_ms });
        assert_eq!(Speed::from_clock(fischer(60_000, 2_000)), Speed::Fast);
        assert_eq!(Speed::from_clock(fischer(60_000, 6_000)), Speed::Slow);
        assert_eq!(Speed::from_clock(fischer(u32::MAX, u32::MAX)), Speed::Slow);
        assert_eq!(Speed::from_clock(Some(TimeControl::Move { ms: 8_999 })), Speed::Fast);
        assert_eq!(Speed::from_clock(Some(TimeControl::Move { ms: 9_000 })), Speed::Slow);
        assert_eq!(Speed::from_clock(Some(TimeControl::Days { days: 1 })), Speed::Days);
        assert_eq!(Speed::from_clock(None), Speed::Free);
    }

    #[test]
    fn boards_are_read_as_they_are_written() {
        for text in ["people/overall", "bots/nim/misere/fast", "open/octal/normal/free"] {
            assert_eq!(
                text.parse::<Leaderboard>().map(|leaderboard| leaderboard.to_string()),
                Ok(text.to_owned())
            );
        }
        for text in ["", "people", "all/overall", "bots/nim/fast", "bots/nim/misere/fast/x"] {
            assert_eq!(text.parse::<Leaderboard>(), Err(UnknownBoard));
        }
    }
}
